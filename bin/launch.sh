# Sourced by the scripts beside it: finds the installation and Java, builds a source checkout, starts the JVM.
# No path is baked in; the environment may set:
#   JAVA_HOME   Java to use                            MQ_HEAP     heap, 256m
#   JAVA_OPTS   further options of the JVM             MQ_LOG      console or file
#   MQ_LOG_DIR  directory of log files                 MQ_CDS=off  no class archive (a cache that makes starts faster)
# shellcheck shell=bash

set -eu

# for "ready in": when this began, what is built first left out
MQ_BEGAN=${EPOCHREALTIME:-}

say() { printf '%s\n' "$*" >&2; }

die() { say "$1"; exit "${2:-1}"; }

# Few processes are started on the way, each costs a start some milliseconds.
# An exported CDPATH would make cd look elsewhere and print what it found.
MQ_HOME=$(CDPATH='' cd -- "${BASH_SOURCE[0]%/*}/.." && pwd -P)

find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        [ -x "$JAVA_HOME/bin/java" ] || die "JAVA_HOME=$JAVA_HOME has no bin/java"
        JAVA=$JAVA_HOME/bin/java
    else
        JAVA=$(command -v java) || die "no java found: install a JRE 17 or newer, or set JAVA_HOME"
    fi
}

# --- source checkout -------------------------------------------------------------------------------------------------

is_checkout() { [ -f "$MQ_HOME/pom.xml" ] && [ -d "$MQ_HOME/broker/src" ]; }

is_stale() {
    local built=$MQ_HOME/distribution/target/.built
    [ -f "$built" ] && [ -d "$1" ] || return 0
    [ -n "$(find "$MQ_HOME/pom.xml" "$MQ_HOME"/*/pom.xml "$MQ_HOME"/remoting/src/main "$MQ_HOME"/store/src/main \
        "$MQ_HOME"/broker/src/main "$MQ_HOME"/distribution/src/assembly -newer "$built" -type f -print -quit)" ]
}

build_checkout() {
    command -v mvn >/dev/null || die "this is a source checkout and needs Maven (mvn) to be built first"
    say "building $MQ_HOME (mvn package without tests; the first time takes a minute)"
    local began=$MQ_HOME/distribution/target/.began
    touch "$began"
    ( cd "$MQ_HOME" && mvn -B -q -ntp -Dstyle.color=never -Dmaven.test.skip=true -Dcheckstyle.skip package ) >&2 \
        || die "the build failed"
    # what was changed during the build is newer than the mark
    mv "$began" "$MQ_HOME/distribution/target/.built"
}

find_lib() {
    if is_checkout; then
        local line version=
        while IFS= read -r line; do
            case $line in
                "  <version>"*) version=${line#*>} version=${version%%<*} && break ;;
            esac
        done < "$MQ_HOME/pom.xml"
        MQ_LIB=$MQ_HOME/distribution/target/tandemmq-$version/tandemmq-$version/lib
        if is_stale "$MQ_LIB"; then
            mkdir -p "$MQ_HOME/distribution/target"
            # two scripts at once build once
            ( { flock 9 2>/dev/null || true; }; if is_stale "$MQ_LIB"; then build_checkout; fi ) \
                9> "$MQ_HOME/distribution/target/.build-lock" || exit 1
            MQ_BEGAN=${EPOCHREALTIME:-}
        fi
    else
        MQ_LIB=$MQ_HOME/lib
    fi
    [ -d "$MQ_LIB" ] || die "no lib directory at $MQ_LIB"
    MQ_CLASSPATH=
    local jar
    for jar in "$MQ_LIB"/*.jar; do MQ_CLASSPATH=$MQ_CLASSPATH${MQ_CLASSPATH:+:}$jar; done
}

# --- the JVM ---------------------------------------------------------------------------------------------------------

log_options() {
    local mode=${MQ_LOG:-}
    [ -n "$mode" ] || { if is_checkout; then mode=console; else mode=file; fi; }
    case $mode in
        console|file|tool) ;;
        *) die "MQ_LOG=$mode is neither console nor file" 2 ;;
    esac
    MQ_LOG_DIR=${MQ_LOG_DIR:-${HOME:-.}/logs/tandemmq}
    LOG_OPTIONS="-Dlogback.configurationFile=$MQ_HOME/conf/logback-$mode.xml"
    if [ "$mode" = file ]; then
        mkdir -p "$MQ_LOG_DIR" || die "can't write logs to $MQ_LOG_DIR: set MQ_LOG_DIR, or MQ_LOG=console"
    fi
}

# A cache of loaded classes, valid for these jars and this Java only. The JVM writes it when it ends, beside its place;
# the next start moves it there. Where this can't be done, nothing is said and nothing is lost but time.
class_archive() {
    CDS_OPTIONS=(-Xshare:auto)
    case ${MQ_CDS:-on}$1 in
        onbroker|onnamesrv) ;;
        *) return 0 ;;
    esac
    # a service may run without either
    [ -n "${XDG_CACHE_HOME:-}${HOME:-}" ] || return 0
    local folder=${XDG_CACHE_HOME:-${HOME:-}/.cache}/tandemmq key archive fresh writer
    # to the JVM a colon ends the first of two names
    case $folder in *:*) return 0 ;; esac
    mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] || return 0
    key=$( { printf '%s %s\n' "$MQ_LIB" "$JAVA_FILE"; ls -lnL "$MQ_LIB" "$JAVA_FILE"; } 2>/dev/null | cksum)
    archive=$folder/$1-${key%% *}.jsa
    for fresh in "$archive".new.*; do
        writer=${fresh##*.}
        if [ -e "$fresh" ] && ! kill -0 "$writer" 2>/dev/null; then
            # only what came up has loaded the classes that count
            if [ -s "$fresh" ] && [ -e "$archive.up.$writer" ]; then mv -f "$fresh" "$archive"; else rm -f "$fresh"; fi
            rm -f "$archive.up.$writer"
        fi 2>/dev/null || true
    done
    if [ -s "$archive" ]; then
        CDS_OPTIONS+=(-Xlog:disable -Xlog:all=error:stderr "-XX:SharedArchiveFile=$archive")
    else
        # those of older builds
        find "$folder" -name '*.jsa*' -mtime +30 -exec rm -f {} + 2>/dev/null || true
        CDS_OPTIONS+=(-Xlog:disable -Xlog:all=error:stderr "-XX:ArchiveClassesAtExit=$archive.new.$$"
            "-Dtandemmq.up=$archive.up.$$")
    fi
}

# Newer JVMs warn about what Netty (native transport) and the store (unmapping) have to do: say that it is meant.
newer_java() {
    local line release major=0
    NEWER_OPTIONS=
    JAVA_FILE=$(readlink -f "$JAVA" 2>/dev/null || printf '%s' "$JAVA")
    release=${JAVA_FILE%/bin/java}/release
    [ -r "$release" ] || return 0
    while IFS= read -r line; do
        case $line in
            JAVA_VERSION=*) major=${line#*\"} major=${major%%[.\"+-]*} && break ;;
        esac
    done < "$release"
    if [ "$major" -ge 24 ] 2>/dev/null; then
        NEWER_OPTIONS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
    fi
}

# start MAINCLASS PROGRAM ARGUMENTS...: becomes the JVM, so that signals reach it
start() {
    local main=$1 program=$2
    shift 2
    find_java
    find_lib
    log_options
    newer_java
    class_archive "$program"
    # JAVA_OPTS is a list of words, not of patterns of file names.
    set -f
    # Ids of channels are only told apart within this process: finding out the machine's address would cost time.
    # shellcheck disable=SC2086  # lists of words
    exec "$JAVA" -Xms64m "-Xmx${MQ_HEAP:-256m}" -Xss512k -XX:+UseSerialGC -XX:-UsePerfData \
        -XX:MaxDirectMemorySize=384m -XX:+ExitOnOutOfMemoryError "${CDS_OPTIONS[@]}" $NEWER_OPTIONS \
        -Dio.netty.jfr.enabled=false -Dio.netty.leakDetection.level=disabled \
        -Dio.netty.machineId=02:00:00:00:00:00:00:01 -Dio.netty.processId=$$ \
        "-Dtandemmq.home=$MQ_HOME" "-Dtandemmq.heap=${MQ_HEAP:-256m}" "-Dtandemmq.program=$program" \
        "-Dtandemmq.began=$MQ_BEGAN" \
        "-Dtandemmq.logs=$MQ_LOG_DIR" "$LOG_OPTIONS" ${HOME:+"-Duser.home=$HOME"} \
        ${JAVA_OPTS:-} -cp "$MQ_CLASSPATH" "$main" "$@"
}
