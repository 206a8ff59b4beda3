/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.concurrent.atomic.AtomicLong;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/** Estimate of the memory that groups, members and subscriptions of clients online take, with a limit. Any thread. */
public final class ClientMemory {

    private static final int GROUP_BYTES = 400;
    private static final int MEMBER_BYTES = 300;
    private static final int SUBSCRIPTION_BYTES = 300;
    private static final int TAG_BYTES = 190;

    private static final int SHOWN_CHARS_MAX = 80;

    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Creates the account.
     *
     * @param bytesMax most bytes
     */
    public ClientMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Bytes now. */
    public long bytes() {
        return bytes.get();
    }

    /** Takes room for something new, or throws. */
    void take(long more, String what) {
        long sum = bytes.addAndGet(more);
        if (sum > bytesMax) {
            bytes.addAndGet(-more);
            throw new ClientsFullException("[OVERLOAD] no room for "
                + what.substring(0, Math.min(what.length(), SHOWN_CHARS_MAX)) + ": what clients online say about "
                + "themselves takes " + (sum - more) + " bytes of memory, this " + more + ", the limit is " + bytesMax);
        }
    }

    void giveBack(long less) {
        bytes.addAndGet(-less);
    }

    static long ofGroup(String name) {
        return GROUP_BYTES + name.length();
    }

    static long ofMember(ClientChannel client) {
        return MEMBER_BYTES + client.clientId().length();
    }

    /** What a heartbeat says about a group: its strings and subscriptions. */
    static long of(ConsumerData data) {
        long sum = data.consumeType().length() + data.messageModel().length() + data.consumeFromWhere().length();
        for (SubscriptionData subscription : data.subscriptions()) {
            sum += of(subscription);
        }
        return sum;
    }

    private static long of(SubscriptionData subscription) {
        long sum = SUBSCRIPTION_BYTES + subscription.topic().length() + subscription.subString().length()
            + subscription.expressionType().length() + (long) TAG_BYTES * subscription.tags().size()
            + (long) TAG_BYTES / 2 * subscription.codes().size();
        for (String tag : subscription.tags()) {
            sum += tag.length();
        }
        return sum;
    }
}
