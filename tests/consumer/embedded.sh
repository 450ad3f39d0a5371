#!/usr/bin/env bash
# embedded.sh SOURCE_FOLDER: a project that takes the sources in by add_subdirectory configures, gets the library and nothing
# else (no tool, no tests), and compiles against it. Linking the same program is the other test's matter and takes a full build.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$1/tests/consumer/embedded" -B "$work" -G Ninja -DREMAP_SOURCE_DIR="$1" >/dev/null
targets=$(ninja -C "$work" -t targets all)
grep -q '^remap/libremap.a:' <<<"$targets" || { echo "the library is not part of the project"; exit 1; }
! grep -E '_tests?:|remap_cli:|benchmark' <<<"$targets" || { echo "more than the library is built"; exit 1; }
object=$(grep -oE '^[^:]*consumer.dir[^:]*\.o' <<<"$targets")
ninja -C "$work" "$object"
