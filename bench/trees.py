"""The source trees that are measured: our own, and that of another commit for a while."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class UnknownCommit(Exception):
    """Git does not know a commit."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit: its full hash, and the folder where its tree is."""

    hash: str
    tree: Path


def environment(tree: Path) -> dict[str, str]:
    """Return the environment in which Python imports from this tree, and keeps bytecode as it does for users."""
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": str(tree),
    }


def git(*words: str, repository: Path = ROOT) -> str:
    """Return what a git command prints. Raises CalledProcessError, and OSError without git."""
    done = subprocess.run(("git", "-C", str(repository), *words), check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


@contextmanager
def checked_out(commit: str, repository: Path = ROOT) -> Iterator[Commit]:
    """Yield a commit whose tree is in a temporary folder meanwhile.

    The tree has our `bench/`, so that both sides play the same. Raises UnknownCommit.
    """
    try:
        full = git("rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}", repository=repository)
    except (OSError, subprocess.CalledProcessError) as error:
        raise UnknownCommit(f"Git does not know the commit {commit}.") from error
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / full[:10]
        try:
            git("worktree", "add", "--quiet", "--detach", str(tree), full, repository=repository)
            shutil.rmtree(tree / "bench", ignore_errors=True)
            shutil.copytree(ROOT / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
            yield Commit(full, tree)
        finally:
            shutil.rmtree(tree, ignore_errors=True)
            git("worktree", "prune", repository=repository)
