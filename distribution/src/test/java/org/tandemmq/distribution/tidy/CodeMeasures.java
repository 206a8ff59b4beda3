/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Types and methods of a set of Java files with their sizes, read with the compiler's own parser. */
final class CodeMeasures {
    /** A type as it stands in a file; {@code topLevel} ones are what a package is counted by. */
    record Type(Path file, String packageName, String name, int line, int lines, boolean topLevel) { }

    /** A method or constructor; {@code foreign} when it overrides and cannot choose its name. */
    record Method(Path file, String type, String name, int line, int lines, int arguments, boolean foreign) {
        boolean isConstructor() {
            return name.equals("<init>");
        }
    }

    private final List<Type> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();

    CodeMeasures(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, diagnostic -> { }, List.of(), null,
                manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(unit, positions).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Type> types() {
        return types;
    }

    List<Method> methods() {
        return methods;
    }

    private final class Scanner extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final Path file;

        Scanner(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
            this.file = Path.of(unit.getSourceFile().toUri());
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            if (!type.getSimpleName().toString().isEmpty()) {
                boolean top = getCurrentPath().getParentPath().getLeaf() == unit;
                String packageName = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
                types.add(new Type(file, packageName, type.getSimpleName().toString(), firstLine(type), lines(type),
                    top));
            }
            return super.visitClass(type, nothing);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            // the constructor that a record or class gets from the compiler has no place in the file
            if (positions.getEndPosition(unit, method) >= 0) {
                Tree owner = getCurrentPath().getParentPath().getLeaf();
                boolean foreign = method.getModifiers().getAnnotations().stream()
                    .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
                methods.add(new Method(file, ((ClassTree) owner).getSimpleName().toString(),
                    method.getName().toString(), firstLine(method), lines(method), method.getParameters().size(),
                    foreign));
            }
            return super.visitMethod(method, nothing);
        }

        private int firstLine(Tree tree) {
            return (int) unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        }

        private int lines(Tree tree) {
            long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
            return (int) last - firstLine(tree) + 1;
        }
    }
}
