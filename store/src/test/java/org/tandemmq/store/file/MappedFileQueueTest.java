/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.file.space.FileAllocator;

/** Segments on a real disk: what is loaded, what is mapped and for how long, what is cut and deleted. */
class MappedFileQueueTest {

    private static final int PIECE_BYTES = 256 << 10;
    private static final int SIZE = 16_384;

    @TempDir
    private Path directory;

    private final FileLayer layer = new DiskFileLayer();

    private MappedFileQueue loaded() throws IOException {
        MappedFileQueue queue = new MappedFileQueue(layer, directory, SIZE);
        queue.load();
        return queue;
    }

    private MappedFileQueue filled(int count) throws IOException {
        MappedFileQueue queue = loaded();
        for (int i = 0; i < count; i++) {
            MappedFile file = queue.create((long) i * SIZE);
            file.allocate(SIZE, PIECE_BYTES);
            SharedRegion region = file.acquire();
            region.bytes().putInt(0, i + 1).putInt(SIZE - 4, i + 1);
            region.release();
            queue.add(file);
            file.seal();
        }
        return queue;
    }

    private int mappings() throws IOException {
        return (int) Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .filter(line -> line.contains(directory.toString())).count();
    }

    private static int first(MappedFile file) throws IOException {
        SharedRegion region = file.acquire();
        try {
            return region.bytes().getInt(0);
        } finally {
            region.release();
        }
    }

    @Test
    void shouldNameFilesAlikeWhateverThePlatformsDigitsAre() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(String.format("%d", 1)).as("digits of this locale").isNotEqualTo("1");
            assertThat(MappedFileQueue.fileName(1_073_741_824)).isEqualTo("00000000001073741824");
            filled(2).close();
            assertThat(loaded().size()).isEqualTo(2);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldFindSegmentsAgainByTheirNames() throws Exception {
        filled(3).close();
        MappedFileQueue queue = loaded();
        assertThat(queue.size()).isEqualTo(3);
        assertThat(queue.minPosition()).isZero();
        assertThat(queue.find(SIZE - 1).startPosition()).isZero();
        assertThat(first(queue.find(SIZE))).isEqualTo(2);
        assertThat(queue.find(3L * SIZE)).isNull();
        assertThat(queue.find(-1)).isNull();
        assertThat(queue.atOrAfter(-1).startPosition()).isZero();
        queue.close();
    }

    @Test
    void shouldRepairAnEmptyOrShortLastFileAndRefuseAnyOther() throws Exception {
        filled(3).close();
        Files.write(directory.resolve(MappedFileQueue.fileName(3L * SIZE)), new byte[0]);
        assertThat(loaded().size()).isEqualTo(3);
        assertThat(directory.resolve(MappedFileQueue.fileName(3L * SIZE))).doesNotExist();

        Path last = directory.resolve(MappedFileQueue.fileName(2L * SIZE));
        Files.write(last, ByteBuffer.allocate(100).putInt(50, 3).array());
        assertThat(loaded().size()).isEqualTo(3);
        assertThat(Files.size(last)).isEqualTo(SIZE);

        Path middle = directory.resolve(MappedFileQueue.fileName(SIZE));
        Files.write(middle, new byte[100]);
        assertThatThrownBy(this::loaded).isInstanceOf(IOException.class).hasMessageContaining(middle.toString())
            .hasMessageContaining("100 bytes").hasMessageContaining("mappedFileSizeCommitLog");
        Files.write(middle, new byte[0]);
        assertThatThrownBy(this::loaded).isInstanceOf(IOException.class).hasMessageContaining(middle.toString());
    }

    /** What the loss of power leaves soon after a segment was made: the next one has a name already. */
    @Test
    void shouldRepairAShortFileInFrontOfOthersThatHaveNothing() throws Exception {
        Path short1 = directory.resolve(MappedFileQueue.fileName(2L * SIZE));
        Path next = directory.resolve(MappedFileQueue.fileName(3L * SIZE));
        Path behind = directory.resolve(MappedFileQueue.fileName(4L * SIZE));
        byte[] some = {0, 0, 0, 7, 5};
        filled(2).close();
        for (byte[] content : new byte[][] {some, new byte[0], new byte[900]}) {
            for (int length : new int[] {0, 4096, SIZE}) {
                Files.write(short1, content);
                Files.write(next, new byte[length]);
                Files.write(behind, new byte[0]);
                MappedFileQueue queue = loaded();
                assertThat(queue.size()).as("%d bytes, then %d", content.length, length)
                    .isEqualTo(content.length == 0 && length == 0 ? 2 : length == 0 ? 3 : 4);
                assertThat(queue.files()).allSatisfy(file -> assertThat(file.path()).hasSize(SIZE));
                assertThat(queue.size() < 3 ? 0 : first(queue.files().get(2))).isEqualTo(content == some ? 7 : 0);
                assertThat(behind).doesNotExist();
                queue.close();
                for (Path path : List.of(short1, next)) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    @Test
    void shouldChangeNothingWhenAShortFileIsFollowedByOneWithSomethingInIt() throws Exception {
        filled(3).close();
        Path middle = directory.resolve(MappedFileQueue.fileName(2L * SIZE));
        Path last = directory.resolve(MappedFileQueue.fileName(3L * SIZE));
        Path empty = directory.resolve(MappedFileQueue.fileName(4L * SIZE));
        Files.write(middle, new byte[100]);
        Files.write(last, new byte[] {0, 9});
        Files.write(empty, new byte[0]);
        assertThatThrownBy(this::loaded).isInstanceOf(IOException.class).hasMessageContaining(middle.toString());
        assertThat(middle).hasSize(100);
        assertThat(last).hasSize(2);
        assertThat(empty).exists();
    }

    @Test
    void shouldRefuseFilesOfAnotherSize() throws Exception {
        filled(1).close();
        assertThatThrownBy(() -> new MappedFileQueue(layer, directory, 2 * SIZE / 4).load())
            .hasMessageContaining("16384").hasMessageContaining("8192");
    }

    @Test
    void shouldStepOverAGapToTheNextSegment() throws Exception {
        filled(4).close();
        Files.delete(directory.resolve(MappedFileQueue.fileName(SIZE)));
        MappedFileQueue queue = loaded();
        assertThat(queue.find(SIZE + 5)).isNull();
        assertThat(queue.atOrAfter(SIZE + 5).startPosition()).isEqualTo(2L * SIZE);
        assertThat(queue.find(2L * SIZE + 5).startPosition()).isEqualTo(2L * SIZE);
    }

    @Test
    void shouldKeepTheBytesOfADeletedSegmentForThoseWhoHoldThem() throws Exception {
        MappedFileQueue queue = filled(2);
        SharedRegion held = queue.first().acquire();
        MappedFile deleted = queue.first();
        assertThat(queue.removeFirst()).isTrue();
        assertThat(Files.exists(deleted.path())).isFalse();
        assertThat(held.bytes().getInt(SIZE - 4)).isEqualTo(1);
        assertThat(deleted.acquire()).as("nobody gets it any more").isNull();
        assertThat(mappings()).isEqualTo(2);
        held.release();
        assertThat(mappings()).isEqualTo(1);
        assertThat(queue.removeFirst()).as("the last one stays").isFalse();
        assertThatThrownBy(held::release).isInstanceOf(AssertionError.class);
        queue.close();
        assertThat(mappings()).isZero();
    }

    /** The real files, but for the force of the directory with each new one, which takes most of the time. */
    private final class QuickLayer implements FileLayer {

        @Override
        public List<Path> files(Path directory) throws IOException {
            return layer.files(directory);
        }

        @Override
        public List<Path> directories(Path directory) throws IOException {
            return layer.directories(directory);
        }

        @Override
        public boolean exists(Path path) {
            return layer.exists(path);
        }

        @Override
        public StoreFile create(Path path, long lengthBytes) throws IOException {
            Files.createFile(path);
            StoreFile file = layer.open(path);
            file.setLength(lengthBytes);
            return file;
        }

        @Override
        public StoreFile open(Path path) throws IOException {
            return layer.open(path);
        }

        @Override
        public void delete(Path path) throws IOException {
            layer.delete(path);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            layer.move(from, to);
        }

        @Override
        public void forceNames(Path directory) throws IOException {
            layer.forceNames(directory);
        }
    }

    @Test
    void shouldLeaveNoMappingAndNoFileBehindAfterTenThousandRolls() throws Exception {
        MappedFileQueue queue = new MappedFileQueue(new QuickLayer(), directory, SIZE);
        long[] end = new long[1];
        FileAllocator allocator = new FileAllocator(queue, SIZE, false, () -> end[0], new Wakeup());
        for (int i = 0; i < 10_000; i++) {
            MappedFile file = allocator.next((long) i * SIZE);
            allocator.allocate(file, SIZE);
            SharedRegion region = file.acquire();
            region.bytes().putInt(0, i);
            queue.add(file);
            file.seal();
            end[0] = file.endPosition();
            if (queue.size() > 3) {
                queue.removeFirst();
            }
            region.release();
        }
        assertThat(mappings()).isEqualTo(3);
        assertThat(Files.list(directory).count()).isEqualTo(3);
        queue.close();
        assertThat(mappings()).isZero();
    }

    @Test
    void shouldTakeDiskSpaceAheadOfTheWriterAndNotBefore() throws Exception {
        MappedFileQueue queue = loaded();
        MappedFile file = queue.create(0);
        assertThat(Files.size(file.path())).isEqualTo(SIZE);
        assertThat(file.allocatedBytes()).isZero();
        file.allocate(5_000, PIECE_BYTES);
        assertThat(file.allocatedBytes()).isEqualTo(5_000);
        file.allocate(100, PIECE_BYTES);
        assertThat(file.allocatedBytes()).isEqualTo(5_000);
        file.allocate(Integer.MAX_VALUE, PIECE_BYTES);
        assertThat(file.allocatedBytes()).isEqualTo(SIZE);
        file.close();
    }

    @Test
    void shouldEraseWhatIsBehindTheEndWhenASegmentIsWrittenOn() throws Exception {
        MappedFileQueue queue = filled(2);
        queue.truncate(SIZE + 100);
        queue.last().reopenForWriting(100);
        assertThat(queue.last().allocatedBytes()).isEqualTo(MappedFile.PAGE_BYTES);
        SharedRegion region = queue.last().acquire();
        assertThat(region.bytes().getInt(0)).isEqualTo(2);
        assertThat(region.bytes().getInt(SIZE - 4)).isZero();
        region.release();
        queue.truncate(SIZE);
        assertThat(queue.size()).isEqualTo(1);
        assertThat(Files.list(directory).count()).isEqualTo(1);
        queue.close();
    }
}
