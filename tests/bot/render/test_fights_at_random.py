"""Whatever comes of random fights can be shown: answers, details, board, sheets, odds, choices."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import pytest

from bot.chat.render import Reply
from bot.chat.render.boards.board import status
from bot.chat.render.pages.pages import odds, page
from bot.chat.render.pages.records import Recap
from bot.chat.render.results.first_line import deciding, first_line
from bot.chat.render.text.plain_text import plain_text
from bot.game.entries.entries import Entry
from bot.game.pages import encounter_pages
from bot.game.requests import DirectRequest, Incomplete, OrderContext, Request, foreseeing, renaming
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Next, Start, Target, Throw
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.sight.falls import fate_of
from rules.shelf import books_by_name, shelf
from tests.bot.render.reading import seen
from tests.bot.render.sizes import check_sizes
from tests.bot.render.table import answer, details, entry, log
from tests.bot.said_at_random import GAMES, Game, offered
from tests.reading import resolve
from tests.reading_aloud import stumbles, words_of
from tests.rules.phoenix.at_random import AdvancedPlay, Play
from tests.rules.phoenix.skirmish import phoenix

BOOK = phoenix()
LONGEST_CHOICE = 100
FALLEN = re.compile(r"(?:^| · )(.+?) is (?:out|dead|out of play)(?=\.$| · )")


def entries(order: Order, parts: Sequence[Part], seq: int) -> list[Entry]:
    return [
        entry(order, part.resolution, part.encounter, seq=seq + n, part=n, origin=seq + n)
        for n, part in enumerate(parts)
    ]


def check_choosing(encounter: Encounter, seed: int, book: Ruleset = BOOK) -> int:
    """Check a player's choices before an order; return how many odds were shown."""
    told = 0
    ids = [c.id for c in encounter.combatants]
    for n, id in enumerate(ids[:3]):
        verb: type[Attack] = (Fire, Burst, Throw)[(seed + n) % 3]
        order = verb(id, (Target(ids[n - 1]),))
        choices = book.choices(order, encounter)
        for value, shown in (*choices.targets, *choices.weapons):
            assert value and 0 < len(shown) <= LONGEST_CHOICE, shown
        assert all(actions >= 0 and 0 < len(shown) <= LONGEST_CHOICE for actions, shown in choices.aims)
        try:
            found = book.odds(order, encounter)
        except Refusal:
            continue
        check_sizes(odds(found))
        check_plain(odds(found))
        assert all(len(row) == len(found.columns) for row in found.rows)
        told += 1
    return told


def test_everything_can_be_shown() -> None:
    assert sum(show(seed, Play(seed)) for seed in range(100, 108)) > 20


def test_everything_of_the_advanced_rules_can_be_shown() -> None:
    assert sum(show(seed, AdvancedPlay(seed)) for seed in range(100, 104)) > 10


def show(seed: int, play: Play) -> int:
    """Show a whole fight; how often odds were told."""
    return show_all(((tried.order, tried.parts) for tried in play.steps(50) if tried.parts), seed, BOOK)


def show_all(done: Iterable[tuple[Order, Sequence[Part]]], seed: int, book: Ruleset) -> int:
    whole: list[Entry] = []
    told = 0
    for n, (order, parts) in enumerate(done):
        group = entries(order, parts, len(whole) + 1)
        whole += group
        encounter = parts[-1].encounter
        for reply in (answer(group, book), details(group, book), status(encounter, book)):
            check_sizes(reply)
            check_plain(reply)
        check_reading(answer(group, book), group, book)
        context = OrderContext(encounter, book, {}, "100")
        for combatant in encounter.combatants:
            sheet = page(encounter_pages.combatant(combatant.id, context))
            check_sizes(sheet)
            check_plain(sheet)
            assert book.summary(combatant, encounter).short
        assert all(isinstance(book.pending_text(item, encounter), str) for item in encounter.agenda)
        if n % 3 == 0:
            told += check_choosing(encounter, seed, book)
    check_sizes(log(whole[-20:], book))
    recap = Recap()
    recap.take(whole)
    check_sizes(recap.reply(whole[-1].state, book))
    return told


def check_plain(reply: Reply) -> None:
    """A screen reader reads the same words and numbers, apart from letters and numbers along a drawn map."""
    plain = plain_text(reply)
    check_sizes(plain)
    assert plain_text(plain) == plain
    shown = {"content": plain.content, "embeds": plain.embeds}
    assert stumbles(shown) == [], plain.content
    if "under Details" in plain.content:
        return
    # What the usual message leaves to its file is in the plain one.
    usual = [reply.content, *(text for e in reply.embeds for text in (e.title, e.description, e.footer.text) if text)]
    drawn = "map.txt" in dict(reply.files) or "█" in reply.content or "·" in reply.content.partition("```")[2]
    text = re.sub(r"… [\d,]+ more lines? in the attached file|… and [\d,]+ more lines?; see", "", "\n".join(usual))
    words = words_of(re.sub(r"```.*?```", "", text, flags=re.DOTALL) if drawn else text)
    told = "\n".join([plain.content, *(text.decode() for _, text in plain.files)])
    assert words - words_of(told) == set(), told


def check_reading(reply: Reply, group: Sequence[Entry], book: Ruleset) -> None:
    """A reader sees what was concluded, sign by sign, whatever the fighters are called."""
    marks = r"(?<!\\)(\*\*|<@\d+> ?)"
    lines = [seen(re.sub(marks, "", line)).replace("\u2060", "") for line in reply.content.split("\n")]
    if len(group) == 1:
        told, outcome = first_line(group[0]), group[0].resolution.outcome
        # The throws that decided it are all that is added.
        thrown = deciding(group[0].resolution.steps)
        assert told.replace(f" ({thrown})", "", 1).replace(f"; {thrown})", ")", 1).startswith(outcome), (told, outcome)
        # A new player is mentioned, and mentions are left out above.
        first = told.split("\n")[0].replace("now belongs to another player.", "now belongs to .")
        # Who falls as time passes is told before it.
        if isinstance(group[0].order, Next) and (fallen := FALLEN.findall(lines[0])):
            state = group[0].state
            assert set(fallen) <= {one.name for one in state.combatants if fate_of(one, state, book)}, lines[0]
            del lines[0]
        assert lines[0].startswith(first[:100]), (lines[0], first)


NASTY = ("*Al*", "_b_ `c`", "@everyone", "[x](http://y.z)", "# 1.", "~~||-# >", "<@1> :fire:", "x" * 40)


def fight(said: Game, seed: int, count: int) -> Iterator[tuple[Order, Sequence[Part]]]:
    """Play the choices that are offered, by fighters with names that Discord would read as Markdown."""
    luck, dice = random.Random(seed), SeededDice(seed)
    book, preset = books_by_name(shelf())[said.ruleset]
    encounter = UNOPENED
    requests: list[Callable[[], Request]] = [
        lambda: DirectRequest(Start("e1", "*x*", book.id, preset, "100", "0" * 64))
    ]
    requests += [partial(lambda request: request, request) for request in said.begin]
    requests += [lambda: renaming(luck.choice(encounter.combatants).name, luck.choice(NASTY), "*s*")] * 3
    requests += [lambda: foreseeing("*the* `gate` {n}", 2, 1)]
    requests += [lambda: offered(said, encounter, book, luck)] * count
    for request in requests:
        try:
            order = request().order(OrderContext(encounter, book, {}, "100"))
            parts = resolve(order, Scene(encounter, dice), book)
        except (Refusal, Incomplete):
            continue
        encounter = parts[-1].encounter
        yield order, parts


@pytest.mark.parametrize("name", ["space-marines", "space-marines-outdoors", "savage", "aliens"])
def test_everything_of_the_other_books_can_be_shown(name: str) -> None:
    book, _ = books_by_name(shelf())[name]
    assert sum(show_all(fight(GAMES[name], seed, 60), seed, book) for seed in range(4)) > 5
