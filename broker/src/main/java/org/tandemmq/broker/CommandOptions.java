/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.tandemmq.broker.start.ProcessExit;
import org.tandemmq.broker.start.StartReport;

/**
 * What the command line asks for, in the words of RocketMQ's own scripts.
 *
 * @param file {@code -c}: properties file, or null
 * @param overrides keys that the command line sets: {@code -n}
 * @param print what to print instead of starting
 */
record CommandOptions(Path file, Map<String, String> overrides, Print print) {

    /** What to print instead of starting. */
    enum Print { NOTHING, HELP, ALL, IMPORTANT }

    /** Text of {@code -h}. */
    static final String HELP = String.join(System.lineSeparator(),
        "  -c, --configFile FILE        properties file",
        "  -n, --namesrvAddr ADDRESSES  name servers, host:port;host:port",
        "  -p, --printConfigItem        print all settings and exit",
        "  -m, --printImportantConfig   print the important settings and exit",
        "  -h, --help                   print this text and exit");

    /**
     * Reads the arguments.
     *
     * @param arguments arguments of the process
     * @return the options; throws {@link IllegalArgumentException} on wrong usage
     */
    static CommandOptions parse(String... arguments) {
        Options options = new Options().addOption("c", "configFile", true, "").addOption("n", "namesrvAddr", true, "")
            .addOption("p", "printConfigItem", false, "").addOption("m", "printImportantConfig", false, "")
            .addOption("h", "help", false, "");
        try {
            CommandLine line = new DefaultParser().parse(options, arguments);
            if (!line.getArgList().isEmpty()) {
                throw new IllegalArgumentException("unexpected argument: " + line.getArgList().get(0));
            }
            String file = line.getOptionValue("c");
            String servers = line.getOptionValue("n");
            return new CommandOptions(file == null ? null : Path.of(file),
                servers == null ? Map.of() : Map.of("namesrvAddr", servers), print(line));
        } catch (ParseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Runs a program: wrong usage, {@code -h} and a start that fails end the process.
     *
     * @param usage first line of the help
     * @param arguments arguments of the process
     * @param program starts what is to run
     */
    static void run(String usage, String[] arguments, BiConsumer<CommandOptions, ProcessExit> program) {
        ProcessExit exit = new ProcessExit();
        CommandOptions options = parseOrEnd(usage, exit, arguments);
        try {
            program.accept(options, exit);
        } catch (RuntimeException e) {
            StartReport.failed(e);
            exit.end(ProcessExit.NOT_STARTED);
        }
    }

    private static CommandOptions parseOrEnd(String usage, ProcessExit exit, String... arguments) {
        CommandOptions options = new CommandOptions(null, Map.of(), Print.HELP);
        try {
            options = parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(usage);
            System.err.println(HELP);
            exit.end(ProcessExit.USAGE);
        }
        if (options.print() == Print.HELP) {
            System.out.println(usage);
            System.out.println(HELP);
            exit.end(ProcessExit.STOPPED);
        }
        return options;
    }

    private static Print print(CommandLine line) {
        if (line.hasOption("h")) {
            return Print.HELP;
        }
        if (line.hasOption("p")) {
            return Print.ALL;
        }
        return line.hasOption("m") ? Print.IMPORTANT : Print.NOTHING;
    }
}
