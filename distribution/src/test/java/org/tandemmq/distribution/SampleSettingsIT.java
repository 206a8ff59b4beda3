/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.ScriptEnvironment;
import org.tandemmq.distribution.process.StockLine;

/** The sample settings, started as they are. Their ports are fixed, so this needs a network of its own (Linux). */
class SampleSettingsIT {
    private static final Duration WITHIN = Duration.ofMinutes(4);

    private final Path folder = BuildOutput.workFolder("samples");

    @Test
    void shouldStartEverySampleAsItIs() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/unshare")) && run("probe", "true") == 0,
            "no network of its own for this user");
        Path script = folder.resolve("samples.sh");
        try (InputStream in = getClass().getResourceAsStream("samples.sh")) {
            Files.copy(in, script);
        }
        String tool = StockLine.CURRENT.classPath();
        String java = System.getProperty("java.home") + "/bin/java";

        int code = run("samples", "bash", script.toString(), BuildOutput.product().toString(), tool, java);

        String log = Files.readString(folder.resolve("samples.log"));
        assertThat(code).as(log).isZero();
        assertThat(log).contains("SEND_OK", "logs are equal", "namesrv stopped",
            "ASYNC_MASTER  broker-b", "SYNC_MASTER  broker-a", "SLAVE  broker-b");
        try (var files = Files.list(BuildOutput.product().resolve("conf"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("2m-"))).hasSize(3);
        }
        assertThat(log.lines().filter(line -> line.startsWith("2m-") && line.endsWith("stopped"))).hasSize(10);
    }

    private int run(String name, String... command) {
        String[] own = new String[command.length + 2];
        own[0] = "unshare";
        own[1] = "-rn";
        System.arraycopy(command, 0, own, 2, command.length);
        try (ManagedProcess process = ManagedProcess.start(name, folder, List.of(own),
                ScriptEnvironment.of(folder))) {
            return process.awaitEnd(WITHIN);
        }
    }
}
