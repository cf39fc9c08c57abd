"""Declared fire with the fog on: others learn that it is declared, and what was declared when it is resolved (5.7)."""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.orders import Act, Fire, Switch
from rules.engine.records.references import put_names_in
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Ranged
from rules.engine.scene.scene import Resolution
from rules.phoenix.optional.timing.declared import pending
from tests.rules.phoenix.timing.declaring import MISS, Exchange


def sealed(preset: str = "phoenix-basic") -> Exchange:
    fight = Exchange(preset=preset)
    fight.order(Switch("fog", "hidden"))
    return fight


def declares(fight: Exchange, aim: int = 1) -> Resolution:
    return fight.order(Fire(fight.id("Donovan"), (fight.target("Guard"),), aim=aim, range=2))


def others(fight: Exchange, resolution: Resolution) -> str:
    """Return the outcome as everyone may read it."""
    text = "".join(clause.text for clause in resolution.clauses if not clause.own)
    return str(put_names_in(text, lambda id: fight.encounter.combatant(id).name))


def whole(fight: Exchange, resolution: Resolution) -> str:
    return str(put_names_in(resolution.outcome, lambda id: fight.encounter.combatant(id).name))


def test_others_learn_that_fire_is_declared_but_not_what() -> None:
    fight = sealed()
    resolution = declares(fight)
    assert others(fight, resolution) == "Donovan declares fire."
    assert whole(fight, resolution) == (
        "Donovan declares fire, to fire the M16A1 at Guard on MPC 2 of Phase 1, Impulse 1."
    )
    assert {clause.about for clause in resolution.clauses if clause.own} == {fight.id("Donovan")}


def test_nothing_public_of_the_declaration_names_the_target() -> None:
    fight = sealed()
    resolution = declares(fight)
    assert not [effect for effect in resolution.effects if isinstance(effect, Ranged)]
    assert not [step for step in resolution.steps if isinstance(step, Roll) or not step.about]
    assert resolution.concerned == ()
    again = declares(fight)
    assert others(fight, again) == "Donovan declares more fire."


def test_the_range_given_counts_when_it_is_resolved() -> None:
    fight = sealed()
    declares(fight)
    parts = fight.next(MISS)
    assert fight.encounter.apart(fight.id("Donovan"), fight.id("Guard")) == 2
    assert "MISS" in others(fight, parts[0].resolution)
    assert "Guard" in others(fight, parts[0].resolution)


def test_fire_that_is_held_or_hindered_stays_sealed() -> None:
    fight = sealed()
    declares(fight, aim=2)
    held = fight.order(Act(fight.id("Donovan"), "hold fire"))
    assert others(fight, held) == "Donovan holds fire."
    assert "aim of 2 actions stays" in whole(fight, held)
    declares(fight)
    fight.make("Guard", exposure="hidden")
    first, *_ = fight.next()
    assert others(fight, first.resolution) == "Donovan does not fire."
    assert "Guard is out of sight" in whole(fight, first.resolution)


def test_the_agenda_item_is_the_shooters_own() -> None:
    fight = sealed()
    declares(fight)
    [one] = pending(fight.encounter)
    assert one.actor == fight.id("Donovan")
    without = altered(fight.encounter, agenda=())
    donovan = fight.encounter.combatant(one.actor)
    assert "Guard" not in fight.ruleset.summary(donovan, without).short
