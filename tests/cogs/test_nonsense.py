"""Nonsense in every option of every command, by the GM and by a player: a sentence, never a breakdown.

Of each command the first piece of nonsense is said over the wire, the rest directly.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from standin.driver import Person
from standin.interactions import commands
from tests.cogs.conftest import CHANNEL, Game, mustered, told
from tests.cogs.direct import direct
from tests.cogs.test_commands import Json, named

Beside = Mapping[str, dict[str, Any]]
Begun = Callable[[Game], Awaitable[None]]
TEXTS = [
    "x" * 6000, "🔥" * 3000, "1x" + "9" * 5000, "A1-" * 2000, ",", "\u200b", "\u202e\u200fabc", "a\nb", "@everyone",
    "**`||{}%s", "\x00", "c1", "1",
]  # fmt: skip
NUMBERS = [2**53, -(2**53), -1, 0]
# What else has to be filled in so that the option in question is read at all.
BESIDES: dict[str, dict[str, Any]] = {
    "encounter import": {"file": ("encounter.json", b"no export")},
    "fire": {"target": "Alien 1", "range": 2, "who": "Apone"},
    "reload": {"who": "Rifleman"},
    "answer": {"choice": "yes"},
    "move": {"to": "C4", "who": "Apone"},
    "act": {"what": "dances", "cost": 1, "who": "Apone"},
    "adjust": {"who": "Apone", "changes": "actions 1"},
    "roll": {"dice": "d6"},
    "rule": {"text": "rifle at alien 4"},
    "ammo buy": {"sort": "AP", "price": 300, "die": "d8", "who": "Apone"},
    "ammo drop": {"sort": "AP", "who": "Apone"},
    "encounter event": {"text": "the doors close", "turn": 2},
    "encounter map": {"size": "9x9"},
    "encounter deploy": {"side": "Marines"},
    "encounter options": {"name": "ammunition", "value": "off"},
    "combatant add": {"sheet": "alien"},
    "roster rename": {"name": "Apone", "new": "Al"},
    "roster remove": {"name": "Apone"},
    "roster accept": {"who": "Apone"},
    "combatant edit": {"who": "Apone", "name": "Al"},
    "combatant remove": {"who": "Apone"},
    "combatant owner": {"who": "Apone"},
    "weapon remove": {"name": "x"},
}
PHOENIX_BESIDES: dict[str, dict[str, Any]] = {
    "aim": {"target": "Guard 1", "range": 10, "who": "Trent"},
    "fire": {"target": "Guard 1", "range": 10, "who": "Trent"},
    "burst": {"target": "Guard 1", "range": 10, "who": "Trent"},
    "throw": {"target": "Guard 1", "range": 10, "who": "Trent"},
    "odds": {"target": "Guard 1", "range": 10, "who": "Trent"},
    "duck": {"who": "Trent"},
    "reload": {"who": "Axly"},
    "heal": {"target": "Axly", "who": "Trent"},
    "move": {"to": "C4", "who": "Trent"},
    "act": {"what": "kneel", "who": "Trent"},
    "adjust": {"who": "Trent", "changes": "prone"},
    "combatant add": {"sheet": "green, AKM 47"},
    "combatant edit": {"who": "Trent", "name": "Al"},
    "encounter options": {"name": "modifiers", "value": "off"},
    "weapon show": {"name": "M16"},
    "table": {"name": "2A"},
    "next": {"time": "3 s"},
}
"""The commands whose options the rulebook reads."""
SPACE_MARINES_BESIDES: dict[str, dict[str, Any]] = {
    "aim": {"target": "Bug 1", "who": "Sarge"},
    "fire": {"target": "Bug 1", "who": "Sarge"},
    "burst": {"target": "Bug 1, Bug 2", "who": "Sarge", "weapon": "Smart Gun"},
    "throw": {"target": "Bug 1", "who": "Sarge"},
    "odds": {"target": "Bug 1", "who": "Sarge"},
    "reload": {"who": "Rookie"},
    "move": {"to": "C4", "who": "Sarge"},
    "act": {"what": "opens the door", "who": "Sarge"},
    "adjust": {"who": "Sarge", "changes": "wounds 1"},
    "combatant add": {"sheet": "marine"},
    "encounter map": {"size": "12x9"},
    "encounter options": {"name": "bad guys", "value": "people"},
    "weapon show": {"name": "Rifle"},
    "table": {"name": "Damage"},
    "next": {},
}
SAVAGE_BESIDES: dict[str, dict[str, Any]] = {
    "aim": {"target": "Thug 1", "who": "Pike"},
    "fire": {"target": "Thug 1", "who": "Pike"},
    "burst": {"target": "Thug 1", "who": "Pike"},
    "throw": {"target": "Thug 1", "who": "Pike"},
    "odds": {"target": "Thug 1", "who": "Pike"},
    "reload": {"who": "Vale"},
    "move": {"to": "C4", "who": "Pike"},
    "act": {"what": "opens the door", "who": "Pike"},
    "adjust": {"who": "Pike", "changes": "may act"},
    "combatant add": {"sheet": "pistol"},
    "encounter options": {"name": "ammunition", "value": "boxes"},
    "ammo buy": {"sort": "AP", "price": 300, "die": "d8", "who": "Pike"},
    "ammo drop": {"sort": "AP", "who": "Pike"},
    "ammo show": {"who": "Pike"},
    "ammo weight": {"tokens": 4},
    "weapon show": {"name": "Pistol"},
    "next": {},
}
RULED_ELSEWHERE = {
    "aim": {"target": "SAL 10, prone", "range": 10, "who": "SAL 14, M16", "ruleset": "phoenix"},
    "fire": {"target": "SAL 10, prone", "range": 10, "who": "SAL 14, M16", "ruleset": "phoenix"},
    "burst": {"target": "SAL 10, prone", "range": 10, "who": "SAL 14, M16", "ruleset": "phoenix"},
    "throw": {"target": "SAL 10, prone", "range": 5, "who": "SAL 14, M 67", "ruleset": "phoenix"},
    "odds": {"target": "SAL 10, prone", "range": 10, "who": "SAL 14, M16", "ruleset": "phoenix"},
    "heal": {"target": "SAL 10, prone", "who": "SAL 14", "ruleset": "phoenix"},
    "table": {"name": "2A", "ruleset": "phoenix"},
    "weapon show": {"name": "M16", "ruleset": "phoenix"},
}
"""Options of commands that are quick rulings."""
LONGEST_SENTENCE = 700
SECRET = ("encounter note", "pass", "plan set", "plan clear")
"""Commands that are carried out in private."""


def tried(definitions: list[Json], besides: Beside, only: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command, or those named in `besides` alone, with each of its options filled in badly."""
    for definition in definitions:
        for name, leaf in named(definition, ""):
            for option in leaf.get("options", []) if not only or name in besides else ():
                by_type: dict[int, Sequence[str | int]] = {commands.STRING: TEXTS, commands.INTEGER: NUMBERS}
                values = () if option.get("choices") else by_type.get(option["type"], ())
                for value in values:
                    yield name, {**besides.get(name, {}), option["name"]: value}


@pytest.mark.parametrize(("who", "channel"), [("gm", CHANNEL), ("ann", CHANNEL), ("gm", "quiet-ruins")])
async def test_every_option_of_every_command(game: Game, who: str, channel: str) -> None:
    await mustered(game)
    every = tried(game.playground.world.all_commands(), BESIDES)
    assert await said(game, {"gm": game.gm, "ann": game.ann}[who], channel, every) > 600


async def dug_in(game: Game) -> None:
    """An encounter of Phoenix Command: Ann's Trent, Ben's Axly, the GM's two guards."""
    await game.says(game.gm, "encounter start", ruleset="phoenix", title="The depot")
    await game.says(game.ann, "combatant add", name="Trent", sheet="skill 8, M16, 2 M 67, firing over cover", at="B2")
    await game.says(game.ben, "combatant add", name="Axly", sheet="elite, Uzi loaded 3", at="B3")
    await game.says(game.gm, "combatant add", name="Guard", sheet="green, AKM 47", count=2, at="H4 H5")


@pytest.mark.parametrize(("channel", "besides"), [(CHANNEL, PHOENIX_BESIDES), ("quiet-ruins", RULED_ELSEWHERE)])
async def test_every_option_that_phoenix_command_reads(game: Game, channel: str, besides: Beside) -> None:
    await dug_in(game)
    every = tried(game.playground.world.all_commands(), besides, only=True)
    assert await said(game, game.gm, channel, every) > 300


async def landed(game: Game) -> None:
    """An encounter of Space Marines: Ann's Sarge, Ben's Rookie, the GM's two bugs."""
    await game.says(game.gm, "encounter start", ruleset="space_marines", title="The hive")
    await game.says(game.gm, "encounter options", name="ammunition", value="boxes")
    sarge = "marine leader, rifle, smart gun, grenade"
    await game.says(game.ann, "combatant add", name="Sarge", sheet=sarge, at="B2")
    await game.says(game.ben, "combatant add", name="Rookie", sheet="marine, pistol loaded 3", at="B3")
    await game.says(game.gm, "combatant add", name="Bug", sheet="bug warrior", count=2, at="H4 H5")


async def robbed(game: Game) -> None:
    """An encounter of Savage Worlds: Ann's Pike, Ben's Vale, the GM's two thugs."""
    await game.says(game.gm, "encounter start", ruleset="savage", title="The warehouse")
    pike = "Shooting d8, Wild Card, Assault Rifle, 2 grenades, AP supply"
    await game.says(game.ann, "combatant add", name="Pike", sheet=pike, at="B2")
    await game.says(game.ben, "combatant add", name="Vale", sheet="Shooting d6, Revolver loaded 0", at="B3")
    await game.says(game.gm, "combatant add", name="Thug", sheet="Shooting d6, Pistol", count=2, at="H4 H5")


@pytest.mark.parametrize(("begun", "besides"), [(landed, SPACE_MARINES_BESIDES), (robbed, SAVAGE_BESIDES)])
async def test_every_option_that_the_other_rulebooks_read(game: Game, begun: Begun, besides: Beside) -> None:
    await begun(game)
    every = tried(game.playground.world.all_commands(), besides, only=True)
    assert await said(game, game.gm, CHANNEL, every) > 300


async def said(game: Game, person: Person, channel: str, requests: Iterator[tuple[str, dict[str, Any]]]) -> int:
    """Say it all, taking back what was carried out; how much it was."""
    start = await game.encounter()
    count = 0
    before = ""
    for command, given in requests:
        what = (command, {name: str(value)[:20] for name, value in given.items()})
        with direct(game) if command == before else nullcontext():
            answer = await person.slash(channel, command, **given)
        before = command
        count += 1
        if answer.modal is not None:
            continue
        text = told(answer)
        assert "went wrong" not in text, what
        assert "@everyone" not in answer.content, what
        if answer.ephemeral:
            # Odds and tables are no sentences.
            assert "```" in answer.content or len(answer.content) <= LONGEST_SENTENCE, what
            assert answer.content.strip() or answer.embeds, what
        if (not answer.ephemeral or command in SECRET) and channel == CHANNEL and await game.encounter() != start:
            await game.gm.slash(CHANNEL, "undo")
            # Throws that are taken back are noted; nothing else changes.
            start = replace(start, undone=(await game.encounter()).undone)
        assert await game.encounter() == start, what
    return count
