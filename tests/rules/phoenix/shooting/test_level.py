"""The Effective Accuracy Level of 3.1 term by term, its odds, how much aim counts, and which words it refuses."""

from __future__ import annotations

import csv
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.orders import Aim, Burst, Fire, Switch, Throw
from rules.engine.records.steps import Ruling, Term
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Knockout, Soldier, Wound
from rules.phoenix.shooting.aim import aim_limits, preparation
from rules.phoenix.shooting.aim.accuracy import MISS, chance, check_chance, terms
from rules.phoenix.shooting.aim.how import How, read_how
from rules.phoenix.shooting.targets import circumstances, sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.tables.cells import Word
from rules.tables.loader import DATA
from tests.rules.phoenix.shooting.duel import GUARD, TRENT, gun
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

BOOK = phoenix().book
NOW = Clock(1, 1)


def advanced(*carried: Any, shooter: Soldier = TRENT, guard: Soldier = GUARD) -> Skirmish:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.join("Trent", shooter, *(carried or (gun("M16A1"),)))
    skirmish.join("Guard", guard, gun("M16A1"))
    skirmish.make("Trent", left=8)
    return skirmish


def attempt_of(
    skirmish: Skirmish,
    how: str = "",
    hexes: int = 100,
    weapon: str = "M16A1",
    at: Soldier | None = None,
    burst: bool = False,
    pattern: int | None = None,
) -> Attempt:
    state = skirmish.state("Guard") if at is None else at
    read = read_how(how)
    state = altered(state, exposure=read.exposure) if read.exposure else state
    mark = AimedTarget("c2", "Guard", state)
    return Attempt(skirmish.one("Trent"), BOOK.arms[weapon], mark, read, (), hexes, burst, pattern)


def modifiers(
    shooter: dict[str, Any],
    target: dict[str, Any],
    how: str = "",
    hexes: int = 100,
    weapon: str = "M16A1",
    aim: int = -22,
    switches: dict[str, str] | None = None,
    **more: Any,
) -> dict[str, int]:
    """Return the modifiers besides SAL and aim, by label; the range of 100 hexes, which is 0, is left out."""
    skirmish = advanced()
    skirmish.make("Trent", **shooter)
    for name, stands in (switches or {}).items():
        skirmish.order(Switch(name, stands))
    one = attempt_of(skirmish, how, hexes, weapon, altered(GUARD, **target), **more)
    found, _ = terms(one, Term("aim", aim, weapon), skirmish.encounter, BOOK)
    assert [term.value for term in found[:2]] == [14, aim]
    counts = {term.label: term.value for term in found[2:]}
    if hexes == 100:
        assert counts.pop("range 100") == 0
    return counts


STANDS = {"target standing exposed": 7}


# The book's examples


def test_trent_prone_at_somebody_firing_over_cover() -> None:
    """Aim 9 (SAL in it), range 5, prone 6, size 0: 20, which is 67."""
    prone, behind = altered(TRENT, sal=14, position="prone"), altered(GUARD, exposure="firing")
    skirmish = advanced(shooter=prone, guard=behind)
    fired = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=6, range=50), 68)
    assert total(fired, "Accuracy") == 20
    assert rolls(fired)[0].needed == "67 or less"
    assert fired.verdict == "miss"


def test_trent_s_burst_while_he_rushes() -> None:
    """2 + 22 - 6 - 8 + 11 = 21 (3.4)."""
    counts = modifiers(
        {"moved": 1, "firing_stance": False},
        {"position": "kneeling", "exposure": "exposed"},
        hexes=5,
        burst=True,
        aim=-12,
    )
    assert counts == {"range 5": 22, "from the hip": -6, "moving at 1": -8, "target kneeling exposed, height": 11}
    assert 14 - 12 + sum(counts.values()) == 21


def test_axly_s_pattern_takes_the_place_of_a_smaller_target() -> None:
    """13 for the range, 7 for SALM in place of 0 (3.5)."""
    counts = modifiers({}, {"exposure": "firing"}, hexes=15, weapon="Franchi SPAS 12", pattern=7)
    assert counts == {"range 15": 13, "pattern (SALM)": 7}
    counts = modifiers({}, {}, hexes=15, weapon="Franchi SPAS 12", pattern=6)
    assert counts == {"range 15": 13, "target standing exposed": 7}


def test_donovan_throws_round_the_corner() -> None:
    """25 - 14 + 12 besides SAL and aim (3.6); the thrower's posture does not count."""
    counts = modifiers({"position": "prone", "firing_stance": False}, {}, "hex, not looking", 3, "M 67")
    assert counts == {"range 3": 25, "shooter not looking": -14, "hex": 12}


# Range (4A, 4G)


@pytest.mark.parametrize(
    ("hexes", "value"),
    [
        (0, 33),
        (1, 33),
        (2, 28),
        (3, 25),
        (9, 17),
        (10, 16),
        (11, 16),
        (12, 15),
        (31, 8),
        (99, 0),
        (101, -1),
        (2850, -24),
    ],
)
def test_range_counts_as_the_next_listed(hexes: int, value: int) -> None:
    assert modifiers({}, {}, hexes=hexes) == {f"range {hexes}": value, **STANDS}


def test_ranges_off_the_end() -> None:
    assert modifiers({}, {}, hexes=2851)["range 2851"] == -25
    assert modifiers({}, {}, hexes=4350)["range 4350"] == -27


def test_past_the_table_there_is_no_shot() -> None:
    skirmish = advanced()
    with pytest.raises(Refusal, match="0 to 4350 hexes"):
        skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=2, range=4351))


SINGLE = [99, 98, 96, 94, 90, 86, 80, 74, 67, 60, 53, 46, 39, 33, 27, 22, 18, 15, 12, 9, 7, 6, 5, 4, 3, 2, 2, 1, 1, 1]
SINGLE.append(0)
BURST = [99, 98, 98, 97, 95, 92, 90, 86, 82, 77, 73, 68, 62, 57, 52, 47, 43, 38, 34, 31, 27, 24, 21, 19, 17, 15, 13, 11]


def needed(eal: int, burst: bool = False) -> int | Word:
    skirmish = advanced()
    return chance(eal, attempt_of(skirmish, burst=burst), skirmish.encounter, BOOK)


def test_odds_from_28_down() -> None:
    assert [needed(eal) for eal in range(28, -3, -1)] == SINGLE
    assert [needed(eal, burst=True) for eal in range(28, 0, -1)] == BURST
    assert [needed(29), needed(60), needed(40, burst=True)] == [99, 99, 99]
    assert [needed(-3), needed(-40)] == [MISS, MISS]


def test_an_unlisted_level_reads_the_lower_row() -> None:
    assert [needed(eal, burst=True) for eal in (-6, -7, -8, -9, -10, -11, -15, -16, -17, -18, -23)] == (
        [4, 3, 3, 2, 2, 1, 1, 0, 0, MISS, MISS]
    )


def test_no_chance_is_refused_in_words() -> None:
    skirmish = advanced()
    with pytest.raises(Refusal, match=r"Effective Accuracy Level -3 has no chance at 100 hexes \(table 4G\)"):
        check_chance(-3, attempt_of(skirmish), skirmish.encounter, BOOK)
    check_chance(-2, attempt_of(skirmish), skirmish.encounter, BOOK)
    with pytest.raises(Refusal, match="no chance"):
        skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=1, range=400, how="not looking"))


# Stance and situation (4B)


@pytest.mark.parametrize(
    ("shooter", "how", "weapon", "counts"),
    [
        ({}, "", "M16A1", {}),
        ({}, "braced", "M16A1", {"standing, braced": 4}),
        ({"position": "kneeling"}, "", "M16A1", {"kneeling": 3}),
        ({"position": "kneeling"}, "braced", "M16A1", {"kneeling, braced": 5}),
        ({"exposure": "dug in"}, "", "M16A1", {"kneeling, braced": 5}),
        ({"exposure": "dug in"}, "braced", "M16A1", {"kneeling, braced": 5}),
        ({"position": "prone"}, "", "M16A1", {"prone": 6}),
        ({"position": "prone"}, "braced", "M16A1", {"prone, braced": 7}),
        ({}, "hip", "M16A1", {"from the hip": -6}),
        ({"firing_stance": False}, "", "M16A1", {"from the hip": -6}),
        ({"firing_stance": False}, "stance", "M16A1", {}),
        ({"firing_stance": False}, "braced", "M16A1", {"standing, braced": 4}),
        ({}, "one hand", "M16A1", {"one hand": -7}),
        ({}, "one hand", "Uzi", {"one hand": -7}),
        ({}, "one hand", "M92F", {"one hand": -4}),
        ({}, "stock folded", "Uzi", {"folding stock not used": -4}),
        ({}, "double action", "M92F", {"double action": -3}),
        ({}, "bipod not braced", "RPK 74", {"bipod not braced": -2}),
        ({}, "bipod", "RPK 74", {"bipod": 3}),
        ({}, "tripod", "RPK 74", {"tripod": 5}),
        ({}, "turret", "RPK 74", {"turret": 11}),
        ({}, "shoulder stock", "HK VP70M", {"shoulder stock": 3}),
        ({"position": "prone"}, "bipod, one hand", "M16A1", {"prone": 6, "bipod": 3, "one hand": -7}),
    ],
)
def test_stance_and_situation(shooter: dict[str, Any], how: str, weapon: str, counts: dict[str, int]) -> None:
    assert modifiers(shooter, {}, how, weapon=weapon) == counts | STANDS


@pytest.mark.parametrize(("weapon", "value"), [("M16A1", -7), ("M92F", -4)])
def test_whoever_has_one_arm_left_fires_with_one_hand(weapon: str, value: int) -> None:
    hurt = (Wound(10, "Forearm Bone", 1, Clock(0, 1)),)
    assert modifiers({"wounds": hurt}, {}, weapon=weapon) == {"one hand": value} | STANDS
    assert modifiers({"wounds": hurt}, {}, "one hand", weapon=weapon) == {"one hand": value} | STANDS


@pytest.mark.parametrize(
    ("actions", "counts"), [(6, {}), (7, {}), (8, {"sling": 1}), (11, {"sling": 1}), (20, {"sling": 1})]
)
def test_a_sling_counts_from_eight_actions_of_aim(actions: int, counts: dict[str, int]) -> None:
    weapon = BOOK.arms["M16A1"]
    assert isinstance(weapon, Gun)
    assert modifiers({}, {}, "sling", aim=weapon.aimed(actions)[0]) == counts | STANDS


def test_a_moving_shooter_fires_from_the_hip() -> None:
    """The words of `how:` change nothing; a vehicle that drives does not."""
    assert modifiers({"moved": 1}, {}, "stance") == {"from the hip": -6, "moving at 1": -5, **STANDS}
    assert modifiers({}, {}, "speed 1") == {"from the hip": -6, "moving at 1": -5, **STANDS}
    assert modifiers({"moved": 2, "vehicle": 40}, {}) == {"moving at 10": -8, **STANDS}
    assert modifiers({}, {}, "speed 1, braced") == {"from the hip": -6, "moving at 1": -5, **STANDS}


def test_who_is_said_nothing_of_stands_in_the_open_whatever_table_2c_says() -> None:
    skirmish = advanced()
    fired = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=2, range=50), 99)
    assert fired.verdict == "miss"
    assert [step.id for step in fired.steps if isinstance(step, Ruling)] == []


def test_a_firing_stance_is_refused_to_who_moves_in_this_impulse() -> None:
    skirmish = advanced()
    skirmish.make("Trent", moved=1)
    for how in ("firing stance", "braced"):
        with pytest.raises(NotNow, match=r"fire only from the hip \(3"):
            skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=2, range=5, how=how))
    assert skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=2, range=5), 99).verdict == "miss"


# Visibility (4C)


@pytest.mark.parametrize(
    ("light", "counts"),
    [
        ("good", {}),
        ("dusk", {"dusk": -2}),
        ("full moon", {"night full moon": -4}),
        ("half moon", {"night 1/2 moon": -6}),
        ("no moon", {"night no moon": -12}),
    ],
)
def test_light(light: str, counts: dict[str, int]) -> None:
    assert modifiers({}, {}, switches={"light": light}) == counts | STANDS


@pytest.mark.parametrize(
    ("how", "hexes", "counts"),
    [
        ("smoke", 100, {"smoke, haze, fog": -6}),
        ("smoke with ultrasonics", 100, {"smoke, haze, fog": -6}),
        ("fog", 100, {"smoke, haze, fog": -6}),
        ("smoke, haze", 100, {"smoke, haze, fog": -6}),
        ("muzzle flash", 100, {"firing at muzzle flash": -10}),
        ("into a light", 100, {"looking into a light": -8}),
        ("optical scope", 100, {}),
        ("optical scope", 8, {"range 8": 18}),
        ("optical scope", 7, {"range 7": 19, "optical scope under 8 hexes": -6}),
        ("scope broken", 100, {"optical scope broken": -4}),
        ("aiming system broken", 100, {"advanced aiming system broken": -8}),
        ("sights broken", 100, {"weapon sights broken": -4}),
        ("tear gas", 100, {"firing from tear gas, no mask": -8}),
        ("not looking", 100, {"shooter not looking": -14}),
        ("not looking, smoke, tear gas", 100, {"shooter not looking": -14}),
        ("smoke, tear gas", 100, {"smoke, haze, fog": -6, "firing from tear gas, no mask": -8}),
    ],
)
def test_visibility(how: str, hexes: int, counts: dict[str, int]) -> None:
    assert modifiers({}, {}, how, hexes) == counts | STANDS


def test_a_muzzle_flash_is_seen_by_its_own_light() -> None:
    counts = modifiers({}, {}, "muzzle flash, smoke", switches={"light": "no moon"})
    assert counts == {"firing at muzzle flash": -10, "smoke, haze, fog": -6} | STANDS


# Motion (4D)


@pytest.mark.parametrize(
    ("target", "how", "hexes", "label", "value"),
    [
        ({"moved": 1}, "", 5, "target moving at 1", -8),
        ({"moved": 1}, "", 20, "target moving at 1", -6),
        ({"moved": 1}, "", 21, "target moving at 1", -5),
        ({"moved": 1}, "", 71, "target moving at 1", -5),  # SLOW
        ({"moved": 3}, "", 10, "target moving at 3", -10),  # FAST
        ({"moved": 3}, "", 20, "target moving at 3", -10),
        ({"moved": 3}, "", 40, "target moving at 3", -7),
        ({"moved": 2, "vehicle": 30}, "", 40, "target moving at 7.5", -10),
        ({}, "target moving", 10, "target moving at 1", -8),
        ({}, "target speed 0.5", 10, "target moving at 0.5", -6),
        ({}, "target speed 60", 400, "target moving at 60", -10),
        ({}, "target speed 110", 1500, "target moving at 110", -7),
        ({"moved": 3}, "target speed 1", 10, "target moving at 1", -8),
    ],
)
def test_a_target_that_moves(target: dict[str, Any], how: str, hexes: int, label: str, value: int) -> None:
    assert modifiers({}, target, how, hexes)[label] == value


def test_speed_between_rows_counts_as_the_next_faster() -> None:
    skirmish = advanced()
    one = attempt_of(skirmish, "target speed 2.5", 40)
    found, steps = terms(one, Term("aim", -22), skirmish.encounter, BOOK)
    assert {term.label: term.value for term in found}["target moving at 2.5"] == -7
    assert [s.text for s in steps if isinstance(s, Ruling)] == ["2.5 hexes an impulse count as 3, the next faster"]


@pytest.mark.parametrize(
    ("shooter", "target", "how", "counts"),
    [
        ({"moved": 2}, {}, "", {"from the hip": -6, "moving at 2": -5}),
        ({}, {}, "moving", {"from the hip": -6, "moving at 1": -5}),
        ({}, {}, "speed 4", {"from the hip": -6, "moving at 4": -6}),
        ({"moved": 2}, {}, "speed 0", {}),
        ({"ducked": NOW}, {}, "", {"ducking": -10}),
        ({}, {}, "shooter ducking", {"ducking": -10}),
        ({"ducked": Clock(0, 4)}, {}, "", {}),
        ({}, {"ducked": NOW}, "", {"target ducking": -5}),
        ({}, {}, "target ducking", {"target ducking": -5}),
        ({}, {"ducked": Clock(0, 4)}, "", {}),
        ({}, {"appeared": NOW}, "", {"target appearing": -5}),
        ({}, {"appeared": NOW, "ducked": NOW}, "", {"target ducking": -5}),
        ({"moved": 1}, {"moved": 1}, "", {"from the hip": -6, "moving at 1": -5, "target moving at 1": -5}),
    ],
)
def test_motion_and_ducking(shooter: dict[str, Any], target: dict[str, Any], how: str, counts: dict[str, int]) -> None:
    assert modifiers(shooter, target, how) == counts | STANDS


def test_who_is_out_lies_where_he_fell() -> None:
    """14 - 5 + 16 + 2: the size of somebody prone."""
    skirmish = advanced()
    skirmish.make("Guard", exposure="exposed", knockout=Knockout(Clock(0, 4), 0, 0, Clock(9, 1)))
    fired = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=6, range=10), 99)
    assert total(fired, "Accuracy") == 27


def test_what_a_target_does_is_nothing_to_a_shot_at_his_hex() -> None:
    counts = modifiers({}, {"moved": 3, "ducked": NOW}, "hex", weapon="M79")
    assert counts == {"hex": 12}


# Size (4E, 4F)


@pytest.mark.parametrize(
    ("target", "how", "label", "size", "height", "width"),
    [
        ({"exposure": "looking"}, "", "looking over cover", -4, -3, -3),
        ({"exposure": "dug in"}, "", "looking over cover", -4, -3, -3),
        ({"exposure": "firing"}, "", "firing over cover", 0, 2, 2),
        ({"exposure": "hidden"}, "", "firing over cover", 0, 2, 2),
        ({}, "over cover", "firing over cover", 0, 2, 2),
        ({}, "", "standing exposed", 7, 14, 1),
        ({"exposure": "exposed"}, "", "standing exposed", 7, 14, 1),
        ({"position": "kneeling"}, "", "kneeling exposed", 6, 11, 3),
        ({"position": "prone"}, "", "prone exposed", 2, 2, 2),
        ({"moved": 1, "gait": "running"}, "", "running", 8, 14, 1),
        ({"moved": 0, "gait": "running"}, "", "standing exposed", 7, 14, 1),
        ({}, "target running", "running", 8, 14, 1),
        ({"moved": 1, "gait": "low crouch"}, "", "in a low crouch", 7, 11, 2),
        ({}, "target low crouch", "in a low crouch", 7, 11, 2),
        ({"moved": 1, "gait": "hands and knees", "position": "prone"}, "", "on hands and knees", 6, 8, 1),
        ({}, "target crawling", "on hands and knees", 6, 8, 1),
        ({"position": "prone"}, "low prone", "low prone", 1, 0, 5),
        ({}, "head", "head", -3, 0, -3),
        ({}, "body", "body", 5, 8, 3),
        ({}, "legs", "legs", 4, 8, 0),
        ({"exposure": "firing"}, "head", "head", -3, 0, -3),
        ({"exposure": "looking"}, "head", "looking over cover", -4, -3, -3),
    ],
)
def test_size_of_a_target(target: dict[str, Any], how: str, label: str, size: int, height: int, width: int) -> None:
    assert modifiers({}, target, how)[f"target {label}"] == size
    assert modifiers({}, target, how, burst=True)[f"target {label}, height"] == height
    read = read_how(how)
    mark = AimedTarget(
        "c2", "Guard", altered(GUARD, **(target | ({"exposure": read.exposure} if read.exposure else {})))
    )
    assert sizes.target_size(mark, read, BOOK)[0] == size
    assert sizes.auto_width(mark, read, BOOK)[0] == width


def test_without_3_4_a_burst_goes_by_target_size() -> None:
    off = {"automatic fire": "off"}
    assert modifiers({}, {}, burst=True, switches=off) == STANDS


@pytest.mark.parametrize(
    ("feet", "value"),
    [("0.1", -15), ("0.2", -10), ("0.3", -7), ("0.8", 0), ("1", 2), ("3", 10), ("6", 15), ("6.4", 16), ("39", 28)],
)
def test_size_in_feet(feet: str, value: int) -> None:
    label = f"target, {float(feet):g} feet"
    assert modifiers({}, {}, f"{feet} feet") == {label: value}
    assert modifiers({}, {}, f"{feet} feet", burst=True) == {label: value}
    mark = AimedTarget("c2", "Guard", GUARD)
    assert sizes.auto_width(mark, read_how(f"{feet} feet"), BOOK)[0] == value


@pytest.mark.parametrize(
    ("how", "counts"),
    [
        ("hex", {"hex": 12}),
        ("hex, from above", {"hex from above": 15}),
        ("window, 3 feet", {"window, 3 feet": 10}),
        ("door, 7 feet", {"door, 7 feet": 16}),
    ],
)
def test_what_explosives_go_at(how: str, counts: dict[str, int]) -> None:
    assert modifiers({}, {}, how, weapon="M79") == counts


def test_a_window_or_door_of_which_nobody_says_more_is_that_of_2c() -> None:
    table = DATA / "phoenix" / "tables" / "2c.csv"
    rows = {row[0]: int(row[1]) for row in csv.reader(table.read_text().splitlines()[1:])}
    for what in ("window", "door"):
        assert modifiers({}, {}, what, weapon="M79") == {what: rows[f"Target is a {what.capitalize()}"]}


def test_a_vehicle_is_as_large_as_a_hex_or_as_is_said() -> None:
    assert modifiers({}, {"vehicle": 10}) == {"vehicle, 6 feet": 15}
    assert modifiers({}, {"vehicle": 10}, "9 feet") == {"target, 9 feet": 18}


# Aim


def limit(how: str, hexes: int, timed: int = 1, **changes: Any) -> int | None:
    """Actions of aim that count at most for Trent (8 Combat Actions: 2 an impulse) at the Guard."""
    skirmish = advanced()
    skirmish.make("Trent", **changes)
    skirmish.make("Guard")
    encounter = altered(skirmish.encounter, timed=bool(timed))
    mark = AimedTarget("c2", "Guard", skirmish.state("Guard"))
    found = aim_limits.limit(skirmish.one("Trent"), mark, read_how(how), hexes, encounter, BOOK)
    return None if found is None else found.actions


@pytest.mark.parametrize(
    ("how", "hexes", "actions"),
    [
        ("", 10, None),
        ("moving", 10, 2),
        ("moving", 1000, 2),
        ("speed 1, target speed 3", 10, 2),
        ("target speed 3", 10, 4),  # FAST
        ("target speed 3", 40, 4),  # -7
        ("target speed 3", 300, None),  # SLOW
        ("target speed 0", 10, None),
        ("target ducking", 10, None),
        ("hex, target speed 3", 10, None),
    ],
)
def test_how_much_aim_counts(how: str, hexes: int, actions: int | None) -> None:
    assert limit(how, hexes) == actions


def test_without_a_clock_it_is_the_first_impulse_and_without_combat_actions_all_aim_counts() -> None:
    assert limit("moving", 10, timed=0) == 2
    assert limit("moving", 10, timed=0, actions=13) == 4
    assert limit("target speed 3", 10, timed=0) == 4
    assert limit("moving", 10, timed=0, actions=None) is None


def test_at_a_fast_target_two_impulses_of_aim_count() -> None:
    """8 actions of aim count as 4: 14 - 7 + 16 - 8 + 7 = 22."""
    skirmish = advanced()
    skirmish.order(Aim("c1", (skirmish.target("Guard"),), aim=8, range=10))
    skirmish.make("Guard", moved=1)
    fired = skirmish.order(Fire("c1", (skirmish.target("Guard"),), range=10), 99)
    assert total(fired, "Accuracy") == 22
    assert "4 of Trent's 8 actions of aim count" in note(fired, "Aim")


def test_aim_tells_the_level_and_the_odds() -> None:
    skirmish = advanced()
    told = skirmish.order(Aim("c1", (skirmish.target("Guard"),), aim=6, range=50))
    assert told.outcome.endswith(": Effective Accuracy Level 21, 74 or less at 50 hexes.")


# Words that count for nothing


@pytest.mark.parametrize(
    "how",
    (
        "braced",
        "one hand",
        "bipod",
        "fog",
        "muzzle flash",
        "not looking",
        "3 feet",
        "low prone",
        "speed 1",
        "target speed 2",
    ),
)
def test_words_of_3_1_are_refused_in_the_basic_game(how: str) -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", TRENT, gun("M16A1"))
    skirmish.join("Guard", GUARD)
    with pytest.raises(NoRule, match="“accuracy”"):
        skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=2, range=5, how=how))


@pytest.mark.parametrize(
    ("weapon", "how", "told"),
    [
        ("M92F", "sling", "weapons for both hands"),
        ("M92F", "bipod", "weapons for both hands"),
        ("M16A1", "double action", "for pistols"),
        ("M16A1", "shoulder stock", "for pistols"),
        ("M16A1", "folded stock", "folding stock"),
        ("RPK 74", "one hand", "pistols, and rifles"),
        ("M79", "one hand", "pistols, and rifles"),
        ("M16A1", "bipod, tripod", "one mount"),
        ("M16A1", "from above", "Only a hex"),
        ("M79", "hex, 3 feet", r"A hex has a fixed size \(3\.6\)"),
        ("M16A1", "head, 3 feet", "Feet are"),
        ("M 67", "one hand", "A throw"),
        ("M 67", "scope broken", "no sights"),
    ],
)
def test_words_that_do_not_fit_are_refused(weapon: str, how: str, told: str) -> None:
    with pytest.raises(NoRule, match=told):
        preparation.check_how(read_how(how), BOOK.arms[weapon], advanced().encounter)


def test_nobody_braces_from_the_hip() -> None:
    with pytest.raises(Refusal, match="hip or braced"):
        read_how("hip, braced")


def test_every_row_of_4b_and_4c_can_be_said_or_follows() -> None:
    said = {hold.row for hold in circumstances.HOLDS.values()}
    follow = {"Standing", "Standing and Braced", "Kneeling", "Kneeling and Braced", "Prone", "Prone and Braced"}
    follow |= {"Firing from the Hip", "Firing Pistol with One Hand"}
    assert said | follow == set(BOOK.tables.by_id["4b"].rows.labels)
    words = "fog, muzzle flash, into a light, scope, scope broken, aiming system broken, sights broken, tear gas, blind"
    light = {"Good Visibility", "Dusk", "Night Full Moon", "Night 1/2 Moon", "Night No Moon"}
    assert {*read_how(words).seen} | light == set(BOOK.tables.by_id["4c"].rows.labels)


@pytest.mark.parametrize("verb", [Aim, Fire, Burst, Throw])
def test_what_is_suggested_reads(verb: type[Aim | Fire | Burst | Throw]) -> None:
    for words in phoenix().words_for(verb):
        assert read_how(words) != How()


@pytest.mark.parametrize(("only", "located"), [("accuracy", "shoulder"), ("damage", "neck (flesh)")])
def test_a_part_is_chosen_by_its_size_and_its_rolls_or_not_at_all(only: str, located: str) -> None:
    """With one of both switches on a called shot goes on as in 2.5: 33 around cover."""
    skirmish = Skirmish()
    skirmish.join("Trent", TRENT, gun("M16A1"))
    skirmish.join("Guard", GUARD, gun("M16A1"))
    skirmish.make("Trent", left=8)
    skirmish.order(Switch(only, "on"))
    shot = Fire("c1", (skirmish.target("Guard"),), aim=7, range=10, how="head")
    with pytest.raises(NoRule, match="“accuracy” and “damage”"):
        skirmish.order(shot)
    called = Fire("c1", (skirmish.target("Guard"),), aim=7, range=10, how="called shot")
    assert f"HIT, {located}, " in skirmish.order(called, 0, *((62, 9) if only == "accuracy" else (33,)), 0, 0).outcome


def test_one_arm_is_named() -> None:
    skirmish = advanced()
    skirmish.make("Trent", wounds=(Wound(5, "Hand", 1, Clock(0, 1)),))
    _, steps = terms(attempt_of(skirmish), Term("aim", 0, "M16A1"), skirmish.encounter, BOOK)
    assert "O35" in [step.id for step in steps if isinstance(step, Ruling)]
    _, steps = terms(attempt_of(advanced(), "one hand"), Term("aim", 0, "M16A1"), skirmish.encounter, BOOK)
    assert "O35" not in [step.id for step in steps if isinstance(step, Ruling)]


# Always


@given(st.integers(1, 4350), st.integers(1, 30), st.sampled_from(("", "hip", "braced", "sling", "fog")))
def test_the_level_never_falls_with_aim(hexes: int, actions: int, how: str) -> None:
    weapon = BOOK.arms["M16A1"]
    assert isinstance(weapon, Gun)
    skirmish = advanced()
    one = attempt_of(skirmish, how, hexes)

    def level(aim: int) -> int:
        found, _ = terms(one, preparation.aimed(weapon, aim, 0), skirmish.encounter, BOOK)
        return sum(term.value for term in found)

    assert level(actions) <= level(actions + 1)


@given(st.integers(0, 4349), st.sampled_from(("", "hip", "head", "fog", "3 feet", "over cover")))
def test_a_target_that_stands_is_never_easier_farther_away(hexes: int, how: str) -> None:
    skirmish = advanced()

    def worth(at: int) -> int:
        one = attempt_of(skirmish, how, at)
        found, _ = terms(one, Term("aim", 0), skirmish.encounter, BOOK)
        cell = chance(sum(term.value for term in found), one, skirmish.encounter, BOOK)
        return -1 if isinstance(cell, Word) else cell

    assert worth(hexes) >= worth(hexes + 1)
