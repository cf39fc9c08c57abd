"""Random moves among fighters whom the mover's side does not know: as far as they go they are the moves that the side
would have made without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.engine.records.orders import Move, Next, Switch
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.effects import Met, Placed
from rules.engine.scene.scene import Part, Scene
from rules.engine.sight.sight import known_to, side_of
from rules.phoenix.basics.soldier import soldier
from rules.space_marines.figures.figure import figure
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.aliens.skirmish import Skirmish as Aliens
from tests.rules.phoenix.skirmish import Skirmish as Phoenix
from tests.rules.savage.skirmish import Skirmish as Savage
from tests.rules.skirmish import Skirmish
from tests.rules.space_marines.skirmish import Skirmish as Marines

WIDTH, HEIGHT = 9, 7
MOVER, UNKNOWN = "Trent", ("Zorro", "Yara")


def _aliens() -> Skirmish:
    fight = Aliens("Apone", "Rifleman", aliens=2)
    return _renamed(fight, Apone=MOVER, Rifleman="Kim", Alien_1="Zorro", Alien_2="Yara")


def _savage() -> Skirmish:
    return _renamed(Savage(), Ash=MOVER, Thug_1="Zorro", Thug_2="Yara", Thug_3="Kim")


def _marines() -> Skirmish:
    fight = Marines()
    for sheet, name in (("marine", MOVER), ("marine", "Kim"), ("bug", "Zorro"), ("bug", "Yara")):
        fight.muster(sheet, "", name, owner=name)
    return fight


def _phoenix() -> Skirmish:
    fight = Phoenix()
    for name in (MOVER, "Kim", "Zorro", "Yara"):
        fight.sheet(name, "CA 8, M16A1", owner=name)
    return fight


def _foggy(fog: str) -> Skirmish:
    """Return the fight with fighters whom nobody can see until they are met, instead of the GM's secret ones."""
    fight = Phoenix()
    for name in (MOVER, "Kim", "Zorro", "Yara"):
        fight.sheet(name, f"CA 8, M16A1{', unspotted, hidden' * (name in UNKNOWN)}", owner=name)
    fight.order(Switch("fog", fog))
    return fight


def _renamed(fight: Skirmish, **names: str) -> Skirmish:
    for old, new in names.items():
        one = fight.one(old.replace("_", " "))
        fight.encounter = fight.encounter.with_combatant(altered(one, name=new))
    return fight


BOOKS: dict[str, Callable[[], Skirmish]] = {
    "aliens": cache(_aliens),
    "savage": cache(_savage),
    "marines": cache(_marines),
    "phoenix": cache(_phoenix),
    "phoenix, hidden": cache(partial(_foggy, "hidden")),
    "phoenix, sides": cache(partial(_foggy, "sides")),
}
FOGGY = {"phoenix, hidden", "phoenix, sides"}
SHARED = {"phoenix", *FOGGY}
"""Books in which fighters share a space."""
JUMPS = {"aliens", "savage"}
"""Books that know no way, only the place a move leads to."""


def scene_of(book: str, dice: Random) -> tuple[Skirmish, Encounter, Move]:
    """A board with walls, everybody somewhere on it, two of the others secret, and a move of the first."""
    fight = BOOKS[book]()
    places = [Place(x, y) for x in range(1, WIDTH + 1) for y in range(1, HEIGHT + 1)]
    dice.shuffle(places)
    names = [c.name for c in fight.encounter.combatants]
    placed = dict(zip(names, places, strict=False))
    walls = frozenset(places[len(names) : len(names) + dice.randrange(12)])
    encounter = replace(fight.encounter, battle_map=BattleMap(WIDTH, HEIGHT, walls))
    for name, place in placed.items():
        one = next(c for c in encounter.combatants if c.name == name)
        encounter = encounter.with_combatant(altered(one, place=place, secret=name in UNKNOWN and book not in FOGGY))
    to = placed[dice.choice(UNKNOWN)] if dice.randrange(2) else dice.choice(places)
    return fight, encounter, Move(fight.id(MOVER), to)


def carried_out(order: Order, encounter: Encounter, ruleset: Ruleset) -> tuple[tuple[Part, ...], str]:
    """The parts of the order, or what refuses it."""
    try:
        return resolve(order, Scene(encounter, SeededDice(1)), ruleset), ""
    except Refusal as refusal:
        return (), str(refusal)


def steps(parts: tuple[Part, ...], before: Encounter, mover: str) -> Iterator[tuple[Place | None, object]]:
    """Each place that the mover enters, with what is left or spent then."""
    encounter = before
    for part in parts:
        for effect in part.resolution.effects:
            encounter = effect.on(encounter)
            if isinstance(effect, Placed) and effect.combatant == mover:
                yield effect.place, spent(encounter.combatant(mover))


def spent(mover: Combatant) -> object:
    condition = mover.condition
    if condition.kind == "space_marines.Figure":
        return figure(mover).spent
    return None


@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 2**32))
def test_a_move_goes_as_it_would_without_the_unknown_until_contact(book: str, seed: int) -> None:
    fight, encounter, order = scene_of(book, Random(seed))
    mover = order.actor
    known = known_to(encounter, fight.ruleset, side_of(encounter.combatant(mover)))
    assert [c.name for c in known.combatants if c.name in UNKNOWN] == []
    parts, refused = carried_out(order, encounter, fight.ruleset)
    planned, refused_by_known = carried_out(order, known, fight.ruleset)
    assert refused == refused_by_known
    if refused:
        return
    met = {e.combatant for part in parts for e in part.resolution.effects if isinstance(e, Met)}
    real, wanted = [*steps(parts, encounter, mover)], [*steps(planned, known, mover)]
    if not met - {mover}:
        assert real == wanted
        assert parts[-1].encounter.combatant(mover) == planned[-1].encounter.combatant(mover)
        return
    at = parts[-1].encounter.combatant(mover).place
    if book not in JUMPS:
        assert real == wanted[: len(real)]
    others = {c.place for c in parts[-1].encounter.combatants if c.id != mover}
    [other] = met - {mover}
    assert (at in others) == (book in SHARED)
    # Somebody behind cover may not have seen the mover before.
    by_the_other = (side_of(encounter.combatant(other)),)
    assert parts[-1].encounter.combatant(mover).met in ((), by_the_other if book in FOGGY else ())
    assert parts[-1].encounter.combatant(other).met == (side_of(encounter.combatant(mover)),)


@given(seed=st.integers(0, 2**32))
def test_the_actions_of_a_walk_are_those_of_the_hexes_entered(seed: int) -> None:
    """Phoenix Command takes the actions when it has entered the hexes of an impulse."""
    fight, encounter, order = scene_of("phoenix", Random(seed))
    known = known_to(encounter, fight.ruleset, side_of(encounter.combatant(order.actor)))
    state, plan = encounter, known
    for _ in range(12):
        real, refused = carried_out(order if state is encounter else Next(), state, fight.ruleset)
        wanted, _ = carried_out(order if state is encounter else Next(), plan, fight.ruleset)
        if refused:
            return
        one, other = real[-1].encounter.combatant(order.actor), wanted[-1].encounter.combatant(order.actor)
        if one.place != other.place or not real[-1].encounter.task(order.actor):
            entered = len([*steps(real, state, order.actor)])
            assert soldier(one).left >= soldier(other).left
            assert [p for p, _ in steps(real, state, order.actor)] == [p for p, _ in steps(wanted, plan, order.actor)][
                :entered
            ]
            return
        assert soldier(one).left == soldier(other).left
        state, plan = real[-1].encounter, wanted[-1].encounter
