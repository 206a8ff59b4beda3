/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.util.Map;

/** Adds its lines to the runtime info; called on the admin thread. */
public interface InfoSource {

    /**
     * Adds lines.
     *
     * @param table key to value, as tools print it
     */
    void addTo(Map<String, String> table);
}
