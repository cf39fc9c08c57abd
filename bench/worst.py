"""The worst inputs for the rules alone: in the largest encounters that `bot.game.files.bounds` allows, the longest
orders.

Each input is laid out and carried out once, in a process of its own: what modules remember (distances, lines of sight)
is empty, and the first time counts. Processor time is measured without imports, and without the request, the store and
the answer around the rules.
"""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from bench.report import Line, at_most, progress, slowest
from bench.run import Run
from bot.game.entries import codec
from rules.engine.conduct import conduct
from rules.engine.map.map_orders import Redraw
from rules.engine.records.errors import Refusal
from rules.engine.records.model import BattleMap, Combatant
from rules.engine.records.orders import (
    Act,
    Adjust,
    Attack,
    Burst,
    Chart,
    Fire,
    Move,
    Muster,
    Next,
    Several,
    Start,
    Switch,
    Target,
    Throw,
)
from rules.engine.records.records import Order
from rules.engine.scene.dice import KeyedDice, order_digest
from rules.engine.scene.scene import Part, Scene
from rules.engine.table.muster import MOST_COMBATANTS
from rules.grid import hexes
from rules.phoenix.turn.impulses import MOST_SECONDS
from rules.shelf import shelf
from rules.words.maps import MOST_SIDE
from rules.words.places import Place

_SEED = b"\0" * 32
_HALF = MOST_COMBATANTS // 2
_ALL = range(1, MOST_SIDE + 1)
OPEN = frozenset[Place]()
PILLARS = frozenset(Place(column, row) for column in _ALL[4:36:3] for row in _ALL[1::2])
"""Walls amid which many lines of sight are neither short nor blocked at once."""
MAZE = frozenset(
    Place(column, row) for n, column in enumerate(_ALL[2:38:4]) for row in (_ALL[:-1] if n % 2 else _ALL[1:])
)
"""Walls with a gap at the top and at the bottom by turns: the longest ways."""
_AT = Place(20, 20)


def _column(column: int) -> tuple[Place, ...]:
    return tuple(Place(column, row) for row in _ALL[4 : 4 + _HALF])


_LEFT, _RIGHT, _NEAR, _MIDDLE = _column(2), _column(MOST_SIDE - 1), _column(16), _column(24)
_CROWD = tuple(Place(column, row) for column in _ALL[16:24] for row in _ALL[16:24])[:MOST_COMBATANTS]
_BLOCK = tuple(Place(column, row) for column in _ALL[23:29] for row in _ALL[17:22])
_SOLDIER = "CA 8, SAL 12, KV 30, ISF 21, AKM 47, RPG 7V, 4 M 67, exposed"
_ENTRANT = "STR 10, INT 10, WIL 8, HLT 10, AGI 8, skill 3, AKM 47, exposed"
_MARINE = "Marine, rifle, smart gun, grenade"
SHEETS = {
    "aliens": ("rifleman", "alien"),
    **dict.fromkeys(("phoenix-basic", "phoenix-advanced", "phoenix-optional"), (_SOLDIER, _SOLDIER)),
    "phoenix-tournament": (_ENTRANT, _ENTRANT),
    "space-marines": (_MARINE, "Bug Warrior"),
    "space-marines-outdoors": (_MARINE, "Bot Warrior, rifle"),
    "savage": ("Shooting d8, Wild Card, Assault Rifle, 2 grenades, AP supply", "Shooting d6, Pistol"),
}
"""The sheet lines of the two sides, by preset."""
_SHOWN = 15
"""How many of the slowest inputs the table has."""
_FEW = (
    "phoenix-optional: Next for 10 s, 60 walk towards each other",
    "phoenix-optional: Next for 10 s, 60 walk amid walls",
    "phoenix-optional: looking for one of 30 enemies",
    "phoenix-advanced: odds of a shot and of bursts",
    "space-marines: a move over the map in a maze",
    "aliens: 30 newcomers",
    "phoenix-optional: 30 newcomers",
)
_INPUTS = (), _FEW, ("aliens: 30 newcomers",)
"""The inputs of a run; none are all of them."""
BAD_GUYS = ("Bug Warrior", "Bug Shooter", "Bot Warrior, rifle", "Bot Scout")


@dataclass(frozen=True, slots=True)
class Work:
    """The measured work. Work `elsewhere`, in another process or a thread, does not hold the event loop."""

    do: Callable[[], Any]
    elsewhere: bool = False


Inputs = Iterator[tuple[str, Callable[[], Work]]]
"""The name of each input, and a function that lays it out."""


class Fight:
    """An encounter on the largest map; the fighters are c1, c2 and so on, those on the left first."""

    def __init__(
        self,
        preset: str,
        left: Sequence[Place] = _LEFT,
        right: Sequence[Place] = _RIGHT,
        walls: frozenset[Place] = OPEN,
        sheets: tuple[str, str] | None = None,
    ) -> None:
        self.book = next(book for book in shelf().values() if preset in book.presets)
        self.encounter = conduct.UNOPENED
        self._orders = 0
        self.do(Start("worst", "Worst", self.book.id, preset, "gm", "0" * 64))
        self.do(Chart(BattleMap(MOST_SIDE, MOST_SIDE, walls)))
        for side, sheet, places in zip(("Red", "Blue"), sheets or SHEETS[preset], (left, right), strict=True):
            if places:
                self.do(self.joining(sheet, side, places))

    @property
    def fighters(self) -> tuple[Combatant, ...]:
        return self.encounter.combatants

    def joining(self, sheet: str, side: str, places: Sequence[Place]) -> Muster:
        """Return the order by which fighters join."""
        return Muster(self.book.profile(sheet, {}), side, side, None, len(places), tuple(places))

    def do(self, *orders: Order) -> tuple[Part, ...]:
        """Carry orders out; return the parts of the last one."""
        parts: tuple[Part, ...] = ()
        for order in orders:
            self._orders += 1
            dice = KeyedDice(_SEED, "worst", self._orders, order_digest(codec.canonical(order)))
            parts = conduct.resolve(order, Scene(self.encounter, dice), self.book)
            self.encounter = parts[-1].encounter
        return parts

    def then(self, order: Order) -> Work:
        """Return the work of carrying an order out."""
        return Work(partial(self.do, order), self.book.long(order, self.encounter))

    def trying(self, order: Order) -> Work:
        """Return the work of an order that is refused."""

        def refused() -> None:
            with suppress(Refusal):
                self.do(order)

        return Work(refused, self.book.long(order, self.encounter))

    def replaying(self, order: Order) -> Work:
        """Return the work of replaying an order."""
        before, recorded = self.encounter, [part.resolution for part in self.do(order)]
        return Work(lambda: conduct.replay(order, before, recorded, self.book), elsewhere=True)

    def chances(self, order: Attack) -> Work:
        """Return the work of the exact odds."""
        return Work(partial(self.book.odds, order, self.encounter), self.book.long(order, self.encounter))


def inputs() -> Inputs:
    """Yield the inputs of every preset."""
    for preset in SHEETS:
        kinds = [_of_every_book(preset)]
        if preset.startswith("phoenix"):
            kinds += [_phoenix(preset), _explosions(preset), _optional(preset)]
        if preset.startswith("space-marines"):
            kinds += [_marines(preset)]
        for what, lay_out in chain(*kinds):
            yield f"{preset}: {what}", lay_out


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure everything, and yield the slowest."""
    progress("the worst inputs for the rules alone")
    held, elsewhere = list[tuple[str, float]](), list[tuple[str, float]]()
    for what, seconds, another in rows(run.of(_INPUTS)):
        (elsewhere if another else held).append((what, seconds))
    for line in slowest("worst input, rules alone", held, _SHOWN, at_most(50)):
        yield line
    for line in slowest("the same, not in the event loop", elsewhere, _SHOWN // 3):
        yield line


def rows(only: Collection[str] = ()) -> Iterator[tuple[str, float, bool]]:
    """Yield each input, or only some, with the seconds of processor time that it takes the first time, and whether the
    bot does it elsewhere than in its event loop."""
    shelf()
    context = multiprocessing.get_context("fork")
    for what in only or [what for what, _ in inputs()]:
        with context.Pool(1) as alone:
            yield what, *alone.apply(_measured, (what,))


def _measured(what: str) -> tuple[float, bool]:
    work = dict(inputs())[what]()
    # As in the bot once it has started: what is loaded is not looked through again.
    gc.collect()
    gc.freeze()
    began = time.process_time()
    work.do()
    return time.process_time() - began, work.elsewhere


def _of_every_book(preset: str) -> Inputs:
    def asking(question: Callable[[Fight], object]) -> Work:
        return Work(partial(question, Fight(preset, right=_MIDDLE, walls=PILLARS)))

    shot = Fire("c1", (Target(f"c{_HALF + 1}"),))
    yield "the board, and who has to act", lambda: asking(_board)
    yield "a Status Sheet", lambda: asking(lambda one: one.book.summary(one.fighters[0], one.encounter))
    yield "what can be chosen for a shot", lambda: asking(lambda one: one.book.choices(shot, one.encounter))
    yield "the list of actions", lambda: asking(lambda one: one.book.acts(one.encounter, "c1"))
    yield "Next", lambda: Fight(preset).then(Next())
    yield "Next, amid walls", lambda: Fight(preset, walls=PILLARS).then(Next())
    yield "Next, replayed", lambda: Fight(preset).replaying(Next())
    yield "a map full of walls", lambda: Fight(preset).then(Redraw(walls=MAZE | PILLARS, doors=MAZE | PILLARS))
    yield "30 newcomers", lambda: (one := Fight(preset, right=())).then(one.joining(SHEETS[preset][0], "Blue", _RIGHT))


def _board(one: Fight) -> object:
    return [one.book.summary(fighter, one.encounter).short for fighter in one.fighters], one.book.awaited(one.encounter)


def _phoenix(preset: str) -> Inputs:
    if preset != "phoenix-tournament":
        yield "odds of a shot and of bursts", lambda: _odds(preset, "M16", 5)
        yield "odds at an unknown range", lambda: _odds(preset, "M16", None)
        yield "odds of a shotgun, pellets grouped", lambda: _odds(preset, "SPAS 12 Shot", 5)
    yield "Next for ten years", lambda: Fight(preset).then(Next(MOST_SECONDS))
    yield from _walkers(preset, "towards each other", OPEN)
    yield from _walkers(preset, "amid walls", PILLARS)


def _walkers(preset: str, way: str, walls: frozenset[Place]) -> Inputs:
    def facing() -> Fight:
        return _facing(preset, walls=walls)

    walks = [_walk(n, across=not walls) for n in range(MOST_COMBATANTS)]
    # A move for which people give a cost of 0 is all in one impulse.
    at_once = Several(tuple(replace(walk, cost=0) for walk in walks))
    yield f"60 walk {way}, at once", lambda: facing().then(at_once)
    yield f"Next, 60 have walked {way}, at once", lambda: _after(facing(), at_once).then(Next())
    yield f"Next, 60 walk {way}", lambda: _after(facing(), *walks).then(Next())
    yield f"Next for 10 s, 60 walk {way}", lambda: _after(facing(), *walks).then(Next(10))
    yield f"Next for 10 s, 60 walk {way}, replayed", lambda: _after(facing(), *walks).replaying(Next(10))


def _walk(n: int, *, across: bool) -> Move:
    """Return a fighter's move over the whole map: to the other side of it, or along their column."""
    row, (here, there) = n % _HALF, (_LEFT, _RIGHT) if n < _HALF else (_RIGHT, _LEFT)
    end = MOST_SIDE - row // 4 if row < _HALF // 2 else 1 + row // 4
    return Move(f"c{n + 1}", there[row] if across else Place(here[row].column, end))


def _after(fight: Fight, *orders: Order) -> Fight:
    fight.do(*orders)
    return fight


def _odds(preset: str, weapon: str, apart: int | None) -> Work:
    sheets = f"skill 8, STR 16, AGI 10, INT 10, {weapon}, exposed", "skill 4, armor 10, AKM 47, exposed"
    fight = Fight(preset, _LEFT[:1], _RIGHT[:1], sheets=sheets)
    if preset != "phoenix-basic":
        fight.do(Switch("pellets", "grouped"))
    fight.do(Adjust("c1", "off the map"))
    if preset == "phoenix-optional":
        fight.do(Adjust("c1", "has spotted Blue"))
    return fight.chances(Fire("c1", (Target("c2"),), range=apart))


def _facing(
    preset: str, left: Sequence[Place] = _LEFT, right: Sequence[Place] = _RIGHT, walls: frozenset[Place] = OPEN
) -> Fight:
    """Return a fight of two sides that face each other, with a Course of Action each."""
    fight = Fight(preset, left, right, walls)
    if preset == "phoenix-tournament":
        fight.do(Switch("spotting", "on"))
    thinks = ", plan 20" if preset == "phoenix-optional" else ""
    for n, one in enumerate(fight.fighters):
        fight.do(Adjust(one.id, f"facing {90 if n < len(left) else 270}{thinks}"))
    return fight


def _shooting(preset: str, verb: type[Fire] | type[Burst], people: int = MOST_COMBATANTS) -> Fight:
    """Return a fight in which so many have fired at the one opposite."""
    fight = _facing(preset, _NEAR, _MIDDLE)
    across = (f"c{(n + _HALF) % MOST_COMBATANTS + 1}" for n in range(people))
    return _after(fight, *(verb(f"c{n}", (Target(id),), 1) for n, id in enumerate(across, 1)))


def _explosions(preset: str) -> Inputs:
    if preset == "phoenix-tournament":
        return
    crowd = partial(_facing, preset, _CROWD[:_HALF], _CROWD[_HALF:])
    rocket = Fire("c1", (Target(place=_CROWD[-1]),), 4, "RPG 7V")
    grenades = [
        Throw(f"c{n}", (Target(place=Place(at.column + 3, at.row)),), 2, "M 67")
        for n, at in enumerate(_CROWD[:_HALF], 1)
    ]
    if preset != "phoenix-basic":
        arc = Burst("c15", tuple(Target(f"c{n + 1}") for n in range(_HALF, MOST_COMBATANTS)), 4, how="arc 10")
        yield "a burst over an arc with 30 targets", lambda: _block(preset).then(arc)
        yield "Next after a burst over an arc with 30 targets", lambda: _after(_block(preset), arc).then(Next())
    yield "a rocket amid 60", lambda: crowd().then(rocket)
    yield "Next after a rocket amid 60", lambda: _after(crowd(), rocket).then(Next())
    yield "Next for 10 s after a grenade amid 60", lambda: _after(crowd(), grenades[0]).then(Next(10))
    yield "Next for 10 s after 30 grenades amid 60", lambda: _after(crowd(), *grenades).then(Next(10))


def _block(preset: str) -> Fight:
    """Return a fight in which c15 has spotted 30 enemies close together."""
    fight = _facing(preset, _column(12), _BLOCK)
    if preset == "phoenix-optional":
        fight.do(*(Adjust("c15", f"has spotted {one.name}") for one in fight.fighters[_HALF:]))
    return fight


def _optional(preset: str) -> Inputs:
    if preset != "phoenix-optional":
        return

    def facing() -> Fight:
        return _facing(preset, walls=PILLARS)

    step = Move(f"c{MOST_COMBATANTS}", _AT, 0)
    yield "Next after 30 shots", lambda: _shooting(preset, Fire, _HALF).then(Next())
    yield "Next after 60 shots", lambda: _shooting(preset, Fire).then(Next())
    yield "Next after 60 bursts", lambda: _shooting(preset, Burst).then(Next())
    yield "Next after 60 bursts, replayed", lambda: _shooting(preset, Burst).replaying(Next())
    yield "turning to 30 enemies", lambda: _after(facing(), Act("c1", "turn to west")).then(Act("c1", "turn to east"))
    yield "looking for one of 30 enemies", lambda: facing().then(Act("c1", "spot Blue 1"))
    yield "listening", lambda: facing().then(Act("c1", "listen for dog bark, 6 hexes"))
    yield "a step into 30 fields of cover fire", lambda: _covered(preset).then(step)
    yield "Next after a step into 30 fields of cover fire", lambda: _after(_covered(preset), step).then(Next())


def _covered(preset: str) -> Fight:
    fight = _facing(preset, _NEAR, (*_MIDDLE[1:], Place(20, 17)))
    for one in fight.fighters[:_HALF]:
        assert one.place is not None
        turn = Adjust(one.id, f"facing {hexes.bearing(one.place, _AT)}")
        fight.do(turn, Burst(one.id, (Target(place=_AT),), 1, how="cover fire"))
    return fight


def _marines(preset: str) -> Inputs:
    for where, walls in (("on open ground", OPEN), ("amid walls", PILLARS), ("in a maze", MAZE)):
        for sheet in BAD_GUYS:
            for horde in (30, 50):
                yield f"a phase of {horde} of {sheet} {where}", partial(_horde, preset, sheet, walls, horde)
        yield from _moves(preset, where, walls)
    yield "odds", lambda: _attack_odds(preset)
    yield "a phase of 30 into 30 fields of cover fire", lambda: _covering(preset)


def _moves(preset: str, where: str, walls: frozenset[Place]) -> Inputs:
    def fight(sheet: str = _MARINE) -> Fight:
        return Fight(preset, walls=walls, right=(), sheets=(sheet, ""))

    move = Move("c1", Place(MOST_SIDE, MOST_SIDE))
    yield f"a move over the map {where}", lambda: fight().then(replace(move, cost=0))
    yield f"a flight over the map {where}", lambda: fight("Bot Scout, good").then(replace(move, cost=0, how="fly"))
    yield f"a move too far {where}", lambda: fight().trying(move)


def _horde(preset: str, sheet: str, walls: frozenset[Place], horde: int) -> Work:
    """Return a phase in which the bot runs so many Bad Guys, on the other side of the map."""
    free = [Place(column, row) for column in _ALL for row in _ALL if Place(column, row) not in walls]
    return Fight(preset, free[: MOST_COMBATANTS - horde], free[-horde:], walls, (_MARINE, sheet)).then(Next())


def _attack_odds(preset: str) -> Work:
    return Fight(preset, _NEAR, _MIDDLE).chances(Fire("c15", (Target(f"c{15 + _HALF}"),)))


def _covering(preset: str) -> Work:
    fight = Fight(preset, _NEAR, _column(27))
    fight.do(Switch("cover areas", "anywhere"))
    for n, at in enumerate(_column(21), 1):
        fight.do(Fire(f"c{n}", (Target(place=at),), 1, how="cover fire"))
    return fight.then(Next())
