"""Victory Points: who earns them for what, who wins; leaving the field and coming in again (4.4, T45)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Dismiss, End, Fire, Move, Target, Throw
from rules.engine.records.steps import Note
from rules.engine.scene.effects import Switched, Ticked
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Knockout, Wound
from rules.phoenix.optional.tournament import victory
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

TENS = "STR 10, INT 10, WIL 8, HLT 10, AGI 8, skill 3"


@pytest.fixture
def game() -> Skirmish:
    """Red and Rufus against Blue; Red is six hexes south of Blue, and faces Blue."""
    made = Skirmish("phoenix-tournament")
    made.map(12, 12)
    for name, side, at in (("Red", "Red", "C9"), ("Rufus", "Red", "D9"), ("Blue", "Blue", "C3")):
        made.sheet(name, f"{TENS}, AKM 47, 1 magazine", at)
        combatant = made.one(name)
        made.encounter = made.encounter.with_combatant(type(combatant)(**{**vars(combatant), "side": side}))
    made.make("Red", facing=0, left=9)
    made.make("Blue", facing=180, left=9)
    return made


def fire(game: Skirmish, who: str, at: str, *dice: int) -> Resolution:
    return game.order(Fire(game.id(who), (Target(game.id(at)),), aim=2), *dice)


def points(game: Skirmish, who: str) -> int:
    return victory.total(game.state(who), phoenix().book)


def told(resolution: Resolution, label: str) -> list[str]:
    return [step.text for step in resolution.steps if isinstance(step, Note) and step.label == label]


def test_putting_an_opponent_out_is_worth_3_and_costs_him_3(game: Skirmish) -> None:
    hit = fire(game, "Red", "Blue", 0, 10, 5, 20, 5)
    assert told(hit, "Victory") == ["Red +3 (Blue is down): 3 in all", "Blue -3 (killed or incapacitated): -3 in all"]
    assert (points(game, "Red"), points(game, "Blue"), points(game, "Rufus")) == (3, -3, 0)


def test_he_goes_down_once(game: Skirmish) -> None:
    fire(game, "Red", "Blue", 0, 10, 5, 20, 5)
    fire(game, "Red", "Blue", 0, 10, 5)
    game.make("Rufus", facing=0, left=9)
    for _ in range(4):
        game.next()
    assert (points(game, "Red"), points(game, "Blue")) == (3, -3)


def test_death_counts_as_going_down(game: Skirmish) -> None:
    fire(game, "Red", "Blue", 0, 3, 5)  # the forehead
    assert (points(game, "Red"), points(game, "Blue")) == (3, -3)


def test_a_disabling_wound_is_worth_1(game: Skirmish) -> None:
    hit = fire(game, "Red", "Blue", 0, 10, 5, 99)  # the shoulder; Blue stays up
    assert told(hit, "Victory") == ["Red +1 (Blue disabled): 1 in all"]
    assert points(game, "Blue") == 0


def test_any_other_wound_is_worth_nothing(game: Skirmish) -> None:
    hit = fire(game, "Red", "Blue", 0, 18, 9, 99)
    assert points(game, "Red") == 0 and told(hit, "Victory") == []


def test_harm_to_his_own_side_earns_nothing(game: Skirmish) -> None:
    game.put("Rufus", "C6")
    fire(game, "Red", "Rufus", 0, 10, 5, 20, 5)
    assert (points(game, "Red"), points(game, "Rufus")) == (0, -3)


def test_without_sides_everybody_is_an_opponent() -> None:
    game = Skirmish("phoenix-tournament")
    for name in ("One", "Two"):
        game.sheet(name, f"{TENS}, AKM 47, 1 magazine")
    game.make("One", left=9)
    game.order(Fire(game.id("One"), (Target(game.id("Two")),), aim=2, range=5), 0, 10, 5, 20, 5)
    assert (points(game, "One"), points(game, "Two")) == (3, -3)


def test_nothing_is_counted_without_the_switch(game: Skirmish) -> None:
    game.encounter = Switched("tournament", "off").on(game.encounter)
    fire(game, "Red", "Blue", 0, 10, 5, 20, 5)
    assert game.state("Red").awards == () and game.state("Blue").awards == ()


def test_a_grenade_earns_for_whoever_threw_it() -> None:
    game = Skirmish("phoenix-tournament")
    game.sheet("One", f"{TENS}, 2 M67")
    game.sheet("Two", TENS)
    game.make("One", left=30)
    game.order(Throw(game.id("One"), (Target(game.id("Two")),), range=10), 0, 5, 5)
    assert points(game, "One") == 3 and points(game, "Two") == -3


@pytest.mark.parametrize(
    ("at", "disabled", "event", "number"),
    [
        ("A5", False, "Left undisabled elsewhere", -2),
        ("A5", True, "Left disabled", -1),
        ("C1", False, "Left undisabled on opponent's Baseline", 4),
        ("C1", True, "Left disabled", -1),
    ],
)
def test_leaving_the_field(game: Skirmish, at: str, disabled: bool, event: str, number: int) -> None:
    if disabled:
        fire(game, "Blue", "Red", 0, 10, 5, 99)
        game.next()
    game.make("Blue", baseline=Place.parse("C1"))
    game.put("Red", at)
    leaves = game.order(Act(game.id("Red"), "leave the field"))
    assert leaves.outcome == "Red leaves the field when this impulse ends." and game.one("Red").present
    assert any(part.resolution.outcome.startswith("Red leaves the field") for part in game.next())
    assert not game.one("Red").present
    assert points(game, "Red") == number
    assert [award.event for award in game.state("Red").awards] == [event]


def test_nothing_falls_due_for_somebody_who_has_left(game: Skirmish) -> None:
    fire(game, "Blue", "Red", 0, 10, 5, 99)
    assert {item.of for item in game.encounter.agenda if isinstance(item, Timer)} == {game.id("Red")}
    game.put("Red", "A5")
    game.order(Act(game.id("Red"), "leave the field"))
    game.next()
    assert game.encounter.agenda == ()


def test_declared_fire_reaches_somebody_who_leaves_in_that_impulse(game: Skirmish) -> None:
    game.encounter = Switched("fire", "declared").on(game.encounter)
    game.put("Red", "C12")
    fire(game, "Blue", "Red")
    game.order(Act(game.id("Red"), "leave the field"))
    parts = game.next(0, 10, 5, 99)
    assert any("Blue fires" in part.resolution.outcome and "HIT" in part.resolution.outcome for part in parts)


def test_who_aims_at_somebody_fires_as_they_leave(game: Skirmish) -> None:
    """Blue has aimed for some of the 11 actions when Red is gone: the shot goes with that aim (2.4, ruling O33)."""
    game.put("Red", "C12")
    game.order(Fire(game.id("Blue"), (Target(game.id("Red")),), aim=11))
    game.order(Act(game.id("Red"), "leave the field"))
    parts = game.next(99)
    [shot] = [part.resolution.outcome for part in parts if "Blue fires" in part.resolution.outcome]
    assert "MISS" in shot and not game.one("Red").present


def test_who_moves_away_from_the_edge_stays(game: Skirmish) -> None:
    game.put("Red", "A5")
    game.order(Act(game.id("Red"), "leave the field"))
    game.put("Red", "B5")
    game.next()
    assert game.one("Red").present and game.state("Red").leaves is None


def test_the_field_is_left_at_its_edge(game: Skirmish) -> None:
    with pytest.raises(NotNow, match="Red is at C9"):
        game.order(Act(game.id("Red"), "leave the field"))


def test_the_baseline_is_where_he_came_in(game: Skirmish) -> None:
    assert str(game.state("Red").baseline) == "C9"
    game.sheet("Late", f"{TENS}, AKM 47, 1 magazine")
    assert game.state("Late").baseline is None
    game.order(Move(game.id("Late"), Place.parse("F12"), how="facing north"))
    game.order(Move(game.id("Late"), Place.parse("F11")))
    assert str(game.state("Late").baseline) == "F12"


@pytest.mark.parametrize("dice", [(0, 10, 5, 20, 5), (0, 3, 5)])
def test_whoever_is_down_comes_in_again_as_a_phase_begins(game: Skirmish, dice: tuple[int, ...]) -> None:
    game.encounter = Switched("re-entry", "baseline").on(game.encounter)
    game.put("Blue", "D5")
    fire(game, "Red", "Blue", *dice)
    for _ in range(3):
        assert all("comes in" not in part.resolution.outcome for part in game.next())
    assert game.next()[0].resolution.outcome == "Blue comes back into play at C3, unwounded."
    state, blue = game.state("Blue"), game.one("Blue")
    assert (state.wounds, state.knockout, state.died, str(blue.place), blue.present) == ((), None, None, "C3", True)
    assert state.left > 0 and blue.id in phoenix().awaited(game.encounter)
    assert not any(isinstance(item, Timer) for item in game.encounter.agenda)
    assert points(game, "Blue") == -3
    game.make("Red", left=9)
    fire(game, "Red", "Blue", *dice)
    assert (points(game, "Red"), points(game, "Blue")) == (6, -6)


def test_whoever_is_dazed_or_disoriented_comes_in_again_as_well(game: Skirmish) -> None:
    for switch, how in (("re-entry", "baseline"), ("incapacitation", "on")):
        game.encounter = Switched(switch, how).on(game.encounter)
    hit = fire(game, "Red", "Blue", 0, 10, 5, 97, 5)  # disoriented, over 3 x KV
    assert points(game, "Red") == 3 and hit.outcome.endswith("Blue is disoriented when this impulse ends.")
    for _ in range(3):
        assert all("comes in" not in part.resolution.outcome for part in game.next())
    assert game.next()[0].resolution.outcome == "Blue comes back into play at C3, unwounded."


def test_where_all_are_down_the_next_phase_brings_them_in(game: Skirmish) -> None:
    game.encounter = Switched("re-entry", "baseline").on(game.encounter)
    game.order(Dismiss(game.id("Rufus")))
    fire(game, "Red", "Blue", 0, 10, 5, 20, 5)
    fire(game, "Blue", "Red", 0, 10, 5, 20, 5)
    told = [part.resolution.outcome for part in game.next()]
    assert told[:2] == ["Red comes back into play at C9, unwounded.", "Blue comes back into play at C3, unwounded."]
    assert game.encounter.clock == Clock(2, 1)


def test_whoever_comes_round_can_go_down_again_and_be_disabled(game: Skirmish) -> None:
    awake = Knockout(Clock(0, 1), 20, 5, until=Clock(3, 2))
    game.encounter = Ticked(Clock(3, 2)).on(game.encounter)
    game.make("Blue", knockout=awake, wounds=(Wound(200, "Chest", 0, Clock(0, 1)),))
    fire(game, "Red", "Blue", 0, 10, 5, 99)
    assert (points(game, "Red"), points(game, "Blue")) == (1, 0)
    game.encounter = Ticked(Clock(4, 2)).on(game.encounter)
    game.make("Red", left=9)
    fire(game, "Red", "Blue", 0, 10, 5, 20, 5)
    assert (points(game, "Red"), points(game, "Blue")) == (4, -3)


def test_otherwise_nobody_comes_in_again(game: Skirmish) -> None:
    fire(game, "Red", "Blue", 0, 3, 5)
    for _ in range(6):
        game.next()
    assert not game.one("Blue").present


def test_the_end_tells_who_wins(game: Skirmish) -> None:
    fire(game, "Red", "Blue", 0, 10, 5, 20, 5)
    ended = game.order(End("00"))
    assert told(ended, "Victory Points") == ["Red 3, Rufus 0, Blue -3"]
    assert told(ended, "Winner") == ["Red"]
    assert told(ended, "Sides") == ["Red 3, Blue -3"]
    assert told(ended, "Winning side") == ["Red"]


def test_without_a_tournament_the_end_tells_nothing() -> None:
    game = Skirmish()
    game.sheet("One", "CA 8")
    assert told(game.order(End("00")), "Victory Points") == []
