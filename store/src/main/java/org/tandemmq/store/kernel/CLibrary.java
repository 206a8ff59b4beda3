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
import java.nio.file.Path;

/**
 * The calls of the C library that Java has no interface for. Loading this class loads a library of machine code, which
 * not every system allows: a {@link LinkageError} tells.
 */
final class CLibrary {

    /** From {@code fcntl.h} of Linux; on s390x, the one 64-bit machine with another number, the call is refused. */
    private static final int POSIX_FADV_DONTNEED = 4;

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

    private static Function call(String name) {
        return NativeLibrary.getInstance(Platform.C_LIBRARY_NAME).getFunction(name);
    }
}
