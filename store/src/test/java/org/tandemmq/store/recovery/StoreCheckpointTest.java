/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.golden.GoldenStore;
import org.tandemmq.store.recovery.StoreCheckpoint.Marks;
import org.tandemmq.store.recovery.StoreCheckpoint.Positions;
import org.tandemmq.store.recovery.StoreCheckpoint.Written;

/** The checkpoint file, ours and the recorded ones, whole and damaged. */
class StoreCheckpointTest {

    private static final Positions POSITIONS = new Positions(600, 900, new Written(1000, 800), new Written(990, 700),
        650, 42);
    private static final Marks MARKS = new Marks(5000, 6000, 4000, 11, 12, POSITIONS);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"store-4.9.8", "store-5.3.3", "store-5.3.3-killed", "store-5.3.3-ahead"})
    void shouldReadARecordedCheckpoint(String name) throws IOException {
        GoldenStore golden = new GoldenStore(name);
        JSONObject expected = golden.expected().getJSONObject("checkpoint");
        Marks marks = new StoreCheckpoint(golden.store().resolve("checkpoint")).read();
        assertThat(marks.logTimestampMs()).isEqualTo(expected.getLongValue("physicMsgTimestamp"));
        assertThat(marks.queueTimestampMs()).isEqualTo(expected.getLongValue("logicsMsgTimestamp"));
        assertThat(marks.indexTimestampMs()).isEqualTo(expected.getLongValue("indexMsgTimestamp"));
        assertThat(marks.masterFlushed()).isEqualTo(expected.getLongValue("masterFlushedOffset"));
        assertThat(marks.confirmed()).isEqualTo(expected.getLongValue("confirmPhyOffset"));
        assertThat(marks.positions()).isNull();
    }

    @Test
    void shouldReadBackWhatItWrote() throws IOException {
        StoreCheckpoint checkpoint = new StoreCheckpoint(path());
        checkpoint.write(MARKS);
        assertThat(Files.size(path())).isEqualTo(StoreCheckpoint.FILE_BYTES);
        assertThat(checkpoint.read()).isEqualTo(MARKS);
        assertThat(MARKS.safeTimestampMs()).isEqualTo(2000);
    }

    @Test
    void shouldDropThePositionsWhenAnotherBrokerMovedATime() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(StoreCheckpoint.encode(MARKS));
        bytes.putLong(8, 6001);
        assertThat(StoreCheckpoint.decode(bytes.array()).positions()).isNull();
        bytes.putLong(8, 6000).putLong(24, 99).putLong(32, 100);
        assertThat(StoreCheckpoint.decode(bytes.array()).positions()).isEqualTo(POSITIONS);
    }

    @Test
    void shouldDropThePositionsWhenABitOfThemIsFlipped() throws IOException {
        for (int at = 40; at < 144; at++) {
            byte[] bytes = StoreCheckpoint.encode(MARKS);
            bytes[at] ^= 4;
            assertThat(StoreCheckpoint.decode(bytes).positions()).as("byte %d", at).isNull();
        }
    }

    @Test
    void shouldKnowNothingWithoutAFileAndWithADamagedOne() throws IOException {
        assertThat(new StoreCheckpoint(path()).read()).isEqualTo(Marks.NONE);
        Files.write(path(), new byte[4096]);
        assertThat(new StoreCheckpoint(path()).read()).isEqualTo(Marks.NONE);
        Files.write(path(), new byte[17]);
        assertThat(new StoreCheckpoint(path()).read()).isEqualTo(Marks.NONE);
    }

    @Test
    void shouldReadTheContentBeforeWhenTheFileIsCut() throws IOException {
        StoreCheckpoint checkpoint = new StoreCheckpoint(path());
        checkpoint.write(MARKS);
        checkpoint.write(new Marks(7000, 8000, 4000, 11, 12, POSITIONS));
        Files.write(path(), new byte[0]);
        assertThat(new StoreCheckpoint(path()).read()).isEqualTo(MARKS);
    }

    private Path path() {
        return directory.resolve("checkpoint");
    }
}
