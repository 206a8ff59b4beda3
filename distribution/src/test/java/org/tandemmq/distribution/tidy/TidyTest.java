/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The measures of the code base that hold for all modules, main and test code alike. Each finding names file and line.
 * Exemptions stand in {@code tidy-exemptions.txt} with their reason.
 */
class TidyTest {
    private static final int CLASS_LINES_MAX = 299;
    private static final int METHOD_LINES_MAX = 70;
    private static final int CONSTRUCTOR_ARGUMENTS_MAX = 7;
    private static final int PACKAGE_CLASSES_MAX = 12;
    /** Tests stand beside their twins and drivers, so their packages may hold more. */
    private static final int TEST_PACKAGE_CLASSES_MAX = 24;
    private static final Pattern VAGUE_WORD = Pattern.compile("(?<![a-z])(Utils?|Helpers?|Common|Base)(?![a-z])");
    private static final Pattern ACCESSOR = Pattern.compile("get[A-Z]\\w*");

    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final CodeMeasures CODE = new CodeMeasures(TREE.javaFiles());

    private final Exemptions exemptions;

    TidyTest() throws IOException {
        Path list = TREE.root().resolve("distribution/src/test/resources/tidy-exemptions.txt");
        exemptions = new Exemptions(Files.readAllLines(list));
    }

    @Test
    void shouldKeepClassesShort() {
        List<String> findings = new ArrayList<>();
        for (CodeMeasures.Type type : CODE.types()) {
            int limit = exemptions.limit("class", type.name(), CLASS_LINES_MAX, type.lines());
            if (type.lines() > limit) {
                findings.add(at(type.file(), type.line()) + " class " + type.name() + " has " + type.lines()
                    + " lines, at most " + limit + ": find the second noun in it");
            }
        }
        findings.addAll(exemptions.unused("class"));
        assertClean("Class length", findings);
    }

    @Test
    void shouldKeepMethodsShortAndConstructorsTruthful() {
        List<String> findings = new ArrayList<>();
        for (CodeMeasures.Method method : CODE.methods()) {
            String name = method.type() + "." + method.name();
            int limit = exemptions.limit("method", name, METHOD_LINES_MAX, method.lines());
            if (method.lines() > limit) {
                findings.add(at(method.file(), method.line()) + " method " + name + " has " + method.lines()
                    + " lines, never more than " + limit);
            }
            if (method.isConstructor() && method.arguments() > CONSTRUCTOR_ARGUMENTS_MAX) {
                findings.add(at(method.file(), method.line()) + " constructor of " + method.type() + " takes "
                    + method.arguments() + " arguments, at most " + CONSTRUCTOR_ARGUMENTS_MAX);
            }
        }
        findings.addAll(exemptions.unused("method"));
        assertClean("Method length and constructor arguments", findings);
    }

    @Test
    void shouldKeepPackagesSmall() {
        Map<String, Integer> classes = new TreeMap<>();
        for (CodeMeasures.Type type : CODE.types()) {
            boolean records = type.packageName().matches(".*\\.protocol\\.(header|body)");
            if (type.topLevel() && !records) {
                classes.merge((SourceTree.isTestCode(type.file()) ? "test:" : "main:") + type.packageName(), 1,
                    Integer::sum);
            }
        }
        List<String> findings = new ArrayList<>();
        classes.forEach((name, count) -> {
            int general = name.startsWith("test:") ? TEST_PACKAGE_CLASSES_MAX : PACKAGE_CLASSES_MAX;
            int limit = exemptions.limit("package", name, general, count);
            if (count > limit) {
                findings.add(name + " has " + count + " classes, at most " + limit + ": split the package");
            }
        });
        findings.addAll(exemptions.unused("package"));
        assertClean("Classes per package", findings);
    }

    @Test
    void shouldNameThingsPlainly() {
        List<String> findings = new ArrayList<>();
        for (CodeMeasures.Type type : CODE.types()) {
            Matcher vague = VAGUE_WORD.matcher(type.name());
            if (vague.find()) {
                findings.add(at(type.file(), type.line()) + " the name " + type.name() + " says '" + vague.group()
                    + "', which says nothing: name what it does");
            }
            if (type.packageName().matches(".*\\.(utils?|helpers?|common|base)(\\..*)?")) {
                findings.add(at(type.file(), 1) + " the package " + type.packageName() + " says nothing");
            }
        }
        for (CodeMeasures.Method method : CODE.methods()) {
            if (ACCESSOR.matcher(method.name()).matches() && method.arguments() == 0 && !method.foreign()) {
                findings.add(at(method.file(), method.line()) + " accessor " + method.type() + "." + method.name()
                    + "() without 'get', please");
            }
        }
        assertClean("Names", findings);
    }

    private static String at(Path file, int line) {
        return TREE.relative(file) + ":" + line;
    }

    private static void assertClean(String rule, List<String> findings) {
        assertThat(String.join("\n", findings)).as("%s: %d finding(s)", rule, findings.size()).isEmpty();
    }
}
