"""Permissions in a channel, by Discord's order of overwrites."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standin.errors import ApiError
from standin.world import World
from standin.world.permissions import NAMES, has, names, value

GM, ANN, BEN = "1100000000000000201", "1100000000000000202", "1100000000000000203"
PLACE = "1100000000000000301"
PLAYERS = "1100000000000000402"
EVERYONE = "1100000000000000001"


@pytest.fixture
def world() -> World:
    return World()


def test_values_are_discords() -> None:
    # The number in the address of an invitation that asks for these six.
    wanted = ("view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files")
    assert value(*wanted, "read_message_history") == 274_878_024_704


def test_names_and_values_go_both_ways() -> None:
    assert names(0x400 | 0x800) == ("view_channel", "send_messages")
    assert value("administrator") == 8 and value("pin_messages") == 1 << 51


def test_the_owner_may_everything(world: World) -> None:
    world.overwrite(PLACE, GM, deny=("view_channel",))
    assert has(world.permissions(GM, PLACE), *NAMES)


def test_an_administrator_is_bound_by_no_channel(world: World) -> None:
    role = world.add_role("Admins", "administrator")
    world.give_role(ANN, role["id"])
    world.overwrite(PLACE, ANN, deny=("send_messages",))
    assert has(world.permissions(ANN, PLACE), "send_messages", "ban_members")


@pytest.mark.parametrize(
    ("everyone", "role", "member", "may"),
    [
        ("deny", None, None, False),
        ("deny", "allow", None, True),
        ("deny", "allow", "deny", False),
        ("allow", "deny", None, False),
        ("allow", "deny", "allow", True),
        (None, "deny", None, False),
        (None, None, "deny", False),
        (None, None, None, True),
    ],
)
def test_the_nearer_overwrite_decides(
    world: World, everyone: str | None, role: str | None, member: str | None, may: bool
) -> None:
    for target, word in ((EVERYONE, everyone), (PLAYERS, role), (ANN, member)):
        if word is not None:
            world.overwrite(PLACE, target, **{word: ("send_messages",)})
    assert has(world.permissions(ANN, PLACE), "send_messages") is may


def test_among_roles_what_one_allows_none_denies(world: World) -> None:
    speakers = world.add_role("Speakers")
    world.give_role(ANN, speakers["id"])
    world.overwrite(PLACE, PLAYERS, deny=("send_messages",))
    world.overwrite(PLACE, speakers["id"], allow=("send_messages",))
    assert has(world.permissions(ANN, PLACE), "send_messages")
    assert not has(world.permissions(BEN, PLACE), "send_messages")


def test_whoever_does_not_see_a_channel_may_nothing_there(world: World) -> None:
    world.overwrite(PLACE, EVERYONE, deny=("view_channel",))
    assert world.permissions(ANN, PLACE) == 0
    with pytest.raises(ApiError, match="50001"):
        world.require(ANN, PLACE)


def test_whoever_may_not_write_may_not_attach_either(world: World) -> None:
    world.forbid(PLACE)
    left = names(world.permissions(world.bot["id"], PLACE))
    assert set(left) >= {"view_channel", "read_message_history"}
    assert not {"send_messages", "attach_files", "embed_links"} & set(left)
    with pytest.raises(ApiError, match="50013"):
        world.require(world.bot["id"], PLACE, "send_messages")


def test_threads_have_a_permission_of_their_own(world: World) -> None:
    thread = world.open_thread(PLACE, "The vault", ANN)["id"]
    world.forbid(PLACE)
    assert has(world.permissions(world.bot["id"], thread), "send_messages_in_threads", "attach_files")
    world.forbid(PLACE, "send_messages_in_threads")
    assert not has(world.permissions(world.bot["id"], thread), "attach_files")


def test_a_private_thread_is_seen_by_those_inside_and_those_who_manage(world: World) -> None:
    thread = world.open_thread(PLACE, "The plan", ANN, private=True)["id"]
    assert world.permissions(ANN, thread) and world.permissions(GM, thread)
    assert not world.permissions(BEN, thread)
    world.join(thread, BEN)
    assert world.permissions(BEN, thread)


def test_a_stranger_may_nothing(world: World) -> None:
    elsewhere = world.add_guild("Elsewhere")
    channel = next(c["id"] for c in world.channels.values() if c["guild_id"] == elsewhere.id)
    assert world.permissions(ANN, channel) == 0
    assert has(world.permissions(world.bot["id"], channel), "send_messages")


@given(st.lists(st.tuples(st.sampled_from([EVERYONE, PLAYERS, ANN]), st.booleans(), st.sampled_from(sorted(NAMES)))))
def test_overwrites_move_only_what_they_name(told: list[tuple[str, bool, str]]) -> None:
    world = World()
    before = world.permissions(ANN, PLACE)
    for target, allowed, name in told:
        world.overwrite(PLACE, target, **{"allow" if allowed else "deny": (name,)})
    after = world.permissions(ANN, PLACE)
    named = value(*(name for _, _, name in told))
    implied = value("mention_everyone", "send_tts_messages", "attach_files", "embed_links")
    if after:
        assert (before ^ after) & ~named & ~implied == 0
        assert after & implied & ~before & ~named == 0
