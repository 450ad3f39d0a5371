#!/usr/bin/env bash
# without_z3_and_sqlite.sh BUILD_FOLDER SOURCE_FOLDER: where neither Z3 nor SQLite nor {fmt} nor nlohmann/json can be found, a
# project builds with the installed library and runs; asking for the component z3 is refused; the sources configure inside another project.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
without=(-DCMAKE_DISABLE_FIND_PACKAGE_Z3=ON -DCMAKE_DISABLE_FIND_PACKAGE_SQLite3=ON)
only_to_build=(-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)

cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -S "$source/tests/consumer/installed" -B "$work/installed" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
  "${without[@]}" "${only_to_build[@]}" >/dev/null
cmake --build "$work/installed"
"$work/installed/consumer" | diff "$source/tests/consumer/output.txt" -
! ldd "$work/installed/consumer" | grep -E 'z3|sqlite|fmt' || { echo "the program links Z3, SQLite or {fmt}"; exit 1; }

! cmake -S "$source/tests/consumer/installed" -B "$work/refused" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCOMPONENTS=z3 "${without[@]}" >/dev/null 2>"$work/refusal" || { echo "the component z3 was found"; exit 1; }
grep -q 'z3' "$work/refusal"

cmake -S "$source/tests/consumer/embedded" -B "$work/embedded" -G Ninja -DREMAP_SOURCE_DIR="$source" "${without[@]}" \
  >/dev/null
# The folder has a random name, which may hold z3 as well.
! ninja -C "$work/embedded" -t targets all | sed "s|$work||g" | grep -iE 'z3|experiments|sqlite' || { echo "more than the library"; exit 1; }
