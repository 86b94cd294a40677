#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The checks of tools/ checked: a small tree with one fault of each kind, and every fault is named.
#   checks_find_faults.sh SOURCE_DIR
set -euo pipefail

tools=$1/tools
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
bad=0

# expect WHAT-IS-SAID: the last output has it
expect() {
    if ! grep -qF -- "$1" "$tree/said"; then
        echo "not found: $1"
        bad=1
    fi
}

put() {
    mkdir -p "$tree/$(dirname "$1")"
    printf '%b' "$2" >"$tree/$1"
}

put include/sutura/scene.h '// SPDX-License-Identifier: MIT\n'
put engine/world/world.h '// SPDX-License-Identifier: MIT\n'
put engine/tissue/tissue.h '// SPDX-License-Identifier: MIT\n'
put engine/base/base.h '// SPDX-License-Identifier: MIT\n'
put engine/rod/good.c '// SPDX-License-Identifier: MIT\n#include "base/base.h"\n#include <math.h>\n// printf( here is text\n'

# a sound tree passes
"$tools/check_layers.py" "$tree" >"$tree/said" || { cat "$tree/said"; bad=1; }

put engine/rod/up.c '// SPDX-License-Identifier: MIT\n#include "world/world.h"\n'
put engine/rod/side.c '// SPDX-License-Identifier: MIT\n#include "tissue/tissue.h"\n'
put engine/rod/scene.c '// SPDX-License-Identifier: MIT\n#include "sutura/scene.h"\n'
put engine/rod/socket.c '// SPDX-License-Identifier: MIT\n#include <sys/socket.h>\n'
put engine/rod/calls.c '// SPDX-License-Identifier: MIT\nvoid f(void) {\n    printf("x");\n    malloc(1);\n    sin(1);\n    getenv("x");\n}\n'
put cli/inside.c '// SPDX-License-Identifier: MIT\n#include "rod/rod.h"\n'
put libraries/scene/scene_types.h '// SPDX-License-Identifier: MIT\n'
put libraries/haptic/aside.c '// SPDX-License-Identifier: MIT\n#include "scene_types.h"\n'
put libraries/mesh/up.c '// SPDX-License-Identifier: MIT\n#include "scene_types.h"\n'
put libraries/mesh/above.c '// SPDX-License-Identifier: MIT\n#include "sutura/scene.h"\n'
put engine/rod/rod.h '// SPDX-License-Identifier: MIT\n'
if "$tools/check_layers.py" "$tree" >"$tree/said"; then
    echo "check_layers.py passed a tree with faults"
    bad=1
fi
expect 'engine/rod/up.c:2: rod must not include world'
expect 'libraries/haptic/aside.c:2: haptic must not include scene_types.h'
expect 'libraries/mesh/up.c:2: mesh must not include scene_types.h'
expect 'libraries/mesh/above.c:2: mesh must not include sutura/scene.h'
expect 'engine/rod/side.c:2: rod must not include tissue'
expect 'engine/rod/scene.c:2: scene.h belongs to a library above the engine'
expect 'engine/rod/socket.c:2: the engine has no business with <sys/socket.h'
expect 'engine/rod/calls.c:3: printf'
expect 'engine/rod/calls.c:4: malloc'
expect 'engine/rod/calls.c:5: sin'
expect 'engine/rod/calls.c:6: getenv'
expect 'cli/inside.c:2: cli must not include rod/rod.h'

branches=$(printf 'x && %.0s' $(seq 20))
lines=$(printf '    x++;\\n%.0s' $(seq 27))
put engine/rod/deep.c "// SPDX-License-Identifier: MIT\nint deep(int x) {\n    // all of it\n    return ${branches}1;\n}\n"
put engine/rod/long.c "// SPDX-License-Identifier: MIT\nint tall(int x) {\n${lines}    return x;\n}\n"
put engine/rod/short.c '// SPDX-License-Identifier: MIT\nint small(int x) {\n    return x ? 1 : 2;\n}\n'
if "$tools/check_functions.py" "$tree" >"$tree/said"; then
    echo "check_functions.py passed a tree with faults"
    bad=1
fi
expect 'engine/rod/deep.c:2: deep: complexity 21'
expect 'engine/rod/long.c:2: tall: 28 lines'
if grep -q 'short.c' "$tree/said"; then
    echo "a small function was called too large"
    bad=1
fi
rm "$tree/engine/rod/deep.c" "$tree/engine/rod/long.c" "$tree/engine/rod/short.c"

slash=/
put docs/links.md '# One\n[good](#one) [dead](none.md) [no heading](#two)\n'
put docs/path.md "see ${slash}home/someone/x\n"
put engine/rod/bare.c 'int x;\n'
put engine/rod/person.c '// SPDX-License-Identifier: MIT\n// Nobody is here.\nconst char *who = "who";\n'
put engine/rod/blank.c '// SPDX-License-Identifier: MIT \n\tint x;'
if "$tools/check_text.py" "$tree" >"$tree/said"; then
    echo "check_text.py passed a tree with faults"
    bad=1
fi
expect 'docs/links.md:2: link to none.md'
expect 'docs/links.md:2: link to #two'
expect 'docs/path.md:1: '
expect 'engine/rod/bare.c:1: no SPDX'
expect 'engine/rod/person.c:2: "Nobody": name the thing'
if grep -q 'person.c:3' "$tree/said"; then
    echo "a name in the code was called a word of a comment"
    bad=1
fi
expect 'engine/rod/blank.c:1: blanks'
expect 'engine/rod/blank.c:2: a tab'
expect 'engine/rod/blank.c:2: no newline'
if grep -q '#one' "$tree/said"; then
    echo "a good link was called dead"
    bad=1
fi

# a tree without git after a build: what .gitignore names is left out, and nothing else
rm -r "$tree/docs" "$tree/engine" "$tree/cli" "$tree/libraries"
put .gitignore '/build/\n*.o\n__pycache__/\n/trainer/page/node_modules/\n/trainer/page/dist/\n'
put trainer/page/src/a.ts '// SPDX-License-Identifier: MIT\n'
for made in trainer/page/node_modules/x/y.ts trainer/page/dist/z.css build/b.c trainer/page/src/__pycache__/c.py trainer/page/d.o; do
    put "$made" "\t${slash}home/someone/x"
done
"$tools/check_text.py" "$tree" >"$tree/said" || { cat "$tree/said"; bad=1; }
put trainer/page/dist.c '\tx'
put engine/page/dist/e.c '\tx'
if "$tools/check_text.py" "$tree" >"$tree/said"; then
    echo "check_text.py left out more than .gitignore says"
    bad=1
fi
expect 'trainer/page/dist.c:1: a tab'
expect 'engine/page/dist/e.c:1: a tab'
exit $bad
