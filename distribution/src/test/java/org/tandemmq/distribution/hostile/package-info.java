/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** Clients that ask for too much, in well-formed requests: everybody else goes on, and what they took comes back. */
package org.tandemmq.distribution.hostile;
