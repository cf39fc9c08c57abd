"""The commands that somebody may use, where, and on what."""

from __future__ import annotations

import pytest

from standin import Playground
from standin.driver import Person
from standin.errors import PageError
from standin.interactions import commands
from standin.world import permissions
from standin.world.scenery import Json

GUILD: Json = {"id": "1", "guild_id": "7"}
PRIVATE: Json = {"id": "2"}
PLAYER = permissions.value("view_channel", "use_application_commands")
MODERATOR = PLAYER | permissions.value("manage_messages", "manage_threads")
ADMIN = PLAYER | permissions.value("administrator")


@pytest.mark.parametrize(
    ("command", "channel", "who"),
    [
        ({}, GUILD, PLAYER),
        ({}, PRIVATE, PLAYER),
        ({"guild_id": "7"}, GUILD, PLAYER),
        ({"contexts": [0]}, GUILD, PLAYER),
        ({"contexts": [1]}, PRIVATE, PLAYER),
        ({"nsfw": True}, {**GUILD, "nsfw": True}, PLAYER),
        ({"default_member_permissions": permissions.value("manage_messages")}, GUILD, MODERATOR),
        ({"default_member_permissions": "0"}, GUILD, ADMIN),
    ],
)
def test_offered(command: Json, channel: Json, who: int) -> None:
    assert commands.offered(command, channel, who)


@pytest.mark.parametrize(
    ("command", "channel", "who"),
    [
        ({"guild_id": "8"}, GUILD, ADMIN),
        ({"guild_id": "7"}, PRIVATE, PLAYER),
        ({"contexts": [1]}, GUILD, ADMIN),
        ({"contexts": [0]}, PRIVATE, PLAYER),
        ({"dm_permission": False}, PRIVATE, PLAYER),
        ({"nsfw": True}, GUILD, ADMIN),
        ({"default_member_permissions": str(permissions.value("manage_messages", "kick_members"))}, GUILD, MODERATOR),
        ({"default_member_permissions": "0"}, GUILD, MODERATOR),
    ],
)
def test_not_offered(command: Json, channel: Json, who: int) -> None:
    assert not commands.offered(command, channel, who)


async def test_a_command_for_others_is_refused(playground: Playground, ann: Person) -> None:
    command = commands.find(playground.world.all_commands(), "panel")
    command["default_member_permissions"] = str(permissions.value("manage_threads"))
    assert command not in playground.invoker.offered(ann.id, ann.channel_id("lobby"))
    with pytest.raises(PageError, match="You cannot use /panel here"):
        await ann.slash("lobby", "panel")
    gm = playground.person("GM")
    assert command in playground.invoker.offered(gm.id, ann.channel_id("lobby"))
    assert (await gm.slash("lobby", "panel")).content == "count 0"


async def test_menus(playground: Playground, ann: Person, ben: Person) -> None:
    saluted = await ann.menu("lobby", "Salute", ben)
    assert saluted.content == "Ann salutes Ben"
    assert saluted.message["type"] == 23
    assert saluted.message["interaction_metadata"]["target_user"]["id"] == ben.id
    said = ben.say("lobby", "Game over")
    repeated = await ann.menu("lobby", "Repeat", said)
    assert (repeated.content, repeated.ephemeral) == ("Ben: Game over", True)
    assert repeated.message["interaction_metadata"]["target_message_id"] == said["id"]
    with pytest.raises(PageError, match="“Salute” in that menu"):
        await ann.menu("lobby", "Salute", said)
    with pytest.raises(PageError, match="“Repeat” in that menu"):
        await ben.menu("lobby", "Repeat", repeated)  # which Ben does not see


async def test_a_button_takes_no_permission_to_use_commands(playground: Playground, ann: Person) -> None:
    panel = await ann.slash("lobby", "panel")
    playground.world.overwrite(panel.message["channel_id"], ann.id, deny=("use_application_commands",))
    await ann.click(panel, "Count")
    assert panel.content == "count 1"
    with pytest.raises(PageError, match="permission to use commands"):
        await ann.slash("lobby", "panel")


async def test_in_a_locked_thread_only_moderators_act(playground: Playground, ann: Person) -> None:
    thread = playground.world.open_thread(ann.channel_id("lobby"), "Plans", ann.id)
    panel = await ann.slash(thread["id"], "panel")
    playground.world.archive(thread["id"], False, locked=True)
    with pytest.raises(PageError, match="locked"):
        await ann.slash(thread["id"], "panel")
    with pytest.raises(PageError, match="locked"):
        await ann.click(panel, "Count")
    await playground.person("GM").click(panel, "Count")
    assert panel.content == "count 1"


GROUP: Json = {"id": "3", "type": 3}
ANYWHERE: Json = {"integration_types": [0, 1], "contexts": [0, 1, 2]}


@pytest.mark.parametrize("channel", [GUILD, GROUP])
def test_where_the_bot_is_not_its_installers_have_what_is_for_them(channel: Json) -> None:
    assert commands.offered(ANYWHERE, channel, PLAYER, bot_there=False, installed=True)
    assert not commands.offered(ANYWHERE, channel, PLAYER, bot_there=False)
    assert not commands.offered({"integration_types": [0]}, channel, PLAYER, bot_there=False, installed=True)
    assert not commands.offered({}, channel, PLAYER, bot_there=False, installed=True)
    assert not commands.offered({**ANYWHERE, "contexts": [1]}, channel, PLAYER, bot_there=False, installed=True)


async def test_an_interaction_says_who_has_installed_the_bot(playground: Playground, ann: Person, ben: Person) -> None:
    world = playground.world
    world.installers.add(ann.id)
    world.add_strange_guild("elsewhere")
    group = world.group(ann.id, ben.id)["id"]
    for command in world.all_commands():
        command |= ANYWHERE
    for channel, context, owners in (
        ("lobby", 0, {"0": world.home.id}),
        ("elsewhere", 0, {"1": ann.id}),
        (group, 2, {"1": ann.id}),
        (world.direct(ann.id)["id"], 1, {"0": "0"}),
    ):
        answer = await ann.slash(channel, "panel")
        payload = answer.interaction.payload
        assert (payload["context"], payload["authorizing_integration_owners"]) == (context, owners)
    pressed = await ben.click(await ann.slash("elsewhere", "panel"), "Count")
    assert pressed.interaction.payload["authorizing_integration_owners"] == {"1": ann.id}
    assert playground.violations == []


async def test_the_bot_may_do_nothing_in_a_guild_without_it(playground: Playground, ann: Person) -> None:
    world = playground.world
    world.add_strange_guild("elsewhere")
    assert not world.has_bot(ann.channel_id("elsewhere")) and world.has_bot(ann.channel_id("lobby"))
    assert world.permissions(world.bot["id"], ann.channel_id("elsewhere")) == 0
