/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.golden;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/** Walks over the records of a recorded log. */
public final class GoldenLog {

    /** Size of the recorded segments. */
    public static final int SEGMENT_BYTES = 65536;

    private GoldenLog() {
    }

    /**
     * Hands over every record of a recorded store in log order.
     *
     * @param golden the store
     * @param records gets each record
     */
    public static void forEach(GoldenStore golden, Consumer<RecordView> records) throws IOException {
        RecordScanner scanner = new RecordScanner(SEGMENT_BYTES, true);
        RecordView view = new RecordView();
        for (Path path : golden.segments()) {
            ByteBuffer bytes = GoldenStore.bytes(path);
            long start = Long.parseLong(path.getFileName().toString());
            int at = 0;
            while (scanner.check(bytes, at, SEGMENT_BYTES, start + at) == RecordScanner.Verdict.RECORD) {
                records.accept(view.wrap(bytes, at));
                at += scanner.sizeBytes();
            }
        }
    }
}
