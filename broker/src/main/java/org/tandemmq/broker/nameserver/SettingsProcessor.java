/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.tandemmq.broker.config.ConfigException;
import org.tandemmq.broker.config.live.WantedSettings;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;

/** Settings of the name service for the admin tool: 318 and 319 (nameserver-and-admin 1.3). */
final class SettingsProcessor implements RequestProcessor {

    private final NameServerSettings settings;

    SettingsProcessor(NameServerSettings settings) {
        this.settings = settings;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        if (request.code() == RequestCode.GET_NAMESRV_CONFIG) {
            reply.send(ResponseCode.SUCCESS, null, null,
                Payload.of(settings.text().getBytes(StandardCharsets.UTF_8)));
            return;
        }
        Map<String, String> wanted;
        try {
            wanted = WantedSettings.read(request.body());
        } catch (IllegalArgumentException unreadable) {
            reply.send(ResponseCode.SYSTEM_ERROR, unreadable.getMessage());
            return;
        }
        try {
            settings.change(wanted);
        } catch (ConfigException refused) {
            reply.send(ResponseCode.NO_PERMISSION, refused.getMessage());
            return;
        }
        reply.send(ResponseCode.SUCCESS, null);
    }
}
