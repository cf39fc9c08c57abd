"""Whoever appears where cover fire lies (5.10)."""

from __future__ import annotations

import pytest

from rules.engine.agenda import Watch
from rules.engine.conduct import staged
from rules.engine.copies import altered
from rules.engine.orders import Act, Adjust, Burst, Duck, Fire, Move, Switch, Target
from rules.engine.scene import Part
from rules.phoenix.optional.gunnery.under_fire import Covering, covering_of
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix, rolls

TRENT = "SAL 20, CA 8, M16A1, facing north"


def skirmish(*switches: str, how: str = "cover fire, arc 3", guard: str = "CA 8, KV 20, hidden") -> Skirmish:
    """Trent at D12 covers D4, C5 and E5 with a burst; Guard of the other side is at D4."""
    found = Skirmish()
    for name in ("cover fire", *switches):
        found.order(Switch(name, "on"))
    found.map(20, 14)
    found.sheet("Trent", TRENT, "D12")
    found.sheet("Guard", guard, "D4")
    sides(found, Trent="Blue", Guard="Red")
    if how:
        found.parts(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 2, how=how))
    return found


def sides(found: Skirmish, **known: str) -> None:
    for name, side in known.items():
        found.encounter = found.encounter.with_combatant(altered(found.one(name), side=side))


def cover(found: Skirmish, *dice: int) -> tuple[Part, ...]:
    """The same burst, later on."""
    return found.parts(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), *dice)


def one_round(found: Skirmish, *dice: int) -> tuple[Part, ...]:
    return found.parts(Fire(found.id("Trent"), (Target(place=Place.parse("D4")),), 1, how="cover fire"), *dice)


def covering(found: Skirmish) -> Covering:
    [watch] = [m for m in found.encounter.agenda if isinstance(m, Watch)]
    return covering_of(watch)


def step_out(found: Skirmish, *dice: int, name: str = "Guard") -> Part:
    return found.parts(Act(found.id(name), "step out"), *dice)[-1]


@pytest.mark.parametrize(("roll", "hit"), [(18, True), (29, True), (30, False), (99, False)])
def test_the_books_29(roll: int, hit: bool) -> None:
    """Donovan rolls 18 and hits."""
    found = skirmish()
    done = step_out(found, roll, *([15, 9, 99] if hit else [])).resolution
    told = "Guard appears at D4 under Trent’s cover fire with the M16A1, 8 hexes: "
    assert done.outcome.startswith(f"{told}{'HIT' if hit else 'MISS'}")
    assert (rolls(done)[0].value, rolls(done)[0].needed) == (roll, "29 or less")
    assert done.verdict == ("hit" if hit else "miss")
    assert bool(found.state("Guard").wounds or found.state("Guard").died) is hit
    assert set(done.concerned) == {found.id("Trent"), found.id("Guard")}
    assert covering(found).left == 7 - hit


def test_it_attacks_nobody_twice() -> None:
    found = skirmish()
    step_out(found, 99)
    assert len(found.parts(Move(found.id("Guard"), Place.parse("E5")))) == 1
    assert covering(found).attacked == (found.id("Guard"),)


def test_a_second_cover_fire_attacks_anew() -> None:
    found = skirmish(how="")
    for _ in range(2):
        one_round(found, 0)
    parts = found.parts(Act(found.id("Guard"), "step out"), 11, 11)
    assert [part.resolution.outcome.endswith("MISS.") for part in parts] == [False, True, True]
    assert all(rolls(part.resolution)[0].needed == "10 or less" for part in parts[1:])


def test_whoever_runs_through_is_attacked_where_he_comes_in() -> None:
    found = skirmish(how="", guard="CA 24")
    found.put("Guard", "G5")
    cover(found)
    moved, attacked = found.parts(Move(found.id("Guard"), Place.parse("B5")), 99)
    assert moved.resolution.outcome.startswith("Guard moves from G5 to B5")
    assert attacked.resolution.outcome.startswith("Guard appears at E5 under Trent’s cover fire")


def test_a_move_of_several_impulses_is_told_before_the_attack() -> None:
    found = skirmish(how="", guard="CA 4")
    found.put("Guard", "F5")
    cover(found)
    begun, attacked = found.parts(Move(found.id("Guard"), Place.parse("B5")), 99)
    assert begun.resolution.outcome.startswith("Guard moves to B5: 1 of")
    assert attacked.resolution.outcome.startswith("Guard appears at E5")
    assert found.encounter.task(found.id("Guard"))


def test_a_move_that_goes_on_by_itself_runs_into_it() -> None:
    """Trent aims until the next impulse, in which Guard comes from F5."""
    found = skirmish(how="", guard="CA 4")
    found.put("Guard", "G5")
    found.order(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 3, how="cover fire, arc 3"))
    found.order(Move(found.id("Guard"), Place.parse("B5")))
    assert found.one("Guard").place == Place.parse("F5")
    told = [part.resolution.outcome for part in found.next(99)]
    assert told[0].startswith("Trent covers D4, C5 and E5")
    assert told[1].startswith("Guard appears at E5 under Trent’s cover fire")


def test_who_walks_past_is_not_attacked() -> None:
    found = skirmish(how="", guard="CA 24")
    found.put("Guard", "G7")
    cover(found)
    assert len(found.parts(Move(found.id("Guard"), Place.parse("B7")))) == 1


def test_those_of_ones_own_side_are_spared_and_so_is_everybody_hidden() -> None:
    found = skirmish()
    found.sheet("Comrade", "CA 8, hidden", "E5")
    sides(found, Comrade="Blue")
    assert len(found.parts(Act(found.id("Comrade"), "step out"))) == 1
    assert len(found.parts(Move(found.id("Guard"), Place.parse("D5"), how="into cover"))) == 1


def test_without_sides_everybody_is_an_opponent() -> None:
    found = skirmish()
    sides(found, Trent="", Guard="")
    assert "cover fire" in step_out(found, 99).resolution.outcome


def test_who_is_in_sight_there_is_attacked_at_once() -> None:
    found = skirmish(how="", guard="CA 8")
    parts = found.parts(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), 30)
    assert parts[1].resolution.outcome == ("Guard is at D4 under Trent’s cover fire with the M16A1, 8 hexes: MISS.")
    assert covering(found).attacked == (found.id("Guard"),)


def test_a_round_hits_once() -> None:
    """One round, two who appear: none is left for the second."""
    found = skirmish(how="")
    found.sheet("Other", "CA 8, hidden", "D4")
    one_round(found, 0)
    assert ": HIT" in step_out(found, 0, 15, 9, 99).resolution.outcome
    assert step_out(found, name="Other").resolution.outcome.endswith(": no round is left.")


def test_his_width_moves_the_line_with_target_sizes() -> None:
    """Who looks over cover is three lines narrower (4E, Auto Width): line 8 - 3."""
    found = skirmish("accuracy", "damage", "automatic fire", how="")
    found.order(Switch("target sizes", "on"))
    found.parts(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), 0)
    shown, width = found.parts(Act(found.id("Guard"), "look over cover"), 99)
    size = next(step for step in width.resolution.steps if getattr(step, "label", "") == "Size")
    assert size.value != "0"  # type: ignore[union-attr]
    assert rolls(width.resolution)[0].needed != "29 or less"
    assert "looks over" in shown.resolution.outcome


def test_cover_weakens_the_rounds() -> None:
    found = skirmish("accuracy", "damage", "automatic fire", "cover", how="", guard="CA 8, KV 20, hidden")
    found.order(Adjust(found.id("Guard"), "behind brick wall 6 inch, hidden"))
    found.parts(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 2, how="cover fire, arc 3"), 0)
    done = found.parts(Act(found.id("Guard"), "fire over cover"), 0, 0, 99)[-1]
    assert "HIT" in done.resolution.outcome


def test_sandbags_cover_him_to_the_side() -> None:
    found = skirmish(guard="CA 24, hidden")
    found.make("Guard", facing=0, foxhole=True)
    assert len(found.parts(Act(found.id("Guard"), "fire over cover"))) == 1


def test_the_shooter_may_do_something_else_meanwhile() -> None:
    found = skirmish()
    found.parts(Act(found.id("Trent"), "turn left"))
    assert "cover fire" in step_out(found, 99).resolution.outcome


def test_in_a_quick_ruling_whoever_is_described_is_attacked() -> None:
    book = phoenix()
    bare = staged(book, book.profile("SAL 14, M16", {}), book.profile("in the open", {}), preset="phoenix-basic")
    found = Skirmish()
    found.encounter = bare
    found.order(Switch("cover fire", "on"))
    order = Burst("c1", (Target("c2"),), 1, range=20, how="cover fire, arc 3")
    first, second = found.parts(order, 0, 99)
    assert first.resolution.verdict == "hit"
    assert second.resolution.outcome.endswith("with the M16, 20 hexes: MISS.")
    assert not found.encounter.agenda


def test_off_the_map_somebodys_place_is_covered() -> None:
    found = Skirmish()
    found.order(Switch("cover fire", "on"))
    for name, line in (("Trent", TRENT), ("Guard", "CA 8, hidden"), ("Other", "CA 8, hidden")):
        found.sheet(name, line)
    found.parts(Burst(found.id("Trent"), (found.target("Guard"),), 2, range=20, how="cover fire, arc 3"))
    assert covering(found).people == (found.id("Guard"),)
    assert len(found.parts(Act(found.id("Other"), "step out"))) == 1
    done = step_out(found, 99).resolution
    assert done.outcome == "Guard appears under Trent’s cover fire with the M16A1, 20 hexes: MISS."


def test_board_and_status_sheet() -> None:
    found, book = skirmish(), phoenix()
    shown = book.summary(found.one("Trent"), found.encounter)
    assert "covers D4, C5, E5" in shown.short
    assert dict(shown.lines)["Cover fire"] == "D4, C5 and E5 with the M16A1, 7 rounds, until this impulse ends"
    found.next()
    assert "covers" not in book.summary(found.one("Trent"), found.encounter).short


def test_it_goes_with_whoever_fired_it() -> None:
    found = skirmish()
    found.make("Trent", fired=None)
    found.order(Duck(found.id("Trent")))
    assert not [m for m in found.encounter.agenda if isinstance(m, Watch)]
    assert len(found.parts(Act(found.id("Guard"), "step out"))) == 1
