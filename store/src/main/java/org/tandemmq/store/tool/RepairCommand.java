/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.file.WholeFile;
import org.tandemmq.store.offline.Aside;
import org.tandemmq.store.offline.LogWalk;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.place.DiskSync;
import org.tandemmq.store.place.PlainFile;
import org.tandemmq.store.record.RecordView;

/**
 * Makes a damaged store one that a broker opens: shows first what would be done, does it when told so, and puts
 * everything that is taken away into a directory beside.
 */
final class RepairCommand {

    private static final List<String> TABLES = List.of("topics.json", "consumerOffset.json", "subscriptionGroup.json",
        "delayOffset.json");

    private final OfflineStore store;
    private final PrintStream out;
    private final LongSupplier elapsedMs;
    private final Damage damage = new Damage();
    private long wholeBehind;
    private LogWalk walk;

    /** First damage of the log. */
    private static final class Damage {
        private Path file;
        private long position = -1;
        private String reason;
    }

    RepairCommand(OfflineStore store, PrintStream out, LongSupplier elapsedMs) {
        this.store = store;
        this.out = out;
        this.elapsedMs = elapsedMs;
    }

    /** Whether there is something to do; says what. Refuses what would leave the store with less than it has. */
    boolean plan(boolean rebuild) throws IOException, ToolException {
        walk = new LogWalk(store.segmentFiles(), store.measures().segmentBytes(), true, elapsedMs);
        walk.run(new FirstDamage());
        boolean cut = damage.position >= 0;
        if (cut) {
            out.printf("log: damaged at position %d in %s: %s%n", damage.position, damage.file, damage.reason);
            out.printf("     would be cut there; %d bytes with %d whole records behind it would be saved aside%n",
                walk.end() - damage.position, wholeBehind);
        } else {
            out.printf("log: whole from %d to %d, %d records%n", Math.max(0, walk.begin()), Math.max(0, walk.end()),
                walk.records());
        }
        boolean followers = rebuild || cut || !followersAgree();
        if (followers) {
            planFollowers();
        } else {
            out.println("queues and index: agree with the log");
        }
        boolean tables = false;
        for (String table : TABLES) {
            tables |= isDamaged(table) && tellTable(table);
        }
        return followers || tables;
    }

    private void planFollowers() throws IOException, ToolException {
        OfflineStore.Measures measures = store.measures();
        out.println("queues and index: would be set aside and built again from the log");
        if (measures.indexSlots() == 0) {
            throw new ToolException(ToolException.USAGE, "the files in " + store.paths().index() + " have not the"
                + " default size, and an index of another size could not be used: say --index-slots and"
                + " --index-entries (maxHashSlotNum, maxIndexNum), or move them away if there is to be none");
        }
        if (measures.queueFileBytes() == 0) {
            out.printf("     queues would get files of %d bytes (mappedFileSizeConsumeQueue, --queue-file-bytes)%n",
                QueueConfig.DEFAULT_QUEUE_FILE_BYTES);
        }
        if (OfflineStore.indexFiles(store.paths().index()).isEmpty()) {
            out.printf("     the index would get files of %d slots and %d entries (maxHashSlotNum and maxIndexNum,"
                + " --index-slots and --index-entries)%n", measures.indexSlots(), measures.indexEntries());
        }
    }

    private boolean followersAgree() throws IOException {
        Report silent = new Report(new PrintStream(java.io.OutputStream.nullOutputStream()), false, 0);
        VerifyCommand verify = new VerifyCommand(store, silent, false, elapsedMs);
        verify.run();
        return silent.isCleanOf("queue") && silent.isCleanOf("index");
    }

    private boolean isDamaged(String table) throws IOException {
        Path path = store.paths().config().resolve(table);
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !isReadable(path);
    }

    private static boolean isReadable(Path path) throws IOException {
        try {
            return Json.read(WholeFile.text(PlainFile.read(path))) != null;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private boolean tellTable(String table) throws IOException {
        Path backup = backup(store.paths().config().resolve(table));
        boolean good = Files.exists(backup) && isReadable(backup);
        out.printf("%s: damaged; %s%n", table, good ? "would be replaced by its .bak"
            : "there is no good .bak: put a copy in its place by hand");
        return good;
    }

    /**
     * Looks whether what was shown can be done.
     *
     * @throws ToolException when what is to be taken away can't be moved to the directory
     */
    void check(Aside aside) throws IOException, ToolException {
        List<Path> all = followers();
        all.addAll(laterSegments());
        all.addAll(replacedTables());
        String refusal = aside.refusal(all);
        if (refusal == null && damage.position >= 0 && Files.exists(savedEnd(aside))) {
            refusal = savedEnd(aside) + " is there already";
        }
        if (refusal != null) {
            throw new ToolException(ToolException.USAGE, refusal + "; nothing was changed, name another directory"
                + " (--aside)");
        }
    }

    /** Does what was shown and checked. The store's shared lock must have been given back. */
    void carryOut(Aside aside) throws IOException {
        aside.make();
        if (damage.position >= 0) {
            saveEnd(aside);
        }
        List<Path> all = followers();
        List<Path> tables = replacedTables();
        all.addAll(tables);
        aside.take(all);
        for (Path table : tables) {
            Files.copy(backup(table), table, StandardCopyOption.REPLACE_EXISTING);
        }
        if (damage.position >= 0) {
            cut(aside);
        }
        long end = new Rebuild(store, elapsedMs).run();
        out.printf("done: the log ends at %d, queues and index are built, what was taken away is in %s%n", end,
            aside.path());
    }

    /** Queues, index and the marks with their copies, which would be read in place of what is missing. */
    private List<Path> followers() {
        List<Path> all = new ArrayList<>(List.of(store.paths().consumeQueues(), store.paths().index()));
        all.addAll(store.paths().marks());
        all.removeIf(each -> !Files.exists(each));
        return all;
    }

    private List<Path> laterSegments() throws IOException {
        return damage.position < 0 ? List.of()
            : store.segmentFiles().stream().filter(file -> start(file) > start(damage.file)).toList();
    }

    private List<Path> replacedTables() throws IOException {
        List<Path> tables = new ArrayList<>();
        for (String table : TABLES) {
            Path path = store.paths().config().resolve(table);
            if (isDamaged(table) && Files.exists(backup(path)) && isReadable(backup(path))) {
                tables.add(path);
            }
        }
        return tables;
    }

    private static Path backup(Path table) {
        return table.resolveSibling(table.getFileName() + ".bak");
    }

    private static long start(Path segment) {
        return Long.parseLong(segment.getFileName().toString());
    }

    private Path savedEnd(Aside aside) {
        return aside.path().resolve(String.format(Locale.ROOT, "commitlog-%020d", damage.position));
    }

    private void saveEnd(Aside aside) throws IOException {
        try (FileChannel from = FileChannel.open(damage.file, StandardOpenOption.READ);
             FileChannel to = FileChannel.open(savedEnd(aside), StandardOpenOption.CREATE_NEW,
                 StandardOpenOption.WRITE)) {
            long behind = Math.min(from.size(), store.measures().segmentBytes());
            for (long next = damage.position - start(damage.file); next < behind;) {
                next += from.transferTo(next, behind - next, to);
            }
            to.force(true);
        }
        DiskSync.force(aside.path());
    }

    private void cut(Aside aside) throws IOException {
        aside.take(laterSegments());
        try (FileChannel segment = FileChannel.open(damage.file, StandardOpenOption.WRITE)) {
            segment.truncate(damage.position - start(damage.file));
            segment.write(ByteBuffer.allocate(1), store.measures().segmentBytes() - 1L);
            segment.force(true);
        }
        DiskSync.force(damage.file.getParent());
        out.printf("log: cut at %d; what stood behind is in %s%n", damage.position, savedEnd(aside));
    }

    private final class FirstDamage implements LogWalk.Visitor {
        @Override
        public void record(RecordView record) {
            if (damage.position >= 0) {
                wholeBehind++;
            }
        }

        @Override
        public void damage(Path file, long position, long bytes, String reason) {
            if (damage.position < 0) {
                damage.file = file;
                damage.position = position;
                damage.reason = reason;
                wholeBehind = 0;
            }
        }

        @Override
        public void file(Path file, String what) {
            out.printf("log: %s: %s; readers go over it, nothing can be repaired%n", file.getFileName(), what);
        }
    }
}
