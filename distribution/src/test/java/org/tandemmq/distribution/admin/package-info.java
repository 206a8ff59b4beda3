/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What administrators do with the stock tool. */
package org.tandemmq.distribution.admin;
