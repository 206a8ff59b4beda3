#!/usr/bin/env bash
# Stops what was started from this installation: mqshutdown.sh broker|namesrv
# Asks the processes to stop, waits up to MQ_STOP_WAIT seconds (60). Exit codes: 0 stopped, 1 not, 2 usage.
# "sh SCRIPT" runs dash on many systems: the rest needs bash
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
self=$0
[ ! -L "$self" ] || self=$(readlink -f "$self")
[ "${self%/*}" != "$self" ] || self=./$self
. "${self%/*}/launch.sh"

case ${1:-} in
    broker|namesrv) [ $# -eq 1 ] || die "usage: mqshutdown.sh broker|namesrv" 2 ;;
    *) die "usage: mqshutdown.sh broker|namesrv" 2 ;;
esac
program=$1

# Process numbers of this installation's JVMs of that kind: /proc where there is one, else ps
find_processes() {
    if [ -r /proc/self/cmdline ]; then
        for line in /proc/[0-9]*/cmdline; do
            arguments=$({ tr '\0' '\n' < "$line"; } 2>/dev/null) || continue
            printf '%s\n' "$arguments" | grep -Fxq -e "-Dtandemmq.home=$MQ_HOME" || continue
            printf '%s\n' "$arguments" | grep -Fxq -e "-Dtandemmq.program=$program" || continue
            number=${line#/proc/}
            printf '%s\n' "${number%/cmdline}"
        done
    else
        ps -eo pid=,args= | grep -F -e "-Dtandemmq.home=$MQ_HOME " | grep -F -e "-Dtandemmq.program=$program " \
            | grep -v grep | awk '{ print $1 }'
    fi
}

# still_runs NUMBER: not there any more, or only waiting to be reaped, is stopped
still_runs() {
    kill -0 "$1" 2>/dev/null || return 1
    ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null
}

processes=$(find_processes)
[ -n "$processes" ] || die "no $program of $MQ_HOME is running"
# shellcheck disable=SC2086  # a list of numbers
kill $processes 2>/dev/null || true
# shellcheck disable=SC2086,SC2116
say "asked the $program to stop: $(echo $processes)"
limit=$(( $(date +%s) + ${MQ_STOP_WAIT:-60} ))
for number in $processes; do
    while still_runs "$number"; do
        [ "$(date +%s)" -lt "$limit" ] || die "$program $number still runs after ${MQ_STOP_WAIT:-60} s"
        sleep 0.1
    done
done
say "stopped"
