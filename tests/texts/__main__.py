"""Prints how the texts that people can see differ between two commits: `python -m tests.texts OLD [NEW]`.

Without NEW the working tree is compared. A text that has only moved to another file or function is no difference.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.texts.listing import FOLDERS, ROOT, Text, found


def texts(commit: str) -> list[Text]:
    """Return the texts of a commit; of the working tree for ""."""
    if not commit:
        return list(found(ROOT))
    archive = subprocess.run(["git", "archive", commit, *FOLDERS], cwd=ROOT, check=True, capture_output=True).stdout
    with TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
        return list(found(Path(folder)))


def missing(these: list[Text], those: list[Text]) -> list[Text]:
    """Return the texts of these that are not, or not as often, among those."""
    left = Counter(one.text for one in those)
    lost = []
    for one in these:
        if left[one.text]:
            left[one.text] -= 1
        else:
            lost.append(one)
    return lost


def main() -> None:
    """Print the texts that are gone and those that are new."""
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    old, new = texts(sys.argv[1]), texts(sys.argv[2] if len(sys.argv) == 3 else "")
    for sign, differing in (("-", missing(old, new)), ("+", missing(new, old))):
        for one in differing:
            print(f"{sign} {one.file} {one.function}".rstrip())
            print("    " + one.text.replace("\n", "⏎"))
    print(f"{len(old)} texts, now {len(new)}.")


if __name__ == "__main__":
    main()
