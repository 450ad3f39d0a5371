#!/usr/bin/env bash
# One seed, the same questions, on every machine: tests/machines/run.sh FOLDER [N] builds the library in FOLDER for 64-bit ARM, whose
# programs qemu runs, and for x86-64 processors that join products and sums, and compares every N-th line (default: all) of
# tests/conformance/questions.txt. A processor that cannot run the second one leaves it out.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
folder=$1 stride=${2:-1}
questions=$here/../conformance/questions.txt

# build NAME COMPILER FLAGS [OPTION…]
build() {
  local name=$1 compiler=$2 flags=$3
  shift 3
  # fmt is headers alone here, which serve any processor.
  [[ -f $folder/$name/build.ninja ]] ||
    cmake -S "$here" -B "$folder/$name" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="-O2 $flags" \
      -Dfmt_DIR="/usr/lib/$(g++ -print-multiarch)/cmake/fmt" "$@" >"$folder/$name.log" 2>&1 ||
    { cat "$folder/$name.log"; return 1; }
  nice ninja -C "$folder/$name" -j "${JOBS:-2}" --quiet ask_questions
}
# ask NAME [EMULATOR]
ask() {
  local name=$1
  shift
  echo "$name: $("$@" "$folder/$name/ask_questions" "$questions" "$stride")"
}

mkdir -p "$folder"
build aarch64 aarch64-linux-gnu-g++ -static -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64
if grep -q '^flags.* fma ' /proc/cpuinfo && grep -q '^flags.* avx2 ' /proc/cpuinfo; then
  build haswell g++ -march=haswell
  ask haswell
else
  echo "haswell: this processor cannot run it"
fi
ask aarch64 qemu-aarch64
