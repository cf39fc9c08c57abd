"""Firing, one shot or a burst: what forbids it, what comes before it, the throw and what it does (2.4, 2.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.cells import Word
from rules.copies import altered
from rules.errors import NoRule, NotNow, Refusal
from rules.model import Combatant
from rules.orders import Attack, Burst, Fire
from rules.phoenix.arms import BASIC, ExplosiveWeapon, Gun, Shotgun
from rules.phoenix.blasts import explosives
from rules.phoenix.book import Book
from rules.phoenix.ground import ducking
from rules.phoenix.harm import damage, wounds
from rules.phoenix.labor import Waiting
from rules.phoenix.shooting import bursting, kit, readying
from rules.phoenix.shooting.accuracy import (
    HIT,
    Mark,
    Reach,
    chance_words,
    check_chance,
    keep_range,
    mark,
    needed,
    reach,
    shot_accuracy,
    summed,
)
from rules.phoenix.shooting.how import How, modifier, read_how
from rules.phoenix.shooting.kit import Held
from rules.phoenix.soldier import soldier
from rules.scene import Scene
from rules.steps import Term
from rules.words import counted


@dataclass(frozen=True, slots=True)
class _Shot:
    """A shot, or a burst, that nothing forbids so far. `aimed_at` is the first of those who are `named`."""

    order: Attack
    shooter: Combatant
    arm: Held
    weapon: Gun
    how: How
    said: tuple[Term, ...]
    named: tuple[Mark, ...]
    reach: Reach
    burst: bool

    @property
    def aimed_at(self) -> Mark:
        return self.named[0]

    @property
    def sweeps(self) -> bool:
        return self.burst and bursting.sweeps(self.named, self.how)

    @property
    def bonus(self) -> int:
        return readying.bonus(self.how, self.burst)


def fire(order: Fire, scene: Scene, book: Book) -> Waiting | None:
    """Fire one shot, after what comes before it. Raises Refusal before any die is thrown."""
    if isinstance(kit.held(scene.combatant(order.actor), order.weapon).weapon, ExplosiveWeapon):
        return explosives.launch(order, scene, book)
    return _shoot(_plan(order, False, scene), scene, book)


def burst(order: Burst, scene: Scene, book: Book) -> Waiting | None:
    """Fire a burst at one target, or over a full hex (2.5). Raises Refusal before any die is thrown."""
    if isinstance(kit.held(scene.combatant(order.actor), order.weapon).weapon, ExplosiveWeapon):
        return explosives.launch(order, scene, book)
    return _shoot(_plan(order, True, scene), scene, book)


def _plan(order: Attack, burst: bool, scene: Scene) -> _Shot:
    """Everything that is known before the shot. Raises Refusal for whatever forbids it."""
    encounter, shooter = scene.encounter, scene.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    weapon = readying.check_shooter(shooter, arm, encounter)
    if burst:
        bursting.check_automatic(weapon)
    how, said = read_how(order.how), modifier(order.mod)
    readying.check_how(how, weapon, encounter)
    named = bursting.marks(order, encounter) if burst else (mark(order, encounter),)
    for at in named:
        readying.check_mark(shooter, at, how, encounter)
    if not burst and how.sweep:
        raise Refusal("Only automatic fire sweeps a hex: use /burst.")
    if not burst and named[0].ground:
        raise NoRule(
            f"One round is fired at somebody, not at a place: name a target, or sweep {named[0].name} by /burst."
        )
    known = reach(order, named[0], encounter)
    if burst and bursting.sweeps(named, how):
        bursting.check_sweep(known)
    return _Shot(order, shooter, arm, weapon, how, said, named, known, burst)


def _shoot(shot: _Shot, scene: Scene, book: Book) -> Waiting | None:
    order, actor = shot.order, shot.shooter.id
    so_far = readying.aim_so_far(shot.shooter, shot.arm, shot.aimed_at)
    wanted = readying.aim_wanted(order.aim, so_far, shot.weapon, shot.bonus)
    _check_chance(shot, *_unmoved(shot), max(wanted, so_far), scene, book)
    if waiting := readying.ready(actor, shot.arm, shot.aimed_at, shot.how, wanted, scene, book):
        return waiting
    shooter = scene.combatant(actor)
    if shot.burst:
        bursting.check_burst(shooter, scene.encounter)
    used = readying.aim_used(shooter, shot.aimed_at, shot.how, scene, book)
    if used < readying.least_aim(shot.weapon, shot.bonus):
        raise NotNow(
            f"{shooter.name} moves in this impulse, so that {counted(used, 'action')} of aim count at most, too few for"
            " this: fire in the next."
        )
    _check_chance(shot, shooter, shot.aimed_at, used, scene, book)
    if any(ducking.warned(order, shooter, at, scene) for at in shot.named):
        return None
    _resolve(shot, used, scene, book)
    return None


def _unmoved(shot: _Shot) -> tuple[Combatant, Mark]:
    """The shooter and whom he aims at as they would be if nobody moved: by the time he fires that may be over."""
    still = altered(soldier(shot.shooter), moved=0, ducked=None)
    at = shot.aimed_at
    stopped = altered(at.state, moved=0, ducked=None, appeared=None)
    return altered(shot.shooter, condition=still), Mark(at.id, at.name, stopped, at.place)


def _check_chance(shot: _Shot, shooter: Combatant, at: Mark, actions: int, scene: Scene, book: Book) -> None:
    term = readying.aimed(shot.weapon, actions, shot.bonus)
    terms, _ = summed(shooter, term, at, shot.how, shot.said, scene.encounter, book)
    check_chance(sum(t.value for t in terms), shot.reach.hexes, book)


def _resolve(shot: _Shot, aim_taken: int, scene: Scene, book: Book) -> None:
    """The shot itself: the sum, the odds, the rounds, the throw, what it does."""
    order, weapon = shot.order, shot.weapon
    # Whoever was warned may have ducked.
    named = bursting.marks(order, scene.encounter)
    at, shooter = named[0], scene.combatant(shot.shooter.id)
    keep_range(order, at, shot.reach, scene)
    term = readying.aimed(weapon, aim_taken, shot.bonus, scene)
    accuracy = shot_accuracy(shooter, term, at, shot.how, shot.said, scene, book)
    chance = needed(accuracy, shot.reach.hexes, scene, book)
    fired = bursting.rounds(weapon, shot.arm.ammunition) if shot.burst else 1
    if shot.burst:
        bursting.tell_short(weapon, fired, scene)
    kit.let_go(shooter.id, shot.arm, fired, scene, burst=shot.burst)
    hit = _hits(chance, f"{shooter.name}'s {'burst' if shot.burst else 'shot'} at {at.name}", scene)
    result = _effect(shot, named, fired, scene, book) if hit else "MISS"
    kit.tell_left(shooter.id, scene, shot.arm.slot)
    scene.conclude(f"{_doing(shot, fired)}: {result}.", "hit" if hit else "miss")


def _hits(chance: int | Word, why: str, scene: Scene) -> bool:
    if isinstance(chance, Word):
        scene.note("Hit", "certain, nothing is thrown" if chance == HIT else "no chance, nothing is thrown")
        scene.rule("O26", "HIT and MISS in table 2A throw nothing")
        return chance == HIT
    return scene.throw("Hit", why, 0, 99, chance_words(chance)) <= chance


def _effect(shot: _Shot, named: Sequence[Mark], fired: int, scene: Scene, book: Book) -> str:
    """Who is hit how often, and what that does; for the outcome line."""
    if not shot.burst:
        return f"HIT, {_strike(shot, named[0], 1, scene, book)}"
    if not shot.sweeps:
        number = bursting.hits(shot.weapon, fired, shot.reach.hexes, scene, book)
        return f"{_times(number)}, {_strike(shot, named[0], number, scene, book)}"
    each = bursting.hits(shot.weapon, fired, bursting.SWEEP, scene, book)
    victims = bursting.in_the_hex(named, shot.shooter.id, scene.encounter)
    if not victims:
        return "HIT, but nobody is there"
    told = []
    for at, number in zip(victims, bursting.shared(fired, each, len(victims)), strict=True):
        scene.note(at.name, counted(number, "hit") if number else "no round is left")
        struck = f"{_times(number)}, {_strike(shot, at, number, scene, book)}" if number else "no round is left"
        told.append(f"{at.name}: {struck}")
    return "; ".join(told)


def _strike(shot: _Shot, at: Mark, number: int, scene: Scene, book: Book) -> str:
    sort = kit.round_of(shot.arm)
    pen, step = shot.weapon.pen(sort, BASIC, detail=True)
    scene.record(step)
    dc, step = shot.weapon.dc(sort, BASIC, detail=True)
    scene.record(step)
    if shot.reach.hexes > BASIC:
        scene.rule("O28", "PEN and DC are those at 10 hexes at every range")
    if isinstance(shot.weapon, Shotgun) and sort == "Shot":
        scene.rule("O43", "shot counts as one hit, as a bullet")
    victim = at.state
    if shot.how.called:
        victim = altered(victim, exposure="firing")
    struck = [
        damage.strike(victim, pen, dc, scene, book, whom=at.name, hit=n if number > 1 else 0)
        for n in range(1, number + 1)
    ]
    return wounds.hurt(at.id, struck, scene, book)


def _times(number: int) -> str:
    return f"{number} HITS" if number > 1 else "HIT"


def _doing(shot: _Shot, fired: int) -> str:
    name, weapon, at = shot.shooter.name, shot.weapon.name, shot.aimed_at.name
    far = counted(shot.reach.hexes, "hex")
    if not shot.burst:
        return f"{name} fires the {weapon} at {at}, {far}"
    if shot.sweeps:
        hex = at if shot.aimed_at.ground else f"{at}'s hex"
        return f"{name} sweeps {hex} with {counted(fired, 'round')} from the {weapon}, {far}"
    return f"{name} fires a burst of {fired} from the {weapon} at {at}, {far}"
