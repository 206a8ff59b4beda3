/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of answers to pulls (wire-protocol 2.4). The four offsets must be there for the codes 0, 19, 20 and 21.
 *
 * @param suggestWhichBrokerId broker to pull from next, 0 is the master
 * @param nextBeginOffset offset to ask for next
 * @param minOffset first offset of the queue
 * @param maxOffset end of the queue
 * @param topicSysFlag flags of the topic, or null
 * @param groupSysFlag flags of the group, or null
 * @param offsetDelta shift of a static topic, or null
 */
public record PullMessageResponseHeader(long suggestWhichBrokerId, long nextBeginOffset, long minOffset,
                                        long maxOffset, Integer topicSysFlag, Integer groupSysFlag, Long offsetDelta)
    implements CommandHeader {

    /** Cause of code 16 in {@link #forbidden}: the broker is not readable. */
    public static final int FORBIDDEN_BROKER = 1;
    /** Cause of code 16: the group may not consume. */
    public static final int FORBIDDEN_GROUP = 2;
    /** Cause of code 16: the topic is not readable. */
    public static final int FORBIDDEN_TOPIC = 3;
    /** Cause of code 16: the group may not broadcast. */
    public static final int FORBIDDEN_BROADCAST = 4;
    /** Cause of code 16: the group may not read this topic. */
    public static final int FORBIDDEN_SUBSCRIPTION = 5;

    /**
     * Header of an answer with code 16, which has no offsets.
     *
     * @param type one of the causes above
     * @return the header
     */
    public static CommandHeader forbidden(int type) {
        return out -> out.number("forbiddenType", type);
    }

    /**
     * Reads the header.
     *
     * @param in fields of the answer
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if an offset is missing or no number
     */
    public static PullMessageResponseHeader read(HeaderFields in) {
        String delta = in.text("offsetDelta");
        return new PullMessageResponseHeader(in.requiredNumber("suggestWhichBrokerId"),
            in.requiredNumber("nextBeginOffset"), in.requiredNumber("minOffset"), in.requiredNumber("maxOffset"),
            in.boxedInt32("topicSysFlag"), in.boxedInt32("groupSysFlag"),
            delta == null ? null : (Long) in.number("offsetDelta", 0));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("suggestWhichBrokerId", suggestWhichBrokerId);
        out.number("nextBeginOffset", nextBeginOffset);
        out.number("minOffset", minOffset);
        out.number("maxOffset", maxOffset);
        out.number("topicSysFlag", topicSysFlag);
        out.number("groupSysFlag", groupSysFlag);
        out.number("offsetDelta", offsetDelta);
    }
}
