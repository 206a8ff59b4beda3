/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.SendMessageResponseHeader;

/**
 * The ceiling of sends: a server that reads the header of a send and answers without storing anything. Not a test; run
 * by hand with a load driver. Arguments: port, event loops.
 */
final class SendCeiling {

    private static final String HOST = OffsetMessageId.hostDigits(new InetSocketAddress("127.0.0.1", 10911));
    private long position;

    private SendCeiling() {
    }

    /**
     * Runs until the process is ended.
     *
     * @param args port and number of event loops
     */
    public static void main(String[] args) {
        SendCeiling store = new SendCeiling();
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
        int loops = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        NettyRemotingServer server = new NettyRemotingServer(NettySettings.DEFAULTS.withIoThreads(loops),
            List.of(new ListenPort("127.0.0.1", port, Set.of(), "port of the ceiling")));
        server.register(RequestCode.SEND_MESSAGE_V2, store::send, null);
        server.register(RequestCode.SEND_BATCH_MESSAGE, store::send, null);
        server.start();
        System.out.println("port " + server.port() + " pid " + ManagementFactory.getRuntimeMXBean().getPid());
    }

    private void send(Connection connection, RemotingCommand request, Reply reply) {
        SendMessageRequestHeader header = SendMessageRequestHeader.readV2(request.fields());
        position += request.body().remaining() + header.properties().remaining() + header.topic().length();
        reply.send(ResponseCode.SUCCESS, null, new SendMessageResponseHeader(new OffsetMessageId(HOST, position),
            header.queueId(), position, null, null, null, "DefaultRegion", true));
    }
}
