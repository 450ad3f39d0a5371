#!/usr/bin/env bash
# One seed, the same questions, on every machine: tests/machines/run.sh FOLDER [N] builds the library in FOLDER for 64-bit ARM, whose
# programs qemu runs, and for x86-64 processors that join products and sums, and compares every N-th line (default: all) of
# tests/conformance/questions.txt. What cannot be built or run here is left out; if that is everything, the exit code is 77.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
folder=$1 stride=${2:-1}
questions=$here/../conformance/questions.txt
asked=0 failed=0

# ask NAME COMPILER FLAGS EMULATOR [OPTION…]: builds the program that asks, and runs it; no emulator: "".
ask() {
  local name=$1 compiler=$2 flags=$3 emulator=$4 result status=0
  shift 4
  asked=$((asked + 1))
  # fmt is headers alone here, which serve any processor.
  if ! { [[ -f $folder/$name/build.ninja ]] ||
         cmake -S "$here" -B "$folder/$name" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="-O2 $flags" \
           -Dfmt_DIR="/usr/lib/$(g++ -print-multiarch)/cmake/fmt" "$@"; } >"$folder/$name.log" 2>&1 ||
     ! nice ninja -C "$folder/$name" -j "${JOBS:-2}" ask_questions >>"$folder/$name.log" 2>&1; then
    tail -n 30 "$folder/$name.log"
    failed=1
    return
  fi
  # shellcheck disable=SC2086 # no emulator is no word
  result=$($emulator "$folder/$name/ask_questions" "$questions" "$stride") || status=$?
  echo "$name: $result"
  ((status == 0)) || failed=1
}

mkdir -p "$folder"
if command -v aarch64-linux-gnu-g++ >/dev/null && command -v qemu-aarch64 >/dev/null; then
  ask aarch64 aarch64-linux-gnu-g++ -static qemu-aarch64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64
else
  echo "aarch64: skipped, it needs g++-aarch64-linux-gnu and qemu-user"
fi
if grep -q '^flags.* avx2 ' /proc/cpuinfo && grep -q '^flags.* fma ' /proc/cpuinfo; then
  ask haswell g++ -march=haswell ""
else
  echo "haswell: skipped, this processor cannot run it"
fi
((asked > 0)) || exit 77
exit "$failed"
