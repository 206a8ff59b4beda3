/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.golden;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A store directory that Apache RocketMQ wrote, and what an independent decoder says that it holds. */
public final class GoldenStore {

    /** All recorded directories. */
    public static final List<String> NAMES = List.of("store-4.9.8", "store-5.3.3", "store-5.3.3-killed",
        "store-5.3.3-behind", "store-5.3.3-ahead", "store-5.3.3-pop-timer");

    private final Path directory;
    private final JSONObject expected;

    /**
     * Opens a recorded directory.
     *
     * @param name one of {@link #NAMES}
     */
    public GoldenStore(String name) {
        try {
            directory = Path.of(GoldenStore.class.getResource("/golden/" + name).toURI());
            expected = JSON.parseObject(Files.readString(directory.resolve("expected.json"), StandardCharsets.UTF_8));
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** The store directory itself; not to be written to. */
    public Path store() {
        return directory.resolve("store");
    }

    /** What the decoder says. */
    public JSONObject expected() {
        return expected;
    }

    /** Expected records in log order. */
    public List<JSONObject> records() {
        return objects(expected.getJSONArray("records"));
    }

    /** Expected consume queues. */
    public List<JSONObject> queues() {
        return objects(expected.getJSONArray("queues"));
    }

    /** Segment files of the log. */
    public List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(store().resolve("commitlog"))) {
            return files.sorted().toList();
        }
    }

    /**
     * Copies the store so that it may be written to.
     *
     * @param to the new root
     * @return the new root
     */
    public Path copyTo(Path to) throws IOException {
        try (Stream<Path> all = Files.walk(store())) {
            for (Path from : all.toList()) {
                Path target = to.resolve(store().relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(from, target);
                }
            }
        }
        return to;
    }

    /**
     * All bytes of a file.
     *
     * @param file the file
     * @return its bytes
     */
    public static ByteBuffer bytes(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file));
    }

    private static List<JSONObject> objects(JSONArray array) {
        List<JSONObject> all = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            all.add(array.getJSONObject(i));
        }
        return all;
    }
}
