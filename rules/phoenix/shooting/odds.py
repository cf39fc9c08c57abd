"""What a player can know before a shot: the chances by aim, to hit, to wound, to put out of the fight (2.4 to 2.7).

The shot is rehearsed with the functions that carry it out, on a scene that nobody keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.cells import Number
from rules.copies import altered
from rules.errors import RangeWanted, Refusal
from rules.model import Combatant, Encounter
from rules.orders import Attack, Burst, Throw
from rules.phoenix.arms import BASIC, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.blasts.odds import explosive
from rules.phoenix.book import Book
from rules.phoenix.harm.simplified import OPEN, position
from rules.phoenix.harm.struck import Projectile
from rules.phoenix.shooting import bursting, kit, readying
from rules.phoenix.shooting.accuracy import terms
from rules.phoenix.shooting.chances import Chances, chances
from rules.phoenix.shooting.how import How, modifier, read_how
from rules.phoenix.shooting.kit import Held
from rules.phoenix.shooting.odds_grid import NOTHING, accuracy_words, in_100, mean, telling, to_hit
from rules.phoenix.shooting.sighting import Attempt, Mark, Reach, reach
from rules.phoenix.soldier import Soldier
from rules.ruleset import Odds
from rules.scene import Scene
from rules.steps import Term
from rules.words import counted, listed

COLUMNS = ("Aim", "Hit", "Wound", "Limb", "Out", "PD")
RANGES = (5, 10, 20, 40, 70, 100)
"""Told of where nobody knows the range."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A shot or burst as it would be made by a `shooter` who is ready for it. `at` is aimed at, `victim` is who is hit
    if it hits, with so many `hits`."""

    shooter: Combatant
    arm: Held
    weapon: Gun
    at: Mark
    victim: Mark
    how: How
    said: tuple[Term, ...]
    extra: int
    burst: bool
    rounds: int = 1
    hits: int = 1
    swept: bool = False

    @property
    def hit_state(self) -> Soldier:
        """The victim as the shot finds him."""
        return altered(self.victim.state, exposure="firing") if self.how.called else self.victim.state

    @property
    def figures(self) -> tuple[Number, int]:
        """Penetration and Damage Class (ruling O28)."""
        sort = kit.round_of(self.arm)
        return self.weapon.pen(sort, BASIC)[0], self.weapon.dc(sort, BASIC)[0]

    def attempt(self, hexes: int) -> Attempt:
        """What its odds follow from."""
        return Attempt(self.shooter, self.weapon, self.at, self.how, self.said, hexes, self.burst)

    def terms(self, actions: int, hexes: int, encounter: Encounter, book: Book) -> tuple[Term, ...]:
        """The terms of the accuracy after so many actions of aim."""
        return terms(self.attempt(hexes), readying.aimed(self.weapon, actions, self.extra), encounter, book)[0]

    def last(self, hexes: int, encounter: Encounter, book: Book) -> tuple[Term, ...]:
        """The same after all aim that makes a difference."""
        return self.terms(self.weapon.aim[-1][0], hexes, encounter, book)

    def hit(self, actions: int, hexes: int, encounter: Encounter, book: Book) -> Fraction:
        """The chance to hit after so many actions of aim."""
        return to_hit(self.terms(actions, hexes, encounter, book), self.attempt(hexes), encounter, book)

    def chances(self, encounter: Encounter, book: Book) -> Chances:
        """What the hits will do."""
        return chances(self.hit_state, Projectile(*self.figures, self.how.part), self.hits, encounter, book)


@dataclass(frozen=True, slots=True)
class Likely:
    """One line of the odds: after so many `actions` of aim the chance to hit, and what the hits will do."""

    actions: int
    burst: bool
    hit: Fraction
    hits: Chances


def odds(order: Attack, encounter: Encounter, book: Book) -> Odds:
    """The exact chances of a shot by aim, and of a burst where the weapon has them, as shooter and target are now.

    Of an explosive round, and where nobody knows the range, only the chances to hit are told. Raises Refusal.
    """
    shooter = encounter.combatant(order.actor)
    if isinstance(order, Throw) or isinstance(kit.held(shooter, order.weapon).weapon, ExplosiveWeapon | Grenade):
        return explosive(order, encounter, book)
    named = _named(order, encounter)
    title = f"{shooter.name}, {kit.held(shooter, order.weapon).weapon.name} at {named[0].name}"
    try:
        known = reach(order, named[0], encounter)
    except RangeWanted:
        return _by_range(title, order, encounter, book)
    attempts = _attempts(order, known.hexes, encounter, book)
    lines = [line for attempt in attempts for line in _lines(order, attempt, known.hexes, encounter, book)]
    mixed = len(attempts) > 1
    rows, left_out = telling([_row(line, "b" if mixed and line.burst else "") for line in lines])
    summed = accuracy_words(attempts[0].last(known.hexes, encounter, book), encounter)
    remarks = [summed, *_hindrances(attempts[0], order, encounter, book)]
    remarks += [_burst(attempt, "b is a" if mixed else "A") for attempt in attempts if attempt.burst]
    return Odds(f"{title}, {known.words}", COLUMNS, rows, (*left_out, *_figures(attempts[0]), *remarks))


def likely(order: Attack, encounter: Encounter, book: Book) -> list[Likely]:
    """The lines of the odds as exact numbers. Raises as `odds`, and RangeWanted where nobody knows the range."""
    known = reach(order, _named(order, encounter)[0], encounter)
    attempts = _attempts(order, known.hexes, encounter, book)
    return [line for attempt in attempts for line in _lines(order, attempt, known.hexes, encounter, book)]


def _named(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """Whom it goes at; somebody of whom nothing is known if nobody is named."""
    return bursting.marks(order, encounter) if order.targets else (Mark("", "a target", Soldier()),)


def _attempts(order: Attack, hexes: int, encounter: Encounter, book: Book) -> list[_Attempt]:
    """The shot that is asked for, and the burst that could be fired instead; or the burst alone."""
    shooter, how = encounter.combatant(order.actor), read_how(order.how)
    arm, named = kit.held(shooter, order.weapon), _named(order, encounter)
    weapon = arm.weapon
    assert isinstance(weapon, Gun)
    automatic = isinstance(order, Burst) or bursting.sweeps(named, how)
    if automatic:
        bursting.check_automatic(weapon)
    readying.check_mark(shooter, named[0], how, encounter)
    shooter, said = readying.as_ready(shooter, arm, named[0], how, encounter, book), modifier(order.mod)
    found = []
    if not automatic:
        extra = readying.bonus(how)
        found.append(_Attempt(shooter, arm, weapon, named[0], named[0], how, said, extra, burst=False))
    if automatic or weapon.rate.automatic:
        swept = bursting.sweeps(named, how)
        if swept:
            bursting.check_sweep(Reach(hexes, ""))
        there = bursting.in_the_hex(named, order.actor, encounter) if swept else named
        at, rounds = bursting.SWEEP if swept else hexes, bursting.rounds(weapon, arm.ammunition)
        rounds = rounds or weapon.rate.automatic  # as if he had reloaded
        hits = bursting.hits(weapon, rounds, at, Scene(encounter, NOTHING), book)
        victim, extra = there[0] if there else named[0], readying.bonus(how, True)
        found.append(_Attempt(shooter, arm, weapon, named[0], victim, how, said, extra, True, rounds, hits, swept))
    return found


def _lines(order: Attack, attempt: _Attempt, hexes: int, encounter: Encounter, book: Book) -> list[Likely]:
    found = attempt.chances(encounter, book)
    return [
        Likely(actions, attempt.burst, attempt.hit(actions, hexes, encounter, book), found)
        for actions in _aims(order, attempt, encounter, book)
    ]


def _by_range(title: str, order: Attack, encounter: Encounter, book: Book) -> Odds:
    """The chances to hit where nobody knows the range."""
    attempt = _attempts(order, min(RANGES), encounter, book)[0]
    rows, left_out = telling(
        [
            (str(actions), *(in_100(attempt.hit(actions, hexes, encounter, book)) for hexes in RANGES))
            for actions in _aims(order, attempt, encounter, book)
        ]
    )
    remarks = (
        "Chances to hit in 100, by range in hexes; range: tells more.",
        accuracy_words(attempt.last(min(RANGES), encounter, book), encounter),
    )
    hindrances = _hindrances(attempt, order, encounter, book)
    return Odds(title, ("Aim", *map(str, RANGES)), rows, (*left_out, *remarks, *hindrances))


def _aims(order: Attack, attempt: _Attempt, encounter: Encounter, book: Book) -> Sequence[int]:
    """The actions of aim to tell of: each from now on that makes a difference, or as many as are asked for."""
    weapon, extra = attempt.weapon, attempt.extra
    so_far = readying.aim_so_far(encounter.combatant(order.actor), attempt.arm, attempt.at)
    wanted = readying.aim_wanted(order.aim, so_far, weapon, extra)
    least = max(wanted, so_far)
    listed_aims = {time - extra for time, _ in weapon.aim if order.aim is None}
    aims = sorted({least} | {actions for actions in listed_aims if actions > least})
    most = readying.most_aim(encounter.combatant(order.actor), attempt.how, encounter, book)
    return aims if most is None else sorted({min(actions, most) for actions in aims})


def _hindrances(attempt: _Attempt, order: Attack, encounter: Encounter, book: Book) -> Iterator[str]:
    """What he has done so far, and what keeps him from the shot as he is now."""
    shooter = encounter.combatant(order.actor)
    if so_far := readying.aim_so_far(shooter, attempt.arm, attempt.at):
        yield f"{counted(so_far, 'action')} of aim so far."
    most = readying.most_aim(shooter, attempt.how, encounter, book)
    if most is not None:
        yield f"{shooter.name} moves in this impulse: {counted(most, 'action')} of aim count at most (O24)."
    try:
        readying.check_shooter(shooter, attempt.arm, encounter)
    except Refusal as refusal:
        yield str(refusal)


def _row(line: Likely, mark: str) -> tuple[str, ...]:
    aim, found = f"{mark}{line.actions}", line.hits
    parts = (Fraction(1), found.wounded, found.disabled, found.out)
    return aim, *(in_100(line.hit * part) for part in parts), mean(line.hit * found.points)


def _burst(attempt: _Attempt, a: str) -> str:
    swept = f" on each in the hex, told for {attempt.victim.name}" if attempt.swept else ""
    return f"{a} burst of {attempt.rounds}: {counted(attempt.hits, 'hit')} if it hits (2B){swept}."


def _figures(attempt: _Attempt) -> Iterator[str]:
    """By what figures the hits were counted, and what the columns say."""
    state = attempt.hit_state
    pen, dc = attempt.figures
    worn = {"helm": state.armor.helm, "visor": state.armor.visor, "body": state.armor.body, "limbs": state.armor.limbs}
    pieces = [f"{where} PF {pf}" for where, pf in worn.items() if pf]
    armor = listed(pieces, "and") if pieces else "no armor"
    where = "in the open" if position(state)[0] == OPEN else "around cover"
    yield f"{kit.round_of(attempt.arm)} PEN {float(pen):g}, DC {dc}; {where}, {armor}."
    if state.knockout_value is None:
        yield "No Knockout Value: out are the dead alone."
    else:
        before = f", {state.physical_damage:,} PD from before" if state.wounds else ""
        yield f"Knockout Value {state.knockout_value}{before}."
    yield "In 100: hits, wounds, disabled limbs, out (incapacitated or dead). PD: the mean, a miss or death as 0."
