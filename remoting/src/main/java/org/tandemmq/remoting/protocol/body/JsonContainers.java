/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns maps and lists of a JSON tree into the maps and collections that a type asks for. */
final class JsonContainers {

    private static final int KEY_CHARS_SHOWN = 60;

    private JsonContainers() {
    }

    static Object bind(Object tree, Type type, String path) {
        Class<?> raw = rawOf(type);
        if (Map.class.isAssignableFrom(raw)) {
            return bindMap(tree, type, raw, path);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return bindItems(tree, type, raw, path);
        }
        return raw == Object.class ? tree : JsonScalars.bind(tree, raw, path);
    }

    private static Object bindMap(Object tree, Type type, Class<?> raw, String path) {
        if (!(tree instanceof Map)) {
            throw JsonScalars.misfit(path, "an object expected", tree);
        }
        Type keyType = argument(type, 0);
        Type valueType = argument(type, 1);
        Map<Object, Object> result = SortedMap.class.isAssignableFrom(raw) ? new TreeMap<>() : new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) tree).entrySet()) {
            String entryPath = path + "." + shown(entry.getKey());
            Object key = bindKey(entry.getKey(), keyType, entryPath);
            if (key != null) {
                result.put(key, JsonBinding.bind(entry.getValue(), valueType, entryPath));
            }
        }
        return result;
    }

    /** Part of a key: a long one would be copied again for each value below it. */
    private static String shown(Object key) {
        String text = String.valueOf(key);
        return text.length() > KEY_CHARS_SHOWN ? text.substring(0, KEY_CHARS_SHOWN) + "..." : text;
    }

    private static Object bindKey(Object key, Type type, String path) {
        if (key instanceof String && rawOf(type).isRecord()) {
            byte[] text = ((String) key).getBytes(StandardCharsets.UTF_8);
            Object tree = new JsonReader(text, 0, text.length, JsonMemory.OF_PROCESS).readWhole();
            return JsonBinding.bind(tree, type, path);
        }
        return JsonBinding.bind(key, type, path);
    }

    private static Object bindItems(Object tree, Type type, Class<?> raw, String path) {
        if (!(tree instanceof Collection)) {
            throw JsonScalars.misfit(path, "an array expected", tree);
        }
        Type itemType = argument(type, 0);
        Collection<Object> result = emptyFor(raw);
        int index = 0;
        for (Object item : (Collection<?>) tree) {
            Object bound = JsonBinding.bind(item, itemType, path + "[" + index++ + "]");
            if (bound != null || !(result instanceof SortedSet)) {
                result.add(bound);
            }
        }
        return result;
    }

    private static Collection<Object> emptyFor(Class<?> raw) {
        if (SortedSet.class.isAssignableFrom(raw)) {
            return new TreeSet<>();
        }
        return Set.class.isAssignableFrom(raw) ? new LinkedHashSet<>() : new ArrayList<>();
    }

    private static Type argument(Type type, int index) {
        return type instanceof ParameterizedType ? ((ParameterizedType) type).getActualTypeArguments()[index]
            : Object.class;
    }

    private static Class<?> rawOf(Type type) {
        if (type instanceof ParameterizedType) {
            return rawOf(((ParameterizedType) type).getRawType());
        }
        if (type instanceof WildcardType) {
            return rawOf(((WildcardType) type).getUpperBounds()[0]);
        }
        return type instanceof Class ? (Class<?>) type : Object.class;
    }
}
