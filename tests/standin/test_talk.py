"""What people say without the bot, and what Discord's client would not let them."""

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
    first = gm.say("skirmish", "left?")
    second = ann.say("skirmish", "right", reply_to=first)
    third = gm.say("skirmish", "so be it", reply_to=second)
    assert third["type"] == 19
    assert third["referenced_message"]["content"] == "right"
    assert "referenced_message" not in third["referenced_message"]
    assert [user["id"] for user in third["mentions"]] == [ann.id]


@pytest.mark.parametrize(
    ("content", "files", "refused"),
    [("", 0, "nothing to send"), ("x" * 2001, 0, "at most 2000"), ("here", 11, "At most 10 files")],
)
def test_what_cannot_be_said(ann: Person, content: str, files: int, refused: str) -> None:
    with pytest.raises(PageError, match=refused):
        ann.say("skirmish", content, *[("a.txt", b"a")] * files)
    assert ann.sees("skirmish") == []


def test_who_may_not_write_or_attach(playground: Playground, ann: Person) -> None:
    place = ann.channel_id("skirmish")
    playground.world.overwrite(place, ann.id, deny=("attach_files",))
    assert ann.say("skirmish", "words")["content"] == "words"
    with pytest.raises(PageError, match="attach files"):
        ann.say("skirmish", "and a file", ("a.txt", b"a"))
    playground.world.overwrite(place, ann.id, deny=("send_messages",))
    with pytest.raises(PageError, match="send messages"):
        ann.say("skirmish", "more words")
    assert len(ann.sees("skirmish")) == 1


def test_a_locked_thread_is_for_those_who_manage_threads(playground: Playground, ann: Person, gm: Person) -> None:
    thread = playground.world.open_thread(ann.channel_id("skirmish"), "Plans", ann.id)
    playground.world.archive(thread["id"])
    ann.say(thread["id"], "It is open again.")
    assert not playground.world.archived(thread["id"])
    playground.world.archive(thread["id"], locked=True)
    with pytest.raises(PageError, match="locked"):
        ann.say(thread["id"], "And now?")
    gm.say(thread["id"], "Now it is mine.")
    assert not playground.world.archived(thread["id"])


def test_what_is_gone_or_private_is_not_answered(playground: Playground, ann: Person, gm: Person) -> None:
    said = gm.say("skirmish", "soon gone")
    playground.world.delete(playground.world.message(said["channel_id"], said["id"]))
    with pytest.raises(PageError, match="gone"):
        ann.say("skirmish", "what?", reply_to=said)


def test_everyone_and_roles_are_mentioned_by_those_who_may(playground: Playground, ann: Person, gm: Person) -> None:
    role = playground.world.add_role("Wounded")
    content = f"@everyone <@&{role['id']}>"
    mine = ann.say("skirmish", content)
    assert (mine["mention_everyone"], mine["mention_roles"]) == (False, [])
    playground.world.change_role(role["id"], mentionable=True)
    assert ann.say("skirmish", content)["mention_roles"] == [role["id"]]
    theirs = gm.say("skirmish", content)
    assert (theirs["mention_everyone"], theirs["mention_roles"]) == (True, [role["id"]])
