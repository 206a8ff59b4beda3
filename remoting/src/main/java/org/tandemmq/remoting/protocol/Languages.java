/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

import java.util.List;

/** Names of the language bytes (wire-protocol 1.5). */
public final class Languages {

    private static final List<String> NAMES = List.of("JAVA", "CPP", "DOTNET", "PYTHON", "DELPHI", "ERLANG", "RUBY",
        "OTHER", "HTTP", "GO", "PHP", "OMS", "RUST", "NODE_JS");

    private Languages() {
    }

    /**
     * Name of a language.
     *
     * @param code language byte
     * @return its name, {@code OTHER} for an unknown one
     */
    public static String name(int code) {
        return code >= 0 && code < NAMES.size() ? NAMES.get(code) : "OTHER";
    }
}
