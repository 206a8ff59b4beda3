/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

/**
 * Names of members that a text has again and again, so that each is on the heap once. A few places found by hash; a
 * name that is not there takes the place of the one before. One thread.
 */
final class JsonNames {

    private static final int PLACES = 64;
    private static final int LENGTH_MAX = 32;
    private static final int HASH_FACTOR = 31;

    private final String[] names = new String[PLACES];

    private static int place(int length, int hash) {
        return (hash ^ hash >>> 16 ^ length) & PLACES - 1;
    }

    /** A name that was kept, or null. */
    String find(byte[] bytes, int from, int length) {
        if (length == 0 || length > LENGTH_MAX) {
            return null;
        }
        int hash = 0;
        for (int i = from; i < from + length; i++) {
            hash = HASH_FACTOR * hash + bytes[i];
        }
        String known = names[place(length, hash)];
        return known != null && isSame(known, bytes, from, length) ? known : null;
    }

    /** Keeps a name and returns it. */
    String keep(String name) {
        if (!name.isEmpty() && name.length() <= LENGTH_MAX) {
            names[place(name.length(), name.hashCode())] = name;
        }
        return name;
    }

    /** Only ASCII is found again (there the hash over the bytes is the text's own); other names are made anew. */
    private static boolean isSame(String known, byte[] bytes, int from, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
