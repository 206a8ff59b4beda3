/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Real files on the disk, and a test that is asked before each call of one of them or of its mappings: it may wait,
 * count or refuse.
 */
public final class WatchedLayer {

    private static final FileLayer DISK = new DiskFileLayer();

    private WatchedLayer() {
    }

    /** Is asked before a file is used. */
    @FunctionalInterface
    public interface Watch {
        /**
         * A call is about to be made.
         *
         * @param isNew whether the file was made through this layer, and not opened
         * @param call name of the method of {@link StoreFile} or {@link MappedRegion}
         * @param arguments its arguments; null without any
         * @throws Exception instead of the call
         */
        void before(boolean isNew, String call, Object[] arguments) throws Exception;
    }

    /** The disk, with all files watched. */
    public static FileLayer of(Watch watch) {
        return proxy(FileLayer.class, (self, method, arguments) -> {
            Object made = called(method, DISK, arguments);
            return made instanceof StoreFile real ? watched(real, method.getName().startsWith("create"), watch) : made;
        });
    }

    private static StoreFile watched(StoreFile real, boolean isNew, Watch watch) {
        return proxy(StoreFile.class, (self, method, arguments) -> {
            watch.before(isNew, method.getName(), arguments);
            Object made = called(method, real, arguments);
            return made instanceof MappedRegion mapping ? watched(mapping, isNew, watch) : made;
        });
    }

    private static MappedRegion watched(MappedRegion real, boolean isNew, Watch watch) {
        return proxy(MappedRegion.class, (self, method, arguments) -> {
            watch.before(isNew, method.getName(), arguments);
            return called(method, real, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WatchedLayer.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object called(Method method, Object on, Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
