#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Static analysis of the engine, the libraries above it, the trainer and the command line: cppcheck, then
# clang-tidy.
#   tools/check_static.sh [BUILD_DIR]      a clang build, by default build/clang-release
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${1:-build/clang-release}
if [ ! -e "$build/compile_commands.json" ]; then
    echo "$build has no compile_commands.json; first: tools/build.sh clang-release sut_products" >&2
    exit 1
fi
mapfile -t files < <(find src scene haptic trainer app -name '*.c' | LC_ALL=C sort)

bad=0

cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability \
    --inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem -j "$(nproc)" \
    -I include -I src -I scene -I haptic -I app -I . "${files[@]}" || bad=1

# one file at a time: given several, this version forgets va_start between them; and it counts the
# warnings of system headers that it does not show
printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" \
        2> >(grep -vE '^[0-9]+ warnings? ' >&2) || bad=1

echo "static: ${#files[@]} files"
exit $bad
