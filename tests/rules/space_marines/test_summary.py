"""A figure for people to read, and what is pending."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock, Task, Timer, Watch
from rules.engine.records.orders import Fire, Next, Reload
from rules.engine.scene.effects import Planned
from rules.words.places import Place
from tests.rules.space_marines.skirmish import Skirmish


def fight(sheet: str = "marine", changes: str = "", ammunition: str = "none") -> Skirmish:
    skirmish = Skirmish(ammunition=ammunition)
    skirmish.muster(sheet, name="Ash")
    if changes:
        skirmish.adjust("Ash", changes)
    return skirmish


def short(skirmish: Skirmish) -> str:
    return skirmish.ruleset.summary(skirmish.one("Ash"), skirmish.encounter).short


def lines(skirmish: Skirmish) -> list[tuple[str, str]]:
    return list(skirmish.ruleset.summary(skirmish.one("Ash"), skirmish.encounter).lines)


@pytest.mark.parametrize(
    ("sheet", "changes", "shown"),
    [
        ("marine", "", "3 Points · Rifle"),
        ("marine", "wounds 1", "2 of 3 Points · 1 wound · Rifle"),
        ("marine", "points 1.5", "1 1/2 of 3 Points · Rifle"),
        ("marine", "wounds 2, done", "done · 2 wounds · Rifle"),
        ("marine", "may act", "3 Points · may act, not move · Rifle"),
        ("marine", "weapon 2", "3 Points · Hand-to-Hand"),
        ("marine", "dead", "out"),
        ("marine leader", "", "3 Points · leader: 3 Command Points · Rifle"),
        ("marine leader", "wounds 1, command 1", "2 of 3 Points · 1 wound · leader: 1 Command Point · Rifle"),
        ("marine leader", "command 0.5", "3 Points · leader: 1/2 Command Point · Rifle"),
        ("bot scout", "flying", "3 Points · flying · Pistol"),
        ("bug", "", "5 Points"),
        ("bug brain", "", "1 Point"),
    ],
)
def test_a_phones_line(sheet: str, changes: str, shown: str) -> None:
    assert short(fight(sheet, changes)) == shown


def test_ammunition_where_it_is_counted() -> None:
    assert short(fight("marine", "wounds 1, loaded 15", ammunition="boxes")) == "2 of 3 Points · 1 wound · Rifle 15/16"
    assert short(fight("marine, grenade", "loaded 2", ammunition="boxes")) == "3 Points · Grenade 2/4"


def test_the_status_sheet() -> None:
    skirmish = fight("shock marine leader, rifle, pistol", "wounds 1, command 1, points 1")
    assert lines(skirmish) == [
        ("Troop", "Shock Marine, leader, Good Guys"),
        ("Points", "1 of 3 Points left"),
        ("Wounds", "1 of the 3 that kill"),
        ("Command Points", "1 of 3 left"),
        ("Armor", "1 off each die of damage"),
        ("In hand", "Rifle"),
        ("Carries", "Pistol"),
        ("Carries", "Hand-to-Hand"),
    ]


def test_the_status_sheet_with_ammunition() -> None:
    skirmish = fight("marine, grenade, rifle, loaded 3, spares 2, pistol", "done", ammunition="boxes")
    assert lines(skirmish) == [
        ("Troop", "Marine, Good Guys"),
        ("Points", "3 Points left"),
        ("Turn", "done"),
        ("In hand", "Grenade, 4 of 4 grenades"),
        ("Carries", "Rifle, 3 of 16 boxes, spare loads: 2"),
        ("Carries", "Pistol, 13 of 13 boxes, spare loads: unlimited"),
        ("Carries", "Hand-to-Hand"),
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [("flying", "flying"), ("flying, done", "flying, done"), ("may act", "placed this turn: may act, not move")],
)
def test_where_it_stands_in_its_turn(changes: str, told: str) -> None:
    assert dict(lines(fight("bot scout", changes)))["Turn"] == told


def test_a_reload_is_shown() -> None:
    skirmish = fight(ammunition="boxes")
    ash = skirmish.id("Ash")
    task = Task(ash, Reload(ash, "Rifle"), 3, 8)
    skirmish.encounter = Planned((task,)).on(skirmish.encounter)
    assert short(skirmish) == "3 Points · reloading 3 of 8"
    assert dict(lines(skirmish))["Reload"] == "3 of 8 Points done"
    assert skirmish.ruleset.pending_text(task, skirmish.encounter) == "Ash reloads the Rifle: 3 of 8 Points"


def test_what_is_covered() -> None:
    skirmish = fight("marine, rifle, pistol")
    ash = skirmish.id("Ash")
    area = (Place.parse("D7"), Place.parse("D8"))
    for shot, told in (
        (Fire(ash), "Ash covers D7 and D8 with the Rifle"),
        (Fire(ash, weapon="Pistol"), "Ash covers D7 and D8 with the Pistol"),
    ):
        assert skirmish.ruleset.pending_text(Watch(ash, area, Clock(1, 2), shot), skirmish.encounter) == told
    one = Watch(ash, area[:1], Clock(1, 2), Fire(ash))
    assert skirmish.ruleset.pending_text(one, skirmish.encounter) == "Ash covers D7 with the Rifle"


def test_what_nobody_needs_to_see() -> None:
    skirmish = fight()
    assert skirmish.ruleset.pending_text(Timer(Clock(2, 1), Next()), skirmish.encounter) == ""


def test_who_reloads_has_its_points_told_and_is_not_called_done() -> None:
    skirmish = fight("marine, rifle, loaded 1", ammunition="boxes")
    skirmish.order(Reload(skirmish.id("Ash")))
    assert short(skirmish) == "0 of 3 Points · reloading 3 of 8"
