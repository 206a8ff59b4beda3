/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.remoting.protocol.RequestCode;

/** The figures that {@code brokerStatus} and {@code clusterList} show: code 28 (nameserver-and-admin 3.4). */
public final class RuntimeInfoProcessor extends AdminProcessor {

    private static final Logger log = LoggerFactory.getLogger(RuntimeInfoProcessor.class);

    /**
     * Creates the processor.
     *
     * @param sources whose lines are shown
     */
    public RuntimeInfoProcessor(List<InfoSource> sources) {
        super(Map.of(RequestCode.GET_BROKER_RUNTIME_INFO, (request, reply) ->
            Answers.json(reply, Map.of("table", table(sources)))));
    }

    /**
     * All lines. A source that fails leaves its lines out and does not spoil the others.
     *
     * @param sources whose lines are collected
     * @return key to value, sorted
     */
    static Map<String, String> table(List<InfoSource> sources) {
        Map<String, String> table = new TreeMap<>();
        for (InfoSource source : sources) {
            try {
                source.addTo(table);
            } catch (RuntimeException failed) {
                log.warn("runtime info of {} left out", source.getClass().getSimpleName(), failed);
            }
        }
        return table;
    }
}
