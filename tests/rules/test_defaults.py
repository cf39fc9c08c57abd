"""The answers that a book has without writing them, asked of the book of one page in tests/saloon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.books.installed import members
from rules.engine.conduct import conduct
from rules.engine.records.agenda import ask
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadSheet, NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Fire, Move, Next, Target, Throw
from rules.engine.records.records import Order
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.words.places import Place
from tests.saloon.saloon import Gunslinger, Saloon

BOOK = Saloon()


def fight(*sheets: str) -> Encounter:
    """A fight of fighters c1, c2 and so on, each on a side of their own."""
    profiles = [BOOK.profile(sheet, {}) for sheet in sheets]
    encounter = conduct.staged(BOOK, *profiles)
    apart = (replace(one, name=f"Rook {n}", side=f"Side {n}") for n, one in enumerate(encounter.combatants, 1))
    return replace(encounter, timed=True, combatants=tuple(apart))


def after(order: Order, encounter: Encounter, *dice: int) -> Encounter:
    return conduct.resolve(order, Scene(encounter, ScriptedDice(dice)), BOOK)[-1].encounter


def names(combatant: Combatant) -> list[str]:
    return [one.weapon.name for one in combatant.carried]


def test_a_book_says_all_that_it_is_asked_for() -> None:
    assert [name for name in members() if not hasattr(BOOK, name)] == []


def test_a_sheet_line_names_weapons() -> None:
    assert [one.weapon.name for one in BOOK.profile("rifle,  Revolver", {}).carried] == ["Rifle", "Revolver"]
    assert BOOK.sheet_example == BOOK.default_target == "Revolver"
    with pytest.raises(BadSheet, match=r"^A sheet line names weapons\. Known: Revolver, Rifle and Shotgun\.$"):
        BOOK.profile("", {})
    with pytest.raises(BadSheet, match="unicorn"):
        BOOK.profile("unicorn", {})


def test_a_book_without_an_attack_has_no_chances() -> None:
    class Parley(Saloon):
        verbs = frozenset({Move})

    with pytest.raises(NoRule, match=r"^Saloon has no rule for /aim\. It has /move\.$"):
        Parley().check_verb(Aim)
    BOOK.check_verb(Aim)


def test_a_servers_own_weapon_has_the_fields_of_the_books() -> None:
    assert BOOK.homebrew_example == 'name = "My Revolver"\nnumber = 11\nwounds = 1\n'
    added = BOOK.homebrew_record('name = "Derringer"\nnumber = 15\n')
    assert (added.name, added.record) == ("Derringer", {"name": "Derringer", "number": 15})
    homebrew = {added.name: added.record, "RIFLE": {"name": "RIFLE", "number": 2, "wounds": 2}}
    assert [*BOOK.pages(homebrew)] == ["Revolver", "RIFLE", "Shotgun", "Derringer"]
    assert [str(line) for line in BOOK.pages(homebrew)["RIFLE"].lines] == ["Number: 2", "Wounds: 2"]
    assert BOOK.vocabulary(homebrew).weapons["Derringer"] == ("Derringer",)


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ('name = "Colt"', "number: is missing"),
        ('name = "Colt"\nnumber = "many"', "number: should be a whole number"),
        ('name = "Colt"\nnumber = 11.5', "number: should be a whole number"),
        ('name = "Colt"\nnumber = 11\nrange = 5', "range: is not a word of a weapon"),
        ('name = "Colt"\nnumber = -1', "number: should be greater than or equal to 0"),
        ('name = "Colt"\nnumber = 1000001', "number: should be less than or equal to 1000000"),
        ("name = 45\nnumber = 11", "name: put a name in quotation marks"),
        ('name = "Colt, long"\nnumber = 11', "name: a name has 1 to 40 characters"),
        ('name = "3x Rifle"\nnumber = 11', "has another meaning in a sheet line"),
        ("number = ", "This weapon is not valid TOML"),
    ],
)
def test_a_bad_record_names_its_problem(record: str, problem: str) -> None:
    with pytest.raises(BadSheet) as raised:
        BOOK.homebrew_record(record)
    assert problem in str(raised.value)


def test_a_verb_without_a_rule_is_refused_with_those_that_have_one() -> None:
    for verb in (Burst, Throw, Move):
        with pytest.raises(NoRule, match=r"^Saloon has no rule for /\w+\. It has /fire\.$"):
            BOOK.check_verb(verb)
    BOOK.check_verb(Fire)
    BOOK.check_verb(Aim)
    with pytest.raises(NoRule, match=r"^Saloon has no such rule\. It has /fire\.$"):
        after(Act("c1", "dances", 1), fight("Rifle"))


def test_turns_and_who_is_still_to_act() -> None:
    encounter = fight("Rifle", "Shotgun")
    assert (BOOK.clock(encounter), BOOK.awaited(encounter)) == ("Turn 1", ("c1", "c2"))
    fired = after(Fire("c1", (Target("c2"),)), encounter, 7)
    assert BOOK.awaited(fired) == ("c2",)
    rested = after(Next(), fired)
    assert (BOOK.clock(rested), BOOK.awaited(rested)) == ("Turn 2", ("c1", "c2"))
    with pytest.raises(NoRule, match=r"^A turn of Saloon has no seconds\."):
        after(Next(seconds=5), encounter)
    asked = altered(encounter, agenda=(ask("saloon.draw", "c2", "Draw?", {"yes": "draw", "no": "wait"}),))
    assert BOOK.awaited(asked) == ("c2",)
    with pytest.raises(NotNow, match="must answer first: draw or wait"):
        BOOK.resolve(Next(), Scene(asked, ScriptedDice(())))


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (Fire("c1"), "Name a target."),
        (Fire("c1", (Target("c1"),)), "You can't shoot at yourself."),
        (Fire("c1", (Target("c2"), Target("c3"))), "A shot has one target."),
        (Fire("c1", (Target("c2"),), aim=2), "This rulebook does not use aim:. Leave it out."),
        (Fire("c1", (Target("c2"),), range=2), "This rulebook does not use range:. Leave it out."),
        (Fire("c1", (Target("c2"),), how="fast"), "This rulebook does not use how:. Leave it out."),
    ],
)
def test_a_shot_that_cannot_be_fired_is_refused(order: Fire, sentence: str) -> None:
    with pytest.raises(Refusal) as raised:
        after(order, fight("Rifle", "Shotgun", "Revolver"), 20)
    assert str(raised.value).startswith(sentence)


def test_the_chances_and_the_choices_of_a_shot() -> None:
    encounter = fight("Rifle, Shotgun", "Revolver")
    odds = BOOK.odds(Aim("c1", (Target("c2"),), weapon="shotgun", mod="+2 sun"), encounter)
    assert (odds.title, odds.rows) == ("Rook 1, Shotgun at Rook 2", (("45%",),))
    assert BOOK.odds(Aim("c1"), encounter).title == "Rook 1, Rifle"
    choices = BOOK.choices(Fire("c1"), encounter)
    assert choices.targets == (("c2", "Rook 2"),)
    assert choices.weapons == (("Rifle", "Rifle"), ("Shotgun", "Shotgun"))
    with pytest.raises(UnknownName):
        BOOK.choices(Fire("c1", weapon="cannon"), encounter)
    with pytest.raises(NoRule, match="has no aim to compare by"):
        BOOK.curve(Aim("c1"), encounter)


def test_a_gm_corrects_place_presence_and_weapon() -> None:
    encounter = after(Adjust("c1", "at B3, weapon 2"), fight("Rifle, Shotgun", "Revolver"))
    first = encounter.combatant("c1")
    assert (first.place, first.in_hand) == (Place(2, 3), 1)
    assert not after(Adjust("c1", "dead"), encounter).combatant("c1").present
    with pytest.raises(BadSheet, match="What do you want to set"):
        after(Adjust("c1", ""), encounter)


def test_others_see_the_weapon_in_hand_and_no_wounds() -> None:
    encounter = after(Fire("c2", (Target("c1"),)), fight("Rifle, Shotgun", "Revolver"), 15)
    wounded = encounter.combatant("c1")
    assert BOOK.summary(wounded, encounter).lines == (
        ("In hand", "Rifle"),
        ("Carries", "Shotgun"),
        ("Wounds", "1 of 2"),
    )
    seen = BOOK.outward(wounded, encounter)
    assert (names(seen), seen.condition) == (["Rifle"], Gunslinger())
    assert BOOK.summary(seen, encounter).lines == (("In hand", "Rifle"),)
