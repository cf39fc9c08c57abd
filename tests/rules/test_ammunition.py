"""Ammunition as all rulebooks count it: tokens by Abstract Ammunition Tracking, boxes, and one measure for another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.ammunition import ammunition
from rules.engine.ammunition.ammunition import (
    AUTOMATIC_FIRE,
    BOXES,
    DOUBLE_TAP,
    GRENADES,
    RAPID_ATTACK,
    ROUNDS,
    SINGLE_SHOT,
    THREE_ROUND_BURST,
    TOKENS,
    Use,
    left,
    pieces,
    recounted,
    spent,
)
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.model import Ammunition, Carried, Spare
from rules.engine.records.records import Weapon
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Step
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene

MEASURES = st.sampled_from((ROUNDS, BOXES, TOKENS))


def staged(*dice: int) -> Scene:
    return Scene(UNOPENED, ScriptedDice(dice))


def steps(scene: Scene) -> tuple[Step, ...]:
    scene.conclude("done")
    return scene.parts[-1].resolution.steps


@pytest.mark.parametrize(
    ("magazine", "expected"),
    [
        (1, 1),
        (7, 1),
        (10, 1),
        (11, 2),
        (30, 2),
        (40, 2),
        (41, 3),
        (60, 3),
        (61, 4),
        (100, 5),
        (200, 10),
        (201, 11),
        (1000, 50),
    ],
)
def test_tokens_by_the_size_of_the_magazine(magazine: int, expected: int) -> None:
    assert ammunition.tokens(magazine) == expected


@pytest.mark.parametrize(("magazine", "expected"), [(8, 12), (7, 11), (30, 45), (1, 2), (27, 41)])
def test_an_extended_magazine_holds_half_as_much_again(magazine: int, expected: int) -> None:
    assert ammunition.extended(magazine) == expected


# The Ammo Depletion Range of each fire mode: the highest face that costs a token.
@pytest.mark.parametrize(
    ("mode", "last"),
    [(SINGLE_SHOT, 1), (DOUBLE_TAP, 2), (THREE_ROUND_BURST, 3), (AUTOMATIC_FIRE, 3), (RAPID_ATTACK, 3)],
)
@pytest.mark.parametrize("face", range(1, 13))
def test_the_shooting_die_says_whether_a_token_is_lost(mode: str, last: int, face: int) -> None:
    scene = staged()
    before = Ammunition(TOKENS, 3, 2)
    after = spent(Use(5, mode, (face,)), before, scene)
    assert after == Ammunition(TOKENS, 3, 1 if face <= last else 2)
    told = [step.text for step in steps(scene) if isinstance(step, Note)]
    lost, low = "1" if face <= last else "none", {1: "1", 2: "2 or less", 3: "3 or less"}[last]
    assert told == [f"{mode}: {face} on the Shooting die; {low} loses a token: {lost}"]


@pytest.mark.parametrize(
    ("faces", "lost"), [((4, 4, 4), 0), ((1, 4, 4), 1), ((3, 2, 9), 2), ((1, 2, 3), 3), ((1, 1, 1, 1, 1), 4)]
)
def test_each_die_of_automatic_fire_for_itself(faces: tuple[int, ...], lost: int) -> None:
    assert spent(Use(9, AUTOMATIC_FIRE, faces), Ammunition(TOKENS, 5, 4), staged()).loaded == 4 - lost


@pytest.mark.parametrize(("mode", "edge"), [(SINGLE_SHOT, 1), (DOUBLE_TAP, 2), (AUTOMATIC_FIRE, 3)])
@pytest.mark.parametrize("face", range(1, 7))
def test_without_a_shooting_die_a_d6_is_thrown(mode: str, edge: int, face: int) -> None:
    scene = staged(face)
    after = spent(Use(mode=mode), Ammunition(TOKENS, 2, 1), scene)
    assert after.loaded == (0 if face <= edge else 1)
    kept = steps(scene)
    [roll] = [step for step in kept if isinstance(step, Roll)]
    assert (roll.low, roll.high, roll.value) == (1, 6, face)
    assert roll.needed == ("1 loses one" if edge == 1 else f"{edge} or less loses one")
    assert [step.id for step in kept if isinstance(step, Ruling)] == ["O62"]
    [lookup] = [step for step in kept if isinstance(step, Lookup)]
    assert (lookup.table, lookup.value) == ("token_depletion", str(edge))


@pytest.mark.parametrize("measure", [BOXES, GRENADES])
def test_one_box_or_grenade_for_an_attack(measure: str) -> None:
    scene = staged()
    assert spent(Use(7, AUTOMATIC_FIRE), Ammunition(measure, 4, 3), scene) == Ammunition(measure, 4, 2)
    assert steps(scene) == ()


def test_as_many_rounds_as_are_fired() -> None:
    scene = staged()
    assert spent(Use(7, AUTOMATIC_FIRE), Ammunition(ROUNDS, 30, 29), scene).loaded == 22
    assert spent(Use(), Ammunition(ROUNDS, 30, 29), scene).loaded == 28
    assert steps(scene) == ()


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (Ammunition(TOKENS, 3, 2), "2 of 3 tokens"),
        (Ammunition(TOKENS, 1, 1), "1 of 1 token"),
        (Ammunition(BOXES, 16, 0), "0 of 16 boxes"),
        (Ammunition(ROUNDS, 30, 29), "29 of 30 rounds"),
        (Ammunition(GRENADES, 4, 4), "4 of 4 grenades"),
    ],
)
def test_what_is_left_in_words(held: Ammunition, words: str) -> None:
    assert left(held) == words


def test_pieces_in_words() -> None:
    assert [pieces(n, BOXES) for n in (0, 1, 2)] == ["0 boxes", "1 box", "2 boxes"]
    assert pieces(1, TOKENS) == "1 token"


def test_empty() -> None:
    weapon = Weapon("Rifle")
    assert ammunition.empty(Carried(weapon, Ammunition(TOKENS, 2, 0)))
    assert not ammunition.empty(Carried(weapon, Ammunition(TOKENS, 2, 1)))
    assert not ammunition.empty(Carried(weapon))


# What is in an M16 (30 rounds, 2 tokens), and in a belt of 100 (5 tokens).
@pytest.mark.parametrize(
    ("full", "rounds", "capacity", "tokens"),
    [
        (30, 30, 2, 2),
        (30, 16, 2, 2),
        (30, 15, 2, 1),
        (30, 1, 2, 1),
        (30, 0, 2, 0),
        (100, 100, 5, 5),
        (100, 81, 5, 5),
        (100, 80, 5, 4),
        (7, 3, 1, 1),
    ],
)
def test_rounds_as_tokens(full: int, rounds: int, capacity: int, tokens: int) -> None:
    assert recounted(Ammunition(ROUNDS, full, rounds), TOKENS, capacity) == Ammunition(TOKENS, capacity, tokens)


@pytest.mark.parametrize(("tokens", "rounds"), [(2, 15), (1, 7), (0, 0)])
def test_tokens_as_rounds(tokens: int, rounds: int) -> None:
    assert recounted(Ammunition(TOKENS, 2, tokens), ROUNDS, 15) == Ammunition(ROUNDS, 15, rounds)


def test_spare_loads_keep_their_number_and_sort() -> None:
    spares = (Spare(30, 2, "AP"), Spare(30, 1, "FMJ"), Spare(12, 1, "FMJ"), Spare(3, 2, "FMJ"))
    found = recounted(Ammunition(ROUNDS, 30, 4, spares, "AP"), TOKENS, 2)
    assert replace(found, spares=found.stacks) == Ammunition(
        TOKENS, 2, 1, (Spare(2, 2, "AP"), Spare(2, 1, "FMJ"), Spare(1, 3, "FMJ")), "AP"
    )
    assert found.loads == 6


def test_single_rounds_become_what_they_are_worth() -> None:
    found = recounted(Ammunition(ROUNDS, 7, 7, (Spare(1, 14), Spare(1, 2, "Slug"))), TOKENS, 1, singly=True)
    assert found == Ammunition(TOKENS, 1, 1, (Spare(1, 2), Spare(1, 1, "Slug")))
    assert recounted(found, ROUNDS, 7, singly=True).spares == (Spare(1, 14), Spare(1, 2, "Slug"))


def test_a_magazine_with_one_token_is_no_single_round() -> None:
    found = recounted(Ammunition(TOKENS, 2, 2, (Spare(1, 3),)), ROUNDS, 30)
    assert found.spares == (Spare(15, 3),)


@st.composite
def loads(draw: st.DrawFn, *, singly: bool = False) -> Ammunition:
    capacity = draw(st.integers(1, 200))
    spare = st.builds(
        Spare, st.just(1) if singly else st.integers(1, capacity), st.integers(1, 50), st.sampled_from(("", "AP"))
    )
    spares = draw(st.none() | st.lists(spare, max_size=4).map(tuple))
    return Ammunition(
        draw(MEASURES), capacity, draw(st.integers(0, capacity)), spares, draw(st.sampled_from(("", "AP")))
    )


@given(loads(), MEASURES, st.integers(1, 200))
def test_full_stays_full_empty_empty_and_nothing_is_lost(before: Ammunition, measure: str, capacity: int) -> None:
    after = recounted(before, measure, capacity)
    assert (after.measure, after.capacity, after.sort) == (measure, capacity, before.sort)
    assert (after.loaded == 0) == (before.loaded == 0)
    assert before.loaded < before.capacity or after.loaded == capacity
    assert after.loads == before.loads
    for spare in before.spares or ():
        full = spare.count == before.capacity
        assert any(s.sort == spare.sort and (s.count == capacity or not full) for s in after.spares or ())


@given(loads(), MEASURES, st.integers(1, 200), MEASURES)
def test_there_and_back_is_possible_and_turning_again_adds_nothing(
    before: Ammunition, measure: str, capacity: int, home: str
) -> None:
    there = recounted(before, measure, capacity)
    back = recounted(there, home, before.capacity)
    assert back.loaded <= before.capacity
    assert back.loads == before.loads
    assert recounted(back, measure, capacity).loaded <= there.loaded
    if capacity >= before.capacity:
        assert back.loaded == before.loaded


def test_tokens_and_back_create_no_rounds() -> None:
    """An M16 with 13 of 30 rounds and two magazines: 73 rounds, not 75."""
    before = Ammunition(ROUNDS, 30, 13, (Spare(30, 2),))
    tokens = recounted(before, TOKENS, 2)
    assert (tokens.loaded, tokens.stacks) == (1, (Spare(2, 2),))
    back = recounted(tokens, ROUNDS, 30)
    assert back == before
    assert pieces_of(back) == 73


def test_a_magazine_that_is_changed_meanwhile_takes_what_it_lacks_along() -> None:
    tokens = recounted(Ammunition(ROUNDS, 30, 13, (Spare(30), Spare(7))), TOKENS, 2)
    taken = tokens.take()
    assert taken is not None
    full, rest = taken
    changed = rest.put(tokens.loaded, tokens.sort, tokens.short).holding(full)
    back = recounted(changed, ROUNDS, 30)
    assert (back.loaded, sorted(spare.count for spare in back.spares or ())) == (30, [7, 13])


def test_ten_shells_are_two_tokens_and_ten_shells_again() -> None:
    before = Ammunition(ROUNDS, 7, 3, (Spare(1, 10), Spare(1, 7, "Slug")))
    tokens = recounted(before, TOKENS, 1, singly=True)
    assert tokens.stacks == (Spare(1, 2), Spare(1, 1, "Slug"))
    assert recounted(tokens, ROUNDS, 7, singly=True) == before


def test_a_token_lost_meanwhile_is_lost() -> None:
    tokens = recounted(Ammunition(ROUNDS, 30, 29, ()), TOKENS, 2)
    fired = spent(Use(faces=(1,)), tokens, staged())
    assert recounted(fired, ROUNDS, 30).loaded == 14
    emptied = spent(Use(faces=(1,)), fired, staged())
    assert recounted(emptied, ROUNDS, 30) == Ammunition(ROUNDS, 30, 0, ())


@given(loads(), st.integers(1, 200), st.integers(1, 200), st.booleans())
def test_by_way_of_other_measures_and_back_nothing_is_created(
    before: Ammunition, one: int, other: int, reload: bool
) -> None:
    """Whatever measures come between, and whatever is loaded meanwhile."""
    first = recounted(before, TOKENS, one)
    if one <= before.capacity:
        again = recounted(first, before.measure, before.capacity)
        assert (again.loaded, again.stacks) == (before.loaded, before.stacks)
    if reload and (taken := first.take()) is not None and first.spares is not None:
        first = taken[1].put(first.loaded, first.sort, first.short).holding(taken[0])
    back = recounted(recounted(first, BOXES, other), before.measure, before.capacity)
    assert pieces_of(back) <= pieces_of(before)


def pieces_of(ammunition: Ammunition) -> int:
    """All pieces, in the weapon and in spare loads."""
    return ammunition.loaded + sum(spare.count * spare.number for spare in ammunition.spares or ())


@given(loads(singly=True), st.integers(1, 200))
def test_single_pieces_keep_their_worth(before: Ammunition, capacity: int) -> None:
    after = recounted(before, TOKENS, capacity, singly=True)
    assert all(spare.count == 1 for spare in after.spares or ())
    for sort in ("", "AP"):
        had = sum(s.number for s in before.spares or () if s.sort == sort)
        has = sum(s.number for s in after.spares or () if s.sort == sort)
        assert (had == 0) == (has == 0)
        worth = len([s for s in before.spares or () if s.sort == sort])
        assert abs(has * before.capacity - had * capacity) < max(before.capacity, 1) * max(worth, 1) or had == 0


@given(loads(), st.integers(1, 200), st.sampled_from((SINGLE_SHOT, DOUBLE_TAP, AUTOMATIC_FIRE)), st.integers(1, 6))
def test_an_attack_takes_one_token_at_most_and_never_from_none(
    before: Ammunition, capacity: int, mode: str, face: int
) -> None:
    held = recounted(before, TOKENS, capacity)
    after = spent(Use(mode=mode), held, staged(face))
    assert after.spares == held.spares
    assert after.loaded in ({held.loaded, held.loaded - 1} if held.loaded else {0})
