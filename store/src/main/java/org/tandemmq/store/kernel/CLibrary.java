/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.kernel;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * The calls of the C library that Java has no interface for. Loading this class loads a library of machine code, which
 * not every system allows: a {@link LinkageError} tells.
 */
final class CLibrary {

    /** From {@code fcntl.h} of Linux; on s390x, the one 64-bit machine with another number, the call is refused. */
    private static final int POSIX_FADV_DONTNEED = 4;
    /** From {@code mman.h} of Linux, the same on all machines but Alpha, which Java 17 does not run on. */
    private static final int MADV_DONTNEED = 4;

    static {
        // A library lies there for the moment in which it is loaded; by default it would be a folder of the user's.
        if (System.getProperty("jna.tmpdir") == null) {
            System.setProperty("jna.tmpdir", System.getProperty("java.io.tmpdir"));
        }
    }

    private CLibrary() {
    }

    /** A call that the system refused. */
    static final class CallFailedException extends Exception {

        private static final long serialVersionUID = 1L;

        CallFailedException(String call, int error) {
            super(call + " failed with error " + error);
        }
    }

    /** A file that was opened for questions about it. */
    static final class OpenFile implements AutoCloseable {

        private final Pointer stream;
        private final int descriptor;
        private final Function advise;

        private OpenFile(Pointer stream) {
            this.stream = stream;
            this.descriptor = call("fileno").invokeInt(new Object[] {stream});
            this.advise = call("posix_fadvise");
        }

        /**
         * Nobody will read a range again: clean pages that nobody has mapped are freed.
         *
         * @param from first byte
         * @param sizeBytes number of bytes
         * @throws CallFailedException when the system refuses
         */
        void forget(long from, long sizeBytes) throws CallFailedException {
            int error = advise.invokeInt(new Object[] {descriptor, from, sizeBytes, POSIX_FADV_DONTNEED});
            if (error != 0) {
                throw new CallFailedException("posix_fadvise", error);
            }
        }

        @Override
        public void close() {
            call("fclose").invokeInt(new Object[] {stream});
        }
    }

    /** Whether the calls are those of this system: offsets have 64 bits there. */
    static boolean isSupported() {
        return Platform.isLinux() && Native.LONG_SIZE == Long.BYTES;
    }

    static OpenFile open(Path path) throws CallFailedException {
        // fopen() and not open(), whose arguments vary in number and are handed over in other ways.
        Pointer stream = call("fopen").invokePointer(new Object[] {path.toString(), "re"});
        if (stream == null) {
            throw new CallFailedException("fopen", Native.getLastError());
        }
        return new OpenFile(stream);
    }

    /**
     * The process lets go of pages of a file that it has mapped: those of the mapping are as they were when they are
     * touched again.
     *
     * @param mapping a mapping of a file, from its first byte; stays mapped during the call
     * @param from first byte, at the begin of a page
     * @param sizeBytes number of bytes, all in the mapping
     * @throws CallFailedException when the system refuses
     */
    static void leave(MappedByteBuffer mapping, long from, long sizeBytes) throws CallFailedException {
        Pointer begin = Native.getDirectBufferPointer(mapping).share(from);
        if (call("madvise").invokeInt(new Object[] {begin, sizeBytes, MADV_DONTNEED}) != 0) {
            throw new CallFailedException("madvise", Native.getLastError());
        }
    }

    private static Function call(String name) {
        return NativeLibrary.getInstance(Platform.C_LIBRARY_NAME).getFunction(name);
    }
}
