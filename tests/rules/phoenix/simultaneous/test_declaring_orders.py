"""Orders that are declared: tried at once, carried out later, taken back."""

from __future__ import annotations

import pytest

from rules.engine.flow.sealed import MOST_DECLARED, Withdraw
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import ClearPlan, Duck, Next, Pass, Reload, Switch
from rules.engine.scene.parts import Unseen
from rules.engine.sight.sight import side_of
from tests.rules.phoenix.simultaneous.fight import Sealed


def test_nothing_is_spent_when_an_order_is_declared() -> None:
    fight = Sealed()
    before = fight.encounter.combatants
    assert fight.fires("Trent", "Guard", 2) == "Declared: Trent, fire at Guard, aim 2."
    assert fight.encounter.combatants == before
    assert fight.encounter.throws == ()


def test_the_impossible_is_refused_in_a_sentence() -> None:
    fight = Sealed()
    before = fight.encounter
    with pytest.raises(Refusal, match="31"):
        fight.moves("Trent", "C31")
    with pytest.raises(NotNow, match="full"):
        fight.give(Reload(fight.id("Trent")))
    assert fight.encounter is before


def test_an_order_is_tried_after_what_is_declared_before_it() -> None:
    fight = Sealed()
    fight.make("Trent", position="prone", left=4)
    with pytest.raises(Refusal, match="prone"):
        fight.acts("Trent", "go prone")
    assert fight.acts("Trent", "kneel") == "Declared: Trent, kneel."
    assert fight.acts("Trent", "go prone") == "Declared: Trent, kneel, then go prone."


def test_without_actions_left_the_new_order_takes_the_place_of_the_old() -> None:
    fight = Sealed()
    fight.moves("Trent", "C8")
    assert fight.moves("Trent", "D3") == "Declared: Trent, move to D3 (instead of move to C8)."
    assert fight.declared("Trent") == 1


def test_who_has_declared_is_ready() -> None:
    fight = Sealed()
    fight.moves("Trent", "C4")
    assert fight.ruleset.awaited(fight.encounter) == (fight.id("Guard"),)
    fight.give(Pass(fight.id("Guard")))
    assert fight.ruleset.awaited(fight.encounter) == ()
    with pytest.raises(NotNow, match="Guard has already passed"):
        fight.give(Pass(fight.id("Guard")))


def test_an_order_takes_the_place_of_a_pass() -> None:
    fight = Sealed()
    fight.give(Pass(fight.id("Trent")))
    assert fight.moves("Trent", "C4") == "Declared: Trent, move to C4."
    assert fight.declared("Trent") == 1


def test_what_is_declared_can_be_taken_back() -> None:
    fight = Sealed()
    fight.moves("Trent", "C4")
    fight.fires("Trent", "Guard")
    assert fight.give(Withdraw(fight.id("Trent"), last=True)) == ["Trent cancels: fire at Guard, aim 1."]
    fight.fires("Trent", "Guard")
    assert fight.give(ClearPlan(fight.id("Trent"))) == ["Trent cancels: move to C4 and fire at Guard, aim 1."]
    assert fight.encounter.agenda == ()
    with pytest.raises(NotNow, match="declared nothing"):
        fight.give(Withdraw(fight.id("Trent")))


def test_only_the_own_side_reads_what_is_declared() -> None:
    fight = Sealed()
    trent = fight.id("Trent")
    side = side_of(fight.one("Trent"))
    fight.moves("Trent", "C4")
    for order in (Withdraw(trent), Pass(trent), Duck(trent, "ask")):
        [part] = fight.all_parts(order)
        assert part.resolution.unseen == (Unseen(trent, (side,)),)


def test_an_instruction_for_later_is_no_declaration() -> None:
    fight = Sealed()
    fight.give(Duck(fight.id("Trent"), "when fired upon"))
    assert fight.state("Trent").duck == "when fired upon"
    assert fight.declared("Trent") == 0


def test_a_fighter_has_only_so_many_orders_declared() -> None:
    fight = Sealed()
    fight.order(Switch("window", "phase"))
    fight.make("Trent", actions=30, left=12)
    for n in range(MOST_DECLARED):
        fight.moves("Trent", f"C{4 + n % 2}")
    with pytest.raises(NotNow, match="Cancel them with /plan clear"):
        fight.moves("Trent", "D4")


def test_what_is_declared_is_given_up_with_another_pace() -> None:
    fight = Sealed()
    fight.moves("Trent", "C4")
    fight.order(Switch("pace", "by hand"))
    assert fight.encounter.agenda == ()
    assert fight.moves("Trent", "C4") == "Trent moves from C3 to C4, 1 hex (1 action)."


def test_a_next_without_declarations_lets_the_impulse_go_by() -> None:
    fight = Sealed()
    assert fight.give(Next()) == ["It is Phase 1, Impulse 2."]
