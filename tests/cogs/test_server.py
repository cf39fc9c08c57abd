"""What is the server's own: kept by those who may manage the server, and by the role that they name."""

from __future__ import annotations

from tests.cogs.conftest import CHANNEL, Game, told


async def test_a_role_keeps_the_server_s_records_from_when_it_is_named_until_it_is_not(game: Game) -> None:
    world = game.playground.world
    role = world.add_role("Armorers")
    world.give_role(game.ann.id, role["id"])
    assert "Manage Server" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "Manage Server" in await game.whispers(game.ann, "server keeper", role=role["id"])
    assert "Those who may manage the server keep" in await game.whispers(game.ann, "server keeper")
    named = await game.whispers(game.gm, "server keeper", role=role["id"])
    assert named == await game.whispers(game.ben, "server keeper")
    assert f"<@&{role['id']}>" in named
    assert "nothing of its own" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "goes by Savage" in await game.whispers(game.ann, "server rulebook", ruleset="savage")
    # Choosing the rulebook leaves the role as it is.
    assert "nothing of its own" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "Manage Server" in await game.whispers(game.ben, "weapon remove", name="Trooper")
    assert "not both" in await game.whispers(game.gm, "server keeper", role=role["id"], nobody=True)
    assert "<@&" not in await game.whispers(game.gm, "server keeper", nobody=True)
    assert "Manage Server" in await game.whispers(game.ann, "weapon remove", name="Trooper")
    assert "goes by Savage" in await game.whispers(game.ann, "server rulebook")


async def test_whoever_begins_an_encounter_does_not_keep_the_server_s_records(game: Game) -> None:
    form = await game.gm.slash(CHANNEL, "weapon add")
    assert form.modal is not None
    field = form.modal["components"][0]
    kept = await game.gm.submit(form, {field["label"]: field["component"]["value"]})
    assert "Trooper" in told(kept)
    await game.says(game.ann, "encounter start")
    for command, options in (
        ("weapon remove", {"name": "Trooper"}),
        ("server rulebook", {"ruleset": "savage"}),
        ("server keeper", {"nobody": True}),
    ):
        assert "Manage Server" in await game.whispers(game.ann, command, **options), command
    assert "Trooper" in await game.whispers(game.ben, "weapon show", name="Trooper")
