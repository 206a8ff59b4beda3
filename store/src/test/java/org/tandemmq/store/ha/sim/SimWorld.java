/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.HistoryWitness;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.ha.master.HaService;
import org.tandemmq.store.ha.master.ReplicatedCopies;
import org.tandemmq.store.ha.slave.HaClient;
import org.tandemmq.store.ha.slave.MasterAddress;

/**
 * A master and its slaves in one thread, driven by a seed: appends, lost connections, stalls, crashes that lose what
 * was not flushed, expired segments, strangers on the port. After every step the promises are checked.
 */
final class SimWorld {

    private static final int SEGMENT_BYTES = 8_192;
    private static final String MASTER = "10.0.0.1:10912";

    private final Random random;
    private final SimNetwork network;
    private final HaConfig config;
    private final Path dumps;
    private final boolean own;
    private final List<Slave> slaves = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final MemoryLog masterLog = new MemoryLog(SEGMENT_BYTES);
    private HaService master;
    private int life;
    private long replicated;
    private long nowMs = 1_000_000;
    private boolean faulty = true;
    private String last = "begin";

    private final class Slave {
        private final String host;
        private final MemoryLog log = own ? new MemoryLog(SEGMENT_BYTES).staysOwn() : new MemoryLog(SEGMENT_BYTES);
        private HaClient client;
        private int followedLife = -1;
        private long everHeld;
        private long longest;

        Slave(String host) {
            this.host = host;
            start();
        }

        void start() {
            followedLife = -1;
            client = new HaClient(log, config.timing(), new MasterAddress(MASTER, Runnable::run),
                network.connector(host), confirmation(), new HistoryRepair(config.resolution(), new TailDump(dumps)),
                () -> nowMs);
        }

        void work() {
            String before = state();
            client.doWork(nowMs);
            if (!state().equals(before)) {
                followedLife = state().equals("following") ? life : -1;
            }
        }

        String state() {
            HaStatus.Client status = client.status().client();
            return status == null ? "" : status.state();
        }
    }

    /** Creates a world. */
    SimWorld(long seed, Path dumps) {
        this.random = new Random(seed);
        this.network = new SimNetwork(random);
        this.dumps = dumps;
        boolean repairs = random.nextBoolean();
        HaConfig defaults = HaConfig.defaults(10912);
        this.config = new HaConfig("10.0.0.1", 10912, MASTER, defaults.timing(), 1 + random.nextInt(3_000),
            defaults.fallBehindMaxBytes(), new HaConfig.Copies(2 + random.nextInt(2), 1, false), List.of(), 8,
            new HaConfig.Resolution(repairs, repairs, false));
        this.own = repairs && random.nextBoolean();
        startMaster();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            slaves.add(new Slave("10.0.0." + (2 + i)));
        }
    }

    private void startMaster() {
        life++;
        replicated = -1;
        int thisLife = life;
        ReplicatedCopies copies = new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(), position -> {
            if (thisLife == life) {
                replicated = Math.max(replicated, position);
            }
        });
        master = new HaService(masterLog, HaService.Limits.of(config), copies, () -> nowMs);
        network.listener(channel -> master.accept(channel, nowMs));
    }

    private TailConfirmation confirmation() {
        return question -> {
            CompletableFuture<TailAnswer> answer = new CompletableFuture<>();
            answers.add(() -> answer.complete(answer(question)));
            return answer;
        };
    }

    private TailAnswer answer(TailQuestion question) {
        if (faulty && random.nextInt(10) == 0) {
            return TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "lost");
        }
        TailAnswer answer = new HistoryWitness(masterLog).answer(question);
        master.judged(question.channel(), answer);
        return answer;
    }

    /** Does one random thing and checks. */
    void step() {
        int dice = random.nextInt(100);
        if (dice < 20) {
            last = "append";
            append();
        } else if (dice < 50) {
            last = "master works";
            master.doWork(nowMs);
        } else if (dice < 85) {
            Slave slave = slaves.get(random.nextInt(slaves.size()));
            last = "slave works " + slave.host;
            slave.work();
        } else if (dice < 92) {
            last = "time passes";
            nowMs += random.nextInt(400);
            answerSome();
        } else {
            fault(random.nextInt(100));
        }
        check();
    }

    private void append() {
        for (int i = random.nextInt(4); i >= 0; i--) {
            int bodyBytes = random.nextInt(random.nextInt(10) == 0 ? 4_000 : 200);
            masterLog.appendRecord(bodyBytes, nowMs, random);
        }
        if (random.nextBoolean()) {
            master.sendNow(nowMs);
        }
    }

    private void answerSome() {
        List<Runnable> due = new ArrayList<>(answers);
        answers.clear();
        for (Runnable answer : due) {
            answer.run();
        }
    }

    private void fault(int dice) {
        if (dice < 30) {
            last = "flush";
            masterLog.flush();
            slaves.get(random.nextInt(slaves.size())).log.flush();
        } else if (dice < 50) {
            last = "break";
            network.breakOne();
        } else if (dice < 60) {
            last = "stall";
            network.stallOne();
        } else if (dice < 70) {
            last = "stranger";
            stranger();
        } else if (dice < 80) {
            last = "expire";
            masterLog.expireOldest();
        } else if (dice < 90) {
            last = "slave crashes";
            Slave slave = slaves.get(random.nextInt(slaves.size()));
            slave.client.close();
            slave.log.crash(random);
            slave.longest = 0;
            slave.start();
        } else {
            last = "master crashes";
            network.breakAll();
            masterLog.crash(random);
            slaves.forEach(slave -> slave.everHeld = 0);
            startMaster();
        }
    }

    private void stranger() {
        HaChannel channel = network.open("10.9.9.9");
        byte[] bytes = random.nextBoolean() ? "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)
            : ByteBuffer.allocate(8).putLong(masterLog.endPosition() + (1 << 30) + random.nextInt(1_000)).array();
        try {
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(bytes)}, 0, 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check() {
        int holders = 0;
        for (Slave slave : slaves) {
            checkKept(slave);
            boolean prefix = slave.log.endPosition() <= masterLog.endPosition()
                && slave.log.firstDifference(masterLog) < 0;
            if (prefix) {
                slave.everHeld = Math.max(slave.everHeld, slave.log.endPosition());
            } else if (slave.followedLife == life) {
                throw fail(slave.host + " follows, but its log " + slave.log.minPosition() + " to "
                    + slave.log.endPosition() + " is no prefix, first difference "
                    + slave.log.firstDifference(masterLog));
            }
            holders += slave.everHeld >= replicated ? 1 : 0;
        }
        if (replicated > 0 && holders < config.copies().inSync() - 1) {
            throw fail("replicated says " + replicated + ", but only " + holders + " slaves had that");
        }
        if (replicated > masterLog.endPosition()) {
            throw fail("replicated says " + replicated + ", the log ends at " + masterLog.endPosition());
        }
    }

    private void checkKept(Slave slave) {
        if (slave.log.endPosition() < slave.longest && !own && slave.log.asides().isEmpty()) {
            throw fail(slave.host + " only followed, but its log of " + slave.longest + " was cut");
        }
        slave.longest = slave.log.endPosition();
    }

    /** Stops all faults and lets everything settle; nothing may be stuck. */
    void settle() {
        faulty = false;
        network.heal();
        append();
        for (int i = 0; i < 3_000 && !isSettled(); i++) {
            last = "settling";
            nowMs += 100;
            answerSome();
            master.doWork(nowMs);
            slaves.forEach(Slave::work);
            check();
        }
        if (!isSettled()) {
            throw fail("stuck after the faults stopped");
        }
        if (slaves.size() >= config.copies().inSync() - 1 && slaves.stream().allMatch(this::isEqual)) {
            master.doWork(nowMs);
            if (replicated != masterLog.endPosition()) {
                throw fail("all slaves are equal, replicated says " + replicated);
            }
        }
    }

    private boolean isSettled() {
        return slaves.stream().allMatch(slave -> isEqual(slave) && acknowledged() || isHalted(slave));
    }

    private boolean acknowledged() {
        return replicated == masterLog.endPosition() || slaves.size() < config.copies().inSync() - 1
            || slaves.stream().anyMatch(this::isHalted);
    }

    private boolean isEqual(Slave slave) {
        return slave.state().equals("following") && slave.log.endPosition() == masterLog.endPosition();
    }

    private boolean isHalted(Slave slave) {
        return switch (slave.state()) {
            case "diverged", "ahead" -> !own;
            case "out of range" -> !config.resolution().resetWhenOutOfRange();
            default -> false;
        };
    }

    private AssertionError fail(String what) {
        StringBuilder text = new StringBuilder(what + ", after: " + last + "; master " + masterLog.minPosition()
            + " to " + masterLog.endPosition() + " life " + life + " " + master.status());
        for (Slave slave : slaves) {
            text.append("\n  ").append(slave.host).append(' ').append(slave.log.minPosition()).append(" to ")
                .append(slave.log.endPosition()).append(' ').append(slave.client.status().client());
        }
        return new AssertionError(text.toString());
    }
}
