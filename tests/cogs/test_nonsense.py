"""Nonsense in every option of every command, by the GM and by a player: a sentence, never a breakdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.playground.interactions import commands
from tests.cogs.conftest import CHANNEL, Game, mustered, told
from tests.cogs.test_commands import Json, named

TEXTS = [
    "x" * 6000, "🔥" * 3000, "1x" + "9" * 5000, "A1-" * 2000, ",", "\u200b", "\u202e\u200fabc", "a\nb", "@everyone",
    "**`||{}%s", "\x00", "c1", "1",
]  # fmt: skip
NUMBERS = [2**53, -(2**53), -1, 0]
# What else has to be filled in so that the option in question is read at all.
BESIDES: dict[str, dict[str, Any]] = {
    "fire": {"target": "Alien 1", "range": 2, "who": "Apone"},
    "reload": {"who": "Rifleman"},
    "answer": {"choice": "yes"},
    "move": {"to": "C4", "who": "Apone"},
    "act": {"what": "dances", "cost": 1, "who": "Apone"},
    "adjust": {"who": "Apone", "changes": "actions 1"},
    "roll": {"dice": "d6"},
    "encounter map": {"size": "9x9"},
    "encounter options": {"name": "ammunition", "value": "off"},
    "combatant add": {"sheet": "alien"},
    "combatant edit": {"who": "Apone", "name": "Al"},
    "combatant remove": {"who": "Apone"},
    "combatant owner": {"who": "Apone"},
    "weapon remove": {"name": "x"},
}
LONGEST_SENTENCE = 700


def tried(definitions: list[Json]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command with each of its options filled in badly."""
    for definition in definitions:
        for name, leaf in named(definition, ""):
            for option in leaf.get("options", []):
                by_type: dict[int, Sequence[str | int]] = {commands.STRING: TEXTS, commands.INTEGER: NUMBERS}
                values = by_type.get(option["type"], ())
                for value in values:
                    yield name, {**BESIDES.get(name, {}), option["name"]: value}


@pytest.mark.parametrize(("who", "channel"), [("gm", CHANNEL), ("ann", CHANNEL), ("gm", "quiet-ruins")])
async def test_every_option_of_every_command(game: Game, who: str, channel: str) -> None:
    await mustered(game)
    start = await game.encounter()
    person = {"gm": game.gm, "ann": game.ann}[who]
    count = 0
    for command, given in tried(game.playground.world.all_commands()):
        what = (command, {name: str(value)[:20] for name, value in given.items()})
        answer = await person.slash(channel, command, **given)
        count += 1
        if answer.modal is not None:
            continue
        text = told(answer)
        assert "went wrong" not in text, what
        assert "@everyone" not in answer.content, what
        if answer.ephemeral:
            assert not answer.content or len(answer.content) <= LONGEST_SENTENCE, what
            assert answer.content.strip() or answer.embeds, what
        elif channel == CHANNEL and await game.encounter() != start:
            await game.gm.slash(CHANNEL, "undo")
        assert await game.encounter() == start, what
    assert count > 600
