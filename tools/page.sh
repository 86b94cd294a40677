#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page of the trainer: install what it is made with, build it, test it. Does only what is needed and
# then says nothing; the network is needed only when packages are missing. With SUT_BUILD_TITLE set in the
# environment it says what it does.
#   tools/page.sh build    trainer/page/dist
#   tools/page.sh test     types, layout and unit tests
#   tools/page.sh bot      a trainee who only looks at the screen ties a knot ten times (e2e/bot_main.ts); --all: both knots, by mouse and pad
#   tools/page.sh shots    pictures of the page at three sizes (e2e/shots_main.ts)
#   tools/page.sh figures  size, start, real-time share and data rate, as this machine has them
#   tools/page.sh e2e      the page in a real browser against a real trainer; --stand-in: against a stand-in
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
page=$top/trainer/page
stamps=$page/node_modules
export npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false

# what a stamp stands for: the lock file, or all that goes into the build
lock_sum() { sha256sum <"$page/package-lock.json"; }
source_sum() {
    (cd "$page" && find src index.html class.html vite.config.ts package-lock.json -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

say() {
    if [ -n "${SUT_BUILD_TITLE:-}" ]; then
        echo "$SUT_BUILD_TITLE: $1" >&2
    fi
}

# the packages of the build, or with "all" those of the tests too
install() {
    local kind=$1 sum
    sum=$(lock_sum)
    if [ "$(cat "$stamps/.sutura-all" 2>/dev/null)" = "$sum" ]; then
        return
    fi
    if [ "$kind" = build ] && [ "$(cat "$stamps/.sutura-build" 2>/dev/null)" = "$sum" ]; then
        return
    fi
    local omit=()
    if [ "$kind" = build ]; then
        omit=(--omit=dev)
    fi
    # nothing here needs install scripts
    local log
    log=$(mktemp)
    say "fetching what it is made with ..."
    if ! (cd "$page" && npm ci --ignore-scripts "${omit[@]}") >"$log" 2>&1; then
        grep -E "npm (error|ERR!)" "$log" | head -n 12 >&2 # npm 10 and newer | older
        rm -f "$log"
        echo "tools/page.sh: npm could not install the packages of the page" >&2
        exit 1
    fi
    rm -f "$log"
    echo "$sum" >"$stamps/.sutura-$kind"
}

build() {
    local sum
    sum=$(source_sum)
    if [ -e "$page/dist/index.html" ] && [ "$(cat "$page/dist/.sum" 2>/dev/null)" = "$sum" ]; then
        return
    fi
    say "putting it together ..."
    (cd "$page" && node_modules/.bin/vite build --logLevel warn) >&2
    echo "$sum" >"$page/dist/.sum"
}

# one at a time: several builds may ask for the page
mkdir -p "$top/build"
exec 9>"$top/build/.page-lock"
flock 9

case "${1:-}" in
    build)
        install build
        build
        ;;
    test)
        install all
        build
        cd "$page"
        node_modules/.bin/tsc --noEmit
        node_modules/.bin/prettier --check --log-level warn src test e2e index.html class.html vite.config.ts
        node_modules/.bin/vitest run --reporter=dot
        ;;
    e2e)
        install all
        build
        shift
        flock -u 9
        cd "$page" && exec node_modules/.bin/vite-node e2e/main.ts -- "$@"
        ;;
    bot)
        install all
        build
        shift
        flock -u 9
        cd "$page" && exec node_modules/.bin/vite-node e2e/bot_main.ts -- "$@"
        ;;
    shots | figures)
        install all
        build
        flock -u 9
        cd "$page" && exec node_modules/.bin/vite-node "e2e/$1_main.ts" -- "${@:2}"
        ;;
    *)
        echo "usage: tools/page.sh build|test|e2e|bot|shots|figures" >&2
        exit 2
        ;;
esac
