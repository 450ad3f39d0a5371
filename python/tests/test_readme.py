"""What the documents show runs as printed."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT


def blocks(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_readme_has_five_lines_that_run(tmp_path):
    (program,) = blocks("README.md")
    assert len(program.splitlines()) <= 6
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "RewardMachine: 3 states" in done.stdout and "comparisons" in done.stdout


@pytest.mark.parametrize("number", range(len(blocks("docs/python.md"))))
def test_python_document(tmp_path, number):
    program = blocks("docs/python.md")[number]
    if "gymnasium" in program:
        pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    done = subprocess.run(
        [sys.executable, "-c", "import remap\n" + program], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
