"""The other commit's tree is there while it is measured, and gone afterwards."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench.trees import ROOT, UnknownCommit, checked_out, environment, git
from tests.house import parsed


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git("init", "--quiet", "--initial-branch", "main", repository=tmp_path)
    for text in ("old", "new"):
        (tmp_path / "rules.py").write_text(text)
        git("add", "rules.py", repository=tmp_path)
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        git(*who, "commit", "--quiet", "--message", text, repository=tmp_path)
    return tmp_path


def worktrees(repository: Path) -> list[str]:
    return [line for line in git("worktree", "list", repository=repository).splitlines() if line]


def test_it_has_the_commits_rules_and_our_bench(repository: Path) -> None:
    with checked_out("HEAD~1", repository) as commit:
        assert (commit.tree / "rules.py").read_text() == "old"
        assert (commit.tree / "bench/duels.py").read_bytes() == (ROOT / "bench/duels.py").read_bytes()
        assert commit.hash == git("rev-parse", "HEAD~1", repository=repository)
        assert environment(commit.tree)["PYTHONPATH"] == str(commit.tree)
        assert len(worktrees(repository)) == 2
    assert not commit.tree.exists()
    assert len(worktrees(repository)) == 1


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_it_is_removed_when_a_run_fails(repository: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), checked_out("HEAD", repository) as commit:
        (commit.tree / "written meanwhile").write_text("bytecode")
        raise error
    assert not commit.tree.parent.exists()
    assert len(worktrees(repository)) == 1
    assert git("status", "--porcelain", repository=repository) == ""


def test_an_unknown_commit_leaves_nothing(repository: Path) -> None:
    with pytest.raises(UnknownCommit), checked_out("--all", repository):
        pass
    assert len(worktrees(repository)) == 1


def test_the_duels_import_by_the_paths_that_stay() -> None:
    """They are played by other commits' rules, whose rooms are others."""
    body = parsed(ROOT / "bench/duels.py").body
    modules = {node.module for node in body if isinstance(node, ast.ImportFrom) and node.module}
    ours = {module for module in modules if module.split(".")[0] in {"bot", "rules"}}
    assert ours == {"bot", "rules", "rules.dice", "rules.orders", "rules.scene", "rules.shelf"}
