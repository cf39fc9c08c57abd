"""Every table and every weapon of Phoenix Command, as a phone shows them."""

from __future__ import annotations

import re
from typing import cast

import pytest

from bot.chat import render
from bot.chat.render import Reply
from rules.engine.books.ruleset import Ruleset
from rules.phoenix.weapons.weapon_pages import weapon_pages
from rules.words.catalogue import find
from tests.bot.render.sizes import check_sizes
from tests.each import each
from tests.rules.phoenix.skirmish import phoenix

BOOK = cast(Ruleset, phoenix())
TABLES = phoenix().tables
PAGES = weapon_pages(phoenix().book.arms)


def text(reply: Reply) -> str:
    return "\n".join([reply.content, *(embed.description or "" for embed in reply.embeds)])


def blocks(shown: str) -> list[list[str]]:
    return [block.split("\n") for block in re.findall(r"```\n(.*?)\n```", shown, re.DOTALL)]


def plainly(shown: str) -> str:
    return shown.replace("\\", "")


@each(TABLES)
def test_a_table_fits_with_its_notes(id: str) -> None:
    table = TABLES[id]
    reply = render.table(table)
    check_sizes(reply)
    shown = plainly(text(reply))
    assert shown.startswith(f"**{table.title if table.name == table.title else f'{table.name}: {table.title}'}**")
    assert all(len(line) <= 34 for block in blocks(shown) for line in block)
    # Nobody has to open a file for any of them.
    assert reply.files == () and "… and" not in shown
    assert all(note in shown for note in (plainly(note) for note in table.notes))
    rows = [row for block in blocks(shown) for row in block] + re.findall(r"^\*\*.*", shown, re.MULTILINE)
    assert all(any(label in row for row in rows) for label in table.rows.labels)


def test_every_cell_of_the_largest_table_is_on_the_phone() -> None:
    table = TABLES["2a"]
    assert table.columns is not None
    cells: dict[tuple[str, str], str] = {}
    for headings, *rows in (tuple(line.split() for line in block) for block in blocks(text(render.table(table)))):
        cells |= {(row[0], heading): cell for row in rows for heading, cell in zip(headings, row[1:], strict=True)}
    assert cells == {
        (row, column): cell
        for row, line in zip(table.rows.labels, table.printed, strict=True)
        for column, cell in zip(table.columns.labels, line, strict=True)
    }


def test_headings_of_several_words_stand_above_each_other() -> None:
    first = blocks(text(render.table(TABLES["8a"])))[0]
    assert first[:3] == [
        "            No  No First First",
        "           Aid Aid   Aid   Aid",
        "        HT CTP  RR   CTP    RR",
    ]
    assert first[3].split() == ["5", "17", "79h", "94", "25d", "96"]


def test_rows_stand_under_their_headings() -> None:
    shown = plainly(text(render.table(TABLES["7b"])))
    assert "**Weapon Functions**\naction: cost\n**Safety or Fire Select Switch** 1\n" in shown
    assert shown.count("Safety or Fire Select Switch") == 1


def test_the_grids_of_a_larger_table_are_listed() -> None:
    reply = render.contents(BOOK, [TABLES["5a"], TABLES["5a_arc"]])
    assert reply.content == (
        "**Table 5A has 2 grids**\n• 5A bursts: Automatic Fire and Shrapnel Hit Chance\n• 5A arcs: Arc of Fire\n"
        "-# /table name: shows a table"
    )


@each(PAGES)
def test_a_weapon_fits_without_a_file(name: str) -> None:
    reply = render.page(PAGES[name])
    check_sizes(reply)
    assert plainly(reply.content).startswith(f"**{name}**\n") and reply.embeds == () and reply.files == ()
    assert all(len(line) <= 34 for block in blocks(reply.content) for line in block)


def test_the_m16_as_its_page_has_it() -> None:
    shown = plainly(render.page(PAGES["M16"]).content)
    assert shown.startswith(
        "**M16**\nAssault Rifle, 5.56mm NATO, USA\n"
        "L 39 · W 8 · RT 8 · ROF *7 · Cap 30 · AW 1 · feed Mag · KD 4 · SAB 3\n"
    )
    aim, more, near, far = blocks(shown)
    assert aim == ["Aim   1   2  3  4  5", "Mod -22 -12 -9 -7 -6"]
    assert more == ["Aim  6  7  8 10 12", "Mod -5 -4 -3 -1  0"]
    assert near[:3] == ["Range    10  20 40 70", "FMJ PEN  17  16 15 13", "FMJ DC    6   6  6  6"]
    assert far[0].split() == ["Range", "100", "200", "300", "400"] and far[-1].split() == ["TOF", "2", "4", "7", "10"]
    assert "**ROF *7** self-loading, automatic fire, 7 rounds a burst" in shown
    assert shown.count("the book may shade values beyond the effective range (erratum W27)") == 1


def test_what_the_errata_say_stands_on_the_page() -> None:
    shown = plainly(render.page(PAGES["M92F"]).content)
    assert "0.5? 0.2? 0.1?" in shown and " 0.5  0.2  0.1" in shown
    assert (
        "**? as a weapon of the same figures** JHP PEN 200-400, JHP DC 200-400, AP PEN 200-400, AP DC 200-400, "
        "BA 200-400 (erratum W3)" in shown
    )
    assert "**? missing, from another source** all figures (erratum W29)" in plainly(
        render.page(PAGES["M249 Minimi"]).content
    )
    burst = plainly(render.page(PAGES["M93R"]).content)
    assert "three round bursts (erratum W26)" in burst and "3RB" in burst


def test_grenades_launchers_and_shotguns_have_their_own_figures() -> None:
    grenade = plainly(render.page(PAGES["M 26 A2 (USA)"]).content)
    assert "L 3.9 · W 1 · AT 3 · FL I? · R 15" in grenade
    assert "Burst    C   0   1   2   3   5  10\n" in grenade and "BC     13k 704 176  52  27  12   4" in grenade
    launcher = plainly(render.page(PAGES["H & K 69A1"]).content)
    assert "MR 200" in launcher and "HEAT PEN  288  288  288    –" in launcher and "HE BC     250" in launcher
    shotgun = plainly(render.page(PAGES["Franchi SPAS 12"]).content)
    assert "pellets 12 of size 00" in shotgun and "**BPHC –** the shot flies as one mass (ruling O52)" in shotgun
    pump = plainly(render.page(PAGES["Remington M870"]).content)
    assert "**ROF 2** 2 actions to work the action for the next round" in pump


def test_a_page_from_second_witnesses_says_who_and_marks_what_they_differ_on() -> None:
    page = plainly(render.page(PAGES["M60"]).content)
    assert PAGES["M60"].source == "Phoenix Command, its page read by CH, MP and PF (ruling O85)"
    assert (
        "**? by one witness** aim 11 (ruling O85)" in page and "**? witnesses differ** AP DC 200 (ruling O85)" in page
    )
    assert "**? unknown** JHP DC 200 (ruling O85)" in plainly(render.page(PAGES["FN Mk 1"]).content)


def test_there_is_a_page_for_every_weapon() -> None:
    assert "Heckler & Koch G3" in render.index(BOOK, PAGES).content


@pytest.mark.parametrize(
    ("spelled", "title"),
    [
        ("m-16", "M16"),
        ("ak47", "AKM 47"),
        ("hk g3", "Heckler & Koch G3"),
        ("beretta 92f", "M92F"),
        ("saw", "M249 Minimi"),
        ("h & k 53", "Heckler & Koch 53"),
        ("10 lb tnt", "10 lb TNT"),
    ],
)
def test_a_weapon_is_found_as_people_write_it(spelled: str, title: str) -> None:
    assert find(spelled, PAGES, also={name: page.also for name, page in PAGES.items()}).title == title


def test_the_lists_fit() -> None:
    for reply in (render.contents(BOOK), render.index(BOOK, PAGES)):
        check_sizes(reply)
        assert reply.files == ()
    assert len(PAGES) == 136 and "• 2A: Odds of Hitting\n" in text(render.contents(BOOK))
