/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Process tests: the packed product, started by its own scripts, driven by stock clients. */
package org.tandemmq.distribution;
