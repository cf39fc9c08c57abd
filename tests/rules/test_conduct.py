"""The orders of the table, the same for all rulebooks; here on Aliens."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from rules.aliens.ruleset import Aliens
from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Preset, Summary
from rules.engine.conduct.conduct import UNOPENED, stage
from rules.engine.records.agenda import Question
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadDice, DiceWanted, NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import (
    Act,
    Adjust,
    Answer,
    Appoint,
    Chart,
    Dismiss,
    End,
    Fire,
    Handover,
    Muster,
    Next,
    Pass,
    Rename,
    Start,
    Switch,
    Target,
)
from rules.engine.records.records import Order
from rules.engine.records.steps import Note, Roll
from rules.engine.scene.dice import ScriptedDice, TypedDice
from rules.engine.scene.scene import Scene
from rules.engine.table.muster import MOST_COMBATANTS
from rules.shelf import shelf
from rules.words.places import Place
from tests.duel import duel
from tests.reading import replay, resolve
from tests.rules.aliens.skirmish import Skirmish, names, note

ALIENS = shelf()["aliens"]
MARINE = ALIENS.profile("Apone", {})


def test_start() -> None:
    start = Start("e1", "Sub-level 3", "aliens", "aliens", "gm", "ab" * 32)
    [part] = resolve(start, Scene(UNOPENED, ScriptedDice(())), ALIENS)
    encounter = part.encounter
    assert (encounter.id, encounter.title, encounter.gms) == ("e1", "Sub-level 3", ("gm",))
    assert dict(encounter.switches) == {
        "aliens": "awaited",
        "ammunition": "on",
        "delay": "5",
        "fog": "off",
        "joining": "one each",
        "next": "anyone",
        "pace": "by hand",
        "pictures": "off",
        "timeout": "ask",
        "typed dice": "everyone",
    }
    assert part.resolution.outcome == "Sub-level 3 begins."
    assert "ab" * 32 in note(part.resolution, "Dice")


class Unsupplied(Aliens):
    """A rulebook whose first preset sets a switch."""

    presets = MappingProxyType(
        {
            "unsupplied": Preset("unsupplied", "no boxes", {"ammunition": "off"}),
            "supplied": Preset("supplied", "boxes", {}),
        }
    )


def test_a_preset_sets_the_switches() -> None:
    book = Unsupplied(**vars(ALIENS))
    staged, supplied = stage(book), stage(book, "supplied")
    assert staged.preset == "unsupplied"
    assert dict(staged.switches) == {
        "aliens": "awaited",
        "ammunition": "off",
        "delay": "5",
        "fog": "off",
        "joining": "one each",
        "next": "anyone",
        "pace": "by hand",
        "pictures": "off",
        "timeout": "ask",
        "typed dice": "everyone",
    }
    assert (supplied.preset, dict(supplied.switches)["ammunition"]) == ("supplied", "on")
    [part] = resolve(Start("e1", "Title", "aliens", "unsupplied", "gm", ""), Scene(UNOPENED, ScriptedDice(())), book)
    assert part.encounter.switches == staged.switches


def test_a_summary_beside_a_name() -> None:
    assert Summary("Alien", ()).beside("alien 1") == ""
    assert Summary("out", ()).beside("Scout") == "out"
    assert Summary("reloading 3 of 8", ()).beside("Alien 3") == "reloading 3 of 8"


def test_an_answer_needs_its_question() -> None:
    book = duel()
    encounter = altered(Skirmish("Apone").encounter, agenda=(Question("c1", "Duck?", ("yes", "no"), ()),))

    def answer(actor: str, choice: str) -> str:
        return resolve(Answer(actor, choice), Scene(encounter, ScriptedDice([3])), book)[-1].resolution.outcome

    assert answer("c1", "yes") == "Apone yes."
    with pytest.raises(UnknownName, match=r"^Apone can answer yes or no\.$"):
        answer("c1", "YES")
    with pytest.raises(NotNow, match=r"^Alien 1 has no question to answer\.$"):
        answer("c2", "yes")


class TestMuster:
    def test_one(self) -> None:
        skirmish = Skirmish(aliens=0)
        joined = skirmish.order(Muster(MARINE, "Hicks", "Marines", "u1", roster="Hicks"))
        assert joined.outcome == "Hicks joins the encounter (Marines)."
        hicks = skirmish.one("Hicks")
        assert (hicks.side, hicks.owner, hicks.roster, hicks.sheet, hicks.present) == (
            "Marines",
            "u1",
            "Hicks",
            "Apone",
            True,
        )
        assert joined.concerned == (hicks.id,)

    def test_several_are_numbered(self) -> None:
        skirmish = Skirmish(aliens=0)
        alien = ALIENS.profile("alien", {})
        joined = skirmish.order(Muster(alien, "Alien", "", None, 3, (Place(1, 1), Place(2, 2), Place(3, 3))))
        assert joined.outcome == "Alien 1 to Alien 3 join the encounter."
        assert [str(skirmish.one(f"Alien {n}").place) for n in (1, 2, 3)] == ["A1", "B2", "C3"]
        assert skirmish.order(Muster(alien, "ALIEN", "", None, 1)).outcome == "ALIEN joins the encounter."
        skirmish.order(Muster(alien, "alien", "", None, 2))
        found = [c.name for c in skirmish.encounter.combatants][-2:]
        assert found == ["alien 4", "alien 5"]

    def test_what_the_name_says_already_is_not_said_again(self) -> None:
        skirmish = Skirmish(aliens=0)
        alien = ALIENS.profile("alien", {})
        assert skirmish.order(Muster(alien, "Alien", "", None)).steps[0] == Note(
            "Alien", "moved by the GM; one hit removes it", detail=True, about="c2"
        )
        assert note(skirmish.order(Muster(alien, "Queen", "", None)), "Queen") == "Alien"
        assert note(skirmish.order(Muster(alien, "Alien 7", "", None, places=(Place(2, 4),))), "Alien 7") == "B4"

    def test_a_name_that_is_taken(self) -> None:
        skirmish = Skirmish("Apone", aliens=0)
        skirmish.order(Muster(MARINE, "apone", "", None))
        assert skirmish.one("apone 2").id == "c2"

    def test_ids_are_never_used_again(self) -> None:
        skirmish = Skirmish("Apone", aliens=0)
        skirmish.order(Dismiss("c1"))
        skirmish.order(Muster(MARINE, "Hicks", "", None))
        assert skirmish.one("Hicks").id == "c2"

    def test_a_full_house(self) -> None:
        skirmish = Skirmish("Apone", aliens=0)
        alien = ALIENS.profile("alien", {})
        skirmish.order(Muster(alien, "Alien", "", None, MOST_COMBATANTS - 1))
        for count in (1, 1000):
            with pytest.raises(Refusal, match=r"holds 60 combatants\. There is room for 0 more"):
                skirmish.order(Muster(alien, "Alien", "", None, count))

    @pytest.mark.parametrize("count", [0, -1, 10**9])
    def test_impossible_counts(self, count: int) -> None:
        with pytest.raises(Refusal, match="room for 57 more"):
            Skirmish().order(Muster(MARINE, "Hicks", "", None, count))

    def test_not_into_the_wall(self) -> None:
        skirmish = Skirmish()
        skirmish.map(4, 4, "B2")
        with pytest.raises(NotNow, match="an obstruction at B2"):
            skirmish.order(Muster(MARINE, "Hicks", "", None, places=(Place(2, 2),)))
        with pytest.raises(NotNow, match="E1 is off the map, which goes from A1 to D4"):
            skirmish.order(Muster(MARINE, "Hicks", "", None, places=(Place(5, 1),)))


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a, b", "***", "🔥" * 10])
def test_bad_names(name: str) -> None:
    with pytest.raises(Refusal, match="A name has 1 to 40 characters"):
        good_name(name)


@pytest.mark.parametrize(("name", "kept"), [("Hicks", "Hicks"), (" **Hudson**  2 ", "**Hudson** 2"), ("é", "é")])
def test_good_names(name: str, kept: str) -> None:
    assert good_name(name) == kept


def test_rename() -> None:
    skirmish = Skirmish("Apone", "Rifleman")
    assert skirmish.order(Rename("c1", "Al Apone", "Red")).outcome == "Apone is now Al Apone, side Red."
    assert (skirmish.one("Al Apone").side, skirmish.one("Al Apone").owner) == ("Red", "player")
    skirmish.order(Rename("c1", side="Blue"))
    assert skirmish.one("Al Apone").side == "Blue"
    skirmish.order(Rename("c1", "AL APONE"))
    with pytest.raises(Refusal, match=r"is called rifleman\. Choose another name"):
        skirmish.order(Rename("c1", "rifleman"))


def test_dismiss() -> None:
    skirmish = Skirmish("Apone")
    skirmish.fire("Apone", "Alien 1", 9, range=2)
    assert skirmish.order(Dismiss("c2")).outcome == "Alien 1 leaves the encounter."
    assert [c.name for c in skirmish.encounter.combatants] == ["Apone", "Alien 2"]
    assert skirmish.encounter.ranges == ()
    with pytest.raises(UnknownName, match="no longer in this encounter"):
        skirmish.order(Dismiss("c2"))


def test_handover() -> None:
    skirmish = Skirmish("Apone")
    given = skirmish.order(Handover("c1", "other"))
    assert (skirmish.one("Apone").owner, names(skirmish, given.concerned)) == ("other", ["Apone"])
    assert "the GM" in skirmish.order(Handover("c1", None)).outcome
    assert skirmish.one("Apone").owner is None


def test_switches() -> None:
    skirmish = Skirmish()
    assert skirmish.order(Switch("ammunition", "off")).outcome == "“ammunition” is now off."
    assert dict(skirmish.encounter.switches)["ammunition"] == "off"
    with pytest.raises(Refusal, match="“ammunition” can be on, tokens or off"):
        skirmish.order(Switch("ammunition", "maybe"))
    with pytest.raises(UnknownName, match="ammunition"):
        skirmish.order(Switch("gravity", "off"))


def test_another_gm() -> None:
    skirmish = Skirmish()
    skirmish.order(Appoint("gm2", "Dana"))
    assert skirmish.encounter.gms == ("gm", "gm2")
    with pytest.raises(NotNow, match="already"):
        skirmish.order(Appoint("gm2", "Dana"))


def test_a_new_map_takes_those_off_who_cannot_stand_there() -> None:
    skirmish = Skirmish("Apone", aliens=3)
    skirmish.map(9, 9, Apone="A1", Alien_1="B2", Alien_2="F1", Alien_3="A6")
    charted = skirmish.order(Chart(BattleMap(5, 5, frozenset({Place(2, 2)}))))
    assert charted.outcome == "The map is 5 by 5 squares."
    assert [c.place for c in skirmish.encounter.combatants] == [Place(1, 1), None, None, None]


def test_a_book_without_a_rule_for_rough_ground_refuses_it() -> None:
    skirmish = Skirmish("Apone")
    rough = BattleMap(5, 5, rough=frozenset({Place(2, 2)}))
    before = skirmish.encounter
    with pytest.raises(NoRule, match=r"^Aliens has no rule for rough ground. Leave rough: out\.$"):
        skirmish.order(Chart(rough))
    assert skirmish.encounter == before
    with pytest.raises(
        NoRule, match=r"^Phoenix Command has different costs for kinds of rough ground\. Use brush, rubble"
    ):
        resolve(Chart(rough), Scene(stage(shelf()["phoenix"]), ScriptedDice(())), shelf()["phoenix"])


def test_pass() -> None:
    skirmish = Skirmish("Apone")
    assert skirmish.order(Pass("c1")).outcome == "Apone is done for now."
    with pytest.raises(NotNow, match="Apone has already passed"):
        skirmish.order(Pass("c1"))
    skirmish.order(Next())
    skirmish.order(Pass("c1"))


def test_the_end() -> None:
    skirmish = Skirmish("Apone")
    ended = skirmish.order(End("ab" * 32))
    assert (note(ended, "Seed"), note(ended, "Hash")) == ("ab" * 32, "0" * 64)
    assert skirmish.encounter.ended
    orders: list[Order] = [Next(), Pass("c1"), End(""), Fire("c1", (Target("c2"),), range=2), Switch("next", "gm")]
    for order in orders:
        with pytest.raises(NotNow, match="This encounter has ended"):
            skirmish.order(order)


def test_the_removed_do_nothing() -> None:
    skirmish = Skirmish("Apone")
    skirmish.fire("Apone", "Alien 1", 0, range=2)
    for order in (Pass("c2"), Act("c2", "hisses")):
        with pytest.raises(NotNow, match=r"Alien 1 is out of play\. The GM can bring them back with /adjust"):
            skirmish.order(order)


class TestReplay:
    def test_the_same_again_with_who_typed_the_dice(self) -> None:
        encounter = Skirmish("Apone").encounter
        order = Fire("c1", (Target("c2"),), range=2)
        parts = resolve(order, Scene(encounter, TypedDice((7,), "Ann")), ALIENS)
        [roll] = [step for step in parts[0].resolution.steps if isinstance(step, Roll)]
        assert (roll.value, roll.typed_by) == (7, "Ann")
        assert replay(order, encounter, [part.resolution for part in parts], ALIENS) == parts

    def test_too_few_dice_recorded(self) -> None:
        with pytest.raises(BadDice, match="ends before"):
            replay(Fire("c1", (Target("c2"),), range=2), Skirmish("Apone").encounter, [], ALIENS)

    def test_typed_dice_that_lack_ask_for_the_rest(self) -> None:
        with pytest.raises(DiceWanted) as wanted:
            resolve(
                Fire("c1", (Target("c2"),), range=2), Scene(Skirmish("Apone").encounter, TypedDice((), "Ann")), ALIENS
            )
        assert (wanted.value.why, wanted.value.low, wanted.value.high) == ("Apone's shot at Alien 1", 0, 9)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("\u202eHicks\u200b", "Hicks"), ("Ab\x00c", "Abc"), ("\u200bHicks 👩\u200d🚀", "Hicks 👩\u200d🚀")],
)
def test_invisible_signs_are_not_kept_in_a_name(name: str, kept: str) -> None:
    assert good_name(name) == kept


def test_a_name_and_side_that_stand_already_are_no_order() -> None:
    skirmish = Skirmish("Apone")
    for order in (Rename("c1", "Apone"), Rename("c1", side="Marines"), Rename("c1", " Apone ", "Marines")):
        with pytest.raises(NotNow, match="Apone already has that name or side"):
            skirmish.order(order)


def test_nobody_is_handed_to_whom_he_belongs_to() -> None:
    skirmish = Skirmish("Apone")
    with pytest.raises(NotNow, match="Apone is already theirs"):
        skirmish.order(Handover("c1", "player"))
    skirmish.order(Handover("c1", None))
    with pytest.raises(NotNow, match="Apone is already the GM’s"):
        skirmish.order(Handover("c1", None))


def test_another_owner_s_roster_knows_nothing_of_whom_he_is_given() -> None:
    skirmish = Skirmish("Apone", aliens=0)
    profile = skirmish.ruleset.profile("Rifleman", {})
    skirmish.order(Muster(profile, "Hicks", "", "player", roster="Hicks"))
    skirmish.order(Rename("c2", "Dwayne"))
    assert skirmish.one("Dwayne").roster == "Hicks"
    skirmish.order(Handover("c2", "other"))
    assert skirmish.one("Dwayne").roster == ""


def test_several_of_one_owner_are_kept_each_under_a_name_of_its_own() -> None:
    skirmish = Skirmish("Apone", aliens=0)
    profile = skirmish.ruleset.profile("Rifleman", {})
    skirmish.order(Muster(profile, "Hicks", "", "player", 3, roster="Hicks"))
    skirmish.order(Muster(profile, "Hicks", "", "other", roster="Hicks"))
    skirmish.order(Muster(profile, "Hicks", "", None))
    assert [(c.name, c.roster) for c in skirmish.encounter.combatants[1:]] == [
        ("Hicks 1", "Hicks"), ("Hicks 2", "Hicks 2"), ("Hicks 3", "Hicks 3"), ("Hicks", "Hicks"), ("Hicks 4", ""),
    ]  # fmt: skip


def test_newcomers_stand_where_nobody_stands() -> None:
    skirmish = Skirmish("Apone", aliens=0)
    alien = skirmish.ruleset.profile("alien", {})
    skirmish.order(Muster(alien, "Alien", "", None, 1, (Place(2, 2),)))
    for places in ((Place(2, 2), Place(3, 3)), (Place(3, 3), Place(3, 3))):
        with pytest.raises(NotNow, match="Choose a free place"):
            skirmish.order(Muster(alien, "Alien", "", None, 2, places))
    skirmish.order(Adjust("c2", "dead"))
    skirmish.order(Muster(alien, "Alien", "", None, 1, (Place(2, 2),)))
