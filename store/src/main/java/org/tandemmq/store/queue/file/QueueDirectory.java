/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
     * Looks for queues.
     *
     * @return those that are on disk
     * @throws IOException when a directory can't be read
     */
    public List<Place> places() throws IOException {
        List<Place> found = new ArrayList<>();
        for (Path topic : layer.directories(path)) {
            for (Path queue : layer.directories(topic)) {
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

    /**
     * Whether a topic can be here: it names a directory as it is, which must not lead out of this one.
     *
     * @param topic name of a topic
     * @return whether it is fit to be a directory's name
     */
    public static boolean canHold(String topic) {
        return !topic.isEmpty() && !topic.equals(".") && !topic.equals("..") && topic.indexOf('/') < 0
            && topic.indexOf(0) < 0 && topic.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX;
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
     * Deletes the directory of a topic whose queues are gone.
     *
     * @param topic topic
     * @throws IOException when it stays
     */
    public void deleteTopic(String topic) throws IOException {
        layer.delete(path.resolve(topic));
    }
}
