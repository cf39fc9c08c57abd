"""Fighters who are out perceive nothing: they report nothing, stop no run, call nobody. A reason names who really sees
it."""

from __future__ import annotations

import pytest

from rules.engine.flow.plans import plan_of, undecided
from rules.engine.records.agenda import AT, CONTACT, ELSE, FIRED_UPON, HIT, Clock, Line, When
from rules.engine.records.copies import replace
from rules.engine.records.glimpses import Sight
from rules.engine.records.orders import Adjust, Fire, Move, Muster, Next, Pass, Rename, SetPlan, Switch, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.sight.sight import glimpse
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, phoenix

TRENT = "skill 8, STR 16, AGI 10, INT 12, M16"
GUARD = "skill 4, STR 12, AGI 10, INT 10, AKM"
STAY = Line("stay", (), When(ELSE))
OUT = ("dead", "unconscious", "stunned")


class Yard(Skirmish):
    """Ann's Trent and Ben's Nora of Blue, and the GM's Guard of Red, who is behind a wall and walks out of it.

    Trent is behind another wall and never sees the place where Guard appears; Nora does.
    """

    def __init__(self, preset: str = "phoenix-optional", fog: str = "sides") -> None:
        super().__init__(preset)
        self.dice = SeededDice(5)
        self.map(30, 30, "D2 D3 D4 D5 D6 D7 D8 D9 D10 H12")
        self.bring("Trent", TRENT, "Blue", "C5", "ann")
        self.bring("Nora", TRENT, "Blue", "C12", "ben")
        self.bring("Guard", GUARD, "Red", "L12", None)
        for name, value in (("fog", fog), ("spotting", "off"), ("initiative", "off"), ("morale", "off")):
            self.give(Switch(name, value))
        self.trent, self.nora, self.guard = (self.id(name) for name in ("Trent", "Nora", "Guard"))

    def bring(self, name: str, sheet: str, side: str, at: str, owner: str | None) -> None:
        profile = phoenix().profile(f"{sheet}, facing east" if side == "Blue" else f"{sheet}, facing west", {})
        self.order(Muster(profile, name, side, owner, 1, (Place.parse(at),)))

    def give(self, order: Order) -> tuple[Part, ...]:
        parts = resolve(order, Scene(self.encounter, self.dice), self.ruleset)
        self.encounter = parts[-1].encounter
        return parts

    def plan(self, name: str, *lines: Line) -> None:
        self.give(SetPlan(self.id(name), (*lines, STAY), "somebody"))

    def comes_out(self) -> None:
        """Guard walks out from behind the wall at H12, where Nora sees them."""
        self.plan("Guard", Line("move", (Move(self.guard, Place.parse("L16")),)))

    def run(self) -> str:
        """Return the end of a run's text."""
        return self.give(Next(run=True))[-1].resolution.outcome


def test_a_reason_to_stop_names_the_fighter_who_has_the_line_of_sight() -> None:
    yard = Yard()
    for name in ("Trent", "Nora"):
        yard.plan(name)
    yard.comes_out()
    said = yard.run()
    assert "Nora: Guard shows." in said
    assert "Trent" not in said


@pytest.mark.parametrize("how", ["", *OUT])
@pytest.mark.parametrize("fog", ["hidden", "sides"])
def test_an_enemy_who_shows_stops_no_run_for_those_who_are_out(fog: str, how: str) -> None:
    yard = Yard(fog=fog)
    yard.make("Guard", exposure="hidden")
    for name in ("Trent", "Nora"):
        yard.plan(name)
        if how:
            yard.give(Adjust(yard.id(name), how))
    yard.comes_out()
    assert ("Guard shows." in yard.run()) is (how == "")
    assert bool(undecided(yard.encounter, yard.ruleset)) is (how == "")


def test_one_who_wakes_up_sees_who_has_come() -> None:
    yard = Yard()
    yard.give(Adjust(yard.nora, "unconscious"))
    yard.give(Pass(yard.trent, until=When(AT, at=Clock(9))))
    yard.plan("Nora")
    yard.comes_out()
    assert "shows" not in yard.run()
    yard.give(Adjust(yard.nora, "awake"))
    plan = plan_of(yard.encounter, yard.nora)
    assert plan is None or yard.guard not in plan.seen


@pytest.mark.parametrize(
    ("how", "perceives"), [*((how, False) for how in OUT), ("dazed", True), ("disoriented", True), ("", True)]
)
def test_a_pass_until_contact_ends_for_those_who_perceive(how: str, perceives: bool) -> None:
    yard = Yard()
    yard.give(Pass(yard.nora, until=When(CONTACT)))
    yard.plan("Trent")
    if how:
        yard.give(Adjust(yard.nora, how))
    yard.comes_out()
    for _ in range(3):
        yard.run()
    seen = glimpse(yard.encounter, yard.ruleset, "Blue", yard.one("Guard")).sight is Sight.SEEN
    assert seen is perceives


def test_the_dazed_perceive_after_an_impulse() -> None:
    yard = Yard()
    yard.give(Adjust(yard.nora, "dazed"))
    assert yard.encounter.clock == Clock(1, 1)
    assert not yard.ruleset.perceives(yard.one("Nora"), yard.encounter)
    yard.encounter = replace(yard.encounter, clock=Clock(1, 2))
    assert yard.ruleset.perceives(yard.one("Nora"), yard.encounter)


def shot(yard: Yard, how: str) -> str:
    """Return the text of a run in which Guard fires at Trent."""
    yard.put("Trent", "K12")
    yard.put("Nora", "A30")
    yard.plan("Trent")
    yard.plan("Nora")
    if how:
        yard.give(Adjust(yard.trent, how))
    yard.plan(
        "Guard", *[Line("fire", (Fire(yard.guard, (Target(yard.trent),), aim=1),), fallen=True) for _ in range(4)]
    )
    return yard.run()


@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
def test_a_shot_at_somebody_unconscious_is_no_reason_to_stop(fog: str) -> None:
    assert "Trent is" in shot(Yard(fog=fog), "")
    yard = Yard(fog=fog)
    said = shot(yard, "unconscious")
    assert "Trent" not in said
    plan = plan_of(yard.encounter, yard.trent)
    assert plan is None or (plan.threat, plan.alert) == ("", False)
    assert yard.trent not in undecided(yard.encounter, yard.ruleset)


def test_a_second_thought_of_somebody_who_is_out_holds_nothing_up() -> None:
    yard = Yard()
    yard.plan("Nora")
    plan = plan_of(yard.encounter, yard.nora)
    assert plan is not None
    others = (item for item in yard.encounter.agenda if item is not plan)
    yard.encounter = replace(yard.encounter, agenda=(*others, replace(plan, alert=True)))
    assert yard.nora in undecided(yard.encounter, yard.ruleset)
    yard.make("Nora", died=Clock(0, 1))
    assert yard.nora not in undecided(yard.encounter, yard.ruleset)


def test_a_hit_tells_the_side_of_somebody_unconscious_no_direction() -> None:
    for how, told in (("", True), ("unconscious", False)):
        yard = Yard()
        yard.give(Adjust(yard.nora, "unconscious"))
        yard.put("Trent", "K12")
        yard.make("Trent", facing=270)
        if how:
            yard.give(Adjust(yard.trent, how))
        yard.give(Rename(yard.guard, "Grey"))
        for _ in range(6):
            yard.give(Fire(yard.guard, (Target(yard.trent),), aim=1))
            while yard.encounter.task(yard.guard):
                yard.give(Next())
            yard.give(Next())
            if yard.state("Trent").wounds:
                break
        assert yard.state("Trent").wounds
        known = any(one.side == "Blue" and one.id == yard.guard for one in yard.encounter.sightings)
        assert known is told


def test_a_line_when_hit_or_fired_upon_waits_until_its_fighter_is_awake() -> None:
    for kind in (HIT, FIRED_UPON):
        yard = Yard(fog="off")
        yard.put("Trent", "K12")
        yard.plan("Trent", Line("shout", (Pass(yard.trent),), When(kind)))
        yard.give(Adjust(yard.trent, "unconscious"))
        yard.give(Fire(yard.guard, (Target(yard.trent),), aim=1))
        plan = plan_of(yard.encounter, yard.trent)
        assert plan is None or plan.threat == ""
