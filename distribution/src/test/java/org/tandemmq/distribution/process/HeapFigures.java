/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** What a JVM's heap holds, asked with the JDK's own jcmd. */
public final class HeapFigures {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final Pattern USED = Pattern.compile("(?:heap|generation) .*?used (\\d+)K");

    private HeapFigures() {
    }

    /** MiB in use after a full collection. */
    public static long usedMibAfterCollection(ManagedProcess process) {
        String info = ask(process, "GC.run", "GC.heap_info");
        Matcher used = USED.matcher(info);
        long kib = 0;
        while (used.find()) {
            kib += Long.parseLong(used.group(1));
        }
        if (kib == 0) {
            throw new IllegalStateException("no figure in: " + info);
        }
        return kib >> 10;
    }

    /** Waits until a full collection leaves no more than this: what is under way just then is there as well. */
    public static void awaitUsedMib(ManagedProcess process, long max) {
        Awaitility.await("the heap of " + process).atMost(WITHIN).pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofSeconds(1))
            .untilAsserted(() -> assertThat(usedMibAfterCollection(process)).isLessThanOrEqualTo(max));
    }

    private static String ask(ManagedProcess process, String... commands) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Path folder = BuildOutput.workFolder("jcmd");
        Path script = folder.resolve("commands");
        try {
            Files.write(script, List.of(commands));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (ManagedProcess asking = ManagedProcess.start("jcmd", folder,
                List.of(jcmd, Long.toString(process.pid()), "-f", script.toString()), Map.of())) {
            asking.awaitEnd(WITHIN);
            return asking.log();
        }
    }
}
