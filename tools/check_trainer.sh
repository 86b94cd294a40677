#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ./run as a user would start it: it must print an address, answer there with the page, and end when it
# is told to.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
log=$(mktemp)
data=$(mktemp -d)
export XDG_DATA_HOME=$data
./run >"$log" 2>&1 &
trainer=$!
clean_up() {
    kill "$trainer" 2>/dev/null || true
    rm -rf "$log" "$data"
}
trap clean_up EXIT

# installing and building may take long; an end of ./run does not
address=
while [ -z "$address" ]; do
    address=$(sed -n 's#.*http://\([0-9.]*\):\([0-9]*\)/.*#\1 \2#p' "$log" | head -n 1)
    if ! kill -0 "$trainer" 2>/dev/null; then
        echo "tools/check_trainer.sh: ./run ended without an address" >&2
        cat "$log" >&2
        exit 1
    fi
    sleep 0.2
done

read -r host port <<<"$address"
exec 3<>"/dev/tcp/$host/$port"
printf 'GET / HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n' "$host" "$port" >&3
answer=$(timeout 10 cat <&3 | tr -d '\0\r')
if ! grep -q '^HTTP/1.1 200' <<<"$answer" || ! grep -q '<script type="module"' <<<"$answer"; then
    echo "tools/check_trainer.sh: no page at http://$host:$port/" >&2
    head -n 20 <<<"$answer" >&2
    cat "$log" >&2
    exit 1
fi
kill -INT "$trainer"
wait "$trainer" || { echo "tools/check_trainer.sh: the trainer ended with $?" >&2; exit 1; }
echo "the trainer answered at http://$host:$port/"
