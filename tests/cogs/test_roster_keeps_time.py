"""A fighter comes back from a roster with everything that still had to run: nobody wakes, heals or reloads by changing
encounters.
"""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock, Task, Timer
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Reload
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.turn.due_timers import Healed, Recover, Wake
from tests.cogs.conftest import CHANNEL, Game, meant, refused, says, told, types

PHOENIX = "phoenix preset: phoenix-advanced"
TRENT = "Ann: /combatant add name: Trent side: Squad sheet: skill 8, STR 12, HLT 12, AGI 12, INT 12, M16, 2 M 67"
ASH = "Ann: /combatant add sheet: rifleman, pistol, loaded 3, spares 2 name: Ash side: Marines"
SARGE = "Ann: /combatant add sheet: Marine, rifle name: Sarge side: Marines"
PHASE = 4
"""Impulses."""


async def begun(game: Game, book: str, *lines: str) -> None:
    """A new encounter, into which players may bring fighters."""
    for line in (f"GM: /encounter start ruleset: {book}", "GM: /encounter options name: joining value: open", *lines):
        await says(game, line)


async def again(game: Game, book: str, name: str, *lines: str) -> str:
    """The encounter ends, and the fighter is brought into the next one, which has a clock of its own; the answer."""
    await says(game, "GM: /encounter end")
    # Another is in it before them, so that their id is another.
    await begun(game, book, *lines)
    return await says(game, f"Ann: /combatant add name: {name}")


async def fighter(game: Game, name: str) -> Combatant:
    return next(one for one in (await game.encounter()).combatants if one.name == name)


async def passes(game: Game, time: str = "") -> str:
    """Time goes on, and no fight has to wait for it; what the channel is told."""
    answer = await game.gm.types(CHANNEL, f"/next time: {time}" if time else "/next")
    return told(await meant(game.gm, answer))


def impulses(clock: Clock) -> int:
    return clock.turn * PHASE + clock.impulse


async def left(game: Game, name: str, kind: type) -> int:
    """The impulses until this falls due for a fighter, with the present one."""
    encounter, id = await game.encounter(), (await fighter(game, name)).id
    [at] = [i.at for i in encounter.agenda if isinstance(i, Timer) and i.of == id and isinstance(i.order, kind)]
    return impulses(at) - impulses(encounter.clock)


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
async def test_an_unconscious_fighter_wakes_when_they_would_have(game: Game, preset: str) -> None:
    await begun(game, f"phoenix preset: {preset}", TRENT)
    await says(game, "GM: /adjust who: Trent changes: 300 PD, unconscious 40")
    await passes(game, "10 phases")
    rest = await left(game, "Trent", Wake)
    assert rest == 30 * PHASE
    await again(game, f"phoenix preset: {preset}", "Trent", "GM: /combatant add sheet: line, M16 name: Guard side: Red")
    # The impulse in which the encounter ended is over.
    assert await left(game, "Trent", Wake) == rest - 1
    await refused(game, "Ann: /act who: Trent what: kneel", "incapacitated")
    await passes(game, "29 phases")
    assert soldier(await fighter(game, "Trent")).out((await game.encounter()).clock)
    assert "Trent wakes up" in await passes(game, "1 phase")
    assert not soldier(await fighter(game, "Trent")).out((await game.encounter()).clock)


async def test_one_who_is_out_for_a_day_is_out_until_the_recovery_roll_and_after_it(game: Game) -> None:
    await begun(game, PHOENIX, TRENT)
    await says(game, "GM: /adjust who: Trent changes: 5000 PD, unconscious 55000")
    await passes(game, "1 min")
    waking, recovering = await left(game, "Trent", Wake), await left(game, "Trent", Recover)
    assert waking > recovering > 0
    await again(game, PHOENIX, "Trent", "GM: /combatant add sheet: line, M16 name: Guard side: Red")
    assert (await left(game, "Trent", Wake), await left(game, "Trent", Recover)) == (waking - 1, recovering - 1)
    # And once more, from the middle of the next one.
    await passes(game, "1 min")
    await again(game, PHOENIX, "Trent")
    assert await left(game, "Trent", Recover) == recovering - 30 * PHASE - 2


async def test_what_the_gm_has_not_ended_goes_on(game: Game) -> None:
    await begun(game, PHOENIX, TRENT)
    await says(game, "GM: /adjust who: Trent changes: unconscious")
    await again(game, PHOENIX, "Trent")
    await passes(game, "3 days")
    await refused(game, "Ann: /act who: Trent what: kneel", "incapacitated")
    await says(game, "GM: /adjust who: Trent changes: awake")
    await says(game, "Ann: /act who: Trent what: kneel")


async def test_healing_takes_as_long_as_it_would_have(game: Game) -> None:
    await begun(game, PHOENIX, TRENT)
    await says(game, "GM: /adjust who: Trent changes: 10 PD")
    while not any(isinstance(i, Timer) and isinstance(i.order, Healed) for i in (await game.encounter()).agenda):
        await passes(game, "1 days")
    rest = await left(game, "Trent", Healed)
    await passes(game, "1 h")
    await again(game, PHOENIX, "Trent")
    assert await left(game, "Trent", Healed) == rest - 1_800 * PHASE - 1
    assert soldier(await fighter(game, "Trent")).physical_damage == 10


@pytest.mark.parametrize(
    ("book", "option", "add", "name", "cost"),
    [
        ("aliens", "on", ASH, "Ash", 8),
        ("space_marines", "boxes", SARGE, "Sarge", 8),
        (PHOENIX, "rounds", TRENT, "Trent", 8),
    ],
)
async def test_a_reload_is_continued(game: Game, book: str, option: str, add: str, name: str, cost: int) -> None:
    counted = f"GM: /encounter options name: ammunition value: {option}"
    await begun(game, book, counted, add)
    await says(game, f"GM: /adjust who: {name} changes: loaded 3")
    await meant(game.ann, await types(game, f"Ann: /reload who: {name}"))
    before = await fighter(game, name)
    task = (await game.encounter()).task(before.id)
    assert task and 0 < task.spent < cost == task.cost
    other = {"aliens": "alien", "space_marines": "Bug Warrior"}.get(book, "line, M16")
    await again(game, book, name, counted, f"GM: /combatant add sheet: {other} name: Guard side: Red")
    after = await fighter(game, name)
    assert after.id != before.id
    assert (after.carried, after.in_hand) == (before.carried, before.in_hand)
    continued = (await game.encounter()).task(after.id)
    assert isinstance(continued, Task) and isinstance(continued.order, Reload)
    assert (continued.spent, continued.cost, continued.order.actor) == (task.spent, cost, after.id)
    turns = 0
    while (await game.encounter()).task(after.id):
        assert (await fighter(game, name)).carried == after.carried, "not loaded before the time"
        await passes(game)
        turns += 1
        assert turns < 20
    loaded = (await fighter(game, name)).carried[after.in_hand].ammunition
    assert loaded is not None and loaded.loaded == loaded.capacity
    assert turns > 1


async def test_the_weapon_in_hand_stays_there(game: Game) -> None:
    await begun(game, "aliens", ASH)
    pistol = await fighter(game, "Ash")
    await says(game, "GM: /combatant add sheet: alien name: Guard")
    await meant(game.ann, await types(game, "Ann: /fire who: Ash target: Guard range: 2 weapon: Rifle"))
    rifle = await fighter(game, "Ash")
    assert rifle.in_hand != pistol.in_hand
    await again(game, "aliens", "Ash")
    assert (await fighter(game, "Ash")).in_hand == rifle.in_hand
