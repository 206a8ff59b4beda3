/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;

/** A pull without permission; the answer says which one is missing. */
class PullForbiddenException extends RefusedException {

    private static final long serialVersionUID = 1L;

    private final int type;

    PullForbiddenException(int type, String remark) {
        super(ResponseCode.NO_PERMISSION, remark);
        this.type = type;
    }

    /** One of the causes in the answer's header. */
    int type() {
        return type;
    }
}
