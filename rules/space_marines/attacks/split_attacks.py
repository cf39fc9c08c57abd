"""Resolve /burst: dice of damage split between spaces, side by side or in line (SMART GUN, FLAMETHROWER)."""

from __future__ import annotations

from rules.engine.attack.arms import Arm
from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Burst
from rules.engine.scene.scene import Scene
from rules.space_marines import sight
from rules.space_marines.attacks import harm
from rules.space_marines.attacks.aiming import (
    ATTACKS,
    SOURCE,
    Attempt,
    FigureTarget,
    at_known,
    attempt,
    check_flame,
    line_of_fire,
    read_aim,
    record_range,
)
from rules.space_marines.attacks.attack_steps import (
    TARGET_NUMBER,
    Shot,
    damage_of,
    miss_word,
    note_left,
    pay,
    shot,
    two_dice,
)
from rules.space_marines.attacks.chances import hits
from rules.space_marines.figures import turn
from rules.space_marines.figures.arms import (
    ARMS,
    check_dice,
    most_dice,
    other_weapons,
    read_how,
)
from rules.space_marines.figures.figure import Armament, figure
from rules.words.phrases import listed

SECTION = "SMART GUN, FLAMETHROWER"


@dataclass(frozen=True, slots=True)
class _Split:
    """A split attack: the targets with their dice, and the shots that need a roll.

    Damage that blows through has one shot, at the first target. `layout_note`: the positions of the targets as the
    player gives them, "" if the map shows them.
    """

    shooter: Combatant
    arm: Arm[Armament]
    aim: int
    dice: tuple[int, ...]
    targets: tuple[FigureTarget, ...]
    shots: tuple[Shot, ...]
    through: bool
    layout_note: str


def burst(order: Burst, scene: Scene) -> None:
    """Split the dice of damage between spaces. Raises Refusal before anything is spent."""
    turn.check_turn(order.actor, scene.encounter)
    split = _split(at_known(order, scene), line_of_fire(order.actor, scene))
    pay(split.shooter, split.arm, split.aim, sum(split.dice), scene, automatic=True)
    for one in split.shots:
        record_range(order, one.attempt, scene)
    if split.layout_note:
        scene.note("Spaces", split.layout_note, section=SECTION)
    results = _roll_hits(split, scene)
    outcomes: list[tuple[str, str]] = []
    for target, dice, total in zip(split.targets, split.dice, results, strict=True):
        scene.threaten(target.id, FIRED_UPON)
        if total is not None:
            outcomes.append((target.id, f"{target.name} {miss_word(total)}"))
            continue
        assert target.condition is not None
        struck = harm.strike(target.id, target.name, target.condition, damage_of(split.arm.weapon, dice), scene)
        outcomes.append((target.id, f"{target.name} HIT, {struck.short_words}"))
    note_left(split.shooter, scene)
    how = "blows the fire of" if split.through else "splits the fire of"
    through = " through" if split.through else ""
    deed = f"{split.shooter.reference} {how} the {split.arm.weapon.name}{through}"
    unseen = "An unseen shooter fires"
    clauses = [
        replace(clause, verdict="hit" if total is None else "miss")
        for clause, total in zip(scene.series(outcomes), results, strict=True)
    ]
    scene.conclude(scene.outcome(deed, clauses, unseen), "hit" if None in results else "miss")


def can_split(weapon: Armament) -> bool:
    """Return whether /burst uses the weapon."""
    return bool(weapon.spread)


def splitting_weapon(combatant: Combatant, name: str) -> Arm[Armament]:
    """Return the weapon whose dice are split: the one named, or else the one in hand, or else another.

    Raises NoRule for a weapon that cannot split its dice.
    """
    arm = ARMS.meant(combatant, name, can_split)
    if not arm.weapon.spread:
        instead = other_weapons(combatant, arm.weapon, can_split)
        hint = f"use weapon: {instead}" if instead else f"use /{'throw' if arm.weapon.thrown else 'fire'}"
        raise NoRule(f"The dice of damage of {arm.weapon.the} cannot be split: {hint}.")
    return arm


def _split(order: Burst, encounter: Encounter) -> _Split:
    shooter = encounter.combatant(order.actor)
    arm = splitting_weapon(shooter, order.weapon)
    weapon = arm.weapon
    if len(order.targets) < 2:
        raise Refusal(
            f"/burst with the {weapon.name} needs two targets or more, separated by commas; /fire attacks"
            f" one. {ATTACKS.in_play(order.actor, encounter)}."
        )
    targets = tuple(ATTACKS.target(target, order.actor, encounter) for target in order.targets)
    ids = [target.id for target in targets if target.id]
    if len(set(ids)) < len(ids):
        raise Refusal("Name each target once. how: 2 1 gives each its number of dice.")
    aim = read_aim(order.aim, shooter, weapon)
    how = read_how(order.how)
    dice = _dice_per_target(shooter, weapon, how.dice, len(targets), aim)
    through, layout_note = _check_layout(shooter, weapon, targets, how.through, encounter)
    rolled = targets[:1] if through else targets
    for target in targets[len(rolled) :]:
        # Targets behind the first need no roll, but must be within the reach of a flame.
        if far := ATTACKS.range(None, shooter, target, encounter):
            check_flame(Attempt(shooter, arm, target, far))
    shots = tuple(
        shot(attempt(order, arm, target, encounter), aim, n)
        for target, n in zip(rolled, dice[: len(rolled)], strict=True)
    )
    return _Split(shooter, arm, aim, dice, targets, shots, through, layout_note)


def _dice_per_target(
    shooter: Combatant, weapon: Armament, given: tuple[int, ...], targets: int, aim: int
) -> tuple[int, ...]:
    """Return the dice of each target: as given, or else one each and the rest for the first. Raises Refusal."""
    most = most_dice(weapon, figure(shooter).left - aim)
    if targets > most and not (given and weapon.by_die):
        why = "" if not weapon.by_die else " for the Points left"
        raise NotNow(f"The {weapon.name} rolls at most {counted_dice(most)}{why}, and each target needs at least one.")
    usual = (max(1, most - targets + 1), *(1 for _ in range(targets - 1)))
    if given:
        if len(given) != targets or 0 in given:
            example = " ".join(map(str, usual))
            raise Refusal(f"In how: give each of the {targets} targets at least one die, such as {example}.")
        if weapon.by_die:
            check_dice(weapon, sum(given))
        elif sum(given) != most:
            raise Refusal(f"The {weapon.name} has {counted_dice(most)} to split. Use all of them, not {sum(given)}.")
        return given
    return usual


def _check_layout(
    shooter: Combatant, weapon: Armament, targets: tuple[FigureTarget, ...], through: bool, encounter: Encounter
) -> tuple[bool, str]:
    """Return whether the damage blows through, and a note if only the player knows the positions of the targets.

    Raises NoRule or NotNow for targets between which the weapon's dice cannot be split.
    """
    if through and weapon.spread == "any":
        raise NoRule(f"The {weapon.name} does not blow through. It splits its dice between any spaces in sight.")
    places = [target.place for target in targets if target.place]
    names = listed([target.name for target in targets], "and")
    if shooter.place is None or len(places) < len(targets):
        if weapon.spread == "any":
            return False, ""
        how = "in line, one behind the other" if through else "side by side"
        return through, f"{names} are {how}, as the player says: not all are on the map"
    if weapon.spread == "any":
        return False, ""
    if sight.behind(shooter.place, places[0], tuple(places[1:]), encounter):
        return True, ""
    if through:
        raise NotNow(f"The fire blows through only into spaces directly behind {targets[0].name}, one after the other.")
    if not sight.side_by_side(tuple(places), encounter):
        raise NotNow(
            f"The {weapon.name} splits its dice between adjacent spaces, side by side or directly behind"
            f" the target, named in their order. {names} are not placed like that."
        )
    return False, ""


def _roll_hits(split: _Split, scene: Scene) -> tuple[int | None, ...]:
    """Return for each target None if it is hit, or else the total that missed. One roll of two dice counts for all."""
    if not split.shots[0].sum:
        scene.note(
            "Hit",
            f"automatic hit at less than {split.arm.weapon.number} spaces, no roll",
            brief="automatic",
            outward=True,
            section=SECTION,
        )
        return tuple(None for _ in split.targets)
    for one in split.shots:
        label = TARGET_NUMBER if len(split.shots) == 1 else f"At {one.attempt.target.name}"
        scene.sum(label, *one.sum, section=SOURCE)
    names = listed([target.name for target in split.targets], "and")
    total = two_dice(f"{split.shooter.reference}'s attack at {names}", split.shots, scene)
    results = tuple(None if hits(total, one.needed) else total for one in split.shots)
    return results * len(split.targets) if split.through else results


def counted_dice(number: int) -> str:
    """Return a number of dice in words."""
    return f"{number} {'die' if number == 1 else 'dice'}"
