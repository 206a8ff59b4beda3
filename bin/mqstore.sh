#!/usr/bin/env bash
# Works on a store directory that no broker has open: mqstore.sh verify|dump|stats|repair DIRECTORY [options]
# Exit codes: 0 all is well, 1 something was found, 2 usage, 3 the directory can't be read or is in use.
# "sh SCRIPT" runs dash on many systems: the rest needs bash
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
self=$0
[ ! -L "$self" ] || self=$(readlink -f "$self")
[ "${self%/*}" != "$self" ] || self=./$self
. "${self%/*}/launch.sh"
MQ_LOG=tool
start org.tandemmq.store.tool.MqStore store "$@"
