/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A published line of Apache RocketMQ with its own class path, which the build wrote to a file. */
public enum StockLine {
    /** Client 4.4.0. */
    OLDEST("oldest"),
    /** Client and tools 4.9.8. */
    PREVIOUS("previous"),
    /** Client, tools and servers 5.3.3. */
    CURRENT("current");

    private final String name;

    StockLine(String name) {
        this.name = name;
    }

    /** Compiled drivers and the jars of this line, as a class path. */
    public String classPath() {
        return BuildOutput.drivers() + ":" + jars();
    }

    private String jars() {
        Path file = BuildOutput.folder().resolveSibling("classpath").resolve(name).resolve("target/class.path");
        try {
            return Files.readString(file).trim();
        } catch (IOException e) {
            throw new UncheckedIOException("run 'mvn process-test-classes' first: " + file, e);
        }
    }
}
