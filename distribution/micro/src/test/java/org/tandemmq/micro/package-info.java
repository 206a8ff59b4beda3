/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Micro-benchmarks of the hot path: time and allocation of one step at a time. Run by {@code bin/bench-micro.sh}. */
package org.tandemmq.micro;
