"""Texts as they are stored: fighters by reference, clauses and steps about one fighter each, steps with a section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from bot.game.entries.names import named
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Refusal, UnknownName
from rules.engine.records.orders import Act, Duck, Move, Muster, Rename
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.engine.records.steps import Note, Step
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Clause, Part, Resolution, Scene
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.ground.view import check_target
from rules.phoenix.people.named_combatants import named as find_named
from rules.words.places import Place
from tests.rules.phoenix.at_random import DEEDS, Play
from tests.rules.phoenix.shooting.duel import aim, duel, fire
from tests.rules.phoenix.skirmish import Skirmish, phoenix

NAME = "Zyxw"


def stored(played: Skirmish, order: Order, *dice: int) -> Resolution:
    """The one part of an order as it is stored."""
    [part] = conduct.resolve(order, Scene(played.encounter, ScriptedDice(dice)), phoenix())
    played.encounter = part.encounter
    return part.resolution


def labeled(resolution: Resolution, label: str) -> Step:
    return next(step for step in resolution.steps if getattr(step, "label", "") == label)


def test_who_fires_and_who_is_asked_have_a_clause_each() -> None:
    played = duel(guard=Soldier(actions=8, left=2, duck="ask"))
    trent, guard = played.id("Trent"), played.id("Guard 1")
    resolution = stored(played, fire(played, aim=2))
    assert resolution.clauses == (
        Clause(
            trent,
            f"{reference(trent)} is about to fire at {reference(guard)}: ",
            unseen="An unseen shooter is about to fire: ",
        ),
        Clause(guard, f"does {reference(guard)} duck?", own=True),
    )
    played.order(Rename(guard, "Corporal", ""))
    [question] = named(played.encounter.agenda, played.encounter)
    assert isinstance(question, Question)
    assert question.text == "Trent is about to fire at Corporal: does Corporal duck?"


def test_the_duck_before_a_shot_is_about_who_ducks() -> None:
    played = duel(guard=Soldier(actions=8, left=2, duck="when fired upon"))
    ducking = labeled(stored(played, fire(played, aim=2), 99), "Ducking")
    assert (ducking.about, ducking.section) == (played.id("Guard 1"), "2.5")


def test_whoever_loses_sight_is_told_so() -> None:
    played = duel(guard=Soldier(actions=8, left=2, exposure="firing"))
    trent, guard = played.id("Trent"), played.id("Guard 1")
    played.order(aim(played, aim=2))
    resolution = stored(played, Act(guard, "duck back"))
    warning = labeled(resolution, reference(trent))
    assert (warning.about, warning.section) == (trent, "2.4")
    assert {step.about for step in resolution.steps if step is not warning} == {guard}


@pytest.mark.parametrize(("preset", "section"), [("phoenix-basic", "2.3"), ("phoenix-advanced", "7A")])
def test_a_move_has_the_section_of_its_table(preset: str, section: str) -> None:
    played = Skirmish(preset)
    trent = played.join("Trent", Soldier(actions=40, left=10), at="C3")
    resolution = stored(played, Move(trent, Place.parse("C5")))
    assert [(step.about, step.section) for step in resolution.steps] == [(trent, section)] * len(resolution.steps)
    assert labeled(resolution, "Cost")


def test_refusals_name_by_reference() -> None:
    played = duel(guard=Soldier(actions=8, left=2, exposure="hidden"))
    trent, guard = played.one("Trent"), played.one("Guard 1")
    with pytest.raises(Refusal, match=f"^{guard.reference} is out of sight"):
        check_target(trent, guard, played.encounter)
    with pytest.raises(UnknownName, match=f"Nearest: {guard.reference}") as unknown:
        find_named("Gaurd", trent, played.encounter)
    assert unknown.value.nearest == ("Guard 1",)


class OddlyNamed(Play):
    """A fight of people whose names are no words; what it leaves is as it is stored."""

    resolve = staticmethod(conduct.resolve)

    def newcomer(self) -> Muster:
        return replace(super().newcomer(), name=NAME)

    def act(self) -> Order:
        return Act(self.someone(), self.words(DEEDS))


def texts(part: Part) -> Iterator[str]:
    yield part.resolution.outcome
    for step in part.resolution.steps:
        yield from (str(getattr(step, field.name)) for field in fields(step))


def of_the_book(step: Step, order: Order) -> bool:
    """Return whether a rule made it: a newcomer's sheet is the table's, the rounds left in a weapon belong to
    reloading."""
    return not (isinstance(order, Muster | Act) and isinstance(step, Note))


@pytest.mark.parametrize("seed", range(12))
def test_what_is_done_on_the_ground_is_stored_without_names(seed: int) -> None:
    for tried in OddlyNamed(seed).steps(70):
        under_way = (
            isinstance(tried.order, Act | Move) and tried.parts and tried.parts[-1].encounter.task(tried.order.actor)
        )
        if under_way or not isinstance(tried.order, Act | Duck | Move | Muster):
            continue
        for part in tried.parts:
            assert not [text for text in texts(part) if NAME in text]
            assert not [step for step in part.resolution.steps if of_the_book(step, tried.order) and not step.section]
