#!/usr/bin/env bash
# Runs the tests of modules with many tests in one process each: tests/together.sh BUILD FILTER MODULE…, where BUILD holds the
# programs, and FILTER is as for --gtest_filter. A program under sanitizers takes longer to begin and end than most of its tests
# take. Prints what failed, and as its last line how many tests did.
set -uo pipefail
build=$1 filter=$2
shift 2
export filter folder="$build/tests" shards=4 logs="$build/together"
rm -rf "$logs" && mkdir -p "$logs"

run_shard() {
  local log="$logs/$1-$2"
  GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$2 timeout 900 "$folder/${1}_tests" --gtest_filter="$filter" --gtest_color=no \
    >"$log.log" 2>&1
  echo $? >"$log.status"
}
export -f run_shard
for module in "$@"; do
  for ((shard = 0; shard < shards; ++shard)); do echo "$module $shard"; done
done | xargs -P "${JOBS:-2}" -L 1 bash -c 'run_shard "$@"' run_shard

all=0 bad=0
for log in "$logs"/*.log; do
  read -r status <"${log%.log}.status"
  ran=$(grep -oE '^\[=+\] [0-9]+ tests? .* ran\.' "$log" | grep -oE '[0-9]+' | head -n 1)
  failed=$(grep -oE '^\[  FAILED  \] [0-9]+ tests?,' "$log" | grep -oE '[0-9]+' | head -n 1)
  all=$((all + ${ran:-1})) bad=$((bad + ${failed:-0}))
  ((status != 0)) || continue
  echo "$(basename "${log%.log}") ended with exit code $status:"
  if [[ -n $failed ]]; then
    grep -vE '^\[( *OK *| RUN  *|-+|=+)\]' "$log" | head -n 200
  else
    bad=$((bad + 1))
    tail -n 80 "$log"
  fi
done
echo "$bad tests failed out of $all"
((bad == 0))
