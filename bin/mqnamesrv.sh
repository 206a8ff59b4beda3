#!/usr/bin/env bash
# Starts the name service alone, in the foreground: mqnamesrv.sh [-c file] [-p] [-h]
# "sh SCRIPT" runs dash on many systems: the rest needs bash
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
self=$0
[ ! -L "$self" ] || self=$(readlink -f "$self")
[ "${self%/*}" != "$self" ] || self=./$self
. "${self%/*}/launch.sh"
start org.tandemmq.broker.NameServerStartup namesrv "$@"
