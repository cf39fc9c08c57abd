"""`/privacy`: people see what is kept about them and are forgotten; a server's data go; others play on."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.game.entries.entries import Group
from bot.game.referee.erasure import EVERYWHERE, Eraser
from bot.game.store import EncounterRow, HomebrewRow, ShardScope
from bot.game.store.home.compression import unpacked
from rules.engine.table.leadership import Depart
from standin.driver import Answer, Person
from standin.errors import PageError
from tests.cogs.conftest import CHANNEL, Game, mustered, opened, told
from tests.waiting import patience, until

pytestmark = pytest.mark.sqlite


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "referee.sqlite3"


@pytest.fixture
async def game(database: Path) -> AsyncIterator[Game]:
    async with opened(database) as game:
        yield game


def found(database: Path, word: str) -> list[str]:
    """Return the places of that word: tables with their columns, and the files as they are on the disk."""
    places = []
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            cursor = connection.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description]
            for row in cursor:
                places += [f"{table}.{name}" for name, value in zip(columns, row, strict=True) if word in text(value)]
    for file in sorted(database.parent.glob(f"{database.name}*")):
        places += [file.name] if word.encode() in file.read_bytes() else []
    return sorted(set(places))


def everything(database: Path) -> Iterator[object]:
    """Every value of every table."""
    with closing(sqlite3.connect(database)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                yield from row


def counted(database: Path) -> list[tuple[str, int]]:
    """Return how many rows each table has."""
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(table, connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]) for table in tables]


def anonymous(database: Path) -> set[str]:
    """The anonymous ids that are stored."""
    return {word for value in everything(database) for word in re.findall(r"anon-[0-9a-f]{10}", text(value))}


def text(value: object) -> str:
    """A stored value as text, unpacked if it is packed."""
    if not isinstance(value, bytes):
        return str(value)
    with suppress(ValueError):
        value = unpacked(value)
    return value.decode(errors="replace")


async def forget(game: Game, who: Person, label: str = "Forget me", **options: Any) -> Answer:
    """`/privacy forget`, and the button pressed: the last thing that is said."""
    asked = await who.slash(CHANNEL, "privacy forget", **options)
    pressed = await who.click(asked, label)
    await pressed.until(lambda answer: "Done." in said(answer))
    return pressed


def said(answer: Answer) -> str:
    return "\n".join([told(answer), *(followup["content"] for followup in answer.followups)])


def file_of(game: Game, answer: Answer) -> Any:
    """The JSON in the file of a private answer."""
    assert answer.ephemeral
    (attachment,) = answer.message["attachments"]
    return json.loads(game.playground.world.uploads[attachment["id"]].content)


async def kept(game: Game, who: Person, channel: str = CHANNEL, **options: Any) -> dict[str, Any]:
    """The file of what is kept about somebody."""
    return dict(file_of(game, await who.slash(channel, "privacy show", **options)))


async def fought(game: Game) -> None:
    """A fight in which everything that names Ann is stored somewhere."""
    await mustered(game)
    for who, line in (
        (game.ann, "/fire target: Alien 1 range: 3 dice: 9"),
        (game.gm, "/encounter gm user: @Ann"),
        (game.ann, "/combatant owner who: Rifleman user: @Ann"),
        (game.ann, "/encounter event text: tell @Ann turn: 5"),
        (game.ann, "/fire who: Rifleman target: alien range: 4 ruleset: aliens"),
        (game.ben, "/fire who: Rifleman target: alien range: 4 ruleset: aliens"),
        (game.gm, "/next"),
        (game.gm, "/undo"),
        (game.gm, "/redo"),
    ):
        answer = await who.types(CHANNEL, line)
        assert not answer.ephemeral, (line, answer.content)


async def test_nothing_of_a_user_is_left_and_the_others_play_on(game: Game, database: Path) -> None:
    await fought(game)
    await game.says(game.gm, "encounter end")
    await game.says(game.gm, "encounter start", ruleset="aliens", title="Sub-level 4")
    await game.says(game.ann, "combatant add", sheet="Apone")
    await game.says(game.gm, "undo")
    await game.says(game.gm, "redo")
    await game.whispers(game.ann, "recap")
    assert {
        "recaps.user_id",
        "profiles.owner_id",
        "entries.actor",
        "entries.order",
        "entries.resolution",
        "states.state",
    } <= {*found(database, game.ann.id)}
    await forget(game, game.ann)
    assert found(database, game.ann.id) == []
    assert "typed by Ann" not in "".join(map(text, everything(database)))
    state = await game.encounter()
    assert [(c.name, c.owner) for c in state.combatants] == [("Apone", None)]
    assert state.gms == (game.gm.id,)
    # Others are kept as they were.
    assert "entries.actor" in found(database, game.ben.id)
    await game.says(game.gm, "undo")
    await game.says(game.gm, "redo")
    await game.says(game.gm, "next")


async def test_a_thread_that_is_named_by_its_only_player_is_forgotten_with_them(game: Game, database: Path) -> None:
    here = game.gm.channel_id(CHANNEL)
    allowed = ("create_private_threads", "send_messages_in_threads")
    game.playground.world.overwrite(here, game.playground.world.bot["id"], allow=allowed)
    await game.says(game.gm, "encounter start", ruleset="aliens", title="Sub-level 3")
    await game.says(game.ann, "combatant add", sheet="apone")
    await game.whispers(game.gm, "encounter threads")
    await game.says(game.gm, "encounter options", name="fog", value="hidden")
    assert "threads.reader" in found(database, game.ann.id)
    await forget(game, game.ann)
    assert found(database, game.ann.id) == []


async def test_an_imported_encounter_forgets_as_others_do(game: Game, database: Path) -> None:
    await fought(game)
    content = await export_of(game, ids=True)
    await game.ben.slash("quiet-ruins", "encounter import", file=("encounter.json", content))
    assert "entries of others that name you" in json.dumps(await kept(game, game.ann))
    await forget(game, game.ann)
    assert found(database, game.ann.id) == []
    await game.ben.slash("quiet-ruins", "encounter end")
    verdict = told(await game.ben.slash("quiet-ruins", "dice verify"))
    assert verdict.startswith("**Verified.**"), verdict


async def export_of(game: Game, **options: Any) -> bytes:
    (attachment,) = (await game.gm.slash(CHANNEL, "export", **options)).message["attachments"]
    return bytes(game.playground.world.uploads[attachment["id"]].content)


async def test_what_was_stored_still_reads_replays_and_verifies(game: Game, database: Path) -> None:
    await fought(game)
    shot = next(m for m in game.gm.sees(CHANNEL) if "fires" in json.dumps(m) and "Details" in json.dumps(m))
    await forget(game, game.ann)
    details = await game.ben.click(shot, "Details")
    assert details.ephemeral and "somebody" in told(details)
    log = told(await game.ben.slash(CHANNEL, "log"))
    assert "A player has left for good. Apone and Rifleman are now the GM’s. They are no longer a GM." in log
    assert "Ann is" not in log and "Somebody is now a GM of this encounter as well" in log
    await game.says(game.gm, "encounter end")
    document = file_of(game, await game.gm.slash(CHANNEL, "export"))
    assert game.ann.id not in json.dumps(document) and "anon-" in json.dumps(document)
    replaced = [leaf["at"] for entry in document["entries"] for leaf in entry["chain"]["leaves"] if "hash" in leaf]
    assert len([at for at in replaced if at[0] == "order"]) >= 3
    verdict = told(await game.ben.slash(CHANNEL, "dice verify"))
    assert "PROBLEM" not in verdict and "checked" in verdict, verdict


async def test_only_a_users_ids_and_mentions_are_forgotten_and_only_players_depart(game: Game) -> None:
    cleo = game.playground.person("Cleo")
    await mustered(game)
    await game.whispers(game.gm, "encounter note", text=f"ask <@{cleo.id}>")
    await game.says(game.gm, "combatant edit", who="Apone", name=cleo.id)
    before = await game.encounter()
    await forget(game, cleo)
    after = await game.encounter()
    # A fighter may be called like the id of a user; it is a name all the same.
    assert [one.name for one in after.combatants] == [one.name for one in before.combatants]
    assert cleo.id in [one.name for one in after.combatants]
    [note] = after.secret_notes
    assert cleo.id not in note and note.startswith("ask anon-")
    assert not isinstance((await game.head()).order, Depart)


async def test_an_anonymous_id_is_the_same_all_through_and_new_each_time(game: Game, database: Path) -> None:
    await fought(game)
    await forget(game, game.ann)
    first = anonymous(database)
    assert len(first) == 1
    await game.says(game.ann, "combatant add", sheet="rifleman", name="Second", side="Marines")
    await forget(game, game.ann)
    assert len(anonymous(database) - first) == 1


async def test_only_the_server_that_is_meant_forgets(game: Game, database: Path) -> None:
    await fought(game)
    world = game.playground.world
    elsewhere = world.add_guild("Elsewhere")
    elsewhere.add_member(world.user(game.ann.id))
    channel = next(c["id"] for c in world.channels.values() if c.get("guild_id") == elsewhere.id)
    await game.ann.slash(channel, "encounter start", ruleset="aliens", title="Elsewhere")
    await forget(game, game.ann)
    assert [e["title"] for e in (await kept(game, game.ann, everywhere=True))["encounters"]] == ["Elsewhere"]
    assert (await kept(game, game.ann))["encounters"] == []
    asked = await game.ann.slash(CHANNEL, "privacy forget", everywhere=True)
    assert "You are the only GM of Elsewhere" in asked.content
    await (await game.ann.click(asked, "Forget me")).until(lambda answer: "Done." in said(answer))
    assert found(database, game.ann.id) == []
    other = await game.client.referee.store.journal.open_encounter(channel)
    assert other is not None
    head = await game.client.referee.journal.head(other.id)
    assert head is not None and head.state.gms == ()


async def test_a_process_without_the_first_shard_does_not_say_that_it_has_forgotten_everything(
    game: Game, database: Path
) -> None:
    await fought(game)
    game.client.referee.store.look_after(ShardScope(2, frozenset({1})))
    asked = await game.ann.slash(CHANNEL, "privacy forget", everywhere=True)
    answer = await game.ann.click(asked, "Forget me")
    await answer.until(lambda answer: "Other processes of the bot continue this." in said(answer))
    assert "Done." not in said(answer)
    # The other process, and what it leaves to this one.
    for shard in (0, 1):
        game.client.referee.store.look_after(ShardScope(2, frozenset({shard})))
        await Eraser(game.client.referee).work()
    await until(lambda: not found(database, game.ann.id))


async def test_a_direct_message_is_about_everything_and_its_encounters_are_deleted(game: Game, database: Path) -> None:
    await fought(game)
    direct = game.playground.world.direct(game.ann.id)["id"]
    await game.ann.slash(direct, "encounter start", ruleset="aliens", title="Alone")
    titles = {e["title"] for e in (await kept(game, game.ann, direct))["encounters"]}
    assert titles == {"Alone", "Sub-level 3"}
    asked = await game.ann.slash(direct, "privacy forget")
    assert "Encounters in direct messages are deleted" in asked.content and "only GM" not in asked.content
    await (await game.ann.click(asked, "Forget me")).until(lambda answer: "Done." in said(answer))
    assert found(database, game.ann.id) == []
    assert [e.title for e in await encounters(game)] == ["Sub-level 3"]


async def test_a_user_sees_all_that_names_them(game: Game) -> None:
    await fought(game)
    document = await kept(game, game.ann)
    (encounter,) = document["encounters"]
    assert encounter["title"] == "Sub-level 3" and encounter["you are a GM"]
    assert encounter["your fighters"] == ["Apone", "Rifleman"]
    assert [order["order"]["kind"] for order in encounter["your orders"]] == ["Muster", "Fire", "Handover", "Foresee"]
    assert len(encounter["entries of others that name you"]) == 1
    assert len(document["quick rulings, each deleted after seven days"]) == 1
    assert "15 minutes" in document["tokens"]
    await game.whispers(game.ann, "recap")
    (encounter,) = (await kept(game, game.ann))["encounters"]
    assert encounter["the last entry that /recap showed you"] == (await game.head()).number
    assert game.gm.id not in json.dumps(document) and game.ben.id not in json.dumps(document)
    assert (await kept(game, game.playground.person("Cleo")))["encounters"] == []


async def test_a_roster_and_added_weapons_are_shown_and_forgotten(game: Game, database: Path) -> None:
    await mustered(game)
    await game.says(game.gm, "encounter end")
    store = game.client.referee.store
    guild = str(game.playground.world.home.id)
    card = HomebrewRow(
        guild_id=guild, ruleset="aliens", name="Vasquez", record=b"{}", added_by=game.ann.id, added_at=datetime.now(UTC)
    )
    await store.shelf.put_homebrew([card])
    kept_besides = (await kept(game, game.ann))["rosters, homebrew and the like"]
    assert [row["name"] for row in kept_besides["rosters"]] == ["Apone"]
    assert [row["name"] for row in kept_besides["homebrew that you added"]] == ["Vasquez"]
    await forget(game, game.ann)
    assert found(database, game.ann.id) == []
    assert [(row.name, row.added_by[:5]) for row in await store.shelf.homebrew(guild, "aliens")] == [
        ("Vasquez", "anon-")
    ]


async def test_secret_rolls_of_the_last_day_are_shown_and_forgotten(game: Game, database: Path) -> None:
    world = game.playground.world
    elsewhere = world.add_guild("Elsewhere")
    elsewhere.add_member(world.user(game.ann.id))
    channel = next(c["id"] for c in world.channels.values() if c.get("guild_id") == elsewhere.id)
    for place in (CHANNEL, channel, channel):
        await game.ann.types(place, "/roll dice: 2d6 secret: True")
    await game.ben.types(CHANNEL, "/roll dice: 2d6 secret: True")
    rolls = (await kept(game, game.ann, everywhere=True))["rosters, homebrew and the like"][
        "secret rolls of the last day"
    ]
    assert sorted(roll["channel"] for roll in rolls) == sorted([game.ann.channel_id(CHANNEL), channel, channel])
    await forget(game, game.ann, everywhere=True)
    assert found(database, game.ann.id) == []
    assert found(database, game.ben.id) != []


async def test_the_button_works_once_and_for_its_user_alone(game: Game, database: Path) -> None:
    await fought(game)
    asked = await game.ann.slash(CHANNEL, "privacy forget")
    with pytest.raises(PageError):
        await game.ben.click(asked, "Forget me")
    assert "entries.actor" in found(database, game.ann.id)
    answers = await asyncio.gather(*(game.ann.click(asked, "Forget me") for _ in range(3)))
    for answer in answers:
        await answer.until(lambda answer: "Done." in said(answer) or "already" in said(answer))
    assert sum("Done." in said(answer) for answer in answers) == 1
    assert found(database, game.ann.id) == []
    assert "left for good" in json.dumps([entry.resolution.outcome for entry in await journal(game)])
    assert len([e for e in await journal(game) if isinstance(e.order, Depart)]) == 1


async def test_a_manager_deletes_what_is_kept_of_the_server(game: Game, database: Path) -> None:
    await fought(game)
    await game.ann.types(CHANNEL, "/roll dice: 2d6 secret: True")
    for stranger in (game.ann, game.ben):
        refused = await stranger.slash(CHANNEL, "privacy server")
        assert refused.ephemeral and "Only managers of the server" in refused.content
    asked = await game.gm.slash(CHANNEL, "privacy server")
    assert "even an open one" in asked.content
    old = next(m for m in game.gm.sees(CHANNEL) if "Details" in json.dumps(m))
    await (await game.gm.click(asked, "Delete everything")).until(lambda answer: "Done." in said(answer))
    assert found(database, str(game.playground.world.home.id)) == []
    left = {table for table, rows in counted(database) if rows}
    assert left == {"secrets", "alembic_version"}
    assert "No encounter is open" in (await game.gm.slash(CHANNEL, "next")).content
    assert not (await game.gm.click(old, "Details")).failed
    await game.says(game.gm, "encounter start", ruleset="aliens", title="Again")
    assert [e.title for e in await encounters(game)] == ["Again"]


async def journal(game: Game) -> Group:
    return await game.client.referee.journal.whole((await game.encounter()).id)


async def encounters(game: Game) -> tuple[EncounterRow, ...]:
    return await game.client.referee.store.erasure.encounters_of("", "", datetime.max.replace(tzinfo=UTC), 100)


async def test_what_takes_longer_says_how_far_it_is(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await fought(game)
    monkeypatch.setattr("bot.chat.commands.privacy._SOON", 0.0)
    answer = await forget(game, game.ann)
    assert re.search(r"Working: \d of \d encounters are done. This continues by itself", said(answer))


async def test_a_request_to_join_is_taken_back_with_its_name(game: Game, database: Path) -> None:
    await mustered(game)
    cleo = game.playground.person("Cleo")
    await game.says(game.gm, "encounter options", name="joining", value="by leave")
    asked = await cleo.slash(CHANNEL, "combatant add", sheet="rifleman", name="Hicks", side="Marines")
    assert "Cleo asks to bring in Hicks" in asked.content
    await forget(game, cleo)
    assert found(database, cleo.id) == [] and found(database, "Cleo") == []
    assert (await game.encounter()).applications == ()
    assert "Somebody asks to bring in Hicks" in told(await game.gm.slash(CHANNEL, "log"))


async def test_an_encounter_without_a_gm_is_taken_over(game: Game) -> None:
    await game.ben.slash(CHANNEL, "encounter start", ruleset="aliens", title="Alone")
    await forget(game, game.ben)
    assert (await game.encounter()).gms == ()
    refused = await game.ann.slash(CHANNEL, "encounter map", size="5x5")
    await refused.until(lambda answer: "This encounter has no GM now." in said(answer))
    taken = await game.gm.slash(CHANNEL, "encounter takeover")
    assert "Take over" in told(await game.gm.click(taken, "Details"))
    await game.says(game.gm, "encounter map", size="5x5")


async def test_a_run_finishes_what_an_earlier_one_began(tmp_path: Path) -> None:
    database = tmp_path / "referee.sqlite3"
    async with opened(database) as game:
        await fought(game)
        ann = game.ann.id
        await Eraser(game.client.referee).forget(ann, EVERYWHERE, datetime.now(UTC))
    assert found(database, ann)
    async with opened(database) as game, asyncio.timeout(patience()):
        while found(database, ann):
            await asyncio.sleep(0.05)


async def test_whose_dice_somebody_else_has_thrown_keeps_their_name(game: Game, database: Path) -> None:
    for who, line in (
        (game.gm, "/encounter start ruleset: phoenix"),
        (game.gm, "/combatant add sheet: SAL 14, CA 7, M16, 2 magazines name: Trent owner: @Ann"),
        (game.gm, "/combatant add sheet: green, AKM 47 name: Guard owner: @Ben"),
        (game.ben, "/duck how: ask"),
        (game.ann, "/fire target: Guard range: 10 aim: 1 dice: 98"),
        (game.ben, "/answer choice: stay"),
    ):
        assert not (await who.types(CHANNEL, line)).ephemeral, line
    typed = '"typed_by":"Ann"'
    assert typed in "".join(map(text, everything(database)))
    await forget(game, game.ben)
    assert typed in "".join(map(text, everything(database))) and found(database, game.ben.id) == []
    await forget(game, game.ann)
    assert typed not in "".join(map(text, everything(database)))
