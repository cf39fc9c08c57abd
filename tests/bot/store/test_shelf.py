"""Roster, house cards, servers and secrets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.game.store import HomebrewRow, ProfileRow, ServerRow, Store
from bot.game.store.home.connection import Conflict
from tests.bot.store.samples import NOON

APONE = ProfileRow(
    guild_id="900",
    owner_id="100",
    name="Apone",
    ruleset="aliens",
    record=b'{"weapon":"flame"}',
    updated_at=NOON,
    origin="e:c1",
    version="e:c1:000000007",
)
CARD = HomebrewRow(
    guild_id="900", ruleset="aliens", name="Spunkmeyer", record=b'{"card":1}', added_by="100", added_at=NOON
)


async def test_profiles_are_added_once_by_name_in_any_case_and_by_origin(store: Store) -> None:
    assert await store.shelf.add_profile(APONE)
    assert await store.shelf.add_profile(replace(APONE, name="Vasquez", origin="e:c2"))
    assert not await store.shelf.add_profile(replace(APONE, name="apone", origin="e:c3"))
    assert not await store.shelf.add_profile(replace(APONE, owner_id="101", name="Drake"))
    assert [p.name for p in await store.shelf.profiles("900")] == ["Apone", "Vasquez"]
    assert await store.shelf.has_profile("e:c2") and not await store.shelf.has_profile("e:c3")


async def test_a_profile_is_updated_from_the_version_that_was_taken_or_its_own(store: Store) -> None:
    await store.shelf.add_profile(APONE)
    first = replace(APONE, record=b'{"wounds":1}', version="f:c1:000000010")
    again = replace(APONE, record=b'{"wounds":2}', version="f:c1:000000012")
    other = replace(APONE, record=b'{"wounds":3}', version="g:c1:000000005")
    assert await store.shelf.update_profile(first, "f:c1:", origin="e:c1", taken=APONE.version)
    assert not await store.shelf.update_profile(other, "g:c1:", origin="e:c1", taken=APONE.version)
    assert await store.shelf.update_profile(again, "f:c1:", origin="e:c1", taken=APONE.version)
    assert not await store.shelf.update_profile(first, "f:c1:", origin="e:c1", taken=APONE.version)
    assert await store.shelf.profiles("900") == (again,)
    assert await store.shelf.update_profile(other, "g:c1:", name="apone", taken=again.version)
    ten = replace(APONE, version="g:c10:000000009")
    assert not await store.shelf.update_profile(ten, "g:c10:", origin="e:c1", taken="")


async def test_profiles_are_renamed_and_removed(store: Store) -> None:
    await store.shelf.add_profile(APONE)
    await store.shelf.add_profile(replace(APONE, name="Vasquez", origin="e:c2"))
    assert not await store.shelf.rename_profile("900", "100", "aliens", "Apone", "VASQUEZ")
    assert await store.shelf.rename_profile("900", "100", "aliens", "apone", "Sergeant")
    assert not await store.shelf.rename_profile("900", "101", "aliens", "Sergeant", "Mine")
    assert await store.shelf.remove_profile("900", "100", "aliens", "sergeant")
    assert not await store.shelf.remove_profile("900", "100", "aliens", "sergeant")
    assert [p.name for p in await store.shelf.profiles("900")] == ["Vasquez"]


async def test_profiles_by_owner_and_ruleset(store: Store) -> None:
    for n, one in enumerate(
        (APONE, replace(APONE, owner_id="101"), replace(APONE, ruleset="phoenix"), replace(APONE, guild_id="901"))
    ):
        assert await store.shelf.add_profile(replace(one, origin=f"e:c{n}"))
    assert len(await store.shelf.profiles("900")) == 3
    assert [p.origin for p in await store.shelf.profiles("900", owner_id="101")] == ["e:c1"]
    assert [p.origin for p in await store.shelf.profiles("900", ruleset="phoenix")] == ["e:c2"]
    assert await store.shelf.profiles("900", owner_id="101", ruleset="phoenix") == ()


async def test_house_cards_are_added_replaced_and_removed(store: Store) -> None:
    await store.shelf.put_homebrew([CARD, replace(CARD, name="Frost"), replace(CARD, guild_id="901")])
    better = replace(CARD, name="SPUNKMEYER", record=b'{"card":2}')
    await store.shelf.put_homebrew([better])
    assert better in await store.shelf.homebrew("900", "aliens")
    assert [h.name for h in await store.shelf.homebrew("900", "aliens")] == ["Frost", "SPUNKMEYER"]
    assert await store.shelf.homebrew("900", "phoenix") == ()
    assert await store.shelf.remove_homebrew("900", "aliens", "spunkmeyer")
    assert not await store.shelf.remove_homebrew("900", "aliens", "spunkmeyer")
    assert await store.shelf.homebrew("901", "aliens") == (replace(CARD, guild_id="901"),)


async def test_a_house_card_takes_the_place_of_others_or_nothing_changes(store: Store) -> None:
    await store.shelf.put_homebrew([CARD])
    nothing: Any = None
    with pytest.raises(Conflict):
        await store.shelf.put_homebrew([replace(CARD, name="Frost", record=nothing)], instead_of=[CARD.name])
    assert await store.shelf.homebrew("900", "aliens") == (CARD,)
    await store.shelf.put_homebrew([replace(CARD, name="Frost")], instead_of=[CARD.name])
    assert await store.shelf.homebrew("900", "aliens") == (replace(CARD, name="Frost"),)


async def test_server_settings(store: Store) -> None:
    assert await store.shelf.server("900") is None
    await store.shelf.put_settings("900", b'{"a":1}')
    assert await store.shelf.server("900") == ServerRow(guild_id="900", ruleset=None, settings=b'{"a":1}')
    await store.shelf.put_ruleset("900", "aliens")
    assert await store.shelf.server("900") == ServerRow(guild_id="900", ruleset="aliens", settings=b'{"a":1}')
    await store.shelf.put_ruleset("901", "aliens")
    await store.shelf.put_settings("901", b'{"b":2}')
    assert await store.shelf.server("901") == ServerRow(guild_id="901", ruleset="aliens", settings=b'{"b":2}')


async def test_a_secret_is_drawn_once_even_when_many_ask(path: Path) -> None:
    async with await Store.open(path) as store:
        drawn = set(await asyncio.gather(*(store.shelf.secret("rulings") for _ in range(20))))
        assert len(drawn) == 1
        other = await store.shelf.secret("other")
    (value,) = drawn
    assert len(value) == 32
    assert other != value
    async with await Store.open(path) as store:
        assert await store.shelf.secret("rulings") == value
