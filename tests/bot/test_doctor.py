"""`referee doctor`: each finding with what is wrong, on the stand-in for Discord."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.game.store import Store
from bot.host import doctor
from bot.settings import Settings
from standin.server import Playground
from tests.homes import ask, created
from tests.served import stand_in

pytestmark = pytest.mark.sqlite

Doctor = Callable[..., Awaitable[Result]]


@pytest.fixture
async def playground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A stand-in for Discord, in an empty folder and with no settings but its address and a token."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    async with stand_in() as playground:
        monkeypatch.setenv("DISCORD_API_URL", playground.api_url)
        monkeypatch.setenv("DISCORD_TOKEN", "test")
        monkeypatch.setenv("LEAST_FREE_MB", "0")
        yield playground


async def run(*arguments: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, main, ["doctor", *arguments])


async def test_a_file_is_written_and_nothing_stays(playground: Playground) -> None:
    del playground
    before = await run()
    assert "ok    test write: the bot has to be started once before" in before.output
    async with await Store.open(Path("var/referee.sqlite3")) as store:
        beside = await run()
        rows = ask(store, "SELECT name FROM secrets")
    assert beside.exit_code == 0, beside.output
    lines = [line.partition(":")[0] for line in beside.output.splitlines()]
    assert lines == ["ok    disk", "ok    test write", "ok    isolation", "ok    clock"]
    assert "serializable, one write at a time" in beside.output and ("room",) not in rows


async def test_a_server_says_its_isolation_and_whether_a_pooler_is_there(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    del playground
    monkeypatch.setenv("DATABASE_URL", await created())
    shown = await run()
    assert shown.exit_code == 0, shown.output
    assert "ok    isolation: serializable\nok    pooler: none\n" in shown.output


async def test_the_token_and_the_connections_that_are_left_are_asked_about_when_wanted(playground: Playground) -> None:
    assert not playground.asked("GET /gateway/bot")
    shown = await run("--token")
    assert "ok    token: valid; " in shown.output and "connections left for the next " in shown.output
    assert len(playground.asked("GET /gateway/bot")) == 1


@pytest.mark.parametrize(("ahead", "sentence"), [(90, "90 s ahead of Discord's"), (-90, "90 s behind Discord's")])
async def test_a_clock_that_is_wrong_is_named(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, ahead: int, sentence: str
) -> None:
    del playground
    monkeypatch.setattr(doctor, "_now", lambda: time.time() + ahead)
    shown = await run()
    # Discord's second is cut off.
    low, high = (sentence.replace("90", str(seconds)) for seconds in (89, 91))
    assert any(f"warn  clock: {each}" in shown.output for each in (low, sentence, high)), shown.output


async def test_a_small_disk_and_a_discord_that_is_away_are_wrong(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEAST_FREE_MB", "999999999")
    await playground.stop()
    shown = await run("--token")
    assert shown.exit_code == 1
    assert "WRONG disk: " in shown.output and " MiB free, less than 999,999,999" in shown.output
    assert "WRONG clock: Discord cannot be asked for the time (URLError)" in shown.output
    assert "WRONG token: Discord cannot be asked about it (URLError)" in shown.output
