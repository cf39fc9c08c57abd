"""The concussion of a burst: the fighters near it, their cover, and their Physical Damage (2.11; table 3D).

Grenades use table 3D; rockets and charges the Base Concussion of their page, times table 5B (ruling O42).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import floor
from typing import Literal

from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.copies import altered, replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.scene.scene import Clause
from rules.grid import hexes
from rules.phoenix.basics.arms import CONTACT, Arm, Grenade, Gun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.outcomes import as_hit, nobody
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import EXPLOSIVES, on
from rules.phoenix.blasts.armored import Shelter
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover_words, trace
from rules.phoenix.ground.cover_side import found_from
from rules.phoenix.harm import wounds
from rules.phoenix.harm.hit_records import CONCUSSION, Knock, Projectile
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import NUMBER, SUFFIXED, Number
from rules.words.phrases import counted
from rules.words.places import Place

RADIUS = 6
"""The hexes from the burst within which it does damage."""
_MOST_TOLD = 6
_40MM = ("40mm", "30mm")

Exposure = Literal["In Open", "Partial Cover", "Prone", ""]
"""A row of table 3D; "" for solid cover, behind which there is no damage."""
_WORDS = {"In Open": "in the open", "Partial Cover": "in partial cover", "Prone": "prone"}
_MODIFIERS = {"In Open": "In the Open", "Partial Cover": "Under Partial Cover", "Prone": "Prone"}


@dataclass(frozen=True, slots=True)
class Burst:
    """An explosion. `round` is the type of ammunition, "" for a grenade; `place` is None without a map.

    `distances`: hexes from it by mark key, for marks that the map does not place. `contact`: key of the mark that the
    round itself hit. `rounds`: how many go off there, each with its own harm. `by`: id of the fighter that fired or
    threw it. `aimed`: the place where it should have come down. `target`: id of the fighter that it was aimed at.

    With 3.6 also: `around` and `worn` (by key) are rows of table 5B, for everyone and for some; `projectile` hits the
    mark in contact, as the `victim` that it finds; `shelter` is armor at which it goes off.
    """

    weapon: Arm
    round: str
    place: Place | None
    distances: dict[str, int] = field(default_factory=dict)
    contact: str | None = None
    rounds: int = 1
    around: str = ""
    worn: Mapping[str, str] = field(default_factory=dict)
    projectile: Projectile | None = None
    victim: Soldier | None = None
    shelter: Shelter | None = None
    by: str = ""
    aimed: Place | None = None
    target: str = ""


@dataclass(frozen=True, slots=True)
class Caught:
    """A mark within the blast: `hexes` from it, 0 in its hex; `cover` is the obstruction between them."""

    mark: AimedTarget
    hexes: int
    contact: bool = False
    cover: Place | None = None


def caught(
    burst: Burst, named: Sequence[AimedTarget], encounter: Encounter, radius: int = RADIUS
) -> tuple[tuple[Caught, ...], tuple[str, ...]]:
    """Return everyone within `radius` hexes, nearest first, and the names of spotted fighters at an unknown distance.

    `named` are the targets, whose marks replace the records of the encounter. Riders are where their vehicle is. All
    are behind the cover that stands against the burst.
    """
    marks = {m.key: m for m in named if not m.ground}
    for combatant in encounter.combatants:
        if combatant.present and combatant.id not in marks:
            marks[combatant.id] = AimedTarget(combatant.id, combatant.reference, soldier(combatant), combatant.place)
    within: list[Caught] = []
    unknown: list[str] = []
    for mark in marks.values():
        apart = _apart(burst, mark)
        if apart is None:
            if mark.state.spotted:
                unknown.append(mark.name)
        elif apart <= radius:
            found = _as_burst_finds(mark, burst, encounter)
            within.append(Caught(found, apart, burst.contact == mark.key, _cover(burst, mark, encounter)))
    return tuple(sorted(within, key=lambda one: (not one.contact, one.hexes))), tuple(unknown)


def _as_burst_finds(mark: AimedTarget, burst: Burst, encounter: Encounter) -> AimedTarget:
    """Return a fighter, who may be as the attacker found them, behind the cover that stands against the burst."""
    if not mark.id or mark.stated:
        return mark
    way = trace.way(encounter.combatant(mark.id))
    spot = next((spot for spot in reversed(way) if spot.place == mark.place), way[-1])
    found = soldier(found_from(spot, burst.place, encounter))
    note = cover_words.found(spot, burst.place, encounter)
    return replace(mark, state=altered(mark.state, exposure=found.exposure, cover=found.cover), cover_note=note)


def exposure(victim: Soldier, cover: Place | None = None) -> Exposure:
    """Return the row of table 3D for a fighter's exposure; `cover` is an obstruction between them and the burst."""
    if cover or victim.exposure == "hidden":
        return ""
    if victim.exposure in ("firing", "looking", "dug in"):
        return "Partial Cover"
    return "Prone" if victim.position == "prone" else "In Open"


def points(burst: Burst, at: int | str, row: Exposure, scene: Scene) -> int:
    """Return the Physical Damage at this many hexes ("C": in contact) in this row of table 3D. Records the cells."""
    if not row:
        return 0
    if table := table_of(burst.weapon):
        cells = scene.book.tables.of(SUFFIXED, table)
        return floor(scene.lookup("Blast", cells, row, at, detail=True, section="2.11") or 0)
    base, step = burst.weapon.explosion("BC", at, burst.round, detail=True)
    scene.record(step, "2.11")
    if base is None:
        return 0
    factors = scene.book.tables.of(NUMBER, "5b")
    modifier = scene.lookup("Blast", factors, _MODIFIERS[row], detail=True, section="2.11") or 0
    pd: int = floor(base * modifier + Fraction(1, 2))
    return pd


def table_of(weapon: Arm) -> str:
    """Return the part of table 3D that the weapon uses, "" if its own Base Concussion counts.

    Hand grenades with fragments, that is with a Penetration beyond contact, are Frag Grenades (W21).
    """
    if isinstance(weapon, Gun):
        return "3d_40mm" if weapon.calibre in _40MM else ""
    if "grenade" not in weapon.type.casefold():
        return ""
    pen = weapon.row("PEN")
    return "3d_frag" if pen and len(pen.figures) > 1 else "3d_blast"


def go_off(burst: Burst, named: Sequence[AimedTarget], scene: Scene) -> list[Clause]:
    """Carry out the blast and return what happens to the marks within it, for the outcome line."""
    if table_of(burst.weapon) == "" and burst.weapon.row(_concussion(burst)) is None:
        scene.note("Blast", f"the {burst.weapon.name} has no concussion", section="2.11")
        return [scene.clause("no concussion")]
    within, unknown = caught(burst, named, scene.encounter)
    threaten(burst, within, scene)
    _explain(burst, scene)
    results = list[Clause]()
    for one in within:
        if one.hexes in (4, RADIUS):
            ruling = (
                "the table 3D has no column for this distance, so the next farther one counts: 4 hexes as 5, 6 as 10"
            )
            with scene.against(scene.about, one.mark.id):
                scene.rule("O10", ruling, section="2.11")
        with scene.concerning(one.mark.id or scene.about):
            results += _harm(burst, one, scene)
    return outcome(results, unknown, RADIUS, scene)


def spares(mark: AimedTarget, scene: Scene) -> bool:
    """Return whether the mark is a vehicle, which takes no damage, and record that (ruling O79)."""
    if mark.state.vehicle is None:
        return False
    if mark.state.spotted:
        scene.rule("O79", f"no rule damages a vehicle, so {mark.name} takes none", section=section(scene.encounter))
    return True


def explain_cover(mark: AimedTarget, scene: Scene) -> None:
    """Record why the burst finds a fighter behind their cover or in the open, if its side decides that."""
    if mark.cover_note:
        scene.rule("O75", mark.cover_note, section=section(scene.encounter))


def threaten(burst: Burst, within: Sequence[Caught], scene: Scene) -> None:
    """Note that everyone within an explosion is fired upon, except the fighter whose explosion it is."""
    for one in within:
        if one.mark.id != burst.by:
            scene.threaten(one.mark.id, FIRED_UPON)


def outcome(results: list[Clause], unknown: Sequence[str], radius: int, scene: Scene) -> list[Clause]:
    """Return the results of an explosion for the outcome line, the first ones in full.

    Notes the fighters at an unknown distance.
    """
    if unknown:
        lead = "no effect on fighters at an unknown distance from the burst (place them on the map): "
        scene.list_fighters("Others", lead, unknown, "", section=section(scene.encounter))
    if (more := len(results[_MOST_TOLD:])) and not scene.perception.uncertain(scene.encounter):
        results[_MOST_TOLD:] = [Clause("", f"{counted(more, 'other')} hurt")]
    return results or nobody(f"nobody within {radius} hexes is hurt", scene)


def section(encounter: Encounter) -> str:
    """Return the section of explosions in the rules that are on."""
    return "3.6" if on(encounter, EXPLOSIVES) else "2.11"


def _harm(burst: Burst, one: Caught, scene: Scene) -> list[Clause]:
    """Harm one fighter and return what happens to them; nothing if they are not harmed."""
    if spares(one.mark, scene):
        return []
    row = exposure(one.mark.state, one.cover)
    if not row and not one.mark.state.spotted:
        return []  # the position of an unspotted fighter stays secret
    explain_cover(one.mark, scene)
    each = points(burst, CONTACT if one.contact else one.hexes, row, scene)
    pd = burst.rounds * each
    times = f"{burst.rounds} x {each:,} = " if pd > each else ""
    scene.note(one.mark.name, f"{position_words(one, row)}: {times}{pd:,} PD", section="2.11")
    if not pd:
        return []
    blast_knock = knock(burst, one.mark, CONTACT if one.contact else one.hexes, scene.encounter)
    harm = wounds.take_damage(one.mark.id, pd, CONCUSSION, scene, by=burst.by, knock=blast_knock)
    return [as_hit(scene.clause(f"{one.mark.name}: {harm}"))]


KNOCKS = Hook[Callable[[Number | None, str, Encounter], Knock | None]]()
"""Each returns how a Base Concussion knocks a target in this armor (a row of 5B, "" for no armor)."""


def knock(burst: Burst, mark: AimedTarget, at: int | str, encounter: Encounter) -> Knock | None:
    """Return how its Base Concussion at this many hexes ("C": in contact) knocks a fighter down (5.12), None if it
    cannot.

    The Base Concussion is that of the weapon's page even in the Basic Game, where the damage comes from 3D.
    """
    if burst.weapon.row(_concussion(burst)) is None:
        return None
    base, _ = burst.weapon.explosion("BC", at, burst.round)
    worn = burst.worn.get(mark.key, "")
    return next(filter(None, (rule(base, worn, encounter) for rule in KNOCKS.under(encounter))), None)


def position_words(one: Caught, row: Exposure) -> str:
    """Return a fighter's distance and cover from the burst, in words: "2 hexes away, prone"."""
    where = "in contact" if one.contact else f"{counted(one.hexes, 'hex')} away" if one.hexes else "in its hex"
    behind = f"behind the obstruction at {one.cover}" if one.cover else "behind solid cover"
    return f"{where}, {_WORDS[row] if row else behind}"


def _explain(burst: Burst, scene: Scene) -> None:
    weapon = burst.weapon
    if isinstance(weapon, Gun) and weapon.calibre == _40MM[1]:
        scene.rule("O42", "30mm grenades use the values of 40mm grenades", section="2.11")
    elif isinstance(weapon, Grenade) and table_of(weapon):
        kind = "Frag Grenade" if table_of(weapon) == "3d_frag" else "Blast Grenade"
        scene.rule("W21", f"the {weapon.name} counts as a {kind}", section="2.11")
    elif not table_of(weapon):
        ruling = "rockets and charges use the Base Concussion on their page times the Blast Modifier (5B)"
        scene.rule("O42", ruling, section="2.11")


def _apart(burst: Burst, mark: AimedTarget) -> int | None:
    if burst.contact and burst.contact in (mark.key, mark.state.rides):
        return 0
    for key in (mark.key, mark.state.rides):
        if key in burst.distances:
            return burst.distances[key]
    return hexes.distance(burst.place, mark.place) if burst.place and mark.place else None


def _cover(burst: Burst, mark: AimedTarget, encounter: Encounter) -> Place | None:
    if encounter.battle_map is None or burst.place is None or mark.place is None:
        return None
    return hexes.blocking(burst.place, mark.place, encounter.battle_map.obstructions)


def _concussion(burst: Burst) -> str:
    return f"{burst.round}.burst.BC" if burst.round else "BC"
