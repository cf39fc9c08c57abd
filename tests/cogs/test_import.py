"""/encounter import over the wire: a fight goes on in another channel or on another server, and no file does harm."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.chat.desk.attachments import MOST_OF_AN_EXPORT
from bot.chat.workers import worker
from rules.engine.records.model import Encounter
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, told, types
from tests.cogs.direct import direct
from tests.cogs.exporting import file_of
from tests.cogs.strangers import Watch, crowd
from tests.cogs.test_budget import CALLS
from tests.cogs.test_export import begun, exported

OTHER = "quiet-ruins"
Document = dict[str, Any]


async def bring(who: Person, document: Document | bytes, channel: str = OTHER, **options: Any) -> Answer:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return await who.slash(channel, "encounter import", file=("encounter.json", data), **options)


async def there(game: Game, channel: str = OTHER) -> Encounter:
    """The encounter of that channel as it stands."""
    referee = game.client.referee
    id = await referee.open_in(game.gm.channel_id(channel))
    assert id is not None
    head = await referee.journal.head(id)
    assert head is not None
    return head.state


async def test_a_fight_goes_on_in_another_channel(game: Game) -> None:
    await begun(game)
    before = await game.encounter()
    answer = await bring(game.ben, await exported(game, game.gm, ids=True), title="The second day")
    said = told(answer)
    assert not answer.ephemeral and "The second day is imported and continues here." in said
    assert f"“{before.title}” ({before.id}), exported " in said
    assert "4 orders; 0 throws verified, 1 not verified: the seed was still secret" in said
    after = await there(game)
    assert (after.gms, after.clock) == ((game.ben.id,), before.clock) and after.id != before.id
    assert [(one.name, one.owner) for one in after.combatants] == [(one.name, one.owner) for one in before.combatants]
    # It is played on by its players, and the first one is as it was.
    assert (await game.ben.slash(OTHER, "undo")).content == "There is nothing to undo."
    shot = await game.ann.slash(OTHER, "fire", target="Alien 2", range=2)
    assert not shot.ephemeral, shot.content
    assert await game.encounter() == before
    for command in ("log", "recap"):
        assert before.title in told(await game.ann.slash(OTHER, "recap")), command
    assert "4 orders" in told(await game.ann.slash(OTHER, "recap"))
    assert "is imported and continues here" in told(await game.ann.slash(OTHER, "log"))
    await game.ben.slash(OTHER, "encounter end")
    assert told(await game.ben.slash(OTHER, "dice verify")).startswith("**Verified.**")
    # What was imported can be imported again, from its own end.
    (file,) = (await game.ben.slash(OTHER, "export")).message["attachments"]
    again = await bring(game.gm, game.playground.world.uploads[file["id"]].content)
    assert "“The second day”" in told(again) and "3 orders; 1 throw verified" in told(again)
    assert [one.owner for one in (await there(game)).combatants] == [None, None, None]


async def test_only_members_of_the_new_server_keep_their_fighters(game: Game) -> None:
    await begun(game)
    await game.says(game.gm, "combatant add", sheet="rifleman", side="Marines", owner=game.ben)
    document = await exported(game, game.gm, ids=True)
    elsewhere = game.playground.world.add_guild("Elsewhere")
    for one in (game.gm, game.ben):
        elsewhere.add_member(game.playground.world.user(one.id))
    channel = next(c["id"] for c in game.playground.world.channels.values() if c.get("guild_id") == elsewhere.id)
    answer = await bring(game.gm, document, channel)
    assert not answer.ephemeral, answer.content
    state = await there(game, channel)
    owners = {one.name: one.owner for one in state.combatants}
    assert (owners["Apone"], owners["Rifleman"]) == (None, game.ben.id)
    # No trace of somebody who is not there.
    row = await game.client.referee.store.journal.head(state.id)
    assert row is not None and row.state is not None
    assert game.ann.id.encode() not in row.order + row.resolution + row.state


async def test_a_file_with_names_leaves_all_to_the_gm(game: Game) -> None:
    await begun(game)
    await bring(game.ben, await exported(game, game.gm))
    assert {one.owner for one in (await there(game)).combatants} == {None}


async def test_an_ended_encounter_is_imported_if_it_verifies(game: Game) -> None:
    await begun(game)
    await game.says(game.gm, "encounter end")
    document = await exported(game, game.ann)
    changed = json.loads(json.dumps(document))
    roll = next(step for entry in changed["entries"] for step in entry["steps"] if step["type"] == "roll")
    roll["value"] = (roll["value"] + 1) % 10
    refused = await bring(game.ann, changed)
    assert refused.ephemeral and "damaged or was changed" in refused.content
    said = told(await bring(game.ann, document))
    assert "ended, exported" in said and "1 throw verified" in said and "not verified" not in said
    assert not (await there(game)).ended


async def test_what_one_side_has_seen_is_refused(game: Game) -> None:
    await begun(game)
    await game.says(game.gm, "encounter options", name="fog", value="hidden")
    _, content = await file_of(game, game.ann)
    refused = await bring(game.ann, content)
    assert refused.ephemeral and "only what one side has seen" in refused.content


async def test_nothing_is_read_where_an_encounter_is_open(game: Game) -> None:
    await begun(game)
    refused = await bring(game.gm, b"no file at all", CHANNEL)
    assert refused.ephemeral and "already has an open encounter" in refused.content


async def test_a_file_that_is_too_large_is_not_loaded(game: Game) -> None:
    refused = await bring(game.gm, b"0" * (MOST_OF_AN_EXPORT + 1))
    assert refused.ephemeral and "The limit is 10,485,760" in refused.content


async def test_it_is_delivered_twice_and_done_once(game: Game) -> None:
    await begun(game)
    answer = await bring(game.ben, await exported(game, game.gm, ids=True))
    before = await there(game)
    for _ in range(2):
        game.playground.redeliver(answer)
        await game.client.delivery.flush()
        await asyncio.sleep(0.05)
    assert await there(game) == before
    rows = await game.client.referee.store.journal.open_encounters(str(game.playground.world.home.id), 9)
    assert len(rows) == 2
    posted = [m for m in game.gm.sees(OTHER) if "is imported and continues here" in json.dumps(m)]
    assert len(posted) == 1


async def test_it_is_read_by_the_process_that_users_get(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "asyncio", asyncio)
    await begun(game)
    for data in (b"[" * 1_000_000, b'{"format": ' + b"9" * 5_000_000 + b"}", bytes(1_000_000)):
        refused = await bring(game.ben, data)
        assert refused.ephemeral and "not an encounter's export" in refused.content
    answer = await bring(game.ben, await exported(game, game.gm, ids=True))
    assert not answer.ephemeral, answer.content


# --- sight


async def got(folder: Path, place: str) -> list[str]:
    """Return Ann's and the channel's texts of an imported encounter, in which Zorro, whom she has not met, is at a
    place."""
    async with opened(folder / f"{place}.sqlite3") as game:
        for typed in (
            "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: Night",
            "GM: /encounter options name: fog value: hidden",
            "GM: /encounter map size: 14x14",
            "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: skill 8, M16, facing 180",
            "GM: /combatant add name: Axly owner: @Ben side: Guards at: D8 sheet: skill 8, M16",
            f"GM: /combatant add name: Zorro side: Guards at: {place} secret: True sheet: elite, M870",
        ):
            await types(game, typed)
        answer = await bring(game.gm, await exported(game, game.gm, ids=True))
        assert not answer.ephemeral, answer.content
        details = await game.ann.click(answer, "Details")
        asked = [await game.ann.slash(OTHER, command) for command in ("encounter show", "log", "recap", "export")]
        (file,) = asked[-1].message["attachments"]
        content = game.playground.world.uploads[file["id"]].content.decode()
        assert json.loads(content)["entries"][0]["order"] is None
        state = await there(game)
        assert any(one.secret for one in state.combatants)
        known = {state.id, state.commitment, (await game.encounter()).id}
        texts = [*(told(one) for one in (answer, details, *asked)), content]
        texts = [text for text in texts if "Zorro" not in text or pytest.fail(text)]
        return [_without_chance(text, known) for text in texts]


def _without_chance(text: str, known: set[str]) -> str:
    for word in known:
        text = text.replace(word, "…")
    return re.sub(
        r"<t:\d+:R>|\d{4}-\d\d-\d\d[T ][0-9:.+]+|\d{4}-\d\d-\d\d \d\d:\d\d|encounter-\w+|[0-9a-f]{64}", "…", text
    )


async def test_nobody_learns_of_a_hidden_fighter_by_an_import(tmp_path: Path) -> None:
    one, other = await got(tmp_path, "M14"), await got(tmp_path, "E9")
    assert one == other
    assert "orders" not in one[0]


# --- how long it takes


@pytest.mark.parametrize("preset", ["phoenix-advanced", "phoenix-optional", "space-marines"])
async def test_the_largest_encounter_does_not_hold_the_loop(preset: str, tmp_path: Path) -> None:
    fog = "GM: /encounter options name: fog value: hidden"
    async with laid_out(tmp_path / "referee.sqlite3", (*crowd(preset), fog)) as game:
        _, data = await file_of(game, game.gm, ids=True)
        watch = Watch(counting=True)
        with direct(game, watch.aside), watch.watching():
            watch.begin()
            answer = await bring(game.gm, data)
        assert watch.most < CALLS
        assert not answer.ephemeral, answer.content
        assert len((await there(game)).combatants) == 60
