#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The long run of the trainer: four pages that send random input, in the release build. Nothing may end,
# leak, be lost or diverge; then every attempt is replayed from the records, its hashes are compared and
# passages of threads through anything are counted: none.
#   tools/storm.sh [SECONDS]     default: 1800
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$top/tools/build.sh" release sut_products
export SUTURA=$top/build/release/cli/sutura SUTURA_SCENES=$top/scenes SUTURA_STORM=${1:-1800}
cd "$top/tests/scenario"
exec python3 -B trainer_test.py -v Storm
