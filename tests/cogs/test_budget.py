"""Nobody stops the bot: no input that Discord passes holds the event loop longer than 50 ms, counted in calls.

Time is not asserted. Counted are the calls of functions, in Python and in C, between two turns of the event loop, while
the largest encounters of each rulebook are played. Calibrated: the orders that have the most calls here make 4 to 6
million a second on the machine where the budget was set, so CALLS are about 50 ms. What one call in C does with a long
text is not seen in this way; lengths are therefore asserted as well. `make bench` has the times.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest

from bot.chat.suggestions.options import A_NAME, LONGEST
from bot.game.store import HomebrewRow
from tests.cogs.conftest import CHANNEL, Game, is_public, laid_out, mustered
from tests.cogs.direct import direct
from tests.cogs.strangers import PRESETS, TEXTS, Watch, crowd, form, inputs, leaves, own_weapons, typed

CALLS = 225_000
MOST_READ = 2100
"""Characters: nothing that is typed in an option is read if it is longer."""
RIGHT: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("move", {"who": ", ".join(f"Guard {n} {k}" for n in (1, 2) for k in range(1, 16)), "to": "one space nearer"}),
    ("next", {}),
    ("next", {"time": "10 s"}),
)
"""Orders that take the rules long although nothing is wrong with them."""
TRIED = ("phoenix-advanced", "space-marines", "savage")
SLOWEST = [TEXTS[name] for name in ("digits", "ligatures", "different names", "letters by commas")]
"""The texts that cost most; `make bench` types all of them."""


def short(option: str) -> int:
    """The typed length of a text that is read."""
    return LONGEST.get(option, A_NAME)


def whole(option: str) -> int:
    """All that Discord passes."""
    return 6000


@asynccontextmanager
async def crowded(preset: str, folder: Path) -> AsyncIterator[tuple[Game, Watch]]:
    """The largest encounter, and a watch that counts from now on; what a process reads once is read already."""
    async with laid_out(folder / "referee.sqlite3", crowd(preset)) as game:
        watch = Watch(counting=True)
        with direct(game, watch.aside):
            await game.gm.slash(CHANNEL, "act", who="Guard 1 1", what="x")
            await game.gm.slash(CHANNEL, "duck", who="Guard 1 1")
            await game.gm.slash(CHANNEL, "fire", who="Guard 1 1")
            with watch.watching():
                yield game, watch


@pytest.mark.parametrize("preset", PRESETS)
async def test_orders(preset: str, tmp_path: Path) -> None:
    async with crowded(preset, tmp_path) as (game, watch):
        definitions = game.playground.world.all_commands()
        tried = 0
        for command, given in inputs(definitions, short, SLOWEST):
            watch.begin()
            answer = await game.gm.slash(CHANNEL, command, **given)
            tried += 1
            what = (command, {name: str(value)[:30] for name, value in given.items()})
            assert watch.most < CALLS, what
            if not answer.modal and not answer.ephemeral:
                await game.gm.slash(CHANNEL, "undo")
        assert tried > 300


@pytest.mark.parametrize("preset", PRESETS)
async def test_orders_that_take_the_rules_long(preset: str, tmp_path: Path) -> None:
    async with crowded(preset, tmp_path) as (game, watch):
        for command, given in RIGHT:
            watch.begin()
            answer = await game.gm.slash(CHANNEL, command, **given)
            assert watch.most < CALLS, (command, given)
            # The other books have no seconds, and in some nobody may move now.
            if command == "next" and (not given or preset.startswith("phoenix")):
                assert is_public(answer), answer.content


@pytest.mark.parametrize("preset", PRESETS)
async def test_suggestions(preset: str, tmp_path: Path) -> None:
    async with crowded(preset, tmp_path) as (game, watch):
        # What is offered at first is tried, up to 120 suggestions each; of what fits nothing, none is.
        texts = [""] if preset in TRIED else [TEXTS["ligatures"], TEXTS["names"]]
        for command, option, given in typed(game.playground.world.all_commands(), short, texts):
            watch.begin()
            await game.gm.autocomplete(CHANNEL, command, focused=option, **given)
            assert watch.most < CALLS, (command, option, str(given[option])[:30])


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_form_of_newcomers(preset: str, tmp_path: Path) -> None:
    async with crowded(preset, tmp_path) as (game, watch):
        for text in form():
            opened = await game.gm.slash(CHANNEL, "combatant add")
            watch.begin()
            answer = await game.gm.submit(opened, {"text": text})
            assert answer.ephemeral and watch.most < CALLS


DRAWINGS = (
    "\n".join(["#." * 20] * 40),
    "\n".join("".join(chr(97 + (row + column) % 22) for column in range(40)) for row in range(40))
    + "".join(f"\n{chr(97 + n)} = hill h{n}, cover c{n}, wall m{n}, label l{n}" for n in range(22)),
    "\ufdfa" * 4000,
)


async def test_the_form_of_the_map(tmp_path: Path) -> None:
    async with crowded("phoenix-advanced", tmp_path) as (game, watch):
        for text in DRAWINGS:
            opened = await game.gm.slash(CHANNEL, "encounter map", grid=True)
            watch.begin()
            await game.gm.submit(opened, {"text": text})
            assert watch.most < CALLS, text[:30]


@pytest.mark.parametrize("preset", TRIED)
async def test_players_and_spectators(preset: str, tmp_path: Path) -> None:
    """A sample of the texts: an order that may not be given is refused before most of it is read."""
    async with crowded(preset, tmp_path) as (game, watch):
        definitions = game.playground.world.all_commands()
        await game.gm.slash(CHANNEL, "combatant owner", who="Guard 1 3", user=game.ann)
        for who in (game.ann, game.ben):
            for command, given in inputs(definitions, short, SLOWEST[1:3]):
                watch.begin()
                answer = await who.slash(CHANNEL, command, **given)
                assert watch.most < CALLS, (who.name, command, {name: str(value)[:30] for name, value in given.items()})
                if not answer.modal and not answer.ephemeral:
                    await game.gm.slash(CHANNEL, "undo")
            for command, option, given in typed(definitions, short, [TEXTS["names"]]):
                watch.begin()
                await who.autocomplete(CHANNEL, command, focused=option, **given)
                assert watch.most < CALLS, (who.name, command, option)


async def test_what_one_side_of_sixty_fighters_sees(tmp_path: Path) -> None:
    async with crowded("phoenix-advanced", tmp_path) as (game, watch):
        await game.gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
        await game.gm.slash(CHANNEL, "combatant owner", who="Guard 1 3", user=game.ann)
        passed = await game.ann.slash(CHANNEL, "pass", who="Guard 1 3")
        for who in (game.ann, game.ben):
            for command in ("encounter show", "map", "log"):
                watch.begin()
                await who.slash(CHANNEL, command)
                assert watch.most < CALLS, (who.name, command)
            for option in ("who", "target"):
                watch.begin()
                await who.autocomplete(CHANNEL, "fire", focused=option)
                assert watch.most < CALLS, (who.name, option)
        watch.begin()
        await game.ann.click(passed, "Details")
        assert watch.most < CALLS


async def test_a_server_with_a_hundred_weapons_of_its_own(tmp_path: Path) -> None:
    async with crowded("phoenix-advanced", tmp_path) as (game, watch):
        book, guild = game.client.library.shelf["phoenix"], game.playground.world.home.id
        made = datetime(2026, 1, 1, tzinfo=UTC)
        for text in own_weapons(book.homebrew_example):
            record = book.homebrew_record(text)
            row = HomebrewRow(
                guild_id=guild,
                ruleset=book.id,
                name=record.name,
                record=orjson.dumps(dict(record.record)),
                added_by=game.gm.id,
                added_at=made,
            )
            await game.client.library.store.shelf.put_homebrew([row])
        watch.begin()
        for command, given in (
            ("encounter show", {}),
            ("combatant add", {"sheet": "line, AKM 47, O99 99"}),
            ("weapon show", {"name": "O99"}),
            ("fire", {"who": "line, AKM 47", "target": "line", "range": 10, "aim": 2, "ruleset": "phoenix"}),
        ):
            await game.gm.slash(CHANNEL, command, **given)
            assert watch.most < CALLS, command
        for command, option, given in (
            ("combatant add", "sheet", {"sheet": "line, M"}),
            ("weapon show", "name", {"name": "zzz"}),
            ("odds", "weapon", {"weapon": "O9", "who": "Guard 1 3", "target": "Raider 1 4"}),
        ):
            await game.gm.autocomplete(CHANNEL, command, focused=option, **given)
            assert watch.most < CALLS, (command, option)


async def test_what_is_too_long_is_refused_before_it_is_read(game: Game) -> None:
    await mustered(game)
    before = await game.encounter()
    watch = Watch(counting=True)
    with direct(game, watch.aside), watch.watching():
        for command, given in inputs(game.playground.world.all_commands(), whole, [TEXTS["blocks"]]):
            if not any(isinstance(value, str) and len(value) == 6000 for value in given.values()):
                continue
            watch.begin()
            answer = await game.ann.slash(CHANNEL, command, **given)
            assert "has 6,000 characters. The limit is" in answer.content, (command, answer.content)
            assert watch.most < CALLS / 20
        assert await game.ann.autocomplete(CHANNEL, "fire", focused="target", target=TEXTS["commas"]) == []
    assert await game.encounter() == before


def test_no_option_is_read_at_great_length() -> None:
    assert max(LONGEST.values()) <= MOST_READ


async def test_every_length_is_that_of_an_option(game: Game) -> None:
    named = {option["name"] for _, options in leaves(game.playground.world.all_commands()) for option in options}
    assert LONGEST.keys() <= named
