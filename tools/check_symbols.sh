#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the shared libraries export is what the headers declare SUT_API, no more and no less; every
# global symbol of the static libraries begins with sut_, so that linking them hurts no one; and the
# libraries hold no variable that outlives a call. And no folder of the engine calls one above it.
#   tools/check_symbols.sh BUILD_DIR
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:?usage: tools/check_symbols.sh BUILD_DIR}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# names of the functions that the given headers declare with SUT_API
declared() {
    sed -e 's,//.*,,' -e '/^ *#/d' "$@" | tr '\n' ' ' | grep -oE 'SUT_API[^;]*;' |
        sed -E 's/^SUT_API[^(]*[^A-Za-z0-9_]([A-Za-z0-9_]+) *\(.*/\1/' | LC_ALL=C sort
}

exported() {
    nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | LC_ALL=C sort
}

check_shared() {
    local library=$1
    shift
    declared "$@" >"$work/declared"
    exported "$library" >"$work/exported"
    if ! diff "$work/declared" "$work/exported" >"$work/diff"; then
        echo "$library: < only declared, > only exported" >&2
        grep '^[<>]' "$work/diff" >&2
        bad=1
    else
        echo "$(basename "$library"): $(wc -l <"$work/exported") symbols, all declared"
    fi
}

check_static() {
    local strangers
    strangers=$(nm -g --defined-only "$1" 2>/dev/null | awk 'NF == 3 { print $3 }' | grep -v '^sut_' || true)
    if [ -n "$strangers" ]; then
        echo "$1: global symbols without sut_:" >&2
        echo "$strangers" >&2
        bad=1
    fi
}

# the sections of variables: writable data, zeroed data, and their per-thread kinds
check_globals() {
    local found
    found=$(size -A "$1" | awk '
        $2 == "(ex" { object = $1 }
        $1 ~ /^\.(data|bss|tdata|tbss)$/ && $2 > 0 { print object, $1, $2, "bytes" }')
    if [ -n "$found" ]; then
        echo "$1: variables that live between calls:" >&2
        echo "$found" >&2
        bad=1
    fi
}

headers=$top/include/sutura
check_shared "$build/engine/libsutura.so" "$headers"/{base,certificate,defs,hole,knot,needle,query,state,tissue,tool,types,world}.h
check_static "$build/engine/libsutura.a"
check_globals "$build/engine/libsutura.a"
"$top/tools/check_calls.py" "$build" || bad=1
if [ -e "$build/libraries/mesh/libsutura_mesh.so" ]; then
    check_shared "$build/libraries/mesh/libsutura_mesh.so" "$headers/mesh.h"
    check_static "$build/libraries/mesh/libsutura_mesh.a"
    check_globals "$build/libraries/mesh/libsutura_mesh.a"
fi
if [ -e "$build/libraries/scene/libsutura_scene.so" ]; then
    check_shared "$build/libraries/scene/libsutura_scene.so" "$headers/scene.h"
    check_static "$build/libraries/scene/libsutura_scene.a"
    check_globals "$build/libraries/scene/libsutura_scene.a"
fi
if [ -e "$build/libraries/haptic/libsutura_haptic.so" ]; then
    check_shared "$build/libraries/haptic/libsutura_haptic.so" "$headers/haptic.h"
    check_static "$build/libraries/haptic/libsutura_haptic.a"
    check_globals "$build/libraries/haptic/libsutura_haptic.a"
fi
exit $bad
