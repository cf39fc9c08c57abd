"""Medical aid, the Recovery Roll, healing and waking, as table 8A and game time have them (2.7, 2.9, 2.10)."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Profile
from rules.engine.records.orders import Heal, Next, Target
from rules.engine.records.steps import Lookup, Note
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Planned
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Care, CareKind, Characteristics, Knockout, Soldier, Wound
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.harm.medicine import fall_due, plan_recovery
from rules.phoenix.harm.recovery import (
    Prospect,
    days_left,
    healing_time,
    heals_at,
    prospect,
    shortened,
    shortens,
    third,
    total,
)
from rules.phoenix.harm.treatment import LADDER, Treatment, treatment
from rules.phoenix.turn.due_timers import Healed, Recover, Wake
from rules.tables.loader import DATA
from rules.words.places import Place
from tests.reading import told
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls
from tests.rules.phoenix.skirmish import total as summed

BOOK = phoenix().book
GOLDEN = tomllib.loads((Path(__file__).parents[3] / "golden" / "phoenix" / "medicine.toml").read_text(encoding="utf-8"))
with (DATA / "phoenix" / "tables" / "8a.csv").open(encoding="utf-8", newline="") as file:
    PRINTED = list(csv.DictReader(file))
PHASES = {"p": 1, "m": 30, "h": 1_800, "d": 43_200}
CARES = [Care(kind) for kind in LADDER[:4]] + [Care("Trauma Center", tech) for tech in range(13, 19)]
"""From the worst to the best."""
DAY = 86_400
START = Clock(1, 1)


def phases(printed: str) -> int:
    return int(printed[:-1]) * PHASES[printed[-1]]


def fighter(**kept: Any) -> Soldier:
    return Soldier(actions=8, left=2, characteristics=Characteristics(), **kept)


def skirmish(*points: int, **kept: Any) -> Skirmish:
    """Doc, and Trent who has these wounds from the first impulse."""
    made = Skirmish()
    made.join("Doc", fighter())
    made.join("Trent", fighter())
    wound(made, *points, **kept)
    return made


def wound(made: Skirmish, *points: int, **kept: Any) -> Resolution:
    """Trent suffers wounds now."""
    now = made.encounter.clock
    fresh = tuple(Wound(number, "Chest", 0, now) for number in points)
    made.make("Trent", wounds=(*made.state("Trent").wounds, *fresh), **kept)
    scene = Scene(made.encounter, ScriptedDice(()), BOOK)
    plan_recovery(made.id("Trent"), scene)
    scene.conclude("Trent is hit.")
    made.encounter = scene.encounter
    return told(scene.parts[-1].resolution, scene.encounter)


def heal(made: Skirmish, how: str = "", who: str = "Doc", whom: str = "Trent") -> Resolution:
    return made.order(Heal(made.id(who), (made.target(whom),), how))


def timers(made: Skirmish) -> list[tuple[Clock, str]]:
    return [(m.at, type(m.order).__name__) for m in made.encounter.agenda if isinstance(m, Timer)]


def outcomes(made: Skirmish, seconds: int, *dice: int) -> list[str]:
    return [part.resolution.outcome for part in made.next(*dice, seconds=seconds)]


# Table 8A


@pytest.mark.parametrize("case", GOLDEN["aid"], ids=lambda case: case["title"])
def test_the_book_s_prospects(case: dict[str, Any]) -> None:
    state = Soldier(
        characteristics=Characteristics(health=case["health"]),
        wounds=tuple(Wound(points, "Chest", 0, START) for points in case["wounds"]),
        care=Care(case["care"], case.get("tech", 0)),
    )
    scene = Scene(Skirmish().encounter, ScriptedDice(()), BOOK)
    worth = total(state.wounds, state)
    ahead = prospect(worth, state.care, BOOK, scene)
    scene.conclude("")
    assert worth == case["total"]
    assert ahead == Prospect(phases(case["period"]), int(case["chance"]) if case["chance"] else None)
    assert healing_time(worth, BOOK) == case["healing"]
    steps = scene.parts[0].resolution.steps
    assert [step.label for step in steps if isinstance(step, Lookup)] == ["Period", "Chance"]
    assert all(dict(step.at)["damage total"] == case["line"] for step in steps if isinstance(step, Lookup))


@pytest.mark.parametrize("case", GOLDEN["stay"], ids=lambda case: case["title"])
def test_the_book_s_stays_in_a_trauma_center(case: dict[str, Any]) -> None:
    assert (third(case["healing"]), shortened(case["healing"])) == (case["third"], case["shortened"])


@pytest.mark.parametrize("row", PRINTED, ids=lambda row: str(next(iter(row.values()))))
def test_every_cell_is_read_as_it_is_printed(row: dict[str, str]) -> None:
    line = int(next(iter(row.values())))
    assert healing_time(line, BOOK) == int(row["HT"])
    for care in CARES:
        chance = row[str(care.tech)] if care.tech else row[f"{care.kind} RR"]
        period = row[f"{care.kind} CTP"]
        if "S" in (chance, period):
            expected = Prospect(None, None)
        else:
            expected = Prospect(phases(period), int(chance) if chance else None)
        assert prospect(line, care, BOOK) == expected


def test_the_table_s_ends() -> None:
    assert prospect(1, Care(), BOOK) == Prospect(phases("79h"), 94)
    assert prospect(2_000_000, Care("First Aid"), BOOK) == Prospect(phases("6p"), None)
    assert (healing_time(1, BOOK), healing_time(2_000_000, BOOK)) == (17, 123)


def test_health_divides_and_ten_is_taken_where_none_is_known() -> None:
    wounds = (Wound(21, "Chest", 0, START),)
    assert total(wounds, Soldier(characteristics=Characteristics(health=4))) == 53
    assert total(wounds, Soldier(characteristics=Characteristics(health=21))) == 10
    assert total(wounds, Soldier()) == 21


@given(st.integers(1, 150_000))
def test_better_care_is_never_worse(worth: int) -> None:
    ahead = [prospect(worth, care, BOOK) for care in CARES]
    for worse, better in pairwise(ahead):
        assert better.survives or not worse.survives
        if better.period is not None and worse.period is not None:
            assert better.period >= worse.period
            assert (-1 if better.chance is None else better.chance) >= (-1 if worse.chance is None else worse.chance)


# The Critical Time Period


def test_a_wound_sets_the_time_of_the_recovery_roll() -> None:
    made = Skirmish()
    made.join("Trent", fighter())
    shown = wound(made, 14, 4)
    assert timers(made) == [(after(START, 72 * 3_600), "Recover")]
    assert note(shown, "Critical") == "Trent has 72 hours: on day 4 Recovery Roll 85 or less"
    assert all(step.detail for step in shown.steps if isinstance(step, Lookup | Note))


def test_without_a_chance_the_warning_is_plain_to_see() -> None:
    made = Skirmish()
    made.join("Trent", fighter())
    [warning] = [step for step in wound(made, 3_500).steps if isinstance(step, Note)]
    assert warning == Note(
        "Critical", "Trent has 81 phases: in Phase 82, Impulse 1 they die without better care", section="2.9"
    )


def test_a_further_wound_counts_the_total_from_itself() -> None:
    made = skirmish(14)
    made.next(seconds=3_600)
    wound(made, 986)
    assert timers(made) == [(after(START, 3_600 + 180), "Recover")]


@pytest.mark.parametrize(("roll", "outcome"), [(85, "survives"), (86, "dies")])
def test_the_recovery_roll(roll: int, outcome: str) -> None:
    made = skirmish(15)
    said = outcomes(made, 73 * 3_600, roll)
    assert said[0].startswith(f"Trent {outcome}")
    assert made.one("Trent").present is (outcome == "survives")
    assert made.state("Trent").recovered is (outcome == "survives")
    assert (made.state("Trent").died is None) is (outcome == "survives")
    assert timers(made) == ([(after(START, 30 * DAY), "Healed")] if outcome == "survives" else [])


def test_the_recovery_roll_shows_what_it_needs() -> None:
    made = skirmish(15)
    part = made.next(85, seconds=73 * 3_600)[0].resolution
    [roll] = rolls(part)
    assert (roll.low, roll.high, roll.needed) == (0, 99, "85 or less")
    assert part.outcome == "Trent survives their wounds; they heal in 27 days."
    assert part.concerned == (made.id("Trent"),)


def test_with_first_aid_light_wounds_heal_before_the_recovery_roll() -> None:
    """DT 5: healed in 17 days, the Recovery Roll after 25."""
    made = skirmish(6)
    heal(made, "first aid")
    assert outcomes(made, 26 * DAY, 96)[:2] == [
        "Trent survives their wounds; they have already healed.",
        "Trent is healed.",
    ]


def test_without_a_recovery_roll_he_dies_when_the_period_is_over() -> None:
    made = skirmish(3_500)
    assert outcomes(made, 80 * 2) == ["It is Phase 81, Impulse 1."]
    said = outcomes(made, 2)
    assert said == ["Trent dies of their wounds: their Critical Time Period is over.", "It is Phase 82, Impulse 1."]
    assert made.state("Trent").out(made.encounter.clock)
    assert made.state("Trent").died == Clock(81, 4)


def test_who_dies_leaves_his_work_undone() -> None:
    made = skirmish(3_500)
    made.next(seconds=80 * 2)
    made.make("Doc", wounds=(Wound(5, "Hand", 0, START),))
    heal(made, "cost 500", who="Trent", whom="Doc")
    assert outcomes(made, 2) == [
        "Trent dies of their wounds: their Critical Time Period is over.",
        "It is Phase 82, Impulse 1.",
    ]
    assert made.encounter.agenda == ()


@pytest.mark.parametrize("shot", [True, False])
def test_nobody_waits_for_the_dead_to_come_round(shot: bool) -> None:
    made = skirmish(3_500, knockout=Knockout(START, 0, 9, until=Clock(5_000, 1)))
    id = made.id("Trent")
    made.encounter = Planned((*made.encounter.agenda, Timer(Clock(5_000, 1), Wake(id), id))).on(made.encounter)
    if shot:
        made.make("Trent", died=START)
    made.next(seconds=2 if shot else 3_600)
    assert not made.one("Trent").present
    assert made.encounter.agenda == ()


# Care


def test_the_book_s_chain_of_care() -> None:
    made = skirmish(3_500)
    made.next(seconds=60)
    shown = heal(made)
    assert shown.outcome == "Doc gives Trent First Aid: 2 hours after the wound to get better care, or death."
    assert note(shown, "Damage") == "Damage Total 3,500 = 3,500 PD x 10 / Health 10"
    assert note(shown, "Due") == "better care or death in 1 hour 59 minutes: Phase 3601, Impulse 1"
    made.next(seconds=3_600)
    shown = heal(made, "trauma center 13")
    assert shown.outcome == (
        "Doc gets Trent to a Trauma Center of Tech Level 13: Recovery Roll 30 or less, 18 days after the wound; "
        "healed in 70 days if they stay until day 29."
    )
    assert timers(made) == [(after(START, 18 * DAY), "Recover")]
    assert outcomes(made, 18 * DAY, 30)[0] == "Trent survives their wounds; they heal in 52 days."
    assert timers(made) == [(after(START, 70 * DAY), "Healed")]
    assert "Trent is healed." in outcomes(made, 60 * DAY)
    assert made.state("Trent").physical_damage == 0


def test_who_is_sure_to_survive_throws_nothing() -> None:
    made = skirmish(15)
    shown = heal(made, "aid station")
    assert shown.outcome == "Doc gets Trent to an Aid Station: survives; healed in 30 days."
    assert made.state("Trent").recovered
    assert outcomes(made, 100 * DAY)[0] == "Trent is healed."


def test_a_hundred_days_bring_waking_the_roll_and_healing_in_this_order() -> None:
    made = skirmish(30, knockout=Knockout(START, 0, 2, Clock(2, 2)))
    made.encounter = Planned((*made.encounter.agenda, Timer(Clock(2, 2), Wake(made.id("Trent")), made.id("Trent")))).on(
        made.encounter
    )
    parts = made.next(73, seconds=100 * DAY)
    assert [part.resolution.outcome for part in parts] == [
        "Trent wakes up; Combat Actions 8 - 2 = 6 (HT 41 / 20).",
        "Trent survives their wounds; they heal in 38 days 10 hours.",
        "Trent is healed.",
        "It is day 101.",
    ]
    assert summed(parts[0].resolution, "Actions") == 6
    assert made.encounter.agenda == ()


def test_whoever_comes_round_has_what_is_left_of_his_actions() -> None:
    made = skirmish(3_500, knockout=Knockout(START, 0, 2, Clock(2, 2)))
    made.encounter = Planned((Timer(Clock(2, 2), Wake(made.id("Trent")), made.id("Trent")),)).on(made.encounter)
    while made.encounter.clock < Clock(2, 1):
        made.next()
    assert made.state("Trent").left == 0
    assert made.next()[0].resolution.outcome == "Trent wakes up; Combat Actions 8 - 4 = 4 (HT 88 / 20)."
    assert made.state("Trent").left == 1


def test_whoever_is_to_be_out_longer_does_not_come_round() -> None:
    made = skirmish(30, knockout=Knockout(START, 0, 2, Clock(100, 1)))
    made.next()
    for order in (Wake(made.id("Trent")), Healed(made.id("Trent"))):
        scene = Scene(made.encounter, ScriptedDice(()), BOOK)
        fall_due(order, scene)
        assert scene.parts == []
        assert scene.encounter == made.encounter


def test_the_dead_neither_wake_nor_recover() -> None:
    made = skirmish(30, knockout=Knockout(START, 0, 2, Clock(2, 1)), died=START)
    made.next(seconds=60)
    for order in (Wake(made.id("Trent")), Recover(made.id("Trent")), Healed(made.id("Trent"))):
        scene = Scene(made.encounter, ScriptedDice(()), BOOK)
        fall_due(order, scene)
        assert scene.parts == []
    assert timers(made) == []


def test_leaving_the_trauma_center_early_loses_what_it_would_have_saved() -> None:
    made = skirmish(200)
    heal(made, "trauma center 16")
    assert timers(made) == [(after(START, 49 * DAY), "Healed")]
    made.next(seconds=19 * DAY)
    shown = heal(made, "leave")
    assert shown.outcome == "Doc takes Trent out of the Trauma Center: healed in 61 days."
    assert timers(made) == [(after(START, 61 * DAY), "Healed")]
    with pytest.raises(NotNow, match="Trent is not in a Trauma Center, so they can't leave one"):
        heal(made, "leave")


def test_after_a_third_one_may_leave() -> None:
    made = skirmish(200)
    heal(made, "trauma center 16")
    made.next(seconds=20 * DAY)
    state = made.state("Trent")
    assert days_left(state.wounds, state, made.encounter.clock, BOOK) == 49 - 20
    assert heal(made, "leave").outcome == "Doc takes Trent out of the Trauma Center: healed in 49 days."
    assert heals_at(made.state("Trent"), BOOK) == after(START, 49 * DAY)


def test_before_a_third_nothing_is_saved_yet() -> None:
    care = Care("Trauma Center", 13, START)
    assert shortens(60, START, care)
    assert not shortens(60, START, care, after(START, 20 * DAY - 1))
    assert shortens(60, START, care, after(START, 20 * DAY))
    assert not shortens(60, START, Care("Trauma Center", 13, after(START, DAY)))
    assert not shortens(60, START, Care("Field Hospital", 0, START), after(START, 30 * DAY))


def test_a_better_trauma_center_does_not_begin_the_stay_anew() -> None:
    made = skirmish(200)
    heal(made, "trauma center 13")
    made.next(seconds=2 * DAY)
    heal(made, "trauma center 14")
    assert made.state("Trent").care == Care("Trauma Center", 14, START)


def test_a_new_wound_endangers_who_had_survived_and_wants_new_care() -> None:
    made = skirmish(15)
    heal(made, "aid station")
    made.next(seconds=DAY)
    wound(made, 15)
    state = made.state("Trent")
    assert (state.recovered, state.care) == (False, Care())
    assert timers(made) == [(after(START, DAY + 62 * 3_600), "Recover")]


def test_care_before_the_roll_holds_for_a_further_wound() -> None:
    made = skirmish(15)
    heal(made)
    made.next(seconds=60)
    wound(made, 15)
    assert timers(made) == [(after(START, 60 + 25 * DAY), "Recover")]


def test_one_may_care_for_oneself() -> None:
    made = skirmish(15)
    shown = made.order(Heal(made.id("Trent")))
    assert shown.outcome.startswith("Trent gives themselves First Aid: Recovery Roll 89 or less")
    assert made.state("Trent").care == Care("First Aid", 0, START)


def test_care_takes_the_time_that_is_stated() -> None:
    made = skirmish(15)
    assert heal(made, "first aid, 3 seconds").outcome == (
        "Doc gives Trent First Aid: 2 of 6 actions, done in Phase 1, Impulse 3."
    )
    made.next()
    assert made.state("Trent").care == Care()
    assert made.next()[0].resolution.outcome.startswith("Doc gives Trent First Aid: Recovery Roll 89 or less")
    assert made.state("Trent").care == Care("First Aid", 0, Clock(1, 3))


def test_a_patient_who_dies_meanwhile_is_not_saved() -> None:
    made = skirmish(3_500)
    made.next(seconds=78 * 2)
    heal(made, "cost 100")
    assert made.next(seconds=10)[-2].resolution.outcome == (
        "Doc stops what they were doing (heal Trent, cost 100): Trent is dead. Only the living can be treated."
    )


def test_who_is_described_on_the_spot_is_looked_up() -> None:
    made = skirmish(15)
    sheet = Profile("a stranger", "", (), fighter(wounds=(Wound(3_500, "Chest", 0, START),)))
    shown = made.order(Heal(made.id("Doc"), (Target(profile=sheet),), "first aid"))
    assert shown.outcome == "Doc gives a stranger First Aid: 2 hours after the wound to get better care, or death."
    assert [type(effect) for effect in shown.effects] == []


# What is refused, and what is said of a treatment


def test_care_is_for_the_living_the_wounded_and_those_it_helps() -> None:
    made = skirmish(15)
    for how in ("first aid", "leave", "trauma center 15"):
        with pytest.raises(NotNow, match="Doc has no wounds"):
            heal(made, how, who="Trent", whom="Doc")
    heal(made)
    with pytest.raises(NotNow, match=r"has had First Aid for these wounds\. Better care is Aid Station, Field"):
        heal(made)
    heal(made, "trauma center 14")
    with pytest.raises(NotNow, match="Better care is a Trauma Center of Tech Level 15 or more"):
        heal(made, "field hospital")
    heal(made, "trauma center 18")
    with pytest.raises(NotNow, match="There is no better care"):
        heal(made, "trauma center 18")
    made.make("Trent", died=Clock(1, 1))
    with pytest.raises(NotNow, match="Only the living can be treated"):
        heal(made, "leave")


def test_who_has_survived_is_past_helping_but_for_a_shorter_stay() -> None:
    made = skirmish(15)
    heal(made, "aid station")
    with pytest.raises(NotNow, match="has survived these wounds"):
        heal(made, "field hospital")
    assert heal(made, "trauma center 13").outcome == (
        "Doc gets Trent to a Trauma Center of Tech Level 13: healed in 24 days if they stay until day 10."
    )
    made = skirmish(15)
    heal(made, "aid station")
    made.next(seconds=DAY)
    with pytest.raises(NotNow, match="has survived these wounds"):
        heal(made, "trauma center 13")


@pytest.mark.parametrize("state", [{"died": START}, {"knockout": Knockout(START, 0, 2, Clock(90, 1))}])
def test_a_medic_has_to_be_able(state: dict[str, Any]) -> None:
    made = skirmish(15)
    made.make("Doc", **state)
    made.next()
    before = made.encounter
    with pytest.raises(NotNow, match=r"Doc is (out of play|incapacitated)"):
        heal(made)
    assert made.encounter == before


def test_first_aid_is_given_from_the_next_hex_at_most() -> None:
    made = skirmish(15)
    made.put("Doc", "A1")
    made.put("Trent", "A3")
    with pytest.raises(NotNow, match="Trent is 2 hexes away"):
        heal(made)
    made.put("Trent", "B1")
    assert heal(made).outcome.startswith("Doc gives Trent First Aid")
    made.put("Trent", "H9")
    assert heal(made, "field hospital").outcome.startswith("Doc gets Trent to a Field Hospital")


def test_one_is_cared_for_at_a_time_and_no_hex() -> None:
    made = skirmish(15)
    with pytest.raises(Refusal, match="Name a single target"):
        made.order(Heal(made.id("Doc"), (made.target("Trent"), made.target("Doc"))))
    with pytest.raises(Refusal, match=r"Only a fighter can be treated\."):
        made.order(Heal(made.id("Doc"), (Target(place=Place.parse("A1")),)))


@pytest.mark.parametrize(
    ("how", "kind", "tech", "cost"),
    [
        ("", "First Aid", 0, 0),
        ("First-Aid", "First Aid", 0, 0),
        ("cost 20", "First Aid", 0, 20),
        ("20 actions", "First Aid", 0, 20),
        ("30 seconds", "First Aid", 0, 60),
        ("aid station, 10 minutes", "Aid Station", 0, 1_200),
        ("1 hour FIELD HOSPITAL", "Field Hospital", 0, 7_200),
        ("trauma center 13", "Trauma Center", 13, 0),
        ("Trauma Centre, Tech Level 18, cost 4", "Trauma Center", 18, 4),
        ("cost 4 trauma center 17", "Trauma Center", 17, 4),
        ("trauma center 1946", "Trauma Center", 13, 0),
        ("trauma center, year 1990", "Trauma Center", 13, 0),
        ("trauma center 2119", "Trauma Center", 16, 0),
        ("trauma center 9999", "Trauma Center", 18, 0),
        ("leave the trauma center", None, 0, 0),
        ("leave, 5 seconds", None, 0, 10),
    ],
)
def test_what_is_said_of_a_treatment(how: str, kind: CareKind | None, tech: int, cost: int) -> None:
    assert treatment(how, BOOK) == Treatment(kind, tech, cost)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("trauma center", "Use trauma center 13 to 18, or a year"),
        ("trauma center 12", "13 to 18, not 12"),
        ("trauma center 19", "13 to 18, not 19"),
        ("trauma center 0", "13 to 18, not 0"),
        ("trauma center 99999999999999", "13 to 18, not 999999999"),
        ("trauma center 1890", "In 1890 there were no Trauma Centers. The best care was Aid Station"),
        ("trauma center 1066", "The best care was First Aid"),
        ("first aid 13", "is not a treatment in the book"),
        ("first aid and aid station", "Choose one treatment at a time"),
        ("cost -5", "is not a treatment in the book"),
        ("cost 7201", "an hour at most"),
        ("3 days", "an hour at most"),
        ("cost " + "9" * 150, "an hour at most"),
        ("acupuncture", "“acupuncture” is not a treatment in the book. Use first aid, aid station"),
        ("💉🩹", "is not a treatment in the book"),
        ("first aid " * 600, "is not a treatment in the book"),
        ("9" * 6_000, "is not a treatment in the book"),
        ("x\n\u202ey", "is not a treatment in the book"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(how: str, sentence: str) -> None:
    made = skirmish(15)
    before = made.encounter
    with pytest.raises(Refusal, match=sentence) as refused:
        heal(made, how)
    assert len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)
    assert made.encounter == before
    assert made.parts(Next())


def test_a_quick_ruling_knows_no_clock() -> None:
    made = skirmish()
    made.encounter = replace(made.encounter, timed=False)
    made.make("Trent", wounds=(Wound(3_500, "Chest", 0, START),))
    shown = heal(made, "trauma center 13, 30 seconds")
    assert shown.outcome.startswith(
        "Doc gets Trent to a Trauma Center of Tech Level 13: Recovery Roll 30 or less, 18 days"
    )
    assert "Due" not in [step.label for step in shown.steps if isinstance(step, Note)]
    assert made.encounter.agenda == ()
