#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configure (when needed) and build one preset, quietly; when it fails, what failed is printed. The
# whole output is in build/PRESET/build.log.
#   tools/build.sh PRESET [TARGET]
# SUT_WERROR=ON|OFF in the environment sets the option of the same name. With SUT_BUILD_TITLE set, it is
# printed as soon as there is something to do, with how far it is.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${1:?usage: tools/build.sh PRESET [TARGET]}
target=${2:-all}
dir=$top/build/$preset
log=$dir/build.log
mkdir -p "$dir"

# one build at a time in one folder
exec 9>"$dir/.lock"
flock 9

fail() {
    progress_end
    # without the steps that went well
    grep -vE '^\[[0-9]+/[0-9]+\] ' "$log" >&2 || true
    echo "$1 failed (preset $preset)" >&2
    exit 1
}

title=${SUT_BUILD_TITLE:-}
# a line that is written over where someone watches; else, if it was asked for and takes a while, a
# line per quarter
last_quarter=-1
progress() { # done, of how many
    if [ -t 2 ]; then
        printf '\r\033[K%s %s/%s' "${title:-building $preset}" "$1" "$2" >&2
    elif [ -n "$title" ] && [ "$2" -ge 20 ] && [ $((4 * $1 / $2)) -gt "$last_quarter" ]; then
        last_quarter=$((4 * $1 / $2))
        echo "$title: $1 of $2" >&2
    fi
}
# what comes before the first count
announce() {
    if [ -n "$title" ]; then
        echo "$title ..." >&2
    elif [ -t 2 ]; then
        printf '\r\033[K%s' "$1" >&2
    fi
}
progress_end() {
    if [ -t 2 ]; then
        printf '\r\033[K' >&2
    fi
}

# a cache of another place (a copied or moved tree) is of no use
cache=$dir/CMakeCache.txt
fresh=()
if [ -e "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$cache"; then
    fresh=(--fresh)
fi
werror=()
if [ -n "${SUT_WERROR:-}" ] && ! grep -qsx "SUT_WERROR:BOOL=$SUT_WERROR" "$cache"; then
    werror=("-DSUT_WERROR=$SUT_WERROR")
fi
if [ ! -e "$dir/build.ninja" ] || [ "${#fresh[@]}" -gt 0 ] || [ "${#werror[@]}" -gt 0 ]; then
    announce "configuring $preset"
    (cd "$top" && cmake "${fresh[@]}" --preset "$preset" "${werror[@]}") >"$log" 2>&1 9>&- ||
        fail "Configuring"
fi

# ninja prints one line per job; show the latest count
if ! NINJA_STATUS='[%f/%t] ' cmake --build "$dir" --target "$target" 2>&1 9>&- | tee "$log" |
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            progress "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        fi
    done; then
    fail "Building"
fi
progress_end

# warnings do not stop a build here, but nobody should miss them
if grep -q 'warning:' "$log"; then
    grep -A 3 'warning:' "$log" >&2
fi
