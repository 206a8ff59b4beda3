/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.rocketmq.client.ClientConfig;

/** Settings that every client of a driver gets: quick to see changes, and names of its own. */
final class ClientSettings {
    private static final int POLL_NAME_SERVER_MS = 1_000;
    private static final int HEARTBEAT_MS = 2_000;

    private ClientSettings() {
    }

    static void apply(Line command, ClientConfig config) {
        config.setNamesrvAddr(command.text("namesrv"));
        config.setInstanceName(command.text("instance", command.text("role") + "-" + ProcessHandle.current().pid()));
        config.setPollNameServerInterval((int) command.number("pollNameServerMs", POLL_NAME_SERVER_MS));
        config.setHeartbeatBrokerInterval((int) command.number("heartbeatMs", HEARTBEAT_MS));
        config.setPersistConsumerOffsetInterval((int) command.number("persistOffsetMs", 1_000));
        config.setVipChannelEnabled(command.has("vip"));
        if (command.has("namespace")) {
            config.setNamespace(command.text("namespace"));
        }
        if (command.has("unit")) {
            config.setUnitName(command.text("unit"));
        }
    }

    /**
     * Calls a setter whose argument is an enum that lives in different packages in the two lines of clients.
     */
    static void applyEnum(Object target, String setter, String constant) {
        try {
            for (Method method : target.getClass().getMethods()) {
                if (method.getName().equals(setter) && method.getParameterCount() == 1) {
                    for (Object value : method.getParameterTypes()[0].getEnumConstants()) {
                        if (value.toString().equals(constant) || ((Enum<?>) value).name().equals(constant)) {
                            method.invoke(target, value);
                            return;
                        }
                    }
                }
            }
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
        throw new IllegalArgumentException(setter + "(" + constant + ")");
    }
}
