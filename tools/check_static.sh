#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Static analysis of the engine, the libraries above it, the trainer and the command line: cppcheck, then
# clang-tidy.
#   tools/check_static.sh [--deep] [BUILD_DIR]      a clang build, by default build/clang-release
# Nearly all of the time is clang's search for paths through loops. By default it looks at up to 60000 states
# of a function; --deep lets it look at up to 225000, its own limit, which takes four times as long.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
states=60000
if [ "${1:-}" = --deep ]; then
    states=225000
    shift
fi
build=${1:-build/clang-release}
if [ ! -e "$build/compile_commands.json" ]; then
    echo "$build has no compile_commands.json; first: tools/build.sh clang-release sut_products" >&2
    exit 1
fi
mapfile -t files < <(find engine libraries trainer/server cli -name '*.c' | LC_ALL=C sort)

bad=0

# objectIndex: this version takes an array behind a member of a member (r->body.push) for a local
cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability \
    --inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
    --suppress=objectIndex -j "$(nproc)" \
    -I include -I engine -I libraries/mesh -I libraries/scene -I libraries/haptic -I libraries -I cli -I proof -I . "${files[@]}" || bad=1

# one file at a time: given several, this version forgets va_start between them; and it counts the
# warnings of system headers that it does not show
printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" \
        --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg="max-nodes=$states" \
        2> >(grep -vE '^[0-9]+ warnings? ' >&2) || bad=1

echo "static: ${#files[@]} files"
exit $bad
