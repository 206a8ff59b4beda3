/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.protocol.RequestCode;

/**
 * What a master does before it serves: asks the slaves it knew for consumer offsets, since consumers went on there
 * while it was away. Bounded in time; a slave that does not answer in it gives its offsets later ({@link TableSync}).
 */
public final class ReturningMaster {

    private static final Logger log = LoggerFactory.getLogger(ReturningMaster.class);

    private final String brokerName;
    private final MasterApi api;
    private final TwoWayOffsets offsets;

    /**
     * Creates the question.
     *
     * @param brokerName our name, which a slave has to share
     * @param api calls slaves
     * @param offsets our offsets
     */
    public ReturningMaster(String brokerName, MasterApi api, TwoWayOffsets offsets) {
        this.brokerName = brokerName;
        this.api = api;
        this.offsets = offsets;
    }

    /**
     * Asks all slaves at once and takes over what is newer there.
     *
     * @param slaves their addresses
     * @param waitMs longest wait of the caller in milliseconds
     * @return number of slaves whose offsets were looked at
     */
    public int learn(List<String> slaves, long waitMs) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        slaves.forEach(slave -> answers.add(askOne(slave)));
        try {
            CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)).get(waitMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException notAll) {
            log.warn("not every slave of {} answered within {} ms; its offsets come later", slaves, waitMs);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return (int) answers.stream().filter(answer -> answer.isDone() && answer.join()).count();
    }

    private CompletableFuture<Boolean> askOne(String slave) {
        return api.versions(slave).thenCompose(versions -> {
            if (versions == null || !brokerName.equals(versions.brokerName())) {
                log.info("{} is no slave of {} any more, or has to learn itself", slave, brokerName);
                return CompletableFuture.completedFuture(false);
            }
            return api.table(slave, RequestCode.GET_ALL_CONSUMER_OFFSET).thenApply(body -> {
                int taken = offsets.mergeNewest(body);
                log.info("{} consumer offsets were newer at slave {} and are taken over", taken, slave);
                return true;
            });
        }).exceptionally(failure -> {
            log.info("slave {} gives no offsets now: {}", slave, failure.getMessage());
            return false;
        });
    }
}
