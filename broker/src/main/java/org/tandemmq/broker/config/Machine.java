/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What the machine and its environment say, for defaults that are found out at start.
 *
 * @param hostName name of the host
 * @param home home directory of the user
 * @param nameServers value of NAMESRV_ADDR, "" when it is not set
 * @param processors number of processors
 * @param address finds the address that others reach this machine by
 */
public record Machine(String hostName, Path home, String nameServers, int processors, Supplier<String> address) {
}
