/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import java.nio.ByteBuffer;

/**
 * One frame as a plain value (wire-protocol 1.2 to 1.4). A received command's fields and body may be views of the
 * connection's buffer: they are valid until the processor returns (or, for a response, until the callback returns).
 *
 * @param code request or response code
 * @param language language byte of the sender (wire-protocol 1.5); {@link #LANGUAGE_JAVA} for our own
 * @param version MQVersion ordinal of the sender (wire-protocol 1.6)
 * @param opaque correlation id
 * @param flag bit 0: response; bit 1: one-way
 * @param remark free text or null
 * @param fields ext fields, never null
 * @param body payload, never null, empty when there is none; position and limit enclose it
 * @param serializeType header encoding of the frame
 */
public record RemotingCommand(int code, int language, int version, int opaque, int flag, String remark,
                              HeaderFields fields, ByteBuffer body, SerializeType serializeType) {

    /** Language byte of Java peers. */
    public static final int LANGUAGE_JAVA = 0;
    /** Language of a sender whose language has no known name. */
    public static final int LANGUAGE_UNKNOWN = -1;
    /** Version that we put into every frame: the ordinal of 5.3.3. */
    public static final int OWN_VERSION = 479;
    /** Bit of {@link #flag}: this frame answers a request. */
    public static final int FLAG_RESPONSE = 1;
    /** Bit of {@link #flag}: no answer is wanted. */
    public static final int FLAG_ONEWAY = 2;

    /** Whether the frame answers a request. */
    public boolean isResponse() {
        return (flag & FLAG_RESPONSE) != 0;
    }

    /** Whether the sender wants no answer. */
    public boolean isOneway() {
        return (flag & FLAG_ONEWAY) != 0;
    }
}
