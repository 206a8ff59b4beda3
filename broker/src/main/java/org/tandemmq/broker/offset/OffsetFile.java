/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Optional;
import java.util.function.Supplier;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * {@code config/consumerOffset.json}: written by time when something changed. It tells whether a master wrote it. One
 * that a slave reads after a master wrote it is that of a broker whose place another has taken: such a broker has to
 * learn what the new master has, and has nothing to give. Any thread.
 */
final class OffsetFile {

    private final TableFile file;
    private volatile boolean changed;
    private volatile boolean ofMaster = true;
    private volatile boolean returned;

    OffsetFile(TableFile file) {
        this.file = file;
    }

    /** Reads it; empty where there is none. */
    Optional<OffsetTableJson.Content> load(boolean master) {
        Optional<OffsetTableJson.Content> content = file.load(text -> {
            returned = !master && OffsetTableJson.writtenByMaster(text);
            return OffsetTableJson.readFile(TableText.ofFile(text));
        });
        ofMaster = master || returned;
        return content;
    }

    /** Whether this broker was a master when it wrote the file, or has lost its log, and has not learnt yet. */
    boolean returned() {
        return returned;
    }

    /** What it says is of a log that is not here any more: the next table of a master is learnt as it is. */
    void learns() {
        returned = true;
    }

    /** The table is that of a master now. */
    void followed() {
        returned = false;
        ofMaster = false;
    }

    /** There is something to be written. */
    void changed() {
        if (!changed) {
            changed = true;
        }
    }

    /** Writes what there is if it changed; gives whether it did. */
    synchronized boolean save(Supplier<OffsetTableJson.Content> content) {
        if (!changed) {
            return false;
        }
        changed = false;
        try {
            file.save(JsonText.encodePretty(OffsetTableJson.fileTree(content.get(), ofMaster)));
        } catch (RuntimeException failed) {
            changed = true;
            throw failed;
        }
        return true;
    }
}
