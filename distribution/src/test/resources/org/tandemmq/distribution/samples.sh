# Runs the sample settings of an unpacked archive as they are, in a network of its own so that their fixed ports are free.
# Arguments: the archive's directory, class path of the stock admin tool and its driver, java. Works in the current
# directory.
set -u
product=$1 tool=$2 java=$3
ip link set lo up || exit 1

# start NAME SCRIPT ARGUMENTS...: in the background, until it is ready
start() {
    name=$1
    shift
    "$product/bin/$@" > "$name.out" 2>&1 &
    last=$!
    for _ in $(seq 300); do
        grep -aq '^ready' "$name.out" && return 0
        kill -0 "$last" 2>/dev/null || break
        sleep 0.2
    done
    echo "$name did not start"
    cat "$name.out"
    exit 1
}

# stop NAME NUMBER: has to end with 0
stop() {
    kill "$2"
    wait "$2" || { echo "$1 ended with $?"; cat "$1.out"; exit 1; }
    echo "$1 stopped"
}

admin() {
    timeout 60 "$java" -Xmx128m -XX:TieredStopAtLevel=1 -Drocketmq.home.dir="$PWD" -cp "$tool" \
        org.tandemmq.distribution.driver.ToolMain "$@" 2>> tool.err
}

start pair-master mqbroker.sh -c "$product/conf/pair/master.conf"
master=$last
start pair-slave mqbroker.sh -c "$product/conf/pair/slave.conf"
slave=$last
for _ in $(seq 100); do grep -aq -- '-> in step' pair-master.out && break; sleep 0.1; done
admin updateTopic -n 127.0.0.1:9876 -c DefaultCluster -t first -r 4 -w 4
# on a busy machine its three seconds may be over before it has started
for _ in 1 2 3 4; do
    admin sendMessage -n 127.0.0.1:9876 -t first -p hello | tee sent.out
    grep -aq SEND_OK sent.out && break
done
stop pair-slave "$slave"
stop pair-master "$master"
# far more than was written of a segment of a gigabyte
cmp -n 16777216 store-master/commitlog/00000000000000000000 store-slave/commitlog/00000000000000000000 \
    && echo "logs are equal"

start namesrv mqnamesrv.sh -c "$product/conf/namesrv.conf"
namesrv=$last
for file in "$product"/conf/2m-*/*.properties; do
    name=$(basename "$(dirname "$file")")-$(basename "$file" .properties)
    rm -rf store
    start "$name" mqbroker.sh -c "$file" -n 127.0.0.1:9876
    head -n 40 "$name.out" | grep -a '^TandemMQ'
    stop "$name" "$last"
done
stop namesrv "$namesrv"
