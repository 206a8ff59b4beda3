/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/** Codes of answers (wire-protocol 5). */
public final class ResponseCode {

    /** Done. */
    public static final int SUCCESS = 0;
    /** Anything unexpected; the remark tells. */
    public static final int SYSTEM_ERROR = 1;
    /** Flow control; the remark tells which limit. */
    public static final int SYSTEM_BUSY = 2;
    /** No processor for the code of the request. */
    public static final int REQUEST_CODE_NOT_SUPPORTED = 3;
    /** Not sent by brokers. */
    public static final int TRANSACTION_FAILED = 4;
    /** Stored, but not known to be on disk in time. */
    public static final int FLUSH_DISK_TIMEOUT = 10;
    /** Stored, but no slave in step; also: a write that a slave can't do. */
    public static final int SLAVE_NOT_AVAILABLE = 11;
    /** Stored, but no acknowledgement of a slave in time. */
    public static final int FLUSH_SLAVE_TIMEOUT = 12;
    /** Size, properties, batch or timer beyond what is allowed. */
    public static final int MESSAGE_ILLEGAL = 13;
    /** The store can't be written. */
    public static final int SERVICE_NOT_AVAILABLE = 14;
    /** Not sent by brokers. */
    public static final int VERSION_NOT_SUPPORTED = 15;
    /** Permission of broker, topic or group; failed authorization. */
    public static final int NO_PERMISSION = 16;
    /** Topic unknown. */
    public static final int TOPIC_NOT_EXIST = 17;
    /** Not sent by brokers. */
    public static final int TOPIC_EXIST_ALREADY = 18;
    /** No message now. */
    public static final int PULL_NOT_FOUND = 19;
    /** Pull again at once from the next offset. */
    public static final int PULL_RETRY_IMMEDIATELY = 20;
    /** The offset was corrected. */
    public static final int PULL_OFFSET_MOVED = 21;
    /** Nothing found. */
    public static final int QUERY_NOT_FOUND = 22;
    /** The expression can't be read. */
    public static final int SUBSCRIPTION_PARSE_FAILED = 23;
    /** No heartbeat told of this subscription. */
    public static final int SUBSCRIPTION_NOT_EXIST = 24;
    /** The heartbeat's subscription is older than the request's. */
    public static final int SUBSCRIPTION_NOT_LATEST = 25;
    /** Group unknown. */
    public static final int SUBSCRIPTION_GROUP_NOT_EXIST = 26;
    /** No compiled SQL filter. */
    public static final int FILTER_DATA_NOT_EXIST = 27;
    /** The compiled SQL filter is older than the request's. */
    public static final int FILTER_DATA_NOT_LATEST = 28;
    /** Bad topic name, queue or count (5.3). */
    public static final int INVALID_PARAMETER = 29;
    /** Not sent by brokers. */
    public static final int TRANSACTION_SHOULD_COMMIT = 200;
    /** Not sent by brokers. */
    public static final int TRANSACTION_SHOULD_ROLLBACK = 201;
    /** Not sent by brokers. */
    public static final int TRANSACTION_STATE_UNKNOW = 202;
    /** Not sent by brokers. */
    public static final int TRANSACTION_STATE_GROUP_WRONG = 203;
    /** Not sent by brokers. */
    public static final int NO_BUYER_ID = 204;
    /** Not sent by brokers. */
    public static final int NOT_IN_CURRENT_UNIT = 205;
    /** No member of the group is connected. */
    public static final int CONSUMER_NOT_ONLINE = 206;
    /** The client did not answer in time. */
    public static final int CONSUME_MSG_TIMEOUT = 207;
    /** No such message; acknowledgements of the pop family. */
    public static final int NO_MESSAGE = 208;
    /** Too many held pops (5.3; in 4.9: creating an account failed). */
    public static final int POLLING_FULL = 209;
    /** Nothing to pop (5.3; in 4.9: removing an account failed). */
    public static final int POLLING_TIMEOUT = 210;
    /** No such broker (5.3; in 4.9: changing the white list failed). */
    public static final int BROKER_NOT_EXIST = 211;
    /** Queues are behind the log (5.3). */
    public static final int BROKER_DISPATCH_NOT_COMPLETE = 212;
    /** The group broadcasts (5.3). */
    public static final int BROADCAST_CONSUMPTION = 213;
    /** Client waits 20 ms instead of 1000 ms before it pulls again. */
    public static final int FLOW_CONTROL = 215;
    /** Static topics (5.3). */
    public static final int NOT_LEADER_FOR_QUEUE = 501;
    /** Not allowed in this state (5.3). */
    public static final int ILLEGAL_OPERATION = 604;
    /** Server stops: connect again and retry once (5.3). */
    public static final int GO_AWAY = 1500;
    /** Controller (5.3). */
    public static final int CONTROLLER_FENCED_MASTER_EPOCH = 2000;
    /** Controller (5.3). */
    public static final int CONTROLLER_NOT_LEADER = 2007;
    /** Account unknown (5.3). */
    public static final int USER_NOT_EXIST = 3001;
    /** Policy unknown (5.3). */
    public static final int POLICY_NOT_EXIST = 3002;

    private ResponseCode() {
    }
}
