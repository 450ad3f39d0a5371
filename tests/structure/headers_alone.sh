#!/usr/bin/env bash
# headers_alone.sh COMPILER INCLUDE_FOLDER: fails unless every public header below the folder compiles alone.
set -euo pipefail
compiler=$1 folder=$2

compile_alone() {
  "$1" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I "$2" -include "$3" -x c++ /dev/null ||
    { echo "does not compile alone: ${3#"$2"/}"; exit 1; }
}
export -f compile_alone

mapfile -t headers < <(find "$folder/remap" -name '*.hpp' | sort)
((${#headers[@]})) || { echo "no headers below $folder/remap"; exit 1; }
printf '%s\n' "${headers[@]}" | xargs -P 2 -I{} bash -c 'compile_alone "$@"' check "$compiler" "$folder" {}
echo "${#headers[@]} headers compile alone"
