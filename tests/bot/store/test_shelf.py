"""Roster, house cards, servers and secrets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from bot.game.store import HomebrewRow, ProfileRow, ServerRow, Store
from tests.bot.store.samples import NOON

APONE = ProfileRow(
    guild_id="900", owner_id="100", name="Apone", ruleset="aliens", record=b'{"weapon":"flame"}', updated_at=NOON
)
CARD = HomebrewRow(
    guild_id="900", ruleset="aliens", name="Spunkmeyer", record=b'{"card":1}', added_by="100", added_at=NOON
)


async def test_profiles_are_added_and_replaced_by_name_in_any_case(store: Store) -> None:
    await store.put_profiles([APONE, replace(APONE, name="Vasquez")])
    assert APONE in await store.profiles("900")

    wounded = replace(APONE, name="apone", record=b'{"wounds":1}')
    await store.put_profiles([wounded])
    assert wounded in await store.profiles("900")
    assert [p.name for p in await store.profiles("900")] == ["apone", "Vasquez"]


async def test_profiles_by_owner_and_ruleset(store: Store) -> None:
    await store.put_profiles(
        [
            APONE,
            replace(APONE, owner_id="101"),
            replace(APONE, ruleset="phoenix"),
            replace(APONE, guild_id="901", name="Far"),
        ]
    )
    assert len(await store.profiles("900")) == 3
    assert await store.profiles("900", owner_id="101") == (replace(APONE, owner_id="101"),)
    assert await store.profiles("900", ruleset="phoenix") == (replace(APONE, ruleset="phoenix"),)
    assert await store.profiles("900", owner_id="101", ruleset="phoenix") == ()


async def test_house_cards_are_added_replaced_and_removed(store: Store) -> None:
    await store.put_homebrew([CARD, replace(CARD, name="Frost"), replace(CARD, guild_id="901")])
    better = replace(CARD, name="SPUNKMEYER", record=b'{"card":2}')
    await store.put_homebrew([better])
    assert better in await store.homebrew("900", "aliens")
    assert [h.name for h in await store.homebrew("900", "aliens")] == ["Frost", "SPUNKMEYER"]
    assert await store.homebrew("900", "phoenix") == ()
    assert await store.remove_homebrew("900", "aliens", "spunkmeyer")
    assert not await store.remove_homebrew("900", "aliens", "spunkmeyer")
    assert await store.homebrew("901", "aliens") == (replace(CARD, guild_id="901"),)


async def test_server_settings(store: Store) -> None:
    assert await store.server("900") is None
    await store.put_settings("900", b'{"a":1}')
    assert await store.server("900") == ServerRow(guild_id="900", ruleset=None, settings=b'{"a":1}')
    await store.put_ruleset("900", "aliens")
    assert await store.server("900") == ServerRow(guild_id="900", ruleset="aliens", settings=b'{"a":1}')
    await store.put_ruleset("901", "aliens")
    await store.put_settings("901", b'{"b":2}')
    assert await store.server("901") == ServerRow(guild_id="901", ruleset="aliens", settings=b'{"b":2}')


async def test_a_secret_is_drawn_once_even_when_many_ask(path: Path) -> None:
    async with await Store.open(path) as store:
        drawn = set(await asyncio.gather(*(store.secret("rulings") for _ in range(20))))
        assert len(drawn) == 1
        other = await store.secret("other")
    (value,) = drawn
    assert len(value) == 32
    assert other != value
    async with await Store.open(path) as store:
        assert await store.secret("rulings") == value


async def test_a_profile_that_was_updated_later_stays(store: Store) -> None:
    later = replace(APONE, record=b'{"wounds":2}', updated_at=NOON + timedelta(hours=1))
    await store.put_profiles([later])
    await store.put_profiles([APONE, replace(APONE, name="Vasquez")])
    assert await store.profiles("900") == (later, replace(APONE, name="Vasquez"))
