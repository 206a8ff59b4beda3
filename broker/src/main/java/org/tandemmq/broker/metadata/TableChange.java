/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

import java.util.Set;

/**
 * What one change of a table did.
 *
 * @param changed names of entries that are new or different
 * @param removed names of entries that are gone
 */
public record TableChange(Set<String> changed, Set<String> removed) {

    /** Nothing changed. */
    public static final TableChange NONE = new TableChange(Set.of(), Set.of());

    /** Number of entries that changed or are gone. */
    public int size() {
        return changed.size() + removed.size();
    }

    /** Whether nothing changed. */
    public boolean isEmpty() {
        return changed.isEmpty() && removed.isEmpty();
    }
}
