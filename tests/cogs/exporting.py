"""An export as people get it."""

from __future__ import annotations

from typing import Any

from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game


async def file_of(game: Game, who: Person, **options: Any) -> tuple[str, bytes]:
    answer = await who.slash(CHANNEL, "export", **options)
    assert answer.ephemeral
    (file,) = answer.message["attachments"]
    return file["filename"], game.playground.world.uploads[file["id"]].content
