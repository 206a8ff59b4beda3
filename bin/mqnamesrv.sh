#!/usr/bin/env bash
# Starts the name service alone, in the foreground: mqnamesrv.sh [-c file] [-p] [-h]
. "$(dirname "$(readlink -f "$0" 2>/dev/null || printf '%s' "$0")")/launch.sh"
start org.tandemmq.broker.NameServerStartup namesrv "$@"
