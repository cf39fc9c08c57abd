"""People who leave, are removed or lose what they had in the middle of something: their open forms and questions do no
more, they learn nothing more, and the fight continues without them. And who takes over reads everything from then on,
which everyone is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.outgoing.controls import control_id
from bot.game.journal.anchors import Anchor
from standin.driver import Answer, Person
from standin.errors import PageError
from tests.bot.owed import until_idle
from tests.cogs.conftest import CHANNEL, Game, meant, told, types
from tests.cogs.forging import Forger
from tests.cogs.test_others_private_forms import (
    ASKED,
    FOR_EVERYBODY,
    SECRETS,
    WRONG,
    Part,
    parts_of,
    seen,
    stored,
    used,
    yard,
)
from tests.homes import ask
from tests.waiting import until

HER_OWN = {"srs"}
"""A secret roll stays its roller's."""
PRESETS = ("phoenix-advanced", "aliens", "space-marines", "savage")


async def all_parts(game: Game, name: str, asked_by: str) -> list[Part]:
    """Everything that somebody gets who types these lines."""
    lines = [f"{name}:{line.partition(':')[2]}" for line in ASKED if line.startswith(asked_by)]
    return [part for line in lines if "/privacy" not in line for part in await parts_of(game, line)]


async def tried_in_vain(game: Game, who: Person, parts: list[Part]) -> None:
    """Somebody uses everything that they were given, and nothing comes of it."""
    forger = Forger(game)
    for part in parts:
        if part.family in FOR_EVERYBODY | HER_OWN:
            continue
        before = stored(game)
        answer = await used(forger, who, CHANNEL, part)
        cell = f"{part.line}: {part.custom_id} {part.value}: {seen(answer)}"
        assert stored(game) == before, cell
        assert WRONG not in cell
        # A form may open again with the own words; what is sent in with it is refused.
        assert answer.modal or not any(secret in seen(answer) for secret in ("Zorro", "trapdoor")), cell


@pytest.mark.parametrize("preset", PRESETS)
async def test_who_has_lost_their_fighter_gives_no_more_orders(tmp_path: Path, preset: str) -> None:
    async with yard(tmp_path, preset) as game:
        parts = await all_parts(game, "Ann", "Ann")
        assert not (await types(game, "GM: /combatant owner who: Trent user: @Ben")).ephemeral
        # The forms for newcomers stay open to everybody, and so do rulings without the encounter.
        kept = [part for part in parts if "/combatant add" not in part.line and not _is_ruling(part)]
        await tried_in_vain(game, game.ann, kept)


def _is_ruling(part: Part) -> bool:
    """Return whether it is the button behind those of the nearest names, below a shot at nobody."""
    behind = {"target: Gaurd": ":1", "target: nobody at all": ":0"}
    at = next((place for words, place in behind.items() if words in part.line), "")
    return bool(at) and part.family == "sre" and part.custom_id.endswith(at)


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_gm_who_is_forgotten_has_open_forms_and_no_more_rights(tmp_path: Path, preset: str) -> None:
    async with yard(tmp_path, preset) as game:
        cleo, world = game.playground.person("Cleo"), game.playground.world
        world.home.owner_id = world.bot["id"]
        assert not (await game.gm.slash(CHANNEL, "encounter gm", user=cleo)).ephemeral
        parts = await all_parts(game, "Cleo", "GM")
        assert any("Zorro" in part.line for part in parts)
        await cleo.click(await cleo.slash(CHANNEL, "privacy forget"), "Forget me")
        await until(lambda: ask(game.client.library.store, "SELECT count(*) FROM forgetting") == [(0,)])
        assert cleo.id not in (await game.encounter()).gms
        await tried_in_vain(game, cleo, [part for part in parts if "/combatant add" not in part.line])
        log = told(await types(game, "Cleo: /log"))
        assert not any(secret in log for secret in SECRETS), log


GRANTED = ("create_private_threads", "send_messages_in_threads")


async def threads_of(game: Game) -> dict[str, str]:
    """Have threads made, and return them by reader."""
    world = game.playground.world
    world.overwrite(game.gm.channel_id(CHANNEL), world.bot["id"], allow=GRANTED)
    await types(game, "GM: /encounter threads")
    return dict(ask(game.client.library.store, "SELECT reader, channel_id FROM threads"))


async def settled(game: Game) -> None:
    await until_idle(game)
    await until(lambda: ask(game.client.library.store, "SELECT count(*) FROM owed") == [(0,)])


async def test_a_player_who_leaves_the_server_and_comes_back(tmp_path: Path) -> None:
    async with yard(tmp_path, "phoenix-advanced") as game:
        world, ann = game.playground.world, game.ann
        squad = (await threads_of(game))["side:Squad"]
        parts = await all_parts(game, "Ann", "Ann")
        assert ann.id in world.joined[squad]
        world.remove_member(ann.id)
        assert ann.sees(squad) == []
        with pytest.raises(PageError):
            await types(game, "Ann: /log")
        # The others fight on; her fighter can be ordered by the GM.
        for line in ("Ben: /move to: C6", "GM: /pass who: Trent", "GM: /next"):
            await meant(game.gm, await types(game, line))
        await settled(game)
        assert "could not add" in (await types(game, "GM: /encounter threads")).content
        shown = len(game.ben.sees(squad))
        assert shown > 0 and ann.id not in world.joined[squad]
        # Back again, she has her fighter, and the thread once the GM invites her.
        world.home.add_member(world.user(ann.id))
        assert ann.sees(squad) == []
        old = next(part for part in parts if part.family == "srw")
        assert "old" in seen(await used(Forger(game), ann, CHANNEL, old))
        assert "could not add" not in (await types(game, "GM: /encounter threads")).content
        assert len(ann.sees(squad)) == shown


async def test_who_loses_sight_of_the_channel_learns_nothing_elsewhere(tmp_path: Path) -> None:
    async with yard(tmp_path, "phoenix-advanced") as game:
        world, ann = game.playground.world, game.ann
        squad, parts = (await threads_of(game))["side:Squad"], await all_parts(game, "Ann", "Ann")
        world.overwrite(game.gm.channel_id(CHANNEL), ann.id, deny=("view_channel",))
        assert ann.sees(CHANNEL) == ann.sees(squad) == []
        forger, before = Forger(game), stored(game)
        for part in parts:
            if part.family not in FOR_EVERYBODY | HER_OWN:
                answer = await used(forger, ann, "quiet-ruins", part)
                assert answer.ephemeral and not answer.modal and WRONG not in seen(answer)
                assert not any(name in seen(answer) for name in ("Trent", "Axly", "Guard", *SECRETS)), seen(answer)
        for line in ("/log", "/encounter show", "/combatant show who: Trent", "/export", "/recap"):
            answer = await ann.types("quiet-ruins", line)
            assert "No encounter is open in this channel." in answer.content, answer.content
        assert stored(game) == before


# --- takeovers


@pytest.fixture
async def led(tmp_path: Path) -> AsyncIterator[tuple[Game, dict[str, str]]]:
    """The yard with threads. Cleo manages the server, Dora the channel; nobody owns the server."""
    async with yard(tmp_path, "phoenix-advanced") as game:
        world = game.playground.world
        world.home.owner_id = world.bot["id"]
        world.home.add_member(world.user(game.playground.person("Dora").id))
        world.give_role(game.playground.person("Cleo").id, world.add_role("Managers", "manage_guild")["id"])
        world.give_role(game.playground.person("Dora").id, world.add_role("Hosts", "manage_channels")["id"])
        yield game, await threads_of(game)


async def reads_secrets(game: Game, name: str) -> bool:
    text = told(await types(game, f"{name}: /log")) + told(await types(game, f"{name}: /encounter show"))
    assert ("trapdoor" in text) == ("Zorro" in text), text
    return "Zorro" in text


def announced(game: Game, threads: dict[str, str], sentence: str) -> list[int]:
    """Return how often it is in the channel and in each thread."""
    places = (CHANNEL, *threads.values())
    return [sum(m["content"].startswith(sentence) for m in game.gm.sees(place)) for place in places]


async def test_a_chain_of_takeovers_is_announced_step_by_step(led: tuple[Game, dict[str, str]]) -> None:
    game, threads = led
    everywhere, world = [1] * (len(threads) + 1), game.playground.world
    names = ("GM", "Ann", "Cleo", "Dora")

    async def gms_are(*gms: str) -> None:
        await settled(game)
        assert [await reads_secrets(game, name) for name in names] == [name in gms for name in names]
        inside = {name for name in names if game.playground.person(name).id in world.joined[threads["gm"]]}
        assert inside == set(gms)

    await gms_are("GM")
    assert "Only managers" in (await types(game, "Ann: /encounter takeover")).content
    await types(game, "Dora: /encounter takeover")
    await gms_are("GM", "Dora")
    assert announced(game, threads, "Dora takes over the encounter") == everywhere
    # The first GM cannot take that back, and goes on leading; so does a second manager.
    assert "A manager gave the last order." in (await types(game, "GM: /undo")).content
    assert "already a GM" in (await types(game, "Dora: /encounter takeover")).content
    await types(game, "Cleo: /encounter takeover")
    await gms_are("GM", "Dora", "Cleo")
    assert announced(game, threads, "Cleo takes over the encounter") == everywhere
    await types(game, "Cleo: /undo")
    await gms_are("GM", "Dora")
    assert announced(game, threads, "Undone: Cleo takes over the encounter") == everywhere
    # The first GM leaves and comes back: still a GM, and invited again.
    world.remove_member(game.gm.id)
    world.home.add_member(world.user(game.gm.id))
    assert await reads_secrets(game, "GM")
    await types(game, "Dora: /encounter threads")
    await gms_are("GM", "Dora")


async def test_two_managers_take_over_at_once(led: tuple[Game, dict[str, str]]) -> None:
    game, threads = led
    lines = ("Cleo: /encounter takeover", "Dora: /encounter takeover", "Cleo: /encounter takeover")
    answers = await asyncio.gather(*(types(game, line) for line in lines))
    await settled(game)
    gms = (await game.encounter()).gms
    assert gms[0] == game.gm.id and len(gms) == len(set(gms)) == 3
    assert sum(answer.ephemeral for answer in answers) == 1
    for name in ("Cleo", "Dora"):
        assert announced(game, threads, f"{name} takes over") == [1] * (len(threads) + 1)


async def pressed(game: Game, who: Person, channel: str, verb: str) -> Answer:
    return await Forger(game).press(who, channel, control_id(verb, Anchor.of(await game.head())))


async def test_managing_a_thread_takes_nothing_over_and_managing_the_server_is_announced(
    led: tuple[Game, dict[str, str]],
) -> None:
    game, threads = led
    world, dora, cleo = game.playground.world, game.playground.person("Dora"), game.playground.person("Cleo")
    world.join(threads["side:Squad"], dora.id)
    world.join(threads["side:Squad"], cleo.id)
    refused = await pressed(game, dora, threads["side:Squad"], "takeover")
    assert "Only managers of this channel" in refused.content
    assert refused.content == (await dora.types(threads["side:Squad"], "/encounter takeover")).content
    assert "another channel or server" in (await pressed(game, cleo, "quiet-ruins", "takeover")).content
    assert not await reads_secrets(game, "Cleo") and len((await game.encounter()).gms) == 1
    taken = await pressed(game, cleo, threads["side:Squad"], "takeover")
    await settled(game)
    assert taken.ephemeral and await reads_secrets(game, "Cleo")
    assert announced(game, threads, "Cleo takes over the encounter") == [1] * (len(threads) + 1)


async def test_an_ended_encounter_is_not_taken_over(led: tuple[Game, dict[str, str]]) -> None:
    game, _ = led
    await types(game, "GM: /encounter end")
    row = await game.client.library.store.journal.last_encounter(game.gm.channel_id(CHANNEL))
    before = row and await game.client.referee.journal.head(row.id)
    assert before
    cleo = game.playground.person("Cleo")
    answer = await Forger(game).press(cleo, CHANNEL, control_id("takeover", Anchor.of(before)))
    assert answer.ephemeral and WRONG not in told(answer)
    refused = await cleo.slash(CHANNEL, "export", ids=True)
    assert "Only the GMs of an encounter get user ids." in refused.content
    assert await game.client.referee.journal.head(before.encounter_id) == before
