/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

/**
 * Work that is done for somebody: executors that several share give each owner its turn. A server hands such tasks to
 * the executor of a request.
 */
public interface OwnedTask extends Runnable {

    /** For whom it is done, the connection mostly; compared by identity, never null. */
    Object owner();

    /**
     * Work with an owner.
     *
     * @param owner for whom
     * @param work what is done
     * @return the task
     */
    static OwnedTask of(Object owner, Runnable work) {
        return new OwnedTask() {
            @Override
            public Object owner() {
                return owner;
            }

            @Override
            public void run() {
                work.run();
            }
        };
    }
}
