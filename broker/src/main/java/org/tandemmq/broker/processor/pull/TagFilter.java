/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import java.util.Set;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.store.EntryFilter;
import org.tandemmq.store.record.RecordView;

/** Takes messages whose tag has one of some hash codes; the client compares the tags themselves. */
public final class TagFilter implements EntryFilter {

    private final Set<Integer> codes;

    private TagFilter(Set<Integer> codes) {
        this.codes = codes;
    }

    /**
     * Filter of a tag subscription.
     *
     * @param subscription of type TAG
     * @return the filter
     */
    public static EntryFilter of(SubscriptionData subscription) {
        return SubscriptionData.ALL.equals(subscription.subString()) || subscription.codes().isEmpty()
            ? ALL : new TagFilter(subscription.codes());
    }

    @Override
    public boolean matchesTagsCode(long tagsCode) {
        return tagsCode == (int) tagsCode && codes.contains((int) tagsCode);
    }

    @Override
    public boolean needsRecord() {
        return false;
    }

    @Override
    public boolean matchesRecord(RecordView record) {
        return true;
    }
}
