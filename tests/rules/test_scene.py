"""The scene keeps everything that happens on it, in order, part by part."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import BadDice, DiceWanted, UnknownName
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Sum, Term
from rules.engine.scene.dice import ScriptedDice, TypedDice
from rules.engine.scene.effects import Appeared, Drawn
from rules.engine.scene.scene import Clause, Scene
from rules.shelf import shelf
from tests.rules.test_effects import BASE


def scene(*dice: int) -> Scene:
    return Scene(BASE, ScriptedDice(dice))


def test_steps_are_kept_in_order() -> None:
    stage = scene(7)
    assert stage.throw("Hit", "a shot", 0, 9, "6 or less") == 7
    assert stage.sum("Odds", Term("skill", 5, "1A"), Term("smoke", -3)) == 2
    stage.note("Left", "nothing", detail=True)
    stage.rule("O18", "a diagonal step counts one")
    stage.record(Lookup("Odds", "card", "A card", (("aim", "1"),), "6"))
    stage.conclude("Done.", "miss")
    assert stage.parts[0].resolution.steps == (
        Roll("Hit", "a shot", 0, 9, 7, "6 or less"),
        Sum("Odds", (Term("skill", 5, "1A"), Term("smoke", -3)), 2),
        Note("Left", "nothing", True),
        Ruling("O18", "a diagonal step counts one"),
        Lookup("Odds", "card", "A card", (("aim", "1"),), "6"),
    )
    assert (stage.parts[0].resolution.outcome, stage.parts[0].resolution.verdict) == ("Done.", "miss")


def test_a_lookup_is_on_the_record() -> None:
    stage = scene()
    table = shelf()["aliens"].tables["ammunition"]
    assert stage.lookup("Boxes", table, weapon="machinegun") == 26
    assert stage.lookup("Boxes", table, weapon="Pistol", detail=True) == 13
    stage.conclude("Done.")
    first, second = stage.parts[0].resolution.steps
    assert isinstance(first, Lookup) and isinstance(second, Lookup)
    assert (first.label, first.table, first.at, first.value, first.detail) == (
        "Boxes",
        "ammunition",
        (("weapon", "Machinegun"),),
        "26",
        False,
    )
    assert second.detail


def test_effects_apply_at_once() -> None:
    stage = scene()
    stage.do(Drawn("c1", 1))
    assert stage.combatant("c1").in_hand == 1
    assert BASE.combatant("c1").in_hand == 0
    stage.conclude("One.")
    stage.do(Appeared("c2", False))
    stage.conclude("Two.")
    one, two = stage.parts
    assert (one.resolution.effects, two.resolution.effects) == ((Drawn("c1", 1),), (Appeared("c2", False),))
    assert one.encounter.combatant("c2").present and not two.encounter.combatant("c2").present
    assert two.encounter.combatant("c1").in_hand == 1


def test_an_impossible_effect_is_not_kept() -> None:
    stage = scene()
    with pytest.raises(UnknownName):
        stage.do(Drawn("c9", 1))
    stage.conclude("Nothing.")
    assert stage.parts[0].resolution.effects == ()
    assert stage.encounter == BASE


def test_each_is_hailed_once() -> None:
    stage = scene()
    stage.notify("c1", "", "c2", "c1")
    stage.notify("c2")
    stage.conclude("Done.")
    stage.conclude("Again.")
    assert [part.resolution.concerned for part in stage.parts] == [("c1", "c2"), ()]


def test_typed_dice_say_who_typed() -> None:
    stage = Scene(BASE, TypedDice((7,), "Ann"))
    stage.throw("Hit", "a shot", 0, 9)
    with pytest.raises(DiceWanted, match="Give a roll from 0 to 9 for another"):
        stage.throw("Hit", "another", 0, 9)
    stage.conclude("Done.")
    assert stage.parts[0].resolution.steps == (Roll("Hit", "a shot", 0, 9, 7, typed_by="Ann"),)


def test_a_die_that_cannot_be_is_not_kept() -> None:
    stage = scene(10)
    with pytest.raises(BadDice):
        stage.throw("Hit", "a shot", 0, 9)
    stage.conclude("Done.")
    assert stage.parts[0].resolution.steps == ()


def test_a_ruling_is_on_the_record_once_in_each_part() -> None:
    stage = scene()
    for _ in range(2):
        stage.rule("O21", "1 to 3")
        stage.rule("O21", "1 or 2")
        stage.rule("O21", "1 to 3")
        stage.conclude("Done.")
    assert [part.resolution.steps for part in stage.parts] == [(Ruling("O21", "1 to 3"), Ruling("O21", "1 or 2"))] * 2


def test_a_ruling_is_on_the_record_for_each_fighter_it_applied_to() -> None:
    stage = scene()
    for id in ("c1", "c2", "c1"):
        with stage.concerning(id):
            stage.rule("O21", "1 to 3")
    stage.conclude("Done.")
    assert [step.about for step in stage.parts[0].resolution.steps] == ["c1", "c2"]


def test_a_list_of_fighters_is_a_clause_about_each() -> None:
    stage = scene()
    one, two, three = (stage.name(id) for id in ("c1", "c2", "c3"))
    assert stage.clauses(f"{one}, {two} and {three} wait.") == (
        Clause("c1", one),
        Clause("c2", f", {two}"),
        Clause("c3", f" and {three} wait."),
    )
    assert stage.clauses("") == ()


def test_a_roll_call_has_no_word_that_tells_how_many_there_are() -> None:
    stage = scene()
    one, two = stage.name("c1"), stage.name("c2")
    assert stage.roll_call("Waiting: ", ["c1", "c2"]) == (
        Clause("", "Waiting: ", lead=True),
        Clause("c1", f"{one}, "),
        Clause("c2", f"{two}."),
    )


def test_what_is_added_belongs_to_the_last_part_that_tells_of_its_fighter() -> None:
    """A part that begins with the fighter and tells of others may be unknown to the fighter's side."""
    stage = scene()
    one, two = stage.name("c1"), stage.name("c2")
    stage.conclude((Clause("c1", f"{one} kneels."),))
    stage.conclude((Clause("c1", f"{one} is spotted by ", lead=True), Clause("c2", f"{two}.", own=True)))
    stage.say(Clause("c1", " The plan ends.", own=True))
    assert [len(part.resolution.clauses) for part in stage.parts] == [2, 2]
    assert stage.parts[0].resolution.clauses[-1].text == " The plan ends."


def test_a_series_tells_of_one_after_the_other() -> None:
    stage = scene()
    with stage.concerning("c1"):
        assert stage.series([("c2", "one HIT"), ("", "a door MISS")]) == (
            Clause("c2", "one HIT; "),
            Clause("c1", "a door MISS."),
        )


def test_neighbouring_clauses_about_the_same_fighter_become_one() -> None:
    stage = scene()
    stage.conclude((Clause("c1", "fires: "), Clause("c1", "HIT, "), Clause("c2", "2 wounds"), Clause("c1", ".")))
    [part] = stage.parts
    assert part.resolution.clauses == (Clause("c1", "fires: HIT, "), Clause("c2", "2 wounds"), Clause("c1", "."))
