/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.store.GetResult;
import org.tandemmq.store.GetStatus;

/**
 * What a read means for the client: code, next offset and the broker to ask next (wire-protocol 2.4). A slave that is
 * merely behind never moves a client; it holds the pull for a moment and sends it to the master.
 *
 * @param code response code
 * @param nextOffset offset to ask for next
 * @param suggestedBrokerId broker to ask next
 * @param holdable whether the pull may be held instead of being answered
 */
record PullVerdict(int code, long nextOffset, long suggestedBrokerId, boolean holdable) {

    /**
     * Verdict on a read.
     *
     * @param requestedOffset offset asked for
     * @param result what the store gave
     * @param group the group
     * @param slave whether this broker is a slave that does not correct offsets
     * @param settings present settings
     * @param pair what is known of the other broker
     * @return the verdict
     */
    static PullVerdict of(long requestedOffset, GetResult result, SubscriptionGroupConfig group, boolean slave,
                          PullSettings settings, PairView pair) {
        long suggested = suggestion(result, group, slave, settings, pair);
        int code = codeOf(result.status(), requestedOffset);
        if (code != ResponseCode.PULL_OFFSET_MOVED || !slave || settings.offsetCheckInSlave()) {
            return new PullVerdict(code, result.nextOffset(), suggested, code == ResponseCode.PULL_NOT_FOUND);
        }
        if (result.status() == GetStatus.OFFSET_TOO_SMALL && !pair.masterReachable()) {
            return new PullVerdict(code, result.minOffset(), suggested, false);
        }
        boolean behind = result.status() != GetStatus.OFFSET_TOO_SMALL;
        return new PullVerdict(ResponseCode.PULL_RETRY_IMMEDIATELY, requestedOffset, group.brokerId(), behind);
    }

    /**
     * The same with another next offset.
     *
     * @param target next offset; negative for the one that is
     * @return the verdict
     */
    PullVerdict towards(long target) {
        return target < 0 ? this : new PullVerdict(code, target, suggestedBrokerId, holdable);
    }

    private static int codeOf(GetStatus status, long requestedOffset) {
        return switch (status) {
            case FOUND -> ResponseCode.SUCCESS;
            case NO_MATCHED_MESSAGE, MESSAGE_WAS_REMOVING -> ResponseCode.PULL_RETRY_IMMEDIATELY;
            case OFFSET_FOUND_NULL, OFFSET_OVERFLOW_ONE -> ResponseCode.PULL_NOT_FOUND;
            case OFFSET_OVERFLOW_BADLY, OFFSET_TOO_SMALL -> ResponseCode.PULL_OFFSET_MOVED;
            case NO_MATCHED_LOGIC_QUEUE, NO_MESSAGE_IN_QUEUE ->
                requestedOffset == 0 ? ResponseCode.PULL_NOT_FOUND : ResponseCode.PULL_OFFSET_MOVED;
        };
    }

    private static long suggestion(GetResult result, SubscriptionGroupConfig group, boolean slave,
                                   PullSettings settings, PairView pair) {
        if (!settings.slaveReadEnable() || !result.farBehind()) {
            return settings.slaveReadEnable() ? group.brokerId() : 0;
        }
        if (slave) {
            return settings.brokerId();
        }
        long wanted = group.whichBrokerWhenConsumeSlowly();
        return wanted != 0 && pair.isReadableSlave(wanted) ? wanted : 0;
    }
}
