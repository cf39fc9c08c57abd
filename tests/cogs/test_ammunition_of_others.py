"""Players of another side and spectators read nothing of a fighter's ammunition."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, meant, told, types

SAVAGE = (
    "GM: /encounter start ruleset: savage title: The yard",
    "GM: /encounter options name: joining value: open",
    "GM: /combatant add name: Axly owner: @Ben side: Guards sheet: Shooting d8, Wild Card, Assault Rifle",
    "GM: /combatant add name: Trent owner: @Ann side: Squad sheet: Shooting d8, Wild Card, Assault Rifle",
)
ALIENS = (
    "GM: /encounter start ruleset: aliens title: The corridor",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter options name: ammunition value: on",
    "GM: /combatant add name: Axly owner: @Ben side: Guards sheet: rifleman",
    "GM: /combatant add name: Trent owner: @Ann side: Squad sheet: apone",
)


async def read_by(game: Game, name: str) -> str:
    """All that somebody can call up, and what is in the channel."""
    person = game.playground.person(name)
    lines = ("/log", "/recap", "/encounter show", "/combatant show who: Axly", "/ammo show who: Axly")
    texts = [told(await types(game, f"{name}: {line}")) for line in lines]
    exported = await types(game, f"{name}: /export")
    files = [game.playground.world.uploads[file["id"]] for file in exported.message.get("attachments", ())]
    texts += [file.content.decode() for file in files]
    public = [message for message in person.sees(CHANNEL) if not message["flags"] & 64]
    return "\n".join((*texts, str(public)))


@pytest.mark.parametrize("fog", ["hidden", "sides"])
async def test_purchases_are_the_buyers_own(tmp_path: Path, fog: str) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", SAVAGE) as game:
        await types(game, f"GM: /encounter options name: fog value: {fog}")
        asked = await types(game, "GM: /ammo buy sort: Blessed price: 2500 die: d8 dice: 5 2 who: Axly")
        assert "Axly can have Blessed for one month or a single mission (Purchase roll 5)" in told(asked)
        assert asked.ephemeral
        bought = await types(game, "Ben: /answer choice: single mission")
        assert "Axly buys a single-mission supply of Blessed." in told(bought)
        given_up = await types(game, "Ben: /ammo drop sort: Blessed")
        assert "Axly gives up a single-mission supply of Blessed." in told(given_up)
        for name in ("Ann", "Cleo"):
            now = await read_by(game, name)
            assert not [word for word in ("Blessed", "Purchase", "single-mission") if word in now], name
        assert "Blessed" in told(await types(game, "Ben: /log"))


async def test_purchases_are_open_without_fog(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", SAVAGE) as game:
        await types(game, "GM: /encounter options name: fog value: off")
        bought = await types(game, "Ben: /ammo buy sort: AP price: 10 die: d12 term: single mission")
        assert "(Purchase roll" in told(bought)
        assert not bought.ephemeral


@pytest.mark.parametrize("fog", ["hidden", "sides"])
async def test_how_far_a_reload_is_is_the_own_sides(tmp_path: Path, fog: str) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", ALIENS) as game:
        await types(game, f"GM: /encounter options name: fog value: {fog}")
        await meant(game.ben, await types(game, "Ben: /reload"))
        for _ in range(4):
            await types(game, "GM: /next")
        assert "Axly finished reloading" in told(await types(game, "Ben: /log"))
        for name in ("Ann", "Cleo"):
            text = await read_by(game, name)
            assert not [word for word in ("finished reloading", "of 8 actions", "rounds") if word in text], name
