/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

/**
 * Answer to a registration.
 *
 * @param refusal why the registration was not taken, null when it was
 * @param masterAddress address of the live master, told to slaves only, else null
 * @param haAddress replication address of the live master, told to slaves only, else null
 */
public record RegistrationResult(String refusal, String masterAddress, String haAddress) {

    /**
     * A registration that was not taken.
     *
     * @param reason goes into the remark
     */
    static RegistrationResult refused(String reason) {
        return new RegistrationResult(reason, null, null);
    }
}
