/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;

/** What this broker does not do is said at once, with code 3 and a remark, see docs/compatibility.md. */
class UnsupportedCodesIT {
    private static final int[] CODES = {13, 22, 23, 27, 47, 50, 51, 52, 53, 54, 209, 211, 214, 301, 302, 354, 355, 370,
        400, 401, 513, 902, 903, 905, 906, 908, 1001, 1007, 1008, 1009, 1013, 2001, 2002, 2003, 2004, 3001, 3010,
        200_050, 200_051, 200_052, 200_053, 200_054, 200_055, 200_056, 200_151, 0, -1, 77_777, Integer.MAX_VALUE};
    private static final int ONE_WAY = 2;

    @Test
    void shouldAnswerWithCode3() throws IOException {
        try (RawClient client = new RawClient(Workbench.broker().address())) {
            for (int code : CODES) {
                RawFrame answer = client.call(RawFrame.request(code).with("topic", "T").with("consumerGroup", "g"));
                assertThat(answer.code()).as("answer to code " + code).isEqualTo(3);
                assertThat(answer.remark()).contains(Integer.toString(code));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"PREVIOUS_JSON, updateAclConfig -a me -s secret12, no access control",
        "PREVIOUS_JSON, deleteAclConfig -a me, no access control",
        "CURRENT_JSON, createUser -u me -p secret12, no access control",
        "CURRENT_JSON, getColdDataFlowCtrInfo, no flow control of cold data",
        "CURRENT_JSON, setConsumeMode -g g -t T -m POP, no pop consumers",
        "CURRENT_JSON, resetMasterFlushOffset -o 0, roles are set by hand"})
    void shouldMakeTheToolSaySo(Variant line, String command, String what) {
        String told = Workbench.run(line, (command + " -b " + Workbench.broker().address()).split(" "));
        assertThat(told).contains("CODE: 3", what);
    }

    @Test
    void shouldDropOneWayRequestsAndGoOn() throws IOException {
        try (RawClient client = new RawClient(Workbench.broker().address())) {
            for (int code : CODES) {
                client.send(RawFrame.request(code).withTop("flag", ONE_WAY).bytes());
            }
            assertThat(client.call(RawFrame.request(28)).code()).isZero();
        }
    }
}
