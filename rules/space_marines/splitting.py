"""Dice of damage split between several spaces, side by side or in line behind the target (SMART GUN, FLAMETHROWER)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.errors import NoRule, NotNow, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Burst
from rules.engine.scene import Scene
from rules.space_marines import harm, sight, turn
from rules.space_marines.aiming import Attempt, Mark, aim_for, attempt, check_flame, in_play, keep_range, mark, reach
from rules.space_marines.arms import Held, check_dice, held, most_dice, others, read_how
from rules.space_marines.chances import hits
from rules.space_marines.figure import Armament, figure
from rules.space_marines.rolling import TARGET_NUMBER, Shot, bought, missed, pay, shot, tell, two_dice
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class _Split:
    """An attack at several: each mark with its dice; the shots that are rolled for, which is the first alone where the
    damage blows through; `word` says that only the player knows how they stand."""

    shooter: Combatant
    arm: Held
    aim: int
    dice: tuple[int, ...]
    marks: tuple[Mark, ...]
    shots: tuple[Shot, ...]
    through: bool
    word: str


def burst(order: Burst, scene: Scene) -> None:
    """Split the dice of damage between spaces. Raises Refusal before anything is spent."""
    turn.check_turn(order.actor, scene.encounter)
    split = _split(order, scene.encounter)
    pay(split.shooter, split.arm, split.aim, sum(split.dice), scene, automatic=True)
    for one in split.shots:
        keep_range(order, one.attempt, scene)
    if split.word:
        scene.note("Spaces", split.word)
    landed = _landed(split, scene)
    said: list[str] = []
    for at, dice, total in zip(split.marks, split.dice, landed, strict=True):
        if total is not None:
            said.append(f"{at.name} {missed(total)}")
            continue
        assert at.figure is not None
        struck = harm.strike(at.id, at.name, at.figure, bought(split.arm.weapon, dice), scene)
        said.append(f"{at.name} HIT, {struck.briefly}")
    tell(split.shooter, scene)
    how = "blows the fire of" if split.through else "splits the fire of"
    through = " through" if split.through else ""
    line = f"{split.shooter.name} {how} the {split.arm.weapon.name}{through}: {'; '.join(said)}."
    scene.conclude(line, "hit" if None in landed else "miss")


def spreads(weapon: Armament) -> bool:
    """Whether /burst is for it."""
    return bool(weapon.spread)


def splitter(combatant: Combatant, name: str) -> Held:
    """The weapon whose dice are split: that of the name, else the one in hand, else another. Raises NoRule for what
    cannot split them."""
    arm = held(combatant, name, spreads)
    if not arm.weapon.spread:
        instead = others(combatant, arm.weapon, spreads)
        told = f"say with weapon: {instead}" if instead else f"/{'throw' if arm.weapon.thrown else 'fire'} is for it"
        raise NoRule(f"The dice of damage of {arm.weapon.the} cannot be split: {told}.")
    return arm


def _split(order: Burst, encounter: Encounter) -> _Split:
    shooter = encounter.combatant(order.actor)
    arm = splitter(shooter, order.weapon)
    weapon = arm.weapon
    if len(order.targets) < 2:
        raise Refusal(
            f"/burst splits the {weapon.name}'s dice between two targets or more, with commas between them, and /fire"
            f" attacks one; {in_play(order.actor, encounter)}."
        )
    marks = tuple(mark(target, order.actor, encounter) for target in order.targets)
    ids = [at.id for at in marks if at.id]
    if len(set(ids)) < len(ids):
        raise Refusal("Each target is named once; how: 2 1 says how many dice each takes.")
    aim = aim_for(order.aim, shooter, weapon)
    how = read_how(order.how)
    dice = _shares(shooter, weapon, how.dice, len(marks), aim)
    through, word = _lie(shooter, weapon, marks, how.through, encounter)
    rolled = marks[:1] if through else marks
    for at in marks[len(rolled) :]:
        # Nothing is rolled for what stands behind, but a flame goes no farther for that.
        if far := reach(None, shooter, at, encounter):
            check_flame(Attempt(shooter, arm, at, far))
    shots = tuple(
        shot(attempt(order, arm, at, encounter), aim, n) for at, n in zip(rolled, dice[: len(rolled)], strict=True)
    )
    return _Split(shooter, arm, aim, dice, marks, shots, through, word)


def _shares(shooter: Combatant, weapon: Armament, said: tuple[int, ...], targets: int, aim: int) -> tuple[int, ...]:
    """The dice of each target: as said, else one each and what is left to the first. Raises Refusal."""
    most = most_dice(weapon, figure(shooter).left - aim)
    if targets > most and not (said and weapon.by_die):
        why = "" if not weapon.by_die else " for the Points left"
        raise NotNow(f"The {weapon.name} throws at most {counted_dice(most)}{why}, one at least for each target.")
    usual = (max(1, most - targets + 1), *(1 for _ in range(targets - 1)))
    if said:
        if len(said) != targets or 0 in said:
            example = " ".join(map(str, usual))
            raise Refusal(f"how: gives each of the {targets} targets its dice, one at least, such as {example}.")
        if weapon.by_die:
            check_dice(weapon, sum(said))
        elif sum(said) != most:
            raise Refusal(f"The {weapon.name} has {counted_dice(most)} to split, all of them, not {sum(said)}.")
        return said
    return usual


def _lie(
    shooter: Combatant, weapon: Armament, marks: tuple[Mark, ...], through: bool, encounter: Encounter
) -> tuple[bool, str]:
    """Whether the damage blows through, and what is taken on the player's word. Raises NotNow for spaces between which
    the weapon's dice cannot be split."""
    if through and weapon.spread == "any":
        raise NoRule(f"The {weapon.name} does not blow through: it splits its dice between any spaces in sight.")
    places = [at.place for at in marks if at.place]
    names = listed([at.name for at in marks], "and")
    if shooter.place is None or len(places) < len(marks):
        if weapon.spread == "any":
            return False, ""
        how = "in line behind one another" if through else "side by side"
        return through, f"{names} stand {how}, as the player says: not all are on the map"
    if weapon.spread == "any":
        return False, ""
    if sight.behind(shooter.place, places[0], tuple(places[1:]), encounter):
        return True, ""
    if through:
        raise NotNow(f"The fire blows through into spaces directly behind {marks[0].name}, one after the other.")
    if not sight.side_by_side(tuple(places), encounter):
        raise NotNow(
            f"The {weapon.name} splits its dice between adjacent spaces, side by side or directly behind the target,"
            f" named in the order in which they lie; {names} do not lie so."
        )
    return False, ""


def _landed(split: _Split, scene: Scene) -> tuple[int | None, ...]:
    """For each mark None if it is hit, else the total that missed. One throw of two dice counts for all."""
    if not split.shots[0].sum:
        scene.note("Hit", f"by itself, at less than {split.arm.weapon.number} spaces: no dice are thrown")
        return tuple(None for _ in split.marks)
    for one in split.shots:
        scene.sum(TARGET_NUMBER if len(split.shots) == 1 else f"At {one.attempt.at.name}", *one.sum)
    whom = listed([at.name for at in split.marks], "and")
    total = two_dice(f"{split.shooter.name}'s attack at {whom}", split.shots, scene)
    results = tuple(None if hits(total, one.needed) else total for one in split.shots)
    return results * len(split.marks) if split.through else results


def counted_dice(number: int) -> str:
    """A number of dice in words."""
    return f"{number} {'die' if number == 1 else 'dice'}"
