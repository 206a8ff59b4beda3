/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The properties file of one broker under test: the keys that both products know, free ports, a store of its own.
 * Segments are small so that a test does not need gigabytes, and a log whose lock is held for long turns sends away
 * later than it does by default: on a busy machine its holder may not run for a second.
 */
public final class BrokerSettings {
    private final Path folder;
    private final int port = FreePorts.block();
    private final Map<String, String> values = new LinkedHashMap<>();

    /** Settings of a master in this folder. */
    public BrokerSettings(Path folder) {
        this.folder = folder;
        with("brokerClusterName", "TestCluster").with("brokerName", "broker-a").with("brokerId", 0)
            .with("brokerRole", "ASYNC_MASTER").with("flushDiskType", "ASYNC_FLUSH").with("brokerIP1", "127.0.0.1")
            .with("brokerIP2", "127.0.0.1").with("listenPort", port).with("haListenPort", port + 1)
            .with("storePathRootDir", folder.resolve("store")).with("storePathCommitLog", logFolder())
            .with("mappedFileSizeCommitLog", 64 << 20).with("mappedFileSizeConsumeQueue", 20 * 30_000)
            .with("diskMaxUsedSpaceRatio", 95).with("osPageCacheBusyTimeOutMills", 10_000);
    }

    /** Settings of a master in a new folder of this name. */
    public static BrokerSettings inNewFolder(String name) {
        return new BrokerSettings(BuildOutput.workFolder(name));
    }

    /** Sets a key and returns these settings. */
    public BrokerSettings with(String key, Object value) {
        values.put(key, value.toString());
        return this;
    }

    /** Value of a key. */
    public String text(String key) {
        return values.get(key);
    }

    /** Where everything of this broker is. */
    public Path folder() {
        return folder;
    }

    /** Its store. */
    public Path storeFolder() {
        return folder.resolve("store");
    }

    private Path logFolder() {
        return folder.resolve("store").resolve("commitlog");
    }

    /** Port of clients; two below and three above are free too. */
    public int port() {
        return port;
    }

    /** Writes the file as it is now. */
    public Path write() {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        try {
            return Files.writeString(folder.resolve("broker.conf"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
