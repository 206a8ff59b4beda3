/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.SortedMap;

/**
 * Keys and values of one name space: body of 219 and of the answer to 103 (nameserver-and-admin 1.6).
 *
 * @param table value by key
 */
public record KvTable(SortedMap<String, String> table) {
}
