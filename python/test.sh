#!/usr/bin/env bash
# Builds the Python package in a virtual environment and runs its tests. Where PyPI cannot be reached, the extension is built
# with Debian's pybind11 and tested with Debian's NumPy and pytest; what needs other packages says so and counts as skipped.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"
venv=$root/build/python-venv
extras=(pytest mypy gymnasium aalpy networkx tqdm)

if [[ ! -x $venv/bin/python ]]; then
  python3 -m venv "$venv" || { rm -rf "$venv"; echo "python3 cannot make a virtual environment: install python3-venv" >&2; exit 1; }
fi
export CMAKE_BUILD_PARALLEL_LEVEL=${JOBS:-2}
install() { "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
if [[ -z ${REMAP_WITHOUT_PYPI-} ]] && install --retries 1 --timeout 60 "${extras[@]}"; then
  # With the compiler and the flags of the release build, so that ccache need not compile the library again.
  CXX=${CXX:-c++} install . --config-settings=cmake.define.REMAP_WERROR=ON
  # Its own dependencies are large, and the part we compare with needs none of them.
  install --no-deps pyrewardmachines || echo "PyCRM cannot be had: its tests are skipped" >&2
  exec "$venv/bin/python" -m pytest -q python/tests "$@"
fi
echo "PyPI cannot be reached: tests that need packages from there are skipped, the rest uses Debian's python3-numpy and python3-pytest" >&2
cmake -S . -B build/python -G Ninja -DCMAKE_BUILD_TYPE=Release -DREMAP_BUILD_PYTHON=ON -DREMAP_BUILD_CLI=OFF \
  -DREMAP_BUILD_TESTS=OFF -DREMAP_WITH_Z3=OFF -DPython_EXECUTABLE=/usr/bin/python3 >build/python-configure.log
cmake --build build/python --target remap_python -- --quiet
PYTHONPATH=$root/build/python/python exec /usr/bin/python3 -m pytest -q python/tests "$@"
