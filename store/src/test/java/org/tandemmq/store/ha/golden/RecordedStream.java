/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.golden;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One recorded connection on the replication port: pieces of bytes as they arrived, both ways. */
final class RecordedStream {

    /** What came in one read. */
    record Piece(boolean fromMaster, byte[] bytes) {

        ByteBuffer buffer() {
            return ByteBuffer.wrap(bytes);
        }
    }

    private final List<Piece> pieces = new ArrayList<>();

    /** Reads a recording. */
    RecordedStream(String name) {
        StringBuilder hex = new StringBuilder();
        String head = null;
        for (String line : text(name).split("\n")) {
            if (line.startsWith("  ")) {
                hex.append(line.trim());
            } else {
                take(head, hex.toString());
                hex.setLength(0);
                head = line;
            }
        }
        take(head, hex.toString());
    }

    private void take(String head, String more) {
        if (head == null || head.startsWith("#") || head.endsWith("close") || head.isBlank()) {
            return;
        }
        String[] parts = head.split(" ");
        pieces.add(new Piece(parts[1].equals("M"), HexFormat.of().parseHex(parts[2] + more)));
    }

    private static String text(String name) {
        try (InputStream in = RecordedStream.class.getResourceAsStream("/golden/ha/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** All pieces in order. */
    List<Piece> pieces() {
        return pieces;
    }

    /** All bytes of one side, one behind the other. */
    ByteBuffer all(boolean fromMaster) {
        int size = pieces.stream().filter(piece -> piece.fromMaster() == fromMaster)
            .mapToInt(piece -> piece.bytes().length).sum();
        ByteBuffer all = ByteBuffer.allocate(size);
        pieces.stream().filter(piece -> piece.fromMaster() == fromMaster).forEach(piece -> all.put(piece.bytes()));
        return all.flip();
    }
}
