#!/usr/bin/env bash
# session_bench.sh [SOURCE]: how fast another program is asked, and what the log of a session costs. The teacher is
# tests/support/machine_teacher.cpp, which answers at once. With and without a log in turn, best of five each.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
remap=$root/build/release/remap teacher=$root/build/release/tests/machine_teacher source=${1:-random:2000,10,4}
[[ -x $remap && -x $teacher ]] || { echo "build first: cmake --preset release && cmake --build --preset release" >&2; exit 1; }
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

"$remap" convert "$source" hidden.json >/dev/null
names() { python3 -c "import json; print(json.dumps([str(x) for x in json.load(open('hidden.json'))['$1']]))"; }
letters=$(names letters) outputs=$(names outputs)
for _ in 1 2 3 4 5; do
  for log in "" "--session run.jsonl"; do
    rm -f run.jsonl
    # shellcheck disable=SC2086  # two words or none
    "$remap" learn --teacher "$teacher hidden.json" --letters "$letters" --outputs "$outputs" --json $log >>"runs${log:+-kept}"
  done
done
python3 - <<'END'
import json
def best(name):
    return min((json.loads(line) for line in open(name)), key=lambda run: run["seconds"])
plain, kept = best("runs"), best("runs-kept")
for title, run in (("without a log", plain), ("with a log", kept)):
    print(f'{title:14} {run["preference_queries"]:>9,} comparisons {run["seconds"]:7.3f} s '
          f'{run["preference_queries"] / run["seconds"]:>9,.0f} per second')
share = kept["log_seconds"] / kept["seconds"]
print(f"the log takes {share:.1%} of the run; with it a run takes {kept['seconds'] / plain['seconds']:.2f} times as long")
END
