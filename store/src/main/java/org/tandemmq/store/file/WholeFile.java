/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.place.DiskSync;
import org.tandemmq.store.place.PlainFile;

/**
 * A small file that is only ever replaced as a whole, with the content before it kept in {@code NAME.bak}.
 *
 * <pre>
 * write   NAME.tmp written, forced -> NAME linked as NAME.bak -> NAME.tmp moved over NAME -> directory forced
 * read    NAME, or NAME.bak when NAME is missing or its reader refuses it; bad bytes are kept as NAME.bad-CHECKSUM
 * </pre>
 *
 * A crash at any point leaves the old or the new content under NAME, never a part. Content that could not be read never
 * replaces a good {@code .bak}. One thread at a time.
 */
public final class WholeFile {

    /** Turns the bytes of a file into what they mean, strictly: whatever is not expected is refused. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads a content.
         *
         * @param content all bytes of the file
         * @return what they mean
         * @throws IOException when they are not a whole and valid content; any other exception is taken the same way
         */
        T read(byte[] content) throws IOException;
    }

    private static final Logger log = LoggerFactory.getLogger(WholeFile.class);
    private static final int PIECE_BYTES = 1 << 16;

    private final Path file;
    private final Path backup;
    private final Path beside;
    private boolean contentIsGood;

    /**
     * Creates the accessor; touches nothing.
     *
     * @param file the file; {@code .bak} and {@code .tmp} stand beside it
     */
    public WholeFile(Path file) {
        this.file = file;
        this.backup = file.resolveSibling(file.getFileName() + ".bak");
        this.beside = file.resolveSibling(file.getFileName() + ".tmp");
    }

    /** The file. */
    public Path path() {
        return file;
    }

    /**
     * Reads the file, or the content before it when the file is missing or damaged.
     *
     * @param reader strict reader of the content
     * @param <T> what the content means
     * @return the content; empty when neither the file nor its {@code .bak} exists
     * @throws DamagedFileException when there is a file but neither it nor its {@code .bak} can be read
     * @throws IOException when the disk or the rights don't let us read
     */
    public <T> Optional<T> read(Reader<T> reader) throws IOException {
        Optional<byte[]> content = PlainFile.find(file);
        Exception damage = null;
        if (content.isPresent()) {
            try {
                T value = accept(reader, content.get());
                contentIsGood = true;
                return Optional.of(value);
            } catch (IOException | RuntimeException e) {
                damage = e;
                keepAside(content.get(), e);
            }
        }
        contentIsGood = false;
        return readBackup(reader, damage);
    }

    private <T> Optional<T> readBackup(Reader<T> reader, Exception damage) throws IOException {
        Optional<byte[]> content = PlainFile.find(backup);
        if (content.isEmpty()) {
            if (damage == null) {
                return Optional.empty();
            }
            throw new DamagedFileException(file + " is damaged (" + damage.getMessage() + ") and there is no " + backup
                + "; put a good copy in its place, or remove it to begin with nothing", damage);
        }
        try {
            T value = accept(reader, content.get());
            log.warn("{} {}; {} of {} bytes is used instead", file,
                damage == null ? "is missing" : "is damaged (" + damage.getMessage() + ")", backup,
                content.get().length);
            return Optional.of(value);
        } catch (IOException | RuntimeException e) {
            throw new DamagedFileException(file + (damage == null ? " is missing" : " is damaged ("
                + damage.getMessage() + ")") + " and " + backup + " is damaged (" + e.getMessage()
                + "); put a good copy in its place, or remove both to begin with nothing", e);
        }
    }

    /**
     * Replaces the content and returns when the disk has it.
     *
     * @param content the new content, not empty
     * @throws IOException when it could not be written; the old content is still there
     */
    public void write(byte[] content) throws IOException {
        if (content.length == 0) {
            throw new IllegalArgumentException("nothing to write into " + file);
        }
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        try (FileChannel out = PlainFile.openNew(beside)) {
            // in pieces: a channel copies each of them into memory outside of the heap, and keeps that for the thread
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                left.limit(Math.min(content.length, left.position() + PIECE_BYTES));
                out.write(left);
                left.limit(content.length);
            }
            out.force(true);
        }
        if (contentIsGood || !Files.exists(backup)) {
            keepAsBackup();
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DiskSync.force(directory);
        contentIsGood = true;
    }

    /**
     * Reads a content as text: UTF-8 without a NUL, whatever the platform's own encoding is.
     *
     * @param content bytes of a file
     * @return the text
     * @throws IOException names the place of the first byte that is no text, or says that there is none
     */
    public static String text(byte[] content) throws IOException {
        if (content.length == 0) {
            throw new IOException("0 bytes");
        }
        for (int i = 0; i < content.length; i++) {
            if (content[i] == 0) {
                throw new IOException("NUL at byte " + i + " of " + content.length);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException e) {
            throw new IOException("not UTF-8: " + e.getMessage(), e);
        }
    }

    /** The old content gets a second name first, so that there is no moment without a file. */
    private void keepAsBackup() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        Path link = file.resolveSibling(file.getFileName() + ".bak.tmp");
        Files.deleteIfExists(link);
        try {
            Files.createLink(link, file);
        } catch (UnsupportedOperationException | IOException e) {
            log.debug("{} can't be linked ({}); copied", file, e.getMessage());
            Files.copy(file, link, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(link, backup, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(link);
    }

    private void keepAside(byte[] content, Exception damage) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(content);
        Path aside = file.resolveSibling(String.format(Locale.ROOT, "%s.bad-%08x", file.getFileName(), crc.getValue()));
        try {
            if (!Files.exists(aside)) {
                Files.write(aside, content);
            }
        } catch (IOException e) {
            throw new IOException(file + " is damaged (" + damage.getMessage() + ") and its bytes can't be kept as "
                + aside, e);
        }
        log.error("{} of {} bytes is damaged: {}; its bytes are kept as {}", file, content.length,
            damage.getMessage(), aside);
    }

    private static <T> T accept(Reader<T> reader, byte[] content) throws IOException {
        T value = reader.read(content);
        if (value == null) {
            throw new IOException("no content");
        }
        return value;
    }
}
