/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.live.LiveSettings;

/**
 * Settings of the name service as the admin tool reads and changes them (318, 319): {@link #ORDER_ENABLE} can be
 * changed, unless the operator's black list has it, and nothing else. A change is on disk before it takes effect.
 */
public final class NameServerSettings {

    /** Key: whether routes carry the order configuration of their topic. */
    public static final String ORDER_ENABLE = "orderMessageEnable";
    /** Key: names of keys that can't be changed while running, separated by semicolons. */
    public static final String BLACK_LIST = "configBlackList";

    private final LiveSettings settings;
    private final Set<String> blackList = new TreeSet<>(Set.of(BLACK_LIST, "configStorePath", "kvConfigPath",
        "rocketmqHome"));
    private volatile boolean orderMessageEnable;

    /**
     * Creates the settings.
     *
     * @param settings values of the keys, and where changes are kept
     */
    public NameServerSettings(LiveSettings settings) {
        this.settings = settings;
        for (String key : Objects.requireNonNullElse(settings.value(BLACK_LIST), "").split(";")) {
            blackList.add(key.strip());
        }
        this.orderMessageEnable = Boolean.parseBoolean(settings.value(ORDER_ENABLE));
        settings.changeable(ORDER_ENABLE, value -> orderMessageEnable = (Boolean) value);
    }

    /** Whether routes carry the order configuration of their topic. */
    boolean orderMessageEnable() {
        return orderMessageEnable;
    }

    /** All settings as lines {@code key=value}, escaped as in a properties file and sorted. */
    String text() {
        return settings.text();
    }

    /**
     * Takes over changed values: all or nothing.
     *
     * @param wanted new values by key
     * @throws ConfigException if one can't be changed, with every reason
     */
    void change(Map<String, String> wanted) {
        for (String key : wanted.keySet()) {
            if (blackList.contains(key.strip())) {
                throw new ConfigException("Can not update config in black list: " + key);
            }
        }
        settings.change(wanted);
    }
}
