/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tandemmq.store.kernel.PageCache;
import org.tandemmq.store.place.DiskSync;
import org.tandemmq.store.place.FileKind;
import org.tandemmq.store.place.PlainFile;

/** The files of the operating system. */
public final class DiskFileLayer implements FileLayer {

    /** Segments, files of queues and of the index. */
    private static final Pattern NUMBERED = Pattern.compile("[0-9]{17}|[0-9]{20}");

    @Override
    public List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : list(directory, any -> true)) {
            // something else of such a name is refused: a gap, and in the way of the file that is made there
            if (FileKind.of(path) == FileKind.FILE
                || NUMBERED.matcher(path.getFileName().toString()).matches() && PlainFile.exists(path)) {
                files.add(path);
            }
        }
        return files;
    }

    @Override
    public List<Path> directories(Path directory) throws IOException {
        return list(directory, Files::isDirectory);
    }

    private static List<Path> list(Path directory, Predicate<Path> wanted) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(wanted).sorted().collect(Collectors.toList());
        } catch (UncheckedIOException thrown) {
            throw thrown.getCause();
        }
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public StoreFile create(Path path, long lengthBytes) throws IOException {
        StoreFile file = createUnforced(path, lengthBytes);
        try {
            // First the length: no name is durable without it, and the force of the directory has little left to do.
            file.force();
            DiskSync.force(path.getParent());
            return file;
        } catch (IOException | RuntimeException thrown) {
            file.close();
            Files.deleteIfExists(path);
            throw thrown;
        }
    }

    @Override
    public StoreFile createUnforced(Path path, long lengthBytes) throws IOException {
        if (!Files.isDirectory(path.getParent())) {
            Files.createDirectories(path.getParent());
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        DiskFile file = new DiskFile(path, channel);
        try {
            file.setLength(lengthBytes);
            return file;
        } catch (IOException | RuntimeException thrown) {
            file.close();
            Files.deleteIfExists(path);
            throw thrown;
        }
    }

    @Override
    public StoreFile open(Path path) throws IOException {
        return new DiskFile(path, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public long lengthBytes(Path path) throws IOException {
        return Files.size(path);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void forget(Path path) throws IOException {
        if (Files.exists(path)) {
            PageCache.forget(path, Files.size(path));
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DiskSync.force(to.getParent());
    }

    @Override
    public void forceNames(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            DiskSync.force(directory);
        }
    }

    private static final class DiskFile implements StoreFile {

        /** The JDK copies what lies on the heap into memory of the same size outside, and keeps that. */
        private static final int WRITE_BYTES_MAX = 1 << 20;

        private final Path path;
        private final FileChannel channel;

        DiskFile(Path path, FileChannel channel) {
            this.path = path;
            this.channel = channel;
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public long lengthBytes() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            int total = 0;
            while (into.hasRemaining()) {
                int count = channel.read(into, at + total);
                if (count < 0) {
                    break;
                }
                total += count;
            }
            return total;
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            long next = at;
            int limit = from.limit();
            while (from.position() < limit) {
                from.limit(from.position() + Math.min(limit - from.position(), WRITE_BYTES_MAX));
                next += channel.write(from, next);
                from.limit(limit);
            }
        }

        @Override
        public void setLength(long lengthBytes) throws IOException {
            if (lengthBytes < channel.size()) {
                channel.truncate(lengthBytes);
            } else if (lengthBytes > channel.size()) {
                // One zero at the end lengthens the file; all before it stays a hole.
                write(ByteBuffer.allocate(1), lengthBytes - 1);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(true);
        }

        @Override
        public MappedRegion map() throws IOException {
            return new DiskRegion(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
        }

        @Override
        public MappedRegion map(long from, int sizeBytes) throws IOException {
            return new DiskRegion(channel.map(FileChannel.MapMode.READ_WRITE, from, sizeBytes));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private record DiskRegion(MappedByteBuffer bytes) implements MappedRegion {

        @Override
        public void force(int fromIndex, int toIndex) throws IOException {
            try {
                bytes.force(fromIndex, toIndex - fromIndex);
            } catch (UncheckedIOException thrown) {
                throw thrown.getCause();
            }
        }

        @Override
        public boolean isLoaded(int fromIndex, int toIndex) {
            return bytes.slice(fromIndex, toIndex - fromIndex).isLoaded();
        }

        @Override
        public void leavePages() {
            PageCache.leave(bytes);
        }

        @Override
        public void unmap() {
            Unmapper.unmap(bytes);
        }
    }

    /**
     * Ends the mapping of a buffer now instead of when the collector finds it. The platform offers this only in its
     * module {@code jdk.unsupported}, and whoever touches the buffer afterwards brings the process down: only the last
     * holder of a {@link SharedRegion} gets here.
     */
    private static final class Unmapper {

        private static final MethodHandle INVOKE_CLEANER = find();

        private Unmapper() {
        }

        static void unmap(ByteBuffer mapping) {
            try {
                INVOKE_CLEANER.invokeExact(mapping);
            } catch (RuntimeException | Error thrown) {
                throw thrown;
            } catch (Throwable thrown) {
                throw new IllegalStateException("unmapping failed", thrown);
            }
        }

        private static MethodHandle find() {
            try {
                Class<?> unsafe = Class.forName("sun.misc.Unsafe");
                Field instance = unsafe.getDeclaredField("theUnsafe");
                instance.setAccessible(true);
                return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(instance.get(null));
            } catch (ReflectiveOperationException missing) {
                throw new ExceptionInInitializerError(missing);
            }
        }
    }
}
