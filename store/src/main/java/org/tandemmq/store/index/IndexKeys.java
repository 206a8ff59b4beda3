/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/** Which keys a record is found under (storage 5): its unique key and each piece of its keys. */
public final class IndexKeys {

    private IndexKeys() {
    }

    /**
     * Hands over the keys in the order in which they are indexed; none for a rolled back transaction.
     *
     * @param record the record
     * @param keys takes each key
     */
    public static void forEach(RecordView record, Consumer<String> keys) {
        if (record.transactionState() == RecordLayout.SYS_TRANSACTION_ROLLBACK) {
            return;
        }
        String unique = record.property(PropertyNames.UNIQUE_KEY);
        if (unique != null) {
            keys.accept(unique);
        }
        String all = record.property(PropertyNames.KEYS);
        if (all == null) {
            return;
        }
        int at = 0;
        while (at < all.length()) {
            int blank = all.indexOf(' ', at);
            int end = blank < 0 ? all.length() : blank;
            if (end > at) {
                keys.accept(all.substring(at, end));
            }
            at = end + 1;
        }
    }

    /**
     * Hands over the hashes of the same keys, as the record has them: negative ones too.
     *
     * @param record the record
     * @param hashes takes each hash
     */
    public static void forEachHash(RecordView record, IntConsumer hashes) {
        if (record.transactionState() != RecordLayout.SYS_TRANSACTION_ROLLBACK) {
            record.forEachKeyHash(hashes);
        }
    }

    /**
     * Whether a record really is stored under a topic and key: two texts may share a hash.
     *
     * @param record the record
     * @param topic wanted topic
     * @param key wanted key
     * @return true when both are the record's own
     */
    public static boolean matches(RecordView record, String topic, String key) {
        if (!topic.equals(record.topic())) {
            return false;
        }
        boolean[] found = new boolean[1];
        forEach(record, each -> found[0] |= each.equals(key));
        return found[0];
    }
}
