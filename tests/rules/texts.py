"""Properties of every text that a rulebook stores or refuses with: names by reference, clauses, sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Refusal, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.orders import End, Muster, Rename, Start, Switch
from rules.engine.records.records import Order
from rules.engine.records.references import GMS, cut
from rules.engine.records.steps import Lookup
from rules.engine.scene.dice import ScriptedDice, SeededDice
from rules.engine.scene.effects import Left
from rules.engine.scene.scene import Part, Scene
from rules.tables.table import Table
from tests.reading import part_named

ODD = "Zyxw"
"""Begins the name of each fighter: no text has it but where it names one."""


def oddly_named(encounter: Encounter) -> Encounter:
    """The encounter, in which everyone has a name that is no other word."""
    fighters = (replace(c, name=f"{ODD} {n}") for n, c in enumerate(encounter.combatants, 1))
    return replace(encounter, combatants=tuple(fighters))


def check_refusal(refusal: Refusal) -> None:
    """Fighters are named by reference in a refusal; only one of a name typed in says the names there are."""
    assert ODD not in str(refusal) or isinstance(refusal, UnknownName)


OTHER_RULES = {
    ("2a", "2.11"),  # scatter by the odds of the shot
    ("4g", "3.6"),
    ("4h", "2.11"),
    ("7a", "7A"),
    ("7b", "2.5"),
    ("actions_basic", "2.3"),
}
"""Tables that a rule of another section uses, by their ids, with that section."""


def check_sections(parts: Sequence[Part], tables: Mapping[str, Table[Any]]) -> None:
    """The cells of a table have its section in the book, or that of the rule that uses the table."""
    for step in (step for part in parts for step in part.resolution.steps if isinstance(step, Lookup)):
        if table := tables.get(step.table):
            assert step.section == table.section or (step.table, step.section) in OTHER_RULES, step


def check_parts(order: Order, parts: Sequence[Part]) -> None:
    """So they are in what an order stores; its clauses make its outcome, and each step of the book has its section."""
    for part in parts:
        resolution, encounter = part.resolution, part.encounter
        questions = [item.text for item in encounter.agenda if isinstance(item, Question)]
        assert ODD not in repr((resolution.clauses, resolution.steps, questions))
        assert all(clause.text for clause in resolution.clauses)
        there = {"", GMS, *encounter.positions, *(e.combatant for e in resolution.effects if isinstance(e, Left))}
        for clause in resolution.clauses:
            assert clause.about in there
        for step in resolution.steps:
            assert step.section or isinstance(order, Start | Switch | End), step
            assert step.about in there
        read = part_named(part).resolution
        assert read.outcome == "".join(clause.text for clause in read.clauses)
        assert not cut(repr((read.clauses, read.steps)))


def check_order(order: Order, encounter: Encounter, ruleset: Ruleset, dice: Sequence[int]) -> None:
    """Carry one order out with these dice, whatever comes of it, and check its texts."""
    if isinstance(order, Muster | Rename):
        return
    try:
        parts = conduct.resolve(order, Scene(oddly_named(encounter), ScriptedDice(dice)), ruleset)
    except Refusal as refusal:
        check_refusal(refusal)
    else:
        check_parts(order, parts)
        check_sections(parts, ruleset.tables)


def check_texts(wanted: Iterable[Order], encounter: Encounter, ruleset: Ruleset, seed: int) -> None:
    """Carry orders out, or let them be refused, and check all their texts.

    Orders that say a name themselves are left out.
    """
    encounter, dice = oddly_named(encounter), SeededDice(seed)
    for order in wanted:
        if isinstance(order, Muster | Rename):
            continue
        try:
            parts = conduct.resolve(order, Scene(encounter, dice), ruleset)
        except Refusal as refusal:
            check_refusal(refusal)
            continue
        check_parts(order, parts)
        check_sections(parts, ruleset.tables)
        encounter = parts[-1].encounter
