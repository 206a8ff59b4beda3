/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** A broker that registers itself, driven by hand. */
final class BrokerTwin implements AnswerListener, RemotingClient {

    final TopicsTwin topics = new TopicsTwin();
    final List<AnswerListener.RegistrationAnswer> answers = new ArrayList<>();
    final BrokerOuterApi outer;
    boolean masterDoubtful;
    long nowMs = 5_000_000;
    private final String instanceId;

    BrokerTwin(NetworkTwin network, String instanceId, String name, long id, String address, String... servers) {
        this.instanceId = instanceId;
        BrokerIdentity self = new BrokerIdentity("C1", name, id, address, address.replaceAll(":.*", ":10912"));
        outer = new BrokerOuterApi(NameServerLink.of(List.of(servers), network),
            new BrokerOuterApi.Self(self, instanceId, network), topics, this,
            new BrokerOuterApi.Timing(30_000, 6_000), () -> { });
        network.put(address, this);
    }

    /** Lets time pass in steps of 100 ms. */
    void pass(long millis) {
        for (long until = nowMs + millis; nowMs < until; nowMs += 100) {
            work();
        }
        work();
    }

    void work() {
        while (outer.doWork(nowMs) > 0) {
            continue;
        }
    }

    @Override
    public void answered(AnswerListener.RegistrationAnswer answer, long now) {
        answers.add(answer);
    }

    @Override
    public boolean isMasterDoubtful() {
        return masterDoubtful;
    }

    @Override
    public CompletableFuture<RemotingCommand> call(String to, int code, CommandHeader header, Payload payload,
                                                   long timeoutMs) {
        HeaderFields fields = new HeaderFields() {
            @Override
            public String text(String field) {
                return field.equals(OwnRequestCode.INSTANCE_FIELD) ? instanceId : null;
            }

            @Override
            public void forEach(Visitor visitor) {
                visitor.field(OwnRequestCode.INSTANCE_FIELD, instanceId);
            }
        };
        return CompletableFuture.completedFuture(new RemotingCommand(0, 0, 0, 1, 1, null, fields,
            Payload.of(new byte[0]).slice(0), SerializeType.JSON));
    }

    @Override
    public void sendOneway(String to, int code, CommandHeader header, Payload payload) {
        throw new AssertionError("not used");
    }

    @Override
    public void close() {
        masterDoubtful = false;
    }
}
