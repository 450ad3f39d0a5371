#!/usr/bin/env bash
# The page in a real browser: tests/page/run.sh REMAP FOLDER [FILE…] tries the tool REMAP and leaves screenshots in FOLDER.
# Needs node, npm and chromium; where these or the registry of npm cannot be reached, it says so and ends with 77.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
tool=$(readlink -f "$1") folder=$2
shift 2
skip() {
  echo "page tests skipped: $*"
  exit 77
}
for name in node npm chromium; do
  command -v "$name" >/dev/null || skip "$name is not installed"
done
mkdir -p "$folder"
folder=$(readlink -f "$folder")
if [[ ! -d $folder/node_modules/playwright-core ]]; then
  cp "$here/package.json" "$folder/"
  (cd "$folder" && npm install --no-audit --no-fund --ignore-scripts --silent) >"$folder/npm.log" 2>&1 ||
    skip "npm could not fetch playwright-core (log: $folder/npm.log)"
fi
# Modules are looked for beside the files that import them.
mkdir -p "$folder/tests" && cp "$here"/*.mjs "$folder/tests/"
seconds=300  # what hangs must not hang the tests
[[ -z ${NIGHTLY:-} ]] || seconds=3600
files=("${@:-}")
[[ -n ${files[0]} ]] || files=("$folder"/tests/*.test.mjs)
REMAP="$tool" SCREENSHOTS="$folder/screenshots" NIGHTLY="${NIGHTLY:-}" timeout "$seconds" node --test --test-concurrency=1 --test-reporter=tap \
  "${files[@]}"
