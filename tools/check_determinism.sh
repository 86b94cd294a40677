#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Same scene, same bits: build the command line with two compilers and two optimisation levels, run
# every scene for a while with each, and compare the hashes of the final states.
#   tools/check_determinism.sh [SECONDS]      simulated time per scene, by default 0.25
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-0.25}
variants=(gcc-O0 gcc-O2 clang-O0 clang-O2)

# build/bits/COMPILER-LEVEL
build_variant() {
    local compiler=${1%-*} level=-${1#*-} dir=build/bits/$1
    if [ ! -e "$dir/build.ninja" ]; then
        cmake -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$compiler" \
            -DCMAKE_C_FLAGS_RELEASE="$level" -DSUT_BUILD_TESTS=OFF -DSUT_BUILD_BENCH=OFF \
            -DSUT_BUILD_EXAMPLES=OFF
    fi
    cmake --build "$dir" --target sutura_cli
}

hash_of() {
    local how=(run)
    case $2 in
        */haptic_*) how=(haptic --virtual) ;; # with simulated hands
    esac
    "build/bits/$1/app/sutura" "${how[@]}" "$2" --for "$seconds" --quiet --report - |
        /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["hash"])'
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for variant in "${variants[@]}"; do
    build_variant "$variant" >"$log" 2>&1 || { cat "$log"; exit 1; }
done

bad=0
shopt -s nullglob
scenes=(scenes/*.json)
if [ "${#scenes[@]}" -eq 0 ]; then
    echo "no scene in scenes/"
    exit 1
fi
for scene in "${scenes[@]}"; do
    first=
    line=$(basename "$scene" .json)
    for variant in "${variants[@]}"; do
        hash=$(hash_of "$variant" "$scene")
        first=${first:-$hash}
        if [ "$hash" = "$first" ]; then
            line+="  $variant $hash"
        else
            line+="  $variant $hash DIFFERS"
            bad=1
        fi
    done
    echo "$line"
done
exit $bad
