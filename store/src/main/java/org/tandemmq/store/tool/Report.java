/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a check finds: a line each, as text or JSON, up to a limit; counted beyond it. A finding is an error, which
 * fails the check, or a note.
 */
final class Report {

    private final PrintStream out;
    private final boolean json;
    private final int limit;
    private final Map<String, Long> errors = new TreeMap<>();
    private int printed;
    private long notes;

    Report(PrintStream out, boolean json, int limit) {
        this.out = out;
        this.json = json;
        this.limit = limit;
    }

    /** Something is wrong in a part of the store. */
    void error(String part, Object place, long position, String what) {
        errors.merge(part, 1L, Long::sum);
        print("error", part, place, position, what);
    }

    /** Something is unusual, and nothing is lost. */
    void note(String part, Object place, String what) {
        notes++;
        print("note", part, place, -1, what);
    }

    private void print(String kind, String part, Object place, long position, String what) {
        if (printed++ >= limit) {
            return;
        }
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("kind", kind);
            line.put("part", part);
            line.put("file", String.valueOf(place));
            line.put("position", position < 0 ? null : position);
            line.put("what", what);
            out.println(Json.line(line));
        } else {
            out.printf("%-5s %-6s %s%s: %s%n", kind, part, place, position < 0 ? "" : " at position " + position, what);
        }
    }

    boolean isClean() {
        return errors.isEmpty();
    }

    boolean isCleanOf(String part) {
        return !errors.containsKey(part);
    }

    /** The last line. */
    void sum(String checked) {
        if (printed > limit && !json) {
            out.printf("%d more findings are not shown (--max-findings)%n", printed - limit);
        }
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("kind", "sum");
            line.put("checked", checked);
            line.put("errors", errors.values().stream().mapToLong(Long::longValue).sum());
            line.put("notes", notes);
            out.println(Json.line(line));
        } else {
            out.printf("%s: %s, %d notes%n", checked, errors.isEmpty() ? "no errors" : "errors " + errors, notes);
        }
    }
}
