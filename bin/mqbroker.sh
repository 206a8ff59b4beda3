#!/usr/bin/env bash
# Starts a broker in the foreground: mqbroker.sh [-c file] [-n name servers] [-p] [-m] [-h]
# Without arguments: a master with an embedded name service. See conf/broker.conf for the settings.
# "sh SCRIPT" runs dash on many systems: the rest needs bash
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
self=$0
[ ! -L "$self" ] || self=$(readlink -f "$self")
[ "${self%/*}" != "$self" ] || self=./$self
. "${self%/*}/launch.sh"
start org.tandemmq.broker.BrokerStartup broker "$@"
