"""/encounter import over the wire: a fight goes on in another channel or on another server, and no file does harm."""

from __future__ import annotations

import json
from typing import Any

from standin.driver import Answer, Person
from tests.cogs.conftest import Game, told
from tests.cogs.test_export import begun, exported

OTHER = "quiet-ruins"
Document = dict[str, Any]


async def bring(who: Person, document: Document | bytes, channel: str = OTHER, **options: Any) -> Answer:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return await who.slash(channel, "encounter import", file=("encounter.json", data), **options)


async def test_a_fight_goes_on_in_another_channel(game: Game) -> None:
    await begun(game)
    document = await exported(game, game.gm, ids=True)
    answer = await bring(game.ben, document)
    print(told(answer))
    assert not answer.ephemeral


async def test_it_can_be_read_undone_and_exported(game: Game) -> None:
    await begun(game)
    document = await exported(game, game.gm, ids=True)
    await bring(game.ben, document)
    print(told(await game.ben.slash(OTHER, "encounter show")))
    print(told(await game.ben.slash(OTHER, "undo")))
    print(told(await game.ann.slash(OTHER, "fire", target="Alien 2", range=2)))
    print(told(await game.ben.slash(OTHER, "log")))
    print(told(await game.ann.slash(OTHER, "recap")))
    print(told(await game.ben.slash(OTHER, "encounter end")))
    print(told(await game.ben.slash(OTHER, "dice verify")))
    again = await game.ben.slash(OTHER, "export", ids=True)
    (file,) = again.message["attachments"]
    content = game.playground.world.uploads[file["id"]].content
    print(told(await bring(game.gm, content, "dark-tunnels")))
    print(sorted(c.get("name", "") for c in game.playground.world.channels.values()))
