"""`python -m remap` runs the command line tool that was installed with the package."""

import importlib.metadata
import os
import sys
from typing import List, Optional

WITHOUT = (
    "remap: the command line tool was not built when this package was installed, because it needs CLI11, SQLite, OpenSSL "
    "and cpp-httplib (on Debian: apt install libcli11-dev libsqlite3-dev libssl-dev libcpp-httplib-dev); install these, "
    "then run 'pip install' for remap again"
)


def tool() -> Optional[str]:
    """The path of the tool, or None if the package was installed without it."""
    try:
        files = importlib.metadata.files("remap") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = [str(file.locate()) for file in files if file.name == "remap"]
    return next((path for path in found if os.path.isfile(path) and os.access(path, os.X_OK)), None)


def main(arguments: Optional[List[str]] = None) -> int:
    path = tool()
    if path is None:
        print(WITHOUT, file=sys.stderr)
        return 2
    os.execv(path, ["remap", *(sys.argv[1:] if arguments is None else arguments)])


if __name__ == "__main__":
    sys.exit(main())
