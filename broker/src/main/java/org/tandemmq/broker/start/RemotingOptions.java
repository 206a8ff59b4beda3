/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options of the JVM by which RocketMQ's network is set, such as the size of frames. None of them has an effect here,
 * and whoever counts on one has to learn that.
 */
public final class RemotingOptions {

    private static final String PREFIX = "com.rocketmq.remoting.";
    private static final String FRAME_MAX = PREFIX + "frameMaxLength";

    private RemotingOptions() {
    }

    /**
     * Warnings about options that are given.
     *
     * @param names names of the system properties
     * @return one line each, sorted
     */
    public static List<String> warnings(Set<String> names) {
        return new TreeSet<>(names).stream().filter(name -> name.startsWith(PREFIX)).map(name -> "-D" + name
            + " has no effect here" + (name.equals(FRAME_MAX) ? ": frames have 16 MiB at most" : "")).toList();
    }
}
