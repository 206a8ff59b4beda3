/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.util.List;
import org.tandemmq.remoting.protocol.RemotingCommand;

/**
 * Reads the JSON header (wire-protocol 1.2) in one pass over its bytes. Tolerant like the reference: any order, members
 * that it does not know, numbers as strings, null, ext values that are no strings. Used by one thread.
 */
final class JsonHeaderDecoder {

    /** Names of languages (wire-protocol 1.5); the place is the code, -1 for a name that is not there. */
    private static final List<String> LANGUAGES = List.of("JAVA", "CPP", "DOTNET", "PYTHON", "DELPHI", "ERLANG",
        "RUBY", "OTHER", "HTTP", "GO", "PHP", "OMS", "RUST", "NODE_JS");

    private final JsonTokens in = new JsonTokens();

    /** Reads the first bytes of the array into the frame. */
    void decode(byte[] header, int length, ReceivedFrame out) {
        in.reset(header, length);
        in.expect('{');
        if (in.peek() == '}') {
            in.advance();
        } else {
            do {
                readMember(header, out);
            } while (in.isMore());
        }
        if (in.peek() >= 0) {
            throw in.wrong("text goes on behind the header");
        }
    }

    private void readMember(byte[] header, ReceivedFrame out) {
        in.readName();
        int nameFrom = in.tokenFrom();
        int nameLength = in.tokenLength();
        if (nameLength == 4 && in.isNamed(nameFrom, "code")) {
            out.code = in.readInt();
        } else if (nameLength == 4 && in.isNamed(nameFrom, "flag")) {
            out.flag = in.readInt();
        } else if (nameLength == 6 && in.isNamed(nameFrom, "opaque")) {
            out.opaque = in.readInt();
        } else {
            readRareMember(header, nameFrom, nameLength, out);
        }
    }

    private void readRareMember(byte[] header, int nameFrom, int nameLength, ReceivedFrame out) {
        if (nameLength == 9 && in.isNamed(nameFrom, "extFields")) {
            out.fields.reset(header);
            readFields(out.fields);
        } else if (nameLength == 7 && in.isNamed(nameFrom, "version")) {
            out.version = in.readInt();
        } else if (nameLength == 8 && in.isNamed(nameFrom, "language")) {
            readLanguage(out);
        } else if (nameLength == 6 && in.isNamed(nameFrom, "remark")) {
            out.remark = in.readToken() ? in.tokenText() : null;
        } else {
            in.skip();
        }
    }

    private void readLanguage(ReceivedFrame out) {
        if (!in.readToken()) {
            out.language = RemotingCommand.LANGUAGE_UNKNOWN;
        } else if (in.tokenLength() == 4 && in.isNamed(in.tokenFrom(), "JAVA")) {
            out.language = RemotingCommand.LANGUAGE_JAVA;
        } else {
            out.language = LANGUAGES.indexOf(in.tokenText());
        }
    }

    private void readFields(FrameFields fields) {
        if (in.peek() != '{') {
            if (in.readToken()) {
                throw in.wrong("extFields is no object");
            }
            return;
        }
        in.advance();
        if (in.peek() == '}') {
            in.advance();
            return;
        }
        do {
            in.readName();
            int nameFrom = in.tokenFrom();
            int nameLength = in.tokenLength();
            if (in.readToken()) {
                fields.add(nameFrom, nameLength, in.tokenFrom(), in.tokenLength(), in.tokenEscaped());
            }
        } while (in.isMore());
    }
}
