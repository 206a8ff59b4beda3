/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Keeps the form of the whole source tree: what checkstyle cannot say. */
package org.tandemmq.distribution.tidy;
