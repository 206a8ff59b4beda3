/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Bare sockets: frames made by hand, well formed or not, and a proxy that hurts connections. */
package org.tandemmq.distribution.net;
