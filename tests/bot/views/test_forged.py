"""Forged presses, choices and options: one sentence each, and nothing changes.

Discord's clients send only what is offered; another program can send anything.
"""

from __future__ import annotations

import copy
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.views.buttons.moves import MoveSelect
from bot.chat.views.private.form import FormSelect
from bot.chat.views.registry import PARTS
from bot.game.entries.entries import Entry
from bot.game.store.stamps import stamp
from standin.driver import Answer
from standin.interactions import commands
from standin.interactions.interaction import COMPONENT
from tests.examples import examples
from tests.served import CHANNEL, Served, served, skirmish

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEMPLATES = {part.__name__: part.__discord_ui_compiled_template__ for part in PARTS}
BREAKDOWN = "Something went wrong"
BUTTON, SELECT = 2, 3


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        # The clients of this stand-in send anything.
        patch.setattr(commands, "_value", lambda option, value, resolve, *, complete: value)
        async with served(tmp_path_factory.mktemp("forged") / "bot.sqlite3") as bot:
            await skirmish(bot)
            yield bot


async def latest(bot: Served) -> Entry:
    """The last entry of the channel's encounter."""
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    head = await bot.client.referee.journal.head(row.id)
    assert head is not None
    return head


def known(bot: Served, head: Entry) -> dict[str, str]:
    """Return the values that a forger can know, by the names of groups."""
    return {
        "encounter": head.encounter_id,
        "seq": str(head.seq),
        "number": str(head.number),
        "stamp": stamp(head.interaction_id),
        "actor": "c1",
        "to": "c1",
        "fighter": "c1",
        "by": bot.person("Cleo").id,
    }


async def pressed(
    bot: Served, custom_id: str, values: list[str] | None = None, offered: Sequence[str] = (), on: str = ""
) -> Answer:
    """Return the answer to Cleo, who is nobody here, after pressing a button or choosing in a list with this custom id.

    It is on the last public message of the bot, or a control of the custom id `on` is.
    """
    cleo, world = bot.person("Cleo"), bot.playground.world
    [*_, message] = [message for message in cleo.sees(CHANNEL) if message["author"]["id"] == world.bot["id"]]
    control: dict[str, Any] = {"type": BUTTON, "custom_id": on or custom_id, "label": "?", "style": 2, "id": 2}
    if values is not None:
        options = [{"label": "?", "value": value} for value in offered]
        control = {"type": SELECT, "custom_id": on or custom_id, "options": options, "id": 2}
        control |= {"min_values": 1, "max_values": 1}
    message["components"] = [{"type": 1, "id": 1, "components": [control]}]
    data = {"custom_id": custom_id, "component_type": control["type"], "id": 2}
    if values is not None:
        data["values"] = values
    invoker = bot.playground.invoker
    interaction = invoker._open(COMPONENT, cleo.id, message["channel_id"], data)
    interaction.source = message["id"]
    interaction.payload["message"] = copy.deepcopy(message)
    return await Answer(invoker._send(interaction), world).settle()


@pytest.mark.parametrize("name", TEMPLATES)
@given(data=st.data())
@examples(20)
async def test_every_custom_id_of_a_template_is_read(name: str, data: st.DataObject) -> None:
    """discord.py drops a press without an answer if its custom id cannot be read."""
    custom_id = data.draw(st.from_regex(TEMPLATES[name], fullmatch=True))
    match = TEMPLATES[name].fullmatch(custom_id)
    assert match is not None
    part = next(part for part in PARTS if part.__name__ == name)
    made = await part.from_custom_id(None, None, match)  # type: ignore[arg-type]
    assert isinstance(made, part)


@pytest.mark.parametrize("name", TEMPLATES)
@given(data=st.data())
@examples(20)
async def test_a_forged_press_gets_one_sentence_and_changes_nothing(
    bot: Served, name: str, data: st.DataObject
) -> None:
    """On its message, as if the bot had once posted it: with anything that its template lets through."""
    head = await latest(bot)
    template, real = TEMPLATES[name], known(bot, head)
    custom_id = data.draw(st.from_regex(template, fullmatch=True).filter(lambda id: len(id) <= 100))
    for group in sorted(template.groupindex.keys() & real.keys()):
        match = template.fullmatch(custom_id)
        assert match is not None
        if match[group] is not None and data.draw(st.booleans()):
            changed = custom_id[: match.start(group)] + real[group] + custom_id[match.end(group) :]
            custom_id = changed if len(changed) <= 100 and template.fullmatch(changed) else custom_id
    values = None
    if name in (FormSelect.__name__, MoveSelect.__name__):
        values = [data.draw(st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=100))]
    answer = await pressed(bot, custom_id, values, values or [])
    assert not answer.failed, custom_id
    assert BREAKDOWN not in answer.content, (custom_id, values)
    assert await latest(bot) == head


async def test_a_value_that_a_list_does_not_offer_is_refused(bot: Served) -> None:
    custom_id = f"srf:aim:fire:{(await latest(bot)).encounter_id}:c1:::"
    for values in (["9"], ["x" * 100], []):
        answer = await pressed(bot, custom_id, values, ["1", "2"])
        assert (answer.ephemeral, answer.content) == (True, "That choice is not on the list. Choose one that is.")


async def test_a_control_that_its_message_does_not_have_is_refused(bot: Served) -> None:
    answer = await pressed(bot, f"sr:undo:{(await latest(bot)).encounter_id}:1", on="sr:details:0:1")
    assert answer.content == "That button or list is no longer on its message. Use one that is."


@pytest.mark.parametrize("custom_id", ["", "x", "srz:1", "sr:dance:0:1", "srs:1:1:2d6:zzzzzzzz"])
async def test_a_control_that_no_part_answers_to_is_refused(bot: Served, custom_id: str) -> None:
    answer = await pressed(bot, custom_id)
    assert answer.content.startswith("I don't know that button.")


OPTIONS = [
    ("channel set", {"detail": "huge"}, "“huge” is not a choice for detail:. Choose short, normal or full."),
    ("channel set", {"detail": "SHORT"}, "“SHORT” is not a choice"),
    ("channel set", {"screen_reader": "true"}, "“true” is not a choice for screen_reader:. Choose on or off."),
    ("my set", {"pings": "\u202e" * 90}, "is not a choice for pings:. Choose all, once or none."),
    ("my set", {"notify": "mail"}, "“mail” is not a choice for notify:. Choose channel or direct."),
    ("my set", {"detail": "0"}, "“0” is not a choice for detail:"),
    ("my set", {"screen_reader": "maybe"}, "“maybe” is not a choice for screen_reader:"),
    ("stats", {"of": "people"}, "“people” is not a choice for of:. Choose dice or fights."),
    ("export", {"format": "exe"}, "“exe” is not a choice for format:. Choose json or replay."),
]


@pytest.mark.parametrize(("command", "given", "wanted"), OPTIONS)
async def test_a_value_outside_the_choices_of_an_option_gets_one_sentence(
    bot: Served, command: str, given: dict[str, Any], wanted: str
) -> None:
    answer = await bot.person("GM").slash(CHANNEL, command, **given)
    assert not answer.failed
    assert answer.ephemeral and wanted in answer.content.replace("\\", "")


async def test_every_option_with_choices_is_tried(bot: Served) -> None:
    tried = {(command, name) for command, given, _ in OPTIONS for name in given}
    assert tried == {
        (command.qualified_name, option.display_name)
        for command in bot.client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.choices
    }
