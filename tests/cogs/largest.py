"""The largest encounter that the bounds allow: as many bytes as an import may have, in the records that take longest.

The fighters of `tests.cogs.strangers.crowd` carry as many kinds of loads as they may and some weapons besides, and what
is left of the bytes are wounds or supplies: many small records take longer to decode and to count than few large ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import orjson

from bot.game.entries import codec
from bot.game.files import soundness
from bot.game.files.bounds import MOST_KEPT, MOST_LOADS
from rules.engine.records.agenda import Clock
from rules.engine.records.model import Combatant, Encounter, Spare
from rules.phoenix.basics.soldier import Soldier, Wound
from rules.savage.shooter import Shooter, Supply
from tests.cogs.conftest import Game, laid_out
from tests.cogs.exporting import file_of
from tests.cogs.strangers import SHOOTER, crowd
from tests.cogs.test_import import OTHER, bring

PRESETS = ("phoenix-advanced", "savage")
"""The rulebooks whose weapons have spare loads of several kinds."""
WEAPONS = 5
PAST: tuple[tuple[str, int], ...] = (
    ("log", 20),
    ("recap", 20),
    ("stats", 20),
    ("stats of: fights", 8),
    ("export", 2),
    ("export format: replay", 2),
)
"""The questions for which many entries are read, and how many of them are asked at once."""
QUESTIONS = (*PAST, ("encounter show", 20), (f"combatant show who: {SHOOTER}", 8), ("map", 8), ("help", 8))


def laden(one: Combatant, weapons: int, loads: int, kept: int) -> Combatant:
    """The fighter with so many weapons, so many kinds of loads for them together, and so many wounds or supplies."""
    carried = next(each for each in one.carried if each.ammunition and each.ammunition.capacity > 1)
    assert carried.ammunition is not None
    size, ammunition = carried.ammunition.capacity, replace(carried.ammunition, spares=())
    kinds = tuple(Spare(n % size + 1, 1, "", n // size) for n in range(loads))
    arms = (replace(carried, ammunition=replace(ammunition, spares=kinds[n::weapons])) for n in range(weapons))
    condition = one.condition
    if isinstance(condition, Soldier):
        condition = replace(condition, wounds=tuple(Wound(n, "Lung", 0, Clock(1)) for n in range(1, kept + 1)))
    if isinstance(condition, Shooter):
        condition = replace(condition, supplies=tuple(Supply(f"{n}") for n in range(kept)))
    return replace(one, carried=tuple(arms), condition=condition)


def sizes(encounter: Encounter) -> tuple[int, int]:
    """The bytes of a state as it is stored, and as the order has it that begins an encounter."""
    return len(codec.dump_state(encounter)), len(codec.dump(encounter, Encounter))


def grown(encounter: Encounter) -> Encounter:
    """The encounter with as much as an import may have."""

    def large(kept: int) -> Encounter:
        fighters = (laden(one, WEAPONS, MOST_LOADS, kept) for one in encounter.combatants)
        return replace(encounter, combatants=tuple(fighters))

    def fits(kept: int) -> bool:
        state, opened = sizes(large(kept))
        return state < soundness.MOST_STATE and opened < soundness.MOST_OPENED

    most_first = range(MOST_KEPT, 0, -5)
    at = bisect_left(most_first, True, key=fits)
    assert at < len(most_first), "it is too large without wounds already"
    return large(most_first[at])


def forged(document: bytes, large: Encounter) -> bytes:
    """An export of the same fight in which the fighters joined as they are in `large`.

    No digest covers effects, so that anybody can make such a file.
    """
    read = orjson.loads(document)
    plain = {one.id: codec.json_values(one, Combatant) for one in large.combatants}
    for effect in (effect for entry in read["entries"] for effect in entry["effects"]):
        if effect["kind"] == "Joined":
            effect["combatant"] = plain[effect["combatant"]["id"]]
    return orjson.dumps(read)


async def file_of_the_largest(game: Game) -> bytes:
    """The file from which the largest encounter is imported."""
    _, document = await file_of(game, game.gm, ids=True)
    return forged(document, grown(await game.encounter()))


async def _imported(game: Game) -> None:
    answer = await bring(game.gm, await file_of_the_largest(game))
    assert not answer.ephemeral, answer.content
    await game.gm.slash(OTHER, "combatant owner", who=SHOOTER, user=game.ann)


@asynccontextmanager
async def largest(preset: str, folder: Path) -> AsyncIterator[Game]:
    """The largest encounter, in the channel OTHER; Ann has a fighter in it. None of it has been read yet."""
    async with laid_out(folder / "referee.sqlite3", crowd(preset), _imported) as game:
        yield game
