import os
import shutil
from pathlib import Path

import pytest
from remap.__main__ import tool

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command():
    """The command line tool, as built by ./test or ./run, or as installed."""
    places = [os.environ.get("REMAP_PROGRAM"), ROOT / "build/release/remap", ROOT / "build/run/remap", tool()]
    for place in places:
        if place and shutil.which(str(place)):
            return str(place)
    pytest.skip("the command line tool is not built: ./run builds it")
