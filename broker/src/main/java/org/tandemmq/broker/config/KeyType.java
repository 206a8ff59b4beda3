/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tandemmq.store.config.QueueConfig;

/**
 * What values a key takes: parses them and describes them for messages. Values are Boolean, Long, String, or a list of
 * numbers.
 */
public final class KeyType {

    private static final long MS_PER_DAY = 86_400_000;

    private final String description;
    private final Function<String, Object> parser;

    private KeyType(String description, Function<String, Object> parser) {
        this.description = description;
        this.parser = parser;
    }

    /**
     * The type for its description in the table of keys, such as {@code int 1..100} or {@code enum a,b}.
     *
     * @param text description
     * @return the type
     */
    public static KeyType of(String text) {
        String[] words = text.strip().split("\\s+", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "text" -> new KeyType("text", value -> value);
            case "bool" -> new KeyType("true or false", KeyType::parseFlag);
            case "port" -> number("a port", 1, 65_535, false);
            case "int" -> range("an int", rest, Integer.MAX_VALUE);
            case "long" -> range("a long", rest, Long.MAX_VALUE);
            case "enum" -> choice(List.of(rest.split(",")));
            case "hours" -> new KeyType("hours of the day, 00 to 23, as 04 or 04;16", KeyType::parseHours);
            case "delays" -> new KeyType("delays as 1s 5m 2h 1d, level 1 first and in any order, at most "
                + QueueConfig.DELAY_LEVELS_MAX + " of at most " + QueueConfig.DELAY_MAX_MS / MS_PER_DAY + "d each",
                KeyType::parseDelays);
            default -> throw new IllegalArgumentException("type of a key: " + text);
        };
    }

    private static KeyType range(String noun, String text, long ceiling) {
        String[] words = text.split("\\s+");
        int dots = words[0].indexOf("..");
        String upper = words[0].substring(dots + 2);
        return number(noun, Long.parseLong(words[0].substring(0, dots)),
            upper.isEmpty() ? ceiling : Long.parseLong(upper), words.length > 1 && "clamp".equals(words[1]));
    }

    private static KeyType number(String noun, long min, long max, boolean clamp) {
        return new KeyType(noun + " from " + min + " to " + max, value -> {
            long number = Long.parseLong(value);
            if (clamp) {
                return Math.max(min, Math.min(max, number));
            }
            if (number < min || number > max) {
                throw new IllegalArgumentException("out of range");
            }
            return number;
        });
    }

    private static KeyType choice(List<String> choices) {
        return new KeyType("one of " + String.join(", ", choices), value -> {
            if (!choices.contains(value)) {
                throw new IllegalArgumentException("no such choice");
            }
            return value;
        });
    }

    private static Object parseFlag(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException("neither");
        };
    }

    private static Object parseHours(String value) {
        List<Long> hours = new ArrayList<>();
        for (String part : value.split(";")) {
            long hour = Long.parseLong(part.strip());
            if (hour < 0 || hour > 23) {
                throw new IllegalArgumentException("no hour");
            }
            hours.add(hour);
        }
        return List.copyOf(hours);
    }

    private static Object parseDelays(String value) {
        List<Long> delaysMs = new ArrayList<>();
        for (String part : value.strip().split("\\s+")) {
            long unitMs = switch (part.charAt(part.length() - 1)) {
                case 's' -> 1_000L;
                case 'm' -> 60_000L;
                case 'h' -> 3_600_000L;
                case 'd' -> MS_PER_DAY;
                default -> throw new IllegalArgumentException("no unit");
            };
            long delayMs = Math.multiplyExact(Long.parseLong(part.substring(0, part.length() - 1)), unitMs);
            if (delayMs < 0 || delayMs > QueueConfig.DELAY_MAX_MS || delaysMs.size() == QueueConfig.DELAY_LEVELS_MAX) {
                throw new IllegalArgumentException("out of range");
            }
            delaysMs.add(delayMs);
        }
        return List.copyOf(delaysMs);
    }

    /**
     * Parses a value.
     *
     * @param value text from the file, without surrounding blanks
     * @return Boolean, Long, String or list of Long; throws {@link IllegalArgumentException} when it does not fit
     */
    public Object parse(String value) {
        try {
            return parser.apply(value);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too large", e);
        } catch (StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("empty", e);
        }
    }

    /** What fits, for messages. */
    public String description() {
        return description;
    }
}
