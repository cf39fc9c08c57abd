"""The books of docs/adding_a_rulebook.md, as installed, in the commands that ask a book for more than a shot.

test_release.py installs Saloon and plays a fight to its end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.render.pages.help import help_pages
from bot.game.help.topics import Topic
from rules.shelf import Shelf, shelf
from tests.arrows.arrows import Arrows
from tests.cogs.conftest import CHANNEL, Game, opened, told
from tests.saloon.saloon import Saloon


@pytest.fixture
async def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Game]:
    """A fight by Saloon: Rook with a rifle and a revolver against Dutch with a shotgun."""
    books = Shelf({**shelf(), "saloon": Saloon(), "arrows": Arrows()}, {})
    monkeypatch.setattr("bot.chat.connection.client.shelf", lambda: books)
    async with opened(tmp_path / "referee.sqlite3") as game:
        await game.says(game.gm, "encounter start", ruleset="saloon", title="High noon")
        for name, sheet, side in (("Rook", "Rifle, Revolver", "Law"), ("Dutch", "Shotgun", "Gang")):
            await game.says(game.gm, "combatant add", sheet=sheet, name=name, side=side)
        yield game


async def answered(game: Game, command: str, /, **options: Any) -> str:
    return told(await game.gm.slash(CHANNEL, command, **options))


async def test_a_plan_shows_its_chance(game: Game) -> None:
    planned = await game.gm.slash(CHANNEL, "plan set", who="Rook", lines="fire at Dutch")
    assert planned.content.startswith("Rook has a plan of 1 line.")
    assert "**Line 1** Rook, Rifle at Dutch: Hit 65%" in await game.whispers(game.gm, "plan show", who="Rook")


async def test_plans_are_carried_out(game: Game) -> None:
    await answered(game, "plan set", who="Rook", lines="fire at Dutch")
    await answered(game, "plan set", who="Dutch", lines="when fired upon: fire at Rook")
    ran = await answered(game, "next")
    assert "Rook fires the Rifle at Dutch" in ran and "Dutch fires the Shotgun at Rook" in ran


async def test_a_gm_corrects_asks_takes_back_and_reads_the_log(game: Game) -> None:
    assert "**Rook, Rifle at Dutch**\n```\nHit\n65%" in await answered(game, "odds", who="Rook", target="Dutch")
    fired = await answered(game, "fire", who="Rook", target="Dutch", dice="20")
    assert "HIT: Dutch has 1 of 2 wounds." in fired
    assert "Undone: Rook fires the Rifle at Dutch" in await answered(game, "undo")
    assert "**Wounds** 0 of 2" in await answered(game, "combatant show", who="Dutch")
    corrected = await answered(game, "adjust", who="Rook", changes="at C4, weapon 2")
    assert corrected.startswith("GM correction: Rook is at C4, Revolver in hand.")
    log = await answered(game, "log")
    assert "GM correction: Rook is at C4" in log and "Undone: Rook fires the Rifle at Dutch" in log


async def test_a_verb_without_a_rule_is_not_offered_and_names_those_that_have_one(game: Game) -> None:
    known = "It has /fire."
    assert await game.whispers(game.gm, "move", who="Rook", to="C4") == f"Saloon has no rule for /move. {known}"
    assert await game.whispers(game.gm, "act", who="Rook", what="dances") == f"Saloon has no such rule. {known}"
    begun = await game.gm.slash("quiet-ruins", "encounter start", ruleset="saloon", title="Sundown")
    assert "bring fighters in with /combatant add, then play: /fire, /next" in told(begun)


async def test_two_dice_and_the_end_of_a_fight_are_in_the_answer(game: Game) -> None:
    async def says(command: str, **options: Any) -> str:
        return told(await game.gm.slash("quiet-ruins", command, **options))

    await says("encounter start", ruleset="arrows")
    await says("combatant add", sheet="Longbow, skill 3", name="Robin", side="Outlaw")
    await says("combatant add", sheet="Short Bow", name="Guy", side="Guard")
    fired = await says("fire", who="Robin", target="Guy", dice="3 4")
    assert "Robin fires the Longbow at Guy (rolled 3 + 4, needed 6): HIT." in fired
    await says("next")
    fired = await says("fire", who="Robin", target="Guy", dice="6 1")
    win = "The Outlaw archers win: no Guard archers are left in play."
    assert fired.startswith(f"**{win}**")
    assert f"The encounter ends. {win}" in await says("encounter end")


def test_help_leaves_out_switches_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.render.pages.help.shelf", lambda: {"saloon": Saloon()})
    of_the_book = "\n".join(help_pages(Topic("Saloon", book="saloon")))
    assert "Verbs with a rule: `/aim` `/fire`" in of_the_book and "Presets: saloon" in of_the_book
    of_all = "\n".join(help_pages(Topic("presets", "{books}")))
    assert "**Saloon** `saloon`: presets saloon" in of_all
    assert "witches" not in of_the_book + of_all
