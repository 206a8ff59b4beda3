/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.record.RecordLayout;

/**
 * The send that a thread has at hand: what was asked for, where it goes, and so the message for the store. Filled anew
 * for each send and read before the next one; what lives longer takes a {@link #copy}.
 */
final class SendRequest implements MessageStore.Message {

    /** Bits of the system flags that are the broker's to set, whatever a client says. */
    private static final int OWN_BITS = RecordLayout.SYS_TRANSACTION_MASK | RecordLayout.SYS_MULTI_TAGS
        | RecordLayout.SYS_BORN_HOST_V6 | RecordLayout.SYS_STORE_HOST_V6;
    private static final String MULTI_TAG = "MULTI_TAG";

    private final SendMessageRequestHeader header;
    private ByteBuffer body;
    private InetSocketAddress bornHost;
    private int version;
    private TopicConfig target;
    private int queueId;
    private boolean deadLetter;
    private SendProperties encoded;

    SendRequest() {
        this(new SendMessageRequestHeader());
    }

    private SendRequest(SendMessageRequestHeader header) {
        this.header = header;
    }

    /**
     * Takes a request over.
     *
     * @param request a send in one of its two forms
     * @param from the producer's address
     */
    void fill(RemotingCommand request, InetSocketAddress from) {
        if (request.code() == RequestCode.SEND_MESSAGE) {
            header.fill(request.fields());
        } else {
            header.fillV2(request.fields());
        }
        body = request.body();
        bornHost = from;
        version = request.version();
        target = null;
    }

    /** Its header; the properties there are the sender's own. */
    SendMessageRequestHeader header() {
        return header;
    }

    /** Version ordinal of the producer. */
    int version() {
        return version;
    }

    /** Says where it is to be stored; a dead letter was given up, so that no delay applies. */
    void direct(TopicConfig topic, int queue, boolean isDeadLetter) {
        target = topic;
        queueId = queue;
        deadLetter = isDeadLetter;
    }

    /** Says with which properties it is stored; they may change until then. */
    void encode(SendProperties properties) {
        encoded = properties;
    }

    /** Whether {@link #direct} has said that it was given up. */
    boolean deadLetter() {
        return deadLetter;
    }

    @Override
    public String topic() {
        return target.topicName();
    }

    @Override
    public int queueId() {
        return queueId;
    }

    @Override
    public int flag() {
        return header.flag();
    }

    @Override
    public int sysFlag() {
        int cleaned = header.sysFlag() & ~OWN_BITS;
        return MULTI_TAG.equals(target.topicFilterType()) ? cleaned | RecordLayout.SYS_MULTI_TAGS : cleaned;
    }

    @Override
    public long bornTimestampMs() {
        return header.bornTimestampMs();
    }

    @Override
    public InetSocketAddress bornHost() {
        return bornHost;
    }

    @Override
    public int reconsumeTimes() {
        return header.reconsumeTimes();
    }

    @Override
    public long preparedTransactionOffset() {
        return 0;
    }

    @Override
    public ByteBuffer body() {
        return body;
    }

    @Override
    public ByteBuffer properties() {
        return encoded.encoded();
    }

    /** The message by itself, for those who make another one of it; its buffers are these. */
    NewMessage message() {
        return new NewMessage(topic(), queueId, flag(), sysFlag(), bornTimestampMs(), bornHost, reconsumeTimes(), 0,
            body, properties());
    }

    /** Bytes that {@link #copy} takes. */
    int sizeBytes() {
        return body.remaining() + (header.properties() == null ? 0 : header.properties().remaining());
    }

    /** The same request with bytes of its own, which outlive the frame. */
    SendRequest copy() {
        SendRequest copy = new SendRequest(header.copy(header.properties() == null ? null
            : copyOf(header.properties())));
        copy.body = copyOf(body);
        copy.bornHost = bornHost;
        copy.version = version;
        return copy;
    }

    private static ByteBuffer copyOf(ByteBuffer bytes) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
        copy.put(0, bytes, bytes.position(), bytes.remaining());
        return copy;
    }
}
