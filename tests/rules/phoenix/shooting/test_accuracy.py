"""The Shot Accuracy term by term, the odds at a range, and what stands in `how:` and `mod:`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadSheet, NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.model import Profile
from rules.engine.records.orders import Fire, Switch, Target
from rules.engine.records.references import reference
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.shooting.aim.accuracy import HIT, MISS, basic_chance, check_chance, terms
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.aim.preparation import aimed
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt, aimed_target, reach
from rules.tables.cells import Word
from rules.words.places import Place
from tests.each import each
from tests.rules.phoenix.shooting.duel import GUARD, TRENT, duel, fire, gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
NOW = Clock(1, 1)


def modifiers(shooter: dict[str, Any], target: dict[str, Any], how: str = "", switch: str = "on") -> dict[str, int]:
    """Return the modifiers besides SAL and aim, by label."""
    skirmish = duel()
    skirmish.make("Trent", **shooter)
    skirmish.order(Switch("modifiers", switch))
    at = AimedTarget("x", "Guard", altered(GUARD, **target))
    attempt = Attempt(skirmish.one("Trent"), BOOK.arms["M16A1"], at, read_how(how), (), 10)
    found, _ = terms(attempt, Term("aim 4:", -7), skirmish.encounter, BOOK)
    assert [term.value for term in found[:2]] == [14, -7]
    return {term.label: term.value for term in found[2:]}


@pytest.mark.parametrize(
    ("shooter", "target", "how", "counts"),
    [
        ({}, {}, "", {}),
        ({"position": "kneeling"}, {}, "", {"kneeling": 3}),
        ({"position": "prone"}, {}, "", {"prone": 6}),
        ({"exposure": "dug in"}, {}, "", {"kneeling, braced": 5}),
        ({"firing_stance": False}, {}, "", {"hip firing": -6}),
        ({"firing_stance": False}, {}, "stance", {}),
        ({}, {}, "hip", {"hip firing": -6}),
        ({"moved": 1}, {}, "", {"moving or ducking": -10}),
        ({"ducked": NOW}, {}, "", {"moving or ducking": -10}),
        ({"ducked": Clock(0, 4)}, {}, "", {}),
        ({"moved": 2, "ducked": NOW}, {}, "moving", {"moving or ducking": -10}),
        ({}, {"moved": 3}, "", {"target moving": -5}),
        ({}, {"ducked": NOW}, "", {"target ducking": -5}),
        ({}, {"appeared": NOW}, "", {"target appearing": -5}),
        ({}, {"moved": 1, "ducked": NOW, "appeared": NOW}, "target moving", {"target moving": -5}),
        ({}, {"exposure": "looking"}, "", {"target looking over cover": -4}),
        ({}, {"exposure": "dug in"}, "", {"target looking over cover": -4}),
        ({}, {"exposure": "firing"}, "", {}),
        ({}, {"exposure": "exposed"}, "", {"target standing exposed": 8}),
        ({}, {"exposure": "exposed", "position": "kneeling"}, "", {"target kneeling exposed": 6}),
        ({}, {"exposure": "exposed", "position": "prone"}, "", {"target prone exposed": 2}),
        ({}, {"position": "prone"}, "", {}),
        ({}, {}, "smoke with ultrasonics", {"smoke with ultrasonics": -4}),
        ({}, {}, "smoke without ultrasonics", {"smoke without ultrasonics": -14}),
        (
            {"position": "prone", "moved": 1, "firing_stance": False},
            {"moved": 1, "exposure": "exposed"},
            "",
            {"prone": 6, "hip firing": -6, "moving or ducking": -10, "target moving": -5, "target standing exposed": 8},
        ),
    ],
)
def test_modifiers(shooter: dict[str, Any], target: dict[str, Any], how: str, counts: dict[str, int]) -> None:
    assert modifiers(shooter, target, how) == counts


def test_without_the_switch_nothing_of_table_2c_counts() -> None:
    assert modifiers({"position": "prone", "moved": 1}, {"exposure": "exposed", "moved": 1}, "hip", "off") == {}


def test_words_of_table_2c_are_refused_where_it_is_not_used() -> None:
    skirmish = duel()
    skirmish.order(Switch("modifiers", "off"))
    with pytest.raises(NoRule, match="modifiers"):
        skirmish.order(fire(skirmish, aim=2, how="hip"))


def test_a_shooter_without_skill_is_refused() -> None:
    skirmish = duel(shooter=Soldier(actions=8, left=2))
    with pytest.raises(Refusal, match="Skill Accuracy Level"):
        skirmish.order(fire(skirmish))


@pytest.mark.parametrize(
    ("accuracy", "hexes", "cell"),
    [(7, 10, 86), (7, 8, 86), (7, 0, HIT), (-30, 2, 0), (-31, 2, MISS), (34, 200, HIT), (40, 300, 96), (34, 301, MISS)],
)
def test_odds_of_hitting(accuracy: int, hexes: int, cell: int | Word) -> None:
    assert basic_chance(accuracy, hexes, BOOK) == cell


@given(st.integers(-40, 40), st.integers(1, 310))
def test_more_accuracy_is_never_worse_and_more_range_never_better(accuracy: int, hexes: int) -> None:
    def worth(accuracy: int, hexes: int) -> int:
        cell = basic_chance(accuracy, hexes, BOOK)
        return (100 if cell == HIT else -1) if isinstance(cell, Word) else cell

    assert worth(accuracy, hexes) <= worth(accuracy + 1, hexes)
    assert worth(accuracy, hexes) >= worth(accuracy, hexes + 1)


@each(name for name, arm in BOOK.arms.items() if isinstance(arm, Gun))
def test_longer_aim_never_worsens_the_shot(name: str) -> None:
    weapon = BOOK.arms[name]
    assert isinstance(weapon, Gun)
    mods = [aimed(weapon, actions, 0).value for actions in range(weapon.aim[0][0], 31)]
    assert mods == sorted(mods)
    assert mods[-1] == weapon.aim[-1][1]


def test_no_chance_names_the_range_that_has_one() -> None:
    skirmish = duel()

    def check(total: int, hexes: int) -> None:
        at = AimedTarget("x", "Guard", GUARD)
        attempt = Attempt(skirmish.one("Trent"), BOOK.arms["M16A1"], at, read_how(""), (), hexes)
        check_chance(total, attempt, skirmish.encounter, BOOK)

    with pytest.raises(Refusal, match=r"no chance at 70 hexes.*within 20"):
        check(2 - 13, 70)
    with pytest.raises(Refusal, match=r"Nothing can be hit beyond 300 hexes \(table 2A\)"):
        check(34, 301)
    check(34, 300)


@pytest.mark.parametrize("words", ["", "hip", "Firing Stance, called shot", "sweep", "over cover", "target moving"])
def test_how_reads(words: str) -> None:
    how = read_how(words)
    assert (how.stance, how.called, how.sweep, how.exposure, how.target_moving) == {
        "": ("", False, False, "", False),
        "hip": ("hip", False, False, "", False),
        "Firing Stance, called shot": ("stance", True, False, "", False),
        "sweep": ("", False, True, "", False),
        "over cover": ("", False, False, "firing", False),
        "target moving": ("", False, False, "", True),
    }[words]


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        ("hip stance", BadSheet, "contradicts"),
        ("quickly", BadSheet, "I don't know “quickly”"),
        ("arm", NoRule, "head, body or legs"),
        ("burst of 3", NoRule, "/burst"),
        ("AP", NoRule, "/reload"),
    ],
)
def test_how_that_does_not_read(words: str, error: type[Refusal], told: str) -> None:
    with pytest.raises(error, match=told):
        read_how(words)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("-3 smoke", [("smoke", -3)]),
        ("+2, -1 rain", [("modifier", 2), ("rain", -1)]),
        ("bad light: −4", [("bad light", -4)]),
        ("30 sun,,", [("sun", 30)]),
    ],
)
def test_modifiers_of_ones_own(text: str, terms: list[tuple[str, int]]) -> None:
    assert [(term.label, term.value) for term in modifier(text)] == terms


@pytest.mark.parametrize("text", ["smoke", "-31 smoke", "+", "1 2", "--3", "9999", "1,1,1,1,1,1,1", f"1 {'x' * 31}"])
def test_modifiers_that_do_not_read(text: str) -> None:
    with pytest.raises(Refusal):
        modifier(text)


def test_what_can_be_aimed_at() -> None:
    skirmish = duel()
    skirmish.put("Guard 1", "C4")
    actor = skirmish.id("Trent")
    guard = aimed_target(Fire(actor, (skirmish.target("Guard 1"),), how="looking over cover"), skirmish.encounter)
    assert (guard.id, guard.key, guard.name, guard.ground) == (guard.id, guard.id, reference(guard.id), False)
    assert guard.state.exposure == "looking"
    described = Target(profile=Profile("sentry", "", (), Soldier(knockout_value=5)))
    sentry = aimed_target(Fire(actor, (described,)), skirmish.encounter)
    assert (sentry.id, sentry.key, sentry.state.knockout_value) == ("", "sentry", 5)
    hex = aimed_target(Fire(actor, (Target(place=Place.parse("D7")),)), skirmish.encounter)
    assert (hex.id, hex.key, hex.ground) == ("", "D7", True)


def test_what_can_not_be_aimed_at() -> None:
    skirmish = duel()
    actor, guard = skirmish.id("Trent"), skirmish.target("Guard 1")
    for targets, told in (
        ((), "In play"),
        ((guard, guard), "sweeps a hex"),
        ((Target(actor),), "You can't fire at yourself"),
    ):
        with pytest.raises(Refusal, match=told):
            aimed_target(Fire(actor, targets), skirmish.encounter)


def test_nobody_shoots_at_the_dead() -> None:
    skirmish = duel()
    skirmish.make("Guard 1", died=skirmish.encounter.clock)
    skirmish.next()
    with pytest.raises(NotNow, match="out of play"):
        skirmish.order(fire(skirmish))


def test_the_range_is_the_maps_unless_it_is_given() -> None:
    skirmish = duel()
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),))
    with pytest.raises(RangeWanted, match=r"How far away is Guard 1\?"), refusals_named(skirmish.encounter):
        known(skirmish, order)
    skirmish.put("Trent", "A1")
    skirmish.put("Guard 1", "A11")
    assert known(skirmish, order) == (10, True)
    assert known(skirmish, Fire(order.actor, order.targets, range=7)) == (7, False)
    for absurd in (-1, 301, 10**9):
        with pytest.raises(Refusal, match="0 to 300 hexes"):
            known(skirmish, Fire(order.actor, order.targets, range=absurd))


def test_a_range_that_was_given_holds_for_the_next_shot() -> None:
    skirmish = duel(gun("M16A1"), shooter=altered(TRENT, left=9))
    skirmish.order(fire(skirmish, aim=1, range=10), 99)
    again = Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),), aim=1)
    assert known(skirmish, again) == (10, False)
    skirmish.order(again, 99)


def known(skirmish: Skirmish, order: Fire) -> tuple[int, bool]:
    found = reach(order, aimed_target(order, skirmish.encounter), skirmish.encounter)
    return found.hexes, found.measured
