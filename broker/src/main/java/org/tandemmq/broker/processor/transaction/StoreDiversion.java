/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.transaction;

import org.tandemmq.broker.processor.send.PutDiversion;
import org.tandemmq.broker.schedule.DelayLevels;
import org.tandemmq.broker.schedule.DelayedMessages;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.store.NewMessage;

/**
 * Leads half messages to the half topic and delayed ones to the queue of their level.
 *
 * @param levels the delay levels
 */
public record StoreDiversion(DelayLevels levels) implements PutDiversion {

    @Override
    public NewMessage half(NewMessage message) {
        return HalfMessages.prepared(message);
    }

    @Override
    public NewMessage delayed(NewMessage message, int level) {
        return DelayedMessages.delayed(message, level, levels);
    }
}
