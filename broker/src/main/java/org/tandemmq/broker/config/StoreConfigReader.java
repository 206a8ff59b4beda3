/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.nio.file.Path;
import java.util.List;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.CommitLogConfig;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.config.ReadConfig;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.config.StoreConfig;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.index.IndexLayout;

/** Turns settings into the values of the store. */
final class StoreConfigReader {

    /** How much less than the master a slave counts as cached (storage 19.6). */
    private static final int SLAVE_MEMORY_LESS_PERCENT = 10;

    private final Settings settings;
    private final BrokerRole role;
    private final Path root;
    private final List<String> notices;
    private final List<String> errors;

    StoreConfigReader(Settings settings, BrokerRole role, Path root, List<String> notices, List<String> errors) {
        this.settings = settings;
        this.role = role;
        this.root = root;
        this.notices = notices;
        this.errors = errors;
    }

    StoreConfig read(BrokerConfig.Addresses addresses) {
        return new StoreConfig(paths(), role, log(), flush(), queue(), ha(addresses), retention());
    }

    private StorePaths paths() {
        if (!settings.isGiven("storePathCommitLog")) {
            return StorePaths.below(root);
        }
        String path = settings.text("storePathCommitLog");
        if (path.indexOf(',') >= 0 || path.indexOf(';') >= 0) {
            errors.add(settings.describe("storePathCommitLog") + " is a list; the log has one directory here");
        }
        return new StorePaths(root, Path.of(path).toAbsolutePath());
    }

    private CommitLogConfig log() {
        return new CommitLogConfig(settings.integer("mappedFileSizeCommitLog"),
            withinFrame("maxMessageSize", ReadConfig.ANSWER_BYTES_MAX - CommitLogConfig.RECORD_EXTRA_BYTES),
            settings.flag("checkCRCOnRecover"), settings.number("osPageCacheBusyTimeOutMills"),
            settings.flag("autoMessageVersionOnTopicLen"));
    }

    /** A frame that is larger would only lose the connection, whether it comes or goes. */
    private int withinFrame(String key, int most) {
        int wanted = settings.integer(key);
        if (wanted > most) {
            notices.add(settings.describe(key) + " becomes " + most + ": frames end at 16 MiB, here and at clients");
        }
        return Math.min(wanted, most);
    }

    private FlushConfig flush() {
        return new FlushConfig("SYNC_FLUSH".equals(settings.text("flushDiskType")),
            settings.number("flushIntervalCommitLog"), settings.integer("flushCommitLogLeastPages"),
            settings.number("flushCommitLogThoroughInterval"), settings.number("syncFlushTimeout"),
            settings.number("flushIntervalConsumeQueue"), FlushConfig.defaults().queueThoroughIntervalMs());
    }

    private QueueConfig queue() {
        int percent = settings.integer("accessMessageInMemoryMaxRatio");
        ReadConfig read = new ReadConfig(
            role.isMaster() ? percent : Math.max(0, percent - SLAVE_MEMORY_LESS_PERCENT),
            withinFrame("maxTransferBytesOnMessageInMemory", ReadConfig.ANSWER_BYTES_MAX),
            settings.integer("maxTransferCountOnMessageInMemory"),
            withinFrame("maxTransferBytesOnMessageInDisk", ReadConfig.ANSWER_BYTES_MAX),
            settings.integer("maxTransferCountOnMessageInDisk"), settings.integer("maxFilterMessageSize"),
            settings.flag("offsetCheckInSlave"));
        QueueConfig queue = new QueueConfig(settings.integer("mappedFileSizeConsumeQueue"),
            settings.flag("messageIndexEnable"), settings.integer("maxHashSlotNum"), settings.integer("maxIndexNum"),
            settings.numbers("messageDelayLevel"), read);
        checkIndexFiles(queue);
        return queue;
    }

    private void checkIndexFiles(QueueConfig queue) {
        long bytes = IndexLayout.fileBytes(queue.indexSlots(), queue.indexEntries());
        if (queue.indexEnabled() && bytes > IndexLayout.FILE_BYTES_MAX) {
            errors.add(settings.describe("maxIndexNum") + " and " + settings.describe("maxHashSlotNum")
                + " make index files of " + bytes + " bytes, the limit is " + IndexLayout.FILE_BYTES_MAX);
        }
    }

    private HaConfig ha(BrokerConfig.Addresses addresses) {
        HaConfig.Timing timing = new HaConfig.Timing(settings.number("haSendHeartbeatInterval"),
            settings.number("haHousekeepingInterval"), settings.number("slaveTimeout"));
        if (timing.heartbeatMs() >= timing.housekeepingMs()) {
            errors.add(settings.describe("haSendHeartbeatInterval") + " is not below "
                + settings.describe("haHousekeepingInterval") + ": a pair without traffic would lose its connection"
                + " each time");
        }
        HaConfig.Resolution resolution = new HaConfig.Resolution("reset".equals(settings.text("haOutOfRange")),
            "truncate".equals(settings.text("haOnDivergence")), settings.flag("haNewSlaveFromLastSegment"));
        return new HaConfig(addresses.bindHost(), addresses.haPort(), settings.text("haMasterAddress"), timing,
            settings.integer("haTransferBatchSize"), settings.number("haSlaveFallbehindMax"), copies(),
            settings.entries("haAllowedPeers"), settings.integer("haMaxConnections"),
            resolution);
    }

    private HaConfig.Copies copies() {
        int inSync = settings.integer("inSyncReplicas");
        if (role == BrokerRole.SYNC_MASTER && inSync < 2) {
            notices.add("inSyncReplicas=" + inSync
                + " becomes 2: a SYNC_MASTER answers SEND_OK once a slave has the message");
            inSync = 2;
        }
        return new HaConfig.Copies(inSync, settings.integer("minInSyncReplicas"),
            settings.flag("allAckInSyncStateSet"));
    }

    private RetentionConfig retention() {
        return new RetentionConfig(settings.integer("fileReservedTime"),
            settings.numbers("deleteWhen").stream().map(Long::intValue).toList(),
            settings.integer("diskMaxUsedSpaceRatio"), settings.integer("diskSpaceCleanForciblyRatio"),
            settings.integer("diskSpaceWarningLevelRatio"), settings.flag("cleanFileForciblyEnable"),
            settings.number("deleteCommitLogFilesInterval"), settings.number("haRetentionHoldBackBytes"));
    }
}
