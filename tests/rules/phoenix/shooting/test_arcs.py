"""Automatic fire over an arc (3.4): the book's example, the arc, whom it covers, sustained fire."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Carried
from rules.engine.records.orders import Burst, Duck, Fire, Reload, Switch, Target
from rules.engine.records.steps import Lookup, Roll, Sum, Term
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Resolution
from rules.grid import hexes
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Cover, Soldier, soldier
from rules.phoenix.book import Scene
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.carrying.kit import held
from rules.phoenix.shooting.firing.arcs import planned
from rules.phoenix.shooting.firing.fire import burst as carry_out
from rules.phoenix.shooting.firing.shot import Arc, Shot
from rules.phoenix.shooting.targets.aimed_target import aimed_targets, reach
from rules.words.places import Place
from tests.examples import examples
from tests.reading import resolve, told
from tests.rules.phoenix.shooting.duel import gun, rounds
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

BOOK = phoenix().book
TRENT = Soldier(sal=14, skill=8, actions=8, left=2, knockout_value=48, position="standing")
KNEELING = Soldier(sal=10, skill=4, actions=8, left=2, knockout_value=100_000, position="kneeling", exposure="exposed")
HAND = (16,)


def arena(*guards: str, weapon: Carried | None = None, at: str = "A1", **shooter: Any) -> Skirmish:
    """Trent with an M16A1 and Guards, kneeling in the open, at these places ("" for none)."""
    skirmish = Skirmish("phoenix-advanced")
    placed = any(guards)
    skirmish.join("Trent", TRENT, weapon or gun("M16A1"), at=at if placed else "")
    for number, place in enumerate(guards, 1):
        skirmish.join(f"Guard {number}", KNEELING, gun("M16A1"), at=place)
    skirmish.make("Trent", **{"left": 8, **shooter})
    return skirmish


def burst(skirmish: Skirmish, *names: str, range: int | None = 5, **options: Any) -> Burst:
    """Trent's burst at these Guards by number, or places."""
    targets = tuple(_target(skirmish, name) for name in names or ("1",))
    return Burst(skirmish.id("Trent"), targets, **{"range": range, **options})


def _target(skirmish: Skirmish, name: str) -> Target:
    return skirmish.target(f"Guard {name}") if name.isdecimal() else Target(place=Place.parse(name))


def needed(resolution: Resolution) -> dict[str, str]:
    """Return the number that each throw except those for damage needed."""
    return {roll.label: roll.needed for roll in rolls(resolution) if roll.needed}


def hit_chance(resolution: Resolution) -> str:
    """The one cell of 5A that was read."""
    [cell] = {step.value for step in resolution.steps if isinstance(step, Lookup) and step.table == "5a"}
    return cell


def plan(skirmish: Skirmish, order: Burst) -> Arc:
    """The arc that the burst would have."""
    named = aimed_targets(order, skirmish.encounter)
    shooter, known = skirmish.one("Trent"), reach(order, named[0], skirmish.encounter)
    arm = held(shooter)
    assert isinstance(arm.weapon, Gun)
    shot = Shot(order, shooter, arm, arm.weapon, read_how(order.how), (), named, known, burst=True)
    arc = planned(shot, skirmish.encounter, BOOK).arc
    assert arc is not None
    return arc


def resolved(skirmish: Skirmish, order: Burst) -> Resolution:
    """Return the result if its height is right and everything else misses."""
    scene = Scene(skirmish.encounter, _Misses(), BOOK)
    carry_out(order, scene)
    return told(scene.parts[-1].resolution, scene.encounter)


class _Misses:
    """Dice that show 0 once, and 99 from then on."""

    def __init__(self) -> None:
        self.thrown = 0

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        self.thrown += 1
        return (low if self.thrown == 1 else high), ""


def sizes(skirmish: Skirmish, value: str) -> None:
    skirmish.order(Switch("target sizes", value))


def throws_without_damage(resolution: Resolution) -> list[int]:
    return [r.value for r in rolls(resolution) if r.label in ("Elevation", "Guard 1", "Guard 2", "Guard 3")]


def test_the_example_of_3_4() -> None:
    skirmish = arena("", "", moved=1)
    sizes(skirmish, "off")
    first = skirmish.order(burst(skirmish, "1", "2", aim=2, how="hip, arc 3"), 42, 11, *HAND, 66)
    assert total(first, "Accuracy") == 2 + 22 - 6 - 8 + 11 == 21
    assert needed(first)["Elevation"] == "86 or less"
    assert hit_chance(first) == "29"
    assert throws_without_damage(first) == [42, 11, 66]
    assert first.outcome.startswith(
        "Trent sweeps 3 hexes with 7 rounds from the M16A1 at Guard 1, 5 hexes: Guard 1: HIT, "
    )
    assert first.outcome.endswith("; Guard 2: missed.")
    assert rounds(skirmish) == 23
    skirmish.next()
    # They are still rushing (ruling O76).
    skirmish.make("Trent", moved=1)
    second = skirmish.order(burst(skirmish, "2", how="hip"), 23, *HAND, *HAND)
    assert total(second, "Accuracy") == 21 - 3 == 18
    assert needed(second)["Elevation"] == "73 or less"
    assert hit_chance(second) == "*2"
    assert second.outcome.startswith("Trent fires a burst of 7 from the M16A1 at Guard 2, 5 hexes: Guard 2: 2 HITS, ")
    assert rounds(skirmish) == 16


def test_automatic_fire_has_no_action_of_aim_more() -> None:
    skirmish = arena("")
    missed = skirmish.order(burst(skirmish, aim=2, mod="-20"), 99)
    [aim] = [step for step in missed.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    assert Term("aim 2", -12, "M16A1") in aim.terms
    assert missed.outcome == ("Trent fires a burst of 7 from the M16A1 at Guard 1, 5 hexes: MISS, too high or too low.")
    assert missed.verdict == "miss"
    assert rounds(skirmish) == 23


@pytest.mark.parametrize(
    ("range", "named", "how", "arc"),
    [
        (5, "1", "", "0.4"),
        (10, "1", "", "0.4"),
        (11, "1", "", "0.8"),
        (35, "1", "", "2"),
        (5, "1", "arc 0.7", "0.7"),
        (5, "1", "sweep", "1"),
        (35, "1", "sweep", "2"),
        (5, "1 2", "", "2"),
        (5, "1 2 3", "", "3"),
        (35, "1 2", "", "2"),
        (100, "1 2 3", "", "4"),
        (5, "1 2 3", "arc 1", "1"),  # they may stand in one hex
        (5, "1 2", "arc 188", "188"),
    ],
)
def test_the_arc_without_a_map(range: int, named: str, how: str, arc: str) -> None:
    """One hex for each who is named, the Minimum Arc at least."""
    skirmish = arena("", "", "")
    planned = plan(skirmish, burst(skirmish, *named.split(), range=range, how=how))
    assert planned.hexes == Fraction(arc)
    assert planned.sector is None


@pytest.mark.parametrize(
    ("range", "how", "said"),
    [
        (5, "arc 0.3", "The M16A1 has a Minimum Arc of 0.4 hexes at 5 hexes. An arc of 0.3 hexes is too narrow."),
        (41, "arc 2", "Minimum Arc of 3 hexes at 41 hexes. An arc of 2 hexes"),
        (5, "arc 189", "from 0.2 to 188"),
        (401, "", "400 hexes"),
    ],
)
def test_what_is_refused_costs_nothing(range: int, how: str, said: str) -> None:
    skirmish = arena("")
    before = skirmish.encounter
    with pytest.raises(Refusal, match=re.escape(said)):
        skirmish.order(burst(skirmish, range=range, how=how, aim=12))
    assert skirmish.encounter == before


@pytest.mark.parametrize(
    ("part", "height", "width", "where"),
    [("head", 0, -3, (0, 32)), ("body", 8, 3, (0, 99)), ("legs", 8, 0, (57, 99))],
)
def test_a_burst_goes_at_the_head_the_body_or_the_legs(
    part: str, height: int, width: int, where: tuple[int, int]
) -> None:
    """4E has an Auto Elev and an Auto Width for them; 3.2 says where they are hit."""
    whole, told = (thrown(arena(""), aim=2, how=how) for how in ("", part))
    assert total(told, "Accuracy") == total(whole, "Accuracy") - 11 + height
    assert term(told, f"target {part}, height") == height
    assert {step.value for step in told.steps if isinstance(step, Lookup) and step.label == "Guard 1"} == {str(width)}
    assert {(roll.low, roll.high) for roll in rolls(told) if roll.label.startswith("Where")} == {where}


def test_the_part_of_the_body_is_that_of_the_first_who_is_named() -> None:
    told = thrown(arena("A11", "A11"), "1", "2", range=None, aim=4, how="legs")
    where = {roll.why: (roll.low, roll.high) for roll in rolls(told) if roll.label.startswith("Where")}
    assert where == {"where Guard 1 is hit": (57, 99), "where Guard 2 is hit": (0, 99)}


class Certain:
    """Dice that hit, and go as far from the head as they can."""

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        return (high if why.startswith("where") else low), ""


def thrown(skirmish: Skirmish, *names: str, **options: Any) -> Resolution:
    """The burst with these dice."""
    [part] = resolve(burst(skirmish, *names, **options), Scene(skirmish.encounter, Certain(), BOOK), phoenix())
    return part.resolution


def test_a_hex_has_no_head() -> None:
    skirmish = arena("A11")
    with pytest.raises(NoRule, match=r"A11 is a place\. Leave head out of how:"):
        skirmish.order(burst(skirmish, "A11", range=None, how="head"))


@pytest.mark.parametrize(("then", "continues"), [("body", True), ("legs", False), ("", False)])
def test_a_burst_goes_on_at_the_same_part_of_the_body_alone(then: str, continues: bool) -> None:
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, how="body", mod="-20"), 99)
    skirmish.next()
    skirmish.make("Trent", left=2)
    told = skirmish.order(burst(skirmish, how=then, mod="-20"), 99)
    labels = {one.label for step in told.steps if isinstance(step, Sum) for one in step.terms}
    assert ("aim 2 of the first burst" in labels) == continues


def term(told: Resolution, label: str) -> int:
    """The value of a term of the accuracy."""
    [value] = [one.value for step in told.steps if isinstance(step, Sum) for one in step.terms if one.label == label]
    return value


@pytest.mark.parametrize(
    ("guards", "named", "how", "arc"),
    [
        ("A11", "1", "", "0.4"),
        ("A11 A11", "1 2", "", "0.4"),
        ("A11 A11", "1 2", "sweep", "1"),
        ("A11 A21", "1 2", "", "1"),  # one behind the other
        ("A11 B11", "1 2", "", "1.9"),
        ("A11 C11", "1 2", "", "2.8"),
        ("A11 C11", "1 2", "arc 5", "5"),
        ("A11 C11", "1 C11", "", "2.8"),
    ],
)
def test_the_arc_on_the_map_covers_the_hexes_of_all_who_are_named(guards: str, named: str, how: str, arc: str) -> None:
    skirmish = arena(*guards.split())
    planned = plan(skirmish, burst(skirmish, *named.split(), range=None, how=how))
    assert planned.hexes == Fraction(arc)


@pytest.mark.parametrize(
    ("named", "how", "said"),
    [
        ("1 2", "arc 2.7", "The named targets need an arc of 2.8 hexes. 2.7 hexes is too narrow."),
        ("1", "arc 11.6", "The Field of Fire of 60 degrees is 11.5 hexes wide at 10 hexes. 11.6 hexes is too wide."),
        ("1 3", "", "Guard 1 and Guard 3 are not in the same direction"),
        ("4", "", "Field of Fire"),
    ],
)
def test_arcs_that_the_map_forbids(named: str, how: str, said: str) -> None:
    skirmish = arena("K11", "M11", "K1", "K2")
    skirmish.put("Trent", "K1")
    if named == "4":
        skirmish.make("Trent", facing=0)
    with pytest.raises((Refusal, NotNow), match=re.escape(said)):
        skirmish.order(burst(skirmish, *named.split(), range=None, how=how, aim=2))


def hit_in(skirmish: Skirmish, order: Burst) -> list[str]:
    """Return the fighters that the burst throws for, in order; all miss."""
    sizes(skirmish, "off")
    resolution = resolved(skirmish, order)
    labels = [step.label for step in resolution.steps if isinstance(step, Roll)]
    assert labels[0] == "Elevation"
    return labels[1:]


def test_all_in_the_arc_can_be_hit_friend_or_foe_seen_or_not() -> None:
    skirmish = arena("A11", "A30", "B11", "B6", "C11", "A5")
    skirmish.make("Guard 2", spotted=False)
    assert hit_in(skirmish, burst(skirmish, "1", range=None, how="arc 3.1", aim=2)) == [
        "Guard 1",
        "Guard 6",
        "Guard 3",
        "Guard 2",
    ]


@pytest.mark.parametrize(
    ("place", "state", "hit"),
    [
        ("A5", {}, True),
        ("A5", {"exposure": "hidden"}, False),
        ("A5", {"died": Clock(0, 1)}, False),
        ("A1", {}, False),  # beside the shooter
        ("A20", {}, True),  # behind whom it is aimed at
        ("H5", {}, False),
        ("A6", {}, False),  # behind the wall
    ],
)
def test_who_else_is_in_the_arc(place: str, state: dict[str, Any], hit: bool) -> None:
    skirmish = arena("A11", place, at="A1")
    skirmish.make("Guard 2", **state)
    if place == "A6":
        skirmish = arena("C11", "F6", at="C1")
        skirmish.map(30, 30, "E4 E5 F5 D4")
    found = hit_in(skirmish, burst(skirmish, "1", range=None, how="arc 9" if place == "A6" else "arc 1", aim=2))
    assert found == (["Guard 1", "Guard 2"] if hit else ["Guard 1"])


@pytest.mark.parametrize(("target", "other", "hit"), [(102, 2, True), (103, 2, False), (2, 102, True), (2, 103, False)])
def test_those_more_than_100_hexes_short_or_beyond_are_safe(target: int, other: int, hit: bool) -> None:
    places = [hexes.along(Place(1, 1), Place(99, 99), far) for far in (target, other)]
    skirmish = arena(*map(str, places), left=12)
    found = hit_in(skirmish, burst(skirmish, "1", range=None, how="arc 8" if target > 50 else "arc 1", aim=12))
    assert found == (["Guard 1", "Guard 2"] if hit else ["Guard 1"])


def test_a_place_is_aimed_at_and_whoever_is_there_is_hit() -> None:
    skirmish = arena("A11", "C11")
    empty = skirmish.order(burst(skirmish, "A9", range=None, how="arc 2", aim=2), 0, 99)
    assert empty.outcome == ("Trent sweeps 2 hexes with 7 rounds from the M16A1 at A9, 8 hexes: Guard 1: missed.")
    skirmish.next()
    skirmish.make("Guard 1", exposure="hidden")
    nobody = skirmish.order(burst(skirmish, "A9", range=None, aim=2), 0)
    assert nobody.outcome.endswith("at A9, 8 hexes.")


def test_everybody_is_hit_at_his_own_range() -> None:
    skirmish = arena("A11", "A31")
    sizes(skirmish, "off")
    hit = skirmish.order(burst(skirmish, "1", range=None, aim=4), 0, *HAND, *HAND, *HAND, *HAND)
    ranges = [dict(step.at)["range"] for step in hit.steps if isinstance(step, Lookup) and step.label == "PEN"]
    assert ranges == ["10", "40"]


def test_no_more_rounds_hit_than_were_fired() -> None:
    skirmish = arena("A5", "A5", "A5", "A5", "A5")
    sizes(skirmish, "off")
    hit = skirmish.order(burst(skirmish, "1", range=None, aim=4), 0, *HAND * 7)
    results = hit.outcome.split(": ", 1)[1].split("; ")
    assert [result.split(",")[0] for result in results] == [
        "Guard 1: 2 HITS",
        "Guard 2: 2 HITS",
        "Guard 3: 2 HITS",
        "Guard 4: HIT",
        "Guard 5: missed.",
    ]


@pytest.mark.parametrize(("loaded", "chance"), [(7, "29"), (6, "24"), (3, "12"), (2, "12"), (1, "12")])
def test_a_short_burst_uses_the_column_of_the_rounds_it_has(loaded: int, chance: str) -> None:
    skirmish = arena("", weapon=gun("M16A1", loaded))
    sizes(skirmish, "off")
    missed = skirmish.order(burst(skirmish, how="arc 3", aim=4), 0, 99)
    assert hit_chance(missed) == chance
    assert rounds(skirmish) == 0
    if loaded < 7:
        assert note(missed, "Burst") == f"{loaded} round{'s' * (loaded > 1)} left, instead of a full burst of 7"


def test_one_burst_an_impulse() -> None:
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, mod="-20"), 99)
    with pytest.raises(NotNow, match="Use /aim, or /fire a single shot"):
        skirmish.order(burst(skirmish, aim=2))


@pytest.mark.parametrize(
    ("named", "options", "accuracy"),
    [
        ("1", {"mod": "-8"}, 24),
        ("2", {"mod": "-8"}, 24),
        ("2", {"how": "arc 1", "mod": "-8"}, 24),
        ("1", {"mod": "-11 smoke"}, 21),
        ("1", {"mod": "-8", "range": 10}, 24 - 6),
        ("3", {"aim": 2, "mod": "-20"}, 15),
        ("3", {"mod": "-20"}, 5),
        ("1", {"aim": 2, "mod": "-20"}, 15),
    ],
)
def test_sustained_fire_goes_on_at_who_was_in_the_arc(named: str, options: dict[str, Any], accuracy: int) -> None:
    """The first burst: 2 for aim, 22 for 5 hexes, 11 for kneeling, -8 given: 27. SAB 3; one action of aim is -10.

    What is given and the range are the next burst's own (ruling O76): 16 for 10 hexes.
    """
    skirmish = arena("", "", "")
    assert total(skirmish.order(burst(skirmish, "1", "2", aim=2, mod="-8"), 99), "Accuracy") == 27
    skirmish.next()
    skirmish.make("Trent", left=8)
    assert total(skirmish.order(burst(skirmish, named, **options), 99), "Accuracy") == accuracy


def test_sustained_fire_takes_no_actions_and_goes_on_and_on() -> None:
    skirmish = arena("")
    found = [total(skirmish.order(burst(skirmish, aim=2, mod="-10"), 99), "Accuracy")]
    for _ in range(3):
        skirmish.next()
        skirmish.make("Trent", left=0)
        found.append(total(skirmish.order(burst(skirmish, mod="-10"), 99), "Accuracy"))
    assert found == [25, 22, 19, 16]
    assert rounds(skirmish) == 2
    skirmish.next()
    sizes(skirmish, "off")
    assert hit_chance(skirmish.order(burst(skirmish, how="arc 3", mod="-20"), 0, 99)) == "12"


def test_a_pause_ends_it() -> None:
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, mod="-20"), 99)
    skirmish.next()
    skirmish.next()
    skirmish.make("Trent", left=8)
    assert total(skirmish.order(burst(skirmish), 99), "Accuracy") == 14 - 22 + 22 + 11


def test_a_burst_from_another_weapon_begins_anew() -> None:
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, mod="-20"), 99)
    skirmish.next()
    last = skirmish.state("Trent").sustained
    assert last is not None
    skirmish.make("Trent", left=8, sustained=replace(last, slot=1))
    assert total(skirmish.order(burst(skirmish), 99), "Accuracy") == 14 - 22 + 22 + 11


def test_at_a_place_as_well() -> None:
    skirmish = arena("A11")
    first = total(skirmish.order(burst(skirmish, "A9", range=None, aim=2, mod="-20"), 99), "Accuracy")
    skirmish.next()
    assert total(skirmish.order(burst(skirmish, "A9", range=None, mod="-20"), 99), "Accuracy") == first - 3


def test_a_duck_counts_in_its_own_impulse_alone() -> None:
    """25, less an SAB of 3 each; -5 for who ducks in that impulse, wherever it stands in the row (3.1)."""
    skirmish = arena("")
    found = [total(skirmish.order(burst(skirmish, aim=2, mod="-10"), 99), "Accuracy")]
    for ducks in (True, False):
        skirmish.next()
        if ducks:
            skirmish.order(Duck(skirmish.id("Guard 1")))
        found.append(total(skirmish.order(burst(skirmish, mod="-10"), 99), "Accuracy"))
    assert found == [25, 22 - 5, 19]


def test_whoever_ducks_begins_anew() -> None:
    """A duck interrupts: aim is wanted again, at -10 in its impulse, and the next burst goes on without that."""
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, mod="-10"), 99)
    skirmish.next()
    skirmish.make("Trent", left=2)
    skirmish.order(Duck(skirmish.id("Trent")))
    ducking = skirmish.order(burst(skirmish, aim=2, mod="-4"), 99)
    assert total(ducking, "Accuracy") == 14 - 12 + 22 + 11 - 4 - 10
    skirmish.next()
    assert total(skirmish.order(burst(skirmish, mod="-10"), 99), "Accuracy") == 14 - 12 + 22 + 11 - 10 - 3


@pytest.mark.parametrize("between", ["shot", "reload"])
def test_a_shot_or_a_reload_between_bursts_ends_the_fire(between: str) -> None:
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, mod="-10"), 99)
    skirmish.next()
    skirmish.make("Trent", left=12)
    if between == "shot":
        skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),), aim=1, range=5, mod="-10"), 99)
    else:
        skirmish.order(Reload(skirmish.id("Trent")))
    hip = -6 if between == "reload" else 0  # which ends the Firing Stance
    assert total(skirmish.order(burst(skirmish, aim=None, mod="-10"), 99), "Accuracy") == 14 - 22 + 22 + 11 - 10 + hip


def test_three_round_bursts_are_in_another_book() -> None:
    skirmish = arena("", weapon=gun("HK VP70M"))
    with pytest.raises(NoRule, match=r"three round bursts, and those are in another book\. Use /fire for one shot"):
        skirmish.order(burst(skirmish, aim=2))


@pytest.mark.parametrize(
    ("state", "chance"),
    [
        ({}, "44"),  # kneeling: +3
        ({"position": "standing"}, "33"),  # +1
        ({"exposure": "firing"}, "38"),  # +2
        ({"exposure": "looking"}, "18"),  # -3
    ],
)
def test_a_width_moves_the_line(state: dict[str, Any], chance: str) -> None:
    """29 over 3 hexes (3.7)."""
    skirmish = arena("")
    skirmish.make("Guard 1", **state)
    assert hit_chance(skirmish.order(burst(skirmish, how="arc 3", aim=8), 0, 99)) == chance


def test_each_target_has_his_own_width() -> None:
    skirmish = arena("", "")
    skirmish.make("Guard 2", exposure="looking")
    missed = skirmish.order(burst(skirmish, "1", "2", how="arc 3", aim=8), 0, 99, 99)
    assert {roll.label: roll.needed for roll in rolls(missed)[1:]} == {"Guard 1": "44 or less", "Guard 2": "18 or less"}


def test_how_he_shows_himself_is_said_of_the_first_alone() -> None:
    """Lying flat is a width of 5, else prone is 2: five and two lines above that of 3 hexes (3.7)."""
    skirmish = arena("", "")
    for name in ("Guard 1", "Guard 2"):
        skirmish.make(name, position="prone")
    missed = skirmish.order(burst(skirmish, "1", "2", how="arc 3, low prone", aim=8), 0, 99, 99)
    assert {roll.label: roll.needed for roll in rolls(missed)[1:]} == {"Guard 1": "58 or less", "Guard 2": "38 or less"}


def shotgun(range: int) -> tuple[Skirmish, Burst]:
    """Trent with an automatic shotgun, Guards 1 and 2 at this range; without 3.7."""
    skirmish = arena("", "", weapon=gun("Atchisson Assault 12", sort="Shot"))
    sizes(skirmish, "off")
    return skirmish, burst(skirmish, "1", "2", range=range, aim=4, how="arc 2")


def test_an_automatic_shotgun_hits_with_patterns() -> None:
    """At 20 hexes: 4 rounds over 2 hexes cover somebody with 25, and a pellet of a pattern hits with 93."""
    skirmish, order = shotgun(20)
    hit = skirmish.order(order, 0, 25, 93, *HAND, 25, 94)
    assert [roll.label for roll in rolls(hit)] == ["Elevation", "Guard 1", "Pellets", "Where", "Guard 2", "Pellets"]
    assert [roll.needed for roll in rolls(hit) if roll.label != "Where"][1:] == [
        "25 or less",
        "93 or less",
        "25 or less",
        "93 or less",
    ]
    assert hit.outcome.startswith(
        "Trent sweeps 2 hexes with 4 rounds from the Atchisson Assault 12 at Guard 1, 20 hexes: Guard 1: HIT, "
    )
    assert hit.outcome.endswith("; Guard 2: no pellet hits.")
    assert hit.verdict == "hit"


def test_each_pattern_has_its_pellets() -> None:
    """At 10 hexes 4 rounds over .8 hexes cover somebody with 67, with 3 pellets."""
    skirmish, _ = shotgun(10)
    hit = skirmish.order(burst(skirmish, "1", range=10, aim=4), 0, 67, *HAND * 3)
    assert ": 3 HITS, " in hit.outcome


def test_one_mass_is_a_round_like_any_other() -> None:
    skirmish, _ = shotgun(1)
    hit = skirmish.order(burst(skirmish, "1", range=1, aim=4), 0, *HAND * 3)
    assert ": 3 HITS, " in hit.outcome


def test_a_pattern_covers_several() -> None:
    """One round is *1 over an arc of .2 (O44), and both are in the hex that it is fired at."""
    skirmish = arena("A5", "A5", weapon=gun("Atchisson Assault 12", 1, sort="Shot"))
    sizes(skirmish, "off")
    hit = skirmish.order(burst(skirmish, "1", range=None, aim=4), 0, *HAND * 20)
    assert note(hit, "Guard 1") == note(hit, "Guard 2") == "10 pellets"


def test_shot_is_one_mass_to_who_is_near_and_spreads_for_who_is_not() -> None:
    skirmish = arena("A21", "A2", weapon=gun("Atchisson Assault 12", sort="Shot"))
    sizes(skirmish, "off")
    hit = skirmish.order(burst(skirmish, "1", range=None, aim=4), 0, 99, 0, *HAND)
    assert re.search("Guard 1: missed; Guard 2: HIT, hand, ", hit.outcome)


@pytest.mark.parametrize(("place", "hit"), [("A81", True), ("A82", False)])
def test_nobody_is_in_the_arc_past_the_last_range_of_the_page(place: str, hit: bool) -> None:
    """The Atchisson's has 80 hexes (O37)."""
    skirmish = arena("A21", place, weapon=gun("Atchisson Assault 12", sort="Shot"))
    found = hit_in(skirmish, burst(skirmish, "1", range=None, aim=4))
    assert found == (["Guard 1", "Guard 2"] if hit else ["Guard 1"])


def test_a_pattern_that_hits_with_no_pellet_is_a_miss() -> None:
    skirmish, order = shotgun(20)
    missed = skirmish.order(order, 0, 25, 94, 26)
    assert missed.outcome.endswith(": Guard 1: no pellet hits; Guard 2: missed.")
    assert missed.verdict == "miss"


@examples(60)
@given(
    st.integers(0, 2**20),
    st.integers(1, 30),
    st.lists(st.sampled_from(["A5", "A6", "B5", "C8", "A20", "B30"]), min_size=1, max_size=6),
    st.sampled_from(["", "arc 4"]),
)
def test_hits_never_exceed_the_rounds(seed: int, loaded: int, places: list[str], how: str) -> None:
    skirmish = arena(*places, weapon=gun("M16A1", loaded))
    scene = Scene(skirmish.encounter, SeededDice(seed), BOOK)
    carry_out(burst(skirmish, "1", range=None, aim=4, how=how), scene)
    wounds = [wound for c in scene.encounter.combatants for wound in soldier(c).wounds]
    hits = [step for step in scene.parts[-1].resolution.steps if isinstance(step, Roll) and "where" in step.why]
    assert len(wounds) <= len(hits) <= min(7, loaded)


@pytest.mark.parametrize(("pf", "hit"), [("1", True), ("99", False)])
def test_cover_that_rounds_penetrate_does_not_hide_from_an_arc(pf: str, hit: bool) -> None:
    skirmish = arena("A6", "A7")
    skirmish.make("Guard 2", exposure="hidden", cover=Cover("it", pf))
    fired = burst(skirmish, range=None, aim=2, mod="+30")
    told = resolve(fired, Scene(skirmish.encounter, SeededDice(1), BOOK), phoenix())[0].resolution
    assert ("Guard 2" in str(told.steps)) is hit


@pytest.mark.parametrize(
    ("how", "hit"),
    [
        ("arc 3 from C5", {"C5", "D5", "E5"}),
        ("arc 3 from E5", {"C5", "D5", "E5"}),
        ("arc 3 from D5 to F5", {"D5", "E5", "F5"}),
        ("arc from D5 to F5", {"D5", "E5", "F5"}),
        ("arc 3 from D5 to B5", {"B5", "C5", "D5"}),
    ],
)
def test_the_first_hex_of_an_arc_can_be_chosen(how: str, hit: set[str]) -> None:
    skirmish = arena(*(f"{column}5" for column in "BCDEF"), at="D15", facing=0)
    order = burst(skirmish, "3", range=None, how=how)
    swept = plan(skirmish, order).sector
    assert swept is not None
    assert {at for at in ("B5", "C5", "D5", "E5", "F5") if Place.parse(at) in swept} == hit
    outcome = resolved(skirmish, order).outcome
    wide = "3" if "arc 3" in how else "2.8"
    assert f"sweeps {wide} hexes from {re.findall('from (..)', how)[0]} with 7 rounds" in outcome
    struck = {name for name in ("Guard 1", "Guard 2", "Guard 3", "Guard 4", "Guard 5") if f"{name}: " in outcome}
    assert struck == {f"Guard {'BCDEF'.index(at[0]) + 1}" for at in hit}


@pytest.mark.parametrize(
    ("named", "how", "said"),
    [
        (
            "3",
            "arc 3 from D5",
            r"Which way does the arc go from D5\? Use how: arc from D5 to E6\.",
        ),
        ("1 5", "arc 9 from D5", r"An arc from D5 goes to one side only\."),
        ("5", "arc 2 from B5", r"The named targets need an arc of 4\.7 hexes\. 2 hexes is too narrow\."),
        ("3", "arc 3 from D17", "Name those on one side only"),
    ],
)
def test_a_first_hex_that_cannot_be(named: str, how: str, said: str) -> None:
    skirmish = arena(*(f"{column}5" for column in "BCDEF"), at="D15", facing=0)
    with pytest.raises(Refusal, match=said):
        plan(skirmish, burst(skirmish, *named.split(), range=None, how=how))


def test_an_arc_begins_on_a_map_and_is_a_bursts() -> None:
    with pytest.raises(NoRule, match=r"on a map \(3\.4\)"):
        plan(arena(""), burst(arena(""), how="arc 3 from D5"))
    skirmish = arena("D5", at="D15", facing=0)
    shot = Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),), how="from D5")
    with pytest.raises(Refusal, match="Only a burst has an Arc of Fire"):
        skirmish.order(shot)


def test_a_burst_that_was_stored_without_its_aim_goes_on_as_before() -> None:
    """Such a burst is from before the next burst's own terms counted (ruling O76)."""
    skirmish = arena("")
    skirmish.order(burst(skirmish, aim=2, mod="-10"), 99)
    last = skirmish.state("Trent").sustained
    assert last is not None and (last.aim, last.bursts, last.accuracy) == (2, 1, 25)
    skirmish.next()
    skirmish.make("Trent", sustained=replace(last, aim=None))
    assert total(skirmish.order(burst(skirmish, range=10), 99), "Accuracy") == 25 - 3
