/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.store.EntryFilter;

/** Turns subscriptions into filters. Called on event loops, for each pull. */
public interface SubscriptionFilters {

    /** Tags only. */
    SubscriptionFilters TAGS = (group, subscription, carried) -> {
        if (!subscription.isTagType()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "subscriptions of type "
                + subscription.expressionType() + " are off, enablePropertyFilter is false");
        }
        return TagFilter.of(subscription);
    };

    /**
     * Filter of a subscription.
     *
     * @param group consumer group
     * @param subscription what it wants of a topic
     * @param carried whether the pull carried it, so that nothing about it was registered by a heartbeat
     * @return the filter
     * @throws RefusedException with 1, 23, 27 or 28 when there is none (wire-protocol 2.4)
     */
    EntryFilter filter(String group, SubscriptionData subscription, boolean carried);
}
