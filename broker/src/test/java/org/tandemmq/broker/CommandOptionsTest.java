/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command line. */
class CommandOptionsTest {

    @Test
    void shouldReadShortAndLongOptions() {
        CommandOptions options = CommandOptions.parse("-c", "a.conf", "-n", "192.0.2.1:9876;192.0.2.2:9876", "-m");

        assertThat(options.file()).isEqualTo(Path.of("a.conf"));
        assertThat(options.overrides()).isEqualTo(Map.of("namesrvAddr", "192.0.2.1:9876;192.0.2.2:9876"));
        assertThat(options.print()).isEqualTo(CommandOptions.Print.IMPORTANT);
        assertThat(CommandOptions.parse("--configFile=a.conf", "--printConfigItem").print())
            .isEqualTo(CommandOptions.Print.ALL);
        assertThat(CommandOptions.parse("-h").print()).isEqualTo(CommandOptions.Print.HELP);
        assertThat(CommandOptions.parse()).isEqualTo(new CommandOptions(null, Map.of(), CommandOptions.Print.NOTHING));
    }

    @Test
    void shouldRefuseWrongUsage() {
        for (String[] wrong : new String[][] {{"-x"}, {"-c"}, {"stray"}, {"-c", "a", "b"}, {"--nothing"}}) {
            assertThatThrownBy(() -> CommandOptions.parse(wrong)).as(String.join(" ", wrong))
                .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
