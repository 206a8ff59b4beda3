/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.nio.ByteBuffer;

/**
 * Makes an index file right that a crash left behind, and tells what is wrong with one. Where every page is as it was
 * written, entries behind a trusted position are unlinked. Where pages were lost only the plausible entries before it
 * are kept and all links are made anew from them: a slot's page may be younger than the entry it points to.
 */
final class IndexRepair {

    private final IndexFile file;
    private final ByteBuffer bytes;
    private final int slots;
    private final int entries;

    IndexRepair(IndexFile file) {
        this.file = file;
        this.bytes = file.bytes();
        this.slots = file.slots();
        this.entries = file.entries();
    }

    /**
     * Takes away the entries of records at or behind a position where every page is as it was written: they are
     * unlinked, newest first.
     *
     * @param position records from here on are indexed again
     * @return false when the file contradicts itself, and nothing was changed
     */
    boolean cut(long position) {
        int counted = file.nextEntry();
        if (!agreesWithHeader(counted, position)) {
            return false;
        }
        int kept = firstFrom(position, counted);
        int used = file.slotsUsed();
        for (int number = counted - 1; number >= kept; number--) {
            int slotAt = file.slotAt(file.hashOf(number));
            if (bytes.getInt(slotAt) == number) {
                int before = bytes.getInt(file.entryAt(number) + IndexLayout.ENTRY_PREVIOUS);
                bytes.putInt(slotAt, before);
                used -= before == 0 ? 1 : 0;
            }
        }
        erase(kept, counted);
        bytes.putInt(IndexLayout.SLOTS_USED, used);
        header(kept, counted);
        file.changed();
        return true;
    }

    /** Whether first and last entry are those of the header, and none follows that it does not count. */
    boolean agreesWithHeader() {
        int counted = file.nextEntry();
        return agreesWithHeader(counted, Long.MAX_VALUE) && (counted == entries || !isWritten(counted));
    }

    private boolean agreesWithHeader(int counted, long position) {
        if (counted == 1) {
            return !isWritten(1) || file.positionOf(1) >= position;
        }
        return counted <= entries && file.beginTimestampMs() > 0 && file.positionOf(1) == file.beginPosition()
            && file.positionOf(counted - 1) == file.endPosition();
    }

    /** Number of the first entry for a record at or behind a position; they are in the order of the log. */
    private int firstFrom(long position, int counted) {
        int low = 1;
        int high = counted;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (file.positionOf(middle) >= position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * Keeps the entries before the first one that is not plausible or belongs to a position that is not trusted, and
     * makes slots, links and header anew from them.
     *
     * @param trustedEnd records from here on are indexed again anyway
     * @return position from which records have to be indexed again: the trusted end, or the last record that is left
     *     where entries before the trusted end are lost
     */
    long recover(long trustedEnd) {
        int counted = Math.min(file.nextEntry(), entries);
        int kept = 1;
        long last = 0;
        boolean timed = file.beginTimestampMs() > 0;
        while (timed && kept < entries && isWritten(kept) && isPlausible(kept, last, trustedEnd)) {
            last = file.positionOf(kept);
            kept++;
        }
        boolean lost = kept < entries && (isWritten(kept) ? file.positionOf(kept) < trustedEnd : kept < counted);
        if (lost && kept > 1) {
            // the keys of one record stand together: those of the last one may be among the lost
            kept = firstEntryOf(kept - 1);
        }
        erase(kept, counted);
        link(kept);
        header(kept, counted);
        file.changed();
        return lost ? last : trustedEnd;
    }

    private void header(int kept, int counted) {
        if (kept > 1) {
            bytes.putLong(IndexLayout.BEGIN_POSITION, file.positionOf(1));
            bytes.putLong(IndexLayout.END_POSITION, file.positionOf(kept - 1));
            bytes.putLong(IndexLayout.END_TIMESTAMP, kept == counted ? file.endTimestampMs() : file.timeOf(kept - 1));
        }
        bytes.putInt(IndexLayout.NEXT_ENTRY, kept == 1 ? 0 : kept);
    }

    private void erase(int from, int counted) {
        for (int number = from; number < entries && (number < counted || isWritten(number)); number++) {
            int at = file.entryAt(number);
            bytes.putLong(at, 0).putLong(at + Long.BYTES, 0).putInt(at + IndexLayout.ENTRY_PREVIOUS, 0);
        }
    }

    /** A record that begins at 0 and whose hash is 0, in the first entry, is the only one that looks unwritten. */
    private boolean isWritten(int number) {
        int at = file.entryAt(number);
        return bytes.getLong(at) != 0 || bytes.getLong(at + Long.BYTES) != 0;
    }

    private int firstEntryOf(int number) {
        int first = number;
        while (first > 1 && file.positionOf(first - 1) == file.positionOf(number)) {
            first--;
        }
        return first;
    }

    private boolean isPlausible(int number, long before, long trustedEnd) {
        long position = file.positionOf(number);
        int at = file.entryAt(number);
        return position >= before && position < trustedEnd && bytes.getInt(at) >= 0
            && bytes.getInt(at + IndexLayout.ENTRY_SECONDS) >= 0;
    }

    private void link(int end) {
        for (int i = 0; i < slots; i++) {
            int at = IndexLayout.HEADER_BYTES + i * IndexLayout.SLOT_BYTES;
            if (bytes.getInt(at) != 0) {
                bytes.putInt(at, 0);
            }
        }
        int used = 0;
        for (int number = 1; number < end; number++) {
            int at = file.entryAt(number);
            int slotAt = file.slotAt(bytes.getInt(at));
            int before = bytes.getInt(slotAt);
            used += before == 0 ? 1 : 0;
            if (bytes.getInt(at + IndexLayout.ENTRY_PREVIOUS) != before) {
                bytes.putInt(at + IndexLayout.ENTRY_PREVIOUS, before);
            }
            bytes.putInt(slotAt, number);
        }
        bytes.putInt(IndexLayout.SLOTS_USED, used);
    }

    /** Tells what is wrong with the file, or null; for the offline check. */
    String damage() {
        int counted = file.nextEntry();
        if (counted > entries) {
            return "header counts " + (counted - 1) + " entries, the file holds " + (entries - 1);
        }
        long last = file.beginPosition();
        for (int number = 1; number < counted; number++) {
            long position = file.positionOf(number);
            int before = bytes.getInt(file.entryAt(number) + IndexLayout.ENTRY_PREVIOUS);
            if (position < last || bytes.getInt(file.entryAt(number)) < 0) {
                return "entry " + number + " points to " + position + " behind one that points to " + last;
            }
            if (before >= number || before < 0) {
                return "entry " + number + " is linked to entry " + before;
            }
            last = position;
        }
        if (counted > 1 && last != file.endPosition()) {
            return "last entry points to " + last + ", the header says " + file.endPosition();
        }
        return null;
    }
}
