/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.offline.Aside;
import org.tandemmq.store.offline.OfflineStore;

/** Works on a store directory while no broker has it open: {@code bin/mqstore.sh}. */
public final class MqStore {

    private static final int FINDINGS = 1;
    private static final int FINDINGS_SHOWN = 200;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);
    private static final String USAGE = """
        usage: mqstore.sh COMMAND DIRECTORY [options]
        Works on a store directory (storePathRootDir) of TandemMQ or Apache RocketMQ that no broker has open.

          verify   compares log, queues, index, tables and checkpoint; changes nothing
          dump     prints records as JSON, one a line:
                     --position N                    from this log position on (default 0)
                     --topic T [--queue Q [--offset N]]   of a topic, or of one queue from an offset on
                     --topic T --key K               with this key or unique key
                     --count N   at most so many     --no-body   without bodies
          stats    messages, bytes, times and holes of each topic and queue
          repair   shows what would be done so that a broker can open the store; does it with --yes
                     --rebuild   builds queues and index again in any case
                     --aside D   where what is taken away goes, on the same file system (default DIRECTORY/aside-TIME)

        options of all
          --json             findings and figures as JSON, one a line
          --commitlog D      directory of the log, if not DIRECTORY/commitlog (storePathCommitLog)
          --no-crc           does not compute checksums of bodies (verify)
          --max-findings N   findings that are shown (200)
          --segment-bytes N --queue-file-bytes N --index-slots N --index-entries N
                             measures, where they can't be seen from the files

        exit codes: 0 all is well, 1 something was found, 2 usage, 3 the directory can't be read or is in use
        """;

    private final PrintStream out;
    private final PrintStream err;
    private final LongSupplier elapsedMs;

    /**
     * Creates the tool.
     *
     * @param out for what was asked
     * @param err for what went wrong
     * @param elapsedMs elapsed-time clock
     */
    public MqStore(PrintStream out, PrintStream err, LongSupplier elapsedMs) {
        this.out = out;
        this.err = err;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Entry of the process.
     *
     * @param arguments command, directory and options
     */
    public static void main(String[] arguments) {
        // what it prints is read by programs, too: digits are 0 to 9 wherever it runs
        Locale.setDefault(Locale.ROOT);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        int exitCode = new MqStore(out, System.err, () -> System.nanoTime() / 1_000_000).run(arguments);
        out.flush();
        System.exit(exitCode);
    }

    /**
     * Runs a command.
     *
     * @param words command, directory and options
     * @return exit code
     */
    public int run(String[] words) {
        try {
            ToolArguments arguments = new ToolArguments(words);
            if (arguments.has("--help")) {
                out.print(USAGE);
                return 0;
            }
            if (arguments.words().size() != 2) {
                throw new ToolException(ToolException.USAGE, "say a command and a directory\n\n" + USAGE);
            }
            return command(arguments);
        } catch (ToolException e) {
            err.println("mqstore: " + e.getMessage());
            return e.exitCode();
        } catch (IOException | RuntimeException e) {
            err.println("mqstore: " + text(e));
            return ToolException.FAILED;
        }
    }

    /** Path and cause: the message of a refused or missing file is its path alone. */
    static String text(Exception thrown) {
        Exception e = thrown instanceof UncheckedIOException wrapped ? wrapped.getCause() : thrown;
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + " can't be opened: this user may not";
        }
        boolean pathOnly = e instanceof FileSystemException refused && refused.getReason() == null;
        return pathOnly || e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private OfflineStore opened(StorePaths paths, OfflineStore.Measures given) throws IOException {
        OfflineStore store = OfflineStore.open(paths, given);
        for (Path closed : store.unreadable()) {
            err.println("mqstore: " + closed + " can't be read: this user may not; left out");
        }
        return store;
    }

    private int command(ToolArguments arguments) throws ToolException, IOException {
        Path root = Path.of(arguments.words().get(1)).toAbsolutePath().normalize();
        String log = arguments.text("--commitlog", null);
        StorePaths paths = log == null ? StorePaths.below(root)
            : new StorePaths(root, Path.of(log).toAbsolutePath().normalize());
        OfflineStore.Measures given = new OfflineStore.Measures(arguments.smallNumber("--segment-bytes", 0),
            arguments.smallNumber("--queue-file-bytes", 0), arguments.smallNumber("--index-slots", 0),
            arguments.smallNumber("--index-entries", 0));
        String name = arguments.words().get(0);
        if (name.equals("repair")) {
            return repair(arguments, paths, given);
        }
        try (OfflineStore store = opened(paths, given)) {
            switch (name) {
                case "verify" -> {
                    return verify(arguments, store);
                }
                case "dump" -> new DumpCommand(store, arguments, out, elapsedMs).run();
                case "stats" -> new StatsCommand(store, arguments.has("--json"), out, elapsedMs).run();
                default -> throw new ToolException(ToolException.USAGE, name + " is no command\n\n" + USAGE);
            }
            return 0;
        }
    }

    private int verify(ToolArguments arguments, OfflineStore store) throws ToolException, IOException {
        Report report = new Report(out, arguments.has("--json"),
            arguments.smallNumber("--max-findings", FINDINGS_SHOWN));
        new VerifyCommand(store, report, !arguments.has("--no-crc"), elapsedMs).run();
        return report.isClean() ? 0 : FINDINGS;
    }

    private int repair(ToolArguments arguments, StorePaths paths, OfflineStore.Measures given)
        throws ToolException, IOException {
        RepairCommand repair;
        boolean needed;
        try (OfflineStore store = opened(paths, given)) {
            repair = new RepairCommand(store, out, elapsedMs);
            needed = repair.plan(arguments.has("--rebuild"));
        }
        if (!needed) {
            out.println("nothing to repair");
            return 0;
        }
        Aside aside = new Aside(Path.of(arguments.text("--aside", paths.root().resolve("aside-"
            + STAMP.format(LocalDateTime.now())).toString())));
        repair.check(aside);
        if (!arguments.has("--yes")) {
            out.println("nothing was changed; say --yes to do it");
            return FINDINGS;
        }
        repair.carryOut(aside);
        return 0;
    }
}
