"""The lines that the README tells a newcomer to type, typed on the stand-in with the real bot: they are answered, and
as shown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from bot.game.entries import detail
from bot.game.entries.detail import Detail
from bot.play.fight_setup import lay_out
from bot.play.first_fight import first_fight
from rules.engine.books.table_options import FOG, TABLE_OPTIONS
from rules.engine.records.copies import replace
from standin.driver import Answer
from tests.served import CHANNEL, ROOT, Served, served

README, HOST, ALIENS, PHOENIX, OPTIONAL, SPACE_MARINES, SAVAGE = (
    (ROOT / page).read_text(encoding="utf-8")
    for page in (
        *("README.md", "docs/host.md", "docs/aliens.md", "docs/phoenix.md", "docs/phoenix_optional.md"),
        *("docs/space_marines.md", "docs/savage.md"),
    )
)

PEOPLE = ("GM", "Ann", "Ben")

# In the order of the page: a change of person, a block, a command within a sentence.
_SAID = re.compile(
    r"[Bb]ecome (?:the )?\*\*(?P<who>\w+)\*\*"
    r"|^(?P<indent> *)```\n(?P<block>.*?)\n(?P=indent)```"
    r"|`(?P<line>/[a-z][^`]*)`",
    re.MULTILINE | re.DOTALL,
)
_DRAWN = re.compile(r"\b(rolled \d|HIT(, .+ is removed)?|MISS)|\nAliens \d left in play|(?<=, Ash, )Alien 1, ")


class Said(NamedTuple):
    """A statement of the README: become this person, type this line, or this is the answer to the last one."""

    kind: Literal["become", "type", "answer"]
    text: str


def told(section: str, page: str = README) -> Iterator[Said]:
    """Yield the statements under a heading of the second level."""
    (words,) = re.findall(rf"^## {re.escape(section)}\n(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL)
    for found in _SAID.finditer(words):
        if found["who"]:
            yield Said("become", found["who"])
        elif found["line"]:
            yield Said("type", found["line"])
        else:
            lines = [line.strip() for line in found["block"].splitlines()]
            if all(line.startswith("/") for line in lines):
                yield from (Said("type", line) for line in lines)
            else:
                yield Said("answer", "\n".join(lines))


def shown(answer: Answer) -> str:
    """An answer as the README prints it, without Markdown, and without what the dice said."""
    embeds = [text for e in answer.embeds for text in (e.get("description"), e.get("footer", {}).get("text")) if text]
    words = "\n".join([answer.content, *embeds]).replace("**", "")
    return undrawn(re.sub(r"```\n?|^-# ", "", words, flags=re.MULTILINE))


def undrawn(text: str) -> str:
    return re.sub(r" +", " ", _DRAWN.sub(lambda found: "…" if found[1] else "", text))


FIRST_FIGHTS = (
    ("README.md", "One fight"),
    ("docs/aliens.md", "A first fire fight"),
    ("docs/phoenix.md", "A first fire fight"),
    ("docs/phoenix_optional.md", "A first skirmish"),
    ("docs/space_marines.md", "A first fire fight"),
    ("docs/savage.md", "A first fire fight"),
)
"""The sections that are played line by line, each line with the beginning of its answer."""
ANSWERS: Mapping[str, list[list[str]]] = tomllib.loads(
    (ROOT / "tests/golden/first_fights.toml").read_text(encoding="utf-8")
)
"""By page: each line of its first fight, and how its answer begins; nothing for one that the page answers itself."""


def lines_of(page: Path) -> list[str]:
    """The lines of the page's first fight."""
    return [said[0] for said in ANSWERS.get(page.stem.lower(), [])]


def refused(answer: Answer) -> bool:
    """A refusal is one plain sentence for the one who asked; a form, a list and a result have more to them."""
    return answer.ephemeral and not answer.components and not re.search(r"\*\*|```", answer.content)


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """The bot as readers have it: with the fog on, and answers of the usual length."""
    monkeypatch.setitem(TABLE_OPTIONS, FOG, replace(TABLE_OPTIONS[FOG], default="hidden"))
    monkeypatch.setattr(detail, "USUAL", Detail.NORMAL)
    async with served(tmp_path / "referee.sqlite3") as bot:
        yield bot


async def played(bot: Served, said: Iterator[Said], page: str = "") -> list[str]:
    """Type what is said; the commands that were typed. Answers are as printed, else they begin as `page` says, and
    refusals come only where one is printed."""
    who, typed = bot.person("Cleo"), list[str]()
    begins = iter(ANSWERS.get(page, ()))
    last: Answer | None = None
    unexplained: list[str] = []
    for kind, text in said:
        if kind == "become":
            who = bot.person(text)
        elif kind == "type":
            last = await who.types("quiet-ruins", text)
            typed.append(text.split()[0])
            line, wanted = next(begins, (text, ""))
            assert line == text and wanted in shown(last), f"{text}: {shown(last)[:300]}"
            if refused(last):
                unexplained.append(f"{who.name}: {text}: {last.content}")
        else:
            assert last is not None
            told = shown(last)
            for name in PEOPLE:
                told = told.replace(bot.person(name).mention, f"@{name}")
            assert told == undrawn(text)
            typed.append("")
            unexplained = [refusal for refusal in unexplained if not refusal.endswith(text)]
    assert unexplained == []
    return typed


async def test_the_fight_of_the_readme_goes_as_it_is_told(bot: Served) -> None:
    typed = await played(bot, told("One fight"), "readme")
    assert {"/encounter", "/combatant", "/odds", "/fire", "/pass", "/next"} <= set(typed)


async def test_the_first_fire_fight_of_aliens_goes_as_it_is_told(bot: Served) -> None:
    typed = await played(bot, told("A first fire fight", ALIENS), "aliens")
    assert typed.count("") == 3, "answers were compared"
    assert {"/encounter", "/combatant", "/odds", "/fire", "/pass", "/next", "/move", "/dice"} <= set(typed)


async def test_the_first_fire_fight_of_phoenix_command_goes_as_it_is_told(bot: Served) -> None:
    typed = await played(bot, told("A first fire fight", PHOENIX), "phoenix")
    assert typed.count("") == 3, "answers were compared"
    assert {"/encounter", "/combatant", "/odds", "/fire", "/pass", "/next", "/move", "/dice"} <= set(typed)


async def test_a_skirmish_by_the_optional_rules_goes_as_it_is_told(bot: Served) -> None:
    typed = await played(bot, told("A first skirmish", OPTIONAL), "phoenix_optional")
    assert typed.count("") == 5, "answers were compared"
    assert {"/encounter", "/combatant", "/act", "/fire", "/next"} <= set(typed)


async def test_the_first_fire_fight_of_space_marines_goes_as_it_is_told(bot: Served) -> None:
    typed = await played(bot, told("A first fire fight", SPACE_MARINES), "space_marines")
    assert typed.count("") == 4, "answers were compared"
    assert {"/encounter", "/combatant", "/odds", "/fire", "/pass", "/next", "/move", "/answer", "/dice"} <= set(typed)


async def test_the_first_fire_fight_of_savage_goes_as_it_is_told(bot: Served) -> None:
    typed = await played(bot, told("A first fire fight", SAVAGE), "savage")
    assert typed.count("") == 2, "answers were compared"
    assert {"/encounter", "/combatant", "/odds", "/fire", "/pass", "/next", "/burst", "/reload", "/dice"} <= set(typed)


@pytest.mark.parametrize(("page", "section"), FIRST_FIGHTS[1:])
def test_a_first_fight_is_for_two_players(page: str, section: str) -> None:
    said = list(told(section, (ROOT / page).read_text(encoding="utf-8")))
    assert {"Ann", "Ben"} <= {text for kind, text in said if kind == "become"}
    owned = " ".join(text for _, text in said if text.startswith("/combatant add"))
    assert "owner: @Ann" in owned and "owner: @Ben" in owned


async def test_whoever_presses_next_is_not_mentioned(bot: Served) -> None:
    for kind, text in told("A first fire fight", ALIENS):
        if kind == "become":
            who = bot.person(text)
        elif kind == "type":
            if text == "/next":
                break
            await who.types("quiet-ruins", text)
    for alien in (1, 2, 3):
        await who.types("quiet-ruins", f"/pass who: Alien {alien}")
    answer = await bot.person("Ben").types("quiet-ruins", "/next")
    mention = bot.person("Ann").mention
    still = "Turn 2 · #10 · Still to act: Apone, Ash, Alien 1, Alien 3"
    assert answer.content == f"Turn 2 begins.\n-# {still} · {mention}"


@pytest.mark.parametrize("page", [README, HOST], ids=["README", "host"])
async def test_what_to_try_is_answered_in_the_fight_that_is_laid_out(page: str, bot: Served) -> None:
    fight = first_fight("aliens")
    await lay_out(bot.playground, fight, lambda _: None)
    (_, lines) = [
        block.split("\n")
        for block in re.findall(r"^```\n(.*?)\n```", page.split("## Try it")[1].split("\n## ")[0], re.M | re.S)
    ]
    assert lines == [hint.line for hint in fight.greeting.steps]
    for line in lines:
        answer = await bot.person(fight.you).types(CHANNEL, line)
        assert not refused(answer), f"{line}: {answer.content}"


@pytest.mark.parametrize("book", ["aliens", "space_marines", "space-marines-outdoors", "savage"])
async def test_what_the_greeting_says_next_can_be_typed(book: str, tmp_path: Path) -> None:
    fight = first_fight(book)
    async with served(tmp_path / "referee.sqlite3", ruleset=book) as bot:
        await lay_out(bot.playground, fight, lambda _: None)
        for hint in fight.greeting.steps:
            await bot.person(fight.you).types(CHANNEL, hint.line)
        who, refusals = fight.you, list[str]()
        for becomes, line in re.findall(r"(?:[Bb]ecome|As the) (\w+)|`(/[^`]+)`", fight.greeting.next):
            who = becomes or who
            # Whether /reload alone has anything to do is up to the dice.
            if " " in line:
                answer = await bot.person(who).types(CHANNEL, line)
                refusals += [answer.content] if refused(answer) else []
        assert refusals == []
