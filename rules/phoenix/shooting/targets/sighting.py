"""Whom a shot goes at, and how far: what is aimed at, the range and how it is known (2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.copies import altered
from rules.engine.effects import Ranged
from rules.engine.errors import NotNow, RangeWanted, Refusal
from rules.engine.model import Apart, Combatant, Encounter
from rules.engine.orders import Attack
from rules.engine.scene import Scene
from rules.engine.steps import Term
from rules.grid.hexes import distance
from rules.phoenix.arms import Arm, ExplosiveWeapon, Grenade
from rules.phoenix.shooting.how import How, read_how
from rules.phoenix.soldier import Cover, Exposure, Soldier, soldier
from rules.phoenix.switches import ACCURACY, on
from rules.tables.cells import Number
from rules.words.phrases import counted, listed
from rules.words.places import Place

FARTHEST = 300
"""Hexes: the last range of table 2A (ruling O11)."""
_FARTHEST_SEEN = 4350
"""Hexes: the last range of table 4A."""
HEX = "Target is a Hex"


@dataclass(frozen=True, slots=True)
class Behind:
    """Cover that a projectile of this Penetration meets (3.8); `exposure` is how somebody shows himself over it."""

    cover: Cover
    pen: Number
    exposure: Exposure

    @property
    def blocking(self) -> bool:
        """Whether it stops the projectile."""
        return self.pen <= self.cover.protection

    @property
    def words(self) -> str:
        """For people: "behind Interior Wood Door, PF 0.3 against PEN 17: nonblocking"."""
        kind = "blocking" if self.blocking else "nonblocking, all of him is the target"
        return f"behind {self.cover.name}, PF {self.cover.pf} against PEN {float(self.pen):g}: {kind}"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is aimed at: a combatant by id, somebody described (neither id nor place), or a place (no id).

    `state` is the combatant's with what `how:` says of him; that of a place says nothing. Behind Nonblocking Cover he
    counts as in the open there; `behind` says what he is behind, None if nobody knows.
    """

    id: str
    name: str
    state: Soldier
    place: Place | None = None
    behind: Behind | None = None

    @property
    def key(self) -> str:
        """By what aim at it is kept."""
        return self.id or self.name

    @property
    def ground(self) -> bool:
        """Whether it is a place."""
        return not self.id and self.place is not None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A shot, burst or throw as far as its odds go: who, with what, at whom, from how many hexes away.

    `pattern` is the Shotgun ALM of shot that spreads, None for all else (3.5).
    """

    shooter: Combatant
    weapon: Arm
    at: Mark
    how: How
    said: tuple[Term, ...]
    hexes: int
    burst: bool = False
    pattern: int | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """A range in hexes, in what words it is known, and whether it was measured on the map."""

    hexes: int
    words: str
    measured: bool = False


def mark(order: Attack, encounter: Encounter) -> Mark:
    """The one thing aimed at. Raises Refusal for none, several, oneself, or somebody out of play."""
    if len(order.targets) != 1:
        several = "Only a burst that sweeps a hex goes at several" if order.targets else "Say who is the target"
        raise Refusal(f"{several}; {_in_play(order.actor, encounter)}.")
    [target] = order.targets
    how = read_how(order.how)
    if target.place is not None:
        return Mark("", str(target.place), Soldier(), target.place)
    if target.profile is not None:
        return Mark("", target.profile.name, _as_said(soldier(target.profile), how))
    if target.id == order.actor:
        raise Refusal(f"Nobody can fire at themselves; {_in_play(order.actor, encounter)}.")
    combatant = encounter.combatant(target.id)
    if not combatant.present:
        raise NotNow(f"{combatant.name} is out of play already; {_in_play(order.actor, encounter)}.")
    state = soldier(combatant)
    if on(encounter, ACCURACY) and state.out(encounter.clock):
        state = altered(state, position="prone")  # who is out is down (3.3)
    return Mark(combatant.id, combatant.name, _as_said(state, how), combatant.place)


def marks(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """All that are named, each once, whom it is aimed at first. Raises as `mark` does."""
    if len(order.targets) < 2:
        return (mark(order, encounter),)
    found = (mark(replace(order, targets=(target,)), encounter) for target in order.targets)
    return tuple({m.key: m for m in found}.values())


def reach(order: Attack, mark: Mark, encounter: Encounter) -> Reach:
    """The range: as given, else the map's, else the one last given.

    Raises Refusal for an impossible range, RangeWanted if nobody knows it.
    """
    given, here = order.range, encounter.combatant(order.actor).place
    last, table = (_FARTHEST_SEEN, "4A") if on(encounter, ACCURACY) else (FARTHEST, "2A")
    if given is not None and not 0 <= given <= last:
        raise Refusal(f"A range goes from 0 to {last} hexes (table {table}), not {given}.")
    apart = distance(here, mark.place) if here and mark.place else None
    if given is not None:
        other = f"; on the map it is {apart}" if apart is not None and apart != given else ""
        return Reach(given, f"{counted(given, 'hex')}, as given{other}")
    if apart is not None:
        return Reach(apart, f"{counted(apart, 'hex')}, {here} to {mark.place}", measured=True)
    known = encounter.apart(order.actor, mark.id) if mark.id else None
    if known is None:
        raise RangeWanted(f"How far is {mark.name}? Give range: in hexes of 2 yards, or put both on the map.")
    return Reach(known, f"{counted(known, 'hex')}, as last given")


def keep_range(order: Attack, named: Sequence[Mark], known: Reach, scene: Scene) -> None:
    """Show how the range is known, and keep one that was given by word: for all who are named, side by side."""
    scene.note("Range", known.words, detail=True)
    if named[0].behind:
        scene.note("Cover", named[0].behind.words)
    for mark in named:
        keep_given_range(order, mark.id, scene)


def keep_given_range(order: Attack, target: str, scene: Scene) -> None:
    """Keep a range that was given by word, for orders to come, where the map does not say it."""
    if order.range is None or not target or scene.encounter.apart(order.actor, target) == order.range:
        return
    if scene.combatant(order.actor).place is None or scene.combatant(target).place is None:
        scene.do(Ranged(Apart(order.actor, target, order.range)))


def as_explosive(how: How, mark: Mark, weapon: Arm) -> How:
    """The words with what something that explodes is aimed at (2.11): a place is a hex, and a grenade goes at one."""
    at_hex = isinstance(weapon, Grenade) or (isinstance(weapon, ExplosiveWeapon) and mark.ground)
    return replace(how, size=HEX) if at_hex and not how.size else how


def _as_said(state: Soldier, how: How) -> Soldier:
    return altered(state, exposure=how.exposure) if how.exposure else state


def _in_play(actor: str, encounter: Encounter) -> str:
    names = [c.name for c in encounter.combatants if c.present and c.id != actor and soldier(c).spotted]
    return f"in play: {listed(names, 'and')}" if names else "nobody else is in play"
