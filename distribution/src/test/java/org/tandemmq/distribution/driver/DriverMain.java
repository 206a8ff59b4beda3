/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;

/**
 * The process: reads commands until its input ends, runs each on a thread of its own, and answers with the command's
 * id. A command names a {@code role} (a producer or consumer of this process) or makes one.
 */
public final class DriverMain {
    /** A producer or consumer that lives in this process. */
    interface Role {
        /** Carries out a command of this role; fields of the answer are added to {@code answer}. */
        void handle(Line command, Line answer) throws Exception;

        /** Ends it as an application would. */
        void shutdown();
    }

    private record Member(Role role, ClientThreads threads) {
        void shutdown() throws Exception {
            threads.call(() -> {
                role.shutdown();
                return null;
            });
        }
    }

    private final Map<String, Member> members = new ConcurrentHashMap<>();
    private final LineWriter out;

    private DriverMain(LineWriter out) {
        this.out = out;
    }

    /** Starts the driver; no arguments. */
    public static void main(String[] args) throws IOException {
        PrintStream lines = System.out;
        System.setOut(System.err);
        new DriverMain(new LineWriter(lines)).run();
    }

    private void run() throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "driver-command");
            thread.setDaemon(true);
            return thread;
        });
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        out.write(Line.of("ready"));
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            Line command = Line.parse(text);
            threads.execute(() -> answer(command));
        }
        members.values().forEach(member -> member.role().shutdown());
        System.exit(0);
    }

    private void answer(Line command) {
        Line answer = Line.of("ok").with("id", command.text("id"));
        try {
            execute(command, answer);
            out.write(answer);
        } catch (Exception | LinkageError e) {
            out.write(failure(e).with("id", command.text("id")));
        }
    }

    private void execute(Line command, Line answer) throws Exception {
        String name = command.text("role");
        switch (command.verb()) {
            case "producer" -> add(name, () -> new ProducerRole(command, out));
            case "transaction" -> add(name, () -> new TransactionRole(command, out));
            case "push" -> add(name, () -> new PushRole(command, out));
            case "lite" -> add(name, () -> new LiteRole(command, out));
            case "responder" -> add(name, () -> new ResponderRole(command, out));
            case "tool" -> add(name, () -> new ToolRole(command));
            case "pull" -> add(name, () -> new PullRole(command, out));
            case "shutdown" -> {
                Member member = members.remove(name);
                if (member != null) {
                    member.shutdown();
                }
            }
            default -> {
                Member member = members.get(name);
                if (member == null) {
                    throw new IllegalArgumentException("no role '" + name + "' in this process");
                }
                member.role().handle(command, answer);
            }
        }
    }

    private void add(String name, Callable<Role> client) throws Exception {
        ClientThreads threads = new ClientThreads(name);
        members.put(name, new Member(threads.call(client), threads));
    }

    /** What went wrong, with the broker's or client's code where there is one. */
    static Line failure(Throwable e) {
        Line line = Line.of("failed").with("error", e.getClass().getSimpleName() + ": " + e.getMessage());
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        line.with("trace", trace);
        if (e instanceof MQBrokerException broker) {
            return line.with("code", broker.getResponseCode());
        }
        return e instanceof MQClientException client ? line.with("code", client.getResponseCode()) : line;
    }
}
