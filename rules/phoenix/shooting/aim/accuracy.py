"""The accuracy of a shot: the Shot Accuracy (2.4, 2.5) or the Effective Accuracy Level (3.1), and its odds.

Separate from the checks that forbid a shot: everything here is computed from the present state, and only shots without
a chance are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Step, Term
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import ACCURACY, MODIFIERS, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.aim import level
from rules.phoenix.shooting.targets import situation
from rules.phoenix.shooting.targets.aimed_target import FARTHEST, Attempt
from rules.tables.cells import ODDS, Word
from rules.words.phrases import counted, listed

AccuracyTerms = tuple[tuple[Term, ...], tuple[Step, ...]]
"""The terms of an accuracy, and the cells and rulings that they come from."""
HIT, MISS = Word("HIT"), Word("MISS")
TERMS = Hook[Callable[[Attempt, Encounter, Book], Iterable[tuple[Term, tuple[Step, ...]]]]]()
"""Each returns further terms, with the steps that they come from."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The accuracy of an attempt, computed once before the throw.

    `actions` of aim are taken, and `extra` count besides.
    """

    attempt: Attempt
    terms: AccuracyTerms
    actions: int
    extra: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """Whether a throw hits, and the number rolled, None if nothing was rolled."""

    hit: bool
    roll: int | None = None


def accuracy(attempt: Attempt, accuracy_terms: AccuracyTerms, scene: Scene) -> int:
    """Return the Shot Accuracy (2.4) or the Effective Accuracy Level (3.1), recorded as "Accuracy"."""
    terms, steps = accuracy_terms
    by = accuracy_section(scene.encounter)
    scene.explain(_explain_terms, attempt, steps, by, scene)
    return scene.sum("Accuracy", *terms, section=by)


def _explain_terms(attempt: Attempt, steps: Iterable[Step], by: str, scene: Scene) -> None:
    """Record the cells and rulings that the terms come from, and the circumstances that the player has named."""
    for step in steps:
        scene.record(step, by)
    at = attempt.at
    at_a_place = at.ground or attempt.how.size or attempt.how.covering
    if not (at_a_place or at.state.exposure) and uses_modifiers(scene.encounter):
        scene.rule("O25", f"how {at.name} is exposed is unknown, so it changes nothing", section="2.5")
    if scene.encounter.timed and attempt.how.stated:
        scene.note("Circumstances", f"{listed(attempt.how.stated, 'and')}, as the player says", detail=True, section=by)


def accuracy_section(encounter: Encounter) -> str:
    """Return the section of the accuracy in the rules that are on."""
    return "3.1" if on(encounter, ACCURACY) else "2.4"


def terms(attempt: Attempt, aimed: Term, encounter: Encounter, book: Book) -> AccuracyTerms:
    """Return the terms of the accuracy, SAL and the Aim Time Mod (`aimed`) first.

    Raises Refusal for a shooter with an unknown SAL.
    """
    sal = soldier(attempt.shooter).sal
    if sal is None:
        raise Refusal(
            f"{attempt.shooter.reference} has no Skill Accuracy Level. Add a skill to the sheet line,"
            " such as skill 8 or SAL 14."
        )
    if on(encounter, ACCURACY):
        modifiers, steps = level.terms(attempt, aimed, encounter, book)
    else:
        modifiers, steps = situation.terms(attempt, encounter, book)
    more = [one for rule in TERMS.under(encounter) for one in rule(attempt, encounter, book)]
    terms = (Term("SAL", sal, "1C"), aimed, *modifiers, *[term for term, _ in more], *attempt.modifiers)
    return terms, (*steps, *[step for _, more_steps in more for step in more_steps])


def accuracy_name(encounter: Encounter) -> str:
    """Return the name of the accuracy in the rules that are on."""
    return "Effective Accuracy Level" if on(encounter, ACCURACY) else "Shot Accuracy"


def needed(total: int, attempt: Attempt, scene: Scene) -> int | Word:
    """Return the highest throw that hits, 0 to 99, or HIT or MISS (table 2A by range, or 4G), recorded as "Odds"."""
    odds: int | Word | None
    if on(scene.encounter, ACCURACY):
        odds = scene.lookup(
            "Odds", scene.book.tables.of(ODDS, "4g"), total, level.column(attempt, scene.encounter), section="3.1"
        )
    else:
        odds = scene.lookup("Odds", scene.book.tables.worded(ODDS, "2a"), total, attempt.hexes, section="2.4")
    return MISS if odds is None else odds


def chance(total: int, attempt: Attempt, encounter: Encounter, book: Book) -> int | Word:
    """Return the highest throw that hits, as `needed`, without a scene."""
    if on(encounter, ACCURACY):
        odds = book.tables.of(ODDS, "4g").lookup("", total, level.column(attempt, encounter))[0]
    else:
        return basic_chance(total, attempt.hexes, book)
    return MISS if odds is None else odds


def basic_chance(total: int, hexes: int, book: Book) -> int | Word:
    """Return the highest throw that hits by table 2A, or HIT or MISS."""
    odds = book.tables.worded(ODDS, "2a").lookup("", total, hexes)[0]
    return MISS if odds is None else odds


def throw_to_hit(chance: int | Word, why: str, scene: Scene, label: str = "Hit") -> Thrown:
    """Throw for the hit; HIT and MISS need no throw."""
    by = accuracy_section(scene.encounter)
    if isinstance(chance, Word):
        sure = "certain hit, no roll" if chance == HIT else "no chance, no roll"
        scene.note(label, sure, section=by, brief=sure.partition(",")[0], outward=True)
        scene.rule("O26", "HIT and MISS in table 2A need no roll", section="2.4")
        return Thrown(chance == HIT)
    roll = scene.throw(label, why, 0, 99, chance_words(chance), section=by)
    return Thrown(roll <= chance, roll)


def chance_words(chance: int | Word) -> str:
    """Return a cell of 2A in words: "86 or less", "certain", "no chance"."""
    if isinstance(chance, Word):
        return "certain" if chance == HIT else "no chance"
    return f"{chance:02} or less"


def check_chance(total: int, attempt: Attempt, encounter: Encounter, book: Book) -> None:
    """Raise Refusal if there is no chance to hit; the sentence names a range at which there is one."""
    if on(encounter, ACCURACY):
        if chance(total, attempt, encounter, book) == MISS:
            raise Refusal(
                f"Effective Accuracy Level {total} has no chance at {counted(attempt.hexes, 'hex')} (table"
                " 4G). Aim longer or get closer."
            )
        return
    if attempt.hexes > FARTHEST:
        raise Refusal(
            f"Nothing can be hit beyond {FARTHEST} hexes (table 2A). The target is {attempt.hexes} hexes away."
        )
    if chance(total, attempt, encounter, book) != MISS:
        return
    columns = book.tables.by_id["2a"].columns
    assert columns is not None
    within = [label for label in columns.labels if basic_chance(total, int(label), book) != MISS]
    far = counted(attempt.hexes, "hex")
    other = f"Get within {within[-1]} hexes" if within else "Aim longer"
    raise Refusal(f"Shot Accuracy {total} has no chance at {far} (table 2A). {other}.")


def counts_situation(encounter: Encounter) -> bool:
    """Return whether stance, motion, ducking and smoke change the odds: by table 2C, or by 3.1."""
    return on(encounter, MODIFIERS) or on(encounter, ACCURACY)


def uses_modifiers(encounter: Encounter) -> bool:
    """Return whether table 2C is used.

    It is optional (2.5, ruling O25) and not part of the Effective Accuracy Level.
    """
    return on(encounter, MODIFIERS) and not on(encounter, ACCURACY)
