/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.config.ConfigException;
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

        assertThat(file.content).isEqualTo(FILE.replace("brokerPermission=6", "brokerPermission=4"));
        assertThat(applied).isEqualTo(Map.of("brokerPermission", 4L));
    }

    @Test
    void shouldAppendKeyThatWasNotGiven() {
        settings(file).change(Map.of("autoCreateTopicEnable", "false"));

        assertThat(file.content).isEqualTo(FILE + "\nautoCreateTopicEnable=false\n");
        assertThat(applied).isEqualTo(Map.of("autoCreateTopicEnable", false));
    }

    @Test
    void shouldReplaceContinuedLinesAsAWhole() {
        PropertiesText text = new PropertiesText(FILE);
        text.set("messageDelayLevel", "5s");

        assertThat(text.toString()).isEqualTo(FILE.replace("1s \\\n  2s", "5s"));
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
        assertThat(file.content).isEqualTo(FILE);
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
        private String content = FILE;

        @Override
        public byte[] load() {
            return content.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void save(byte[] bytes) {
            content = new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
