"""Shooting: Shooting dice and Wild Die with their aces, raises, and what the attack takes of the ammunition.

What a hit does stays with the group's own book (ruling O65).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.ammunition import (
    AUTOMATIC_FIRE,
    DOUBLE_TAP,
    RAPID_ATTACK,
    SINGLE_SHOT,
    THREE_ROUND_BURST,
    TOKENS,
    Use,
    spend,
)
from rules.engine.orders import Attack
from rules.engine.scene import Scene
from rules.engine.steps import LEFT, Term
from rules.savage.aces import Aced, aced
from rules.savage.aiming import Attempt, Mark, attempt
from rules.savage.loads import take_in_hand, told
from rules.savage.shooter import WILD_DIE, Shooter
from rules.words.phrases import counted

RAISE = 4
"""Each so many over the target number is a raise."""
MISS = -1
WILD = "Wild Die"
_WAYS = {
    SINGLE_SHOT: "",
    DOUBLE_TAP: " with a double tap",
    THREE_ROUND_BURST: " with a three-round burst",
}


def raises(total: int, target_number: int) -> int:
    """How many raises a total has, MISS if it is below the target number."""
    return (total - target_number) // RAISE if total >= target_number else MISS


def attack(order: Attack, scene: Scene) -> None:
    """Fire, fire a burst, throw. Raises Refusal before anything is spent."""
    shot = attempt(order, scene.encounter)
    take_in_hand(shot.shooter, shot.arm, scene)
    _explain(shot, scene)
    shooting = [_shot(shot, n, scene) for n in range(shot.dice)]
    wild = _thrown(shot, WILD, WILD_DIE, scene) if shot.state.wild else None
    totals = _counting(shot, shooting, wild, scene)
    results = [raises(total, shot.target_number) for total in totals]
    _both_one(shooting, wild, scene)
    _deplete(shot, [fall.face for fall in shooting], scene)
    acted(shot.shooter.id, shot.state, scene)
    hit = [mark.id for mark, result in zip(_dealt(shot), results, strict=True) if result != MISS]
    scene.notify(*hit)
    scene.note("Damage", "not refereed: damage and wounds are in your own book")
    scene.rule("O65", "only shooting and the ammunition it takes are refereed")
    scene.conclude(f"{_deed(shot)}: {_told(shot, results)}.", "hit" if any(r != MISS for r in results) else "miss")


def acted(id: str, state: Shooter, scene: Scene) -> None:
    """He has done something this round."""
    if not state.acted:
        scene.change(id, replace(state, acted=True))
    elif scene.encounter.timed:
        scene.note("Actions", "acts again this round; what several actions cost is in your own book", detail=True)


def _explain(shot: Attempt, scene: Scene) -> None:
    if shot.mode != SINGLE_SHOT:
        own = "what it adds or takes off is in your own book: give it with mod:"
        scene.note(shot.mode, own, detail=True)
    if shot.arm.weapon.thrown:
        scene.note("Throwing", "with the Shooting die: these rules know no other", detail=True)
    if len(shot.marks) > 1:
        scene.note("Targets", "the Shooting dice are dealt to them in the order named, one each in turn", detail=True)


def _label(shot: Attempt, n: int) -> str:
    if shot.dice > 1:
        return f"Shooting {n + 1}"
    return "Throwing" if shot.arm.weapon.thrown else "Shooting"


def _shot(shot: Attempt, n: int, scene: Scene) -> Aced:
    """A Shooting die, and what it comes to by itself."""
    label = _label(shot, n)
    fall = _thrown(shot, label, shot.state.die, scene)
    scene.note(label, _comes_to(shot, fall, n))
    return fall


def _thrown(shot: Attempt, label: str, sides: int, scene: Scene) -> Aced:
    """A die with its aces."""
    needed = f"{shot.needed} or more" if shot.needed > 1 else "any face"
    which = WILD if label == WILD else "Shooting die"
    return aced(label, f"{shot.shooter.name}'s {which}", sides, scene, needed=needed)


def _comes_to(shot: Attempt, fall: Aced, n: int) -> str:
    """What a die in the place of the Shooting die `n` comes to: "17 − 2 (autofire) = 15 against 4, Thug 1 HIT"."""
    total = fall.total + sum(term.value for term in shot.terms)
    told = _result(raises(total, shot.target_number))
    if len(shot.marks) > 1:
        told = f"{_dealt(shot)[n].name} {told}"
    if not shot.terms:
        return told if fall.total == fall.face else f"{total}, {told}"
    added = [f"{'−' if term.value < 0 else '+'} {abs(term.value)} ({term.label})" for term in shot.terms]
    return f"{' '.join([str(fall.total), *added])} = {total} against {shot.target_number}, {told}"


def _counting(shot: Attempt, shooting: Sequence[Aced], wild: Aced | None, scene: Scene) -> list[int]:
    """The total of each die that counts: the Wild Die takes the place of the Shooting die that it helps most, which is
    the lowest."""
    counting = list(shooting)
    names = ["Shooting die"] * shot.dice
    if wild:
        worst = min(range(shot.dice), key=lambda n: shooting[n].total)
        if wild.total > shooting[worst].total:
            counting[worst], names[worst] = wild, WILD
            scene.note(WILD, f"counts instead of {_label(shot, worst)}: {_comes_to(shot, wild, worst)}")
        else:
            scene.note(WILD, "does not count, being no higher")
    if shot.terms:
        return [
            scene.sum(label, Term(name, fall.total), *shot.terms, detail=True)
            for label, name, fall in zip(_totals(shot), names, counting, strict=True)
        ]
    return [fall.total for fall in counting]


def _totals(shot: Attempt) -> list[str]:
    return ["Total"] if shot.dice == 1 else [f"Total {n}" for n in range(1, shot.dice + 1)]


def _both_one(shooting: Sequence[Aced], wild: Aced | None, scene: Scene) -> None:
    ones = sum(fall.face == 1 for fall in shooting)
    if wild and wild.face == 1 and ones:
        dice = "the Shooting die" if len(shooting) == 1 else f"{ones} of {len(shooting)} Shooting dice"
        scene.note("Ones", f"{dice} and the Wild Die show 1: what that means is in your own book")


def _deplete(shot: Attempt, faces: Sequence[int], scene: Scene) -> None:
    before = shot.arm.ammunition
    if before.measure == TOKENS:
        scene.rule("O20", "a Shooting die's first face counts, before aces and modifiers; the Wild Die never does")
    elif not shot.arm.weapon.plain:
        scene.note("Ammunition", "a house rule: every attack takes one box", detail=True)
    after = spend(shot.shooter.id, shot.arm.slot, Use(mode=shot.mode, faces=tuple(faces)), scene) or before
    empty = "; empty: /reload" if not after.loaded and not shot.arm.weapon.plain else ""
    scene.note(LEFT, told(shot.arm.weapon, after, shot.shooter) + empty)


def _dealt(shot: Attempt) -> list[Mark]:
    """Whom each Shooting die is for."""
    return [shot.marks[n % len(shot.marks)] for n in range(shot.dice)]


def _deed(shot: Attempt) -> str:
    verb = "throws" if shot.arm.weapon.thrown else "fires"
    way = _WAYS.get(shot.mode, "")
    if shot.mode == AUTOMATIC_FIRE:
        way = f" on automatic with {_dice(shot.dice)}"
    elif shot.mode == RAPID_ATTACK:
        way = f" in a rapid attack of {counted(shot.dice, 'shot')}"
    at = " at " + shot.marks[0].name if len(shot.marks) == 1 else ""
    return f"{shot.shooter.name} {verb} the {shot.arm.weapon.name}{way}{at}"


def _result(raised: int) -> str:
    return "MISS" if raised == MISS else "HIT" + (f" with {counted(raised, 'raise')}" if raised else "")


def _dice(number: int) -> str:
    return "1 Shooting die" if number == 1 else f"{number} Shooting dice"


def _told(shot: Attempt, results: Sequence[int]) -> str:
    """What came of each die, by target: "HIT with 1 raise, MISS", "Thug 1 HIT; Thug 2 MISS"."""
    words = [_result(r) for r in results]
    if len(shot.marks) == 1:
        return ", ".join(words)
    dealt = _dealt(shot)
    each = [(mark, [word for to, word in zip(dealt, words, strict=True) if to is mark]) for mark in shot.marks]
    return "; ".join(f"{mark.name} {', '.join(own)}" for mark, own in each)
