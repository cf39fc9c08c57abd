"""Every number of the appendix, transcribed a second time, against the cards and against the tables to look up."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Muster
from rules.space_marines.figures.cards import Card
from rules.space_marines.figures.figure import HALF, Armament, Damage, figure
from rules.space_marines.figures.pages import cost, movement, target_number
from rules.space_marines.figures.troop_files import written_damage
from rules.words.catalogue import normalized
from tests.rules.space_marines.skirmish import Skirmish, book

GOLDEN = Path(__file__).parents[2] / "golden" / "space_marines" / "troops.toml"
TROOPS: dict[str, dict[str, Any]] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))
SORTS = {"target": "hand", "range": "ranged", "auto": "flame"}
KINDS = {"Fuzzies": "fuzzy", "Bugs": "bug", "Bots": "bot"}
BOOK_BOXES = {
    "Rifle": 16,
    "Flamethrower": 16,
    "Hand-Flamer": 16,
    "Smart Gun": 26,
    "Pistol": 13,
    "Grenade": 4,
    "Sniper Rifle": 16,
    "Hand-to-Hand": 0,
}


def squeezed(name: str) -> str:
    return normalized(name).replace(" ", "")


def arm(card: Card, name: str) -> Armament:
    [found] = [arm for arm in card.arms if squeezed(arm.name) == squeezed(name)]
    return found


def test_the_appendix_has_ten_troop_types() -> None:
    assert list(book().cards) == [*list(TROOPS)[:5], "Bug Brain", *list(TROOPS)[5:]]


@pytest.mark.parametrize("name", TROOPS)
def test_what_a_troop_type_is(name: str) -> None:
    card, said = book().cards[name], TROOPS[name]
    troop = card.troop
    assert troop.camp == {"Good Guys": "good", "Bad Guys": "bad"}[said["side"]]
    assert troop.kind == name.casefold().split()[name == "Shock Marine"]
    assert troop.points == said["points"]
    assert (troop.command, card.leads) == {
        "none": (0, False),
        "leaders 2": (2, False),
        "leaders 3": (3, False),
        "all 6": (6, True),
    }[said["command"]]
    assert list(troop.aim) == said["aim"]
    assert troop.step * HALF == Fraction(said["space"])
    assert troop.flight * HALF == Fraction(said.get("flying", "0"))
    assert troop.takeoff == said.get("takeoff", 0)
    assert troop.rough is not said.get("smooth", False)
    assert troop.armor == said["armor"]
    assert card.provenance == "text"
    assert troop.source == f"Appendix A, {name}"


@pytest.mark.parametrize("name", TROOPS)
def test_how_it_attacks(name: str) -> None:
    card, said = book().cards[name], TROOPS[name]
    known = {squeezed(arm.name) for arm in card.arms} - ({"sniperrifle"} if "sniper" in said else set())
    assert known == {squeezed(attack) for attack in said["attacks"]}
    for attack, (hits, number, dice, divided, plus, price) in said["attacks"].items():
        found = arm(card, attack)
        assert (found.sort, found.number, found.cost) == (SORTS[hits], number, price), attack
        table = tuple(dice) if isinstance(dice, list) else ()
        assert found.damage == Damage(1 if table else dice, divided, plus, table), attack
        more = said.get("more", {}).get(attack, "")
        assert found.attacks == (2 if "two attacks" in more else 1)
        assert found.by_die is ("for each die" in more)
        assert found.most == (3 if "3 at most" in more else 2 if "2 at most" in more else 0)
        assert found.spread == ("beside" if "side by side" in more else "any" if "anywhere" in more else "")
        assert found.blast == (Damage() if "1d in adjacent spaces" in more else None)
        assert found.thrown is (attack == "GRENADE")
        assert not found.still
        assert found.versus == ()


def test_the_sniper_rifle_kills_what_the_sniper_has_not_moved_for() -> None:
    rifle = arm(book().cards["Marine"], "sniper rifle")
    assert rifle.sort == "sniper"
    assert rifle.still
    assert rifle.damage.kill
    assert rifle.cost == 0
    assert dict(rifle.versus) == {KINDS[kind]: number for kind, number in TROOPS["Marine"]["sniper"].items()}


def test_a_bug_brain_neither_moves_nor_attacks() -> None:
    brain = book().cards["Bug Brain"]
    assert (brain.troop.kind, brain.troop.camp, brain.troop.points) == ("bug", "bad", 1)
    assert (brain.troop.step, brain.troop.flight, brain.arms, brain.usual) == (0, 0, (), ())


def test_a_bug_brain_stays_where_it_is_whoever_runs_it() -> None:
    skirmish = Skirmish()
    skirmish.map(6, 6)
    skirmish.muster("marine", "A1")
    skirmish.muster("bug brain", "C3")
    skirmish.next()
    assert skirmish.place("Bug Brain") == "C3"
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(6, 6)
    skirmish.muster("bug brain", "C3")
    skirmish.muster("bug", "F6")
    skirmish.next()
    with pytest.raises(NotNow, match="Bug Brain does not walk"):
        skirmish.move("Bug Brain", "C4")


def test_boxes_are_those_of_the_house_rule() -> None:
    found = {arm.name: arm.boxes for card in book().cards.values() for arm in card.arms}
    assert found == BOOK_BOXES
    assert all(arm.boxes == BOOK_BOXES[arm.name] for card in book().cards.values() for arm in card.arms)


def test_what_somebody_has_who_names_no_weapon() -> None:
    usual = {name: card.usual for name, card in book().cards.items() if card.usual}
    assert usual == {
        "Marine": ("Rifle",),
        "Shock Marine": ("Rifle",),
        "Bug Shooter": ("Rifle",),
        "Fuzzy Warrior": ("Rifle",),
        "Bot Warrior": ("Rifle",),
        "Bot Scout": ("Pistol",),
        "Bot Leader": ("Pistol",),
    }


def cells(table: str) -> dict[tuple[str, str], str]:
    """Return the printed cells of a table, blanks left out, by labels."""
    found = book().tables[table]
    heads = found.columns.labels if found.columns else (found.heading,)
    return {
        (row, head): text
        for row, line in zip(found.rows.labels, found.printed, strict=True)
        for head, text in zip(heads, line, strict=True)
        if text
    }


@pytest.mark.parametrize(("table", "told"), [("target_numbers", target_number), ("costs", cost)])
def test_tables_of_attacks_say_what_the_cards_say(table: str, told: Any) -> None:
    assert cells(table) == {(name, arm.name): told(arm) for name, card in book().cards.items() for arm in card.arms}


def test_the_table_of_damage_says_what_the_cards_say() -> None:
    assert cells("damage") == {
        (name, arm.name): written_damage(arm.damage) for name, card in book().cards.items() for arm in card.arms
    }


def test_the_table_of_troop_types_says_what_the_cards_say() -> None:
    wanted: dict[tuple[str, str], str] = {}
    for name, card in book().cards.items():
        if name != "Bug Brain":
            troop = card.troop
            row = {"Points": str(troop.points), "Movement": movement(troop)}
            row |= {"Command Points": str(troop.command)} if troop.command else {}
            row |= {"Armor": str(troop.armor)} if troop.armor else {}
            wanted |= {(name, head): text for head, text in row.items()}
    assert cells("troops") == wanted


def test_the_table_of_aim_says_what_the_cards_say() -> None:
    assert cells("aim_points") == {
        (name, str(n)): str(off) for name, card in book().cards.items() for n, off in enumerate(card.troop.aim, 1)
    }


def test_the_tables_of_the_sniper_and_of_boxes_say_what_the_cards_say() -> None:
    rifle = arm(book().cards["Marine"], "sniper rifle")
    assert {KINDS[row]: int(text) for (row, _), text in cells("sniper").items()} == dict(rifle.versus)
    boxes = {row: int(text) for (row, _), text in cells("boxes").items()}
    assert boxes == {name: number for name, number in BOOK_BOXES.items() if number}


def test_the_tables_that_say_no_more_than_the_text() -> None:
    """The printed cells once more, against the second transcription: no card stands between."""
    numbers = cells("target_numbers")
    for name, said in TROOPS.items():
        for attack, (hits, number, *_) in said["attacks"].items():
            [text] = [t for (row, head), t in numbers.items() if row == name and squeezed(head) == squeezed(attack)]
            plus = f" + {number}" if number else ""
            assert text == {"target": f"{number}", "range": f"range{plus}", "auto": f"hits below {number}"}[hits]


def test_who_was_killed_is_not_mustered_again() -> None:
    profile = book().profile("Marine", {})
    killed = replace(profile, condition=replace(figure(profile), wounds=3))
    with pytest.raises(NotNow, match="Marine was killed in an earlier fight"):
        Skirmish().order(Muster(killed, "Ash", "good", None))
