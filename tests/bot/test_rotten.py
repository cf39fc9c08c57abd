"""Records that are damaged where the database only stores them: their encounter is closed, and all others go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.errors import DamagedRecord
from bot.game.files.library import Library
from bot.game.referee.erasure import Eraser
from bot.game.referee.personal_data import personal_data
from bot.game.referee.referee import Referee
from bot.game.store import Store
from bot.settings import Settings
from rules.shelf import shelf
from tests.bot.owed import AT_ONCE, shown, sweeping_when_told, unanswered
from tests.bot.table import laid
from tests.bot.test_erasure import DORA, GUILD, now, play
from tests.homes import ask
from tests.served import CHANNEL, Served, skirmish

OTHER = "quick-rulings"


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """A bot with a skirmish in each of two channels."""
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot, OTHER)
        yield bot


def flipped(blob: bytes) -> bytes:
    """Return a blob with 30 bytes in its middle flipped."""
    middle = len(blob) // 2
    return blob[: middle - 15] + bytes(255 - byte for byte in blob[middle - 15 : middle + 15]) + blob[middle + 15 :]


def rot(place: Path | Store, table: str, column: str, id: str) -> int:
    """Damage what the last entry of an encounter has in that column; returns the entry."""
    ((seq, blob),) = ask(
        place, f'SELECT seq, "{column}" FROM {table} WHERE encounter_id = ? ORDER BY seq DESC LIMIT 1', id
    )
    ask(place, f'UPDATE {table} SET "{column}" = ? WHERE encounter_id = ? AND seq = ?', flipped(blob), id, seq)
    return int(seq)


async def encounter(bot: Served, channel: str) -> str:
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(channel))
    assert row is not None
    return row.id


@pytest.mark.parametrize(
    ("table", "column"), [("states", "state"), ("entries", "resolution"), ("entries", "order"), ("entries", "tallies")]
)
async def test_its_encounter_is_closed_by_its_name_and_the_others_go_on(bot: Served, table: str, column: str) -> None:
    id = await encounter(bot, CHANNEL)
    if column == "tallies":
        ask(bot.store, "UPDATE entries SET tallies = '[[' WHERE encounter_id = ?", id)
        ((seq,),) = ask(bot.store, "SELECT max(seq) FROM entries WHERE encounter_id = ?", id)
    else:
        seq = rot(bot.store, table, column, id)
    bot.client.referee.journal.forget(id)
    ann = bot.person("Ann")
    answers = [await ann.slash(CHANNEL, command) for command in ("encounter show", "next")]
    for answer in [await ann.slash(CHANNEL, "fire", target="Alien 1", range=2), *answers]:
        assert answer.ephemeral and answer.content == (
            f"Entry {seq} of encounter {id} is damaged in the bot's database, so it cannot be used. "
            "Tell the person who runs the bot."
        )
    assert ask(bot.store, "SELECT max(seq) FROM entries WHERE encounter_id = ?", id) == [(seq,)]
    there = await bot.person("Ann").slash(OTHER, "fire", target="Alien 1", range=2, dice="9")
    assert not there.ephemeral and "MISS" in there.content


async def test_a_damaged_result_keeps_no_other_from_being_shown(bot: Served) -> None:
    await unanswered(bot)
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    before = shown(bot)
    ask(
        bot.store,
        'UPDATE entries SET message_id = NULL, "order" = ? WHERE encounter_id = ?',
        b"\1rot",
        await encounter(bot, OTHER),
    )
    await bot.client.sweep.once(AT_ONCE)
    assert shown(bot) == before + 1


async def test_time_continues_in_the_encounters_that_are_whole(bot: Served) -> None:
    ids = [await encounter(bot, channel) for channel in (CHANNEL, OTHER)]
    for id in ids:
        ask(
            bot.store, "INSERT INTO paces (encounter_id, guild_id) SELECT id, guild_id FROM encounters WHERE id = ?", id
        )
        bot.client.referee.journal.forget(id)
    # The first that is looked at is damaged, in whichever order they come.
    first = next(iter(await bot.store.paces.all()))
    rot(bot.store, "entries", "resolution", first)
    await bot.client.pacing.look()
    (rest,) = set(ids) - {first}
    # Time does not run by itself in the other: it was looked at.
    assert [*await bot.store.paces.all()] == [first]
    assert rest not in await bot.store.paces.all()


async def test_upkeep_passes_over_a_damaged_state(tmp_path: Path) -> None:
    async with laid(tmp_path / "bot.sqlite3") as table:
        store, id = table.referee.store, (await table.head()).encounter_id
        ask(store, "UPDATE states SET state = ? WHERE encounter_id = ?", b"\1rot", id)
        assert await store.upkeep.untidied(9) == (id,)
        await store.upkeep.thin(id)
        assert await store.upkeep.untidied(9) == ()
        assert {bytes(state) for (state,) in ask(store, "SELECT state FROM states")} == {b"\1rot"}


async def test_people_are_forgotten_and_informed_in_all_other_encounters(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "played.sqlite3"
    async with laid(path) as table:
        await play(table)
        id = (await table.head()).encounter_id
    rot(path, "entries", "order", id)
    async with await Store.open(path) as store:
        kept = await personal_data(store, DORA, GUILD, now())
        assert '"not in this file, because": "Entry ' in kept.decode() and "is damaged in the database" in kept.decode()
        eraser = Eraser(Referee(Library(store, shelf(), "aliens")))
        await eraser.forget(DORA, GUILD, now())
        await eraser.work()
        assert await store.erasure.is_forgotten(DORA, GUILD)
    assert f"encounter {id}: a user stays in entries after #0, because Entry " in caplog.text


async def test_a_record_of_a_servers_own_is_named(tmp_path: Path) -> None:
    async with laid(tmp_path / "bot.sqlite3") as table:
        library = table.referee.library
        with pytest.raises(
            DamagedRecord, match=r"^M16, a record of this server's own, is damaged in the bot's database"
        ):
            await library.read(library.shelf["aliens"], {"M16": b'{"name": '})


def referee(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
async def rotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[str, int, Path]]:
    """An encounter, its entry with a damaged state, and a copy of its database; no settings but its address."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    file = tmp_path / "bot.sqlite3"
    async with laid(file) as table:
        id = (await table.head()).encounter_id
    seq = rot(file, "states", "state", id)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    yield id, seq, file


@pytest.mark.sqlite
def test_a_deep_check_names_it_and_another_check_does_not_look(rotten: tuple[str, int, Path]) -> None:
    id, seq, _ = rotten
    assert referee("check").exit_code == 0
    deep = referee("check", "--deep")
    assert deep.exit_code == 1
    assert f"WRONG record: Entry {seq} of encounter {id}, server {GUILD}, channel " in deep.output
    assert "WRONG records: 1 damaged; an encounter whose last entry is damaged takes no orders" in deep.output


@pytest.mark.sqlite
def test_a_copy_with_it_is_restored_only_when_told(rotten: tuple[str, int, Path]) -> None:
    id, seq, file = rotten
    assert referee("backup", "copy.sqlite3").exit_code == 0
    file.unlink()
    refused = referee("restore", "copy.sqlite3")
    assert refused.exit_code == 1 and not file.exists()
    assert f"Damaged: Entry {seq} of encounter {id}, server {GUILD}" in refused.output
    assert "Choose another copy, or add --damaged" in refused.output
    assert referee("restore", "copy.sqlite3", "--damaged").exit_code == 0
    assert file.exists()
