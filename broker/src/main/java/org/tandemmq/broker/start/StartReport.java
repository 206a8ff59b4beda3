/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.metadata.TableDamagedException;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.store.StoreException;

/** What a start says on the console: one screen when it went well, the cause when not. */
public final class StartReport {

    private static final double MS_PER_SECOND = 1_000;
    private static final int MEBIBYTE = 1 << 20;
    private static final int CAUSES_MAX = 8;

    private StartReport() {
    }

    /**
     * Names the log file of this process; has to come before the first log line.
     *
     * @param name name without ending
     */
    public static void nameLogFile(String name) {
        System.setProperty("tandemmq.log", name.replaceAll("[^A-Za-z0-9._-]", "_"));
    }

    /**
     * Says what was started.
     *
     * @param config settings of the running broker
     */
    public static void started(BrokerConfig config) {
        BrokerConfig.Addresses addresses = config.addresses();
        line("TandemMQ " + version() + "  " + config.identity().role() + "  " + config.identity().name()
            + "  (cluster " + config.identity().cluster() + ", id " + config.identity().id() + ", pid "
            + ProcessHandle.current().pid() + ")");
        line("  clients       " + addresses.forClients()
            + (addresses.vipPort() > 0 ? "  (and port " + addresses.vipPort() + ")" : ""));
        line("  slaves        " + addresses.forSlaves());
        line("  name service  " + naming(config.naming()));
        line("  store         " + config.store().paths().root()
            + (config.store().flush().sync() ? "  (SYNC_FLUSH)" : "  (ASYNC_FLUSH)"));
        line("  heap          " + heap());
        ready();
    }

    /**
     * Says what was started.
     *
     * @param address where the name service listens
     * @param kvConfigFile where its key-value table is kept
     */
    public static void nameServiceStarted(String address, String kvConfigFile) {
        line("TandemMQ " + version() + "  name service  (pid " + ProcessHandle.current().pid() + ")");
        line("  clients       " + address);
        line("  key values    " + kvConfigFile);
        line("  heap          " + heap());
        ready();
    }

    /**
     * Says why there was no start.
     *
     * @param cause what went wrong; its stack goes to the log unless the cause is one that an operator can act on
     */
    public static void failed(RuntimeException cause) {
        System.err.println("not started: " + text(cause));
        if (!isSelfExplaining(cause)) {
            LoggerFactory.getLogger(StartReport.class).info("not started", cause);
        }
    }

    /** Settings, files, ports, a store in use: the line says it all. Anything else is a fault of ours. */
    private static boolean isSelfExplaining(Throwable cause) {
        Throwable first = cause;
        for (int depth = 0; first.getCause() != null && depth < CAUSES_MAX; depth++) {
            first = first.getCause();
        }
        return first instanceof ConfigException || first instanceof IOException || first instanceof StoreException
            || first instanceof RemotingException || first instanceof TableDamagedException;
    }

    /** Version of this build, {@code unpacked} when it runs from class files. */
    public static String version() {
        String version = StartReport.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }

    private static String text(Throwable cause) {
        StringBuilder text = new StringBuilder(String.valueOf(cause.getMessage()));
        Throwable next = cause.getCause();
        for (int depth = 0; next != null && depth < CAUSES_MAX; depth++) {
            if (next.getMessage() == null || text.indexOf(next.getMessage()) < 0) {
                text.append(": ").append(next);
            }
            next = next.getCause();
        }
        return text.toString();
    }

    private static String naming(BrokerConfig.Naming naming) {
        String servers = String.join(";", naming.servers());
        if (!naming.embedded()) {
            return servers.isEmpty() ? "none" : servers;
        }
        return "in this process, port " + naming.embeddedPort() + (servers.isEmpty() ? "" : ", and " + servers);
    }

    private static String heap() {
        // the collector's own figure leaves out what it keeps free; the start script tells what was asked for
        String asked = System.getProperty("tandemmq.heap", Runtime.getRuntime().maxMemory() / MEBIBYTE + "m");
        return asked.replaceAll("(?i)m$", " MiB").replaceAll("(?i)g$", " GiB") + " at most, " + java();
    }

    private static String java() {
        return "Java " + Runtime.version().feature() + ", " + Runtime.getRuntime().availableProcessors()
            + " processors";
    }

    private static void ready() {
        long beganMs = beganMs();
        line(beganMs == 0 ? "ready"
            : String.format(Locale.ROOT, "ready in %.2f s", (System.currentTimeMillis() - beganMs) / MS_PER_SECOND));
        System.out.flush();
        markUp();
    }

    /** When the start script began, else this process; 0 when neither is known. */
    private static long beganMs() {
        String told = System.getProperty("tandemmq.began", "");
        if (told.matches("\\d+[.,]\\d+")) {
            return Math.round(Double.parseDouble(told.replace(',', '.')) * MS_PER_SECOND);
        }
        return ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Tells the start script that a class archive of this run is worth keeping. */
    private static void markUp() {
        String mark = System.getProperty("tandemmq.up");
        if (mark != null) {
            try {
                Files.write(Path.of(mark), new byte[0]);
            } catch (IOException e) {
                LoggerFactory.getLogger(StartReport.class).debug("no class archive is kept: {}", e.toString());
            }
        }
    }

    private static void line(String text) {
        System.out.println(text);
    }
}
