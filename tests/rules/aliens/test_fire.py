"""Firing: the die against the card, what is spent, and everything that forbids a shot."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Adjust, Chart, Dismiss, Fire, Move, Next, Reload, Switch, Target
from rules.engine.records.steps import Lookup, Note, Ruling
from rules.words.maps import read_map
from rules.words.places import Place
from tests.rules.aliens.skirmish import Skirmish, names, note, rolls

# The shipped cards as printed: rows by aim, columns for ranges 1, 2, 3-4, 5-6, 7+ ("-" blank).
CARDS = {
    ("Apone", "Flame Unit"): ["8 6 4 - -", "? 13 9 - -", "? ? ? - -"],
    ("Rifleman", "Pulse Rifle"): ["8 7 6 4 2", "12 11 9 7 4"],
    ("Rifleman", "Pistol"): ["6 5 3 1 -", "9 8 5 3 0"],
}
COLUMN_OF = {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 999: 4}
CELLS = [
    pytest.param(card, weapon, aim, squares, rows[aim - 1].split()[column], id=f"{card} {weapon} {aim}@{squares}")
    for (card, weapon), rows in CARDS.items()
    for aim in range(1, len(rows) + 1)
    for squares, column in COLUMN_OF.items()
]


@pytest.mark.parametrize(("card", "weapon", "aim", "squares", "cell"), CELLS)
def test_every_cell(card: str, weapon: str, aim: int, squares: int, cell: str) -> None:
    skirmish = Skirmish(card)

    def shoot(*dice: int) -> str:
        order = Fire(skirmish.id(card), (skirmish.target("Alien 1"),), aim=aim, weapon=weapon, range=squares)
        resolution = skirmish.order(order, *dice)
        assert [step.value for step in resolution.steps if isinstance(step, Lookup)] == [cell]
        return resolution.verdict

    before = skirmish.encounter
    if cell in "-?":
        with pytest.raises(Refusal, match="no chance" if cell == "-" else "/weapon add"):
            shoot()
        assert skirmish.encounter == before
    elif int(cell) >= 9:
        assert shoot() == "hit"
    else:
        assert shoot(int(cell) + 1) == "miss"
        skirmish.encounter = before
        assert shoot(int(cell)) == "hit"
        skirmish.encounter = before
        assert shoot(0) == "hit"
    if cell not in "-?":
        assert skirmish.state(card).left == skirmish.state(card).actions - aim


def test_a_miss_in_words() -> None:
    skirmish = Skirmish("Apone")
    missed = skirmish.fire("Apone", "Alien 1", 7, range=2)
    assert missed.outcome == "Apone fires the Flame Unit at Alien 1, 2 squares: MISS."
    assert note(missed, "Left") == "2 of 3 actions; 15 of 16 boxes, cannot be reloaded"
    assert [(roll.low, roll.high, roll.needed) for roll in rolls(missed)] == [(0, 9, "6 or less (70%)")]
    assert missed.concerned == ()
    assert skirmish.one("Alien 1").present


def test_a_hit_in_words() -> None:
    skirmish = Skirmish("Apone")
    hit = skirmish.fire("Apone", "Alien 1", 8, range=1)
    assert hit.outcome == "Apone fires the Flame Unit at Alien 1, 1 square: HIT, Alien 1 is removed."
    assert names(skirmish, hit.concerned) == ["Alien 1"]
    assert not skirmish.one("Alien 1").present
    assert note(hit, "Aliens") == "1 left in play"
    assert note(skirmish.fire("Apone", "Alien 2", 8, range=1), "Aliens") == "none left in play"


def test_of_a_single_alien_nothing_is_counted() -> None:
    skirmish = Skirmish("Apone")
    skirmish.order(Dismiss(skirmish.id("Alien 2")))
    hit = skirmish.fire("Apone", "Alien 1", 8, range=1)
    assert [step.label for step in hit.steps if isinstance(step, Note) and not step.detail] == ["Range", "Left"]


def test_the_record_names_card_and_sections() -> None:
    shot = Skirmish("Apone").fire("Apone", "Alien 1", 8, range=1)
    assert [(step.label, step.text) for step in shot.steps if isinstance(step, Note) and step.detail] == [
        ("Card", "Aliens, Target Range (example)"),
        ("Section", "Aliens, Target Range"),
        ("Section", "Aliens Expansion Rules, Ammunition Restrictions"),
    ]


def test_automatic_throws_no_die() -> None:
    hit = Skirmish("Apone").fire("Apone", "Alien 1", aim=2, range=3)
    assert note(hit, "Hit") == "9 is 9 or more: automatic hit, no roll"
    assert rolls(hit) == []


def refused(skirmish: Skirmish, kind: type[Refusal] = Refusal, **options: Any) -> str:
    """Return the refusal of a shot at Alien 1 with these options; the encounter stays as it was."""
    before = skirmish.encounter
    given: dict[str, Any] = {"targets": (skirmish.target("Alien 1"),), "range": 2, **options}
    with pytest.raises(kind) as caught:
        skirmish.order(Fire(skirmish.encounter.combatants[0].id, **given))
    assert skirmish.encounter == before
    said = str(caught.value)
    assert said.endswith(".") and "\n" not in said and len(said) < 250
    return said


@pytest.mark.parametrize("aim", [0, -1, 4, 10**9])
def test_more_aim_than_the_card(aim: int) -> None:
    said = refused(Skirmish("Apone"), aim=aim)
    assert said == f"Aim for the Flame Unit is 1 to 3 actions on Apone's card, not {aim}."


def test_more_aim_than_actions_left() -> None:
    skirmish = Skirmish("Apone")
    skirmish.fire("Apone", "Alien 1", 9, aim=1, range=2)
    skirmish.fire("Apone", "Alien 1", 9, aim=1, range=2)
    said = refused(skirmish, NotNow, aim=2)
    assert said == "Apone has 1 of 3 actions left this turn. That aim takes 2."
    skirmish.fire("Apone", "Alien 1", 9, range=2)
    assert refused(skirmish, NotNow) == "Apone has no actions left this turn. Use /next to begin the next turn."


@pytest.mark.parametrize("range", [0, -1, 1000, 10**12])
def test_impossible_ranges(range: int) -> None:
    assert refused(Skirmish("Apone"), range=range) == f"Range is 1 to 999 squares, not {range}."


def test_a_blank_cell_names_what_has_a_chance() -> None:
    said = refused(Skirmish("Apone"), range=5)
    assert said == (
        "With 1 action of aim the Flame Unit has no chance at 5 squares. It has a chance at 1, 2 or"
        " 3-4 squares with that aim."
    )
    pistol = refused(Skirmish("Rifleman, Pistol"), range=9)
    assert pistol == (
        "With 1 action of aim the Pistol has no chance at 9 squares. It has a chance at 1, 2, 3-4 or"
        " 5-6 squares with that aim or at that range with 2 actions of aim."
    )


def test_an_unknown_cell_says_how_to_enter_it() -> None:
    said = refused(Skirmish("Apone"), range=1, aim=2)
    assert "lacks the" in said and "/weapon add" in said


def test_targets() -> None:
    skirmish = Skirmish("Apone", "Rifleman", aliens=3)
    assert "Aliens in play: Alien 1, Alien 2 and Alien 3." in refused(skirmish, targets=())
    assert "Aliens in play" in refused(skirmish, targets=(skirmish.target("Alien 1"), skirmish.target("Alien 2")))
    assert "You can't fire at yourself" in refused(skirmish, targets=(skirmish.target("Apone"),))
    assert "Rifleman is a Marine" in refused(skirmish, NoRule, targets=(skirmish.target("Rifleman"),))
    skirmish.fire("Apone", "Alien 1", 0, range=2)
    assert "Alien 1 is already out of play. Aliens in play: Alien 2 and Alien 3" in refused(skirmish, NotNow)
    assert "no longer in this encounter" in refused(skirmish, UnknownName, targets=(Target("c99"),))


def test_no_range_known() -> None:
    assert refused(Skirmish("Apone"), range=None) == (
        "How far away is Alien 1? Give range: in squares, or put both on the map."
    )


@pytest.mark.parametrize(("option", "value"), [("how", "hip"), ("mod", "-3 smoke")])
def test_options_the_book_does_not_know(option: str, value: str) -> None:
    assert f"Leave {option}: out" in refused(Skirmish("Apone"), NoRule, **{option: value})


def test_unknown_weapon_names_the_nearest() -> None:
    said = refused(Skirmish("Rifleman"), UnknownName, weapon="pluse rifle")
    assert "Pulse Rifle" in said


def test_an_alien_does_not_fire() -> None:
    skirmish = Skirmish("Apone")
    with pytest.raises(NoRule, match="no weapons"):
        skirmish.fire("Alien 1", "Alien 2", range=2)


def test_the_removed_do_not_fire() -> None:
    skirmish = Skirmish("Apone")
    skirmish.order(Adjust(skirmish.id("Apone"), "dead"))
    assert "out of play" in refused(skirmish, NotNow)


def test_empty_weapons() -> None:
    assert refused(Skirmish("Apone, loaded 0"), NotNow) == (
        "The Flame Unit is empty and cannot be reloaded. Choose another weapon."
    )
    rifle = refused(Skirmish("Rifleman, loaded 0"), NotNow)
    assert rifle == "The Pulse Rifle is empty: no boxes left. Use /reload (8 actions)."


def test_one_box_whatever_the_aim() -> None:
    skirmish = Skirmish("Rifleman, loaded 1")
    skirmish.fire("Rifleman", "Alien 1", aim=2, range=1)
    assert skirmish.ammunition("Rifleman").loaded == 0


def test_without_the_ammunition_rule_no_box_is_counted() -> None:
    skirmish = Skirmish("Apone, loaded 0")
    skirmish.order(Switch("ammunition", "off"))
    shot = skirmish.fire("Apone", "Alien 1", 9, range=2)
    assert note(shot, "Left") == "2 of 3 actions"
    assert skirmish.ammunition("Apone").loaded == 0


def test_not_while_reloading() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Reload(skirmish.id("Rifleman")))
    skirmish.order(Next())
    assert "(4 of 8 actions done" in refused(skirmish, NotNow)


def test_another_weapon_comes_in_hand_free() -> None:
    skirmish = Skirmish("Rifleman")
    shot = skirmish.order(Fire(skirmish.id("Rifleman"), (skirmish.target("Alien 1"),), weapon="pistol", range=1), 9)
    assert "takes the Pistol in hand" in note(shot, "Weapon")
    assert skirmish.one("Rifleman").in_hand == 1
    assert skirmish.state("Rifleman").left == 1
    assert (skirmish.ammunition("Rifleman", 0).loaded, skirmish.ammunition("Rifleman", 1).loaded) == (16, 12)


def test_the_range_given_is_kept_until_one_moves() -> None:
    skirmish = Skirmish("Apone")
    skirmish.fire("Apone", "Alien 1", 9, range=2)
    assert "2 squares" in skirmish.fire("Apone", "Alien 1", 9).outcome
    assert "How far away is Alien 2?" in refused(skirmish, targets=(skirmish.target("Alien 2"),), range=None)
    skirmish.order(Move(skirmish.id("Alien 1"), Place.parse("B2")))
    assert "How far away is Alien 1?" in refused(skirmish, range=None)


def test_an_alien_described_on_the_spot() -> None:
    skirmish = Skirmish("Apone", aliens=1)
    alien = skirmish.ruleset.profile("alien", {})
    shot = skirmish.order(Fire(skirmish.id("Apone"), (Target(profile=alien),), range=2), 0)
    assert shot.outcome == "Apone fires the Flame Unit at Alien, 2 squares: HIT."
    assert skirmish.encounter.ranges == ()
    assert all(c.present for c in skirmish.encounter.combatants)


def test_a_marine_described_on_the_spot() -> None:
    skirmish = Skirmish("Apone")
    marine = skirmish.ruleset.profile("Rifleman", {})
    assert "hitting an Alien" in refused(skirmish, NoRule, targets=(Target(profile=marine),))


class TestOnTheMap:
    def test_the_range_is_measured(self) -> None:
        skirmish = Skirmish("Apone")
        skirmish.map(12, 8, Apone="B2", Alien_1="C4")
        shot = skirmish.fire("Apone", "Alien 1", 9)
        assert "2 squares" in shot.outcome
        assert note(shot, "Range") == "2 squares, B2 to C4"
        assert [step.id for step in shot.steps if isinstance(step, Ruling)] == ["O18"]

    def test_straight_needs_no_ruling(self) -> None:
        skirmish = Skirmish("Apone")
        skirmish.map(12, 8, Apone="B2", Alien_1="D2")
        shot = skirmish.fire("Apone", "Alien 1", 9)
        assert [step for step in shot.steps if isinstance(step, Ruling)] == []

    def test_figures_do_not_block(self) -> None:
        skirmish = Skirmish("Apone")
        skirmish.map(12, 8, Apone="B2", Alien_2="D2", Alien_1="E2")
        shot = skirmish.fire("Apone", "Alien 1", 9)
        assert [step.id for step in shot.steps if isinstance(step, Ruling)] == ["O66"]

    def test_an_obstruction_blocks_and_is_named(self) -> None:
        skirmish = Skirmish("Rifleman")
        skirmish.map(12, 8, "D2", Rifleman="A2", Alien_1="F2")
        said = refused(skirmish, NotNow, range=None)
        assert "No line of sight from A2 to F2: the obstruction at D2 is in the way" in said

    def test_a_given_range_wins_over_the_map_but_not_over_the_obstruction(self) -> None:
        skirmish = Skirmish("Rifleman")
        skirmish.map(12, 8, Rifleman="A2", Alien_1="F2")
        shot = skirmish.fire("Rifleman", "Alien 1", 9, range=3)
        assert note(shot, "Range") == "3 squares, as given; on the map it is 5"
        assert skirmish.encounter.ranges == ()
        skirmish.map(12, 8, "D2")
        assert "D2" in refused(skirmish, NotNow, range=3)

    def test_the_same_square(self) -> None:
        skirmish = Skirmish("Apone")
        skirmish.map(12, 8, Apone="B2", Alien_1="B2")
        assert "Use /move first" in refused(skirmish, NotNow, range=None)


def test_a_removed_alien_is_a_clause_of_its_own() -> None:
    skirmish = Skirmish()
    hit = skirmish.fire("Apone", "Alien 1", 0, range=1)
    shooter, alien = skirmish.id("Apone"), skirmish.id("Alien 1")
    assert [(clause.about, clause.text) for clause in hit.clauses] == [
        (shooter, "Apone fires the Flame Unit at Alien 1, 1 square"),
        (shooter, ": HIT, "),
        (alien, "Alien 1 is removed."),
    ]
    [left] = [step for step in hit.steps if isinstance(step, Note) and step.label == "Aliens"]
    assert {step.about for step in hit.steps if step != left} == {shooter} and left.about == ""


@pytest.mark.parametrize("alien", ["E4", "F4", "I4", "F3", "I6"])
def test_a_marine_next_to_a_pillar_fires_around_either_edge(alien: str) -> None:
    """Shooter C4, pillar D4: what is straight behind the pillar is seen around it (O72)."""
    skirmish = Skirmish("Rifleman")
    skirmish.map(12, 8, "D4", Rifleman="C4", Alien_1=alien)
    assert skirmish.fire("Rifleman", "Alien 1", 0).verdict == "hit"


@pytest.mark.parametrize(
    ("walls", "blocks"), [("D1-D8", "D4"), ("D3 D4 D5 E2 E6", "D4"), ("D4 E4 E3 E5", "E4"), ("D4 F3-F5", "F4")]
)
def test_a_marine_next_to_a_wall_does_not_fire_through_it(walls: str, blocks: str) -> None:
    """The obstruction named is not one that the Marine leans around, but the one that is then in the way (O72)."""
    skirmish = Skirmish("Rifleman")
    battle_map = read_map("12x8", walls)
    skirmish.order(Chart(battle_map))
    skirmish.order(Adjust(skirmish.id("Rifleman"), "at C4"))
    skirmish.order(Adjust(skirmish.id("Alien 1"), "at G4"))
    assert f"the obstruction at {blocks} is in the way" in refused(skirmish, NotNow, range=None)
