"""The tests' means to act as a person: slash commands, presses, choices, forms, and the answers to them."""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import Callable
from typing import Any

from standin import limits
from standin.errors import PageError
from standin.interactions import commands, typed_command
from standin.interactions.interaction import Interaction
from standin.interactions.invoker import Invoker
from standin.world import Upload, World, messages
from standin.world.scenery import Json, Somebody

File = tuple[str, bytes]


class Answer:
    """The answer to an interaction; every attribute is read from the stand-in at each access."""

    def __init__(self, interaction: Interaction, world: World) -> None:
        self.interaction = interaction
        self._world = world

    @property
    def message(self) -> Json:
        """The answering message as it is now; if it is deleted, the first followup. Raises LookupError when there is
        none."""
        message = self.interaction.original and self._world.find_message(self.interaction.original)
        if message:
            return message.data
        if self.interaction.original and self.followups:
            return self.followups[0]
        raise LookupError(f"no message answers {self!r}")

    @property
    def content(self) -> str:
        return str(self.message["content"])

    @property
    def embeds(self) -> list[Json]:
        return list(self.message["embeds"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.message["flags"] & messages.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the bot has deferred and has not answered yet."""
        return bool(self.message["flags"] & messages.LOADING)

    @property
    def followups(self) -> list[Json]:
        messages = (self._world.find_message(id) for id in self.interaction.followups)
        return [message.data for message in messages if message is not None]

    @property
    def modal(self) -> Json | None:
        """The form shown: custom_id, title, components."""
        return self.interaction.modal

    @property
    def failed(self) -> bool:
        """Whether the bot ran out of time: "The application did not respond"."""
        return self.interaction.failed

    @property
    def components(self) -> list[Json]:
        """Every component of the message, rows included, outer before inner."""
        return list(limits.walk(self.message["components"]))

    def component(self, wanted: str) -> Json:
        """Return the component with this label, custom id or placeholder. Raises LookupError."""
        return component_of(self.message, wanted)

    async def settle(self) -> Answer:
        """Waits until there is something to see (a deferred answer: its edit). Raises TimeoutError."""
        async with asyncio.timeout(self._world.patience):
            await self.interaction.settled.wait()
        return self

    async def until(self, condition: Callable[[Answer], bool]) -> Answer:
        """Waits for a later change, such as an edit after the answer. Raises TimeoutError."""
        await self._world.until(lambda: condition(self))
        return self

    def __repr__(self) -> str:
        return f"<Answer to {self.interaction.name or 'a press'} ({self.interaction.id})>"


class Person:
    """A person in the guild. Every action waits for the bot's answer (TimeoutError after
    the world's patience) unless `wait` is off; a channel is given by id or name."""

    def __init__(self, somebody: Somebody, world: World, invoker: Invoker) -> None:
        self.id = somebody.id
        self.name = somebody.name
        self.mention = f"<@{somebody.id}>"
        self._world = world
        self._invoker = invoker

    async def slash(self, channel: str, command: str, /, *, wait: bool = True, **options: Any) -> Answer:
        """`slash("lobby", "game start", kind="chess")`.

        A person is given as Person, a channel by name or id, a file as (name, bytes). Raises PageError."""
        uploads: dict[str, Upload] = {}
        name, sent = self._options(command, options, uploads)
        return await self._wait(self._invoker.slash(self.id, self._channel(channel), name, sent, uploads), wait)

    async def types(
        self, channel: str, line: str, /, *, form: dict[str, str] | None = None, wait: bool = True
    ) -> Answer:
        """`types("lobby", "/roll dice: 2d6 times: 3")`, as into the page's composer; files cannot be typed.

        `form` fills in the form that answers it. `@Ann` stands for the mention that Discord's client makes of it.
        Raises PageError, and LookupError when no form is there to be filled in."""
        read = typed_command.read(self._world.all_commands(), line)
        options = {option["name"]: self._entered(option, text) for option, text in read.given}
        answer = await self.slash(channel, read.name, wait=wait or form is not None, **options)
        if form is None:
            return answer
        return await self.submit(answer, {field: self._mentioning(text) for field, text in form.items()}, wait=wait)

    async def menu(self, channel: str, name: str, target: Person | Answer | Json, *, wait: bool = True) -> Answer:
        """Uses a command of the context menu on a person or a message. Raises PageError."""
        message = target.message if isinstance(target, Answer) else target
        target_id = message.id if isinstance(message, Person) else message["id"]
        return await self._wait(self._invoker.menu(self.id, self._channel(channel), name, target_id), wait)

    async def autocomplete(self, channel: str, command: str, /, *, focused: str, **options: Any) -> list[Json]:
        """Return the suggestions {name, value} for the option `focused` with the options typed so far."""
        options.setdefault(focused, "")
        name, sent = self._options(command, options, {}, focused=focused)
        interaction = self._invoker.autocomplete(self.id, self._channel(channel), name, sent)
        async with asyncio.timeout(self._world.patience):
            await interaction.answered.wait()
        return interaction.choices or []

    async def click(
        self,
        message: Answer | Json,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        wait: bool = True,
    ) -> Answer:
        """Presses the button with this label or custom id."""
        return await self._press(message, custom_id or label or "", None, wait)

    async def select(
        self,
        message: Answer | Json,
        select: str,
        values: str | list[str],
        *,
        wait: bool = True,
    ) -> Answer:
        """Chooses values or labels in the select with this custom id or placeholder."""
        chosen = [values] if isinstance(values, str) else list(values)
        return await self._press(message, select, chosen, wait)

    async def submit(self, answer: Answer, fields: dict[str, Any], *, wait: bool = True) -> Answer:
        """Fills in the form by custom id or label and sends it; other fields keep their preset values."""
        if answer.modal is None:
            raise LookupError(f"{answer!r} is no form")
        uploads: dict[str, Upload] = {}
        left = dict(fields)
        filled = [_filled(row, row.get("label"), left, uploads) for row in answer.modal["components"]]
        if left:
            raise LookupError(f"the form has no field {', '.join(left)}")
        custom_id = answer.modal["custom_id"]
        interaction = self._invoker.modal(self.id, answer.interaction, custom_id, filled, uploads)
        return await self._wait(interaction, wait)

    def say(self, channel: str, content: str, *files: File, reply_to: Json | None = None) -> Json:
        """Posts a chat message; `reply_to` is the message to answer. Raises PageError if this person may not."""
        uploads = {str(at): Upload(*file) for at, file in enumerate(files)}
        answered = None if reply_to is None else reply_to["id"]
        return self._invoker.say(self.id, self._channel(channel), content, uploads, answered).data

    def opens_post(self, forum: str, name: str, content: str, *tag_ids: str) -> Json:
        """Opens a post of a forum, and returns its thread. Raises PageError, ApiError 40067 if it needs a tag."""
        return self._invoker.open_post(self.id, self._channel(forum), name, content, tag_ids)

    def sees(self, channel: str) -> list[Json]:
        """Return the channel's messages as this person sees them, oldest first; none if they may not see it."""
        channel_id = self._channel(channel)
        if not self._world.sees(self.id, channel_id):
            return []
        return [message.data for message in self._world.history(channel_id, self.id)]

    def channel_id(self, channel: str) -> str:
        return self._channel(channel)

    def _channel(self, wanted: str) -> str:
        for id, channel in self._world.channels.items():
            if wanted in (id, channel.get("name"), f"#{channel.get('name')}"):
                return id
        raise PageError(f"There is no channel {wanted!r}.")

    async def _press(self, message: Answer | Json, wanted: str, values: list[str] | None, wait: bool) -> Answer:
        data = message.message if isinstance(message, Answer) else message
        component = component_of(data, wanted)
        if values is not None:
            by_label = {option["label"]: option["value"] for option in component.get("options", [])}
            values = [by_label.get(value, value) for value in values]
        interaction = self._invoker.component(self.id, data["channel_id"], data["id"], component["custom_id"], values)
        return await self._wait(interaction, wait)

    async def _wait(self, interaction: Interaction, wait: bool) -> Answer:
        answer = Answer(interaction, self._world)
        if not wait:
            return answer
        await answer.settle()
        confirming = self._confirming(answer)
        return answer if confirming is None else await self.click(answer, custom_id=confirming)

    def _confirming(self, answer: Answer) -> str | None:
        """Return the custom id of a private answer's confirming button, if this person always confirms."""
        if not self._world.confirms or not self._world.find_message(answer.interaction.original or ""):
            return None
        if not answer.ephemeral:
            return None
        labelled = (part for part in answer.components if part.get("label") in self._world.confirms)
        return next((str(part["custom_id"]) for part in labelled), None)

    def _options(
        self, spoken: str, given: dict[str, Any], uploads: dict[str, Upload], *, focused: str | None = None
    ) -> tuple[str, list[Json]]:
        """The command's name and its options in Discord's nesting."""
        name, *words = spoken.removeprefix("/").split()
        passed, definitions = commands.descend(commands.find(self._world.all_commands(), name), words)
        kinds = {option["name"]: option["type"] for option in definitions}
        sent: list[Json] = []
        for option, value in given.items():
            if option not in kinds:
                raise PageError(f"/{spoken} has no option {option!r}.")
            made: Json = {"name": option, "type": kinds[option]}
            made["value"] = self._sendable(kinds[option], option, value, uploads)
            if option == focused:
                made["focused"] = True
            sent.append(made)
        for subcommand in reversed(passed):
            sent = [{"name": subcommand["name"], "type": subcommand["type"], "options": sent}]
        return name, sent

    def _entered(self, option: Json, text: str) -> Any:
        if option["type"] in (commands.USER, commands.MENTIONABLE):
            return re.sub(r"\D", "", self._mentioning("@" + text.removeprefix("@"))) or text
        return typed_command.value(option, self._mentioning(text))

    def _mentioning(self, text: str) -> str:
        """Return the text with each @name as a mention."""
        for person in self._world.people.values():
            text = re.sub(rf"@{re.escape(person.name)}\b", f"<@{person.id}>", text)
        return text

    def _sendable(self, kind: int, option: str, value: Any, uploads: dict[str, Upload]) -> Any:
        if isinstance(value, Person):
            return value.id
        if kind == commands.CHANNEL:
            return self._channel(str(value))
        if kind == commands.ATTACHMENT:
            uploads[option] = Upload(*value)
            return option
        return value


def component_of(message: Json, wanted: str) -> Json:
    """The pressable component with this label, custom id or placeholder. Raises LookupError."""
    components = [c for c in limits.walk(message["components"]) if "custom_id" in c]
    for component in components:
        if wanted in (component["custom_id"], component.get("label"), component.get("placeholder")):
            return component
    names = [c.get("label") or c.get("placeholder") or c["custom_id"] for c in components]
    raise LookupError(f"no component {wanted!r} among {names}")


def _filled(component: Json, label: str | None, fields: dict[str, Any], uploads: dict[str, Upload]) -> Json:
    """Return the submitted shape of a form's component; the values that it uses are removed from `fields`."""
    made: Json = copy.deepcopy({key: component[key] for key in ("type", "id", "custom_id") if key in component})
    if component.get("components"):
        made["components"] = [_filled(inner, inner.get("label"), fields, uploads) for inner in component["components"]]
    if component.get("component"):
        made["component"] = _filled(component["component"], label, fields, uploads)
    if "custom_id" not in component:
        return made
    key = component["custom_id"] if component["custom_id"] in fields else label
    given = fields.pop(key, None) if key is not None else None
    if component["type"] == limits.TEXT_INPUT:
        made["value"] = given if given is not None else component.get("value", "")
    elif component["type"] == limits.FILE_UPLOAD:
        files: list[File] = given or []
        made["values"] = [f"{component['custom_id']}-{at}" for at in range(len(files))]
        uploads |= {name: Upload(*file) for name, file in zip(made["values"], files, strict=True)}
    elif component["type"] in limits.SELECTS:
        made["values"] = [given] if isinstance(given, str) else list(given or [])
    else:
        made["value"] = given
    return made
