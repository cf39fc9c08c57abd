"""Bipods, tripods, slings, stocks and gas masks count once their act of table 7B is done (3.1; tables 4B, 4C)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.conduct.conduct import staged
from rules.engine.records.errors import BadSheet, NoRule, NotNow
from rules.engine.records.orders import Act, Adjust, Fire, Move, Target
from rules.engine.records.steps import Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.how_words import words_for
from rules.phoenix.basics.soldier import Fitted, soldier
from rules.phoenix.people.sheets.sheet import profile
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix


def field(weapon: str = "RPK 74", line: str = "") -> Skirmish:
    """Trent and a guard 10 hexes apart, by the Advanced Rules."""
    made = Skirmish("phoenix-advanced")
    made.map(20, 20)
    made.sheet("Trent", f"SAL 14, CA 8, KV 48, {weapon}, facing 180{line}", "D4")
    made.sheet("Guard", "SAL 10, CA 8, KV 20, AKM 47, exposed", "D14")
    made.make("Trent", left=30)
    return made


def act(on: Skirmish, what: str) -> str:
    """Return the outcome of the shooter's act; then they are in a Firing Stance again, which gear in the hands ends."""
    told = on.order(Act(on.id("Trent"), what)).outcome
    on.make("Trent", firing_stance=True)
    return told


def fire(on: Skirmish, **options: Any) -> Resolution:
    on.make("Trent", left=30)
    return on.order(Fire(on.id("Trent"), (on.target("Guard"),), **{"aim": 4, "mod": "-20", **options}), 99)


def holds(shot: Resolution) -> dict[str, int]:
    """The terms of table 4B and 4C in the accuracy."""
    [accuracy] = [step for step in shot.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return {term.label: term.value for term in accuracy.terms if term.source in ("4B", "4C")}


@pytest.mark.parametrize(
    ("weapon", "word", "put", "actions", "term", "value", "away"),
    [
        ("RPK 74", "bipod", "deploy bipod", 8, "bipod", 3, "fold bipod"),
        ("RPK 74", "tripod", "deploy tripod", 8, "tripod", 5, "fold tripod"),
        ("Uzi", "stock folded", "fold the stock", 6, "folding stock not used", -4, "unfold the stock"),
        (
            "HK VP70M",
            "shoulder stock",
            "attach the shoulder stock",
            8,
            "shoulder stock",
            3,
            "detach the shoulder stock",
        ),
    ],
)
def test_what_is_on_the_weapon_needs_its_act(
    weapon: str, word: str, put: str, actions: int, term: str, value: int, away: str
) -> None:
    on = field(weapon)
    with pytest.raises(NotNow, match=f"/act what: {put} first"):
        fire(on, how=word)
    assert f"({actions} actions)" in act(on, put)
    with pytest.raises(NotNow, match="already"):
        act(on, put)
    assert holds(fire(on)) == holds(fire(on, how=word)) == {term: value}
    act(on, away)
    assert holds(fire(on)) == {}
    with pytest.raises(NotNow, match=" first"):
        fire(on, how=word)


def test_a_sling_is_looped_around_the_arm_and_counts_from_eight_actions_of_aim() -> None:
    on = field("M16A1")
    with pytest.raises(NotNow, match="Use /act what: loop the sling first"):
        fire(on, how="sling", aim=8)
    assert "(3 actions)" in act(on, "loop the sling")
    assert holds(fire(on, aim=8)) == {"sling": 1}
    assert holds(fire(on, aim=7)) == {}
    assert "(2 actions)" in act(on, "take the arm out of the sling")
    assert on.state("Trent").fitted == ()


def test_a_deployed_bipod_steadies_nothing_from_the_hip() -> None:
    on = field()
    act(on, "deploy the bipod")
    assert holds(fire(on, how="hip")) == {"from the hip": -6, "bipod not braced": -2}
    assert holds(fire(on, how="firing stance, bipod not braced")) == {"bipod not braced": -2}
    assert holds(fire(on)) == {"bipod": 3}


def test_a_tripod_stays_behind_and_a_bipod_comes_along() -> None:
    for what, kept in (("tripod", ()), ("bipod", (Fitted("bipod", 0),))):
        on = field()
        act(on, f"deploy {what}")
        on.order(Move(on.id("Trent"), Place.parse("D5")))
        assert on.state("Trent").fitted == kept


def test_a_gas_mask_is_put_on_for_twelve_actions_and_ends_what_tear_gas_does() -> None:
    on = field("M16A1")
    assert holds(fire(on, how="tear gas")) == {"firing from tear gas, no mask": -8}
    assert "(12 actions)" in act(on, "put on the gas mask")
    assert holds(fire(on, how="tear gas")) == {}
    assert "gas mask on" in str(phoenix().summary(on.one("Trent"), on.encounter).lines)


def test_it_fits_the_weapon_or_is_refused() -> None:
    on = field("M92F")
    with pytest.raises(NoRule, match="The bipod is for weapons for both hands, not for the M92F"):
        act(on, "deploy the bipod")
    with pytest.raises(NoRule, match="folding stock"):
        act(on, "fold the stock")
    on = field("M16A1")
    with pytest.raises(NoRule, match="silencer is for pistols and sub-machineguns"):
        act(on, "attach the silencer")
    act(on, "deploy the bipod")
    with pytest.raises(NotNow, match=r"The bipod is deployed\. Use /act what: fold bipod first"):
        act(on, "deploy the tripod")
    assert on.state("Trent").fitted == (Fitted("bipod", 0),)


def test_a_sheet_line_says_that_it_is_deployed_from_the_start() -> None:
    on = field(line=", bipod deployed, gas mask on")
    assert on.state("Trent").fitted == (Fitted("bipod", 0), Fitted("gas mask"))
    assert holds(fire(on)) == {"bipod": 3}
    assert "bipod deployed" in str(phoenix().summary(on.one("Trent"), on.encounter).lines)
    with pytest.raises(BadSheet, match="bipod is for weapons for both hands, not for the M92F"):
        profile("SAL 14, M92F, bipod deployed", phoenix().book.arms, phoenix().book)
    with pytest.raises(BadSheet, match=r"The bipod is for weapons for both hands\. Name one"):
        profile("SAL 14, bipod deployed", phoenix().book.arms, phoenix().book)


def test_the_gm_corrects_what_is_deployed() -> None:
    on = field()
    assert on.order(Adjust(on.id("Trent"), "bipod deployed")).outcome.endswith("bipod deployed.")
    assert holds(fire(on)) == {"bipod": 3}
    on.order(Adjust(on.id("Trent"), "bipod folded"))
    assert on.state("Trent").fitted == ()
    with pytest.raises(NoRule, match="shoulder stock is for pistols"):
        on.order(Adjust(on.id("Trent"), "shoulder stock attached"))


def test_an_encounter_suggests_no_word_that_it_knows_by_itself() -> None:
    assert {"bipod", "tripod"} <= {*words_for(Fire)}
    assert not {"bipod", "tripod"} & {*words_for(Fire, field().encounter)}


def test_it_lasts_from_one_encounter_to_the_next() -> None:
    assert soldier(phoenix().profile("SAL 14, RPK 74, bipod deployed", {})).fitted == (Fitted("bipod", 0),)


def test_a_quick_ruling_takes_the_word() -> None:
    lines = ("SAL 14, RPK 74", "SAL 14, RPK 74, bipod deployed")
    for line, how in zip(lines, ("bipod", ""), strict=True):
        on = Skirmish("phoenix-advanced")
        fighters = (phoenix().profile(line, {}), phoenix().profile("line, exposed", {}))
        on.encounter = staged(phoenix(), *fighters, preset="phoenix-advanced")
        shot = on.order(Fire("c1", (Target("c2"),), 4, range=10, how=how, mod="-20"), 99)
        assert holds(shot) == {"bipod": 3}
