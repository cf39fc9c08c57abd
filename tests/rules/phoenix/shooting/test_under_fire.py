"""Whoever appears where cover fire lies (5.10)."""

from __future__ import annotations

import pytest

from rules.engine.conduct.conduct import staged
from rules.engine.records.agenda import Watch
from rules.engine.records.copies import altered
from rules.engine.records.orders import Act, Adjust, Burst, Duck, Fire, Move, Switch, Target
from rules.engine.scene.scene import Part
from rules.phoenix.optional.gunnery.under_fire import Covering, covering_of
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix, rolls

TRENT = "SAL 20, CA 8, M16A1, facing north"


def skirmish(*switches: str, how: str = "cover fire, arc 3", guard: str = "CA 8, KV 20, hidden") -> Skirmish:
    """Trent at D12 covers D4, C5 and E5 with a burst; Guard of the other side is at D4."""
    fight = Skirmish()
    for name in ("cover fire", *switches):
        fight.order(Switch(name, "on"))
    fight.map(20, 14)
    fight.sheet("Trent", TRENT, "D12")
    fight.sheet("Guard", guard, "D4")
    sides(fight, Trent="Blue", Guard="Red")
    if how:
        fight.parts(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 2, how=how))
    return fight


def sides(fight: Skirmish, **known: str) -> None:
    for name, side in known.items():
        fight.encounter = fight.encounter.with_combatant(altered(fight.one(name), side=side))


def cover(fight: Skirmish, *dice: int) -> tuple[Part, ...]:
    """The same burst, later on."""
    return fight.parts(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), *dice)


def one_round(fight: Skirmish, *dice: int) -> tuple[Part, ...]:
    return fight.parts(Fire(fight.id("Trent"), (Target(place=Place.parse("D4")),), 1, how="cover fire"), *dice)


def covering(fight: Skirmish) -> Covering:
    [watch] = [m for m in fight.encounter.agenda if isinstance(m, Watch)]
    return covering_of(watch)


def step_out(fight: Skirmish, *dice: int, name: str = "Guard") -> Part:
    return fight.parts(Act(fight.id(name), "step out"), *dice)[-1]


@pytest.mark.parametrize(("roll", "hit"), [(18, True), (29, True), (30, False), (99, False)])
def test_the_books_29(roll: int, hit: bool) -> None:
    """Donovan rolls 18 and hits."""
    fight = skirmish()
    done = step_out(fight, roll, *([15, 9, 99] if hit else [])).resolution
    told = "Guard appears at D4 under Trent’s cover fire with the M16A1, 8 hexes: "
    assert done.outcome.startswith(f"{told}{'HIT' if hit else 'MISS'}")
    assert (rolls(done)[0].value, rolls(done)[0].needed) == (roll, "29 or less")
    assert done.verdict == ("hit" if hit else "miss")
    assert bool(fight.state("Guard").wounds or fight.state("Guard").died) is hit
    assert set(done.concerned) == {fight.id("Trent"), fight.id("Guard")}
    assert covering(fight).left == 7 - hit


def test_it_attacks_nobody_twice() -> None:
    fight = skirmish()
    step_out(fight, 99)
    assert len(fight.parts(Move(fight.id("Guard"), Place.parse("E5")))) == 1
    assert covering(fight).attacked == (fight.id("Guard"),)


def test_a_second_cover_fire_attacks_anew() -> None:
    fight = skirmish(how="")
    for _ in range(2):
        one_round(fight, 0)
    parts = fight.parts(Act(fight.id("Guard"), "step out"), 11, 11)
    assert [part.resolution.outcome.endswith("MISS.") for part in parts] == [False, True, True]
    assert all(rolls(part.resolution)[0].needed == "10 or less" for part in parts[1:])


def test_whoever_runs_through_is_attacked_where_he_comes_in() -> None:
    fight = skirmish(how="", guard="CA 24")
    fight.put("Guard", "G5")
    cover(fight)
    moved, attacked = fight.parts(Move(fight.id("Guard"), Place.parse("B5")), 99)
    assert moved.resolution.outcome.startswith("Guard moves from G5 to B5")
    assert attacked.resolution.outcome.startswith("Guard appears at E5 under Trent’s cover fire")


def test_a_move_of_several_impulses_is_told_before_the_attack() -> None:
    fight = skirmish(how="", guard="CA 4")
    fight.put("Guard", "F5")
    cover(fight)
    begun, attacked = fight.parts(Move(fight.id("Guard"), Place.parse("B5")), 99)
    assert begun.resolution.outcome.startswith("Guard moves to B5: 1 of")
    assert attacked.resolution.outcome.startswith("Guard appears at E5")
    assert fight.encounter.task(fight.id("Guard"))


def test_a_move_that_goes_on_by_itself_runs_into_it() -> None:
    """Trent aims until the next impulse, in which Guard comes from F5."""
    fight = skirmish(how="", guard="CA 4")
    fight.put("Guard", "G5")
    fight.order(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 3, how="cover fire, arc 3"))
    fight.order(Move(fight.id("Guard"), Place.parse("B5")))
    assert fight.one("Guard").place == Place.parse("F5")
    told = [part.resolution.outcome for part in fight.next(99)]
    assert told[0].startswith("Trent covers D4, C5 and E5")
    assert told[1].startswith("Guard appears at E5 under Trent’s cover fire")


def test_who_walks_past_is_not_attacked() -> None:
    fight = skirmish(how="", guard="CA 24")
    fight.put("Guard", "G7")
    cover(fight)
    assert len(fight.parts(Move(fight.id("Guard"), Place.parse("B7")))) == 1


def test_those_of_ones_own_side_are_spared_and_so_is_everybody_hidden() -> None:
    fight = skirmish()
    fight.sheet("Comrade", "CA 8, hidden", "E5")
    sides(fight, Comrade="Blue")
    assert len(fight.parts(Act(fight.id("Comrade"), "step out"))) == 1
    assert len(fight.parts(Move(fight.id("Guard"), Place.parse("D5"), how="into cover"))) == 1


def test_without_sides_everybody_is_an_opponent() -> None:
    fight = skirmish()
    sides(fight, Trent="", Guard="")
    assert "cover fire" in step_out(fight, 99).resolution.outcome


def test_who_is_in_sight_there_is_attacked_at_once() -> None:
    fight = skirmish(how="", guard="CA 8")
    parts = fight.parts(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), 30)
    assert parts[1].resolution.outcome == ("Guard is at D4 under Trent’s cover fire with the M16A1, 8 hexes: MISS.")
    assert covering(fight).attacked == (fight.id("Guard"),)


def test_a_round_hits_once() -> None:
    """One round, two who appear: none is left for the second."""
    fight = skirmish(how="")
    fight.sheet("Other", "CA 8, hidden", "D4")
    one_round(fight, 0)
    assert ": HIT" in step_out(fight, 0, 15, 9, 99).resolution.outcome
    assert step_out(fight, name="Other").resolution.outcome.endswith(": no round left.")


def test_his_width_moves_the_line_with_target_sizes() -> None:
    """A fighter who looks over cover is three lines narrower (4E, Auto Width): line 8 - 3."""
    fight = skirmish("accuracy", "damage", "automatic fire", how="")
    fight.order(Switch("target sizes", "on"))
    fight.parts(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), 0)
    shown, width = fight.parts(Act(fight.id("Guard"), "look over cover"), 99)
    size = next(step for step in width.resolution.steps if getattr(step, "label", "") == "Size")
    assert size.value != "0"  # type: ignore[union-attr]
    assert rolls(width.resolution)[0].needed != "29 or less"
    assert "looks over" in shown.resolution.outcome


def test_cover_weakens_the_rounds() -> None:
    fight = skirmish("accuracy", "damage", "automatic fire", "cover", how="", guard="CA 8, KV 20, hidden")
    fight.order(Adjust(fight.id("Guard"), "behind brick wall 6 inch, hidden"))
    fight.parts(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), 0)
    done = fight.parts(Act(fight.id("Guard"), "fire over cover"), 0, 0, 99)[-1]
    assert "HIT" in done.resolution.outcome


def test_sandbags_cover_him_to_the_side() -> None:
    fight = skirmish(guard="CA 24, hidden")
    fight.make("Guard", facing=0, foxhole=True)
    assert len(fight.parts(Act(fight.id("Guard"), "fire over cover"))) == 1


def test_the_shooter_may_do_something_else_meanwhile() -> None:
    fight = skirmish()
    fight.parts(Act(fight.id("Trent"), "turn left"))
    assert "cover fire" in step_out(fight, 99).resolution.outcome


def test_in_a_quick_ruling_whoever_is_described_is_attacked() -> None:
    book = phoenix()
    bare = staged(book, book.profile("SAL 14, M16", {}), book.profile("in the open", {}), preset="phoenix-basic")
    fight = Skirmish()
    fight.encounter = bare
    fight.order(Switch("cover fire", "on"))
    order = Burst("c1", (Target("c2"),), 1, range=20, how="cover fire, arc 3")
    first, second = fight.parts(order, 0, 99)
    assert first.resolution.verdict == "hit"
    assert second.resolution.outcome.endswith("with the M16, 20 hexes: MISS.")
    assert not fight.encounter.agenda


def test_off_the_map_somebodys_place_is_covered() -> None:
    fight = Skirmish()
    fight.order(Switch("cover fire", "on"))
    for name, line in (("Trent", TRENT), ("Guard", "CA 8, hidden"), ("Other", "CA 8, hidden")):
        fight.sheet(name, line)
    fight.parts(Burst(fight.id("Trent"), (fight.target("Guard"),), 2, range=20, how="cover fire, arc 3"))
    assert covering(fight).people == (fight.id("Guard"),)
    assert len(fight.parts(Act(fight.id("Other"), "step out"))) == 1
    done = step_out(fight, 99).resolution
    assert done.outcome == "Guard appears under Trent’s cover fire with the M16A1, 20 hexes: MISS."


def test_board_and_status_sheet() -> None:
    fight, book = skirmish(), phoenix()
    shown = book.summary(fight.one("Trent"), fight.encounter)
    assert "covers D4, C5, E5" in shown.short
    assert dict(shown.lines)["Cover fire"] == "D4, C5 and E5 with the M16A1, 7 rounds, until this impulse ends"
    fight.next()
    assert "covers" not in book.summary(fight.one("Trent"), fight.encounter).short


def test_it_goes_with_whoever_fired_it() -> None:
    fight = skirmish()
    fight.make("Trent", fired=None)
    fight.order(Duck(fight.id("Trent")))
    assert not [m for m in fight.encounter.agenda if isinstance(m, Watch)]
    assert len(fight.parts(Act(fight.id("Guard"), "step out"))) == 1
