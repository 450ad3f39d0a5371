#!/usr/bin/env bash
# readme.sh BUILD_FOLDER SOURCE_FOLDER: does what the README tells a new user to do after ./run, with the files and commands
# that stand in it: installs into a prefix, looks at manual page and completions, builds the README's program with CMake and with
# pkg-config, and uninstalls.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# block LANGUAGE NUMBER: that fenced block of the README.
block() { awk -v open="\`\`\`$1" -v wanted="$2" '$0 == open { n++; inside = 1; next } /^```/ { inside = 0 } inside && n == wanted' "$source/README.md"; }

cmake --install "$build" --prefix "$work/prefix" >/dev/null
cp "$build/install_manifest.txt" .
export PATH="$work/prefix/bin:$PATH"
[[ $(remap --version) == "remap "* ]]
groff -man -Tutf8 -ww "$work/prefix/share/man/man1/remap.1" >page.txt 2>warnings.txt
[[ ! -s warnings.txt ]] || { cat warnings.txt; exit 1; }
grep -q 'learner' page.txt

# Completions: of commands, of options, of values.
cat >complete.sh <<'END'
source "$1"
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _remap; printf '%s\n' "${COMPREPLY[*]}"; }
[[ $(try remap lea) == learn ]] || exit 1
[[ $(try remap learn --equivalence-c) == --equivalence-cost ]] || exit 2
[[ $(try remap learn --learner t) == "tour tree table" ]] || exit 3
END
bash complete.sh "$work/prefix/share/bash-completion/completions/remap"
if command -v zsh >/dev/null; then zsh -n "$work/prefix/share/zsh/site-functions/_remap"; fi
if command -v fish >/dev/null; then fish -n "$work/prefix/share/fish/vendor_completions.d/remap.fish"; fi

# The packages that the README names for Debian are those of packages.txt.
listed=$(sed -n 's/^| Debian 12.*apt install \([^`]*\)`.*/\1/p' "$source/README.md" | tr ' ' '\n' | sort)
needed=$(awk '$1 == "run" { print $2 }' "$source/packages.txt" | sort)
[[ $listed == "$needed" ]] || { diff <(echo "$needed") <(echo "$listed"); exit 1; }

# The program of the README, by CMake and by pkg-config.
block cpp 1 >main.cpp
{
  echo 'cmake_minimum_required(VERSION 3.25)'
  echo 'project(consumer CXX)'
  echo 'add_executable(consumer main.cpp)'
  block cmake 1
} >CMakeLists.txt
cmake -S . -B with-cmake -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build with-cmake >/dev/null
./with-cmake/consumer | diff "$source/tests/consumer/output.txt" -
export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig:$work/prefix/lib/$(uname -m)-linux-gnu/pkgconfig"
g++ -std=c++20 main.cpp $(pkg-config --cflags --libs remap) -o with-pkg-config
./with-pkg-config | diff "$source/tests/consumer/output.txt" -

# Uninstalling leaves no file.
xargs rm <install_manifest.txt
left=$(find "$work/prefix" -type f)
[[ -z $left ]] || { echo "left behind: $left"; exit 1; }
