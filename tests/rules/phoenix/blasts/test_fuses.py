"""Fuses: what is thrown lies there until its time is up (3.6; ruling O49)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.entries import codec
from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Carried, Profile
from rules.engine.records.orders import Fire, Next, Switch, Target, Throw
from rules.engine.records.steps import Ruling
from rules.engine.scene.effects import Appeared, Effect, Left
from rules.phoenix.basics.soldier import Armor, Soldier
from rules.phoenix.people.summary import pending_text
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.turn.due_timers import GoesOff
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix

ARMS = phoenix().book.arms


def on(place: str) -> tuple[Target, ...]:
    return (Target(place=Place.parse(place)),)


def thrower(*weapons: str, **changes: Any) -> Skirmish:
    """Return Trent at F9, so skilled that no throw depends on it, and a Guard at F5; time continues."""
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("target sizes", "off"))
    skirmish.map(30, 30)
    carried = [Carried(ARMS[name], kit.supplied(ARMS[name], 2)) for name in weapons]
    skirmish.join("Trent", Soldier(sal=40, actions=None, **changes), *carried, at="F9")
    skirmish.join("Guard", Soldier(actions=4), at="F5")
    return skirmish


def timers(skirmish: Skirmish) -> list[Timer]:
    return [m for m in skirmish.encounter.agenda if isinstance(m, Timer) and isinstance(m.order, GoesOff)]


def test_it_lies_there_for_as_long_as_its_fuse_burns() -> None:
    skirmish = thrower("M 67")
    thrown = skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    assert thrown.outcome == "Trent throws the M 67 at F5, 4 hexes: HIT. It goes off in Phase 3, Impulse 1."
    assert {step.id for step in thrown.steps if isinstance(step, Ruling)} >= {"O49"}
    assert skirmish.state("Guard").physical_damage == 0
    [timer] = timers(skirmish)
    assert (timer.at, timer.of) == (Clock(3, 1), "")
    assert pending_text(timer, skirmish.encounter) == "M 67 at F5 goes off in Phase 3, Impulse 1"


def test_who_has_gone_by_then_is_spared_and_time_stops_there() -> None:
    skirmish = thrower("Mk A3")
    skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    skirmish.put("Guard", "F16")
    skirmish.join("Late", Soldier(), at="F6")
    parts = skirmish.next(seconds=60)
    told = [part.resolution.outcome for part in parts]
    assert told[0] == "Trent's Mk A3 goes off at F5. Late: concussion, 218 PD; Trent: concussion, 14 PD."
    assert parts[0].encounter.clock == Clock(3, 1)
    assert not timers(skirmish)
    assert skirmish.state("Guard").physical_damage == 0


@pytest.mark.parametrize("gone", [Left("c2"), Appeared("c2", False)])
def test_a_target_that_has_left_by_then_is_nobody(gone: Effect) -> None:
    skirmish = thrower("Mk A3")
    skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4), 50)
    skirmish.encounter = gone.on(skirmish.encounter)
    told = skirmish.next(seconds=60)[0].resolution.outcome
    assert told == "Trent's Mk A3 goes off at F5. Trent: concussion, 14 PD."


def test_the_suit_that_a_target_wears_counts_when_it_goes_off() -> None:
    skirmish = thrower("2 lb TNT")
    skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=1, how="fuse 2, in a combat suit"), 50)
    [part, *_] = skirmish.parts(Next(8))
    assert note(part.resolution, "Guard") == "in its hex, in the open: concussion 2,900 x 0.25 = 725 PD"
    assert " x " not in note(part.resolution, "Trent")


def test_next_stops_when_it_goes_off() -> None:
    skirmish = thrower("Mk A3")
    skirmish.make("Guard", actions=None)
    skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    parts = skirmish.next()
    assert parts[0].resolution.outcome.startswith("Trent's Mk A3 goes off at F5.")
    assert skirmish.encounter.clock == Clock(3, 1)


def test_it_goes_off_though_the_thrower_has_left_or_died() -> None:
    skirmish = thrower("Mk A3")
    skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    skirmish.encounter = Appeared("c1", False).on(skirmish.encounter)
    assert skirmish.next(seconds=8)[0].resolution.outcome == (
        "Trent's Mk A3 goes off at F5. Guard: concussion, 928 PD."
    )


def test_shrapnel_is_thrown_when_it_goes_off() -> None:
    skirmish = thrower("M 67")
    skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    [part, *_] = skirmish.next(31, 99, seconds=4)  # BSHC 31 in its hex; Trent is 4 hexes away: -4, none
    assert "1 piece of shrapnel" in note(part.resolution, "Guard")


@pytest.mark.parametrize("name", ["M 68", "M 26 A2 (USA)", "RKG 3M"])
def test_impact_is_at_once(name: str) -> None:
    skirmish = thrower(name)
    skirmish.join("Far", Soldier(), at="T20")
    for who in ("Trent", "Guard"):
        skirmish.put(who, "A30" if who == "Guard" else "F9")
    thrown = skirmish.order(Throw("c1", on("F2"), aim=4), 50, *([1] if name == "M 26 A2 (USA)" else []))
    assert "goes off in Phase" not in thrown.outcome
    assert not timers(skirmish)


@pytest.mark.parametrize(("fuse", "due"), [(1, Clock(2, 1)), (30, Clock(31, 1))])
def test_a_charge_goes_off_when_it_is_told_to(fuse: int, due: Clock) -> None:
    skirmish = thrower("2 lb TNT")
    skirmish.order(Throw("c1", on("F5"), aim=1, how=f"fuse {fuse}"), 50)
    assert [timer.at for timer in timers(skirmish)] == [due]


def test_a_charge_may_go_off_at_once() -> None:
    skirmish = thrower("2 lb TNT")
    thrown = skirmish.order(Throw("c1", on("F5"), aim=1, how="fuse 0"), 50)
    assert thrown.outcome.endswith("HIT. Guard: concussion, 2,900 PD; Trent: concussion, 27 PD.")


@pytest.mark.parametrize(
    ("weapon", "order", "error", "said"),
    [
        ("2 lb TNT", Throw("c1", on("F5"), aim=1), Refusal, "When does the 2 lb TNT go off? Give how: fuse 3 for"),
        (
            "M 67",
            Throw("c1", on("F5"), aim=1, how="fuse 3"),
            NoRule,
            "The M 67 has a fuse of 2 phases. Leave fuse out of how",
        ),
        (
            "M 68",
            Throw("c1", on("F5"), aim=1, how="fuse 3"),
            NoRule,
            "The M 68 goes off on impact. Leave fuse out of how",
        ),
        (
            "M79",
            Fire("c1", on("F5"), aim=1, how="fuse 3"),
            NoRule,
            "The M79 goes off where it lands. Leave fuse out of how",
        ),
        ("M16", Fire("c1", on("F5"), aim=1, how="fuse 3"), NoRule, "Fuses, armor to pierce and blast"),
    ],
)
def test_refused(weapon: str, order: Fire | Throw, error: type[Refusal], said: str) -> None:
    skirmish = thrower(weapon)
    before = skirmish.encounter
    with pytest.raises(error) as refused:
        skirmish.order(order)
    assert said in str(refused.value)
    assert skirmish.encounter == before


def test_without_the_switch_nothing_of_this_is_read() -> None:
    skirmish = thrower("2 lb TNT")
    skirmish.order(Switch("explosives", "off"))
    with pytest.raises(NoRule, match="count only with the switch “explosives”"):
        skirmish.order(Throw("c1", on("F5"), aim=1, how="fuse 3"))


def test_where_no_time_goes_by_it_goes_off_at_once() -> None:
    skirmish = thrower("Mk A3")
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    thrown = skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    assert thrown.outcome.endswith("HIT. Guard: concussion, 928 PD; Trent: concussion, 14 PD.")


def test_without_a_map_it_is_kept_how_far_they_were() -> None:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.join("Trent", Soldier(sal=40), Carried(ARMS["Mk A3"]))
    skirmish.join("Guard", Soldier())
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4, range=10), 50)
    assert thrown.outcome.endswith("It goes off in Phase 3, Impulse 1.")
    assert skirmish.next()[0].resolution.outcome == (
        "Trent's Mk A3 goes off at Guard. Guard: concussion, 928 PD; Trent: concussion, 4 PD."
    )


def test_what_lies_there_is_part_of_the_state() -> None:
    """Stored and read again it goes off just so; undo and redo are the journal's, which keeps states."""
    skirmish = thrower("2 lb TNT")
    skirmish.order(Throw("c1", on("F5"), aim=1, how="fuse 2, in a small room"), 50)
    kept = codec.state(codec.dump_state(skirmish.encounter), codec.SCHEMA)
    assert kept == skirmish.encounter
    skirmish.encounter = kept
    [part, *_] = skirmish.parts(Next(8))
    assert note(part.resolution, "Guard") == "in its hex, in the open: concussion 2,900 x 5 = 14,500 PD"


def test_armor_at_which_it_lies_shelters_those_inside() -> None:
    skirmish = thrower("Mk A3")
    skirmish.make("Guard", actions=None)
    skirmish.join("Tank", Soldier(vehicle=10, armor=Armor(body=100)), at="F5")
    skirmish.join("Beside", Soldier(), at="F6")
    skirmish.order(Throw("c1", (skirmish.target("Tank"),), aim=4), 50)
    told = skirmish.next()[0].resolution.outcome
    assert told == "Trent's Mk A3 goes off at F5. Beside: concussion, 218 PD; Trent: concussion, 14 PD."
    assert skirmish.state("Guard").physical_damage == 0


def test_two_may_go_off_in_one_impulse() -> None:
    skirmish = thrower("Mk A3")
    skirmish.make("Guard", actions=None)
    for _ in range(2):
        skirmish.order(Throw("c1", on("F5"), aim=4), 50)
    assert len(timers(skirmish)) == 2
    told = [part.resolution.outcome for part in skirmish.next()]
    assert [text.startswith("Trent's Mk A3 goes off at F5. Guard: ") for text in told] == [True, True, False]
    assert skirmish.state("Guard").physical_damage == 2 * 928


@pytest.mark.parametrize("how", ["behind horse", "looking"])
def test_how_somebody_shows_himself_counts_when_it_goes_off(how: str) -> None:
    skirmish = thrower("Mk A3")
    with pytest.raises(Refusal, match="the moment it goes off"):
        skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4, how=how))


def test_somebody_described_stays_behind_his_cover() -> None:
    skirmish = thrower("Mk A3")
    target = Target(profile=Profile("a soldier", "", (), Soldier()))
    skirmish.order(Throw("c1", (target,), aim=4, range=5, how="behind horse"), 50)
    skirmish.make("Guard", actions=None)
    skirmish.put("Guard", "A30")
    assert "a soldier: concussion, 464 PD" in skirmish.next()[0].resolution.outcome.replace("A soldier", "a soldier")
