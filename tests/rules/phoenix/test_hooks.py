"""Hooks: which rules count in an encounter, by its switches."""

from __future__ import annotations

from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Encounter
from rules.phoenix.basics.hooks import Hook, when
from rules.phoenix.basics.switches import DECLARED, HEROES, IMMEDIATE, MORALE, OFF, ON, SHOT_TIMING
from rules.phoenix.optional.timing import declared
from rules.phoenix.shooting.firing.declared_fire import RESOLVED
from tests.rules.phoenix.skirmish import Skirmish

ADVANCED = Skirmish("phoenix-advanced").encounter


def with_switches(**values: str) -> Encounter:
    return replace(ADVANCED, switches=tuple(sorted((dict(ADVANCED.switches) | values).items())))


def test_a_rule_counts_where_one_of_its_switches_is_on() -> None:
    hook = Hook[str]()
    hook.fill("always", when("heroes", HEROES), when("either", HEROES, MORALE))
    assert hook.under(with_switches(heroes=OFF, morale=OFF)) == ("always",)
    assert hook.under(with_switches(heroes=OFF, morale=ON)) == ("always", "either")
    assert hook.under(with_switches(heroes=ON, morale=OFF)) == ("always", "heroes", "either")
    assert hook.all == ("always", "heroes", "either")


def test_a_switch_that_is_neither_on_nor_off_counts_where_it_is_not_at_its_default() -> None:
    assert declared.goes not in RESOLVED.under(with_switches(**{SHOT_TIMING: IMMEDIATE}))
    assert declared.goes in RESOLVED.under(with_switches(**{SHOT_TIMING: DECLARED}))


def test_an_encounter_from_before_a_switch_is_without_its_rules() -> None:
    hook = Hook[str]()
    hook.fill(when("heroes", HEROES))
    assert hook.under(replace(ADVANCED, switches=())) == ()


def test_copies_of_an_encounter_have_the_rules_of_their_own_switches() -> None:
    hook = Hook[str]()
    hook.fill(when("heroes", HEROES))
    first = with_switches(heroes=ON)
    assert hook.under(first) == hook.under(altered(first, passed=("a",))) == ("heroes",)
    assert hook.under(replace(first, switches=with_switches(heroes=OFF).switches)) == ()


def test_encounters_with_the_same_switches_share_their_settings() -> None:
    assert with_switches(heroes=ON).settings is with_switches(heroes=ON).settings
    assert with_switches(heroes=ON).settings is not with_switches(heroes=OFF).settings
