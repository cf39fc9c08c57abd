"""Rounds that are loaded into magazines by hand and belts that are linked: they move, and none appears (table 7B)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet, NotNow
from rules.engine.records.model import Ammunition, Spare
from rules.engine.records.orders import Act, Adjust, Reload, Switch
from rules.engine.scene.dice import NoDice
from rules.engine.scene.effects import Loaded
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Scene
from rules.phoenix.shooting.carrying.by_hand import LINK, ROUND, STRIP, HandLoading, move
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix


def trent(line: str = "M16A1, loose rounds 20, loaded 3, magazines 1") -> Skirmish:
    made = Skirmish()
    made.sheet("Trent", f"SAL 14, CA 8, {line}")
    made.make("Trent", left=200)
    return made


def stock(on: Skirmish, slot: int = 0) -> Ammunition:
    ammunition = on.one("Trent").carried[slot].ammunition
    assert ammunition is not None
    return ammunition


def total(ammunition: Ammunition) -> int:
    spares = (*(ammunition.spares or ()), *ammunition.loose)
    return ammunition.loaded + sum(spare.count * spare.number for spare in spares)


def act(on: Skirmish, what: str) -> str:
    return on.order(Act(on.id("Trent"), what)).outcome


def test_a_round_goes_from_the_loose_ones_into_a_magazine() -> None:
    on = trent()
    assert "(4 actions)" in act(on, "load a round into a magazine")
    assert (stock(on).spares, stock(on).loose) == ((Spare(30, 1), Spare(1, 1)), (Spare(1, 19),))
    assert "(76 actions)" in act(on, "load 19 rounds into a magazine")
    assert (stock(on).spares, stock(on).loose) == ((Spare(30, 1), Spare(20, 1)), ())
    with pytest.raises(NotNow, match="neither loose rounds for the M16A1 nor two magazines with room"):
        act(on, "load a round into a magazine")
    on.order(Reload(on.id("Trent")))
    assert (stock(on).loaded, stock(on).spares) == (30, (Spare(20, 1), Spare(3, 1)))
    act(on, "load a round into a magazine")
    assert stock(on).spares == (Spare(2, 1), Spare(21, 1)), "out of the emptiest into the fullest"
    assert total(stock(on)) == 53


def test_the_answer_says_what_is_left() -> None:
    on = trent()
    loaded = on.order(Act(on.id("Trent"), "load 5 rounds into a magazine"))
    assert note(loaded, "Left").startswith("3 of 30 rounds, 1 magazine and 1 of 5, 15 loose")


def test_rounds_that_are_in_stay_in_after_an_interruption() -> None:
    on = trent()
    on.make("Trent", left=10)
    assert "10 of 40 actions" in act(on, "load 10 rounds into a magazine")
    assert (stock(on).spares, stock(on).loose) == ((Spare(30, 1), Spare(2, 1)), (Spare(1, 18),))
    on.next()
    assert (stock(on).spares, stock(on).loose) == ((Spare(30, 1), Spare(10, 1)), (Spare(1, 10),))
    assert total(stock(on)) == 53


def test_more_than_there_are_is_refused() -> None:
    on = trent()
    with pytest.raises(NotNow, match="Trent can load 20 rounds by hand, not 21"):
        act(on, "load 21 rounds into a magazine")
    with pytest.raises(NotNow, match="Load 1 to 200 rounds at a time, not 9999"):
        act(on, "load 9999 rounds into a magazine")
    assert stock(on).loose == (Spare(1, 20),)


def test_a_charging_strip_holds_ten() -> None:
    on = trent()
    assert "(7 actions)" in act(on, "load a charging strip into a magazine")
    assert (stock(on).spares, stock(on).loose) == ((Spare(30, 1), Spare(10, 1)), (Spare(1, 10),))
    on = trent("M16A1, loaded 10, magazines 2")
    with pytest.raises(NotNow, match="Trent has no loose rounds for the M16A1, or no magazine with room"):
        act(on, "load a charging strip into a magazine")


def test_a_belt_is_linked_to_the_one_in_the_weapon() -> None:
    on = trent("MG3, loaded 40, belts 2")
    capacity = stock(on).capacity
    assert "(8 actions)" in act(on, "link a belt")
    assert stock(on).loaded == capacity
    assert total(stock(on)) == 40 + 2 * capacity
    with pytest.raises(NotNow, match="nothing to link"):
        act(on, "link a belt")


def test_loose_rounds_are_of_a_sheet_line_and_of_the_gm_and_weigh() -> None:
    on = trent("M16A1, AP loose rounds 7, loose rounds 5")
    assert stock(on).loose == (Spare(1, 7, "AP"), Spare(1, 5))
    act(on, "load 7 AP rounds into a magazine")
    assert stock(on).loose == (Spare(1, 5),) and Spare(7, 1, "AP") in (stock(on).spares or ())
    on.order(Adjust(on.id("Trent"), "loose rounds 12"))
    assert stock(on).loose == (Spare(1, 12),)
    with pytest.raises(BadSheet, match="loaded by the round: use rounds 5"):
        phoenix().profile("M870, loose rounds 5", {})
    light, heavy = (phoenix().profile(f"skill 5, M16A1, magazines 1{more}", {}) for more in ("", ", loose rounds 30"))
    one = phoenix().profile("skill 5, M16A1, magazines 2", {})
    weights = [soldier(made).weight or 0 for made in (light, heavy, one)]
    assert weights[1] == weights[2] > weights[0]


def test_tokens_have_no_rounds_to_load() -> None:
    on = trent()
    on.order(Switch("ammunition", "tokens"))
    with pytest.raises(NotNow, match="not counted, so they need no loading by hand"):
        act(on, "load a round into a magazine")


@given(
    loaded=st.integers(0, 30),
    spares=st.lists(st.integers(1, 30), max_size=4),
    loose=st.integers(0, 40),
    lines=st.lists(st.tuples(st.sampled_from((ROUND, STRIP, LINK)), st.integers(1, 40)), max_size=5),
)
@examples(60)
def test_no_round_appears_or_is_lost(loaded: int, spares: list[int], loose: int, lines: list[tuple[str, int]]) -> None:
    on = trent("M16A1")
    rounds = Ammunition("rounds", 30, loaded, (), "", (Spare(1, loose),) if loose else ())
    for count in spares:
        rounds = rounds.put(count)
    on.encounter = Loaded(on.id("Trent"), 0, rounds).on(on.encounter)
    for line, times in lines:
        scene = Scene(on.encounter, NoDice(""), phoenix().book)
        move(on.id("Trent"), HandLoading(line, times), times, scene)
        on.encounter = scene.encounter
        assert total(stock(on)) == total(rounds)
