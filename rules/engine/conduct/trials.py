"""Tries out what a rulebook brings along: its templates, for `referee check` and for the tests of the data, and an
attack, before a book of an installed package is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.setups import Template
from rules.engine.conduct import conduct
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import ATTACKS, Aim, Switch, Target
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene


def unfit_templates(ruleset: Ruleset) -> Iterator[str]:
    """Yield the problems that would refuse an encounter begun with one of the ruleset's templates, with the file's
    name.
    """
    for id, template in ruleset.templates.items():
        for problem in _problems(template, ruleset):
            yield f"templates/{id}.toml: {problem}"


def _problems(template: Template, ruleset: Ruleset) -> list[str]:
    problems = list(_unfit_switches(template, ruleset))
    for where, piece in _pieces(template):
        problems += _refused(where, piece, ruleset)
    return problems or list(_refused("together", template, ruleset))


def _pieces(template: Template) -> Iterator[tuple[str, Template]]:
    """Yield each group and event of a set-up by itself, so that all problems are reported at once."""
    bare = replace(template, switches={}, newcomers=(), events=())
    for n, event in enumerate(template.events):
        yield f"events.{n}", replace(bare, events=(event,))
    for n, group in enumerate(template.newcomers):
        yield f"combatants.{n}", replace(bare, newcomers=(group,))
        for place in group.among:
            alone = replace(group, count=1, places=(place,), among=())
            yield f"combatants.{n}.at_roll", replace(bare, newcomers=(alone,))


def _unfit_switches(template: Template, ruleset: Ruleset) -> Iterator[str]:
    """Yield the problems of the switches, set one by one: an unknown name or value, or one that undoes another."""
    scene, accepted = Scene(conduct.stage(ruleset, template.preset), SeededDice(0)), dict[str, str]()
    for name, value in template.switches.items():
        try:
            conduct.resolve(Switch(name, value), scene, ruleset)
            accepted[name] = value
        except Refusal as refusal:
            yield f"switches.{name}: {refusal}"
    final = dict(scene.encounter.switches)
    for name, value in accepted.items():
        if final[name] != value:
            yield f"switches.{name}: it ends up {final[name]}, because another switch is set after it"


def _refused(where: str, template: Template, ruleset: Ruleset) -> Iterator[str]:
    try:
        conduct.set_up(template, Scene(conduct.stage(ruleset, template.preset), SeededDice(0)), ruleset)
    except Refusal as refusal:
        yield f"{where}: {refusal}"


def failing_attacks(ruleset: Ruleset) -> Iterator[str]:
    """Yield the attacks with a rule that end in an error, in a quick ruling with the vocabulary's first weapon.

    A refusal is no error: the attack may need a range. Raises BadSheet for the usual sheet lines.
    """
    vocabulary = ruleset.vocabulary({})
    lines = (vocabulary.shooter(next(iter(vocabulary.classes.values()), ""), ()).line, vocabulary.target(()).line)
    stage = conduct.staged(ruleset, *(ruleset.profile(line, {}) for line in lines))
    for verb, attack in ATTACKS.items():
        if attack is Aim:
            continue
        order = attack("c1", (Target("c2"),))
        try:
            ruleset.check_verb(attack)
            ruleset.choices(order, stage)
            ruleset.odds(order, stage)
            conduct.resolve(order, Scene(stage, SeededDice(0)), ruleset)
        except Refusal:
            pass
        # The code of others may raise anything.
        except Exception as wrong:
            yield f"/{verb} ends in {type(wrong).__name__}: {wrong}"
