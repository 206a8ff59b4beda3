/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What clients of other languages and ages send that no stock Java client does, by hand. */
package org.tandemmq.distribution.foreign;
