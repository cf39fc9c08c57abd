"""Low Prone, chosen by oneself or instead of ducking, and what nobody can do there (5.6)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.orders import Aim, CombatantOrder, Fire, Move, Next, Switch
from rules.phoenix.optional.records import Nerve
from rules.words.places import Place
from tests.rules.phoenix.nerve.shaking import NEAR, act, answers, asked, opposed, shoot
from tests.rules.phoenix.skirmish import Skirmish, phoenix, total


def donovan(line: str = "exposed", **changes: object) -> Skirmish:
    """Donovan with 10 actions left."""
    made = opposed(line)
    made.make("Donovan", left=10, **changes)
    return made


@pytest.mark.parametrize(("position", "cost"), [("standing", 2), ("kneeling", 1), ("prone", 1)])
def test_anybody_can_go_low_prone(position: str, cost: int) -> None:
    skirmish = donovan(position=position)
    told = act(skirmish, "Donovan", "go low prone")
    actions = f"{cost} action{'' if cost == 1 else 's'}"
    assert told.outcome == f"Donovan goes Low Prone ({actions}): they neither move nor fire."
    state = skirmish.state("Donovan")
    assert (state.position, state.low, state.firing_stance, state.left) == ("prone", True, False, 10 - cost)
    # 4E: 1 for Low Prone, 2 for prone.
    assert total(shoot(skirmish, 99), "Accuracy") == 15 - 5 + 7 + 1


def orders(skirmish: Skirmish) -> list[CombatantOrder]:
    id, at = skirmish.id("Donovan"), (skirmish.target("Opponent"),)
    return [Fire(id, at, 1), Aim(id, at), Move(id, Place.parse("AM6"))]


def test_from_there_nobody_moves_or_fires() -> None:
    skirmish = donovan()
    act(skirmish, "Donovan", "lie flat")
    for order in orders(skirmish):
        with pytest.raises(
            NotNow,
            match=r"^Donovan lies Low Prone and can neither move nor fire"
            r" \(5\.6\)\. Use /act go prone",
        ):
            skirmish.order(order)
    with pytest.raises(NotNow, match=r"Donovan lies Low Prone and can neither move nor fire \(5"):
        act(skirmish, "Donovan", "fire over cover")
    with pytest.raises(NotNow, match=r"Donovan already lies Low Prone\. Use /act"):
        act(skirmish, "Donovan", "low prone")


@pytest.mark.parametrize(
    ("what", "position", "cost"), [("go prone", "prone", 1), ("kneel", "kneeling", 2), ("stand up", "standing", 3)]
)
def test_another_position_ends_it(what: str, position: str, cost: int) -> None:
    skirmish = donovan(position="prone", low=True)
    act(skirmish, "Donovan", what)
    state = skirmish.state("Donovan")
    assert (state.position, state.low, state.left) == (position, False, 10 - cost)
    skirmish.order(orders(skirmish)[2])


def test_behind_cover_he_is_out_of_sight_when_the_impulse_ends() -> None:
    skirmish = donovan("firing over cover")
    told = act(skirmish, "Donovan", "go low prone")
    assert told.outcome == "Donovan goes Low Prone behind cover (2 actions): they neither move nor fire."
    assert skirmish.state("Donovan").hides == Clock(1, 1)
    skirmish.next()
    assert skirmish.state("Donovan").exposure == "hidden"


def test_it_takes_as_many_impulses_as_it_needs() -> None:
    skirmish = donovan()
    skirmish.make("Donovan", left=1)
    assert "goes Low Prone: 1 of 2 actions" in act(skirmish, "Donovan", "go low prone").outcome
    skirmish.parts(Next())
    assert skirmish.state("Donovan").low


def test_board_and_status_sheet_say_so() -> None:
    skirmish = donovan(position="prone", low=True)
    summary = phoenix().summary(skirmish.one("Donovan"), skirmish.encounter)
    assert "low prone" in summary.short
    assert dict(summary.lines)["Stands"].startswith("low prone")


def test_it_counts_with_its_switch() -> None:
    skirmish = donovan(position="prone", low=True)
    skirmish.order(Switch("morale", "off"))
    assert skirmish.state("Donovan").low is False
    with pytest.raises(NoRule, match="counts only with the switch “morale”"):
        act(skirmish, "Donovan", "go low prone")


def test_who_fails_morale_behind_cover_chooses() -> None:
    skirmish = opposed("firing over cover")
    told = shoot(skirmish, NEAR, 67)
    assert told.outcome.endswith("MISS; Donovan must duck behind cover or go Low Prone.")
    assert asked(skirmish) == [("duck", "low prone")]
    with pytest.raises(
        NotNow,
        match=r"Donovan must answer first: Donovan must take cover\. Do they"
        r" duck or go Low Prone",
    ):
        skirmish.next()
    assert answers(skirmish, "low prone").outcome == "Donovan goes Low Prone behind cover."
    assert asked(skirmish) == []
    [part, _] = skirmish.next(48)
    assert part.resolution.outcome == "Donovan is broken: they stay Low Prone until a comrade rallies them."
    state = skirmish.state("Donovan")
    assert (state.nerve, state.exposure, state.position) == (Nerve("broken", low=True), "hidden", "prone")


def test_who_has_pulled_himself_together_can_fire() -> None:
    skirmish = opposed("exposed")
    shoot(skirmish, NEAR, 67, mod="-7")
    skirmish.next(45)
    state = skirmish.state("Donovan")
    assert (state.nerve, state.low, state.position) == (None, False, "prone")
    skirmish.order(orders(skirmish)[0], 99)


def test_without_cover_there_is_no_choice() -> None:
    skirmish = opposed("exposed")
    assert shoot(skirmish, NEAR, 67, mod="-7").outcome.endswith("MISS; Donovan goes Low Prone.")
    assert asked(skirmish) == []
