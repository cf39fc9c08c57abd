"""A way out of an encounter whose GM is gone, or is no good: who manages the channel or the server ends it or takes it
over, and a GM cannot take that back."""

from __future__ import annotations

from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game
from tests.waiting import until

OTHER = "quiet-ruins"
NONE = "No open encounter that you can end has that name. Choose one of the suggestions."


def manages(game: Game, who: Person, *permissions: str) -> None:
    """Give a person a role with these permissions."""
    role = game.playground.world.add_role(" and ".join(permissions), *permissions)
    game.playground.world.give_role(who.id, role["id"])


async def offered(who: Person, typed: str = "") -> list[str]:
    """The encounters that are suggested to them in another channel, to end."""
    choices = await who.autocomplete(OTHER, "encounter end", focused="encounter", encounter=typed)
    return [choice["value"] for choice in choices]


async def test_who_manages_the_channel_ends_an_encounter_of_somebody_else(game: Game) -> None:
    await game.says(game.ann, "encounter start")
    assert "Only the GM and managers of this channel" in await game.whispers(game.ben, "encounter end")
    manages(game, game.ben, "manage_channels")
    assert "The encounter ends" in await game.says(game.ben, "encounter end")
    assert "Only they can undo it" in await game.whispers(game.ann, "undo")
    assert "Undone" in await game.says(game.ben, "undo")
    assert "The encounter ends" in await game.says(game.ann, "encounter end")
    assert "Undone" in await game.says(game.ann, "undo")


async def test_who_manages_the_channel_takes_an_encounter_over(game: Game) -> None:
    await game.says(game.ann, "encounter start")
    refusal = "Only managers of this channel or of the server can take an encounter over"
    assert refusal in await game.whispers(game.ben, "encounter takeover")
    assert refusal in await game.whispers(game.ann, "encounter takeover")
    manages(game, game.ben, "manage_channels")
    assert "Only the GM" in await game.whispers(game.ben, "encounter map", size="4x4")
    said = await game.says(game.ben, "encounter takeover")
    assert "Ben takes over the encounter" in said
    assert (await game.encounter()).gms == (game.ann.id, game.ben.id)
    assert "Only they can undo it" in await game.whispers(game.ann, "undo")
    assert "already" in await game.whispers(game.ben, "encounter takeover")
    await game.says(game.ben, "encounter map", size="4x4")


async def test_an_encounter_is_ended_from_another_channel_by_its_gm_and_the_server_s_managers(game: Game) -> None:
    await game.says(game.ann, "encounter start", title="The corridor")
    id = (await game.encounter()).id
    manages(game, game.ben, "manage_channels")
    for who in (game.ben, game.playground.person("Cleo")):
        assert await offered(who) == []
        refused = await who.slash(OTHER, "encounter end", encounter=id)
        assert refused.ephemeral and refused.content == NONE
    for who in (game.ann, game.gm):
        assert await offered(who, "corr") == [id]
    ended = await game.gm.slash(OTHER, "encounter end", encounter=id)
    assert ended.ephemeral and "The encounter ends" in ended.content
    assert await offered(game.gm) == []
    assert "No encounter is open" in await game.whispers(game.ann, "encounter show")


async def test_who_plays_there_learns_of_an_end_from_another_channel(game: Game) -> None:
    await game.says(game.ann, "encounter start")
    await game.gm.slash(OTHER, "encounter end", encounter=(await game.encounter()).id)

    def ends() -> list[str]:
        return [m["content"] for m in game.ann.sees(CHANNEL) if "The encounter ends" in m["content"]]

    await until(ends)
    assert len(ends()) == 1
    assert not [m for m in game.ann.sees(OTHER) if "The encounter ends" in m["content"]]


async def test_an_encounter_whose_channel_is_gone_is_ended_from_another(game: Game) -> None:
    await game.says(game.ann, "encounter start")
    id = (await game.encounter()).id
    game.playground.world.delete_channel(game.ann.channel_id(CHANNEL))
    assert "The encounter ends" in (await game.gm.slash(OTHER, "encounter end", encounter=id)).content


async def test_a_manager_of_one_server_ends_nothing_on_another(game: Game) -> None:
    await game.says(game.ann, "encounter start")
    id = (await game.encounter()).id
    guild = game.playground.world.add_guild("Elsewhere")
    channel = next(c for c in game.playground.world.channels.values() if c.get("guild_id") == guild.id)
    assert guild.owner_id == game.gm.id
    refused = await game.gm.slash(channel["id"], "encounter end", encounter=id)
    assert refused.ephemeral and refused.content == NONE
