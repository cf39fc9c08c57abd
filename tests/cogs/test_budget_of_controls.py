"""No button, select or form holds the event loop longer than 50 ms, counted in calls as in `test_budget.py`.

Each is pressed as `test_rights_matrix.py` does it, which misses none, in encounters with the most fighters, the longest
names and a long journal. Fields of forms are filled in with as much as Discord takes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chat.outgoing.controls import control_id
from bot.chat.suggestions.options import A_FIELD
from bot.chat.views.private.draft import SELECTS
from bot.game.journal.anchors import Anchor
from rules.engine.table.muster import MOST_COMBATANTS
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, laid_out
from tests.cogs.direct import direct
from tests.cogs.strangers import PRESETS, SHOOTER, TEXTS, Watch, crowd, form
from tests.cogs.test_budget import CALLS, SLOWEST
from tests.cogs.test_rights_matrix import MARINES, PHOENIX, PRESSED, SAVAGE, Desk

pytestmark = pytest.mark.sqlite

LONG = "Watchman of the Long Northern Wall"
FILLED = (*(text for text in SLOWEST), TEXTS["semicolons"], *form())
_SHEETS = {
    PHOENIX: "skill 8, STR 16, AGI 10, M16, 2 M 67",
    MARINES: "Marine, rifle, grenade",
    SAVAGE: "Shooting d8, Wild Card, Assault Rifle",
}
_THERE = {PHOENIX: 3, MARINES: 10, SAVAGE: 2}
_AFTER = {PHOENIX: 1, MARINES: 0, SAVAGE: 0}
"""The number of lines that come after the others have been added."""
_FREE = 2
"""Places for those who ask to be let in."""


def filled(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines, and one for each of the fighters that nearly fill the encounter."""
    last = len(lines) - _AFTER[lines]
    others = (
        f"GM: /combatant add name: {LONG} {n} side: Watch sheet: {_SHEETS[lines]}"
        for n in range(MOST_COMBATANTS - _THERE[lines] - _FREE)
    )
    return (*lines[:last], *others, *lines[last:])


def longest(preset: str) -> tuple[str, ...]:
    """The largest encounter, with the longest names."""
    return tuple(
        line.replace("Guard", LONG).replace("Raider", LONG.replace("North", "South")) for line in crowd(preset)
    )


@asynccontextmanager
async def full(lines: tuple[str, ...], folder: Path) -> AsyncIterator[Desk]:
    """A desk in a full encounter, whose states are thinned out."""
    async with laid_out(folder / "referee.sqlite3", filled(lines)) as game:
        desk = Desk(game)
        await desk.begin()
        await game.client.referee.journal.tidy(datetime.now(UTC), datetime(2000, 1, 1, tzinfo=UTC))
        game.client.referee.journal.forget(desk.id)
        discord.http.Route.BASE = game.playground.api_url
        yield desk


@pytest.mark.parametrize("lines", [PHOENIX, MARINES, SAVAGE], ids=["phoenix", "space marines", "savage"])
async def test_everything_that_is_pressed(lines: tuple[str, ...], tmp_path: Path) -> None:
    async with full(lines, tmp_path) as desk:
        watch = Watch(counting=True)
        for (control, deed), sample in PRESSED.items():
            if sample.lines is not lines:
                continue
            desk.fighter = sample.fighter
            for who in (desk.cleo, desk.game.ann, desk.game.gm):
                with direct(desk.game, watch.aside):
                    if sample.before:
                        desk.left = await sample.before(desk, who, CHANNEL)
                    watch.begin()
                    with watch.watching():
                        await sample.act(desk, who, CHANNEL)
                    assert watch.most < CALLS, (control, deed)
                    await desk.put_back()


async def test_details_and_undo_far_back(tmp_path: Path) -> None:
    async with full(PHOENIX, tmp_path) as desk:
        game, watch = desk.game, Watch(counting=True)
        entries = await game.client.referee.journal.whole(desk.id)
        with direct(game, watch.aside), watch.watching():
            for entry in entries[:: len(entries) // 12]:
                game.client.referee.journal.forget(desk.id)
                for verb in ("details", "again"):
                    message = await desk.forger.post(CHANNEL, control_id(verb, Anchor.of(entry)))
                    for who in (desk.cleo, game.gm):
                        await press_the_button(watch, who, message)
            for command in ("undo", "redo"):
                for _ in range(12):
                    watch.begin()
                    await game.gm.slash(CHANNEL, command)
                    assert watch.most < CALLS, command


async def press_the_button(watch: Watch, who: Person, message: Any) -> None:
    """Press the only button of a message."""
    watch.begin()
    button = message["components"][0]["components"][0]["custom_id"]
    await who.click(message, custom_id=button)
    assert watch.most < CALLS, button


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_order_form_in_the_largest_encounter(preset: str, tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", longest(preset)) as game:
        watch = Watch(counting=True)
        with direct(game, watch.aside), watch.watching():
            chosen = 0
            for verb in ("fire", "throw", "aim"):
                drawn = await game.gm.slash(CHANNEL, verb, who=SHOOTER.replace("Guard", LONG), how="; " * 99)
                for part in SELECTS:
                    chosen += sum([await choose(watch, game.gm, drawn, part, place) for place in (-1, 0)])
                # Some rulebooks have no such order.
                if drawn.components:
                    watch.begin()
                    await game.gm.click(drawn, verb.capitalize())
                    assert watch.most < CALLS, verb
            assert chosen > 4


async def choose(watch: Watch, who: Person, drawn: Answer, part: str, place: int) -> int:
    """Choose an option in a select of the order form, which is drawn again; returns whether there is such a select."""
    for select in drawn.components:
        if select.get("custom_id", "").startswith(f"srf:{part}:"):
            watch.begin()
            await who.select(drawn, select["custom_id"], select["options"][place]["value"])
            assert watch.most < CALLS, (part, place)
            return 1
    return 0


async def test_the_fields_of_forms(tmp_path: Path) -> None:
    async with full(PHOENIX, tmp_path) as desk:
        game, watch = desk.game, Watch(counting=True)
        openings: tuple[tuple[str, dict[str, Any], str, int], ...] = (
            ("combatant add", {}, "", len(FILLED)),
            # Read in a process of its own: two texts are enough.
            ("weapon add", {}, "", 2),
            ("fire", {"who": "Trent", "target": "Guard", "range": 1, "aim": 1, "dice": "?"}, "Type the dice", 99),
        )
        with direct(game, watch.aside), watch.watching():
            for command, given, label, most in openings:
                for text in FILLED[:most]:
                    opened = await game.gm.slash(CHANNEL, command, **given)
                    window = await game.gm.click(opened, label) if label else opened
                    refused = await fill_in(watch, game.gm, window, text)
                    if any(part.get("label") == "Correct it" for part in refused.components):
                        await fill_in(watch, game.gm, await game.gm.click(refused, "Correct it"), text)


async def fill_in(watch: Watch, who: Person, window: Answer, text: str) -> Answer:
    """Fill in as much of a text as the form's field takes."""
    assert window.modal, window.content
    (row,) = window.modal["components"]
    field = row.get("component") or row["components"][0]
    watch.begin()
    answer = await who.submit(window, {field["custom_id"]: text[: min(A_FIELD, field["max_length"])]})
    assert watch.most < CALLS, text[:20]
    return answer


async def test_questions_about_privacy(tmp_path: Path) -> None:
    lines = filled(PHOENIX)
    for role, command in (("gm", "privacy server"), ("ann", "privacy forget"), ("gm", "privacy forget")):
        async with laid_out(tmp_path / "referee.sqlite3", lines) as game:
            watch = Watch(counting=True)
            who: Person = getattr(game, role)
            game.playground.world.home.owner_id = game.gm.id
            with direct(game, watch.aside), watch.watching():
                asked = await who.slash(CHANNEL, command)
                (part,) = [part for part in asked.components if part.get("label")]
                pressed = await who.click(asked, part["label"])
                await pressed.until(done)
                assert watch.most < CALLS, command


def done(answer: Answer) -> bool:
    """Return whether the followup tells that it is done."""
    return any("Done." in followup["content"] for followup in answer.followups) or "Done." in answer.content


def test_the_game_is_full() -> None:
    assert all(sum("combatant add" in line for line in filled(lines)) > 40 for lines in _SHEETS)
