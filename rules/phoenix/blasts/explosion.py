"""Explosions: shrapnel and concussion for everyone near (3.6), in the Basic Game concussion alone (2.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor, prod

from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Encounter
from rules.engine.scene.explosions import Exploded
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.arms import CONTACT
from rules.phoenix.basics.outcomes import as_hit
from rules.phoenix.basics.switches import EXPLOSIVES, on
from rules.phoenix.blasts import concussion, shrapnel
from rules.phoenix.blasts.concussion import Burst, Caught, caught, exposure
from rules.phoenix.book import Scene
from rules.phoenix.harm import damage, wounds
from rules.phoenix.harm.hit_records import CONCUSSION, Struck
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import NUMBER, Number
from rules.words.phrases import counted
from rules.words.places import Place

_COLUMNS = (1, 3, 10)
"""The distances from an explosion, in hexes, for which pictures have circles: columns of a weapon's page."""
REACH = 10
"""The hexes of the last column of an explosion on the pages. There is no harm beyond (ruling O37)."""


def go_off(burst: Burst, named: Sequence[AimedTarget], scene: Scene) -> list[Clause]:
    """Carry out the explosion and return what happens to fighters near it, for the outcome line.

    `named` are the targets, whose marks replace the records of the encounter.
    """
    advanced = on(scene.encounter, EXPLOSIVES)
    if place := charted(burst.place, scene.encounter):
        radii = _COLUMNS if advanced else (1, concussion.RADIUS)
        scene.do(Exploded(burst.by, place, radii, burst.aimed if burst.aimed != place else None, burst.target))
    if not advanced:
        return concussion.go_off(burst, named, scene)
    within, unknown = caught(burst, named, scene.encounter, REACH)
    concussion.threaten(burst, within, scene)
    results = list[Clause]()
    for one in within:
        if one.hexes in (4, 6, 7, 8, 9):
            ruling = (
                "the weapon's page has no column for this distance, so the next farther one counts: 4 hexes"
                " as 5, 6 to 9 as 10"
            )
            with scene.against(scene.about, one.mark.id):
                scene.rule("O37", ruling, section="3.6")
        if _reached(burst, one):
            with scene.concerning(one.mark.id or scene.about):
                results += _harm(burst, one, scene)
    if burst.shelter:
        inside, unharmed = ("inside", "outside") if burst.shelter.pierced else ("outside", "within")
        text = f"{inside}, so a fighter who is {unharmed} takes no damage; the GM decides what else happens"
        scene.note("Explosion", text, section="3.6")
    return concussion.outcome(results, unknown, REACH, scene)


def charted(place: Place | None, encounter: Encounter) -> Place | None:
    """Return the place if it is known and on the map."""
    battle_map = encounter.battle_map
    if (
        place is None
        or min(place) < 1
        or (battle_map and (place.column > battle_map.width or place.row > battle_map.height))
    ):
        return None
    return place


def unseen_words(place: Place | None, encounter: Encounter) -> str:
    """Return the explosion in words, for readers that do not perceive whose it is: "An explosion at E5"."""
    at = charted(place, encounter)
    return f"An explosion at {at}" if at else "An explosion"


def modifiers(burst: Burst, mark: AimedTarget, row: concussion.Exposure) -> Iterator[str]:
    """Yield the rows of table 5B that apply to a fighter in this row of 3D. Their factors are multiplied."""
    if not row:
        yield "Behind Solid Cover"
        return
    if burst.around:
        yield burst.around
    if suit := burst.worn.get(mark.key):
        yield "In Power Armor" if suit.endswith("Power Armor") else suit
    if row == "Partial Cover":
        yield "Under Partial Cover"
    if mark.state.position == "prone":
        yield "Prone"


def blast(burst: Burst, at: int | str, rows: Sequence[str], scene: Scene) -> tuple[int, str]:
    """Return the Physical Damage of the concussion at this many hexes ("C": in contact) times these rows of 5B.

    Also returns the calculation in words: "176 x .75 = 132 PD".
    """
    base, step = burst.weapon.explosion("BC", at, burst.round, detail=True)
    scene.record(step, "3.6")
    if not base:
        return 0, "no concussion"
    table = scene.book.tables.of(NUMBER, "5b")
    factors: list[Number] = [scene.lookup("Blast", table, row, detail=True, section="3.6") or 0 for row in rows]
    pd = burst.rounds * floor(base * prod(factors) + Fraction(1, 2))
    times = [f"{burst.rounds}"] * (burst.rounds > 1) + [f"{base:,}", *(f"{float(factor):g}" for factor in factors)]
    return pd, f"{' x '.join(times)} = {pd:,} PD" if len(times) > 1 else f"{pd:,} PD"


def _reached(burst: Burst, one: Caught) -> bool:
    """Return whether no armor is between the explosion and the mark (3.6)."""
    shelter = burst.shelter
    return shelter is None or (one.mark.key in shelter.inside) == shelter.pierced


def _harm(burst: Burst, one: Caught, scene: Scene) -> list[Clause]:
    """Harm one fighter by projectile, shrapnel and concussion, and return what happens to them, if anything does.

    All of it happens at once, with one throw for the knockout (ruling O22).
    """
    mark, at = one.mark, CONTACT if one.contact else one.hexes
    if concussion.spares(mark, scene):
        return []
    if burst.shelter and burst.shelter.pierced:
        # The fighter's cover is outside.
        mark = replace(mark, state=altered(mark.state, exposure="exposed", cover=None))
    row = exposure(mark.state, one.cover)
    if not row and one.cover is None and shrapnel.pierces(burst, mark, at, scene.encounter):
        row = "Partial Cover"  # shrapnel pierces it, so it is not solid cover (3.8)
    if not row and not mark.state.spotted:
        return []  # the position of an unspotted fighter stays secret
    concussion.explain_cover(mark, scene)
    struck: list[Struck] = []
    if one.contact and burst.projectile:
        scene.rule("O51", f"the projectile itself hits {mark.name} and goes off in contact", section="3.6")
        hits = range(1, burst.rounds + 1)
        which = [hit if burst.rounds > 1 else 0 for hit in hits]
        struck += [
            damage.strike(burst.victim or mark.state, burst.projectile, scene, victim_name=mark.name, hit=hit)
            for hit in which
        ]
    number, pieces = shrapnel.strike(burst, mark, at, scene) if row else (0, ())
    pd, calculation = blast(burst, at, tuple(modifiers(burst, mark, row)), scene)
    by = f"{counted(number, 'piece')} of shrapnel, " if number else ""
    scene.note(mark.name, f"{concussion.position_words(one, row)}: {by}concussion {calculation}", section="3.6")
    struck += pieces
    if pd:
        knock = concussion.knock(burst, mark, at, scene.encounter)
        struck.append(Struck(pd, CONCUSSION, knock=knock))
    if not struck:
        return []
    harm = wounds.hurt(mark.id, struck, scene, by=burst.by, unnamed=True)
    return [as_hit(scene.clause(f"{mark.name}: {harm}"))]
