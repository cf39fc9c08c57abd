"""The odds against shots and bursts carried out with every throw of the dice, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.game.entries.names import named
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Carried, Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Target, Throw
from rules.engine.records.steps import Note, Roll, Step
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Aimed, Armor, Knockout, Soldier, Wound, soldier
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.shooting.odds.odds import COLUMNS, OddsLine, odds, odds_lines
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, phoenix

KNOCKOUTS = {0: 10, 10: 15, 25: 50, 75: 23, 98: 2}
"""Knockout throws, and how many from each on the Knockout Table does not tell apart."""
NOW = Clock(1, 1)
HEAVY = Armor(helm=16, visor=4, body=30, limbs=9)
Outcome = tuple[int, bool, bool]
"""Points, whether dead, whether disabled."""


class Table(Scene):
    """A scene whose throws come up as they are told by label; each further throw of a label takes its next face."""

    def __init__(self, encounter: Encounter, faces: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__(encounter, _Nobody())
        self._faces = {label: list(each) for label, each in faces.items()}
        self.thrown: list[str] = []

    def throw(
        self,
        label: str,
        why: str,
        low: int,
        high: int,
        needed: str = "",
        *,
        detail: bool = False,
        again: bool = False,
        section: str = "",
    ) -> int:
        self.thrown.append(label)
        of = self._faces.get(named(label, self.encounter).split()[0], [])
        value = of.pop(0) if of else 0
        assert low <= value <= high
        self.record(Roll(label, why, low, high, value, needed))
        return value


class _Nobody:
    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        raise AssertionError(why)


def stage(victim: Soldier, weapon: str = "M16", sort: str = "", **shooter: Any) -> Skirmish:
    """Trent with a weapon, and a Guard."""
    skirmish = Skirmish()
    arm = phoenix().book.arms[weapon]
    state = Soldier(**{"sal": 14, "actions": 8, "left": 8, **shooter})
    skirmish.join("Trent", state, Carried(arm, supplied(arm, 2, sort)))
    skirmish.join("Guard", victim)
    # What is aimed for several impulses is aimed at once here.
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    return skirmish


def fired(skirmish: Skirmish, order: Attack, **faces: tuple[int, ...]) -> tuple[Scene, Soldier]:
    """The order carried out; the Guard after it."""
    table = Table(skirmish.encounter, faces)
    resolve(order, table, phoenix())
    return table, soldier(table.encounter.combatant(skirmish.id("Guard")))


def fell(after: Soldier) -> bool:
    """Return whether this put the victim out of the fight."""
    return after.died is not None or (after.knockout is not None and after.knockout.until is not None)


def places(victim: Soldier) -> Iterator[tuple[int, int]]:
    """Every throw of a location with every glancing roll."""
    return product(range(23 if victim.exposure in ("looking", "dug in") else 100), range(10))


@pytest.mark.parametrize(
    ("victim", "weapon", "sort"),
    [
        (Soldier(knockout_value=20, armor=HEAVY), "M16", "AP"),
        (Soldier(knockout_value=56, armor=HEAVY, exposure="firing", drugged=True), "Heckler & Koch G3", "FMJ"),
        (Soldier(knockout_value=35, exposure="looking", wounds=()), "M1911A1", "JHP"),
        (Soldier(armor=Armor(helm=6), exposure="dug in"), "AKM 47", "FMJ"),
    ],
    ids=["armor", "over cover, drugged", "looking", "no Knockout Value"],
)
def test_a_shot_with_every_throw(victim: Soldier, weapon: str, sort: str) -> None:
    skirmish = stage(victim, weapon, sort)
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=6, range=12)
    line = line_of(order, skirmish)
    hits = sum(fired(skirmish, order, Hit=(roll,))[0].parts[0].resolution.verdict == "hit" for roll in range(100))
    assert line.hit == Fraction(hits, 100)
    assert 0 < hits < 100

    least = 2 if victim.drugged else 1
    outcomes, samples = Counter[Outcome](), dict[Outcome, tuple[int, int]]()
    for where, glance in places(victim):
        after = fired(skirmish, order, Where=(where,), Armor=(glance,))[1]
        wounds = after.wounds[len(victim.wounds) :]
        outcome = sum(w.points for w in wounds), after.died is not None, any(w.disabling >= least for w in wounds)
        outcomes[outcome] += 1
        samples[outcome] = where, glance
    out = Fraction(0)
    for outcome, weight in outcomes.items():
        where, glance = samples[outcome]
        for first, number in KNOCKOUTS.items():
            for roll in (first, first + number - 1):
                after = fired(skirmish, order, Where=(where,), Armor=(glance,), Knockout=(roll,))[1]
                out += weight * Fraction(number, 2) * fell(after)
    throws = outcomes.total()
    assert line.hits.wounded == Fraction(sum(n for (pd, dead, _), n in outcomes.items() if pd or dead), throws)
    assert line.hits.disabled == Fraction(sum(n for (_, _, disabled), n in outcomes.items() if disabled), throws)
    assert line.hits.points == Fraction(sum(pd * n for (pd, _, _), n in outcomes.items()), throws)
    assert line.hits.out == Fraction(out, 100 * throws)


def test_a_burst_with_every_throw() -> None:
    victim = Soldier(knockout_value=200, exposure="looking", armor=Armor(helm=10))
    skirmish = stage(victim, "M61 Skorpion")
    order = Burst(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=5, range=14, how="hip")
    line = line_of(order, skirmish)
    hits = sum(fired(skirmish, order, Hit=(roll,))[0].parts[0].resolution.verdict == "hit" for roll in range(100))
    assert line.hit == Fraction(hits, 100)
    table = fired(skirmish, order)[0]
    assert isinstance(table, Table)
    number = sum(label.startswith("Where") for label in table.thrown)
    assert number == 2
    # Throws that no table tells apart: where the head is hit, and how the shot goes through or does not.
    ways = Counter[tuple[int, int]]()
    for where, glance in places(victim):
        first = next(low for low in (18, 3, 0) if where >= low)
        ways[first, 0 if glance < 3 else 9] += 1
    wounds = out = points = 0
    for pair in product(ways.items(), repeat=2):
        (one, other), weight = (pair[0][0], pair[1][0]), pair[0][1] * pair[1][1]
        for first_roll, rolls in KNOCKOUTS.items():
            thrown = {"Where": (one[0], other[0]), "Armor": (one[1], other[1]), "Knockout": (first_roll,)}
            after = fired(skirmish, order, **thrown)[1]
            out += weight * rolls * fell(after)
        wounds += weight * bool(after.wounds or after.died)
        points += weight * after.physical_damage
    throws = ways.total() ** 2
    assert line.hits.wounded == Fraction(wounds, throws)
    assert line.hits.points == Fraction(points, throws)
    assert line.hits.out == Fraction(out, 100 * throws)
    assert 0 < line.hits.out < 1


def line_of(order: Attack, skirmish: Skirmish) -> OddsLine:
    """The one line of the odds for what the order is, a shot or a burst."""
    [line] = [x for x in odds_lines(order, skirmish.encounter, phoenix().book) if x.burst == isinstance(order, Burst)]
    return line


def _needed(skirmish: Skirmish, order: Attack) -> Fraction:
    """The chance to hit by what the order says is needed as it is carried out."""
    try:
        steps = fired(skirmish, order)[0].parts[0].resolution.steps
    except Refusal as refusal:
        assert "no chance" in str(refusal)
        return Fraction(0)
    needed = [step.needed for step in steps if isinstance(step, Roll) and step.label == "Hit"]
    return Fraction(int(needed[0].split()[0]) + 1, 100) if needed else Fraction(1)


@pytest.mark.parametrize(
    ("shooter", "more"),
    [
        ({"firing_stance": False}, {}),
        ({"firing_stance": False}, {"how": "stance"}),
        ({"exposure": "looking"}, {"how": "hip"}),
        ({"position": "prone", "exposure": "dug in"}, {"mod": "-3 smoke, +1 tracers"}),
        ({"position": "kneeling"}, {"how": "called shot, target moving"}),
        ({}, {"how": "with ultrasonics, moving"}),
    ],
    ids=str,
)
def test_odds_and_fire_need_the_same(shooter: dict[str, Any], more: dict[str, Any]) -> None:
    skirmish = stage(Soldier(), **shooter)
    for actions, range_ in product((2, 3, 7, 11), (4, 25)):
        for verb in (Fire, Burst):
            order = verb(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=actions, range=range_, **more)
            assert line_of(order, skirmish).hit == _needed(skirmish, order)


def test_the_lines_begin_with_the_aim_already_taken() -> None:
    skirmish = stage(Soldier())
    guard = skirmish.id("Guard")
    order = Fire(skirmish.id("Trent"), (Target(guard),), range=40)
    fresh = odds(order, skirmish.encounter, phoenix().book)
    assert [row[0] for row in fresh.rows][:10] == ["1", "2", "3", "4", "5", "6", "7", "8", "10", "12"]
    assert [row[0] for row in fresh.rows][10:] == ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b9", "b11"]
    skirmish.make("Trent", aim=Aimed(guard, 9))
    later = odds(order, skirmish.encounter, phoenix().book)
    assert [row[0] for row in later.rows] == ["9", "10", "12", "b9", "b11"]
    assert "9 actions of aim so far." in later.remarks


def test_figures_on_a_phone() -> None:
    victim = Soldier(knockout_value=48, armor=Armor(body=16), wounds=(Wound(40, "Chest", 0, NOW),))
    skirmish = stage(victim)
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=4, range=10)
    told = odds(order, skirmish.encounter, phoenix().book)
    assert told.title == "Trent, M16 at Guard, 10 hexes, as given"
    assert told.columns == COLUMNS
    lines = odds_lines(order, skirmish.encounter, phoenix().book)
    assert [row[:2] for row in told.rows] == [("4", "87"), ("b4", "91")]
    for row, line in zip(told.rows, lines, strict=True):
        exact = [line.hit * x for x in (1, line.hits.wounded, line.hits.disabled, line.hits.out)]
        assert [Decimal(cell) for cell in row[1:5]] == [_half_up(100 * x, "0.1") for x in exact]
        points = line.hit * line.hits.points
        assert Decimal(row[5].replace(",", "")) == _half_up(points, "0.1" if points < 100 else "1")
        assert sum(map(len, row)) + 2 * len(row) <= 34
    assert told.remarks[:3] == (
        "FMJ PEN 17, DC 6; in the open, body PF 16.",
        "Knockout Value 48, 40 PD already.",
        "In 100: hits, wounds, disabled limbs, out (incapacitated or dead). PD is the"
        " average; a miss or a death counts as 0.",
    )
    assert told.remarks[3:] == ("Shot Accuracy: SAL 14, aim.", "b is a burst of 7: 3 hits if it hits (2B).")


def test_aim_that_changes_nothing_is_left_out() -> None:
    skirmish = stage(Soldier(knockout_value=48))
    near = odds(Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=2), skirmish.encounter, phoenix().book)
    assert [row[:2] for row in near.rows] == [("1", "68"), ("2", "100"), ("b1", "100")]
    assert near.remarks[0] == "Longer aim gives the same chances."
    far = odds(Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=40), skirmish.encounter, phoenix().book)
    assert len(far.rows) == 19 and not any("left out" in remark for remark in far.remarks)


def test_the_knockout_throw_of_this_impulse_is_kept() -> None:
    before = (Wound(100, "Chest", 0, NOW),)
    lines = {}
    for roll in (74, 97, 98):
        skirmish = stage(Soldier(knockout_value=48))
        skirmish.make("Guard", wounds=before, knockout=Knockout(NOW, roll))
        order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=4, range=10)
        found = odds_lines(order, skirmish.encounter, phoenix().book)[0].hits
        lines[roll] = found
    assert lines[74].out == lines[74].wounded
    # A victim who does not die on the spot falls from 145 in all, and stays up at a throw of 98 whatever comes.
    assert lines[98].out < lines[97].out < lines[74].out
    assert lines[98].out == Fraction(4 * 7, 1000)


def test_nothing_is_so_likely_that_it_looks_certain() -> None:
    skirmish = stage(Soldier(knockout_value=0), "MG3", sal=17)
    order = Burst(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=11, range=2)
    [row] = odds(order, skirmish.encounter, phoenix().book).rows
    assert row[1] == "100"
    assert row[2] == ">99.9"


def test_without_a_knockout_value_only_the_dead_are_out() -> None:
    skirmish = stage(Soldier())
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=12, range=10)
    told = odds(order, skirmish.encounter, phoenix().book)
    assert told.rows[0][4] == "2.8"  # 7 of 10 glancing rolls at 4 of 100 locations: Forehead, Eye-Nose, Heart
    assert "No Knockout Value given: out means dead." in told.remarks


def test_where_nobody_knows_the_range_all_are_told() -> None:
    skirmish = stage(Soldier())
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=4)
    told = odds(order, skirmish.encounter, phoenix().book)
    assert told.columns == ("Aim", "5", "10", "20", "40", "70", "100")
    assert told.rows == (("4", "99", "87", "54", "28", "10", "7"),)


def test_nobody_named_is_somebody_of_whom_nothing_is_known() -> None:
    skirmish = stage(Soldier(knockout_value=5, armor=HEAVY))
    told = odds(Fire(skirmish.id("Trent"), (), range=10, aim=4), skirmish.encounter, phoenix().book)
    assert told.title == "Trent, M16 at a target, 10 hexes, as given"
    assert told.remarks[0] == "FMJ PEN 17, DC 6; in the open, no armor."


@pytest.mark.parametrize(
    ("weapon", "verb", "more"),
    [
        ("H & K 79", Fire, {"range": 30}),
        ("H & K 79", Fire, {"range": 30, "how": "window, moving target", "mod": "-1"}),
        ("RPG 7V", Fire, {"range": 70, "how": "hip"}),
        ("M19", Burst, {"range": 70}),
        ("M 67", Throw, {"range": 12}),
        ("M 67", Throw, {"range": 12, "how": "moving"}),
    ],
)
def test_of_what_explodes_only_the_hits_are_told(weapon: str, verb: type[Attack], more: dict[str, Any]) -> None:
    skirmish = stage(Soldier(), weapon, exposure="looking", position="kneeling")
    order = verb(skirmish.id("Trent"), (skirmish.target("Guard"),), **more)
    told = odds(order, skirmish.encounter, phoenix().book)
    assert told.columns == ("Aim", "Hit")
    assert "chance in 100. Where a miss lands and the effect of the explosion are not included" in told.remarks[-1]
    assert len(told.rows) > (1 if more.get("how") == "moving" else 3)
    for aim, hit in told.rows:
        asked = verb(order.actor, order.targets, aim=int(aim), **more)
        assert odds(asked, skirmish.encounter, phoenix().book).rows == ((aim, hit),)
        step = next(s for s in fired(skirmish, asked, Hit=(99,))[0].parts[0].resolution.steps if to_hit(s))
        needed = step.needed.split()[0] if isinstance(step, Roll) else "99"
        assert int(hit) == (int(needed) + 1 if needed.isdigit() else 0)


def test_of_a_launcher_that_fires_bursts_these_are_told_as_well() -> None:
    skirmish = stage(Soldier(), "M19")
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=20)
    told = odds(order, skirmish.encounter, phoenix().book)
    bursts = odds(Burst(order.actor, order.targets, range=20), skirmish.encounter, phoenix().book)
    assert bursts.rows and told.rows[-len(bursts.rows) :] == tuple((f"b{aim}", hit) for aim, hit in bursts.rows)
    by_aim = {row[0]: row[1] for row in told.rows}
    # Automatic fire counts as an action of aim more (2C).
    assert [by_aim[aim] for aim in ("5", "b4", "7", "b6")] == ["8", "8", "34", "34"]
    assert told.remarks[-2] == "b is a burst of 3: 2 go off together (2B)."
    assert bursts.remarks[-3:-1] == ("Shot Accuracy: SAL 14, aim.", "A burst of 3: 2 go off together (2B).")


def to_hit(step: Step) -> bool:
    """Return whether it is the throw to hit, or says that none is made."""
    return isinstance(step, Roll | Note) and step.label == "Hit"


def test_what_keeps_him_from_firing_is_said() -> None:
    skirmish = stage(Soldier(), broken=(0,))
    told = odds(Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=10), skirmish.encounter, phoenix().book)
    assert any(said.startswith("The M16 of Trent was hit and is out of action.") for said in told.remarks)


def test_a_swept_hex_is_told_for_one_of_those_in_it() -> None:
    skirmish = stage(Soldier(knockout_value=48))
    skirmish.join("Other", Soldier(knockout_value=48))
    both = (skirmish.target("Guard"), skirmish.target("Other"))
    told = odds(Fire(skirmish.id("Trent"), both, range=10, aim=4), skirmish.encounter, phoenix().book)
    assert [row[:2] for row in told.rows] == [("4", "91")]
    assert told.remarks[-1] == "A burst of 7: 1 hit if it hits (2B) on each in the hex, shown for Guard."


def test_nothing_changes_and_nothing_is_thrown() -> None:
    skirmish = stage(Soldier(knockout_value=48), exposure="looking", firing_stance=False)
    before = skirmish.encounter
    odds(Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=10), before, phoenix().book)
    assert skirmish.encounter == before


@pytest.mark.parametrize(
    ("order", "error", "says"),
    [
        (lambda t, g: Throw(t, (g,), range=5), Refusal, "has no grenade"),
        (lambda t, g: Fire(t, (g,), range=5, aim=0), Refusal, "Aim for the M16 is 1 to 12 actions, not 0"),
        (lambda t, g: Fire(t, (Target(t),), range=5), Refusal, r"You can't fire at yourself\. In play"),
        (lambda t, g: Burst(t, (g,), range=5, weapon="M1911A1"), Refusal, "M1911A1"),
        (lambda t, g: Fire(t, (g,), range=-1), Refusal, r"Range is 0 to 300 hexes \(table 2A\), not -1"),
    ],
)
def test_refusals(order: Any, error: type[Refusal], says: str) -> None:
    skirmish = stage(Soldier())
    with pytest.raises(error, match=says):
        odds(order(skirmish.id("Trent"), skirmish.target("Guard")), skirmish.encounter, phoenix().book)


def test_of_somebody_who_cannot_be_seen_nothing_is_told() -> None:
    skirmish = stage(Soldier(spotted=False))
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=10)
    with pytest.raises(NotNow):
        odds(order, skirmish.encounter, phoenix().book)


def _half_up(number: Fraction, to: str) -> Decimal:
    return (Decimal(number.numerator) / number.denominator).quantize(Decimal(to), ROUND_HALF_UP)
