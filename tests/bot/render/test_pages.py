"""Books, odds and help, as a phone shows them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat import render
from bot.chat.render import Reply
from bot.chat.render.pages.loose_dice import _written
from bot.chat.render.text.layout import grid
from bot.game.help import find_topic, topics
from rules.engine.books.ruleset import Fact, Odds, Page
from rules.engine.records.errors import UnknownName
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.throws import Trait, thrown
from rules.tables.axes import Axis
from rules.tables.table import Table
from tests.bot.render.sizes import check_sizes
from tests.bot.render.table import book
from tests.examples import examples


def blocks(reply: Reply) -> list[str]:
    text = reply.content + "".join(embed.description or "" for embed in reply.embeds)
    return re.findall(r"```\n(.*?)\n```", text, re.DOTALL)


def numbers(rows: int, columns: int) -> Table[int]:
    across = Axis.of("aim", "exact", [str(n) for n in range(columns)], title="Points of aim")
    down = Axis.of("range", "exact", [str(n) for n in range(rows)], title="range in hexes")
    cells = tuple(tuple(row * columns + column for column in range(columns)) for row in range(rows))
    printed = tuple(tuple(map(str, row)) for row in cells)
    beyond, notes = dict[tuple[str, int], int | None](), ("**7 counts.",)
    return Table(
        "2A", "Odds", "A book", "2.1", down, across, "odds", cells, printed, "int", "–", beyond, "erratum E7", notes
    )


def test_narrow_odds_are_a_small_grid() -> None:
    reply = render.odds(Odds("Apone at *Bug*", ("Aim", "Needed"), (("1", "8"), ("2", "13")), ("3 actions left.",)))
    assert reply.content == "**Apone at \\*Bug\\***\n```\nAim  Needed\n1         8\n2        13\n```\n3 actions left."


def test_a_wide_grid_is_shown_a_few_columns_at_a_time() -> None:
    reply = render.table(numbers(4, 24))
    found = blocks(reply)
    assert len(found) > 1
    lines = [line for block in found for line in block.split("\n")]
    assert all(len(line) <= 34 for line in lines)
    assert {int(word) for block in found for line in block.split("\n")[1:] for word in line.split()[1:]} == set(
        range(96)
    )
    assert [word for block in found for word in block.split("\n")[0].split()] == [str(n) for n in range(24)]


def test_a_table_says_where_it_comes_from() -> None:
    text = render.table(numbers(2, 2)).content
    assert text.startswith("**2A: Odds**\n")
    assert "**Rows** range in hexes" in text and "**Columns** Points of aim" in text
    assert "**Note** \\*\\*7 counts." in text
    assert text.endswith("-# A book, 2.1 · figures: erratum E7")


def test_a_huge_table_is_attached_whole() -> None:
    reply = render.table(numbers(99, 40))
    check_sizes(reply)
    [(name, data)] = reply.files
    assert name == "table-2A.txt"
    lines = data.decode().split("\n")
    assert lines[3].split() == ["0", *map(str, range(40))] and lines[101].split()[-1] == "3959"
    assert "**7 counts." in data.decode()


def test_words_too_wide_for_a_grid_become_lines() -> None:
    page = Page("Wounds", (), ((("Place", "What it does"), ("Shoulder", "the arm is of no use " * 3)),))
    assert "Place: What it does\n**Shoulder** the arm is of no use" in render.page(page).content


def test_pages_and_lists_of_the_shelf_fit_and_name_everything() -> None:
    pages = book().pages({})
    for page in pages.values():
        reply = render.page(page)
        check_sizes(reply)
        assert reply.content.startswith(f"**{page.title}**")
        assert all(len(line) <= 34 for block in blocks(reply) for line in block.split("\n"))
    assert all(f"• {name}" in render.index(book(), pages).content for name in pages)
    assert all(f"• {t.title}" in render.contents(book()).content for t in book().tables.values())


def test_labels_of_a_page_stand_out() -> None:
    text = render.page(Page("Trent", (Fact("Side", "Marines"), "no label: here"), source="Turn 1")).content
    assert text == "**Trent**\n**Side** Marines\nno label: here\n-# Turn 1"


def test_a_page_too_long_for_content_moves_to_an_embed_and_a_file() -> None:
    medium = render.page(Page("Long", tuple(f"line {n} " + "x" * 60 for n in range(40)), source="a book"))
    assert medium.content.startswith("**Long**\nline 0 x") and not medium.files
    assert medium.content.count("line") + (medium.embeds[0].description or "").count("line") == 40
    assert "line 39" in (medium.embeds[0].description or "") and medium.embeds[0].footer.text == "a book"
    long = render.page(Page("Long", tuple(f"line {n} " + "x" * 60 for n in range(400))))
    check_sizes(long)
    assert b"line 399 " in long.files[0][1]


@examples(30)
@given(
    st.integers(1, 12), st.integers(0, 60), st.text(max_size=30) | st.sampled_from(["🔥" * 200, "`" * 3000, "_" * 9])
)
def test_no_page_outgrows_discord(columns: int, rows: int, cell: str) -> None:
    grid = tuple(tuple(f"{cell}{row}" for _ in range(columns)) for row in range(rows + 1))
    check_sizes(render.page(Page(cell, (cell,) * rows, (grid, grid), cell, (cell,) * rows)))
    check_sizes(render.odds(Odds(cell, grid[0], grid[1:], (cell,))))
    check_sizes(render.listing(cell, [cell] * rows, cell))


OLDER = ("your first fire fight", "verbs", "around the verbs", "sheet lines", "for the GM", "fair dice", "rulebooks")


def whole(topic: str) -> str:
    """All pages of a topic."""
    return "\n".join(render.help_pages(topics()[topic]))


@pytest.mark.parametrize("topic", OLDER)
def test_help_fits_and_is_about_something(topic: str) -> None:
    reply = render.help_page(topics()[topic])
    check_sizes(reply)
    assert reply.content.startswith("**") and "{" not in reply.content
    assert not reply.embeds


def test_help_begins_with_five_lines_and_names_the_rest() -> None:
    text = whole(OLDER[0])
    assert [line[:2] for line in text.split("\n") if re.match(r"\d\.", line)] == ["1.", "2.", "3.", "4.", "5."]
    assert "/help topic:" in text and all(topic in text for topic in OLDER[1:])
    assert book().sheet_example in text


def test_every_rulebook_has_its_place_in_the_help() -> None:
    rulebooks, verbs = whole("rulebooks"), whole("verbs")
    assert all(f"`{id}`" in rulebooks for id in ("aliens", "phoenix", "space_marines", "savage"))
    assert "ambush" in rulebooks and "more" not in rulebooks.rsplit("\n", 1)[-1]
    assert "`/fire` cover fire" in verbs and "`/fire` double tap" in verbs and "Aliens" not in verbs


def test_an_unknown_topic_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="nearest: sheet lines"):
        find_topic("sheet frobnication zzyzx")


def test_refusals_and_breakdowns() -> None:
    assert render.refusal("“**x**” is no name.").content == "“\\*\\*x\\*\\*” is no name."
    check_sizes(render.refusal("🔥" * 6000))
    assert "`3f2a`" in render.breakdown("3f2a").content
    assert render.breakdown("`<@1>`").content.count("`") == 2


def test_a_file_is_handed_over_as_it_is() -> None:
    assert render.file("card.toml", "name = 'ä'").files == (("card.toml", "name = 'ä'".encode()),)


def test_blanks_words_and_groups_are_explained() -> None:
    odds = numbers(2, 2)
    grouped = replace(
        odds,
        printed=(("07", ""), ("HIT", "12")),
        blank="no chance",
        words={"HIT": "hits without a throw"},
        groups={"Near": ("1",)},
    )
    reply = render.table(grouped)
    assert blocks(reply) == ["    0  1\n0  07  –", "     0   1\n1  HIT  12"]
    assert "**–** no chance" in reply.content
    assert "**HIT** hits without a throw" in reply.content
    assert "**Near**\n```\n     0" in reply.content


@pytest.mark.parametrize(("last", "count"), [("1234567890", 1), ("12345678901", 2)])
def test_a_block_has_at_most_900_characters(last: str, count: int) -> None:
    """Lines of nine characters with their ends: 89 of these, and the last line."""
    found = grid(["123456789"], [*(["123456789"] for _ in range(88)), [last]])
    assert [len(block.strip("`\n")) for block in found] == [[900], [889, 21]][count - 1]


@pytest.mark.parametrize(
    ("dice", "written"), [((5, 3), "s8 (d8 5; dropped Wild Die 3)"), ((2, 4), "s8 (Wild Die 4; dropped d8 2)")]
)
def test_the_better_die_of_a_trait_counts(dice: tuple[int, int], written: str) -> None:
    assert _written(thrown(Trait(8), ScriptedDice(dice))) == written
