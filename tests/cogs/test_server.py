"""The server's own records: kept by those who may manage the server, and by the role that they name."""

from __future__ import annotations

from rules.engine.table import own_records
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, told


async def added(who: Person, change: tuple[str, str] = ("", "")) -> Answer:
    """Return the answer to the form of /weapon add, with its example as it is or with one word of it changed."""
    form = await who.slash(CHANNEL, "weapon add")
    assert form.modal is not None, form.content
    field = form.modal["components"][0]
    return await who.submit(form, {field["label"]: field["component"]["value"].replace(*change)})


async def test_a_role_keeps_the_server_s_records_from_when_it_is_named_until_it_is_not(game: Game) -> None:
    world = game.playground.world
    role = world.add_role("Armorers")
    world.give_role(game.ann.id, role["id"])
    assert "Manage Server" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "Manage Server" in await game.whispers(game.ann, "server keeper", role=role["id"])
    assert "Managers of the server can change its weapons, cards and rulebook." in await game.whispers(
        game.ann, "server keeper"
    )
    named = await game.whispers(game.gm, "server keeper", role=role["id"])
    assert named == await game.whispers(game.ben, "server keeper")
    assert f"<@&{role['id']}>" in named
    assert "nothing of its own" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "uses Savage" in await game.whispers(game.ann, "server rulebook", ruleset="savage")
    # Choosing the rulebook leaves the role as it is.
    assert "nothing of its own" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "Manage Server" in await game.whispers(game.ben, "weapon remove", name="Trooper")
    assert "not both" in await game.whispers(game.gm, "server keeper", role=role["id"], nobody=True)
    assert "<@&" not in await game.whispers(game.gm, "server keeper", nobody=True)
    assert "Manage Server" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "uses Savage" in await game.whispers(game.ann, "server rulebook")


async def test_whoever_begins_an_encounter_does_not_keep_the_server_s_records(game: Game) -> None:
    assert "Trooper" in told(await added(game.gm))
    await game.says(game.ann, "encounter start")
    for command, options in (
        ("weapon remove", {"name": "Trooper"}),
        ("server rulebook", {"ruleset": "savage"}),
        ("server keeper", {"nobody": True}),
    ):
        assert "Manage Server" in await game.whispers(game.ann, command, **options), command
    assert "Trooper" in await game.whispers(game.ben, "weapon show", name="Trooper")


async def test_a_gm_brings_a_card_into_the_encounter_alone(game: Game) -> None:
    await game.says(game.ann, "encounter start", ruleset="aliens")
    assert (
        "Only managers of the server (Discord's permission Manage Server) and its record keepers (/server keeper)"
        in await game.whispers(game.ben, "weapon add")
    )
    brought = await added(game.ann)
    assert not brought.ephemeral
    assert "Trooper now belongs to this encounter's own weapons and cards, until it ends." in told(brought)
    for named in ({}, {"ruleset": "aliens"}, {"ruleset": "Aliens"}):
        assert "**Trooper" in await game.whispers(game.ben, "weapon show", name="trooper", **named)
    other = await game.ben.slash(CHANNEL, "weapon show", name="trooper", ruleset="savage")
    assert "Trooper" not in other.content.replace("trooper", "")
    assert "Trooper joins" in await game.says(game.ann, "combatant add", sheet="trooper")
    # The server has none of it, in another channel for example.
    assert "nothing of its own" in await game.whispers(game.gm, "weapon remove", name="Trooper")
    elsewhere = await game.ben.slash("quiet-ruins", "weapon show", name="trooper")
    assert "Known" in elsewhere.content
    await game.says(game.ann, "undo")
    await game.says(game.ann, "undo")
    assert "Known" in await game.whispers(game.ben, "weapon show", name="trooper")
    await game.says(game.ann, "redo")
    assert "removed from this encounter's own" in await game.says(game.ann, "weapon remove", name="Troop")
    assert "The encounter uses Aliens." in await game.whispers(game.ann, "weapon add", ruleset="savage")


async def test_what_is_brought_into_an_encounter_is_few_and_small(game: Game) -> None:
    await game.says(game.ann, "encounter start", ruleset="aliens")
    for n in range(own_records.MOST_RECORDS):
        assert not (await added(game.ann, ("Trooper", f"Trooper {n}"))).ephemeral
    head = await game.head()
    full = await added(game.ann, ("Trooper", "One more"))
    assert full.ephemeral and "at most 20 weapons and cards of its own" in full.content
    assert await game.head() == head
    # One of the same name takes the place of the other.
    assert not (await added(game.ann, ("Trooper", "TROOPER 0"))).ephemeral
    assert len((await game.encounter()).records) == own_records.MOST_RECORDS


async def test_the_server_s_card_of_the_same_name_is_behind_the_encounter_s(game: Game) -> None:
    await added(game.gm)
    await game.says(game.ann, "encounter start", ruleset="aliens")
    await added(game.ann, ("Trooper", "TROOPER"))
    assert "TROOPER" in await game.whispers(game.ben, "weapon show", name="trooper")
    await game.says(game.ann, "encounter end")
    assert "Trooper" in await game.whispers(game.ben, "weapon show", name="trooper")
