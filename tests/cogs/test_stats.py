"""/stats over the wire: what is counted is what is in the journal, as far as its reader may read it."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.game.pages import statistics
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, mustered, opened, told, types
from tests.cogs.test_export import exported

OTHER = "quiet-ruins"


async def stats(game: Game, by: Person, channel: str = CHANNEL, /, **options: Any) -> tuple[str, Answer]:
    answer = await by.slash(channel, "stats", **options)
    assert answer.ephemeral
    return told(answer), answer


async def fought(game: Game) -> None:
    """Shots at Alien 1, who is set up again each time; one of them undone, one with typed dice."""
    await mustered(game)
    for n in range(6):
        await game.says(game.ann if n % 2 else game.ben, "fire", target="Alien 1", range=3)
        await game.says(game.gm, "adjust", who="Alien 1", changes="alive")
        await game.says(game.gm, "adjust", who="Apone", changes="actions 3, loaded 9")
        await game.says(game.gm, "adjust", who="Rifleman", changes="actions 2")
    await game.says(game.ann, "fire", target="Alien 2", range=3, dice="9")
    await game.says(game.ben, "fire", target="Alien 2", range=3)
    await game.says(game.gm, "undo")


def rolls(document: dict[str, Any], user: str = "") -> Counter[int]:
    """The bot's throws of orders that count, by what is in the export."""
    undone = {
        n for entry in document["entries"] if entry["kind"] == "undo" for n in range(entry["origin"] + 1, entry["seq"])
    }
    steps = (
        step
        for entry in document["entries"]
        if entry["seq"] not in undone and user in ("", entry["user"])
        for step in entry["steps"]
    )
    return Counter(step["value"] for step in steps if step["type"] == "roll" and not step["typed_by"])


def grid_of(text: str) -> Counter[int]:
    """Return the throws in the grid of a die."""
    return Counter({int(face): int(n) for face, n in re.findall(r"^(\d+) +(\d+) +\d+\.\d$", text, re.MULTILINE)})


async def test_throws_are_those_of_the_journal(game: Game) -> None:
    await fought(game)
    document = await exported(game, game.gm, ids=True)
    text, _ = await stats(game, game.ann)
    assert +grid_of(text) == rolls(document)
    assert "6 throws: d10 6. Not counted: 1 throw typed by players." in text
    assert "Too few throws to test the dice: 6 of 50 (d10)." in text
    assert f"Thrown by: <@{game.ben.id}> 3, <@{game.ann.id}> 3." in text
    text, _ = await stats(game, game.ben, who=game.ann)
    assert +grid_of(text) == rolls(document, game.ann.id) and f"Counted for <@{game.ann.id}>." in text
    assert "Thrown by" not in text


async def test_the_picture_has_a_description_and_the_numbers_come_without_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fought(game)
    _, answer = await stats(game, game.ann)
    (picture,) = answer.message["attachments"]
    image = Image.open(io.BytesIO(game.playground.world.uploads[picture["id"]].content))
    assert (image.format, image.size) == ("PNG", (800, 440))
    assert "how often each face of a d10 (0 to 9) was thrown. 0: " in picture["description"]
    assert len(picture["description"]) <= 1024

    async def nothing(plot: Any) -> None:
        return None

    monkeypatch.setattr(game.client.desk.studio, "drawn", nothing)
    text, answer = await stats(game, game.ann)
    assert answer.message["attachments"] == [] and "could not be drawn" in text and grid_of(text).total() == 6


async def test_fights_by_fighter(game: Game) -> None:
    await fought(game)
    document = await exported(game, game.gm, ids=True)
    shots: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    names = {"c1": "Apone", "c2": "Rifleman"}
    for entry in document["entries"][:-2]:
        if entry["order"]["kind"] == "Fire":
            shots[names[entry["order"]["actor"]]] += 1
            hits[names[entry["order"]["actor"]]] += entry["verdict"] == "hit"
    text, _ = await stats(game, game.ben, of="fights")
    for name in names.values():
        assert re.search(rf"^{name} +{shots[name]} +{hits[name]} ", text, re.MULTILINE), text
    assert re.search(rf"^Alien 1 +0 +0 +{sum(hits.values()) - hits_at(document, 'c4')}$", text, re.MULTILINE), text
    mine, _ = await stats(game, game.ben, of="fights", who=game.ann)
    assert "Apone" in mine and "Rifleman" not in mine and "Alien" not in mine


def hits_at(document: dict[str, Any], target: str) -> int:
    return sum(
        entry["verdict"] == "hit" and entry["order"].get("targets", [{}])[0].get("id") == target
        for entry in document["entries"][:-2]
    )


async def test_many_throws_are_tested(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await mustered(game)
    for _ in range(26):
        await game.says(game.gm, "encounter options", name="typed dice", value="gm")
        await game.says(game.ann, "fire", target="Alien 1", range=3)
        await game.says(game.gm, "adjust", who="Alien 1", changes="alive")
        await game.says(game.gm, "adjust", who="Apone", changes="actions 3, loaded 16")
        await game.says(game.ben, "fire", target="Alien 1", range=3)
        await game.says(game.gm, "adjust", who="Alien 1", changes="alive")
        await game.says(game.gm, "adjust", who="Rifleman", changes="actions 2, loaded 9")
        await game.says(game.gm, "next")
    text, _ = await stats(game, game.ann)
    assert re.search(r"Fair dice are this uneven, or more, in (\d+ of 100|\d of 1,000|nearly)", text), text
    # A bound is told, and the latest count.
    monkeypatch.setattr(statistics, "MOST_ENTRIES", 40)
    text, _ = await stats(game, game.ann)
    assert "are counted." in text and 0 < grid_of(text).total() < 20


async def test_dice_by_name(game: Game) -> None:
    await fought(game)
    assert grid_of((await stats(game, game.ann, die="d10"))[0]).total() == 6
    text, _ = await stats(game, game.ann, die="d100")
    assert text == "No “d100” was thrown there. These were: d10."
    for words in ("9" * 100, "x", "d", "d0"):
        text, _ = await stats(game, game.ann, die=words)
        assert "was thrown there" in text


async def test_other_encounters_and_all_of_ones_own(game: Game) -> None:
    await fought(game)
    first = (await game.encounter()).id
    await game.says(game.gm, "encounter end")
    await game.says(game.gm, "encounter start", ruleset="aliens", title="Later")
    assert "The bot has thrown no dice yet." in (await stats(game, game.ann))[0]
    # Earlier ones of the channel are for everyone in it, of another channel for their players.
    assert grid_of((await stats(game, game.gm, encounter=first))[0]).total() == 6
    cleo = game.playground.person("Cleo")
    assert grid_of((await stats(game, cleo, encounter=first))[0]).total() == 6
    assert grid_of((await stats(game, game.ann, OTHER, encounter=first))[0]).total() == 6
    refused, _ = await stats(game, cleo, OTHER, encounter=first)
    assert refused == "From another channel, only an encounter's players and GMs see its numbers."
    assert "There is no such encounter" in (await stats(game, game.ann, encounter="nowhere"))[0]
    # Over all encounters it is one's own alone.
    text, _ = await stats(game, game.ann, OTHER, encounter="all")
    assert (
        grid_of(text).total() == 3
        and "Counted for you, 1 encounter." in text
        and "By encounter: Sub-level 3 3." in text
    )
    refused, _ = await stats(game, game.ann, encounter="all", who=game.ben)
    assert "only your own throws and fighters" in refused
    assert "The bot has thrown no dice yet." in (await stats(game, cleo, OTHER, encounter="all"))[0]
    fights, _ = await stats(game, game.ann, OTHER, encounter="all", of="fights")
    assert "Apone" in fights and "Rifleman" not in fights
    offered = await game.ann.autocomplete(OTHER, "stats", focused="encounter", encounter="")
    assert [one["value"] for one in offered] == ["all", first]
    assert [one["value"] for one in await cleo.autocomplete(OTHER, "stats", focused="encounter", encounter="")] == [
        "all"
    ]


async def test_another_server_is_told_nothing(game: Game) -> None:
    await fought(game)
    id = (await game.encounter()).id
    elsewhere = game.playground.world.add_guild("Elsewhere")
    elsewhere.add_member(game.playground.world.user(game.ann.id))
    channel = next(c["id"] for c in game.playground.world.channels.values() if c.get("guild_id") == elsewhere.id)
    assert "There is no such encounter" in (await stats(game, game.ann, channel, encounter=id))[0]
    assert "The bot has thrown no dice yet." in (await stats(game, game.ann, channel, encounter="all"))[0]


# --- sight


async def counted(folder: Path, fog: str, shots: int) -> list[str]:
    """Return the answers to Ann, who has a fighter, and Cleo, who has none, while Zorro, whom they do not know,
    fires.
    """
    async with opened(folder / f"{fog}-{shots}.sqlite3") as game:
        for typed in (
            "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: Night",
            f"GM: /encounter options name: fog value: {fog}",
            "GM: /encounter map size: 40x40 walls: A20-AN20",
            "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: skill 8, M16, facing 180",
            "GM: /combatant add name: Axly owner: @Ann side: Squad at: D3 sheet: skill 8, M16",
            "GM: /combatant add name: Yara owner: @Ben side: Cats at: C30 secret: True sheet: skill 8, M16",
            "GM: /combatant add name: Zorro owner: @Ben side: Guards at: E30 secret: True sheet: skill 8, M16",
            "GM: /adjust who: Zorro changes: facing 240",
        ):
            await types(game, typed)
        for _ in range(shots):
            await types(game, "GM: /fire who: Zorro target: Yara range: 2 aim: 3")
            for _ in range(8):
                await types(game, "GM: /next")
        whole = told(await game.gm.slash(CHANNEL, "stats", of="fights"))
        assert bool(re.search(r"^Zorro +[1-9]", whole, re.MULTILINE)) is (shots > 0), whole
        cleo = game.playground.person("Cleo")
        texts = []
        for who in (game.ann, cleo):
            for options in ({}, {"of": "fights"}, {"encounter": "all"}, {"who": game.ben}, {"who": game.gm}):
                answer = await who.slash(CHANNEL, "stats", **options)
                pictures = [one.get("description") for one in answer.message["attachments"]]
                texts.append(told(answer) + json.dumps(pictures))
        assert not [text for text in texts if "Zorro" in text or "Guards" in text]
        return texts


@pytest.mark.parametrize("fog", ["hidden", "sides"])
async def test_throws_of_the_unknown_change_nothing(tmp_path: Path, fog: str) -> None:
    assert await counted(tmp_path, fog, 0) == await counted(tmp_path, fog, 2)
