#!/usr/bin/env bash
# Builds the Python package in a virtual environment and runs its tests. Where PyPI cannot be reached, the extension is built
# with Debian's pybind11 and tested with Debian's NumPy and pytest; what needs other packages says so and counts as skipped.
# With --sanitized first, the extension is built with AddressSanitizer instead, which the interpreter then loads. With
# NIGHTLY=yes the tests with Stable-Baselines3 run, too: from PyPI, it brings 3 GB of torch and CUDA.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
venv=$root/build/python-venv
extras=(pytest mypy gymnasium aalpy networkx tqdm auditwheel pybind11)

if [[ ! -x $venv/bin/python ]]; then
  python3 -m venv "$venv" || { rm -rf "$venv"; echo "python3 cannot make a virtual environment: install python3-venv" >&2; exit 1; }
fi
export CMAKE_BUILD_PARALLEL_LEVEL=${JOBS:-2}
install() { "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
if [[ ${1-} == --sanitized ]]; then
  shift
  install "${extras[@]}"
  cmake -S . -B build/python-asan -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -g1" -DREMAP_SANITIZE=address \
    -DREMAP_BUILD_PYTHON=ON -DREMAP_BUILD_CLI=OFF -DREMAP_BUILD_TESTS=OFF -DREMAP_WITH_Z3=OFF \
    -DPython_EXECUTABLE="$venv/bin/python" -Dpybind11_DIR="$("$venv/bin/python" -m pybind11 --cmakedir)" \
    >build/python-configure.log
  cmake --build build/python-asan --target remap_python -- --quiet
  "$venv/bin/pip" uninstall --quiet --yes remap 2>/dev/null || true
  # The interpreter itself never frees some of its memory. Speed and types are not what is tested here.
  export ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$root/build/python-asan/python
  # The sanitizer wants to see exceptions, so the library that throws them comes with it.
  LD_PRELOAD="$(${CXX:-c++} -print-file-name=libasan.so) $(${CXX:-c++} -print-file-name=libstdc++.so)" exec "$venv/bin/python" -m pytest -q python/tests -k "not mypy" "$@"
fi
if [[ -z ${REMAP_WITHOUT_PYPI-} ]] && install --retries 1 --timeout 60 "${extras[@]}"; then
  # With the compiler and the flags of the release build, so that ccache need not compile the library again.
  rm -rf build/wheels
  wheel() {
    CXX=${CXX:-c++} "$venv/bin/pip" wheel --quiet --disable-pip-version-check --no-deps . \
      --config-settings=cmake.define.REMAP_WERROR=ON "$@"
  }
  # Without the tool: nothing but the C library, and so fit for other computers.
  wheel --wheel-dir build/wheels/alone --config-settings=cmake.define.REMAP_BUILD_CLI=OFF
  if ! "$venv/bin/auditwheel" show build/wheels/alone/remap-*.whl >build/wheels/audit.txt || ! grep -q manylinux build/wheels/audit.txt ||
    grep -q 'external shared libraries' build/wheels/audit.txt; then
    cat build/wheels/audit.txt
    echo "the wheel needs more than the C library" >&2
    exit 1
  fi
  wheel --wheel-dir build/wheels
  install --force-reinstall --no-deps build/wheels/remap-*.whl
  "$venv/bin/remap" --version >/dev/null || { echo "the wheel has no command" >&2; exit 1; }
  install numpy
  if [[ ${NIGHTLY-} == yes ]]; then
    install torch --index-url https://download.pytorch.org/whl/cpu || echo "torch comes from PyPI, with all of CUDA" >&2
    install stable-baselines3
  fi
  # Its own dependencies are large, and the part we compare with needs none of them.
  install --no-deps pyrewardmachines || echo "PyCRM cannot be had: its tests are skipped" >&2
  exec "$venv/bin/python" -m pytest -q python/tests "$@"
fi
echo "PyPI cannot be reached: tests that need packages from there are skipped, the rest uses Debian's python3-numpy and python3-pytest" >&2
cmake -S . -B build/python -G Ninja -DCMAKE_BUILD_TYPE=Release -DREMAP_BUILD_PYTHON=ON -DREMAP_BUILD_CLI=OFF \
  -DREMAP_BUILD_TESTS=OFF -DREMAP_WITH_Z3=OFF -DPython_EXECUTABLE=/usr/bin/python3 >build/python-configure.log
cmake --build build/python --target remap_python -- --quiet
PYTHONPATH=$root/build/python/python exec /usr/bin/python3 -m pytest -q python/tests "$@"
