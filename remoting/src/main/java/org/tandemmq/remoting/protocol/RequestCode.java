/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/**
 * Codes of requests (wire-protocol 2.2; numbers in brackets are its sections). A code without a processor is answered
 * with {@link ResponseCode#REQUEST_CODE_NOT_SUPPORTED}.
 */
public final class RequestCode {

    /** Send with the long field names of the first header form (2.3). */
    public static final int SEND_MESSAGE = 10;
    /** Read messages of a queue from an offset, perhaps held until there are some (2.4). */
    public static final int PULL_MESSAGE = 11;
    /** Look messages up by key (2.11). */
    public static final int QUERY_MESSAGE = 12;
    /** A number without any handler in the reference. */
    public static final int QUERY_BROKER_OFFSET = 13;
    /** Stored offset of a group in a queue (2.5). */
    public static final int QUERY_CONSUMER_OFFSET = 14;
    /** Store the offset of a group in a queue, usually one-way (2.5). */
    public static final int UPDATE_CONSUMER_OFFSET = 15;
    /** Create or change one topic. */
    public static final int UPDATE_AND_CREATE_TOPIC = 17;
    /** Create or change several topics. */
    public static final int UPDATE_AND_CREATE_TOPIC_LIST = 18;
    /** The topic table, asked for by slaves on the fast port (2.10). */
    public static final int GET_ALL_TOPIC_CONFIG = 21;
    /** A number without any handler in the reference. */
    public static final int GET_TOPIC_CONFIG_LIST = 22;
    /** A number without any handler in the reference. */
    public static final int GET_TOPIC_NAME_LIST = 23;
    /** Change settings of a running broker. */
    public static final int UPDATE_BROKER_CONFIG = 25;
    /** Settings of a running broker. */
    public static final int GET_BROKER_CONFIG = 26;
    /** A number without any handler in the reference. */
    public static final int TRIGGER_DELETE_FILES = 27;
    /** Figures of a running broker. */
    public static final int GET_BROKER_RUNTIME_INFO = 28;
    /** Offset of a queue by store time (2.11). */
    public static final int SEARCH_OFFSET_BY_TIMESTAMP = 29;
    /** Next offset of a queue to be written. */
    public static final int GET_MAX_OFFSET = 30;
    /** Lowest offset of a queue. */
    public static final int GET_MIN_OFFSET = 31;
    /** Store time of the first message of a queue. */
    public static final int GET_EARLIEST_MSG_STORETIME = 32;
    /** One record by its position in the log. */
    public static final int VIEW_MESSAGE_BY_ID = 33;
    /** Producers and consumers of one client (2.6, 3.4). */
    public static final int HEART_BEAT = 34;
    /** A client leaves its groups (2.6). */
    public static final int UNREGISTER_CLIENT = 35;
    /** Consuming failed: to the retry topic or to the dead letters (2.7). */
    public static final int CONSUMER_SEND_MSG_BACK = 36;
    /** Commit or roll back a half message (2.8). */
    public static final int END_TRANSACTION = 37;
    /** Client ids of a consumer group (2.6). */
    public static final int GET_CONSUMER_LIST_BY_GROUP = 38;
    /** Broker asks a producer about a half message, one-way (2.8). */
    public static final int CHECK_TRANSACTION_STATE = 39;
    /** Broker tells a consumer that its group changed, one-way (2.6). */
    public static final int NOTIFY_CONSUMER_IDS_CHANGED = 40;
    /** Lock queues for orderly consumption (2.9). */
    public static final int LOCK_BATCH_MQ = 41;
    /** Give queue locks back (2.9). */
    public static final int UNLOCK_BATCH_MQ = 42;
    /** The consumer offset table, for slaves (2.10). */
    public static final int GET_ALL_CONSUMER_OFFSET = 43;
    /** The delay offset table, for slaves (2.10). */
    public static final int GET_ALL_DELAY_OFFSET = 45;
    /** Check a subscription before a consumer starts (2.6). */
    public static final int CHECK_CLIENT_CONFIG = 46;
    /** A number without any handler in the reference. */
    public static final int GET_CLIENT_CONFIG = 47;
    /** Create or change an account, 4.9 only. */
    public static final int UPDATE_AND_CREATE_ACL_CONFIG = 50;
    /** Remove an account, 4.9 only. */
    public static final int DELETE_ACL_CONFIG = 51;
    /** Version of the account files, 4.9 only. */
    public static final int GET_BROKER_CLUSTER_ACL_INFO = 52;
    /** Change the global white list, 4.9 only. */
    public static final int UPDATE_GLOBAL_WHITE_ADDRS_CONFIG = 53;
    /** Check point of the timer, for slaves of the 5.3 line (2.10). */
    public static final int GET_TIMER_CHECK_POINT = 60;
    /** Counts of the timer, for slaves of the 5.3 line (2.10). */
    public static final int GET_TIMER_METRICS = 61;
    /** Name server: set a value of a namespace. */
    public static final int PUT_KV_CONFIG = 100;
    /** Name server: value of a namespace. */
    public static final int GET_KV_CONFIG = 101;
    /** Name server: remove a value of a namespace. */
    public static final int DELETE_KV_CONFIG = 102;
    /** Name server: a broker tells its topics (2.16). */
    public static final int REGISTER_BROKER = 103;
    /** Name server: a broker leaves. */
    public static final int UNREGISTER_BROKER = 104;
    /** Name server: brokers and queues of a topic (3.5). */
    public static final int GET_ROUTEINFO_BY_TOPIC = 105;
    /** Name server: all brokers by cluster (3.5). */
    public static final int GET_BROKER_CLUSTER_INFO = 106;
    /** Create or change one subscription group. */
    public static final int UPDATE_AND_CREATE_SUBSCRIPTIONGROUP = 200;
    /** The subscription group table, for slaves (2.10). */
    public static final int GET_ALL_SUBSCRIPTIONGROUP_CONFIG = 201;
    /** Offsets of all queues of a topic. */
    public static final int GET_TOPIC_STATS_INFO = 202;
    /** Connections and subscriptions of a consumer group. */
    public static final int GET_CONSUMER_CONNECTION_LIST = 203;
    /** Connections of a producer group. */
    public static final int GET_PRODUCER_CONNECTION_LIST = 204;
    /** Name server: take the write permission from all queues of a broker. */
    public static final int WIPE_WRITE_PERM_OF_BROKER = 205;
    /** Name server: all topics. */
    public static final int GET_ALL_TOPIC_LIST_FROM_NAMESERVER = 206;
    /** Remove a subscription group. */
    public static final int DELETE_SUBSCRIPTIONGROUP = 207;
    /** Progress of a consumer group. */
    public static final int GET_CONSUME_STATS = 208;
    /** Remove a topic from a broker. */
    public static final int DELETE_TOPIC_IN_BROKER = 215;
    /** Name server: remove a topic. */
    public static final int DELETE_TOPIC_IN_NAMESRV = 216;
    /** Name server: register a topic with its queues, 5.3 only. */
    public static final int REGISTER_TOPIC_IN_NAMESRV = 217;
    /** Name server: all values of a namespace. */
    public static final int GET_KVLIST_BY_NAMESPACE = 219;
    /** Broker tells a consumer its new offsets, one-way. */
    public static final int RESET_CONSUMER_CLIENT_OFFSET = 220;
    /** Broker asks a consumer for its offsets. */
    public static final int GET_CONSUMER_STATUS_FROM_CLIENT = 221;
    /** Set a group's offsets by time. */
    public static final int INVOKE_BROKER_TO_RESET_OFFSET = 222;
    /** Offsets that the members of a group hold. */
    public static final int INVOKE_BROKER_TO_GET_CONSUMER_STATUS = 223;
    /** Name server: topics of a cluster. */
    public static final int GET_TOPICS_BY_CLUSTER = 224;
    /** Create or change several subscription groups. */
    public static final int UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST = 225;
    /** Groups that consume a topic. */
    public static final int QUERY_TOPIC_CONSUME_BY_WHO = 300;
    /** Store times at the ends and at a group's offset, by queue. */
    public static final int QUERY_CONSUME_TIME_SPAN = 303;
    /** Name server: system topics. */
    public static final int GET_SYSTEM_TOPIC_LIST_FROM_NS = 304;
    /** System topics of a broker. */
    public static final int GET_SYSTEM_TOPIC_LIST_FROM_BROKER = 305;
    /** Remove queue files without messages. */
    public static final int CLEAN_EXPIRED_CONSUMEQUEUE = 306;
    /** State of one consumer, passed on to it. */
    public static final int GET_CONSUMER_RUNNING_INFO = 307;
    /** Lowest offsets among groups. */
    public static final int QUERY_CORRECTION_OFFSET = 308;
    /** Let one consumer consume one message, passed on to it. */
    public static final int CONSUME_MESSAGE_DIRECTLY = 309;
    /** Send with one-letter field names (2.3). */
    public static final int SEND_MESSAGE_V2 = 310;
    /** Name server: unit topics. */
    public static final int GET_UNIT_TOPIC_LIST = 311;
    /** Name server: topics with a unit subscription. */
    public static final int GET_HAS_UNIT_SUB_TOPIC_LIST = 312;
    /** Name server: topics with a unit subscription that are no unit topics. */
    public static final int GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST = 313;
    /** Copy a group's offsets to another group. */
    public static final int CLONE_GROUP_OFFSET = 314;
    /** One statistic of a broker. */
    public static final int VIEW_BROKER_STATS_DATA = 315;
    /** Remove queues of topics that are no more. */
    public static final int CLEAN_UNUSED_TOPIC = 316;
    /** Progress of all groups of a broker. */
    public static final int GET_BROKER_CONSUME_STATS = 317;
    /** Name server: change settings. */
    public static final int UPDATE_NAMESRV_CONFIG = 318;
    /** Name server: settings. */
    public static final int GET_NAMESRV_CONFIG = 319;
    /** Send several messages in one body (2.3, 4.6). */
    public static final int SEND_BATCH_MESSAGE = 320;
    /** Entries of a consume queue. */
    public static final int QUERY_CONSUME_QUEUE = 321;
    /** Name server: did this version of a broker's topics arrive. */
    public static final int QUERY_DATA_VERSION = 322;
    /** Check a half message again that was given up. */
    public static final int RESUME_CHECK_HALF_MESSAGE = 323;
    /** Answer of the request-reply mode, long field names (2.14). */
    public static final int SEND_REPLY_MESSAGE = 324;
    /** Answer of the request-reply mode, one-letter field names (2.14). */
    public static final int SEND_REPLY_MESSAGE_V2 = 325;
    /** Broker hands an answer to the asker (2.14). */
    public static final int PUSH_REPLY_MESSAGE_TO_CLIENT = 326;
    /** Name server: give the write permission to all queues of a broker. */
    public static final int ADD_WRITE_PERM_OF_BROKER = 327;
    /** All producers of a broker. */
    public static final int GET_ALL_PRODUCER_INFO = 328;
    /** Remove segments that are too old. */
    public static final int DELETE_EXPIRED_COMMITLOG = 329;
    /** Topics of a group. */
    public static final int QUERY_TOPICS_BY_CONSUMER = 343;
    /** Subscription of a group to a topic. */
    public static final int QUERY_SUBSCRIPTION_BY_CONSUMER = 345;
    /** Settings of one topic. */
    public static final int GET_TOPIC_CONFIG = 351;
    /** Settings of one subscription group. */
    public static final int GET_SUBSCRIPTIONGROUP_CONFIG = 352;
    /** Forbid or allow a group to read a topic. */
    public static final int UPDATE_AND_GET_GROUP_FORBIDDEN = 353;
    /** Compare two kinds of queues, 5.3 only. */
    public static final int CHECK_ROCKSDB_CQ_WRITE_PROGRESS = 354;
    /** Export tables, 5.3 only. */
    public static final int EXPORT_ROCKSDB_CONFIG_TO_JSON = 355;
    /** Pull of the lite consumer of the 5.3 line (2.4). */
    public static final int LITE_PULL_MESSAGE = 361;
    /** Take a timer message back (2.15). */
    public static final int RECALL_MESSAGE = 370;
    /** Queues that a member is to read, 5.3 only. */
    public static final int QUERY_ASSIGNMENT = 400;
    /** Pull or pop for a group, 5.3 only. */
    public static final int SET_MESSAGE_REQUEST_MODE = 401;
    /** The table of request modes, for slaves (2.10). */
    public static final int GET_ALL_MESSAGE_REQUEST_MODE = 402;
    /** Create a static topic, 5.3 only. */
    public static final int UPDATE_AND_CREATE_STATIC_TOPIC = 513;
    /** Name server: all brokers of a name, 5.3 only. */
    public static final int GET_BROKER_MEMBER_GROUP = 901;
    /** Container: add a broker, 5.3 only. */
    public static final int ADD_BROKER = 902;
    /** Container: remove a broker, 5.3 only. */
    public static final int REMOVE_BROKER = 903;
    /** Name server: a broker lives, 5.3 only. */
    public static final int BROKER_HEARTBEAT = 904;
    /** Name server tells a broker who has the lowest id, 5.3 only. */
    public static final int NOTIFY_MIN_BROKER_ID_CHANGE = 905;
    /** Addresses between master and slave, 5.3 only. */
    public static final int EXCHANGE_BROKER_HA_INFO = 906;
    /** State of replication, 5.3 only. */
    public static final int GET_BROKER_HA_STATUS = 907;
    /** Set the flush position of a master, 5.3 only. */
    public static final int RESET_MASTER_FLUSH_OFFSET = 908;
    /** Controller, 5.3 only. */
    public static final int CONTROLLER_ALTER_SYNC_STATE_SET = 1001;
    /** Controller, 5.3 only. */
    public static final int CONTROLLER_ELECT_MASTER = 1002;
    /** Controller, 5.3 only. */
    public static final int CONTROLLER_REGISTER_BROKER = 1003;
    /** Controller, 5.3 only. */
    public static final int CONTROLLER_GET_REPLICA_INFO = 1004;
    /** Controller, 5.3 only. */
    public static final int CONTROLLER_GET_METADATA_INFO = 1005;
    /** Controller, 5.3 only. */
    public static final int CONTROLLER_GET_SYNC_STATE_DATA = 1006;
    /** Epochs of a broker under a controller, 5.3 only. */
    public static final int GET_BROKER_EPOCH_CACHE = 1007;
    /** Controller tells a broker its role, 5.3 only. */
    public static final int NOTIFY_BROKER_ROLE_CHANGED = 1008;
    /** Flow control of cold reads, 5.3 only. */
    public static final int UPDATE_COLD_DATA_FLOW_CTR_CONFIG = 2001;
    /** Flow control of cold reads, 5.3 only. */
    public static final int REMOVE_COLD_DATA_FLOW_CTR_CONFIG = 2002;
    /** Flow control of cold reads, 5.3 only. */
    public static final int GET_COLD_DATA_FLOW_CTR_INFO = 2003;
    /** How the log is read ahead, 5.3 only. */
    public static final int SET_COMMITLOG_READ_MODE = 2004;
    /** Accounts, 5.3 only. */
    public static final int AUTH_CREATE_USER = 3001;
    /** Accounts, 5.3 only. */
    public static final int AUTH_UPDATE_USER = 3002;
    /** Accounts, 5.3 only. */
    public static final int AUTH_DELETE_USER = 3003;
    /** Accounts, 5.3 only. */
    public static final int AUTH_GET_USER = 3004;
    /** Accounts, 5.3 only. */
    public static final int AUTH_LIST_USER = 3005;
    /** Policies, 5.3 only. */
    public static final int AUTH_CREATE_ACL = 3006;
    /** Policies, 5.3 only. */
    public static final int AUTH_UPDATE_ACL = 3007;
    /** Policies, 5.3 only. */
    public static final int AUTH_DELETE_ACL = 3008;
    /** Policies, 5.3 only. */
    public static final int AUTH_GET_ACL = 3009;
    /** Policies, 5.3 only. */
    public static final int AUTH_LIST_ACL = 3010;
    /** Pop family (2.12), 5.3 only. */
    public static final int POP_MESSAGE = 200050;
    /** Pop family (2.12), 5.3 only. */
    public static final int ACK_MESSAGE = 200051;
    /** Pop family (2.12), 5.3 only. */
    public static final int PEEK_MESSAGE = 200052;
    /** Pop family (2.12), 5.3 only. */
    public static final int CHANGE_MESSAGE_INVISIBLETIME = 200053;
    /** Pop family (2.12), 5.3 only. */
    public static final int NOTIFICATION = 200054;
    /** Pop family (2.12), 5.3 only. */
    public static final int POLLING_INFO = 200055;
    /** Pop family, 5.3 only. */
    public static final int POP_ROLLBACK = 200056;
    /** Pop family (2.12), 5.3 only. */
    public static final int BATCH_ACK_MESSAGE = 200151;

    private RequestCode() {
    }
}
