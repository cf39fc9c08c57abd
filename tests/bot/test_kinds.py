"""The words under which records are stored: part of the database's layout, whatever classes and modules are called."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import pytest

import rules
from bot.game.entries import codec
from rules.engine.records.agenda import Pending
from rules.engine.records.records import Condition, Family, Order, Weapon
from rules.engine.records.steps import Step
from rules.engine.scene.effects import Effect
from tests.bot.test_stored_layouts import STORED, sample

KINDS = {
    Weapon: """aliens.CardWeapon phoenix.ExplosiveWeapon phoenix.Grenade phoenix.Handgun phoenix.Shotgun
        phoenix.SmallArm savage.Firearm space_marines.Armament""",
    Condition: "aliens.Fighter phoenix.Soldier savage.Shooter space_marines.Figure",
    Order: """Act AddRecord Adjust Aim Answer Apply Appoint Burst Buy Chart ClearPlan Conceal Decide Depart Deploy
        Dismiss
        Drop Duck End Fire Foresee Handover Happens Heal Import Jot Keep Move Muster Nearer Next OpenSide Pass Pause
        Redo Redraw Reload RemoveRecord Rename Reveal SetPlan Several Start Switch TakeOver Throw Undo Withdraw
        phoenix.GoesOff phoenix.Healed phoenix.Recover phoenix.Wake phoenix.shooting.Covering
        phoenix.simultaneous.Underway phoenix.timing.Declared space_marines.Proceed space_marines.RunOn""",
    Effect: """Accepted Appeared Applied Appointed Became Charted Committed Concealed Decided Drawn Ended Exploded
        Joined Left Loaded Met Noted Opened Passed Paused Placed Planned Ranged Recorded Registered Rescheduled Ruled
        SidesOpened Sighted Switched Threw Ticked Undid phoenix.Readied""",
}
"""Words that are in people's databases. A new record adds one; none is ever changed or taken away."""
SOMETHING_ELSE = {"erratum", "since", "camp"}
TYPES = {
    "lookup",
    "sum",
    "roll",
    "ruling",
    "note",
    "task",
    "watch",
    "timer",
    "question",
    "plan",
    "declaration",
    "deployment",
}


def load_all() -> None:
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        importlib.import_module(module.name)


@pytest.mark.parametrize("family", KINDS, ids=lambda family: family.__name__)
def test_every_record_is_stored_under_its_own_word(family: type[Family]) -> None:
    load_all()
    ours = {kind for kind, member in family.kinds.items() if member.__module__.startswith("rules.")}
    assert ours == set(KINDS[family].split())


def test_steps_and_matters_too() -> None:
    assert set(codec.TYPES) == {*get_args(Step), *get_args(Pending)}
    assert set(codec.TYPES.values()) == TYPES


@pytest.mark.parametrize(("schema", "ruleset"), STORED)
def test_stored_samples_use_these_words(schema: int, ruleset: str) -> None:
    known = {kind for kinds in KINDS.values() for kind in kinds.split()}
    document = sample(schema, ruleset)
    stored = {*_kinds(document["state"])}
    for entry in document["entries"]:
        stored |= {*_kinds(entry["order"]), *_kinds(entry["resolution"])}
    assert stored and stored <= known


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(TypeError, match="declare the same kind, 'Fire'"):

        class Flames(Order):
            kind = "Fire"


def test_what_declares_no_kind_is_not_stored() -> None:
    @dataclass(frozen=True, slots=True)
    class Whistle(Order):
        tune: str = ""

    with pytest.raises(TypeError, match="declares no kind"):
        codec.canonical(Whistle())


def _kinds(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        # Marks of tables, medical care and troop types have a "kind" that means something else.
        if "kind" in document and not (SOMETHING_ELSE & {*document}):
            yield document["kind"]
        for value in document.values():
            yield from _kinds(value)
    elif isinstance(document, list):
        for value in document:
            yield from _kinds(value)
