#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Is every C and C++ file laid out as .clang-format says?
#   tools/check_format.sh          exit 1 and name the lines that are not
#   tools/check_format.sh --fix    lay them out
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
mapfile -t files < <(find include engine libraries cli proof examples tests -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) | LC_ALL=C sort)

if [ "${1:-}" = "--fix" ]; then
    clang-format -i "${files[@]}"
else
    clang-format --dry-run -Werror "${files[@]}"
fi
echo "format: ${#files[@]} files"
