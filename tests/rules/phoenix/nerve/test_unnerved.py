"""The orders of the broken, how their nerve is shown, and a GM's corrections of it (5.6)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Burst,
    CombatantOrder,
    Duck,
    Fire,
    Heal,
    Move,
    Pass,
    Reload,
    Switch,
    Throw,
)
from rules.phoenix.optional.records import Nerve
from rules.words.places import Place
from tests.rules.phoenix.nerve.shaking import act, broken, comrade, opposed, shoot
from tests.rules.phoenix.skirmish import Skirmish, phoenix

REFUSED = r"^Donovan is broken and stays under cover until a comrade rallies them"


def orders(skirmish: Skirmish) -> list[CombatantOrder]:
    donovan, at = skirmish.id("Donovan"), (skirmish.target("Opponent"),)
    return [
        *(Aim(donovan, at), Fire(donovan, at), Burst(donovan, at), Throw(donovan, at)),
        Move(donovan, Place.parse("AN7")),
        *(Act(donovan, what) for what in ("look over cover", "fire over cover", "step out", "firing stance", "peek")),
        *(
            Act(donovan, what)
            for what in ("kick the door in", "climb through a window", "open a window", "Rally", "force the door")
        ),
        Act(donovan, "look over cover behind brick wall 6 inch"),
    ]


def test_the_broken_neither_move_nor_fire_nor_show_themselves() -> None:
    skirmish = opposed()
    broken(skirmish)
    for order in orders(skirmish):
        with pytest.raises(NotNow, match=REFUSED):
            skirmish.order(order)


def test_what_takes_no_nerve_they_may_do() -> None:
    skirmish = opposed("loaded 5, firing over cover")
    broken(skirmish)
    donovan = skirmish.id("Donovan")
    for order in (
        Duck(donovan, "when fired upon"),
        Reload(donovan),
        Act(donovan, "go prone"),
        Act(donovan, "turn to north"),
    ):
        skirmish.order(order)
    with pytest.raises(Refusal, match="wound"):
        skirmish.order(Heal(donovan, (), "first aid"))
    skirmish.order(Act(donovan, "prays", 3))
    skirmish.order(Pass(donovan))


def test_whoever_is_low_prone_does_not_get_up() -> None:
    skirmish = opposed("exposed")
    shoot(skirmish, 52, 67, mod="-7")
    skirmish.next(48)
    for what in ("stand", "kneel", "get up"):
        with pytest.raises(NotNow, match=REFUSED):
            act(skirmish, "Donovan", what)


def test_whoever_is_under_cover_may_kneel_there() -> None:
    skirmish = opposed("firing over cover, prone")
    broken(skirmish)
    assert act(skirmish, "Donovan", "kneel").outcome.startswith("Donovan kneels")


def test_while_he_takes_cover_he_only_ducks() -> None:
    skirmish = opposed()
    shoot(skirmish, 52, 67)
    for order in (*orders(skirmish), Act(skirmish.id("Donovan"), "turn to north")):
        with pytest.raises(NotNow, match=r"^Donovan is taking cover and does nothing else in this impulse"):
            skirmish.order(order)
    skirmish.order(Duck(skirmish.id("Donovan"), "never"))


@pytest.mark.parametrize(
    ("nerve", "said"),
    [
        (Nerve("taking cover"), "takes cover"),
        (Nerve("broken"), "broken, under cover"),
        (Nerve("broken", low=True), "broken, low prone"),
        (Nerve("fleeing"), "flees"),
    ],
)
def test_it_is_on_the_board_and_on_the_status_sheet(nerve: Nerve, said: str) -> None:
    skirmish = opposed()
    skirmish.make("Donovan", nerve=nerve)
    summary = phoenix().summary(skirmish.one("Donovan"), skirmish.encounter)
    assert f" · {said}" in summary.short
    assert dict(summary.lines)["Morale"] == f"Critical Distance 4, Rally Time 80 actions, {said}"


def test_it_is_shown_only_where_it_counts() -> None:
    skirmish = opposed()
    assert dict(summary(skirmish, "Donovan"))["Morale"] == "Critical Distance 4, Rally Time 80 actions"
    comrade(skirmish, "Ash", "CA 8", "AN8")
    assert "Morale" not in dict(summary(skirmish, "Ash"))
    skirmish.order(Switch("morale", "off"))
    assert "Morale" not in dict(summary(skirmish, "Donovan"))


def summary(skirmish: Skirmish, name: str) -> tuple[tuple[str, str], ...]:
    return phoenix().summary(skirmish.one(name), skirmish.encounter).lines


def test_a_gm_sets_it_right() -> None:
    skirmish = opposed()
    donovan = skirmish.id("Donovan")
    skirmish.order(Fire(donovan, (skirmish.target("Opponent"),), 5))
    told = skirmish.order(Adjust(donovan, "broken"))
    assert told.outcome == "GM correction: Donovan: broken, what they were doing is given up."
    assert skirmish.encounter.task(donovan) is None
    state = skirmish.state("Donovan")
    assert (state.nerve, state.position, state.aim) == (Nerve("broken", low=True), "prone", None)
    skirmish.order(Adjust(donovan, "hidden, broken"))
    assert skirmish.state("Donovan").nerve == Nerve("broken")
    skirmish.order(Adjust(donovan, "steady"))
    assert skirmish.state("Donovan").nerve is None
    skirmish.order(Adjust(donovan, "fleeing"))
    assert skirmish.state("Donovan").nerve == Nerve("fleeing", fled=Place.parse("AN6"))
    skirmish.order(Adjust(donovan, "low prone"))
    assert skirmish.state("Donovan").nerve == Nerve("broken", low=True)
    skirmish.order(Adjust(donovan, "surrendered"))
    assert (skirmish.state("Donovan").nerve, skirmish.state("Donovan").custody) == (
        Nerve("broken", low=True), "surrendered",
    )  # fmt: skip
    skirmish.order(Adjust(donovan, "set free, steady"))
    assert (skirmish.state("Donovan").nerve, skirmish.state("Donovan").custody) == (None, "")


def test_without_the_switch_these_words_are_refused() -> None:
    skirmish = Skirmish()
    skirmish.sheet("Donovan", "CA 5, KV 15")
    with pytest.raises(NotNow, match=r"^“broken” counts only with the switch “morale” on\. Leave it"):
        skirmish.order(Adjust(skirmish.id("Donovan"), "broken"))
    with pytest.raises(Refusal, match=r"^“rally” counts only with the switch “morale”"):
        act(skirmish, "Donovan", "rally")


def test_rallying_is_suggested_where_it_counts() -> None:
    skirmish = opposed()
    assert "rally" in [name for name, _ in phoenix().acts(skirmish.encounter, "")]
    skirmish.order(Switch("morale", "off"))
    assert "rally" not in [name for name, _ in phoenix().acts(skirmish.encounter, "")]
