"""Files that only their owner may read, and a database that was emptied behind our back."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.errors import CannotStart
from bot.game.store import Store
from bot.game.store.home.files import check_not_emptied, exposed
from bot.game.store.home.schema import REVISIONS, migrate, stored_revision
from bot.game.store.home.sqlite import copy_database
from bot.settings import Settings
from tests.bot.store.samples import begin

pytestmark = pytest.mark.sqlite

posix = pytest.mark.skipif(sys.platform == "win32", reason="the bits of a mode say nothing on Windows")


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


@pytest.fixture
def open_handed() -> Iterator[None]:
    """The umask of a host on which everybody may read and write everything."""
    before = os.umask(0)
    yield
    os.umask(before)


@posix
@pytest.mark.usefixtures("open_handed")
async def test_the_database_its_log_and_its_copies_are_their_owners(path: Path) -> None:
    migrate(path)
    backup, half = path.with_name("copy.sqlite3"), path.with_name("copy.sqlite3.part")
    # Left by a copy that was killed.
    half.write_text("half")
    async with await Store.open(path) as store:
        await begin(store)
        copy_database(path, backup)
        files = [path, wal(path), path.with_name(path.name + "-shm"), backup]
        assert [mode(file) for file in files] == ["0o600"] * 4
        assert exposed(path.with_name(".env"), path) == ""
    assert not half.exists()


@posix
def test_files_that_others_can_read_are_named_with_what_mends_it(path: Path) -> None:
    migrate(path)
    environment, backup = path.with_name(".env"), path.with_name(f"{path.name}.0001.backup")
    for file in (environment, backup):
        file.touch(mode=0o600)
    assert exposed(environment, path) == ""
    environment.chmod(0o644)
    backup.chmod(0o640)
    assert exposed(environment, path) == (
        f"Others on this machine can read {environment}, {backup}; run: chmod 600 {environment} {backup}"
    )


@posix
def test_check_warns_of_them_and_is_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("DISCORD_TOKEN=test\n")
    Path(".env").chmod(0o644)
    shown = CliRunner().invoke(main, ["check"])
    assert shown.exit_code == 0
    assert "warn  files: Others on this machine can read .env; run: chmod 600 .env\n" in shown.output
    Path(".env").chmod(0o600)
    assert "files:" not in CliRunner().invoke(main, ["check"]).output


def emptied_with_log(path: Path) -> None:
    path.write_bytes(b"")
    wal(path).write_bytes(b"what was written last")


def emptied_with_backup(path: Path) -> None:
    path.write_bytes(b"")
    path.with_name(f"{path.name}.0001.backup").write_bytes(b"a copy")


def missing_with_log(path: Path) -> None:
    wal(path).write_bytes(b"what was written last")


@pytest.mark.parametrize("harm", [emptied_with_log, emptied_with_backup, missing_with_log])
def test_an_emptied_database_is_not_taken_for_a_new_one(
    path: Path, harm: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    harm(path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setenv("DISCORD_TOKEN", "test")
    sentence = r"(empty|missing), although .* is beside it\. Put a backup in its place"
    for work in (migrate, stored_revision, check_not_emptied):
        with pytest.raises(CannotStart, match=sentence):
            work(path)
    for command, code in ((["check"], 1), (["backup", "copy.sqlite3"], 1), (["run"], 78)):
        shown = CliRunner().invoke(main, command)
        assert shown.exit_code == code
        assert "Put a backup in its place" in shown.output
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


def test_a_database_whose_backup_alone_is_left_is_made_again(path: Path) -> None:
    path.with_name(f"{path.name}.0001.backup").write_bytes(b"a copy")
    path.with_name("another.sqlite3.0001.backup").write_bytes(b"of another")
    migrate(path)
    other = path.with_name("new.sqlite3")
    other.touch()
    migrate(other)
    assert stored_revision(path) == stored_revision(other) == REVISIONS[-1]
