#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The band solver built by clang for WebAssembly, with and without vectors, at every level of
# optimisation: the version of two lanes has to give the bits of the scalar one. Needs clang with
# wasm-ld (package lld) and node.
#   tools/check_wasm.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if ! command -v wasm-ld >/dev/null && ! command -v wasm-ld-14 >/dev/null; then
    echo "wasm: no wasm-ld; install the package lld, or run tools/packages.sh test" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
for level in 0 1 2 3; do
    for vectors in -mno-simd128 -msimd128; do
        clang --target=wasm32 "$vectors" "-O$level" -ffp-contract=off -nostdlib -std=c17 -Wall -Wextra \
            -isystem tests/wasm/include -Iengine -Wl,--no-entry -o "$work/band.wasm" tests/wasm/band_wasm.c \
            engine/linalg/band.c engine/linalg/band_scalar.c engine/linalg/band_pair.c engine/linalg/band_quad.c
        if ! node tests/wasm/run.mjs "$work/band.wasm"; then
            echo "wrong with -O$level $vectors"
            exit 1
        fi
        count=$((count + 1))
    done
done
echo "$count builds, same bits"
