"""Wrong input: one private sentence that helps, and nothing changed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.engine.records.model import Ammunition
from tests.cogs.conftest import CHANNEL, Game, meant, mustered, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOISE = "**_`~|" + "@everyone <@1> " + "🔥" * 100


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with opened(Path(tmp_path_factory.mktemp("bad")) / "referee.sqlite3") as game:
        await mustered(game)
        yield game


@pytest.mark.parametrize(
    ("command", "options", "says"),
    [
        ("fire", {"target": "Alien 9", "range": 2}, "Alien 1"),
        ("fire", {"target": "Alien", "range": 2}, "Which one?"),
        ("fire", {"target": "Predator", "range": 2}, "Predator"),
        ("fire", {"target": NOISE, "range": 2}, "I don't know the"),
        ("fire", {"target": "x" * 600, "range": 2}, "I don't know the"),
        ("fire", {"target": ",".join("abcdefghijklmnop"), "range": 2}, "Name at most 12 targets, not 16."),
        ("fire", {"target": "Alien 1", "range": 0}, "Range is 1 to 999"),
        ("fire", {"target": "Alien 1", "range": -1}, "Range is 1 to 999"),
        ("fire", {"target": "Alien 1", "range": 1000}, "1 to 999"),
        ("fire", {"target": "Alien 1", "range": 2, "aim": 4}, "1 to 3"),
        ("fire", {"target": "Alien 1", "range": 2, "aim": 0}, "1 to 3"),
        ("fire", {"target": "Alien 1", "range": 2, "aim": -1}, "1 to 3"),
        ("fire", {"target": "Apone", "range": 2}, "You can't fire at yourself"),
        ("fire", {"target": "Rifleman", "range": 2}, "Rifleman"),
        ("fire", {"target": "Alien 1", "range": 2, "weapon": "Smartgun"}, "Flame Unit"),
        ("fire", {"target": "Alien 1", "range": 2, "who": "Rifleman"}, "not yours"),
        ("fire", {"target": "Alien 1", "range": 2, "who": "Alien 2"}, "not yours"),
        ("fire", {"target": "Alien 1", "range": 2, "dice": "17"}, "0 to 9"),
        ("fire", {"target": "Alien 1", "range": 2, "dice": "abc"}, "abc"),
        ("fire", {"target": "Alien 1", "range": 2, "how": "x" * 201}, "201 characters"),
        ("fire", {"target": "Alien 1", "range": 2, "mod": "-3 smoke"}, "mod"),
        ("fire", {"target": "Alien 1", "range": 2, "ruleset": "chess"}, "chess"),
        (
            "fire",
            {"target": "Alien 1", "range": 2, "ruleset": "aliens"},
            "makes this a quick ruling",
        ),
        ("fire", {"target": "Alien 1", "range": 2, "aim": 2**53}, "1 to 3"),
        ("fire", {"target": "Alien 1", "range": 2**53}, "1 to 999"),
        ("fire", {"target": "Alien 1", "range": 7}, "at 1, 2 or 3-4 squares with that aim"),
        ("fire", {"target": "Alien 1", "range": 1, "aim": 2}, "/weapon add"),
        ("fire", {"target": "Alien 1, Alien 2", "range": 2}, "One shot has one target"),
        ("fire", {"target": "Rifleman, loaded 3", "range": 2}, "I don't know the name “loaded 3”"),
        (
            "fire",
            {"target": "Rifleman", "range": 2},
            "A card gives numbers only for hitting an Alien, and Rifleman is a Marine. Aliens in play: Alien 1 and",
        ),
        ("fire", {"target": "apone", "range": 2}, "You can't fire at yourself"),
        ("burst", {}, "Use /fire once for each Alien"),
        ("burst", {"target": "Predator", "weapon": "x", "who": "nobody"}, "Use /fire once for each Alien"),
        ("throw", {}, "Aliens has no throws. /fire works"),
        ("throw", {"target": "Alien 1", "range": 2}, "Aliens has no throws. /fire works"),
        ("duck", {}, "nobody shoots at the Marines"),
        ("duck", {"who": "Rifleman"}, "nobody shoots at the Marines"),
        ("heal", {}, "with /adjust"),
        ("heal", {"target": "Rifleman"}, "with /adjust"),
        ("act", {"what": "\u200b", "cost": 1}, "1 to 200 characters"),
        ("act", {"what": "dance"}, "cost:"),
        ("combatant owner", {"who": "Apone", "user": "ann"}, "Apone is already theirs"),
        ("combatant edit", {"who": "Apone", "name": "alien 1"}, "Choose another name"),
        ("combatant edit", {"who": "Apone", "name": "Apone"}, "Give another with name: or side:"),
        ("combatant add", {"sheet": "Rifleman", "name": "\u200b\u202e"}, "one letter or digit and no commas"),
        ("weapon add", {"file": ("card.toml", b"name = 'x'")}, "Manage Server"),
        ("reload", {}, "cannot be reloaded"),
        ("move", {"to": "nowhere"}, "“nowhere” is not a place"),
        ("act", {"what": "dance", "cost": -1}, "Cost is 0 to 9 actions"),
        ("act", {"what": "dance", "cost": 99}, "action"),
        ("adjust", {"who": "Apone", "changes": "loaded 5"}, "Only the GM"),
        ("undo", {}, "Players can undo their own order"),
        ("redo", {}, "There is nothing to redo"),
        ("next", {}, "Still to act"),
        ("encounter start", {}, "already has an open encounter. Start in a thread or another channel"),
        ("encounter start", {"ruleset": "chess"}, "chess"),
        ("encounter end", {}, "Only the GM"),
        ("encounter options", {"name": "ammunition", "value": "off"}, "Only the GM"),
        ("encounter map", {"size": "huge"}, "Only the GM"),
        ("combatant add", {"sheet": "Riflemann"}, "nearest: rifleman"),
        ("combatant add", {"sheet": "rifleman", "count": 0}, "one fighter of their own"),
        ("combatant add", {"sheet": "rifleman", "name": "a,b"}, "no commas"),
        ("combatant add", {"sheet": "rifleman", "name": "n" * 41}, "40 characters"),
        ("combatant add", {"sheet": "rifleman", "at": "C4 C5"}, "one for each fighter"),
        ("combatant edit", {"who": "Apone"}, "name:"),
        ("combatant edit", {"who": "Rifleman", "name": "Mine"}, "not yours"),
        ("combatant show", {"who": "Ripley"}, "Ripley"),
        ("combatant remove", {"who": "Alien 1"}, "not yours"),
        ("combatant owner", {"who": "Rifleman"}, "not yours"),
        ("log", {"page": 99}, "page"),
        ("log", {"page": -1}, "page"),
        ("roll", {"dice": "abc"}, "2d6+1"),
        ("roll", {"dice": "99d6"}, "You can roll at most 50 dice in 12 terms at once"),
        ("table", {"name": "99Z"}, "99Z"),
        ("weapon show", {"name": "BFG"}, "BFG"),
        ("weapon remove", {"name": "Apone"}, "Manage Server"),
        ("help", {"topic": "cooking"}, "cooking"),
    ],
)
async def test_it_is_refused_with_a_sentence(running: Game, command: str, options: dict[str, Any], says: str) -> None:
    before = await running.encounter()
    given = {name: running.ann if value == "ann" else value for name, value in options.items()}
    told = await running.whispers(running.ann, command, **given)
    assert says in told
    assert len(told) < 600
    assert "@everyone" not in told
    assert await running.encounter() == before


@pytest.mark.parametrize(
    ("command", "options", "says"),
    [
        ("fire", {"target": "Alien 1", "range": 2}, "shot, then press Fire"),
        ("encounter options", {"name": "gravity", "value": "off"}, "ammunition"),
        ("encounter options", {"name": "ammunition", "value": "maybe"}, "on, tokens or off"),
        ("encounter options", {"name": "gravity"}, "“gravity”. Known: next,"),
        ("encounter map", {"size": "huge"}, "12x8"),
        ("encounter map", {"size": "41x8"}, "1 to 40"),
        ("encounter map", {"size": "4x4", "walls": "Z9"}, "D4"),
        ("encounter gm", {"user": "gm"}, "already"),
        ("combatant add", {"sheet": "alien", "count": 100}, "60 combatants"),
        ("combatant add", {"sheet": "alien", "count": -5}, "60 combatants"),
        (
            "combatant edit",
            {"who": "Apone", "name": "Rifleman"},
            "Another fighter in this encounter is called Rifleman",
        ),
        ("reload", {}, "Alien 1, Alien 2, Apone or Rifleman"),
        ("encounter map", {"size": "1x" + "9" * 98}, "1 to 40"),
        (
            "combatant add",
            {"sheet": "alien", "count": 2, "at": "C4 C5 C6"},
            "Give 2 places separated by spaces, one for each fighter, not 3.",
        ),
        ("combatant add", {"sheet": "alien", "count": 2, "at": "C4 C4"}, "Choose a free place"),
        ("combatant add", {"sheet": "alien", "at": "Z0"}, "from A1 to CU99"),
        ("combatant owner", {"who": "Alien 1"}, "Alien 1 is already the GM’s"),
        ("move", {"who": "Alien 1", "to": "C4", "cost": 1}, "Leave cost: out"),
        ("adjust", {"who": "Apone", "changes": "spares 2"}, "The Flame Unit cannot be reloaded. Leave spares out"),
        ("adjust", {"who": "Apone", "changes": "stop reloading"}, "is not reloading"),
        ("adjust", {"who": "Apone", "changes": "flying"}, "flying"),
        ("adjust", {"who": "Apone", "changes": "loaded 99"}, "at most 16"),
        ("adjust", {"who": "Apone", "changes": "x" * 501}, "501 characters"),
        ("weapon add", {"file": ("card.toml", bytes(range(256)) * 4096)}, "The limit is 65,536 (64 KiB)"),
        ("weapon add", {"file": ("card.toml", bytes(range(256)))}, "UTF-8"),
        (
            "weapon add",
            {"file": ("card.toml", b"{nonsense" * 5000)},
            "This card is not valid TOML: Invalid statement (at line 1, column 1). Begin",
        ),
        ("weapon add", {"file": ("card.toml", b"")}, "name"),
        ("weapon add", {"file": ("card.toml", b".".join([b"a"] * 30_000) + b" = 1")}, "250 dots"),
        ("weapon add", {"file": ("card.toml", b"name = 'Pistol'")}, "is a weapon in a sheet line"),
        ("weapon add", {"file": ("card.toml", b"name = 'x'\nactions = 0\nluck = 1")}, "actions: should be greater"),
        ("weapon add", {"file": ("card.toml", b"name = 'x'\nactions = 0\nluck = 1")}, "weapons: is missing"),
        ("weapon add", {"file": ("card.toml", b"name = 'x'\nactions = 0\nluck = 1")}, "luck: is not a word of a card"),
        ("weapon remove", {"name": "Apone"}, "nothing of its own"),
        ("dice verify", {"file": ("export.json", b"\xff\xfe\xff")}, "UTF-8"),
        ("dice verify", {"file": ("export.json", b"not json")}, "export"),
        ("dice verify", {"file": ("export.json", b"[1, 2, 3]")}, "export"),
    ],
)
async def test_the_gm_is_helped_as_well(running: Game, command: str, options: dict[str, Any], says: str) -> None:
    before = await running.encounter()
    given = {name: running.gm if value == "gm" else value for name, value in options.items()}
    told = await running.whispers(running.gm, command, **given)
    assert says in told
    assert len(told) < 2500
    assert await running.encounter() == before


async def test_a_marine_who_cannot_fire_is_told_why(running: Game) -> None:
    gm, ann, ben = running.gm, running.ann, running.ben
    shot = {"target": "Alien 1", "range": 2}
    await running.says(gm, "adjust", who="Apone", changes="actions 0")
    assert "no actions left" in await running.whispers(ann, "fire", **shot)
    await running.says(gm, "adjust", who="Apone", changes="actions 1")
    assert "1 of 3 actions left" in await running.whispers(ann, "fire", **shot, aim=2)
    await running.says(gm, "adjust", who="Apone", changes="loaded 0")
    assert "empty" in await running.whispers(ann, "fire", **shot)
    await meant(ben, await ben.slash(CHANNEL, "reload"))
    assert "eload" in await running.whispers(ben, "fire", **shot)
    assert "eload" in await running.whispers(ben, "move", to="C4", cost=1)
    await running.says(gm, "adjust", who="Apone", changes="actions 3, loaded 16")
    await running.says(gm, "adjust", who="Alien 1", changes="dead")
    assert "Alien 2" in await running.whispers(ann, "fire", **shot)
    for _ in range(6):
        await running.says(gm, "undo")
    assert (await running.encounter()).combatants[0].carried[0].ammunition == Ammunition("boxes", 16, 16, None)


@pytest.mark.parametrize(
    "name", ["**bold**", "_x_ `y` ~~z~~", "||spoiler||", "<@1100000000000000202>", "@everyone", "[a](http://b)"]
)
async def test_names_with_markdown_and_mentions_are_shown_as_they_are(running: Game, name: str) -> None:
    answer = await running.gm.slash(CHANNEL, "combatant add", sheet="alien", name=name)
    assert not answer.ephemeral
    assert name in re.sub(r"\\([^@])", r"\1", answer.content).replace("\u2060", "")
    assert not answer.content.startswith(name)
    assert answer.message["mentions"] == []
    assert answer.message["mention_everyone"] is False
    assert (await running.encounter()).combatants[-1].name == name
    await running.says(running.gm, "undo")


async def test_nothing_happens_where_no_encounter_is_open(running: Game) -> None:
    tried: list[tuple[str, dict[str, Any]]] = [
        ("next", {}),
        ("pass", {}),
        ("pass", {"who": "Rifleman"}),
        ("act", {"what": "opens the door", "who": "Rifleman"}),
        ("undo", {}),
        ("redo", {}),
        ("move", {"to": "C4"}),
        ("encounter show", {}),
        ("encounter end", {}),
        ("encounter options", {}),
        ("combatant add", {}),
        ("combatant show", {}),
        ("log", {}),
        ("recap", {}),
        ("export", {}),
        ("export", {"format": "replay"}),
        ("dice verify", {}),
    ]
    for command, options in tried:
        answer = await running.ann.slash("quiet-ruins", command, **options)
        assert answer.ephemeral, command
        assert "ncounter" in answer.content, command
        assert len(answer.content) < 200, command
