/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * Ends the mapping of a buffer now instead of when the collector finds it. The platform offers this only in its module
 * {@code jdk.unsupported}, and whoever touches the buffer afterwards brings the process down: only the last holder of a
 * {@link SharedRegion} gets here.
 */
final class Unmapper {

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
