/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Pairs of real processes: what a send's outcome says, what the slave holds, and what faults do to both. */
package org.tandemmq.distribution.replication;
