"""Who attacks whom, how far away and on what number: what attacking and asking for the odds have in common.

Everything that forbids an attack is said here, before any die is thrown or Point spent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine.effects import Ranged
from rules.engine.errors import NoRule, NotNow, RangeWanted, Refusal
from rules.engine.model import Apart, Combatant, Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Attack, Target
from rules.engine.scene import Scene
from rules.engine.steps import Term
from rules.grid.ground import check_ground
from rules.space_marines import sight
from rules.space_marines.arms import Held, others
from rules.space_marines.chances import MOST_NEEDED
from rules.space_marines.figure import Armament, Figure, figure
from rules.words.phrases import counted, listed
from rules.words.places import Place

FARTHEST = 999
SOURCE = "ATTACKS"


@dataclass(frozen=True, slots=True)
class Mark:
    """Whom an attack is at: a combatant, one described on the spot (no id), or a space where nobody stands (no id and
    no figure)."""

    id: str
    name: str
    place: Place | None = None
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """A range in spaces, and in what words it is known."""

    spaces: int
    words: str


ADJACENT = Reach(1, "1 space: hand to hand is with somebody adjacent")


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attack that could be made: by whom, with what, at whom, how far away, and what the player adds to the target
    number."""

    shooter: Combatant
    arm: Held
    at: Mark
    reach: Reach
    given: tuple[Term, ...] = ()

    @property
    def weapon(self) -> Armament:
        return self.arm.weapon


def ranged(weapon: Armament) -> bool:
    """Whether it attacks over a distance."""
    return weapon.sort != "hand"


def rolled(weapon: Armament) -> bool:
    """Whether two dice say if it hits."""
    return weapon.sort != "flame"


def ladder(shooter: Combatant, weapon: Armament) -> tuple[int, ...]:
    """What 1, 2, 3 Points of aim take off the target number with this weapon; () where it cannot be aimed."""
    aimed = ranged(weapon) and rolled(weapon) and not weapon.still
    return figure(shooter).troop.aim if aimed else ()


def attempt(order: Attack, arm: Held, at: Mark, encounter: Encounter) -> Attempt:
    """The attack as ordered, with this weapon, at this mark. Raises Refusal, RangeWanted if nobody knows how far."""
    shooter, weapon = encounter.combatant(order.actor), arm.weapon
    check_still(shooter, weapon)
    known = reach(order.range, shooter, at, encounter)
    if known is None and not ranged(weapon):
        known = ADJACENT
    if known is None:
        raise RangeWanted(f"How far is {at.name}? Give range: in spaces, or put both on the map.")
    if ranged(weapon):
        check_sight(shooter, at, encounter)
    check_adjacent(shooter, weapon, at, known)
    return Attempt(shooter, arm, at, known, modifier(order.mod))


def mark(target: Target, actor: str, encounter: Encounter, *, empty: bool = False) -> Mark:
    """What one target means; with `empty` a space where nobody stands will do. Raises Refusal for oneself, the dead."""
    if target.profile is not None:
        return Mark("", target.profile.name, None, figure(target.profile))
    if target.place is not None:
        standing = [c for c in encounter.combatants if c.present and c.place == target.place]
        if not standing:
            check_ground(encounter, target.place)
        if not standing and empty:
            return Mark("", str(target.place), target.place)
        if not standing:
            raise NotNow(f"Nobody stands at {target.place}; {in_play(actor, encounter)}.")
        combatant = standing[0]
    else:
        combatant = encounter.combatant(target.id)
    if combatant.id == actor:
        raise Refusal(f"Nobody can attack themselves; {in_play(actor, encounter)}.")
    if not combatant.present:
        raise NotNow(f"{combatant.name} is out of play already; {in_play(actor, encounter)}.")
    return Mark(combatant.id, combatant.name, combatant.place, figure(combatant))


def one_mark(order: Attack, encounter: Encounter) -> Mark:
    """The one target of an attack. Raises Refusal for none or several."""
    if len(order.targets) != 1:
        several = "An attack is at one target, and /burst splits the dice of a weapon that can between several"
        wrong = several if order.targets else "Say who is the target"
        raise Refusal(f"{wrong}; {in_play(order.actor, encounter)}.")
    return mark(order.targets[0], order.actor, encounter)


def enemies(actor: str, encounter: Encounter) -> list[Combatant]:
    """Who is in play on the other side; if nobody is, everybody else."""
    rest = [c for c in encounter.combatants if c.present and c.id != actor]
    camp = figure(encounter.combatant(actor)).camp
    return [c for c in rest if figure(c).camp != camp] or rest


def in_play(actor: str, encounter: Encounter) -> str:
    """Whom there is to attack, in words: "in play: Bug Warrior 1 and Bug Warrior 2"."""
    names = [other.name for other in enemies(actor, encounter)]
    return f"in play: {listed(names, 'and')}" if names else "nobody else is in play"


def reach(given: int | None, shooter: Combatant, at: Mark, encounter: Encounter) -> Reach | None:
    """The range: as given, else the map's, else the one last given; None if nobody knows. Raises Refusal for an
    impossible one."""
    if given is not None and not 1 <= given <= FARTHEST:
        raise Refusal(f"A range goes from 1 to {FARTHEST} spaces, not {given}.")
    apart = sight.distance(shooter.place, at.place, encounter) if shooter.place and at.place else None
    if given is not None:
        other = f"; on the map it is {apart}" if apart not in (None, given) else ""
        return Reach(given, f"{counted(given, 'space')}, as given{other}")
    if apart is not None:
        if apart == 0:
            raise NotNow(f"{shooter.name} is at {at.place} as well: a range begins at 1 space.")
        return Reach(apart, f"{counted(apart, 'space')}, {shooter.place} to {at.place}")
    last = encounter.apart(shooter.id, at.id) if at.id else None
    return None if last is None else Reach(last, f"{counted(last, 'space')}, as last given")


def blocked(shooter: Combatant, at: Mark, encounter: Encounter) -> Place | None:
    """The space that takes away the line of sight; None if it is clear, or if somebody is not on the map."""
    if shooter.place is None or at.place is None:
        return None
    return sight.blocking(shooter, at.place, encounter, high=at.figure is not None and at.figure.flying)


def check_sight(shooter: Combatant, at: Mark, encounter: Encounter) -> None:
    """Raises NotNow if the line of sight is blocked, naming by what."""
    if between := blocked(shooter, at, encounter):
        names = [c.name for c in encounter.combatants if c.present and c.place == between]
        raise NotNow(
            f"No line of sight from {shooter.place} to {at.place}: {names[0] if names else 'the obstruction'} at"
            f" {between} is in the way; /move first, or attack somebody in sight."
        )


def check_adjacent(shooter: Combatant, weapon: Armament, at: Mark, known: Reach) -> None:
    """Raises NotNow for an attack hand to hand at somebody who is farther away than an adjacent space."""
    if ranged(weapon) or known.spaces == 1:
        return
    instead = others(shooter, weapon, lambda other: ranged(other) and not other.thrown)
    raise NotNow(
        f"{weapon.name} reaches an adjacent space, and {at.name} is {counted(known.spaces, 'space')} away: /move next"
        f" to it{f', or say with weapon: {instead}' if instead else ''}."
    )


def check_still(shooter: Combatant, weapon: Armament) -> None:
    """Raises NotNow for a weapon that is not used in a turn in which its bearer moved."""
    if weapon.still and figure(shooter).moved:
        raise NotNow(f"{shooter.name} moved this turn, and with the {weapon.name} nobody moves and fires in one turn.")


def aim_for(given: int | None, shooter: Combatant, weapon: Armament) -> int:
    """The Points of aim, none if nothing is said. Raises Refusal beyond what the troop type has."""
    aim = given or 0
    if aim == 0:
        return 0
    troop, most = figure(shooter).troop, len(ladder(shooter, weapon))
    if not troop.aim:
        raise NoRule(f"A {troop.name} may not use Points of aim: leave aim: out.")
    if not most:
        never = f"The {weapon.name} is never aimed"
        why = never if ranged(weapon) else f"{weapon.name} is no ranged attack, and only these are aimed"
        raise NoRule(f"{why}: leave aim: out.")
    if not 1 <= aim <= most:
        raise Refusal(f"A {troop.name} can use 1 to {counted(most, 'Point')} of aim, not {aim}.")
    return aim


def terms(attempt: Attempt, aim: int) -> tuple[Term, ...]:
    """What the target number is made of. Raises NoRule for a sniper's target that the text does not list."""
    weapon, at, troop = attempt.weapon, attempt.at, figure(attempt.shooter).troop
    said = [] if weapon.sort == "hand" else [Term("range", attempt.reach.spaces, SOURCE)]
    if weapon.sort == "sniper":
        said.append(Term(f"{weapon.name} at a {_kind(at)}", _versus(weapon, at), troop.name))
    elif weapon.number:
        said.append(Term(weapon.name, weapon.number, troop.name))
    if aim:
        said.append(Term(f"{counted(aim, 'Point')} of aim", -ladder(attempt.shooter, weapon)[aim - 1], troop.name))
    # What players add is to the roll, as in every rulebook: -3 makes it harder.
    return (*said, *(replace(term, value=-term.value) for term in attempt.given))


def check_flame(attempt: Attempt) -> None:
    """Raises NotNow if the target is beyond a flame, which hits by itself at less than its number."""
    weapon, spaces = attempt.weapon, attempt.reach.spaces
    if weapon.sort == "flame" and spaces >= weapon.number:
        raise NotNow(
            f"The {weapon.name} reaches {counted(weapon.number - 1, 'space')}, and {attempt.at.name} is"
            f" {counted(spaces, 'space')} away: /move nearer."
        )
    check_given(weapon, attempt.given)


def check_given(weapon: Armament, given: tuple[Term, ...]) -> None:
    """Raises NoRule for modifiers where there is no target number."""
    if given and not rolled(weapon):
        raise NoRule(f"The {weapon.name} hits by itself, without a target number: leave mod: out.")


def check_chance(attempt: Attempt, needed: int, aim: int) -> None:
    """Raises NotNow for a target number beyond two dice."""
    if needed <= MOST_NEEDED:
        return
    aims = (0, *ladder(attempt.shooter, attempt.weapon))
    helps = needed + aims[aim] - max(aims) <= MOST_NEEDED
    nearer = " or ".join((["aim longer"] if helps else []) + (["get nearer"] if ranged(attempt.weapon) else []))
    raise NotNow(
        f"{attempt.shooter.name} has no chance against {attempt.at.name} with {attempt.weapon.the} at"
        f" {counted(attempt.reach.spaces, 'space')}: it takes {needed} on two dice, which reach {MOST_NEEDED}"
        f"{f'; {nearer}' if nearer else ''}."
    )


def keep_range(order: Attack, attempt: Attempt, scene: Scene) -> None:
    """Say how far it is, and keep what was given for the next time."""
    placed = attempt.shooter.place and attempt.at.place
    # Hand to hand it is always 1, and of no account.
    scene.note("Range", attempt.reach.words, detail=not ranged(attempt.weapon))
    if order.range is not None and attempt.at.id and not placed:
        scene.do(Ranged(Apart(attempt.shooter.id, attempt.at.id, order.range)))


def after(at: Mark, left: int) -> Mark:
    """The mark once it has been hit and so many wounds more would kill it."""
    assert at.figure is not None
    return replace(at, figure=replace(at.figure, wounds=at.figure.troop.points - left))


def _kind(at: Mark) -> str:
    return at.figure.troop.kind if at.figure else ""


def _versus(weapon: Armament, at: Mark) -> int:
    numbers = dict(weapon.versus)
    if _kind(at) not in numbers:
        known = listed(sorted(numbers), "and")
        raise NoRule(
            f"The {weapon.name} has numbers for the kinds {known} alone (O64), and {at.name} is of the kind"
            f" {_kind(at)}."
        )
    return numbers[_kind(at)]
