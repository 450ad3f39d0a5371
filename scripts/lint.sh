#!/usr/bin/env bash
# clang-tidy over src/ and the headers it includes, with the checks of .clang-tidy.
# All of it takes some eight minutes on two cores, so by default only the sources that changed last are looked at, committed or
# not; `scripts/lint.sh --all`, which the nightly tests run, looks at every one. A file that passed is not looked at again until
# it, a header, a check or its compile command changes.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

most_files=4
sources() {
  if [[ ${1:-} == --all ]]; then
    find src -name '*.cpp' | sort
  else
    { git diff --name-only HEAD -- 'src/*.cpp'; git log --format= --name-only -n 100 -- 'src/*.cpp'; } |
      awk '!seen[$0]++' | while read -r file; do [[ ! -f $file ]] || echo "$file"; done | awk -v most="$most_files" 'NR <= most'
  fi
}

mkdir -p build/lint
# A configuration in which every file has a command of its own.
commands=build/lint/commands
if ! cmake --preset release -B "$commands" -D REMAP_COMPILE_TOGETHER=OFF >build/lint/configure.log 2>&1; then
  tail -n 20 build/lint/configure.log >&2
  echo "CMake could not configure the build for clang-tidy" >&2
  exit 1
fi
export commands
shared=$({ clang-tidy-14 --version; cat .clang-tidy; find include src -name '*.hpp' -print0 | sort -z | xargs -0 cat; } | sha256sum)

# Prints "HASH FILE" for each file that has no stamp of its present content.
pending() {
  local file key
  while read -r file; do
    key=$({ echo "$shared"; cat "$file"; } | sha256sum | cut -c1-32)
    [[ -e build/lint/$key ]] || echo "$key $file"
  done < <(sources "$@")
}

lint_one() {
  local output
  if output=$(clang-tidy-14 --quiet -p "$commands" --warnings-as-errors='*' "$2" 2>/dev/null); then
    : >"build/lint/$1"
  else
    # The same header is seen from many files: the caller removes what is said twice.
    printf '%s\n' "${output:-$2: clang-tidy could not read this file}" | sed "s|$PWD/||"
    return 1
  fi
}
export -f lint_one

mapfile -t work < <(pending "$@")
if ((${#work[@]})); then
  if ! printf '%s\n' "${work[@]}" | xargs -P "${JOBS:-2}" -L 1 bash -c 'lint_one "$@"' lint >build/lint/output; then
    grep -E '(warning|error):|could not read' build/lint/output | sort -u >&2
    echo "clang-tidy found the above: mend it, or say NOLINT(check) with the reason" >&2
    exit 1
  fi
fi
echo "${#work[@]} files were new to clang-tidy and are clean"
