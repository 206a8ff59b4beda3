/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.FileLayer;

/**
 * The directory of all queues: one per topic in it, and in that one per queue (storage 1, 4).
 *
 * <pre>
 * path / TOPIC / QUEUE-ID / files
 * </pre>
 *
 * @param layer where files are
 * @param open files that are open
 * @param path the directory
 * @param fileBytes size of a file, whole entries
 */
public record QueueDirectory(FileLayer layer, OpenFiles open, Path path, int fileBytes) {

    private static final Logger log = LoggerFactory.getLogger(QueueDirectory.class);
    private static final Pattern QUEUE_ID = Pattern.compile("0|[1-9][0-9]{0,8}");
    private static final int NAME_BYTES_MAX = 255;

    /**
     * A queue that has a directory.
     *
     * @param topic topic
     * @param queueId number of the queue
     */
    public record Place(String topic, int queueId) {
    }

    /**
     * Looks for queues. A directory that may not be read and is of no topic that is known stands there by chance, as
     * {@code lost+found} where the queues have a disk of their own.
     *
     * @param known whether queues of a topic are known
     * @return those that are on disk
     * @throws IOException when a directory can't be read
     */
    public List<Place> places(Predicate<String> known) throws IOException {
        List<Place> found = new ArrayList<>();
        for (Path topic : layer.directories(path)) {
            for (Path queue : queues(topic, known)) {
                String id = queue.getFileName().toString();
                if (QUEUE_ID.matcher(id).matches()) {
                    found.add(new Place(topic.getFileName().toString(), Integer.parseInt(id)));
                } else {
                    log.warn("{} is no queue and left alone", queue);
                }
            }
        }
        return found;
    }

    private List<Path> queues(Path topic, Predicate<String> known) throws IOException {
        try {
            return layer.directories(topic);
        } catch (AccessDeniedException denied) {
            if (known.test(topic.getFileName().toString())) {
                throw denied;
            }
            log.warn("{} can't be read and belongs to no queue that is known: left alone", topic);
            return List.of();
        }
    }

    /**
     * Whether a topic can be here: it names a directory as it is, which must not lead out of this one, and which the
     * platform's encoding of names has characters for.
     *
     * @param topic name of a topic
     * @return whether it is fit to be a directory's name
     */
    public boolean canHold(String topic) {
        return !topic.isEmpty() && !topic.equals(".") && !topic.equals("..") && topic.indexOf('/') < 0
            && topic.indexOf(0) < 0 && topic.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX
            && canBeWritten(topic);
    }

    private boolean canBeWritten(String topic) {
        try {
            return path.resolve(topic).getFileName().toString().equals(topic);
        } catch (InvalidPathException unmappable) {
            return false;
        }
    }

    /**
     * Files of a queue, of which there may be none yet.
     *
     * @param topic topic
     * @param queueId number of the queue
     * @return its files
     */
    public QueueFiles files(String topic, int queueId) {
        return new QueueFiles(layer, open, path.resolve(topic).resolve(Integer.toString(queueId)), fileBytes);
    }

    /**
     * Deletes the directory of a topic whose queues are gone; a warning when it stays.
     *
     * @param topic topic
     */
    public void deleteTopic(String topic) {
        try {
            layer.delete(path.resolve(topic));
        } catch (IOException thrown) {
            log.warn("the directory of deleted topic {} stays", topic, thrown);
        }
    }
}
