/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What applications build on beyond sending, reading and transactions: delays, dead letters, filters, queries. */
package org.tandemmq.distribution.semantics;
