/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.DataVersion;

/** The group table. */
class SubscriptionGroupManagerTest {

    @TempDir
    private Path folder;

    private SubscriptionGroupManager open(boolean autoCreate) {
        SubscriptionGroupManager groups = new SubscriptionGroupManager(
            new TableFile(folder.resolve("subscriptionGroup.json")), autoCreate,
            () -> Instant.ofEpochMilli(1_700_000_000_000L));
        groups.load(true);
        return groups;
    }

    @Test
    void shouldBeginWithThePredefinedGroups() {
        assertThat(open(true).groups()).containsKeys("TOOLS_CONSUMER", "CID_ONSAPI_PULL", "CID_RMQ_SYS_TRANS");
    }

    @Test
    void shouldCreateAGroupOnFirstUseOnlyWhereAllowed() {
        assertThat(open(false).findOrCreate("g1")).isNull();
        assertThat(open(true).findOrCreate("g1").retryMaxTimes()).isEqualTo(16);
        assertThat(open(false).group("g1")).isNotNull();
    }

    @Test
    void shouldMoveItsVersionWithEachChangeOnly() {
        SubscriptionGroupManager groups = open(true);
        DataVersion before = groups.version();
        groups.findOrCreate("g1");
        assertThat(groups.version().counter()).isEqualTo(before.counter() + 1);
        groups.findOrCreate("g1");
        assertThat(groups.delete("absent")).isFalse();
        assertThat(groups.version().counter()).isEqualTo(before.counter() + 1);
    }

    @Test
    void shouldTellWhichGroupsAreGoneHereAndByTheMastersTable() {
        SubscriptionGroupManager groups = open(true);
        List<String> gone = new ArrayList<>();
        groups.whenRemoved(gone::addAll);
        groups.findOrCreate("g1");
        groups.findOrCreate("g2");
        groups.delete("g1");
        groups.delete("absent");
        assertThat(gone).containsExactly("g1");
        byte[] withoutG2 = new String(groups.snapshot(), StandardCharsets.UTF_8).replace("\"g2\":{", "\"g3\":{")
            .replace("\"groupName\":\"g2\"", "\"groupName\":\"g3\"").getBytes(StandardCharsets.UTF_8);
        groups.replaceWith(withoutG2);
        assertThat(gone).containsExactly("g1", "g2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.3.3"})
    void shouldReadTheFilesOfBothLines(String version) throws IOException {
        Files.write(folder.resolve("subscriptionGroup.json"),
            getClass().getResourceAsStream("/tables/" + version + "/subscriptionGroup.json").readAllBytes());
        assertThat(open(true).group("cg-orders").consumeEnable()).isTrue();
        assertThat(Files.readString(folder.resolve("subscriptionGroup.json"))).contains("\"groupRetryPolicy\"");
    }

    @Test
    void shouldKeepPoliciesOfNewerPeers() {
        SubscriptionGroupManager groups = open(true);
        String master = "{\"dataVersion\":{\"counter\":3,\"timestamp\":5},\"forbiddenTable\":{\"g\":{\"T\":4}},"
            + "\"subscriptionGroupTable\":{\"g\":{\"groupName\":\"g\",\"retryMaxTimes\":3,\"groupRetryPolicy\":"
            + "{\"type\":\"EXPONENTIAL\",\"exponentialRetryPolicy\":{\"initial\":5000}},\"someday\":\"x\"}}}";
        groups.replaceWith(master.getBytes(StandardCharsets.UTF_8));
        assertThat(groups.groups()).containsOnlyKeys("g");
        assertThat(groups.readForbidden("g", "T")).isTrue();
        assertThat(groups.readForbidden("g", "U")).isFalse();
        assertThat(new String(groups.snapshot(), StandardCharsets.UTF_8))
            .contains("\"type\":\"EXPONENTIAL\"", "\"someday\":\"x\"", "\"forbiddenTable\":{\"g\":{\"T\":4}}");
    }

    @Test
    void shouldForbidAndAllowReading() {
        SubscriptionGroupManager groups = open(true);
        groups.setReadable("g", "T", false);
        assertThat(open(true).readForbidden("g", "T")).isTrue();
        groups.setReadable("g", "T", true);
        assertThat(open(true).readForbidden("g", "T")).isFalse();
    }
}
