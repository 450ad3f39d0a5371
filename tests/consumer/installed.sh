#!/usr/bin/env bash
# installed.sh BUILD_FOLDER SOURCE_FOLDER: installs the build into a temporary prefix, builds a project that finds
# it there, with the component z3, runs it, and compares its output.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$1" --prefix "$work/prefix" >/dev/null
cmake -S "$2/tests/consumer/installed" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCOMPONENTS=z3 \
  >/dev/null
cmake --build "$work/build"
"$work/build/consumer" | diff "$2/tests/consumer/output.txt" -
"$work/build/consumer_z3" || { echo "Z3 cannot be chosen with the component z3"; exit 1; }
