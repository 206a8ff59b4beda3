/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.tandemmq.store.file.WholeFile;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.offline.QueueTally;
import org.tandemmq.store.place.PlainFile;

/** The JSON tables below {@code config}: whole and readable, and topics and offsets that agree with the queues. */
final class TableCheck {

    private static final String CONFIG = "config";

    private final OfflineStore store;
    private final Report report;
    private final QueueTally tally;

    TableCheck(OfflineStore store, Report report, QueueTally tally) {
        this.store = store;
        this.report = report;
        this.tally = tally;
    }

    void run() throws IOException {
        topics(table("topics.json"));
        offsets(table("consumerOffset.json"));
        table("subscriptionGroup.json");
        table("delayOffset.json");
    }

    private Map<?, ?> table(String name) throws IOException {
        Path path = store.paths().config().resolve(name);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            report.note(CONFIG, name, "there is none");
            return Map.of();
        }
        try {
            if (Json.read(WholeFile.text(PlainFile.read(path))) instanceof Map<?, ?> members) {
                return members;
            }
            report.error(CONFIG, name, -1, "not an object");
        } catch (IOException | IllegalArgumentException e) {
            report.error(CONFIG, name, -1, e.getMessage() + next(e, path.resolveSibling(name + ".bak")));
        }
        return Map.of();
    }

    /** Only what is damaged has a copy that is read instead; what can't be read is refused. */
    private static String next(Exception damage, Path backup) {
        if (damage instanceof FileSystemException) {
            return "; a start is refused";
        }
        return Files.exists(backup) ? "; the next start reads " + backup.getFileName()
            : "; there is no " + backup.getFileName();
    }

    private void topics(Map<?, ?> table) {
        if (table.get("topicConfigTable") instanceof Map<?, ?> topics) {
            tally.queues().values().stream().map(queue -> queue.topic()).distinct()
                .filter(topic -> !topics.containsKey(topic))
                .forEach(topic -> report.note(CONFIG, "topics.json", "topic " + topic
                    + " has queues and no settings"));
        }
    }

    private void offsets(Map<?, ?> table) {
        if (!(table.get("offsetTable") instanceof Map<?, ?> groups)) {
            return;
        }
        groups.forEach((key, queues) -> {
            String name = String.valueOf(key);
            String topic = name.contains("@") ? name.substring(0, name.indexOf('@')) : name;
            if (queues instanceof Map<?, ?> offsets) {
                offsets.forEach((queueId, offset) -> offset(name, topic + '/' + queueId, offset));
            }
        });
    }

    private void offset(String group, String queueName, Object offset) {
        QueueTally.Queue queue = tally.queues().get(queueName);
        long max = queue == null ? 0
            : Math.max(queue.nextOffset(), queue.entries() == null ? 0 : queue.entries().end());
        if (offset instanceof Long number && number > max) {
            report.note(CONFIG, "consumerOffset.json", group + " stands at offset " + number + " of " + queueName
                + ", which ends at " + max);
        }
    }
}
