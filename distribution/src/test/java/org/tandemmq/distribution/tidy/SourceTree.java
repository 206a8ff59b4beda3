/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The checked-out files of all modules, without what a build or an editor leaves behind. Works on an unpacked archive
 * too: it does not ask the version control.
 */
final class SourceTree {
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules", ".idea", ".vscode");
    private static final Set<String> TEXT_ENDINGS = Set.of("java", "xml", "md", "sh", "conf", "properties", "txt",
        "json", "js", "py", "yml", "yaml", "config", "tsv", "csv", "html");
    private static final int TEXT_BYTES_MAX = 2 << 20;

    private final Path root;
    private final List<Path> files;

    SourceTree(Path root) {
        this.root = root;
        this.files = new ArrayList<>();
        collect(root);
    }

    /** Finds the top of the build by its style folder, from the working directory upwards. */
    static SourceTree ofThisBuild() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("style/checkstyle.xml"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no style/checkstyle.xml above " + Path.of("").toAbsolutePath());
        }
        return new SourceTree(folder);
    }

    private void collect(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            for (Path child : (Iterable<Path>) children.sorted()::iterator) {
                if (SKIPPED.contains(child.getFileName().toString())) {
                    continue;
                }
                if (Files.isDirectory(child)) {
                    collect(child);
                } else if (Files.isRegularFile(child)) {
                    files.add(child);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path root() {
        return root;
    }

    List<Path> javaFiles() {
        return files.stream().filter(f -> f.toString().endsWith(".java")).toList();
    }

    List<Path> poms() {
        return files.stream().filter(f -> f.getFileName().toString().equals("pom.xml")).toList();
    }

    /** Files that people read: by ending, or without one (scripts, LICENSE). */
    List<Path> textFiles() {
        return files.stream().filter(SourceTree::isText).toList();
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return file.toFile().length() <= TEXT_BYTES_MAX
            && (dot <= 0 || TEXT_ENDINGS.contains(name.substring(dot + 1)));
    }

    String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    static boolean isTestCode(Path file) {
        return file.toString().replace('\\', '/').contains("/src/test/");
    }

    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
