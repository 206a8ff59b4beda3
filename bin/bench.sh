#!/usr/bin/env bash
# Compares this broker with Apache RocketMQ on this machine, both from this source checkout's build:
#   bin/bench.sh [--all] [--fill-cache] [--rounds N] [--seconds N] [--warmup N] [--steady N] [name ...]
# Needs 'mvn verify' or 'mvn package' first. The table goes to standard output, every run to standard error.
# docs/performance.md explains the scenarios and holds results.
# "sh SCRIPT" runs dash on many systems: the rest needs bash
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
set -euo pipefail
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
target=$root/distribution/target
if [ ! -d "$target/test-classes" ] || [ ! -e "$target/classpath/tests.path" ]; then
  echo "run 'mvn package' in $root first" >&2
  exit 2
fi
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
archive=$(ls -t "$target"/tandemmq-*.tar.gz | head -n 1)
exec "$java" -Xms512m -Xmx512m -XX:+UseSerialGC \
  -Dtandemmq.archive="$archive" -Dtandemmq.checkout="$root" -Dtandemmq.drivers="$target/test-classes" \
  -cp "$target/test-classes:$(cat "$target/classpath/tests.path")" org.tandemmq.distribution.bench.Bench "$@"
