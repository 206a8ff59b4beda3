/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import org.tandemmq.store.NewMessage;

/**
 * Leads messages elsewhere before they are stored: half messages to the half topic, delayed ones to the queue of their
 * level. A diverted message has the real topic and queue in its properties. Called on event loops; never waits.
 */
public interface PutDiversion {

    /** Neither transactions nor delays. */
    PutDiversion NONE = new PutDiversion() {
        @Override
        public NewMessage half(NewMessage message) {
            return null;
        }

        @Override
        public NewMessage delayed(NewMessage message, int level) {
            return message;
        }
    };

    /**
     * Turns a message into a half message.
     *
     * @param message as the producer wants it; its buffers are valid until the put returns
     * @return what is to be stored, or null when transactions are not available
     */
    NewMessage half(NewMessage message);

    /**
     * Turns a message into a delayed one.
     *
     * @param message as it is to be delivered in the end
     * @param level level asked for, 1 or more; above the last one it counts as the last
     * @return what is to be stored
     */
    NewMessage delayed(NewMessage message, int level);
}
