/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.SerializeType;

/**
 * Head of a frame made by a test.
 *
 * @param code code
 * @param opaque correlation id
 * @param flag flags
 * @param remark text or null
 * @param header fields or null
 * @param serializeType encoding
 */
record TestHead(int code, int opaque, int flag, String remark, CommandHeader header, SerializeType serializeType)
    implements FrameEncoder.Head {
}
