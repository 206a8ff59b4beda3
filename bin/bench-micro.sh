#!/usr/bin/env bash
# Micro-benchmarks (JMH) of codec, append, dispatch and counters, with allocation a step (gc.alloc.rate.norm):
#   bin/bench-micro.sh [options of JMH, such as a name's part]
# Compiles what it needs; takes about three minutes. docs/performance.md holds results.
# "sh SCRIPT" runs dash on many systems: the rest needs bash
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
set -euo pipefail
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
(cd "$root" && mvn -B -q -ntp -Pmicro -Dcheckstyle.skip -pl distribution/micro -am process-test-classes) >&2
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
exec "$java" -cp "$root/distribution/micro/target/test-classes:$(cat "$root/distribution/micro/target/test.path")" \
  org.openjdk.jmh.Main -f 1 -wi 3 -w 1s -i 5 -r 1s -prof gc -jvmArgs "-Xmx256m -XX:+UseSerialGC" "$@"
