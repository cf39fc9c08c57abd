"""Questions as people ask them find their topic, each term of the glossary is known, and all answers fit a phone."""

from __future__ import annotations

import asyncio
import importlib
import re
from itertools import chain

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.commands.guide import HELP_ID, help_id
from bot.chat.connection.client import COGS
from bot.chat.render.pages.help import fits, help_pages
from bot.game.help import FIRST, NOW, find_topic, matching, topics
from bot.game.help.glossary import DOCS, pages_of, terms
from bot.game.rulings import read
from rules.engine.conduct import conduct
from rules.engine.records.errors import UnknownName
from rules.shelf import shelf
from tests.bot.render.sizes import check_sizes

ASKED = {
    "how do I reload": "reload",
    "what is SAL": "Skill Accuracy Level, SAL",
    "how do I hide": "hide",
    "when is it my turn": "whose turn it is",
    "what does 1,000 PD mean": "wounds",
    "how do I start a fight": "start a fight",
    "my gun is empty, what now?": "reload",
    "how can I throw a grenade at someone": "grenades",
    "can I take back my last order?": "undo",
    "how likely am I to hit him": "chances",
    "whats a wild card": "Wild Card",
    "who still has to go?": "whose turn it is",
    "I want to see the map": "map",
    "how do I stand up": "posture",
    "how to give my character to a friend": "hand over a fighter",
    "is the bot cheating with dice": "fair dice",
    "what is a sealed order": "sealed",
    "where can I go": "move",
    "how do I shoot around a corner": "cover",
    "how do i set up an ambush": "cover fire",
    "how many rounds do I have left": "ammunition",
    "can the others see what I ask": "who sees what",
    "reloding": "reload",
    "what's an impulse": "impulse",
    "add 5 guards": "add fighters",
    "I need first aid!": "heal",
    "stop pinging me at night": "deadlines",
    "how does fog of war work": "who sees what",
    "delete everything you know about me": "privacy",
    "burst fire at two guards": "burst",
    "skip my turn": "pass",
    "how do I draw walls": "map",
    "how do I change weapon": "switch weapons",
    "overwatch": "cover fire",
    "export the whole fight": "log",
    "space marines": "Beer & Pretzel Space Marines",
    "phoenix command": "Phoenix Command",
    "What can I do now?": NOW,
    "help": FIRST,
    "sheat lines": "sheet lines",
    "how many actions do I have": NOW,
    "how do I throw a grenade": "grenades",
    "can I shoot twice in one turn": "fire a shot",
    "how do I walk to another square": "move",
    "can I hide from the aliens": "hide",
    "can aliens attack me": "enemy attacks",
    "difference between Done, Next and Run": "buttons",
    "what does Run do?": "buttons",
    "what do the letters on the map mean": "map",
    "my friend is on holiday, can I play for them": "hand over a fighter",
    "could I fire twice per turn?": "fire a shot",
    "what is the difference between the Next and Done buttons": "buttons",
    "how many actions do I have left": NOW,
    "do the aliens attack us": "enemy attacks",
    "can I play for a friend who is away": "hand over a fighter",
    "what does Ap on the map mean": "map",
    "how do I aim for the head": "called shots",
    "my turn?": "whose turn it is",
    "who won": "end a fight",
    "how much ammo do I have": "ammunition",
    "why can't I fire": "refused orders",
    "what happens when I die": "death",
    "play with my friends": "play together",
    "simultaneous turns": "turns at the same time",
    "hidden orders": "turns at the same time",
    "cheat sheet": "verbs",
    "table 6A": "tables",
    "what is table 4D?": "tables",
}


@pytest.mark.parametrize("question", ASKED)
def test_a_question_finds_its_topic(question: str) -> None:
    assert find_topic(question).title == ASKED[question]


def test_every_title_and_every_question_on_file_find_their_own_topic() -> None:
    wrong = {
        asked: found
        for topic in topics().values()
        for asked in (topic.title, *topic.ask)
        if not topic.term and (found := find_topic(asked).title) != topic.title
    }
    assert wrong == {}


@pytest.mark.parametrize("term", terms(), ids=lambda term: term.names[0])
def test_every_term_of_the_glossary_is_known(term) -> None:  # type: ignore[no-untyped-def]
    for name in term.names:
        for question in (name, f"what is {name}?"):
            found = find_topic(question)
            text = found.books.get(term.book, "") if term.book else found.text
            assert term.means[1:20] in text or name.casefold() in [ask.casefold() for ask in found.ask], found


def test_the_glossary_is_the_page_of_the_docs() -> None:
    page = (DOCS / "glossary.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and line != "| term | means |"]
    own = [term for term in terms() if not term.book]
    assert len(own) == len(rows) > 40
    assert {"At the table", "Sight"} <= {term.section for term in own}


def test_the_developers_glossary_answers_nobody() -> None:
    words = (DOCS / "code_glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!term \|)([^|]+) \| ([^|]+) \|$", words, re.M)
    assert len(rows) > 30
    answers = [text for topic in topics().values() for text in (topic.text, *topic.books.values())]
    assert [means for _, means in rows if any(means[1:].strip() in text for text in answers)] == []
    assert not any("rules/engine" in text or "bot/game" in text for text in answers)


@pytest.mark.parametrize("book", shelf())
def test_each_page_of_a_rulebook_has_a_glossary_that_help_knows(book: str) -> None:
    rows = 0
    for page in pages_of(book):
        (glossary,) = re.findall(r"^## Glossary\n(.*?)(?=^## |\Z)", page.read_text(encoding="utf-8"), re.M | re.S)
        rows += len(re.findall(r"^\| (?!term \|)", glossary, re.M))
    assert len([term for term in terms() if term.book == book]) == rows >= 9


def test_a_term_of_one_book_is_explained_whatever_is_played() -> None:
    for book in (None, *shelf().values()):
        (page,) = help_pages(find_topic("what is SAL"), book)
        assert "how well a fighter shoots" in page.casefold()
    (page,) = help_pages(find_topic("what is a phase"), shelf()["space_marines"])
    assert "camp" in page and "impulse" not in page


@pytest.mark.parametrize("question", ["cooking", "xyzzy plugh", "!!!", "42"])
def test_what_is_not_known_names_what_is_near(question: str) -> None:
    with pytest.raises(UnknownName, match="nearest") as unknown:
        find_topic(question)
    assert unknown.value.nearest
    assert set(unknown.value.nearest) <= set(topics())


@given(st.text(max_size=100))
def test_any_text_is_a_question(question: str) -> None:
    try:
        assert find_topic(question).title in topics()
    except UnknownName as unknown:
        assert unknown.nearest
    assert len(matching(question, 3)) <= 3


def pages() -> list[tuple[str, str]]:
    books = [None, *shelf().values()]
    return [(topic.title, page) for topic in topics().values() for book in books for page in help_pages(topic, book)]


def test_every_page_fits_a_phone() -> None:
    assert [title for title, page in pages() if not fits([page])] == []


def test_every_answer_is_about_something() -> None:
    for title, page in pages():
        if title != NOW:
            assert page.startswith("**") and "{" not in page and len(page) > len(title) + 15, title


def test_buttons_lead_to_topics_and_hold_them() -> None:
    keys = [topic.key for topic in topics().values()]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(HELP_ID, help_id(topic, 9)) for topic in topics().values())
    assert {title for topic in topics().values() for title in topic.more} <= set(topics())
    assert all(topic.more or topic.term for topic in topics().values())


@pytest.mark.parametrize("book", shelf().values(), ids=lambda book: book.id)
def test_an_example_of_a_ruling_is_of_the_rulebook_in_use(book) -> None:  # type: ignore[no-untyped-def]
    vocabulary, space = book.vocabulary({}), book.space(conduct.stage(book))
    typed = [
        line
        for topic in topics().values()
        for page in help_pages(topic, book)
        for line in re.findall(r"`/(?:rule|odds) text: ([^`]+)`", page)
    ]
    assert len(typed) >= 3 and {*typed} == {vocabulary.example}
    assert read(vocabulary.example, vocabulary, space).weapon


def test_what_a_book_has_instead_is_alone_in_it() -> None:
    aliens = shelf()["aliens"]
    for title, wanted in (("grenades", "no throws"), ("reload", "no sorts of ammunition"), ("burst", "no bursts")):
        [page] = help_pages(topics()[title], aliens)
        assert wanted in page and "/throw" not in page and "how: AP" not in page
        assert any(f"**Aliens**: {topics()[title].instead['aliens']}" in each for each in help_pages(topics()[title]))


def test_what_is_told_to_type_can_be_typed() -> None:
    client = commands.Bot("!", intents=discord.Intents.none())

    async def load() -> None:
        for name in COGS:
            await importlib.import_module(f"cogs.{name}").setup(client)

    asyncio.run(load())
    known = {
        command.qualified_name: {option["name"] for option in command.to_dict(client.tree)["options"]}
        for command in client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    families = {name.split()[0] for name in known if " " in name}
    wrong = []
    for line in chain.from_iterable(re.findall(r"`/([^`]+)`", page) for _, page in pages()):
        name = next((one for one in sorted(known, key=len, reverse=True) if f"{line} ".startswith(f"{one} ")), None)
        if name is None:
            wrong += [line] if line not in families else []
            continue
        options = re.findall(r"\b([a-z]+): ", line.removeprefix(name).partition(" lines: ")[0])
        wrong += [line] if set(options) - known[name] else []
    assert wrong == []


def test_pages_are_within_discords_limits() -> None:
    from bot.chat import render

    for topic in topics().values():
        check_sizes(render.help_page(topic))
        check_sizes(render.help_page(topic, 99))
