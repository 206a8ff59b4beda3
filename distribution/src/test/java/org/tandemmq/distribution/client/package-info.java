/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Stock clients in the words of a test: producers, consumers, what was sent and what arrived. */
package org.tandemmq.distribution.client;
