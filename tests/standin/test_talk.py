"""People's messages without the bot, and those that Discord's client would not let them send."""

from __future__ import annotations

import pytest

from standin import Playground
from standin.driver import Person
from standin.errors import PageError


@pytest.fixture
def ann(playground: Playground) -> Person:
    return playground.person("Ann")


@pytest.fixture
def gm(playground: Playground) -> Person:
    return playground.person("GM")


def test_a_reply_shows_what_it_answers_and_no_more(playground: Playground, ann: Person, gm: Person) -> None:
    first = gm.say("lobby", "left?")
    second = ann.say("lobby", "right", reply_to=first)
    third = gm.say("lobby", "so be it", reply_to=second)
    assert third["type"] == 19
    assert third["referenced_message"]["content"] == "right"
    assert "referenced_message" not in third["referenced_message"]
    assert [user["id"] for user in third["mentions"]] == [ann.id]


@pytest.mark.parametrize(
    ("content", "files", "refused"),
    [("", 0, "nothing to send"), ("x" * 2001, 0, "at most 2,000 characters"), ("here", 11, "at most 10 files")],
)
def test_what_cannot_be_said(ann: Person, content: str, files: int, refused: str) -> None:
    with pytest.raises(PageError, match=refused):
        ann.say("lobby", content, *[("a.txt", b"a")] * files)
    assert ann.sees("lobby") == []


def test_who_may_not_write_or_attach(playground: Playground, ann: Person) -> None:
    place = ann.channel_id("lobby")
    playground.world.overwrite(place, ann.id, deny=("attach_files",))
    assert ann.say("lobby", "words")["content"] == "words"
    with pytest.raises(PageError, match="attach files"):
        ann.say("lobby", "and a file", ("a.txt", b"a"))
    playground.world.overwrite(place, ann.id, deny=("send_messages",))
    with pytest.raises(PageError, match="send messages"):
        ann.say("lobby", "more words")
    assert len(ann.sees("lobby")) == 1


def test_a_locked_thread_is_for_those_who_manage_threads(playground: Playground, ann: Person, gm: Person) -> None:
    thread = playground.world.open_thread(ann.channel_id("lobby"), "Plans", ann.id)
    playground.world.archive(thread["id"])
    ann.say(thread["id"], "It is open again.")
    assert not playground.world.archived(thread["id"])
    playground.world.archive(thread["id"], locked=True)
    with pytest.raises(PageError, match="locked"):
        ann.say(thread["id"], "And now?")
    gm.say(thread["id"], "Now it is mine.")
    assert not playground.world.archived(thread["id"])


def test_what_is_gone_or_private_is_not_answered(playground: Playground, ann: Person, gm: Person) -> None:
    said = gm.say("lobby", "soon gone")
    playground.world.delete(playground.world.message(said["channel_id"], said["id"]))
    with pytest.raises(PageError, match="gone"):
        ann.say("lobby", "what?", reply_to=said)


def test_everyone_and_roles_are_mentioned_by_those_who_may(playground: Playground, ann: Person, gm: Person) -> None:
    role = playground.world.add_role("Wounded")
    content = f"@everyone <@&{role['id']}>"
    mine = ann.say("lobby", content)
    assert (mine["mention_everyone"], mine["mention_roles"]) == (False, [])
    playground.world.change_role(role["id"], mentionable=True)
    assert ann.say("lobby", content)["mention_roles"] == [role["id"]]
    theirs = gm.say("lobby", content)
    assert (theirs["mention_everyone"], theirs["mention_roles"]) == (True, [role["id"]])
