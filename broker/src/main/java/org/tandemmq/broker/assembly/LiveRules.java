/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.util.function.Consumer;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.processor.pull.PullSettings;
import org.tandemmq.broker.processor.send.SendSettings;

/** Rules of requests as they are at the moment: written by the thread of settings, read by every request. */
public final class LiveRules {

    private volatile SendSettings send;
    private volatile PullSettings pull;

    /**
     * Rules as they are at start.
     *
     * @param config settings
     */
    public LiveRules(BrokerConfig config) {
        BrokerConfig.Pull pulls = config.requests().pull();
        this.send = new SendSettings(config.identity().permission(), config.transactions().rejected(),
            config.requests().acceptSendsFromMs(), config.transactions().withoutSlave());
        this.pull = new PullSettings(config.identity().permission(), pulls.litePull(), pulls.longPolling(),
            pulls.shortPollingMs(), pulls.slaveRead(), config.store().queue().read().offsetCheckInSlave(),
            config.identity().id());
    }

    /** Rules of sends. */
    SendSettings send() {
        return send;
    }

    /** Rules of pulls. */
    PullSettings pull() {
        return pull;
    }

    /** {@code brokerPermission}. */
    public int permission() {
        return send.brokerPermission();
    }

    /**
     * Makes the keys of these rules changeable.
     *
     * @param settings settings of the running broker
     * @param permissionChanged called after the permission of the whole broker changed
     */
    public void changeableIn(LiveSettings settings, Runnable permissionChanged) {
        settings.changeable("brokerPermission", value -> {
            int permission = Math.toIntExact((Long) value);
            send = new SendSettings(permission, send.rejectTransactions(), send.acceptFromMs(),
                send.halvesWithoutSlave());
            pull = new PullSettings(permission, pull.litePull(), pull.longPolling(), pull.shortPollingMs(),
                pull.slaveReadEnable(), pull.offsetCheckInSlave(), pull.brokerId());
            permissionChanged.run();
        });
        settings.changeable("rejectTransactionMessage", value ->
            send = new SendSettings(send.brokerPermission(), (Boolean) value, send.acceptFromMs(),
                send.halvesWithoutSlave()));
        settings.changeable("startAcceptSendRequestTimeStamp", value ->
            send = new SendSettings(send.brokerPermission(), send.rejectTransactions(), (Long) value,
                send.halvesWithoutSlave()));
        settings.changeable("transactionWithoutSlave", value ->
            send = new SendSettings(send.brokerPermission(), send.rejectTransactions(), send.acceptFromMs(),
                (Boolean) value));
        changeablePull(settings, "longPollingEnable", on -> pull = new PullSettings(pull.brokerPermission(),
            pull.litePull(), on, pull.shortPollingMs(), pull.slaveReadEnable(), pull.offsetCheckInSlave(),
            pull.brokerId()));
        changeablePull(settings, "litePullMessageEnable", on -> pull = new PullSettings(pull.brokerPermission(), on,
            pull.longPolling(), pull.shortPollingMs(), pull.slaveReadEnable(), pull.offsetCheckInSlave(),
            pull.brokerId()));
        changeablePull(settings, "slaveReadEnable", on -> pull = new PullSettings(pull.brokerPermission(),
            pull.litePull(), pull.longPolling(), pull.shortPollingMs(), on, pull.offsetCheckInSlave(),
            pull.brokerId()));
    }

    private static void changeablePull(LiveSettings settings, String key, Consumer<Boolean> apply) {
        settings.changeable(key, value -> apply.accept((Boolean) value));
    }
}
