"""Other actions: any text with a cost, taking off and landing, spaces counted by word of mouth."""

from __future__ import annotations

import pytest

from rules.engine.conduct.conduct import staged
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Apart
from rules.engine.records.orders import Act
from rules.engine.scene.dice import NoDice
from rules.engine.scene.effects import Placed, Ranged
from rules.engine.scene.scene import Scene
from rules.space_marines.figures.figure import DONE, FRESH, MOVING, PLACED
from tests.reading import part_named
from tests.rules.space_marines.skirmish import Skirmish, book, note


def table(*sheets: str) -> Skirmish:
    """Good Guys without a map: Ash, Bo, Cy."""
    skirmish = Skirmish(bad_guys="people")
    for name, sheet in zip(["Ash", "Bo", "Cy"], sheets, strict=False):
        skirmish.muster(f"{sheet}, good guys", "", name)
    return skirmish


def test_anything_with_a_cost() -> None:
    skirmish = table("Marine")
    welded = skirmish.act("Ash", "welds the door.", 2)
    assert welded.outcome == "Ash: welds the door (2 Points)."
    assert note(welded, "Left") == "1 of 3 Points"
    assert skirmish.state("Ash").stage == DONE


def test_the_helpless_do_nothing_at_all() -> None:
    brain = table("Bug Brain")
    with pytest.raises(NoRule, match=r"Ash is helpless and can neither move nor act\."):
        brain.act("Ash", "thinks")
    assert brain.state("Ash").stage == FRESH


def test_without_a_cost_it_takes_nothing() -> None:
    skirmish = table("Marine")
    assert skirmish.act("Ash", "picks the egg up").outcome == "Ash: picks the egg up (0 Points)."
    assert skirmish.state("Ash").left == 3
    assert skirmish.state("Ash").stage == DONE


def test_points_must_cover_it() -> None:
    skirmish = table("Marine")
    with pytest.raises(NotNow, match=r"Ash has 3 Points left this turn\. That takes 4 Points"):
        skirmish.act("Ash", "welds the door", 4)
    for cost in (-1, 100):
        with pytest.raises(Refusal, match=f"0 to 99 Points, not {cost}"):
            skirmish.act("Ash", "welds the door", cost)


@pytest.mark.parametrize("what", ["", " ", "!!", "x" * 201])
def test_what_says_nothing(what: str) -> None:
    with pytest.raises(Refusal, match="1 to 200 characters"):
        table("Marine").act("Ash", what)


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ("Cover fire", "how: cover fire"),
        ("fire", "/fire"),
        ("reload", "/reload"),
        ("move", "move 2"),
        ("Move.", "/move"),
    ],
)
def test_what_has_an_order_of_its_own(what: str, instead: str) -> None:
    with pytest.raises(NoRule, match=instead):
        table("Marine").act("Ash", what)


def test_spaces_by_word_of_mouth() -> None:
    skirmish = table("Marine", "Marine")
    skirmish.encounter = Ranged(Apart(skirmish.id("Ash"), skirmish.id("Bo"), 5)).on(skirmish.encounter)
    moved = skirmish.act("Ash", "move 2")
    assert moved.outcome == "Ash moves 2 spaces (2 Points)."
    state = skirmish.state("Ash")
    assert state.left == 1
    assert state.stage == MOVING
    assert state.moved
    assert skirmish.encounter.ranges == ()
    assert skirmish.act("Ash", "Move 1 space").outcome == "Ash moves 1 space (1 Point)."
    with pytest.raises(NotNow, match=r"Ash has 0 Points left this turn\. Moving 1 space takes 1 Point"):
        skirmish.act("Ash", "move 1")
    skirmish.act("Ash", "waves")


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("Fuzzy Warrior", "3 spaces (1 1/2 Points)"),
        ("Bot Warrior", "2 spaces (3 Points)"),
        ("Bug Leader", "6 spaces (6"),
    ],
)
def test_at_the_cost_of_the_troop_type(sheet: str, told: str) -> None:
    assert f"Ash moves {told}" in table(sheet).act("Ash", f"move {told[0]}").outcome


def test_with_a_leaders_help_or_at_another_cost() -> None:
    skirmish = table("Marine", "Marine leader")
    assert skirmish.act("Ash", "move 5, command").outcome == (
        "Ash moves 5 spaces (3 Points and 2 Command Points of Bo)."
    )
    assert skirmish.act("Bo", "move 2", 3).outcome == "Bo moves 2 spaces (3 Points)."


def test_in_the_air_by_word_of_mouth() -> None:
    skirmish = table("Bot Scout")
    assert skirmish.act("Ash", "move 2 fly").outcome == "Ash takes off and flies 2 spaces (2 Points)."
    assert skirmish.act("Ash", "move 2 land").outcome == "Ash flies 2 spaces (1 Point) and lands."
    assert not skirmish.state("Ash").flying


@pytest.mark.parametrize(
    ("what", "why"), [("move 0", "Give 1 to"
        " 99 spaces"), ("move 100", "Give 1 to 99 spaces"), ("move 1 via C3", "Leave via out"),
                      ("move 1 running", "not a way to move"), ("move 1 fly", "does not fly")]
)  # fmt: skip
def test_moves_that_cannot_be(what: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        table("Marine").act("Ash", what)


def test_what_does_not_move() -> None:
    with pytest.raises(NoRule, match="Ash cannot move"):
        table("Bug Brain").act("Ash", "move 1")


def test_on_the_map_places_are_named() -> None:
    skirmish = Skirmish()
    skirmish.map(8, 8)
    skirmish.muster("Marine", "B2", "Ash")
    with pytest.raises(NotNow, match=r"Ash is on the map at B2\. Use /move with the place to go to\."):
        skirmish.act("Ash", "move 2")


def test_a_reinforcement_does_not_move_like_this_either() -> None:
    skirmish = table("Marine")
    skirmish.act("Ash", "waves")
    skirmish.muster("Marine", "", "Bo")
    assert skirmish.state("Bo").stage == PLACED
    with pytest.raises(NotNow, match="Bo was placed in this phase"):
        skirmish.act("Bo", "move 1")


def test_taking_off_and_landing_end_nothing() -> None:
    skirmish = table("Bot Scout")
    assert skirmish.act("Ash", "take off").outcome == "Ash takes off (1 Point)."
    state = skirmish.state("Ash")
    assert state.flying
    assert state.left == 2
    assert state.stage == MOVING
    with pytest.raises(NotNow, match=r"Ash is already in the air\. Leave fly out"):
        skirmish.act("Ash", "take off")
    assert skirmish.act("Ash", "Land").outcome == "Ash lands (0 Points)."
    assert not skirmish.state("Ash").flying
    assert skirmish.state("Ash").left == 2
    with pytest.raises(NotNow, match=r"Ash is already on the ground\. Leave land out"):
        skirmish.act("Ash", "land")
    with pytest.raises(NoRule, match="Ash does not fly"):
        table("Marine").act("Ash", "take off")


def test_nothing_lands_on_a_wall_or_on_somebody() -> None:
    skirmish = Skirmish(bad_guys="people", outdoors=True)
    skirmish.map(8, 8, "C3")
    skirmish.muster("Bot Scout, good guys", "B2", "Ash")
    skirmish.muster("Marine", "D4", "Bo")
    skirmish.act("Ash", "take off")
    for where in ("C3", "D4"):
        skirmish.encounter = Placed(skirmish.id("Ash"), skirmish.at(where).place).on(skirmish.encounter)
        with pytest.raises(NotNow, match=f"no room to land at {where}"):
            skirmish.act("Ash", "land")
    skirmish.move("Ash", "E4", "land")
    assert not skirmish.state("Ash").flying


def test_what_there_is_to_choose_from() -> None:
    def shown(skirmish: Skirmish) -> list[str]:
        return [text for _, text in skirmish.ruleset.acts(skirmish.encounter, skirmish.id("Ash"))]

    assert shown(table("Marine")) == ["move 1 space (1 Point)", "move 2 spaces (2 Points)", "move 3 spaces (3 Points)"]
    assert shown(table("Bot Warrior")) == ["move 1 space (1 1/2 Points)", "move 2 spaces (3 Points)"]
    assert shown(table("Bug Brain")) == []
    scout = table("Bot Scout")
    assert shown(scout)[0] == "take off (1 Point)"
    scout.act("Ash", "take off")
    assert shown(scout) == [
        "land (0 Points)", "move 1 space (1/2 Point)", "move 2 spaces (1 Point)", "move 3 spaces (1 1/2 Points)",
        "move 4 spaces (2 Points)",
    ]  # fmt: skip


def test_what_there_is_to_choose_from_can_be_done() -> None:
    for sheet in ("Marine", "Fuzzy Warrior", "Bot Warrior", "Bot Scout", "Bug Leader"):
        for name, _ in table(sheet).ruleset.acts(table(sheet).encounter, "c1"):
            table(sheet).act("Ash", name)


def test_a_quick_ruling_ends_no_turn() -> None:
    scene = Scene(staged(book(), book().profile("Marine", {})), NoDice("none"))
    book().resolve(Act("c1", "waves"), scene)
    book().resolve(Act("c1", "waves again"), scene)
    assert [part_named(part).resolution.outcome for part in scene.parts] == [
        "Marine: waves (0 Points).",
        "Marine: waves again (0 Points).",
    ]


def test_a_reinforcement_does_not_take_off() -> None:
    skirmish = table("Marine")
    skirmish.act("Ash", "waves")
    skirmish.muster("Bot Scout, good guys", "", "Bo")
    with pytest.raises(NotNow, match="Bo was placed in this phase"):
        skirmish.act("Bo", "take off")


def test_taking_off_is_movement() -> None:
    skirmish = table("Bot Scout")
    skirmish.act("Ash", "take off")
    assert skirmish.state("Ash").moved


def test_a_range_holds_no_longer_once_the_other_has_moved() -> None:
    skirmish = table("Marine")
    skirmish.muster("Bug Warrior", name="Bug")
    skirmish.fire("Ash", "Bug", dice=(1, 2), range=7)
    skirmish.next()
    skirmish.act("Bug", "move 2")
    assert skirmish.encounter.apart(skirmish.id("Ash"), skirmish.id("Bug")) is None
