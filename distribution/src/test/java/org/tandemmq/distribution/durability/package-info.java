/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What is left after kill -9, on a full disk, and when a store changes hands between the products. */
package org.tandemmq.distribution.durability;
