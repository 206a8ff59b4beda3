/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.metadata.TableDamagedException;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.nameserver.KvConfig;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.schedule.DelayOffsets;
import org.tandemmq.broker.start.StoredTable;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.LateMessages;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicDefaults;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/** Every table of a master, damaged in every way that was met: the copy is used or the start refused. */
class TableDamageTest {

    private static final List<String> NAMES = List.of("topics.json", "subscriptionGroup.json", "consumerOffset.json",
        "delayOffset.json", "kvConfig.json");
    private static final String WRONG_SHAPE = "{\"topicConfigTable\":7,\"subscriptionGroupTable\":7,"
        + "\"offsetTable\":7,\"configTable\":7}";
    /** Outside of ASCII: as long in characters as in bytes in no encoding but a wrong one. */
    private static final String GROUP = "\u6d88\u8d39\u8005";

    @TempDir
    private Path folder;
    private Tables tables;
    private KvConfig kv;

    @BeforeEach
    void fill() throws IOException {
        tables = load();
        for (int round = 1; round <= 3; round++) {
            tables.topics().createFromTemplate("Orders" + round, "TBW102", 4, false);
            tables.groups().createMissing(List.of("readers" + round));
            // as another broker may have let it be made
            tables.groups().update(List.of(SubscriptionGroupConfig.of(GROUP)));
            tables.offsets().commit(GROUP, "Orders", 0, 40 + round);
            tables.delays().update(3, 7 + round);
            tables.save();
            kv.put(KvConfig.ORDER_TOPICS, "Orders" + round, GROUP);
        }
    }

    static Stream<Arguments> damages() {
        return NAMES.stream().flatMap(name -> Stream.of("NULs", "NULs behind", "empty", "half", "one byte", "[]",
            "{}", "null", "\"text\"", WRONG_SHAPE, "\u00ff\u00fe")
            .map(damage -> Arguments.of(name, damage)));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void shouldUseTheCopyAndKeepTheBadBytes(String name, String damage) throws IOException {
        byte[] bad = damaged(name, damage);
        Files.write(folder.resolve(name), bad);
        Tables again = load();
        assertHoldsAll(again);
        assertThat(badCopies(name)).as("bad bytes are kept").anyMatch(kept -> Arrays.equals(kept, bad));
        again.offsets().commit(GROUP, "Orders", 0, 50);
        again.delays().update(3, 11);
        again.topics().createFromTemplate("Orders4", "TBW102", 4, false);
        again.groups().createMissing(List.of("readers4"));
        again.save();
        kv.put(KvConfig.ORDER_TOPICS, "Orders4", GROUP);
        assertHoldsAll(load());
    }

    @ParameterizedTest
    @ValueSource(strings = {"consumerOffset.json", "delayOffset.json"})
    void shouldSaveATableThoughAnotherCanNotBeWritten(String unwritable) throws IOException {
        Tables tables = load();
        tables.offsets().commit(GROUP, "Orders", 0, 50);
        tables.delays().update(3, 11);
        Files.createDirectories(folder.resolve(unwritable + ".tmp"));
        assertThatThrownBy(tables::save).isInstanceOf(UncheckedIOException.class).hasMessageContaining(unwritable);
        Tables again = load();
        assertThat(again.delays().offset(3)).isEqualTo(unwritable.startsWith("delay") ? 10 : 11);
        assertThat(again.offsets().offset(GROUP, "Orders", 0)).isEqualTo(unwritable.startsWith("delay") ? 50 : 43);
    }

    @ParameterizedTest
    @MethodSource("damages")
    void shouldRefuseToStartWhenTheCopyIsDamagedToo(String name, String damage) throws IOException {
        byte[] bad = damaged(name, damage);
        Files.write(folder.resolve(name), bad);
        Files.write(folder.resolve(name + ".bak"), bad);
        assertThatThrownBy(this::load).isInstanceOf(TableDamagedException.class)
            .hasMessageContaining(folder.resolve(name).toString()).hasMessageContaining(".bak")
            .hasMessageContaining("put a good copy in its place");
        assertThat(Files.readAllBytes(folder.resolve(name))).isEqualTo(bad);
        assertThat(Files.readAllBytes(folder.resolve(name + ".bak"))).isEqualTo(bad);
    }

    @ParameterizedTest
    @ValueSource(strings = {"topics.json", "subscriptionGroup.json", "consumerOffset.json", "delayOffset.json",
        "kvConfig.json"})
    void shouldUseTheCopyWhenTheFileIsGone(String name) throws IOException {
        Files.delete(folder.resolve(name));
        assertHoldsAll(load());
        Files.write(folder.resolve(name + ".bak"), new byte[10]);
        assertThatThrownBy(this::load).isInstanceOf(TableDamagedException.class).hasMessageContaining("is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"configTable\":{\"ORDER_TOPIC_CONFIG\":7}}",
        "{\"configTable\":{\"ORDER_TOPIC_CONFIG\":{\"Orders1\":{}}}}",
        "{\"configTable\":{\"ORDER_TOPIC_CONFIG\":null}}"})
    void shouldTakeNoPartOfATableOfKeysForTheWhole(String bad) throws IOException {
        Files.writeString(folder.resolve("kvConfig.json"), bad);
        assertHoldsAll(load());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{0:\"text\"}", "{0:null}", "{0:{}}", "{0:5.7}", "{0:1e300}", "7", "null", "[]"})
    void shouldLetNoGroupBeginAnewForOffsetsThatAreNone(String offsets) throws IOException {
        byte[] bad = ("{\"offsetTable\":{\"Orders@" + GROUP + "\":" + offsets + "}}").getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve("consumerOffset.json"), bad);
        assertHoldsAll(load());
        Files.write(folder.resolve("consumerOffset.json"), bad);
        Files.write(folder.resolve("consumerOffset.json.bak"), bad);
        assertThatThrownBy(this::load).isInstanceOf(TableDamagedException.class).hasMessageContaining("Orders@");
        Files.writeString(folder.resolve("consumerOffset.json"), "{\"offsetTable\":{\"Orders@" + GROUP
            + "\":{0:-1,-1:5,1:\"45\"}}}");
        assertThat(load().offsets().offsets(GROUP, "Orders")).as("as another broker may have let them be made")
            .containsExactly(Map.entry(1, 45L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "\"text\"", "null", "2.5", "{}", "9223372036854775808"})
    void shouldNotDeliverAllAgainForAnOffsetThatIsNone(String offset) throws IOException {
        byte[] bad = ("{\"offsetTable\":{3:" + offset + ",4:5}}").getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve("delayOffset.json"), bad);
        assertHoldsAll(load());
        Files.write(folder.resolve("delayOffset.json"), bad);
        Files.write(folder.resolve("delayOffset.json.bak"), bad);
        DelayOffsets without = load().delays();
        assertThat(without.offset(3)).as("whatever it is, it is brought into its queue").isLessThan(7);
        assertThat(without.offset(4)).as("the level beside it").isEqualTo(5);
    }

    private byte[] damaged(String name, String damage) throws IOException {
        byte[] good = Files.readAllBytes(folder.resolve(name));
        return switch (damage) {
            case "NULs" -> new byte[good.length];
            case "NULs behind" -> Arrays.copyOf(good, good.length + 4096);
            case "empty" -> new byte[0];
            case "half" -> Arrays.copyOf(good, good.length / 2);
            case "one byte" -> Arrays.copyOf(good, 1);
            default -> damage.getBytes(StandardCharsets.ISO_8859_1);
        };
    }

    private List<byte[]> badCopies(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name + ".bad-"))
                .map(TableDamageTest::bytes).toList();
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** At least what stood in the copies, which are one change older. */
    private void assertHoldsAll(Tables found) {
        assertThat(found.topics().topics()).containsKeys("Orders1", "Orders2");
        assertThat(found.groups().groups()).containsKeys("readers1", "readers2", GROUP);
        assertThat(found.offsets().offset(GROUP, "Orders", 0)).isGreaterThanOrEqualTo(42);
        assertThat(found.delays().offset(3)).isGreaterThanOrEqualTo(9);
        assertThat(kv.value(KvConfig.ORDER_TOPICS, "Orders1")).isEqualTo(GROUP);
        assertThat(kv.value(KvConfig.ORDER_TOPICS, "Orders2")).isEqualTo(GROUP);
    }

    private Tables load() throws IOException {
        TopicConfigManager topics = new TopicConfigManager(file("topics.json"), TopicDefaults.of("C1", "broker-a"),
            true, Instant::now);
        Tables loaded = new Tables(topics,
            new SubscriptionGroupManager(file("subscriptionGroup.json"), true, Instant::now),
            new ConsumerOffsetManager(file("consumerOffset.json"), Instant::now, 1 << 20),
            new DelayOffsets(file("delayOffset.json"), Instant::now), new LateMessages(topics));
        loaded.topics().load(true);
        loaded.groups().load(true);
        loaded.offsets().load(true);
        loaded.delays().load();
        kv = new KvConfig(new StoredTable(folder.resolve("kvConfig.json")));
        return loaded;
    }

    private TableFile file(String name) {
        return new TableFile(folder.resolve(name));
    }
}
