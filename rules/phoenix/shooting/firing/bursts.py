"""Bursts in the Basic Game: how many rounds hit, and which targets (2.5; table 2B; ruling O44)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.engine.ammunition.ammunition import ROUNDS
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Ammunition, Combatant, Encounter
from rules.engine.records.orders import Attack, Fire
from rules.engine.records.private_text import private
from rules.engine.records.remedies import Remedy
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.outcomes import FireResult, at_one, from_where, line, nobody
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover, view
from rules.phoenix.shooting.aim.accuracy import Estimate, accuracy, needed, throw_to_hit
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import stray
from rules.phoenix.shooting.firing.hit_effects import strike, times
from rules.phoenix.shooting.firing.near_misses import missed
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets import aimed_target
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Reach, keep_range
from rules.tables.cells import INT
from rules.words.phrases import counted
from rules.words.places import Place

SWEEP = 45
"""The farthest range, in hexes, at which a burst can sweep a hex; its hits are those of this range in 2B."""
_FIRST_COLUMN = 4


def check_automatic(weapon: Gun) -> None:
    """Raise NoRule for a weapon that fires no bursts in the Basic Game."""
    if weapon.rate.automatic:
        return
    three = "fires single rounds and three round bursts, and those are in another book"
    raise NoRule(
        f"The {weapon.name} {three if weapon.rate.three else 'has no automatic fire'}. Use /fire for one shot."
    ).helped_by(Remedy.instead("Fire one shot", Fire))


def check_burst(shooter: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for a second burst in one impulse."""
    if encounter.timed and soldier(shooter).burst == encounter.clock:
        raise NotNow(
            f"{shooter.reference} has already fired a burst in this impulse, and one is the limit. Use"
            " /aim, or /fire a single shot."
        ).helped_by(Remedy.instead("Fire one shot", Fire))


def burst_targets(order: Attack, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return the named targets of a burst, the one aimed at first. Raises Refusal unless all are in one hex."""
    targets = aimed_target.aimed_targets(order, encounter)
    first = next((m for m in targets if m.place), targets[0])
    for other in targets:
        if other.place and other.place != first.place:
            raise Refusal(
                f"A burst hits several targets only in one hex. {first.name} is at {first.place} and"
                f" {other.name} at {other.place}: name one of them."
            )
    return targets


def sweeps(named: Sequence[AimedTarget], how: How) -> bool:
    """Return whether the burst is swept over a full hex."""
    return how.sweep or len(named) > 1 or named[0].ground


def check_sweep(reach: Reach) -> None:
    """Raise Refusal for a hex too far, or too near, to be swept."""
    if reach.hexes > SWEEP:
        raise Refusal(f"A burst can sweep a hex up to {SWEEP} hexes away. This one is {reach.hexes} away.")
    if reach.hexes == 0:
        raise Refusal("You can't sweep your own hex. Fire at one target.")


def in_the_hex(named: Sequence[AimedTarget], shooter: Combatant, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return everybody that a burst over the hex hits: the named targets and all others that can be hit there."""
    place = next((m.place for m in named if m.place), None)
    if place is None:
        return tuple(named)
    others = tuple(_others(place, shooter, encounter))
    return tuple({m.id or m.name: m for m in (*(m for m in named if not m.ground), *others)}.values())


def rounds(weapon: Gun, ammunition: Ammunition | None) -> int:
    """Return the rounds of a burst: the weapon's Rate of Fire, or those left in it if rounds are counted."""
    full = weapon.rate.automatic
    if ammunition is None or (ammunition.measure != ROUNDS and ammunition.loaded):
        return full
    return min(full, ammunition.loaded)


def tell_short(weapon: Gun, fired: int, scene: Scene) -> None:
    """Note that a burst was a short one."""
    if fired < weapon.rate.automatic:
        scene.note(
            "Burst",
            (f"{counted(fired, 'round')} left, instead of a full burst of {weapon.rate.automatic}"),
            section="2.5",
        )


def hits(weapon: Gun, fired: int, at: int, scene: Scene) -> int:
    """Return how many of the rounds fired hit a target at this range (2B), once the burst has hit."""
    rate = weapon.rate.automatic
    if rate == 1:
        scene.rule("O44", "a rate of fire of 1 fires one round", section="2.5")
        return 1
    if rate < _FIRST_COLUMN:
        scene.rule("O44", f"a rate of fire of {rate} uses the column 4-8, with at most {rate} hits", section="2.5")
    table = scene.book.tables.of(INT, "2b")
    number = scene.lookup("Hits", table, at, max(rate, _FIRST_COLUMN), section="2.5") or 0
    return min(number, fired)


def shared(fired: int, each: int, number: int) -> tuple[int, ...]:
    """Return the hits of each person in the hex; rounds that were not fired cannot hit."""
    return tuple(min(each, max(0, fired - each * n)) for n in range(number))


def resolve(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    """Fire the burst with this accuracy."""
    at, attempt = shot.aimed_at, estimate.attempt
    keep_range(shot.order, shot.named, shot.reach, scene)
    total = accuracy(attempt, estimate.terms, scene)
    chance = needed(total, attempt, scene)
    fired = rounds(shot.weapon, shot.arm.ammunition)
    tell_short(shot.weapon, fired, scene)
    kit.let_go(shot.shooter.id, shot.arm, fired, scene, burst=True, at=shot.area)
    throw = throw_to_hit(chance, f"{shot.shooter.reference}'s burst at {at.name}", scene)
    hit = throw.hit
    swept = sweeps(shot.named, shot.how)
    if hit and swept:
        out, results = "", _sweep(shot, fired, scene)
        hit = any(one.about for one in results) or not scene.perception.uncertain(scene.encounter)
    else:
        number = hits(shot.weapon, fired, shot.reach.hexes, scene) if hit else 0
        result = FireResult(times(number), strike(shot, at, number, scene)) if hit else FireResult("MISS")
        out, results = at_one(result, at.id, scene)
        results += stray.fly_on(shot, fired - number, (at.id,), scene)
    there = in_the_hex(shot.named, shot.shooter, scene.encounter) if swept else (at,)
    results += missed(attempt, there, total, throw, scene)
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)
    unseen = from_where(shot.shooter, at, burst=True)
    scene.conclude(line(_description(shot, fired), results, scene, out, unseen), "hit" if hit else "miss")


def _sweep(shot: Shot, fired: int, scene: Scene) -> list[Clause]:
    """Return how often each fighter in the hex is hit, and the results, for the outcome line."""
    each = hits(shot.weapon, fired, SWEEP, scene)
    there = in_the_hex(shot.named, shot.shooter, scene.encounter)
    hexes, here = shot.reach.hexes, shot.shooter.place
    victims = cover.in_cover(there, shot.how, shot.weapon, shot.round, hexes, scene.encounter, scene.book, here)
    shares = shared(fired, each, len(victims))
    outcomes = [] if victims else nobody("HIT, but nobody is there", scene)
    # The words "no round left" would reveal that an unknown fighter has stopped them.
    none_left = "missed" if scene.perception.uncertain(scene.encounter) else "no round left"
    for at, number in zip(victims, shares, strict=True):
        with scene.against(shot.shooter.id, at.id):
            scene.note(at.name, counted(number, "hit") if number else none_left, section="2.5")
            struck = f"{times(number)}, {strike(shot, at, number, scene)}" if number else none_left
        outcomes.append(Clause(at.id, f"{at.name}: {struck}", verdict="hit" if number else "miss"))
    return outcomes + stray.fly_on(shot, fired - sum(shares), [at.id for at in victims], scene)


def _description(shot: Shot, fired: int) -> str:
    name, weapon, at = shot.shooter.reference, shot.weapon.name, shot.aimed_at.name
    if sweeps(shot.named, shot.how):
        hex = at if shot.aimed_at.ground else f"{at}'s hex"
        rounds = private(f"{counted(fired, 'round')} from ")
        return f"{name} sweeps {hex} with {rounds}the {weapon}, {shot.far}"
    return f"{name} fires a burst{private(f' of {fired}')} from the {weapon} at {at}, {shot.far}"


def _others(place: Place, shooter: Combatant, encounter: Encounter) -> Iterator[AimedTarget]:
    for c in encounter.combatants:
        spot = next((spot for spot in view.shown(c, shooter.place, encounter) if spot.place == place), None)
        if spot and c.present and c.id != shooter.id and soldier(c).vehicle is None:
            yield AimedTarget(c.id, c.reference, soldier(spot), place)
