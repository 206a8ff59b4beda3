/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What runs inside a stock client's own process: a main that is told what to do in lines on its standard input and
 * tells what happened in lines on its standard output. Compiled once, against the previous line of clients, and run
 * from the class path of each line; hence nothing but the JDK and the stock client may be used here.
 */
package org.tandemmq.distribution.driver;
