/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.subscription;

import java.util.Map;
import org.tandemmq.broker.metadata.TableFormat;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/** {@code subscriptionGroup.json} and the answer to GET_ALL_SUBSCRIPTIONGROUP_CONFIG. */
final class GroupTableFormat implements TableFormat<SubscriptionGroupConfig> {

    @Override
    public String name() {
        return "subscription groups";
    }

    @Override
    public String entriesMember() {
        return "subscriptionGroupTable";
    }

    @Override
    public Map<String, Object> companions() {
        return Map.of(SubscriptionGroupManager.FORBIDDEN_MEMBER, Map.of());
    }

    @Override
    public SubscriptionGroupConfig read(JsonFields json, String key) {
        return SubscriptionGroupConfig.read(json, key);
    }

    @Override
    public Map<String, Object> write(SubscriptionGroupConfig value) {
        return value.toJson();
    }
}
