/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordProperties;

/**
 * Properties of the message that a thread is just sending: the sender's bytes, copied once, looked through once for the
 * names that matter here, and with the broker's own put behind them. Belongs to one thread and is used again for its
 * next message; nothing of it is kept.
 *
 * <pre>
 *   name 0x01 value 0x02 name 0x01 value [0x02]   - the last separator may be missing, then it is added first
 * </pre>
 */
final class SendProperties {

    /** A delay level that can't be read. */
    static final int NO_LEVEL = -1;

    private static final byte[] WAIT = ascii(PropertyNames.WAIT);
    private static final byte[] DELAY = ascii(PropertyNames.DELAY);
    private static final byte[] HALF = ascii(PropertyNames.HALF);
    private static final byte[] UNIQUE_KEY = ascii(PropertyNames.UNIQUE_KEY);
    private static final byte[] TIMED = ascii("TIMER_DEL");
    private static final int CAPACITY = 2 * RecordProperties.MAX_BYTES;
    private static final int LEVEL_DIGITS_MAX = 9;

    private final byte[] bytes = new byte[CAPACITY];
    private final ByteBuffer view = ByteBuffer.wrap(bytes);
    private int length;
    private boolean waits;
    private boolean more;
    private boolean half;
    private boolean timed;
    private int delayLevel;
    private int uniqueKeyAt;
    private int uniqueKeyLength;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Takes a message's properties.
     *
     * @param properties at most {@link RecordProperties#MAX_BYTES}, or null for none
     */
    void load(ByteBuffer properties) {
        length = properties == null ? 0 : properties.remaining();
        if (length > 0) {
            properties.get(properties.position(), bytes, 0, length);
        }
        look();
    }

    /** False when the sender does not want to wait for disk and slave. */
    boolean waits() {
        return waits;
    }

    /** Whether this is a half message. */
    boolean isHalf() {
        return half;
    }

    /** Whether there is a delay or a time of delivery that is no level, as clients of the 5.x line can ask for. */
    boolean isTimed() {
        return timed;
    }

    /** Delay level, 0 for none, {@link #NO_LEVEL} for a text that is none. */
    int delayLevel() {
        return delayLevel;
    }

    /** Whether there is a unique key. */
    boolean hasUniqueKey() {
        return uniqueKeyLength > 0;
    }

    /** The unique key as text, null when there is none. */
    String uniqueKey() {
        return uniqueKeyLength == 0 ? null
            : new String(bytes, uniqueKeyAt, uniqueKeyLength, StandardCharsets.UTF_8);
    }

    /**
     * Puts whole pieces behind the rest.
     *
     * @param pieces encoded, each with its last separator
     */
    void append(byte[] pieces) {
        separate();
        System.arraycopy(pieces, 0, bytes, length, pieces.length);
        length += pieces.length;
    }

    /**
     * Adds a new unique key.
     *
     * @param keys makes it
     */
    void appendUniqueKey(UniqueKeys keys) {
        separate();
        System.arraycopy(UNIQUE_KEY, 0, bytes, length, UNIQUE_KEY.length);
        length += UNIQUE_KEY.length;
        bytes[length++] = RecordProperties.NAME_END;
        uniqueKeyAt = length;
        uniqueKeyLength = keys.next(bytes, length);
        length += uniqueKeyLength;
        bytes[length++] = RecordProperties.VALUE_END;
    }

    /** Takes the delay level out. */
    void removeDelay() {
        remove(DELAY);
    }

    /** Takes the unique key out. */
    void removeUniqueKey() {
        remove(UNIQUE_KEY);
    }

    /** Whether there is anything but WAIT and a unique key; with a batch there hardly ever is. */
    boolean hasMore() {
        return more;
    }

    /** What a batch says for all of its messages: no key, which can be one message's only, and not how to wait. */
    Map<String, String> sharedByBatch() {
        Map<String, String> shared = RecordProperties.parse(encoded());
        shared.keySet().removeAll(Set.of(PropertyNames.WAIT, PropertyNames.UNIQUE_KEY));
        return shared;
    }

    /** Takes all but WAIT out. */
    void keepWaitOnly() {
        String wait = RecordProperties.value(encoded(), PropertyNames.WAIT);
        load(wait == null ? null : ByteBuffer.wrap(RecordProperties.encode(Map.of(PropertyNames.WAIT, wait))));
    }

    /** The encoded properties, valid until the next {@link #load}. */
    ByteBuffer encoded() {
        return view.position(0).limit(length);
    }

    private void separate() {
        if (length > 0 && bytes[length - 1] != RecordProperties.VALUE_END) {
            bytes[length++] = RecordProperties.VALUE_END;
        }
    }

    private void look() {
        waits = true;
        more = false;
        half = false;
        timed = false;
        delayLevel = 0;
        uniqueKeyLength = 0;
        int at = 0;
        while (at < length) {
            int end = indexOf(RecordProperties.VALUE_END, at, length);
            int nameEnd = indexOf(RecordProperties.NAME_END, at, end);
            if (end > nameEnd + 1) {
                piece(at, nameEnd - at, nameEnd + 1, end);
            }
            at = end + 1;
        }
    }

    private int indexOf(byte wanted, int from, int limit) {
        int at = from;
        while (at < limit && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    private void piece(int name, int nameLength, int value, int end) {
        if (isName(WAIT, name, nameLength)) {
            waits = !isText("false", value, end);
        } else if (isName(DELAY, name, nameLength)) {
            delayLevel = level(value, end);
        } else if (isName(HALF, name, nameLength)) {
            half = isText("true", value, end);
        } else if (isName(UNIQUE_KEY, name, nameLength)) {
            uniqueKeyAt = value;
            uniqueKeyLength = end - value;
        } else {
            more = true;
            timed |= nameLength > TIMED.length && isName(TIMED, name, TIMED.length);
        }
    }

    private boolean isName(byte[] wanted, int at, int nameLength) {
        if (nameLength != wanted.length) {
            return false;
        }
        for (int i = 0; i < nameLength; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isText(String wanted, int at, int end) {
        if (end - at != wanted.length()) {
            return false;
        }
        for (int i = 0; i < wanted.length(); i++) {
            if ((bytes[at + i] | 0x20) != wanted.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int level(int at, int end) {
        boolean negative = bytes[at] == '-';
        int first = negative ? at + 1 : at;
        if (first == end || end - first > LEVEL_DIGITS_MAX) {
            return NO_LEVEL;
        }
        int level = 0;
        for (int i = first; i < end; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return NO_LEVEL;
            }
            level = level * 10 + bytes[i] - '0';
        }
        return negative ? 0 : level;
    }

    private void remove(byte[] unwanted) {
        int kept = 0;
        int at = 0;
        while (at < length) {
            int end = indexOf(RecordProperties.VALUE_END, at, length);
            int next = Math.min(length, end + 1);
            boolean found = end - at > unwanted.length && bytes[at + unwanted.length] == RecordProperties.NAME_END
                && isName(unwanted, at, unwanted.length);
            if (!found) {
                System.arraycopy(bytes, at, bytes, kept, next - at);
                kept += next - at;
            }
            at = next;
        }
        length = kept;
        look();
    }
}
