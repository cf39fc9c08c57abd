"""A combatant on the board and as a status sheet: Trent of Figure 1, and what befalls people."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.chat import render
from bot.game.pages import encounter_pages
from bot.game.requests import OrderContext
from rules.engine.books.ruleset import Ruleset, Summary
from rules.engine.records.agenda import Clock, Question, Task, Timer
from rules.engine.records.copies import altered
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter, Spare
from rules.engine.records.orders import Act, Fire, Move, Reload, Target
from rules.engine.records.records import Order
from rules.engine.scene.effects import Drawn, Left, Planned
from rules.phoenix.basics.soldier import (
    Aimed,
    Armor,
    Care,
    Characteristics,
    Equipment,
    Knockout,
    Soldier,
    Wound,
    soldier,
)
from rules.phoenix.basics.times import UNTIL_SAID
from rules.phoenix.people.sheets import sheet
from rules.phoenix.people.summary import MOST_SHORT, summary
from rules.phoenix.ruleset import Phoenix
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.turn.due_timers import Recover, Wake
from rules.words.places import Place
from tests.bot.render.sizes import check_sizes
from tests.rules.phoenix.skirmish import Skirmish, phoenix

FIGURE_1 = Soldier(
    Characteristics(16, 13, 12, 12, 10),
    skill=8,
    sal=14,
    isf=27,
    actions=8,
    knockout_value=48,
    base_speed="3",
    maximum_speed=6,
    weight=1580,
    equipment=(Equipment("Magazine Pouch (2 Mags)"), Equipment("Fighting Harness"), Equipment("Clothing")),
    left=2,
)


class Wired(Phoenix):
    """The ruleset with the summary of these tests."""

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return summary(combatant, encounter, self.book)


def arm(name: str) -> Carried:
    weapon = phoenix().book.arms[name]
    return Carried(weapon, supplied(weapon, 2))


def fight(**changes: Any) -> Skirmish:
    """Return Trent with an M16, changed so, and a guard."""
    skirmish = Skirmish()
    skirmish.join("Trent", FIGURE_1, arm("M16"))
    skirmish.join("Guard 1", Soldier())
    # What joining does to a record is not what is tested here.
    skirmish.make("Trent", **({"left": 2} | changes))
    return skirmish


def short(skirmish: Skirmish, name: str = "Trent") -> str:
    return summary(skirmish.one(name), skirmish.encounter, phoenix().book).short


def lines(skirmish: Skirmish, name: str = "Trent") -> list[tuple[str, str]]:
    return list(summary(skirmish.one(name), skirmish.encounter, phoenix().book).lines)


def told(skirmish: Skirmish, label: str) -> str:
    [text] = [text for known, text in lines(skirmish) if known == label]
    return text


def plan(skirmish: Skirmish, *items: Task | Timer | Question) -> None:
    skirmish.encounter = Planned(items).on(skirmish.encounter)


def at(skirmish: Skirmish, turn: int, impulse: int) -> Skirmish:
    skirmish.encounter = altered(skirmish.encounter, clock=Clock(turn, impulse))
    return skirmish


def test_trent_is_as_in_figure_1() -> None:
    skirmish = fight()
    assert lines(skirmish) == [
        ("Now", "2 of 2 actions left"),
        ("Characteristics", "STR 16, INT 13, WIL 12, HLT 12, AGI 10"),
        ("Skill", "Level 8, SAL 14, ISF 27"),
        ("Speed", "Base 3, Maximum 6"),
        ("Combat Actions", "8 (impulses 2 2 2 2)"),
        ("Knockout Value", "48"),
        ("In hand", "M16, 30 of 30 rounds, 2 magazines"),
        ("Data", "W 8, RT 8, ROF *7, Cap 30, AW 1, FMJ PEN 17, DC 6"),
        (
            "Shot Accuracy",
            "1: -8 (-22) · 2: +2 (-12) · 3: +5 (-9) · 4: +7 (-7) · 5: +8 (-6) · 6: +9 (-5) · 7: +10 (-4) · 8: +11 (-3)"
            " · 10: +13 (-1) · 12: +14 (0) by aim (Mod)",
        ),
        ("Equipment", "Magazine Pouch (2 Mags) 0.2, Fighting Harness 0.6, Clothing 5"),
        ("Encumbrance", "15.8 pounds"),
        ("Stands", "standing, Firing Stance, does not duck"),
    ]
    assert short(skirmish) == "2 of 2 · M16 30/30"


def test_trents_sheet_line_gives_the_same_sheet() -> None:
    line = "skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, magazine pouch, fighting harness"
    profile = sheet.profile(line, phoenix().book.arms, phoenix().book)
    skirmish = Skirmish()
    skirmish.join("Trent", soldier(profile), *profile.carried)
    assert lines(skirmish)[1:] == lines(fight())[1:]


def test_the_sheet_as_it_is_shown() -> None:
    skirmish = fight(
        wounds=tuple(Wound(100 * n, "Forearm Flesh", 1, Clock(1, 1)) for n in range(1, 12)), exposure="dug in"
    )
    loaded = phoenix()
    book = cast(Ruleset, Wired(loaded.title, loaded.version, loaded.book, loaded.tables))
    trent = skirmish.one("Trent")
    shown = render.page(encounter_pages.combatant(trent.id, OrderContext(skirmish.encounter, book, {}, "player")))
    check_sizes(shown)
    assert shown.content.startswith("**Trent**\n**Now** 2 of 2 actions left\n**Characteristics** STR 16, ")
    assert "ROF \\*7, Cap 30" in shown.content and "· 12: +14 (0)" in shown.content
    battle_map = render.status(skirmish.encounter, book)
    check_sizes(battle_map)
    assert "**Trent**: 2 of 2 · M16 30/30 · 6,600 PD · dug in" in battle_map.content


def test_what_is_not_known_is_left_out() -> None:
    skirmish = fight()
    assert lines(skirmish, "Guard 1") == [("Stands", "standing, Firing Stance, does not duck")]
    assert short(skirmish, "Guard 1") == "ready"


def test_aim_times_without_skill_are_modifiers() -> None:
    assert (
        told(fight(sal=None), "Aim").startswith("1: -22 · 2: -12 · ") and told(fight(sal=None), "Aim")[-5:] == "12: 0"
    )


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Fire("", (Target("GUARD"),), 6), "2 of 2 · M16 30/30 · aims at Guard 1 3/8"),
        (Fire("", (Target(place=Place.parse("D7")),), 6), "2 of 2 · M16 30/30 · aims at D7 3/8"),
        (Reload(""), "2 of 2 · M16 30/30 · reloading 3 of 8"),
        (Move("", Place.parse("D7")), "2 of 2 · M16 30/30 · moving to D7 3 of 8"),
        (Act("", "open a door"), "2 of 2 · M16 30/30 · open a door 3 of 8"),
    ],
)
def test_what_he_is_in_the_middle_of(order: Order, words: str) -> None:
    skirmish = fight()
    if isinstance(order, Fire) and order.targets[0].id:
        order = Fire("", (skirmish.target("Guard 1"),), 6)
    plan(skirmish, Task(skirmish.id("Trent"), order, 3, 8))
    assert short(skirmish) == words
    assert told(skirmish, "Now") == f"2 of 2 actions left, {words.split(' · ')[2]}"


def test_who_has_left_is_not_called_by_an_id() -> None:
    skirmish = fight(aim=Aimed("c2", 2))
    plan(skirmish, Task("c1", Fire("c1", (Target("c2"),), 6), 2, 6))
    assert skirmish.one("Guard 1").id == "c2"
    skirmish.encounter = Left("c2").on(skirmish.encounter)
    assert "c2" not in short(skirmish) + told(skirmish, "Now")


def test_a_phone_has_room_for_what_matters() -> None:
    skirmish = fight(position="prone", exposure="looking", wounds=(Wound(112020, "Lung", 0, Clock(1, 1)),))
    assert short(skirmish) == "2 of 2 · M16 30/30 · 112,020 PD"
    plan(skirmish, Task(skirmish.id("Trent"), Reload(""), 3, 8))
    assert short(skirmish) == "2 of 2 · M16 · reloading 3 of 8 · 112,020 PD"
    assert len(short(skirmish)) <= MOST_SHORT
    skirmish = fight(actions=None, position="prone", exposure="looking")
    assert short(skirmish) == "M16 30/30 · prone, looking over cover"


def test_the_weapon_stays_if_something_else_takes_long() -> None:
    skirmish = fight(broken=(0,), wounds=(Wound(67, "Forearm - Bone", 1, Clock(0, 4)),))
    assert short(skirmish).startswith("2 of 2 · M16 out of action · 67 PD, arm disabled")
    skirmish = fight(exposure="exposed")
    plan(skirmish, Task(skirmish.id("Trent"), Move("", Place.parse("AA12")), 13, 24))
    assert "M16" in short(skirmish) and "moving to AA12 13 of 24" in short(skirmish)


@pytest.mark.parametrize(("degrees", "word"), [(0, "N"), (60, "NE"), (90, "E"), (240, "SW"), (350, "N")])
def test_where_he_faces_is_said_where_there_is_room(degrees: int, word: str) -> None:
    assert short(fight(facing=degrees, exposure="firing")) == f"2 of 2 · M16 30/30 · firing over cover · faces {word}"
    assert "faces" not in short(fight(facing=degrees, position="prone", exposure="firing"))


def test_who_is_unspotted_is_said_before_how_he_stands() -> None:
    skirmish = fight(position="kneeling", exposure="dug in", spotted=False)
    assert short(skirmish) == "2 of 2 · M16 30/30 · unspotted · dug in"
    skirmish = fight(position="kneeling", exposure="firing", spotted=False)
    assert short(skirmish) == "2 of 2 · M16 30/30 · unspotted"


@pytest.mark.parametrize(
    ("clock", "changes", "words"),
    [
        ((3, 1), {"died": Clock(2, 4)}, "dead"),
        ((2, 4), {"died": Clock(2, 4)}, "dead when this impulse ends"),
        ((2, 2), {"knockout": Knockout(Clock(2, 2), 4, 5, Clock(12, 3))}, "out when this impulse ends"),
        ((2, 3), {"knockout": Knockout(Clock(2, 2), 4, 5, Clock(12, 3))}, "out until Phase 12"),
        ((12, 2), {"knockout": Knockout(Clock(2, 2), 4, 5, Clock(12, 3))}, "out until Impulse 3"),
        ((12, 3), {"knockout": Knockout(Clock(2, 2), 4, 5, Clock(12, 3))}, "2 of 2 · M16 30/30"),
        ((2, 2), {"knockout": Knockout(Clock(2, 2), 80)}, "2 of 2 · M16 30/30"),
        ((2, 2), {"knockout": Knockout(Clock(1, 1), 0, until=UNTIL_SAID)}, "unconscious"),
    ],
)
def test_the_fallen(clock: tuple[int, int], changes: dict[str, Any], words: str) -> None:
    assert short(at(fight(**changes), *clock)) == words


def test_how_long_he_is_out_to_the_impulse() -> None:
    fallen = {"knockout": Knockout(Clock(2, 2), 4, 5, Clock(12, 3)), "wounds": (Wound(90, "Lung", 0, Clock(2, 2)),)}
    skirmish = at(fight(**fallen), 2, 3)
    assert short(skirmish) == "out until Phase 12 · 90 PD"
    assert told(skirmish, "Now") == "out until Phase 12, Impulse 3"


def test_wounds_care_and_what_is_due() -> None:
    wounds = (Wound(1000, "Shoulder", 2, Clock(1, 2)), Wound(20, "Thigh Flesh", 1, Clock(1, 3)))
    skirmish = at(fight(wounds=wounds, care=Care("Trauma Center", 16, Clock(3, 1))), 4, 1)
    id = skirmish.id("Trent")
    plan(
        skirmish,
        Timer(Clock(90, 1), Recover(id), id),
        Timer(Clock(8, 2), Wake(id), id),
        Timer(Clock(7), Wake("x"), "x"),
    )
    assert told(skirmish, "Wounds") == (
        "shoulder 1,000 PD, disabled (double), thigh (flesh) 20 PD, disabled; in all 1,020 PD"
    )
    assert told(skirmish, "Disabled") == "arm, leg"
    assert told(skirmish, "Care") == "Trauma Center (Tech Level 16) since Phase 3, Impulse 1"
    assert [text for label, text in lines(skirmish) if label == "Due"] == [
        "wakes up in Phase 8, Impulse 2",
        "Recovery Roll in Phase 90, Impulse 1",
    ]


def test_penalties_of_wounds_lower_the_actions() -> None:
    # Woken from a failed knockout throw a fighter has HT / 20 fewer actions: DT 833 (1000 PD, Health 12) heals in 75
    # days.
    skirmish = fight(
        wounds=(Wound(1000, "Shoulder", 0, Clock(1, 2)),), knockout=Knockout(Clock(1, 2), 4, 0, Clock(2, 1))
    )
    assert told(at(skirmish, 2, 2), "Combat Actions") == "8, for their wounds 4 (impulses 1 1 1 1)"


def test_weapons_and_what_is_left_for_them() -> None:
    skirmish = Skirmish()
    m16, shotgun = arm("M16"), arm("Remington M870")
    grenade = Carried(phoenix().book.arms["M 67"], Ammunition("grenades", 1, 1, (Spare(1, 1),)))
    mixed = Carried(m16.weapon, Ammunition("rounds", 30, 12, (Spare(30, 1, "AP"),), "AP"))
    skirmish.join("Trent", FIGURE_1, mixed, grenade, shotgun)
    skirmish.make("Trent", left=2, unworked=(2,), broken=(0,), armor=Armor(6, 4, 16))
    held = [(label, text) for label, text in lines(skirmish) if label in ("In hand", "Carries", "Armor PF")]
    assert held == [
        ("Armor PF", "Helm 6, Visor 4, Body 16, Limbs –"),
        ("In hand", "M16, out of action, 12 of 30 rounds AP, 1 magazine"),
        ("Carries", "M 67, 1 grenade, 1 in the pouch"),
        ("Carries", "Remington M870, needs a round chambered, 7 of 7 rounds, 2 more"),
    ]
    skirmish.encounter = Drawn(skirmish.id("Trent"), 1).on(skirmish.encounter)
    assert short(skirmish) == "2 of 2 · 2 M 67"
    data = [text for label, text in lines(skirmish) if label == "Data"]
    assert data[0].endswith("AP PEN 23, DC 6")
    assert data[1].startswith("W ") and "AT 3" in data[1]


def test_a_sentence_for_how_he_stands() -> None:
    skirmish = fight(
        position="prone", exposure="firing", firing_stance=False, facing=60, spotted=False, duck="ask", drugged=True
    )
    assert told(skirmish, "Stands") == (
        "prone, firing over cover, no Firing Stance, facing NE (60°), unspotted, asks whether to duck, drugged"
    )
    skirmish.make("Trent", aim=Aimed(skirmish.id("Guard 1"), 4), actions=None, position="standing", exposure="")
    assert short(skirmish) == "M16 30/30 · aim 4 at Guard 1 · unspotted"
