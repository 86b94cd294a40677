#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sut_version().build follows the flags that the library was really compiled with.
#   build_text.sh SOURCE_DIR COMPILER
set -euo pipefail

source=$1
compiler=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/main.c" <<'END'
#include <stdio.h>
#include <sutura/types.h>
int main(void) {
    puts(sut_version().build);
    return 0;
}
END
bad=0

# says FLAGS: what a library with these flags says of itself
says() {
    # shellcheck disable=SC2086  # several flags
    "$compiler" -std=c17 $1 -I"$source/include" -I"$source/engine" "$folder/main.c" "$source/engine/base/text.c" \
        -o "$folder/main" -lm
    "$folder/main"
}

# expect FLAGS YES NO: with these flags the first is said and the second is not
expect() {
    local said
    said=$(says "$1")
    if [[ $said != *"$2"* || $said == *"$3"* ]]; then
        echo "$1: $said"
        bad=1
    fi
}

expect "-O2 -ffp-contract=off" ", optimised, no fused multiply-add" "other bits"
expect "-O0 -ffp-contract=off" ", not optimised, no fused" "asserts"
expect "-O2 -ffp-contract=off -DSUT_ASSERTS" ", asserts on" "other bits"
expect "-O2 -ffast-math" "fast math: other bits" "not optimised"
# flags that the build system would have refused
if [ "$(uname -m)" = x86_64 ] && grep -qw fma /proc/cpuinfo; then
    expect "-O2 -mfma -ffp-contract=fast" "fused multiply-add: other bits" "no fused"
fi
exit $bad
