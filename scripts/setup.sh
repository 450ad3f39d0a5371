# Shared by ./run and ./test: what to say, how to fail, and the Debian packages. To be sourced with `root` set.

say() { printf 'remap: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# packages_for run, packages_for run test: the names listed in packages.txt for these.
packages_for() { awk -v who=" $* " '!/^#/ && NF && index(who, " " $1 " ") { print $2 }' "$root/packages.txt"; }

# Installs what is missing. Asks dpkg first, so that a second run needs neither network nor rights. What is there as a command of the
# same name need not come from Debian: npm may belong to another Node.
ensure_packages() {
  local name missing=() as_root=()
  if ! command -v dpkg-query >/dev/null; then
    say "this is not Debian: install what packages.txt lists with your own package manager if the build fails"
    return
  fi
  for name in $(packages_for "$@"); do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || command -v "$name" >/dev/null ||
      missing+=("$name")
  done
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "missing packages: run 'apt-get install ${missing[*]}' as root, then try again"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  local options=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -qq)
  if ! { "${as_root[@]}" apt-get "${options[@]}" update &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" install -y --no-install-recommends \
           "${missing[@]}"; } >"$build/packages.log" 2>&1; then
    tail -n 20 "$build/packages.log" >&2
    die "could not install the packages (log: $build/packages.log): check the network, or install them by hand"
  fi
}

use_ccache() {
  if [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER-} ]] && command -v ccache >/dev/null; then
    # Paths below the project count as relative, so that its build folders share what they compile.
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=$root
  fi
}

# configure PRESET [OPTION…]: once per build folder; later changes are picked up by the build itself.
configure() {
  local preset=$1 log="$build/$1-configure.log"
  shift
  use_ccache
  [[ -f $build/$preset/build.ninja ]] && return
  say "configuring ($preset)"
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    die "CMake could not configure the build (log: $log): install what it misses, or remove $build and try again"
  fi
}

root=$(cd "$root" && pwd)
build=$root/build
mkdir -p "$build" || die "cannot write to $root: copy the project to a folder you own"
