/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What must not stand in any committed text, and what must. Patterns are put together so as not to find themselves. */
class TidyTextTest {
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b");
    private static final Pattern WAITING_TEST = Pattern.compile(
        "\\b(Thread|TimeUnit\\.\\w+)\\.sl" + "eep\\(|@Dis" + "abled\\b|\\.setAcces" + "sible\\(");
    /** Folders of one machine, and hosts of package registries: a checkout must work anywhere. */
    private static final Pattern MACHINE = Pattern.compile("(?<![\\w.$}])/wo" + "rk/|/tmp/(w" + "t|br" + "ief)\\b"
        + "|\\bsha" + "red/(spec|vectors|bench|peer|cases)"
        + "|\\b(repo1?|repository|registry|deb|central)\\.(maven|npm" + "js|apache|debian|sonatype)\\b");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);

    private static final SourceTree TREE = SourceTree.ofThisBuild();

    @Test
    void shouldLeaveNothingUnfinished() {
        assertClean("Unfinished places", find(UNFINISHED, TREE.textFiles()));
    }

    @Test
    void shouldDriveTestsInsteadOfWaiting() {
        List<Path> tests = TREE.javaFiles().stream().filter(SourceTree::isTestCode).toList();
        assertClean("Sleeping, disabled or reflecting tests", find(WAITING_TEST, tests));
    }

    @Test
    void shouldNameNoMachineAndNoRegistry() {
        assertClean("Machine paths and registry hosts", find(MACHINE, TREE.textFiles()));
    }

    @Test
    void shouldUseThePeerInTestsOnly() {
        List<String> findings = new ArrayList<>();
        for (Path pom : TREE.poms()) {
            Matcher dependency = DEPENDENCY.matcher(SourceTree.text(pom));
            while (dependency.find()) {
                String body = dependency.group(1);
                if (body.contains("<groupId>org.apache.rocketmq</groupId>")
                        && !body.contains("<scope>test</scope>")) {
                    findings.add(TREE.relative(pom) + " depends on org.apache.rocketmq outside the test scope: "
                        + body.replaceAll("\\s+", " "));
                }
            }
        }
        assertClean("The peer's artifacts", findings);
    }

    private static List<String> find(Pattern pattern, List<Path> files) {
        List<String> findings = new ArrayList<>();
        for (Path file : files) {
            int line = 0;
            for (String text : SourceTree.text(file).split("\n", -1)) {
                line++;
                if (pattern.matcher(text).find()) {
                    findings.add(TREE.relative(file) + ":" + line + " " + text.strip());
                }
            }
        }
        return findings;
    }

    private static void assertClean(String rule, List<String> findings) {
        assertThat(String.join("\n", findings)).as("%s: %d finding(s)", rule, findings.size()).isEmpty();
    }
}
