#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The trainer is killed (SIGKILL) in the middle of attempts, again and again, with one store: every attempt must be
# there afterwards, replay with the same hashes, and lack less than a second at its end.
#   tools/kills.sh [COUNT]     default: 100
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$top/tools/build.sh" release sut_products
export SUTURA=$top/build/release/cli/sutura SUTURA_SCENES=$top/scenes SUTURA_KILLS=${1:-100}
cd "$top/tests/scenario"
exec python3 -B trainer_test.py -v Kills
