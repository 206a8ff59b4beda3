/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.config.live.WantedSettings;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.PassedHeader;

/**
 * Shows and changes settings while the broker runs: codes 25 and 26 (nameserver-and-admin 3.3). Only keys of a white
 * list can be changed; only the changed line of the file is written.
 */
public final class ConfigAdminProcessor extends AdminProcessor {

    /** Keys that no request may touch, whatever it says about them. */
    private static final Set<String> FORBIDDEN = Set.of("brokerConfigPath", "rocketmqHome", "configBlackList");

    /**
     * Creates the processor.
     *
     * @param settings values and what can be changed
     */
    public ConfigAdminProcessor(LiveSettings settings) {
        super(Map.of(
            RequestCode.GET_BROKER_CONFIG, (request, reply) -> show(settings, reply),
            RequestCode.UPDATE_BROKER_CONFIG, (request, reply) -> change(settings, request, reply)));
    }

    private static void show(LiveSettings settings, Reply reply) {
        String version = "{\"counter\":" + settings.changes() + ",\"stateVersion\":0,\"timestamp\":0}";
        reply.send(ResponseCode.SUCCESS, null, new PassedHeader(Map.of("version", version)),
            Payload.of(settings.text().getBytes(StandardCharsets.UTF_8)));
    }

    private static void change(LiveSettings settings, RemotingCommand request, Reply reply) {
        Map<String, String> wanted = wanted(request);
        for (String key : wanted.keySet()) {
            if (FORBIDDEN.contains(key)) {
                throw new RefusedException(ResponseCode.NO_PERMISSION, key + " can't be changed by request");
            }
        }
        try {
            settings.change(wanted);
        } catch (ConfigException refused) {
            throw new RefusedException(ResponseCode.NO_PERMISSION, refused.getMessage());
        }
        Answers.done(reply);
    }

    private static Map<String, String> wanted(RemotingCommand request) {
        try {
            return WantedSettings.read(request.body());
        } catch (IllegalArgumentException unreadable) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, unreadable.getMessage());
        }
    }
}
