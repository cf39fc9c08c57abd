"""The positions of all fighters, as a phone shows them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.chat.render import status
from bot.chat.render.text.layout import columns_of
from rules.engine.books.ruleset import Ruleset
from rules.engine.map.codes import codes
from rules.engine.records.model import BattleMap, Encounter
from rules.engine.records.orders import Chart, Reload, Switch
from rules.shelf import shelf
from rules.words.maps import read_map
from rules.words.places import Place
from tests.bot.render.sizes import check_sizes
from tests.bot.render.table import ANN, BOB, GM, Skirmish, apone, book


def picture(encounter: Encounter, rules: Ruleset | None = None) -> list[str]:
    found = re.search(r"```\n(.*)\n```", status(encounter, rules or book()).content, re.DOTALL)
    return found[1].split("\n") if found else []


def legend(encounter: Encounter) -> str:
    reply = status(encounter, book())
    return (reply.embeds[0].description or "") if reply.embeds else reply.content.rpartition("```")[2]


def charted(width: int, height: int, *walls: str) -> Encounter:
    skirmish = apone()
    skirmish.give(Chart(BattleMap(width, height, frozenset(map(Place.parse, walls)))), GM)
    return skirmish.state


def at(encounter: Encounter, **places: str) -> Encounter:
    named = {name.replace("_", " "): Place.parse(place) for name, place in places.items()}
    return replace(
        encounter,
        combatants=tuple(replace(c, place=named.get(c.name, c.place)) for c in encounter.combatants),
    )


def test_a_small_map_is_drawn_whole() -> None:
    state = at(charted(4, 3, "B2", "C2"), Apone="A1", Alien_1="D3")
    assert picture(state) == [
        "  A  B  C  D",
        "1 Ap ·  ·  ·",
        "2 ·  █████ ·",
        "3 ·  ·  ·  Aa",
    ]


def test_rough_ground_is_drawn_where_nobody_stands() -> None:
    rough = frozenset(map(Place.parse, ["A1", "C1", "D1", "A2"]))
    state = replace(at(charted(4, 2, "B2"), Apone="A1"), battle_map=BattleMap(4, 2, frozenset({Place(2, 2)}), rough))
    assert picture(state) == [
        "  A  B  C  D",
        "1 Ap ·  ░  ░",
        "2 ░  ██ ·  ·",
    ]
    wide = replace(state, battle_map=BattleMap(15, 2, frozenset({Place(2, 2)}), rough))
    assert picture(wide)[1:] == ["1Ap · ░ ░ · · · · · · · · · · ·", "2 ░██ · · · · · · · · · · · · ·"]


def test_codes_stand_apart_on_a_map_of_twelve_columns() -> None:
    state = at(charted(12, 1, "B1", "D1"), Apone="A1", Dietrich="C1", Alien_1="L1")
    assert picture(state)[1] == "1 Ap ██ Di ██ ·  ·  ·  ·  ·  ·  ·  Aa"


def test_a_wider_map_is_drawn_closer() -> None:
    state = at(charted(15, 1), Apone="O1")
    assert picture(state) == ["  A B C D E F G H I J K L M N O", "1 · · · · · · · · · · · · · ·Ap"]


def test_a_large_map_shows_where_people_stand_and_is_attached_whole() -> None:
    state = at(charted(40, 40, "AN40"), Apone="AM39", Alien_1="AL36")
    lines = picture(state)
    assert lines[0].endswith("AN") and any("Ap" in line for line in lines) and any("Aa" in line for line in lines)
    assert lines[-1] == "Z17 to AN40 of 40 x 40"
    assert all(columns_of(line) <= 34 for line in lines)
    [(name, data)] = status(state, book()).files
    assert name == "map.txt" and data.decode().count("\n") == 41


def depot(size: tuple[int, int], trent: str, guard: str, *walls: str) -> Encounter:
    """A map of hexes."""
    skirmish = Skirmish("phoenix", "phoenix-basic")
    skirmish.give(Chart(BattleMap(*size, frozenset(map(Place.parse, walls)))), GM)
    skirmish.muster("elite, M16", "Trent", ANN, at=trent)
    skirmish.muster("green, AKM 47", "Guard 1", None, at=guard)
    return skirmish.state


def test_hexes_take_two_lines_a_row_and_every_other_column_is_lower() -> None:
    assert picture(depot((5, 3), "A1", "D2", "B1", "C3"), shelf()["phoenix"]) == [
        "  A     C     E",
        "     B     D",
        "1 Tr    ·     ·",
        "     ██    ·",
        "2 ·     ·     ·",
        "     ·     Ga",
        "3 ·     ██    ·",
        "     ·     ·",
    ]


def test_rough_ground_of_hexes() -> None:
    rough = frozenset(map(Place.parse, ["A1", "B1", "C1", "D1"]))
    state = replace(
        depot((5, 1), "A1", "E1"), battle_map=BattleMap(5, 1, frozenset({Place(4, 1)}), rough - {Place(4, 1)})
    )
    assert picture(state, shelf()["phoenix"])[2:] == [
        "1 Tr    ░     Ga",
        "     ░     ██",
    ]


def test_ground_is_drawn_with_its_letters_and_a_line_that_explains_them() -> None:
    """A bridge is over the water, brush on the hill; who stands there is drawn instead."""
    battle_map = read_map("5x2", "", "", "water A2-C2, bridge B2, hill C1-D1, brush D1, wire E1, sand D2")
    state = replace(depot((5, 2), "A1", "E1"), battle_map=battle_map)
    assert picture(state, shelf()["phoenix"])[2:] == [
        "1 Tr    ^     Ga",
        "     ·     &",
        "2 ~     ~     ·",
        "     =     -",
        "~ water, = bridge, ^ hill",
        "& brush, $ wire, - sand",
    ]


def test_of_many_hexes_the_part_is_drawn_where_people_stand() -> None:
    state = depot((40, 40), "N30", "AB33")
    lines = picture(state, shelf()["phoenix"])
    assert lines[0].split() == ["O", "Q", "S", "U", "W", "Y", "AA"]
    assert lines[-1] == "N17 to AB40 of 40 x 40"
    [trent] = [line for line in lines if "Tr" in line]
    [guard] = [line for line in lines if "Ga" in line]
    lower, number = lines[1], lines.index(trent) - 1
    assert lines[number].startswith("30 ") and lower.index("N") == trent.index("Tr")
    assert lines[lines.index(guard) - 1].startswith("33 ") and lower.index("AB") == guard.index("Ga")
    assert all(columns_of(line) <= 34 for line in lines) and len(lines) <= 51
    check_sizes(status(state, shelf()["phoenix"]))
    [(_, data)] = status(state, shelf()["phoenix"]).files
    assert data.decode().count("\n") == 82


def test_the_living_stand_on_the_map_and_crowds_are_counted() -> None:
    state = at(charted(3, 1), Apone="A1", Dietrich="A1", Alien_1="C1")
    state = replace(state, combatants=tuple(replace(c, present=c.name != "Alien 1") for c in state.combatants))
    assert picture(state)[1] == "1 2! ·  ·"
    assert "**Out** Alien 1" in legend(state) and "`Aa`" not in legend(state)


def test_without_places_there_is_no_map() -> None:
    assert picture(apone().state) == []


def test_places_without_a_map_are_drawn_all_the_same() -> None:
    assert picture(at(apone().state, Apone="B2"))[2] == "2 ·  Ap"


def test_the_legend_lists_by_side_with_what_is_pending_and_switched() -> None:
    skirmish = apone()
    skirmish.fire("Dietrich", "Alien 1", 9, range=3, user=BOB)
    skirmish.give(Reload(skirmish.id("Dietrich")), BOB)
    skirmish.give(Switch("next", "gm"), GM)
    text = legend(skirmish.state)
    assert text.index("**Marines**") < text.index("**Aliens**") < text.index("**Pending**")
    assert "`Ap` **Apone**: 3 of 3 actions · Flame Unit 16/16\n" in text and "`Aa` **Alien 1**\n" in text
    assert "**Pending** Dietrich reloads the Pulse Rifle: 1 of 8 actions done" in text
    assert "**Switches** next: gm" in text and "typed dice" not in text
    assert status(skirmish.state, book()).content.startswith("**Reactor** · aliens · Turn 1 · still to act: Apone")
    assert ANN not in text


def test_whoever_sees_no_embeds_sees_the_legend() -> None:
    reply = status(at(charted(4, 3), Apone="A1"), book())
    assert reply.embeds == ()
    assert "```" in reply.content and "`Ap` **Apone** (A1): 3 of 3 actions" in reply.content


@pytest.mark.parametrize("name", ["🔥" * 20, "**A** `x`", "a" * 40, "東京 7"])
def test_a_full_house_fits(name: str) -> None:
    skirmish = apone()
    skirmish.give(Chart(BattleMap(40, 40, frozenset(Place(c, 1) for c in range(1, 41)))), GM)
    skirmish.muster("alien", f"{name} x"[:37], None, count=50)
    check_sizes(status(skirmish.state, book()))


def test_codes_are_two_letters_and_all_different() -> None:
    skirmish = apone()
    skirmish.muster("alien", "Alien", None, count=40)
    for name in ("Ape", "Apollo", "東京", "🔥a", "7"):
        skirmish.muster("alien", name, None)
    by_id = codes(skirmish.state.combatants)
    assert len({code.casefold() for code in by_id.values()}) == len(by_id) == 49
    assert all(len(code) == 2 and code.isascii() and code.isalpha() for code in by_id.values())
    assert by_id[skirmish.id("Apone")] == "Ap" and by_id[skirmish.id("Alien 3")] == "Ac"
    skirmish.muster("rifleman", "Private Ash", None)
    assert codes(skirmish.state.combatants)[skirmish.id("Private Ash")] == "PA"


def test_no_code_is_a_direction() -> None:
    skirmish = apone()
    for name in ("Sergeant", "Upham", "Nelly", "Swann", "Nwosu"):
        skirmish.muster("rifleman", name, None)
    taken = {code.casefold() for code in codes(skirmish.state.combatants).values()}
    assert taken.isdisjoint({"se", "up", "ne", "sw", "nw"})


def test_a_reserve_off_the_map_of_whom_the_same_is_to_be_said_has_one_line() -> None:
    skirmish = Skirmish("phoenix", "phoenix-basic")
    skirmish.give(Chart(BattleMap(5, 5)), GM)
    skirmish.muster("green, AKM 47", "Guard", None, count=3)
    skirmish.muster("green, AKM 47", "Guard 4", None, at="A1")
    shown = status(skirmish.state, shelf()["phoenix"]).content
    assert "**Guard 1** to **Guard 3**: 1 of 1 · AKM 47 30/30" in shown
    assert "`Gd` **Guard 4** (A1): 1 of 1 · AKM 47 30/30" in shown
