/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What our scripts find in their environment: this build's Java, a home of their own, logs to the console, and options
 * for JVMs that live for seconds.
 */
public final class ScriptEnvironment {
    private ScriptEnvironment() {
    }

    /** The environment of a script whose home is this folder. */
    public static Map<String, String> of(Path home) {
        Map<String, String> environment = new HashMap<>();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("HOME", home.toString());
        environment.put("MQ_LOG", "console");
        // shared by all tests of the build, so that only the first start of each script has to make it
        environment.put("XDG_CACHE_HOME", BuildOutput.folder().resolve("cache").toString());
        String options = System.getProperty("tandemmq.broker.options");
        if (options != null) {
            environment.put("JAVA_OPTS", options);
        }
        return environment;
    }
}
