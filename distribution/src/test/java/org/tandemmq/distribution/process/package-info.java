/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Processes that the tests start, watch, hurt and end: our broker from the unpacked archive, the peer's servers and
 * admin tool, and drivers in stock clients. Every one is ended by its own process id, at the latest when this JVM ends.
 */
package org.tandemmq.distribution.process;
