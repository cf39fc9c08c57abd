"""A burst in the Basic Game: how many of its rounds hit, and whom (2.5; table 2B; ruling O44)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.engine.ammunition import ROUNDS
from rules.engine.errors import NoRule, NotNow, Refusal
from rules.engine.model import Ammunition, Combatant, Encounter
from rules.engine.orders import Attack
from rules.phoenix.arms import Gun
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.optional.nerve import morale
from rules.phoenix.shooting import stray
from rules.phoenix.shooting.accuracy import Found, accuracy, needed, thrown
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.shooting.striking import strike, times
from rules.phoenix.shooting.targets import sighting
from rules.phoenix.shooting.targets.sighting import Mark, Reach, keep_range
from rules.phoenix.soldier import soldier
from rules.tables.cells import INT
from rules.words.phrases import counted
from rules.words.places import Place

SWEEP = 45
"""Hexes within which a burst can be swept over a full hex; its hits are those of this range in 2B."""
_FIRST_COLUMN = 4


def check_automatic(weapon: Gun) -> None:
    """Raises NoRule for a weapon that fires no bursts in the Basic Game."""
    if weapon.rate.automatic:
        return
    three = "fires single rounds and three round bursts, which are in another book"
    raise NoRule(f"The {weapon.name} {three if weapon.rate.three else 'has no automatic fire'}: /fire fires one shot.")


def check_burst(shooter: Combatant, encounter: Encounter) -> None:
    """Raises NotNow for a second burst in one impulse."""
    if encounter.timed and soldier(shooter).burst == encounter.clock:
        raise NotNow(
            f"{shooter.name} has fired a burst in this impulse, and only one is possible: /aim goes on meanwhile, "
            "or /fire a single shot."
        )


def marks(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """Who is named as a target of a burst, the one aimed at first. Raises Refusal unless all are in one hex."""
    found = sighting.marks(order, encounter)
    first = next((m for m in found if m.place), found[0])
    for other in found:
        if other.place and other.place != first.place:
            raise Refusal(
                f"A burst hits several only in one hex, and {first.name} is at {first.place}, {other.name} at"
                f" {other.place}: name one of them."
            )
    return found


def sweeps(named: Sequence[Mark], how: How) -> bool:
    """Whether the burst is swept over a full hex."""
    return how.sweep or len(named) > 1 or named[0].ground


def check_sweep(known: Reach) -> None:
    """Raises Refusal where a hex is too far, or too near, to be swept."""
    if known.hexes > SWEEP:
        raise Refusal(f"A burst can sweep a hex at {SWEEP} hexes or less; this one is {known.hexes} away.")
    if known.hexes == 0:
        raise Refusal("Nobody sweeps the hex he is in: fire at one target.")


def in_the_hex(named: Sequence[Mark], actor: str, encounter: Encounter) -> tuple[Mark, ...]:
    """Everybody whom a burst that sweeps the hex hits: who is named, and all others who are there to be hit."""
    place = next((m.place for m in named if m.place), None)
    if place is None:
        return tuple(named)
    others = tuple(_others(place, actor, encounter))
    return tuple({m.id or m.name: m for m in (*(m for m in named if not m.ground), *others)}.values())


def rounds(weapon: Gun, ammunition: Ammunition | None) -> int:
    """How many rounds a burst has: the weapon's Rate of Fire, or as many as are left in it, where rounds are
    counted."""
    full = weapon.rate.automatic
    if ammunition is None or (ammunition.measure != ROUNDS and ammunition.loaded):
        return full
    return min(full, ammunition.loaded)


def tell_short(weapon: Gun, fired: int, scene: Scene) -> None:
    """Say so if a burst was a short one."""
    if fired < weapon.rate.automatic:
        scene.note("Burst", f"the last {counted(fired, 'round')} of a full {weapon.rate.automatic}")


def hits(weapon: Gun, fired: int, at: int, scene: Scene) -> int:
    """How many of the rounds fired hit a target at this range (2B), once the burst has hit."""
    rate = weapon.rate.automatic
    if rate == 1:
        scene.rule("O44", "a rate of fire of 1 is one round")
        return 1
    if rate < _FIRST_COLUMN:
        scene.rule("O44", f"a rate of fire of {rate} uses the column 4-8, for at most {rate} hits")
    found = scene.lookup("Hits", scene.book.tables.of(INT, "2b"), at, max(rate, _FIRST_COLUMN)) or 0
    return min(found, fired)


def shared(fired: int, each: int, number: int) -> tuple[int, ...]:
    """The hits of so many people in a hex, none of whom a round can hit that was not fired."""
    return tuple(min(each, max(0, fired - each * n)) for n in range(number))


def resolve(shot: Shot, found: Found, scene: Scene) -> None:
    """The burst itself; `found` is its accuracy."""
    at, attempt = shot.aimed_at, shot.attempt
    keep_range(shot.order, shot.named, shot.reach, scene)
    total = accuracy(attempt, found, scene)
    chance = needed(total, attempt, scene)
    fired = rounds(shot.weapon, shot.arm.ammunition)
    tell_short(shot.weapon, fired, scene)
    kit.let_go(shot.shooter.id, shot.arm, fired, scene, burst=True, at=shot.area(scene.encounter))
    throw = thrown(chance, f"{shot.shooter.name}'s burst at {at.name}", scene)
    hit = throw.hit
    told = _effect(shot, fired, scene) if hit else ["MISS", *stray.fly_on(shot, fired, (at.id,), scene)]
    swept = in_the_hex(shot.named, shot.shooter.id, scene.encounter) if sweeps(shot.named, shot.how) else (at,)
    told += morale.shaken(shot, swept, total, throw, scene)
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)
    scene.conclude(f"{_doing(shot, fired)}: {'; '.join(told)}.", "hit" if hit else "miss")


def _effect(shot: Shot, fired: int, scene: Scene) -> list[str]:
    """Who is hit how often, and what that does; for the outcome line."""
    if not sweeps(shot.named, shot.how):
        at, number = shot.aimed_at, hits(shot.weapon, fired, shot.reach.hexes, scene)
        struck = f"{times(number)}, {strike(shot, at, number, scene)}"
        return [struck, *stray.fly_on(shot, fired - number, (at.id,), scene)]
    each = hits(shot.weapon, fired, SWEEP, scene)
    there = in_the_hex(shot.named, shot.shooter.id, scene.encounter)
    victims = cover.faced(there, shot.how, shot.weapon, shot.round, shot.reach.hexes, scene.encounter, scene.book)
    shares = shared(fired, each, len(victims))
    told = [] if victims else ["HIT, but nobody is there"]
    for at, number in zip(victims, shares, strict=True):
        scene.note(at.name, counted(number, "hit") if number else "no round is left")
        struck = f"{times(number)}, {strike(shot, at, number, scene)}" if number else "no round is left"
        told.append(f"{at.name}: {struck}")
    return told + stray.fly_on(shot, fired - sum(shares), [at.id for at in victims], scene)


def _doing(shot: Shot, fired: int) -> str:
    name, weapon, at = shot.shooter.name, shot.weapon.name, shot.aimed_at.name
    if sweeps(shot.named, shot.how):
        hex = at if shot.aimed_at.ground else f"{at}'s hex"
        return f"{name} sweeps {hex} with {counted(fired, 'round')} from the {weapon}, {shot.far}"
    return f"{name} fires a burst of {fired} from the {weapon} at {at}, {shot.far}"


def _others(place: Place, actor: str, encounter: Encounter) -> Iterator[Mark]:
    for c in encounter.combatants:
        state = soldier(c)
        if c.present and c.place == place and c.id != actor and state.exposure != "hidden":
            yield Mark(c.id, c.name, state, c.place)
