#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install a build into a prefix, move the prefix, and use it as a stranger would: by find_package
# and by pkg-config; then take the sources in by add_subdirectory. All programs must print the same.
#   install_consumer.sh SOURCE_DIR BUILD_DIR C_COMPILER
set -euo pipefail

source_dir=$1
build_dir=$2
cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
consumer=$source_dir/tests/api/consumer
examples=$source_dir/examples

# what is installed must not know where it was built or first installed
cmake --install "$build_dir" --prefix "$work/first" >"$work/install.log"
for folder in "$build_dir" "$source_dir" "$work"; do
    if grep -rIP "(?<![\\w./}-])\\Q$folder\\E\\b" "$work/first"; then
        echo "the lines above name a folder of this machine" >&2
        exit 1
    fi
done
mv "$work/first" "$work/moved"

# find_package
cmake -G Ninja -S "$consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_C_COMPILER="$cc" \
    -DEXAMPLES="$examples" >"$work/configure.log"
cmake --build "$work/build" >"$work/build.log" || { cat "$work/build.log"; exit 1; }
for program in hello hello_static mesh mesh_static scene scene_static haptic_loop haptic_loop_static; do
    "$work/build/$program" >"$work/cmake_$program.txt"
done

# pkg-config
pc_dir=$(dirname "$(find "$work/moved" -name sutura.pc)")
export PKG_CONFIG_PATH=$pc_dir
read -ra engine_flags < <(pkg-config --cflags --libs sutura)
read -ra scene_flags < <(pkg-config --cflags --libs sutura_scene)
rpath=-Wl,-rpath,$(dirname "$pc_dir")
"$cc" "$examples/hello.c" "${engine_flags[@]}" "$rpath" -o "$work/hello"
"$cc" "$consumer/scene.c" "${scene_flags[@]}" "$rpath" -o "$work/scene"
"$work/hello" >"$work/pc_hello.txt"
"$work/scene" >"$work/pc_scene.txt"
read -ra mesh_flags < <(pkg-config --cflags --libs sutura_mesh)
"$cc" "$consumer/mesh.c" "${mesh_flags[@]}" "$rpath" -o "$work/mesh"
"$work/mesh" >"$work/pc_mesh.txt"
read -ra haptic_flags < <(pkg-config --cflags --libs sutura_haptic)
"$cc" "$examples/haptic_loop.c" "${haptic_flags[@]}" "$rpath" -lm -o "$work/haptic_loop"
"$work/haptic_loop" >"$work/pc_haptic_loop.txt"

# add_subdirectory
cmake -G Ninja -S "$source_dir/tests/api/subproject" -B "$work/sub" -DCMAKE_C_COMPILER="$cc" \
    -DSUTURA="$source_dir" >"$work/configure.log"
cmake --build "$work/sub" --target hello >"$work/build.log" || { cat "$work/build.log"; exit 1; }
"$work/sub/hello" >"$work/sub_hello.txt"

cmp "$work/cmake_hello.txt" "$work/sub_hello.txt"
cmp "$work/cmake_hello.txt" "$work/cmake_hello_static.txt"
cmp "$work/cmake_hello.txt" "$work/pc_hello.txt"
cmp "$work/cmake_mesh.txt" "$work/cmake_mesh_static.txt"
cmp "$work/cmake_mesh.txt" "$work/pc_mesh.txt"
cmp "$work/cmake_scene.txt" "$work/cmake_scene_static.txt"
cmp "$work/cmake_scene.txt" "$work/pc_scene.txt"
cmp "$work/cmake_haptic_loop.txt" "$work/cmake_haptic_loop_static.txt"
cmp "$work/cmake_haptic_loop.txt" "$work/pc_haptic_loop.txt"

# the installed command, from a prefix that was moved
"$work"/moved/bin/sutura --version
echo "consumers by find_package, pkg-config and add_subdirectory agree"
