/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

/**
 * Measures of the commit log.
 *
 * @param segmentBytes {@code mappedFileSizeCommitLog}: size of every segment file
 * @param maxMessageBytes {@code maxMessageSize}: largest body, and largest sum of the bodies of a batch
 * @param checkCrcOnRecover {@code checkCRCOnRecover}
 * @param lockBusyMs {@code osPageCacheBusyTimeOutMills}: a log lock held longer than this refuses sends
 * @param wideTopicLengths {@code autoMessageVersionOnTopicLen}: topics above 127 bytes get records of the second format
 */
public record CommitLogConfig(int segmentBytes, int maxMessageBytes, boolean checkCrcOnRecover, long lockBusyMs,
                              boolean wideTopicLengths) {

    /** Default of {@code mappedFileSizeCommitLog}. */
    public static final int DEFAULT_SEGMENT_BYTES = 1 << 30;
    /** Default of {@code maxMessageSize}. */
    public static final int DEFAULT_MAX_MESSAGE_BYTES = 4 << 20;
    /** Room that a record may take beside its body (storage 3.5). */
    public static final int RECORD_EXTRA_BYTES = 64 << 10;

    /** Largest segment: a page below 2 GiB, so that a place in it and what stands there add up to an int. */
    public static final int SEGMENT_BYTES_MAX = Integer.MAX_VALUE - 4095;

    /** Checks the values. */
    public CommitLogConfig {
        if (segmentBytes < 4096 || segmentBytes > SEGMENT_BYTES_MAX) {
            throw new IllegalArgumentException("mappedFileSizeCommitLog=" + segmentBytes + " is not within 4096 to "
                + SEGMENT_BYTES_MAX);
        }
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException("maxMessageSize=" + maxMessageBytes + " is below 1");
        }
    }

    /** All defaults. */
    public static CommitLogConfig defaults() {
        return new CommitLogConfig(DEFAULT_SEGMENT_BYTES, DEFAULT_MAX_MESSAGE_BYTES, true, 1000, true);
    }

    /** Largest record that is accepted: the body's limit and what stands around it. */
    public int maxRecordBytes() {
        return maxMessageBytes + RECORD_EXTRA_BYTES;
    }
}
