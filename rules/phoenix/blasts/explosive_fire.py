"""Resolves an explosive shot or throw: the throw to hit, the site, and the explosion (2.11, 3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Term
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.arms import CONTACT, ExplosiveWeapon, Grenade
from rules.phoenix.basics.outcomes import capitalized, punctuated
from rules.phoenix.basics.switches import ACCURACY, EXPLOSIVES, on
from rules.phoenix.blasts import armored, explosion, fuses, launcher_bursts
from rules.phoenix.blasts.concussion import Burst, section
from rules.phoenix.blasts.drift import drift
from rules.phoenix.blasts.scatter import scatter
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.blasts.site import Site, within
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.harm.hit_records import Projectile
from rules.phoenix.shooting.aim.accuracy import HIT, Thrown, accuracy_section, chance_words, needed
from rules.phoenix.shooting.aim.level import column
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import arcs, bursts
from rules.phoenix.shooting.firing.hit_effects import meeting
from rules.phoenix.shooting.firing.near_misses import missed
from rules.phoenix.shooting.firing.shot import area_of
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, keep_range
from rules.tables.cells import INT, Word
from rules.words.places import Place


def resolve(shot: Shot, terms: Sequence[Term], aim: int, scene: Scene) -> None:
    """Throw for the shot with these terms of its Shot Accuracy, after so many actions of aim, and carry out the
    explosion where it comes down.

    With a fuse the explosion is planned instead.
    """
    actor = shot.shooter.id
    keep_range(shot.order, (shot.at,), shot.reach, scene)
    by = "3.4" if shot.follows else accuracy_section(scene.encounter)
    accuracy = scene.sum("Accuracy", *terms, section=by)
    chance = needed(accuracy, shot.attempt, scene)
    if shot.automatic:
        bursts.tell_short(shot.automatic, shot.fired, scene)
    area = area_of(shot.at, shot.arm.weapon, shot.how, scene.encounter)
    kit.let_go(actor, shot.arm, shot.fired, scene, burst=shot.automatic is not None, at=area)
    if shot.arc:
        scene.record(shot.arc.least, "3.4")
        arcs.keep(burst := shot.as_burst, burst.attempt, accuracy, (), aim, scene)
    throw, site = _lands(shot, accuracy, chance, scene)
    hit = throw.hit
    if shot.arc:
        touching, others = launcher_bursts.come_down(shot, hit, scene)
        hit = hit and bool(touching if shot.direct else others)
    else:
        rounds = _together(shot, scene)
        touching, others = (rounds, 0) if hit and shot.direct else (0, rounds)
    where = f"{site.words}{_where(site.place, scene.encounter)}" if site.words else ""
    if where:
        scene.note("Burst", where, section=section(scene.encounter))
    verdict = "HIT" if hit else f"MISS, {where or 'but in the target hex'}"
    if phases := fuses.length(shot.arm.weapon, shot.how, scene.encounter):
        later = fuses.light(shot, _burst(shot, False, site, 1, scene.encounter), phases, scene)
        results = [scene.clause(later)]
    elif touching or others:
        results = _explode(shot, site, touching, True, scene) if touching else []
        results += _explode(shot, site, others, hit and not shot.direct, scene) if others else []
    else:
        results = [scene.clause("no round lands there")]
    results += missed(shot.attempt, _fired_at(shot, scene), accuracy, throw, scene)
    kit.tell_left(actor, scene, shot.arm.slot)
    clauses = [scene.clause(f"{verdict}. " if results else f"{verdict}."), *punctuated(capitalized(results))]
    unseen = explosion.unseen_words(site.place, scene.encounter)
    came_to = "hit" if hit else "miss"
    deed, *outcome = scene.outcome(shot.doing, clauses, unseen)
    scene.conclude((replace(deed, verdict=came_to), *outcome), came_to)


def _explode(shot: Shot, site: Site, rounds: int, hit: bool, scene: Scene) -> list[Clause]:
    """Carry out the explosion of this many rounds, which hit their target or come down beside it."""
    burst = _pierced(shot, hit, _burst(shot, hit, site, rounds, scene.encounter), scene)
    return explosion.go_off(burst, (cover.with_cover_unmet(shot.at), *shot.others), scene)


def _fired_at(shot: Shot, scene: Scene) -> Sequence[AimedTarget]:
    """Return the targets that a miss passes closely.

    These are everybody in a burst's arc, the fighter that a launcher is aimed at, or everybody in the target's hex.
    """
    if shot.arc:
        return arcs.in_arc(shot.as_burst, scene.encounter, scene.book)
    return (shot.at,) if shot.direct else bursts.in_the_hex((shot.at,), shot.shooter, scene.encounter)


def _lands(shot: Shot, accuracy: int, chance: int | Word, scene: Scene) -> tuple[Thrown, Site]:
    """Throw, and return the throw to hit and the site."""
    by = section(scene.encounter)
    if chance == HIT:
        scene.note("Hit", "certain hit, no roll", section=by, brief="certain hit", outward=True)
        return Thrown(True), shot.line.target
    what = "throw" if isinstance(shot.arm.weapon, Grenade) else "shot"
    why = f"{shot.shooter.reference}'s {what} at {shot.at.name}"
    roll = scene.throw("Hit", why, 0, 99, chance_words(chance), section=by)
    if isinstance(chance, Word):
        scene.rule("O26", "no chance to hit, but a roll decides where it lands", section=by)
    elif roll <= chance:
        return Thrown(True, roll), shot.line.target
    throw = Thrown(False, roll)
    if on(scene.encounter, EXPLOSIVES):
        return throw, drift(accuracy, roll, shot.line, shot.most, scene, column(shot.attempt, scene.encounter))
    if on(scene.encounter, ACCURACY):
        # A cell of 2A is that of 4G at the sum of the Shot Accuracy and the range's modifier.
        table = scene.book.tables.of(INT, "4a")
        accuracy -= scene.lookup("Scatter", table, shot.reach.hexes, detail=True, section="3.1") or 0
    site = shot.line.straight(scatter(accuracy, roll, shot.reach.hexes, scene))
    return throw, within(site, shot.line, shot.most, scene, by)


def _together(shot: Shot, scene: Scene) -> int:
    """Return how many rounds come down where the first one does: in a burst, the rounds that hit by 2B (ruling O44)."""
    fired = shot.fired
    if shot.automatic is None:
        return 1
    number = bursts.hits(shot.automatic, fired, shot.reach.hexes, scene)
    if number < fired:
        together = f"{number} of {fired} {'goes' if number == 1 else 'go'} off there"
        scene.note("Rounds", f"{together}, the rest cause no harm", section="2.5")
    return number


def _burst(shot: Shot, hit: bool, site: Site, rounds: int, encounter: Encounter) -> Burst:
    """Return the explosion at its site, with the distances that the shot gives for marks that the map does not
    place.
    """
    distances: dict[str, int] = {}
    if not shot.at.ground and not (site.place and shot.at.place):
        distances[shot.at.key] = site.apart
    if not (site.place and shot.shooter.place):
        distances[shot.shooter.id] = site.range
    if not site.apart and shot.at.id:
        for other in encounter.combatants:
            apart = encounter.apart(shot.at.id, other.id)
            if apart is not None and other.id not in distances and not (site.place and other.place):
                distances[other.id] = apart
    contact = shot.at.key if hit and shot.direct else None
    worn = dict.fromkeys((mark.key for mark in (shot.at, *shot.others)), shot.how.suit) if shot.how.suit else {}
    return Burst(
        shot.arm.weapon,
        shot.round,
        site.place,
        distances,
        contact,
        rounds,
        shot.how.around,
        worn,
        by=shot.shooter.id,
        aimed=shot.at.place,
        target=shot.at.id,
    )


def _pierced(shot: Shot, hit: bool, burst: Burst, scene: Scene) -> Burst:
    """Return the explosion with the projectile that hits a fighter (O51), or with the armor that it hits (3.6)."""
    if not on(scene.encounter, EXPLOSIVES):
        return burst
    protection = armored.protection(shot.at, shot.how)
    if not (protection or (hit and shot.direct)):
        return burst
    projectile = _projectile(shot, scene)
    if not protection:
        return replace(burst, projectile=meeting(projectile, shot.at), victim=cover.with_cover_unmet(shot.at).state)
    pierced = hit and armored.pierced(projectile.pen, protection, shot.arm.weapon.name, scene)
    inside = armored.inside(shot.at, shot.others, scene.encounter)
    distances = burst.distances | dict.fromkeys(inside, 0)
    return replace(burst, distances=distances, contact=None, shelter=armored.Shelter(inside, pierced))


def _projectile(shot: Shot, scene: Scene) -> Projectile:
    """Return the projectile with Penetration and Damage Class: of a launcher's round at the range, of a grenade in
    contact.
    """
    weapon = shot.arm.weapon
    if isinstance(weapon, Grenade):
        figures = weapon.explosion("PEN", CONTACT), weapon.explosion("DC", CONTACT)
    else:
        assert isinstance(weapon, ExplosiveWeapon)
        range = shot.reach.hexes
        figures = weapon.pen(shot.round, range, detail=True), weapon.dc(shot.round, range, detail=True)
    (pen, pen_step), (dc, dc_step) = figures
    scene.record(pen_step, "3.6")
    scene.record(dc_step, "3.6")
    return Projectile(pen, dc, shot.how.part)


def _where(place: Place | None, encounter: Encounter) -> str:
    """Return where that is on the map, "" if it is unknown: "(O11)" alone would read like the id of a ruling."""
    if place is None:
        return ""
    return f" (at {place})" if explosion.charted(place, encounter) else " (off the map)"
