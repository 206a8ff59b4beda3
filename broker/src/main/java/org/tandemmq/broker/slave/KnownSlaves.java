/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.JsonText;

/**
 * Addresses of the slaves that asked for our tables, kept over a restart: where a returning master looks for what was
 * consumed while it was away. A broker that was a slave keeps its list as well, for the day it becomes master.
 */
public final class KnownSlaves {

    /** Most addresses that are kept; the one that was quiet for longest goes first. */
    static final int SLAVES_MAX = 8;

    private static final Logger log = LoggerFactory.getLogger(KnownSlaves.class);

    private final TableFile file;
    private volatile Consumer<String> listener = any -> { };
    private List<String> addresses = List.of();

    /**
     * Reads the list; one that can't be read counts as empty.
     *
     * @param file {@code config/slaves.json}
     */
    public KnownSlaves(TableFile file) {
        this.file = file;
        try {
            file.load(text -> JsonText.decodeFile(text, List.class)).ifPresent(loaded -> {
                List<String> texts = new ArrayList<>();
                for (Object address : loaded) {
                    texts.add(String.valueOf(address));
                }
                addresses = List.copyOf(texts.subList(0, Math.min(SLAVES_MAX, texts.size())));
            });
        } catch (RuntimeException unreadable) {
            log.warn("{} can't be read, known slaves are forgotten: {}", file.path(), unreadable.getMessage());
        }
    }

    /**
     * Lets another part know who asks too: a slave is asked by its own master when that comes back.
     *
     * @param seen told each address, on any thread
     */
    public void whenSeen(Consumer<String> seen) {
        listener = seen;
    }

    /** The addresses, newest first. */
    public synchronized List<String> addresses() {
        return addresses;
    }

    /**
     * A slave gave a sign of life; a new one is written to the file.
     *
     * @param address its address for clients, null when it did not say
     */
    void seen(String address) {
        if (address != null && !address.isEmpty()) {
            listener.accept(address);
            remember(address);
        }
    }

    private synchronized void remember(String address) {
        if (addresses.contains(address)) {
            return;
        }
        List<String> changed = new ArrayList<>(addresses);
        changed.add(0, address);
        addresses = List.copyOf(changed.subList(0, Math.min(SLAVES_MAX, changed.size())));
        try {
            file.save(JsonText.encode(addresses));
            log.info("new slave at {}", address);
        } catch (RuntimeException unwritable) {
            log.warn("slave {} is not remembered over a restart: {}", address, unwritable.getMessage());
        }
    }
}
