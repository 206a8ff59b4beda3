/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Masters and slaves with all that is not the log: tables, reading from the slave, delays, change of roles. */
package org.tandemmq.distribution.roles;
