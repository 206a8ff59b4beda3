/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Prepared frames in, latencies and costs out: the load of the benchmarks, and what watches a run. */
package org.tandemmq.distribution.bench.load;
