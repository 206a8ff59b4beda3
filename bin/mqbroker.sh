#!/usr/bin/env bash
# Starts a broker in the foreground: mqbroker.sh [-c file] [-n name servers] [-p] [-m] [-h]
# Without arguments: a master with an embedded name service. See conf/broker.conf for the settings.
. "$(dirname "$(readlink -f "$0" 2>/dev/null || printf '%s' "$0")")/launch.sh"
start org.tandemmq.broker.BrokerStartup broker "$@"
