"""Nothing that people type may act as Markdown, and nothing of it may vanish."""

from __future__ import annotations

import unicodedata

import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.chat.render.text.markdown import bare, clip, escaped, fenced, fitted, prose, size, strong
from tests.bot.render.reading import seen

MARKUP = """
* ** _ __ ~~ ` ``` || > >>> # -# - + 1. \\ ( ) ] : / @ a 7 🔥 [a](http://b) https://x.y :skull: @everyone @here
<@1> <@&1> <#2> <t:1:R> </fire:3> <:a:4> <id:home> \u200b \u202e
"""
NASTY = st.text() | st.lists(st.sampled_from([*MARKUP.split(), " ", "\n"])).map("".join)


@given(NASTY)
@example("**7")
@example("*3")
@example("# big")
@example("-# small")
@example("1. first")
@example("-")
@example("- x")
@example(">>> all")
@example("\n\n> quote")
@example("@everyone")
@example("@\u200beveryone")
@example("@\u2060everyone")
@example("\\<@1>")
@example("\\")
@example("a_b_c")
@example(":a:b:c:")
@example("HTTP://EXAMPLE.COM")
@example("0.")
@example("12. x")
def test_plain_text_is_seen_as_it_is(text: str) -> None:
    assert seen(escaped(text)).replace("\u2060", "") == bare(text)


@given(NASTY, st.integers(2, 40))
def test_cut_text_is_still_plain(text: str, most: int) -> None:
    cut = escaped(text, most)
    assert size(cut) <= most
    shown = seen(cut).replace("\u2060", "")
    assert bare(text).startswith(shown.removesuffix("…").rstrip())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**7", "**7"),
        ("a  b\n\tc", "a b c"),
        ("left\u202eright\u2066\ufeff", "leftright"),
        ("👨\u200d👩\u200d👧 family", "👨\u200d👩\u200d👧 family"),
        ("half \ud83d pair", "half pair"),
        ("bell\x07", "bell"),
        ("\u200b\u200b", ""),
    ],
)
def test_what_stays_of_odd_characters(text: str, shown: str) -> None:
    assert bare(text) == shown
    assert seen(escaped(text)) == shown


@pytest.mark.parametrize(
    "text", ["A plain name", "SAL 14 + aim 4 = 18", "C4, 2 squares (as given)", "−3 smoke", "Ann's"]
)
def test_ordinary_text_needs_no_escapes(text: str) -> None:
    assert escaped(text) == text


def test_bold_is_closed_whatever_the_label() -> None:
    assert strong("Hit") == "**Hit**"
    assert strong("a\\") == "**a\\\\**"
    assert strong("") == ""
    long = strong("*" * 500)
    assert long.startswith("**\\*") and long.endswith("…**")


def test_hashes_are_set_to_be_copied() -> None:
    digest = "ab" * 32
    assert prose(f"its SHA-256 is {digest}.") == f"its SHA-256 is `{digest}`."
    assert "`" not in prose(f"{'x' * 980} {digest}")


@given(NASTY, NASTY)
def test_a_code_block_cannot_be_left(first: str, second: str) -> None:
    block = fenced([first, second])
    assert block.startswith("```\n") and block.endswith("\n```")
    assert "`" not in block[4:-4]
    assert not any(unicodedata.category(c) == "Cc" for c in block.replace("\n", ""))


def test_sizes_count_an_emoji_twice() -> None:
    assert size("a🔥") == 3
    assert clip("🔥" * 10, 5) == "🔥🔥…"
    assert clip("ab\\*cd", 4) == "ab…"


def test_whole_lines_or_none() -> None:
    lines = ["one", "two", "three"]
    assert fitted(lines, 13, lambda n: f"+{n}") == "one\ntwo\nthree"
    assert fitted(lines, 12, lambda n: f"+{n}") == "one\ntwo\n+1"
    assert fitted(lines, 5, lambda n: f"+{n}") == "+3"


def test_discord_alone_would_let_some_of_it_through() -> None:
    """The reason for a function of our own: this test fails when discord.py's becomes enough."""
    through = [t for t in ("# big", "- item", "<t:1:R>", "[a](b)", ":skull:") if discord.utils.escape_markdown(t) == t]
    assert "<t:1:R>" in through and ":skull:" in through
