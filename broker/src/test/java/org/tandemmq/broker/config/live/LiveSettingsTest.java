/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.ConfigFile;
import org.tandemmq.broker.config.KnownKeys;

/** Settings that change while the broker runs. */
class LiveSettingsTest {

    private static final String FILE = "# who\nbrokerName = one\n\n# what\nbrokerPermission=6\n"
        + "messageDelayLevel=1s \\\n  2s\n#end";

    private final Map<String, Object> applied = new HashMap<>();
    private final Text file = new Text();

    @Test
    void shouldChangeOneLineOfTheFile() {
        assertThat(settings(file).change(Map.of("brokerPermission", "4", "brokerName", "one")))
            .containsExactly("brokerPermission");

        assertThat(file.text()).isEqualTo(FILE.replace("brokerPermission=6", "brokerPermission=4"));
        assertThat(applied).isEqualTo(Map.of("brokerPermission", 4L));
    }

    @Test
    void shouldAppendKeyThatWasNotGiven() {
        settings(file).change(Map.of("autoCreateTopicEnable", "false"));

        assertThat(file.text()).isEqualTo(FILE + "\nautoCreateTopicEnable=false\n");
        assertThat(applied).isEqualTo(Map.of("autoCreateTopicEnable", false));
    }

    @Test
    void shouldReplaceContinuedLinesAsAWhole() {
        PropertiesText text = new PropertiesText(FILE.getBytes(StandardCharsets.UTF_8));
        text.set("messageDelayLevel", "5s");

        assertThat(text.toString()).isEqualTo(FILE.replace("1s \\\n  2s", "5s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=b\\ \nbrokerPermission=6\nc=d\n", "a=b\rbrokerPermission=6\rc=d\r",
        "a=b\r\nbrokerPermission=6\r\nc=d\r\n", "# a \\\nbrokerPermission=6\nc=d", "!\\\n\nbrokerPermission=6\n"})
    void shouldLeaveTheLinesAround(String text) {
        file.content = text.getBytes(StandardCharsets.UTF_8);
        settings(file).change(Map.of("brokerPermission", "4"));
        assertThat(file.text()).isEqualTo(text.replace("6", "4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=b\\", "a=b\\\n", "a=b\\\r\n", "#\\", "a=b", "a=b\\\\\n"})
    void shouldAppendBehindAnyEnd(String text) throws IOException {
        file.content = text.getBytes(StandardCharsets.UTF_8);
        settings(file).change(Map.of("brokerPermission", "4"));

        Properties before = new Properties();
        before.load(new StringReader(text));
        Properties after = new Properties();
        after.load(new StringReader(file.text()));
        before.setProperty("brokerPermission", "4");
        assertThat(after).isEqualTo(before);
    }

    @Test
    @Timeout(60)
    void shouldShowManySettingsWithoutLookingForEachInAll() {
        Map<String, String> many = new HashMap<>();
        IntStream.range(0, 30_000).forEach(i -> many.put("key" + i, "value"));

        String text = new LiveSettings(KnownKeys.ofBroker(), many, null).text();

        assertThat(text.lines()).hasSize(30_000).contains("key29999=value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GBK", "ISO-8859-1", "UTF-8"})
    void shouldLeaveTheBytesOfAnyEncoding(String name) {
        String text = "# \u00e9\u6d88\u00fc\nregionId=\u00e9\nbrokerPermission=6\n";
        file.content = text.getBytes(Charset.forName(name));
        settings(file).change(Map.of("brokerPermission", "4"));
        assertThat(file.content).isEqualTo(text.replace('6', '4').getBytes(Charset.forName(name)));
    }

    @Test
    void shouldWriteWhatTheEncodingOfTheFileHasNot() throws IOException {
        for (String before : List.of("# \u00e9\n", "")) {
            PropertiesText text = new PropertiesText(before.getBytes(StandardCharsets.ISO_8859_1));
            text.set("regionId", "\u00c3\u00a9\u6d88");
            byte[] bytes = text.bytes();
            Properties read = new Properties();
            read.load(new StringReader(new String(bytes, ConfigFile.encodingOf(bytes))));
            assertThat(read.getProperty("regionId")).isEqualTo("\u00c3\u00a9\u6d88");
        }
    }

    @Test
    void shouldRefuseAllWhenOneIsWrong() {
        LiveSettings settings = settings(file);

        assertThatThrownBy(() -> settings.change(Map.of("brokerPermission", "4", "brokerPermision", "4",
            "storePathRootDir", "/elsewhere", "autoCreateTopicEnable", "perhaps", "aclEnable", "true")))
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining("unknown key brokerPermision; the nearest known key is brokerPermission")
            .hasMessageContaining("storePathRootDir can't be changed")
            .hasMessageContaining("autoCreateTopicEnable=perhaps is not true or false")
            .hasMessageContaining("aclEnable can't be changed");
        assertThat(file.text()).isEqualTo(FILE);
        assertThat(applied).isEmpty();
        assertThat(settings.changes()).isZero();
    }

    @Test
    void shouldChangeWithoutFileUntilTheNextStart() {
        LiveSettings settings = settings(null);
        settings.change(Map.of("brokerPermission", "2"));

        assertThat(settings.value("brokerPermission")).isEqualTo("2");
        assertThat(settings.changes()).isEqualTo(1);
    }

    @Test
    void shouldWriteTextThatPropertiesRead() throws IOException {
        Map<String, String> values = Map.of("brokerName", "a\\b c:d=e", "regionId", " x", "brokerClusterName", "");
        Properties read = new Properties();
        read.load(new StringReader(new LiveSettings(KnownKeys.ofBroker(), values, null).text()));

        assertThat(read).isEqualTo(values);
    }

    private LiveSettings settings(LiveSettings.ConfigText kept) {
        return new LiveSettings(KnownKeys.ofBroker(),
            Map.of("brokerName", "one", "brokerPermission", "6", "autoCreateTopicEnable", "true"), kept)
            .changeable("brokerPermission", value -> applied.put("brokerPermission", value))
            .changeable("autoCreateTopicEnable", value -> applied.put("autoCreateTopicEnable", value));
    }

    private static final class Text implements LiveSettings.ConfigText {
        private byte[] content = FILE.getBytes(StandardCharsets.UTF_8);

        @Override
        public byte[] load() {
            return content;
        }

        @Override
        public void save(byte[] bytes) {
            content = bytes;
        }

        private String text() {
            return new String(content, StandardCharsets.UTF_8);
        }
    }
}
