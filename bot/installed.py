"""`referee` as it is installed: our folders are found first, whatever else is installed.

A wheel has all our folders (`bot`, `rules`, `data`, `migrations` and so on) in one package, `skirmish_referee`, as they
are in the repository (`setup.py`). Names as common as `bot` and `data` would otherwise be at the top of
`site-packages`, where the files of two distributions overwrite each other. Here that package's folder is put at the
front of the path, for the processes that we start as well, so `bot` is ours and each file is found as in the
repository.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]


def enter() -> None:
    """Have our folders found first, here and in the processes that this one starts."""
    sys.path.insert(0, str(HOME))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HOME), os.environ.get("PYTHONPATH"))))


def main() -> None:
    """Run the command line."""
    enter()
    from bot.__main__ import main as command_line

    command_line(prog_name="referee")


if __name__ == "__main__":
    main()
