#!/bin/sh
# Builds the fuzz targets and runs each for an equal part of SECONDS (default 60), from its seed corpus. What a run discovers
# stays in build/fuzz; exit code 1 when a target finds something, with the input that shows it in build/fuzz/found.
set -eu
seconds=${1:-60}
cd "$(dirname "$0")/../.."
targets="reward_machine_text dot json formula regex word session_log protocol"
set -- $targets
each=$((seconds / $#))
[ "$each" -gt 0 ] || each=1

mkdir -p build
cmake --preset asan >build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }
cmake --build build/asan -j2 --target fuzz_targets >>build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }

found=0
mkdir -p build/fuzz/found
for target in $targets; do
  mkdir -p "build/fuzz/corpus/$target"
  log=build/fuzz/$target.log
  if build/asan/tests/fuzz/${target}_fuzz -max_total_time="$each" -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
      -dict=tests/fuzz/$target.dict -artifact_prefix="build/fuzz/found/$target-" \
      "build/fuzz/corpus/$target" "tests/fuzz/corpus/$target" >"$log" 2>&1; then
    echo "$target: $(sed -n 's/^Done \(.*\)$/\1/p' "$log")"
  else
    tail -n 40 "$log"
    echo "$target: found something, see build/fuzz/found" >&2
    found=1
  fi
done
exit $found
