#!/usr/bin/env bash
# installed.sh BUILD_FOLDER SOURCE_FOLDER: installs the build into a temporary prefix, builds a project that finds
# it there, with the component z3, runs it, and compares its output. The installed tool finds its parts, also through a link.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$1" --prefix "$work/prefix" >/dev/null
ln -s "$work/prefix/bin/remap" "$work/remap"
"$work/remap" learn craft/t1 --quiet --valuation z3
cd "$work"
"$work/remap" serve --demo --listen 192.0.2.1:8080 --allow-remote 2>"$work/refusal" || true  # an address for documents
grep -q 'cannot listen on 192.0.2.1:8080' "$work/refusal" || { cat "$work/refusal"; exit 1; }
cmake -S "$2/tests/consumer/installed" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCOMPONENTS=z3 \
  >/dev/null
cmake --build "$work/build"
"$work/build/consumer" | diff "$2/tests/consumer/output.txt" -
"$work/build/consumer_z3" || { echo "Z3 cannot be chosen with the component z3"; exit 1; }
