/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts hand to Java, whatever the environment: Java is a script here that writes down its arguments. */
class ScriptsTest {
    private static final Path SOURCES = Path.of("..", "bin").toAbsolutePath().normalize();

    @TempDir
    private Path folder;
    private Path installation;
    private Path written;

    @BeforeEach
    void install() throws IOException {
        installation = folder.resolve("with blank * and [a-z]");
        written = folder.resolve("arguments");
        Files.createDirectories(installation.resolve("lib"));
        Files.writeString(installation.resolve("lib/some.jar"), "");
        Path java = folder.resolve("my java/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + written + "'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(installation.resolve("bin"));
        try (Stream<Path> scripts = Files.list(SOURCES)) {
            for (Path script : scripts.toList()) {
                Files.copy(script, installation.resolve("bin").resolve(script.getFileName()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"HOME, home of/some one", "XDG_CACHE_HOME, cache * of mine", "MQ_LOG_DIR, my logs"})
    void shouldStartWithBlanksInFolders(String name, String value) throws Exception {
        Path place = Files.createDirectories(folder.resolve(value));

        assertThat(run(folder, Map.of(name, place.toString()), installed("mqbroker.sh"), "-c", "a file")).isZero();

        assertThat(arguments()).endsWith("org.tandemmq.broker.BrokerStartup", "-c", "a file")
            .contains("-Dtandemmq.home=" + installation, "-Dtandemmq.program=broker", "-Dio.netty.jfr.enabled=false")
            .allMatch(argument -> argument.startsWith("-") || argument.equals("a file")
                || argument.equals("org.tandemmq.broker.BrokerStartup")
                || argument.equals(installation + "/lib/some.jar"));
    }

    @Test
    void shouldUseTheClassArchiveInAFolderWithBlanks() throws Exception {
        Path cache = Files.createDirectories(folder.resolve("my cache"));
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache.toString());
        assertThat(run(folder, environment, installed("mqbroker.sh"))).isZero();
        String fresh = argument("-XX:ArchiveClassesAtExit=");
        String up = argument("-Dtandemmq.up=");
        assertThat(fresh).startsWith(cache + "/tandemmq/broker-");
        Files.writeString(Path.of(fresh), "classes");
        Files.writeString(Path.of(up), "");

        assertThat(run(folder, environment, installed("mqbroker.sh"))).isZero();

        assertThat(argument("-XX:SharedArchiveFile=")).isEqualTo(fresh.substring(0, fresh.indexOf(".new.")));
    }

    /** The JVM takes a colon in this option for the end of the first of two names. */
    @Test
    void shouldStartWithoutAClassArchiveWhereItsPlaceCanNotBeNamed() throws Exception {
        Path cache = Files.createDirectories(folder.resolve("a:b"));
        assertThat(run(folder, Map.of("XDG_CACHE_HOME", cache.toString()), installed("mqbroker.sh"))).isZero();
        assertThat(arguments()).contains("-Xshare:auto").noneMatch(argument -> argument.contains("a:b"));
    }

    @ParameterizedTest
    @CsvSource({"mqbroker.sh, org.tandemmq.broker.BrokerStartup", "mqnamesrv.sh, org.tandemmq.broker.NameServerStartup",
        "mqstore.sh, org.tandemmq.store.tool.MqStore"})
    void shouldFindTheInstallationWithAnExportedSearchPathOfCd(String script, String main) throws Exception {
        Map<String, String> environment = Map.of("CDPATH", installation + ":" + folder);
        assertThat(run(installation, environment, "bin/" + script)).isZero();
        assertThat(arguments()).contains("-Dtandemmq.home=" + installation, main);
        assertThat(run(installation.resolve("bin"), environment, "bash", script)).isZero();
        assertThat(arguments()).contains("-Dtandemmq.home=" + installation, main);
    }

    /** The form of RocketMQ's own pages; sh is dash on many systems, and bash with other rules on the rest. */
    @ParameterizedTest
    @ValueSource(strings = {"sh", "dash", "bash --posix", "bash -eu"})
    void shouldStartByAnyShell(String shell) throws Exception {
        assumeThat(isThere(shell.split(" ")[0])).isTrue();
        for (String script : List.of("mqbroker.sh", "mqnamesrv.sh", "mqstore.sh")) {
            List<String> command = new ArrayList<>(List.of(shell.split(" ")));
            command.addAll(List.of("bin/" + script, "an argument", ""));
            Files.deleteIfExists(written);
            assertThat(run(installation, Map.of(), command.toArray(String[]::new))).as(script).isZero();
            assertThat(arguments()).as(script).contains("-Dtandemmq.home=" + installation)
                .endsWith("an argument", "");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh bin/mqshutdown.sh", "bash --posix bin/mqshutdown.sh", "bin/mqshutdown.sh"})
    void shouldStopByAnyShell(String command) throws Exception {
        assertThat(run(installation, Map.of("CDPATH", "."), command.split(" "))).as("usage").isEqualTo(2);
        assertThat(output()).startsWith("usage: ");
        assertThat(run(installation, Map.of("CDPATH", "."), (command + " broker").split(" "))).isEqualTo(1);
        assertThat(output()).isEqualTo("no broker of " + installation + " is running\n");
    }

    /** They have nothing to run here, and say so with the folder they looked in. */
    @ParameterizedTest
    @ValueSource(strings = {"bin/bench.sh", "sh bin/bench.sh"})
    void shouldFindTheCheckoutOfTheBenchmark(String command) throws Exception {
        assertThat(run(installation, Map.of("CDPATH", "."), command.split(" "))).isEqualTo(2);
        assertThat(output()).isEqualTo("run 'mvn package' in " + installation + " first\n");
    }

    @Test
    void shouldTakeOptionsAsTheyAre() throws Exception {
        Map<String, String> environment = Map.of("JAVA_OPTS", "-Dpattern=* -Dother=l?b", "MQ_HEAP", "300m");
        assertThat(run(installation, environment, "bin/mqbroker.sh")).isZero();
        assertThat(arguments()).contains("-Dpattern=*", "-Dother=l?b", "-Xmx300m");
        assertThat(run(installation, Map.of("JAVA_OPTS", "*"), "bin/mqbroker.sh")).isZero();
        assertThat(arguments()).contains("*").doesNotContain("lib");
    }

    private String installed(String script) {
        return installation.resolve("bin").resolve(script).toString();
    }

    private int run(Path directory, Map<String, String> more, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MQ_") || name.equals("JAVA_OPTS"));
        builder.environment().put("JAVA_HOME", folder.resolve("my java").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(more);
        if (command[0].startsWith("bin/")) {
            // found by the shell, as an operator's call is: a relative name stays one
            List<String> called = new ArrayList<>(List.of("bash", "-c", "exec \"$@\"", "call"));
            called.addAll(List.of(command));
            builder.command(called);
        }
        Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static boolean isThere(String shell) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, shell)));
    }

    private List<String> arguments() throws IOException {
        return Files.readString(written).lines().toList();
    }

    private String argument(String begin) throws IOException {
        return arguments().stream().filter(one -> one.startsWith(begin)).findFirst().orElseThrow()
            .substring(begin.length());
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}
