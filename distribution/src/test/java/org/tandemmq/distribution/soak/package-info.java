/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Everything at once for as long as one likes, with an exact tally at the end. */
package org.tandemmq.distribution.soak;
