"""Resolve /fire, /burst and /throw (Shooting): roll Shooting dice and Wild Die, count raises, spend ammunition.

Damage is left to the group's own book (ruling O65).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.engine.ammunition.ammunition import (
    AUTOMATIC_FIRE,
    DEPLETION,
    DOUBLE_TAP,
    RAPID_ATTACK,
    SINGLE_SHOT,
    THREE_ROUND_BURST,
    TOKENS,
    Use,
    spend,
)
from rules.engine.attack.attacks import AttackTarget
from rules.engine.records.agenda import FIRED_UPON, HIT
from rules.engine.records.copies import replace
from rules.engine.records.orders import Attack
from rules.engine.records.steps import LEFT, ONES, Term
from rules.engine.scene.scene import Clause, Scene
from rules.grid.directions import from_where
from rules.savage.shooter import SHOOTING, WILD_DIE, Shooter
from rules.savage.shooting.aces import AcedRoll, roll_with_aces
from rules.savage.shooting.aiming import Attempt, attempt
from rules.savage.shooting.loads import ARMS, ammunition_words
from rules.words.phrases import counted

RAISE = 4
"""Points over the target number for each raise."""
MISS = -1
WILD = "Wild Die"
_MODE_WORDS = {
    SINGLE_SHOT: "",
    DOUBLE_TAP: " with a double tap",
    THREE_ROUND_BURST: " with a three-round burst",
}


def raises(total: int, target_number: int) -> int:
    """Return the raises of a total, MISS if it is below the target number."""
    return (total - target_number) // RAISE if total >= target_number else MISS


def attack(order: Attack, scene: Scene) -> None:
    """Resolve an attack with any of the three verbs. Raises Refusal before anything is spent."""
    shot = attempt(order, scene.encounter)
    ARMS.take_in_hand(shot.shooter, shot.arm, scene)
    scene.accept()
    _explain(shot, scene)
    shooting = [_roll_shooting_die(shot, n, scene) for n in range(shot.dice)]
    wild = _roll_die(shot, WILD, WILD_DIE, scene) if shot.state.wild else None
    totals = _counting_totals(shot, shooting, wild, scene)
    results = [raises(total, shot.target_number) for total in totals]
    _note_ones(shooting, wild, scene)
    _deplete(shot, [roll.face for roll in shooting], scene)
    record_action(shot.shooter.id, shot.state, scene)
    hit = [target.id for target, result in zip(_targets_by_die(shot), results, strict=True) if result != MISS]
    scene.notify(*hit)
    for target in shot.targets:
        scene.threaten(target.id, HIT if target.id in hit else FIRED_UPON)
    scene.note("Damage", "damage and wounds are in your own book", section=SHOOTING)
    scene.rule("O65", "the bot referees only shooting and the ammunition it uses", section=SHOOTING)
    outcome: str | tuple[Clause, ...] = f"{', '.join(map(_result_words, results))}."
    if len(shot.targets) > 1:
        outcome = tuple(
            replace(clause, verdict="hit" if target.id in hit else "miss")
            for clause, target in zip(scene.series(_results_by_target(shot, results)), shot.targets, strict=True)
        )
    verdict = "hit" if any(result != MISS for result in results) else "miss"
    first = shot.targets[0]
    if isinstance(outcome, str):
        outcome = (scene.clause(outcome, first.id or None, unseen=outcome),)
    place = scene.combatant(first.id).place if first.id else None
    unseen = from_where(shot.shooter.place, place)
    scene.conclude(scene.outcome(_attack_words(shot), outcome, unseen), verdict)


def record_action(id: str, state: Shooter, scene: Scene) -> None:
    """Record that the shooter has acted this round."""
    if not state.acted:
        scene.change(id, replace(state, acted=True))
    elif scene.encounter.timed:
        again = "acts again this round; the cost of several actions is in your own book"
        scene.note("Actions", again, detail=True, section=SHOOTING)


def _explain(shot: Attempt, scene: Scene) -> None:
    if shot.mode != SINGLE_SHOT:
        own = "its bonus or penalty is in your own book: give it with mod:"
        scene.note(shot.mode, own, detail=True, section=SHOOTING)
    if shot.arm.weapon.thrown:
        known = "uses the Shooting die; these rules have no other"
        scene.note("Throwing", known, detail=True, section=SHOOTING)
    if len(shot.targets) > 1:
        dealt = "each target gets a Shooting die in turn, in the order named"
        scene.note("Targets", dealt, detail=True, section=SHOOTING)


def _label(shot: Attempt, n: int) -> str:
    if shot.dice > 1:
        return f"Shooting {n + 1}"
    return "Throwing" if shot.arm.weapon.thrown else "Shooting"


def _roll_shooting_die(shot: Attempt, n: int, scene: Scene) -> AcedRoll:
    """Roll Shooting die `n` and note its result."""
    label = _label(shot, n)
    roll = _roll_die(shot, label, shot.state.die, scene)
    # With one target the first line of the result says it.
    brief = _die_result(shot, roll, n) if len(shot.targets) > 1 else ""
    scene.note(label, _die_words(shot, roll, n), section=SHOOTING, brief=brief, outward=bool(brief))
    return roll


def _roll_die(shot: Attempt, label: str, sides: int, scene: Scene) -> AcedRoll:
    """Roll a die with its aces."""
    needed = f"{shot.needed} or more" if shot.needed > 1 else "any face"
    which = WILD if label == WILD else "Shooting die"
    why = f"{shot.shooter.reference}'s {which}"
    return roll_with_aces(label, why, sides, scene, needed=needed, section=SHOOTING)


def _die_words(shot: Attempt, roll: AcedRoll, n: int) -> str:
    """Return the result of a die that counts as Shooting die `n`: "17 − 2 (autofire) = 15 against 4, Thug 1 HIT"."""
    total, result = _die_total(shot, roll), _die_result(shot, roll, n)
    if not shot.terms:
        return result if roll.total == roll.face else f"{total}, {result}"
    added = [f"{'−' if term.value < 0 else '+'} {abs(term.value)} ({term.label})" for term in shot.terms]
    return f"{' '.join([str(roll.total), *added])} = {total} against {shot.target_number}, {result}"


def _die_total(shot: Attempt, roll: AcedRoll) -> int:
    return roll.total + sum(term.value for term in shot.terms)


def _die_result(shot: Attempt, roll: AcedRoll, n: int) -> str:
    """Return the result of a die that counts as Shooting die `n`: "HIT with 1 raise", "Thug 1 HIT"."""
    result = _result_words(raises(_die_total(shot, roll), shot.target_number))
    return f"{_targets_by_die(shot)[n].name} {result}" if len(shot.targets) > 1 else result


def _counting_totals(shot: Attempt, shooting: Sequence[AcedRoll], wild: AcedRoll | None, scene: Scene) -> list[int]:
    """Return the total of each die that counts; a Wild Die replaces the lowest Shooting die if it is higher."""
    counting = list(shooting)
    names = ["Shooting die"] * shot.dice
    if wild:
        worst = min(range(shot.dice), key=lambda n: shooting[n].total)
        if wild.total > shooting[worst].total:
            counting[worst], names[worst] = wild, WILD
            instead = f"counts instead of {_label(shot, worst)}: {_die_words(shot, wild, worst)}"
            counts = "counts" if shot.dice == 1 else f"counts for {_label(shot, worst)}"
            scene.note(WILD, instead, section=SHOOTING, brief=counts, outward=True)
        else:
            scene.note(WILD, "does not count, because it is not higher", section=SHOOTING)
    if shot.terms:
        return [
            scene.sum(label, Term(name, roll.total), *shot.terms, detail=True, section=SHOOTING)
            for label, name, roll in zip(_total_labels(shot), names, counting, strict=True)
        ]
    return [roll.total for roll in counting]


def _total_labels(shot: Attempt) -> list[str]:
    return ["Total"] if shot.dice == 1 else [f"Total {n}" for n in range(1, shot.dice + 1)]


def _note_ones(shooting: Sequence[AcedRoll], wild: AcedRoll | None, scene: Scene) -> None:
    ones = sum(roll.face == 1 for roll in shooting)
    if wild and wild.face == 1 and ones:
        dice = "the Shooting die" if len(shooting) == 1 else f"{ones} of {len(shooting)} Shooting dice"
        shown = f"{dice} and the Wild Die show 1: your own book says what that means"
        brief = "both dice show 1" if len(shooting) == 1 else f"{dice} and the Wild Die show 1"
        scene.note(ONES, shown, section=SHOOTING, brief=brief, outward=True)


def _deplete(shot: Attempt, faces: Sequence[int], scene: Scene) -> None:
    before = shot.arm.load
    if before.measure == TOKENS:
        first = "the first face of a Shooting die counts, before aces and modifiers; the Wild Die never does"
        scene.rule("O20", first, section=DEPLETION)
    elif not shot.arm.weapon.plain:
        scene.note("Ammunition", "a house rule: each attack uses one box", detail=True, section=DEPLETION)
    after = spend(shot.shooter.id, shot.arm.slot, Use(mode=shot.mode, faces=tuple(faces)), scene) or before
    empty = "; empty, use /reload" if not after.loaded and not shot.arm.weapon.plain else ""
    scene.note(LEFT, ammunition_words(shot.arm.weapon, after, shot.shooter) + empty, section=DEPLETION)


def _targets_by_die(shot: Attempt) -> list[AttackTarget[Shooter]]:
    """Return the target of each Shooting die, in the order of the dice."""
    return [shot.targets[n % len(shot.targets)] for n in range(shot.dice)]


def _attack_words(shot: Attempt) -> str:
    verb = "throws" if shot.arm.weapon.thrown else "fires"
    way = _MODE_WORDS.get(shot.mode, "")
    if shot.mode == AUTOMATIC_FIRE:
        way = f" on automatic with {_dice(shot.dice)}"
    elif shot.mode == RAPID_ATTACK:
        way = f" in a rapid attack of {counted(shot.dice, 'shot')}"
    at = " at " + shot.targets[0].name if len(shot.targets) == 1 else ""
    return f"{shot.shooter.reference} {verb} the {shot.arm.weapon.name}{way}{at}"


def _result_words(number: int) -> str:
    return "MISS" if number == MISS else "HIT" + (f" with {counted(number, 'raise')}" if number else "")


def _dice(number: int) -> str:
    return "1 Shooting die" if number == 1 else f"{number} Shooting dice"


def _results_by_target(shot: Attempt, results: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield the id of each target with the results of its dice: "Thug 1 HIT with 1 raise, MISS"."""
    words = [_result_words(r) for r in results]
    targets = _targets_by_die(shot)
    for target in shot.targets:
        own = [word for to, word in zip(targets, words, strict=True) if to is target]
        yield target.id, f"{target.name} {', '.join(own)}"
