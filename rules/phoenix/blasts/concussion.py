"""What a burst does to everybody near it: how far they are from it, how they are covered, Physical Damage (2.11; 3D).

Grenades use table 3D; rockets and charges the Base Concussion of their page, times table 5B (ruling O42).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Literal

from rules.engine.model import Encounter
from rules.grid import hexes
from rules.phoenix.arms import CONTACT, Arm, Grenade, Gun
from rules.phoenix.blasts.armored import Shelter
from rules.phoenix.book import Scene
from rules.phoenix.harm import wounds
from rules.phoenix.harm.struck import CONCUSSION, Knock, Projectile
from rules.phoenix.optional.injury import knock_down
from rules.phoenix.shooting.targets.sighting import Mark
from rules.phoenix.soldier import Soldier, soldier
from rules.tables.cells import NUMBER, SUFFIXED
from rules.words.phrases import counted, listed
from rules.words.places import Place

RADIUS = 6
"""Hexes from the burst within which people are hurt."""
_MOST_TOLD = 6
_40MM = ("40mm", "30mm")

Exposure = Literal["In Open", "Partial Cover", "Prone", ""]
"""A row of table 3D; "" behind solid cover, where there is no damage."""
_WORDS = {"In Open": "in the open", "Partial Cover": "in partial cover", "Prone": "prone"}
_MODIFIERS = {"In Open": "In the Open", "Partial Cover": "Under Partial Cover", "Prone": "Prone"}


@dataclass(frozen=True, slots=True)
class Burst:
    """Something goes off. `round`: its type, "" for a grenade; `place` where that is known.

    `known`: how many hexes from it somebody is, by id, where no map says so; `contact`: whom the round itself hit;
    `rounds`: how many go off there, each of which does its harm.

    With 3.6 also: `around`, `worn` (by id) are rows of table 5B, for everybody and for some; `projectile` is what hits
    whom it is in contact with; `shelter` is armor at which it goes off. `by`: who fired or threw it (an id).
    """

    weapon: Arm
    round: str
    place: Place | None
    known: dict[str, int] = field(default_factory=dict)
    contact: str | None = None
    rounds: int = 1
    around: str = ""
    worn: Mapping[str, str] = field(default_factory=dict)
    projectile: Projectile | None = None
    shelter: Shelter | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Caught:
    """Somebody within the blast: `hexes` from it, 0 in its hex; `cover` is the obstruction that keeps it from him."""

    mark: Mark
    hexes: int
    contact: bool = False
    cover: Place | None = None


def caught(
    burst: Burst, named: Sequence[Mark], encounter: Encounter, radius: int = RADIUS
) -> tuple[tuple[Caught, ...], tuple[str, ...]]:
    """Everybody within so many hexes, the nearest first; and the names of those whose range nobody knows, if they have
    been spotted. `named` are the targets, of whom more may be known than stands on record.
    """
    marks = {m.key: m for m in named if not m.ground}
    for combatant in encounter.combatants:
        if combatant.present and combatant.id not in marks:
            marks[combatant.id] = Mark(combatant.id, combatant.name, soldier(combatant), combatant.place)
    found: list[Caught] = []
    unknown: list[str] = []
    for mark in marks.values():
        apart = _apart(burst, mark)
        if apart is None:
            if mark.state.spotted:
                unknown.append(mark.name)
        elif apart <= radius:
            found.append(Caught(mark, apart, burst.contact == mark.key, _cover(burst, mark, encounter)))
    return tuple(sorted(found, key=lambda one: (not one.contact, one.hexes))), tuple(unknown)


def exposure(victim: Soldier, cover: Place | None = None) -> Exposure:
    """The row of table 3D for somebody who shows himself so; the burst is behind `cover`, if there is one."""
    if cover or victim.exposure == "hidden":
        return ""
    if victim.exposure in ("firing", "looking", "dug in"):
        return "Partial Cover"
    return "Prone" if victim.position == "prone" else "In Open"


def points(burst: Burst, at: int | str, shown: Exposure, scene: Scene) -> int:
    """Physical Damage at so many hexes ("C": in contact) for somebody who shows himself so; the cells are recorded."""
    if not shown:
        return 0
    if table := table_of(burst.weapon):
        return floor(scene.lookup("Blast", scene.book.tables.of(SUFFIXED, table), shown, at, detail=True) or 0)
    base, step = burst.weapon.explosion("BC", at, burst.round, detail=True)
    scene.record(step)
    if base is None:
        return 0
    modifier = scene.lookup("Blast", scene.book.tables.of(NUMBER, "5b"), _MODIFIERS[shown], detail=True) or 0
    done: int = floor(base * modifier + Fraction(1, 2))
    return done


def table_of(weapon: Arm) -> str:
    """Which part of table 3D it uses, "" where its own Base Concussion counts.

    Hand grenades with fragments, that is with a Penetration beyond contact, are Frag Grenades (W21).
    """
    if isinstance(weapon, Gun):
        return "3d_40mm" if weapon.calibre in _40MM else ""
    if "grenade" not in weapon.type.casefold():
        return ""
    pen = weapon.row("PEN")
    return "3d_frag" if pen and len(pen.figures) > 1 else "3d_blast"


def go_off(burst: Burst, named: Sequence[Mark], scene: Scene) -> str:
    """Everybody within the blast suffers; returns what becomes of them, for the outcome line."""
    if table_of(burst.weapon) == "" and burst.weapon.row(_concussion(burst)) is None:
        scene.note("Blast", f"the {burst.weapon.name} has no concussion")
        return "no concussion"
    within, unknown = caught(burst, named, scene.encounter)
    _explain(burst, within, scene)
    return told([text for one in within if (text := _suffer(burst, one, scene))], unknown, RADIUS, scene)


def told(suffered: list[str], unknown: Sequence[str], radius: int, scene: Scene) -> str:
    """What becomes of everybody, for the outcome line, as far as there is room; says of whom nobody knows."""
    if unknown:
        names = listed(unknown, "and")
        scene.note("Others", f"nothing for {names}: nobody knows how far from the burst (place them on the map)")
    if more := len(suffered[_MOST_TOLD:]):
        suffered[_MOST_TOLD:] = [f"{more} more {'is' if more == 1 else 'are'} hurt"]
    return "; ".join(suffered) or f"nobody within {radius} hexes is hurt"


def _suffer(burst: Burst, one: Caught, scene: Scene) -> str:
    """What it does to one; "" if nothing."""
    shown = exposure(one.mark.state, one.cover)
    if not shown and not one.mark.state.spotted:
        return ""  # nobody learns that he is there
    each = points(burst, CONTACT if one.contact else one.hexes, shown, scene)
    done = burst.rounds * each
    times = f"{burst.rounds} x {each:,} = " if done > each else ""
    scene.note(one.mark.name, f"{lying(one, shown)}: {times}{done:,} PD")
    if not done:
        return ""
    knocked = knock(burst, one.mark, CONTACT if one.contact else one.hexes, scene.encounter)
    return f"{one.mark.name}: {wounds.suffer(one.mark.id, done, CONCUSSION, scene, by=burst.by, knock=knocked)}"


def knock(burst: Burst, mark: Mark, at: int | str, encounter: Encounter) -> Knock | None:
    """How its Base Concussion at so many hexes ("C": in contact) knocks him (5.12); that of its page, in the Basic Game
    too, where 3D has what it does to him."""
    if burst.weapon.row(_concussion(burst)) is None:
        return None
    base, _ = burst.weapon.explosion("BC", at, burst.round)
    return knock_down.blast(base, burst.worn.get(mark.key, ""), encounter)


def lying(one: Caught, shown: Exposure) -> str:
    """How he is to the burst: "2 hexes away, prone"."""
    where = "in contact" if one.contact else f"{counted(one.hexes, 'hex')} away" if one.hexes else "in its hex"
    behind = f"behind the obstruction at {one.cover}" if one.cover else "behind solid cover"
    return f"{where}, {_WORDS[shown] if shown else behind}"


def _explain(burst: Burst, within: Sequence[Caught], scene: Scene) -> None:
    weapon = burst.weapon
    if isinstance(weapon, Gun) and weapon.calibre == _40MM[1]:
        scene.rule("O42", "30mm grenades use the figures of 40mm grenades")
    elif isinstance(weapon, Grenade) and table_of(weapon):
        kind = "Frag Grenade" if table_of(weapon) == "3d_frag" else "Blast Grenade"
        scene.rule("W21", f"the {weapon.name} counts as a {kind}")
    elif not table_of(weapon):
        scene.rule("O42", "rockets and charges: the Base Concussion of their page times the Blast Modifier (5B)")
    if any(one.hexes in (4, RADIUS) for one in within):
        scene.rule("O10", "between the columns of 3D the next one out: 4 hexes as 5, 6 as 10")


def _apart(burst: Burst, mark: Mark) -> int | None:
    if mark.key == burst.contact:
        return 0
    if mark.key in burst.known:
        return burst.known[mark.key]
    return hexes.distance(burst.place, mark.place) if burst.place and mark.place else None


def _cover(burst: Burst, mark: Mark, encounter: Encounter) -> Place | None:
    if encounter.board is None or burst.place is None or mark.place is None:
        return None
    return hexes.blocking(burst.place, mark.place, encounter.board.obstructions)


def _concussion(burst: Burst) -> str:
    return f"{burst.round}.burst.BC" if burst.round else "BC"
