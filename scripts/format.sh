#!/usr/bin/env bash
# Names the files that clang-format would change and fails if there is one; `--fix` changes them.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

mapfile -t files < <(find include src tests bench python -name '*.[ch]pp' 2>/dev/null | sort)
if [[ ${1-} == --fix ]]; then
  exec clang-format-14 -i "${files[@]}"
fi
wrong=$(printf '%s\n' "${files[@]}" | xargs -P 2 -n 40 clang-format-14 --dry-run --Werror 2>&1 | sed -n 's/^\([^ :]*\.[ch]pp\):.*/\1/p' | sort -u || true)
if [[ -n $wrong ]]; then
  echo "not formatted (scripts/format.sh --fix does it):" $wrong >&2
  exit 1
fi
echo "${#files[@]} files are formatted"
