/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.remoting.protocol.RequestCode;

/** The answer to requests of features that are not here. */
class MissingFeatureTest {

    @Test
    void shouldNameWhatIsMissing() {
        ReplyTwin reply = new ReplyTwin();
        MissingFeature.POP.refusal(() -> 0).process(new ConnectionTwin(),
            RequestTwin.of(RequestCode.QUERY_ASSIGNMENT, new byte[0]), reply);
        assertThat(reply.code).isEqualTo(3);
        assertThat(reply.remark).contains("400", "clientRebalance=true");
    }
}
