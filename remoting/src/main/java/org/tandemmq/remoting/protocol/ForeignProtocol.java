/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Tells what other protocol the first bytes of a bad frame look like, so that the log line helps. */
public final class ForeignProtocol {

    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_MAJOR = 3;
    private static final String PROXY_V2_START = "\r\n\r\n\0";
    private static final Set<String> HTTP_VERBS =
        Set.of("GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT");

    private ForeignProtocol() {
    }

    /**
     * Looks at the first bytes.
     *
     * @param start first bytes of a connection or frame, up to 24
     * @return a few words with a colon and a blank, or an empty text when the bytes look like nothing known
     */
    public static String describe(byte[] start) {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (start.length > 1 && start[0] == TLS_HANDSHAKE && start[1] == TLS_MAJOR) {
            return "looks like a TLS hello on a plain port: ";
        }
        if (text.startsWith("PROX") || text.startsWith(PROXY_V2_START)) {
            return "looks like a PROXY protocol header: ";
        }
        if (text.startsWith("PRI ")) {
            return "looks like an HTTP/2 preface (gRPC?): ";
        }
        if (text.startsWith("SSH-")) {
            return "looks like SSH: ";
        }
        int blank = text.indexOf(' ');
        return blank > 0 && HTTP_VERBS.contains(text.substring(0, blank)) ? "looks like an HTTP request: " : "";
    }
}
