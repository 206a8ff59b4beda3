/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.function.BiConsumer;

/** How one record type and the members of a JSON object go together; worked out once per type. */
final class JsonBinding {

    private static final ClassValue<JsonBinding> BINDINGS = new ClassValue<>() {
        @Override
        protected JsonBinding computeValue(Class<?> type) {
            return new JsonBinding(type);
        }
    };

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> constructor;
    private final Object[] defaults;
    private final Integer[] sorted;

    private JsonBinding(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            this.constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (RecordComponent component : components) {
                component.getAccessor().setAccessible(true);
            }
            this.defaults = defaultsOf(type, components);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("record " + type.getName() + " can't be bound", impossible);
        }
        this.sorted = new Integer[components.length];
        Arrays.setAll(sorted, i -> i);
        Arrays.sort(sorted, Comparator.comparing(i -> components[i].getName()));
    }

    private static Object[] defaultsOf(Class<?> type, RecordComponent[] components)
        throws ReflectiveOperationException {
        Object template = null;
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals("DEFAULTS") && field.getType() == type) {
                field.setAccessible(true);
                template = field.get(null);
            }
        }
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            Method accessor = components[i].getAccessor();
            values[i] = template == null ? JsonScalars.zeroOf(components[i].getType()) : accessor.invoke(template);
        }
        return values;
    }

    /** Visits the members of a record that are not null, by name. */
    static void members(Record value, BiConsumer<String, Object> visitor) {
        JsonBinding binding = BINDINGS.get(value.getClass());
        for (int i : binding.sorted) {
            try {
                Object member = binding.components[i].getAccessor().invoke(value);
                if (member != null) {
                    visitor.accept(binding.components[i].getName(), member);
                }
            } catch (ReflectiveOperationException failed) {
                throw new IllegalStateException("member of " + binding.type.getName() + " can't be read", failed);
            }
        }
    }

    /** Turns a tree of {@link JsonReader} into a value of the type. */
    static Object bind(Object tree, Type type, String path) {
        if (tree == null) {
            return null;
        }
        if (type instanceof Class && ((Class<?>) type).isRecord()) {
            if (!(tree instanceof Map)) {
                throw JsonScalars.misfit(path, "an object expected", tree);
            }
            return BINDINGS.get((Class<?>) type).create((Map<?, ?>) tree, path);
        }
        return JsonContainers.bind(tree, type, path);
    }

    private Object create(Map<?, ?> members, String path) {
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            String name = components[i].getName();
            Object member = members.get(name);
            Object bound = member == null ? null
                : bind(member, components[i].getGenericType(), path.isEmpty() ? name : path + "." + name);
            values[i] = bound == null ? defaults[i] : bound;
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw JsonScalars.misfit(path, String.valueOf(refused.getCause().getMessage()), type.getSimpleName());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("record " + type.getName() + " can't be made", impossible);
        }
    }
}
