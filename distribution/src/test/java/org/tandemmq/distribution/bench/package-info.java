/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The benchmark set: both brokers in turns, driven by one thread with prepared frames, so that on a small machine the
 * broker and not the client is what is measured. Run by {@code bin/bench.sh}, never by the build.
 */
package org.tandemmq.distribution.bench;
