#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Same scene, same bits: run every scene for a while with the release builds of two compilers and with one for
# the machine at hand, and compare the hashes of the final states. The same with a build without
# optimisation, for two fifths of the time: it takes five times as long.
#   tools/check_determinism.sh [--full] [SECONDS]      simulated time per scene, by default 0.25
# --full: without optimisation by both compilers, for all of the time.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fast=(gcc-O3 gcc-native clang-O3)
slow=(gcc-O3 gcc-O0)
share=0.4
if [ "${1:-}" = --full ]; then
    slow+=(clang-O0)
    share=1
    shift
fi
seconds=${1:-0.25}
part=$(awk "BEGIN { print $share * $seconds }")
mapfile -t variants < <(printf '%s\n' "${fast[@]}" "${slow[@]}" | sort -u)

# the command line of a variant
program_of() {
    case $1 in
        gcc-O3) echo build/release/cli/sutura ;;
        clang-O3) echo build/clang-release/cli/sutura ;;
        *) echo "build/bits/$1/cli/sutura" ;;
    esac
}

build_variant() {
    case $1 in
        gcc-O3) tools/build.sh release sutura_cli ;;
        clang-O3) tools/build.sh clang-release sutura_cli ;;
        *)
            local compiler=${1%-*} dir=build/bits/$1 flags=-${1#*-}
            [ "$1" = gcc-native ] && flags="-O3 -march=native"
            if [ ! -e "$dir/build.ninja" ]; then
                cmake -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=Release \
                    -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS_RELEASE="$flags" \
                    -DSUT_BUILD_TESTS=OFF -DSUT_BUILD_BENCH=OFF -DSUT_BUILD_EXAMPLES=OFF
            fi
            cmake --build "$dir" --target sutura_cli
            ;;
    esac
}

# PROGRAM SCENE SECONDS: the hash, on standard output
hash_of() {
    local how=(run)
    case $2 in
        */haptic_*) how=(haptic --virtual) ;; # with simulated hands
    esac
    "$1" "${how[@]}" "$2" --for "$3" --quiet --report - |
        /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["hash"])'
}
export -f hash_of

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for variant in "${variants[@]}"; do
    build_variant "$variant" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done

shopt -s nullglob
scenes=(scenes/*.json)
if [ "${#scenes[@]}" -eq 0 ]; then
    echo "no scene in scenes/"
    exit 1
fi

# every scene with every variant, as many at a time as there are processors; a run that fails leaves no hash
for scene in "${scenes[@]}"; do
    name=$(basename "$scene" .json)
    for variant in "${fast[@]}"; do
        printf '%s\0' "$(program_of "$variant")" "$scene" "$seconds" "$work/$name.$variant"
    done
    for variant in "${slow[@]}"; do
        printf '%s\0' "$(program_of "$variant")" "$scene" "$part" "$work/$name.$variant.part"
    done
done | xargs -0 -n 4 -P "$(nproc)" bash -c 'set -o pipefail; hash_of "$0" "$1" "$2" >"$3"' || true

# FILE...: one line with their hashes, and whether they differ
bad=0
compare() {
    local file hash first=''
    for file in "$@"; do
        hash=$(cat "$work/$name.$file")
        first=${first:-$hash}
        if [ -n "$hash" ] && [ "$hash" = "$first" ]; then
            line+="  $file $hash"
        else
            line+="  $file ${hash:-none} DIFFERS"
            bad=1
        fi
    done
}
for scene in "${scenes[@]}"; do
    name=$(basename "$scene" .json)
    line=$name
    compare "${fast[@]}"
    compare "${slow[@]/%/.part}"
    echo "$line"
done
exit $bad
