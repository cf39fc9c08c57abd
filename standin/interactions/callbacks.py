"""The bot's answers to interactions: the callback in all its types, @original and followups.

A token answers for its own messages only, and only while it lives."""

from __future__ import annotations

from standin import errors, limits
from standin.interactions.interaction import AUTOCOMPLETE, COMMAND, MODAL, Interaction
from standin.interactions.invoker import Invoker
from standin.world import Message, Upload, World, messages, scenery
from standin.world.scenery import Json

PONG, REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 1, 4, 5, 6, 7, 8, 9
FROM_COMMAND, FROM_MENU = 20, 23
"""The types of messages that answer a command."""


class Callbacks:
    """The REST routes with an interaction's token."""

    def __init__(self, world: World, invoker: Invoker) -> None:
        self.world = world
        self.invoker = invoker

    def answer(self, interaction_id: str, token: str, body: Json, files: list[Upload]) -> Json:
        """Applies the callback and returns the answer for `with_response`.

        Raises ApiError 10062 (unknown, too late), 40060 (answered before), 50035 (type out of place)."""
        interaction = self.world.interactions.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.failed or interaction.token_error():
            raise errors.unknown_interaction()
        if interaction.callback_type is not None:
            raise errors.already_acknowledged()
        kind = int(body["type"])
        data = body.get("data") or {}
        self._check_type(interaction, kind)
        try:
            message = self._apply(interaction, kind, data, files)
        except errors.ApiError as error:
            raise error.within("data") from None
        interaction.callback_type = kind
        self.invoker.answered(interaction)
        if interaction.type != AUTOCOMPLETE:
            about = {"interaction_id": interaction.id, "channel_id": interaction.channel_id}
            self.world.tell("answered", about, interaction.user_id)
        if kind != DEFER:
            interaction.settled.set()
        return _response(interaction, kind, message)

    def interaction(self, application_id: str, token: str) -> Interaction:
        """The answered interaction behind a webhook address. Raises ApiError 10015, 50027."""
        interaction = self.world.interaction_by_token(token)
        if interaction is None or application_id != scenery.APPLICATION_ID or interaction.callback_type is None:
            raise errors.unknown_webhook()
        code = interaction.token_error()
        if code is not None:
            raise errors.invalid_webhook_token() if code == 50027 else errors.unknown_webhook()
        return interaction

    def message(self, interaction: Interaction, message_id: str) -> Message:
        """@original, a followup, or the message whose component was used. Raises ApiError 10008."""
        wanted = interaction.original if message_id == "@original" else message_id
        if wanted is not None and wanted in (interaction.original, interaction.source, *interaction.followups):
            message = self.world.find_message(wanted)
            if message is not None:
                return message
        raise errors.unknown_message()

    def follow_up(self, interaction: Interaction, body: Json, files: list[Upload]) -> Message:
        """A further message; the first one after a deferred answer takes the place of the waiting message."""
        waiting = interaction.original and self.world.find_message(interaction.original)
        if waiting and waiting.data["flags"] & messages.LOADING:
            return self.edit(interaction, waiting, body, files)
        message = self._compose(interaction, body, files)
        self.world.post(message)
        interaction.followups.append(message.id)
        interaction.settled.set()
        return message

    def edit(self, interaction: Interaction, message: Message, body: Json, files: list[Upload]) -> Message:
        messages.revise(self.world, message, body, files)
        interaction.settled.set()
        self.world.changed(message)
        return message

    def delete(self, interaction: Interaction, message_id: str) -> None:
        message = self.message(interaction, message_id)
        self.world.delete(message)
        # The answer is still owed after a waiting message that is taken away.
        if not message.data["flags"] & messages.LOADING:
            interaction.settled.set()

    def _check_type(self, interaction: Interaction, kind: int) -> None:
        fitting = {REPLY, DEFER, SHOW_MODAL}
        if interaction.type == AUTOCOMPLETE:
            fitting = {CHOICES}
        elif interaction.type == MODAL:
            fitting = {REPLY, DEFER}
        if interaction.source is not None:
            fitting |= {DEFER_UPDATE, UPDATE}
        if kind not in fitting:
            raise errors.invalid_form([("type", "INTERACTION_CALLBACK_TYPE_INVALID", "Not for this interaction.")])

    def _apply(self, interaction: Interaction, kind: int, data: Json, files: list[Upload]) -> Message | None:
        source = interaction.source and self.world.find_message(interaction.source)
        if kind in (REPLY, DEFER):
            message = self._compose(interaction, data, files, loading=kind == DEFER)
            if interaction.type == COMMAND:
                message.data["type"] = FROM_MENU if interaction.menu else FROM_COMMAND
            interaction.original = message.id
            if kind == DEFER:
                about = {"interaction_id": interaction.id, "channel_id": interaction.channel_id}
                self.world.post(message, event="thinking", about={**about, "message": message.data})
            else:
                self.world.post(message)
            return message
        if kind in (UPDATE, DEFER_UPDATE):
            if not source:
                raise errors.unknown_message()
            interaction.original = source.id
            if kind == UPDATE:
                messages.revise(self.world, source, data, files)
                self.world.changed(source)
            return source
        if kind == CHOICES:
            limits.check_choices(data.get("choices") or [])
            interaction.choices = list(data.get("choices") or [])
        if kind == SHOW_MODAL:
            limits.check_modal(data)
            components = messages.shown_components(data["components"])
            modal = {"custom_id": data["custom_id"], "title": data["title"], "components": components}
            interaction.modal = modal
            self.world.tell("modal", {"interaction_id": interaction.id, **modal}, interaction.user_id)
        return None

    def _compose(self, interaction: Interaction, body: Json, files: list[Upload], *, loading: bool = False) -> Message:
        self.world.reopen(interaction.channel_id, interaction.user_id)
        made = messages.compose(self.world, interaction.channel_id, self.world.bot["id"], body, files, loading=loading)
        made.interaction_id = interaction.id
        made.data |= {
            "application_id": scenery.APPLICATION_ID,
            "webhook_id": scenery.APPLICATION_ID,
            "interaction_metadata": interaction.metadata(),
        }
        if (body.get("flags") or 0) & messages.EPHEMERAL:
            made.data["flags"] |= messages.EPHEMERAL
            made.audience = interaction.user_id
        return made


def _response(interaction: Interaction, kind: int, message: Message | None) -> Json:
    about: Json = {"id": interaction.id, "type": interaction.type}
    answer: Json = {"interaction": about}
    if message is not None:
        about["response_message_id"] = message.id
        about["response_message_loading"] = bool(message.data["flags"] & messages.LOADING)
        about["response_message_ephemeral"] = message.audience is not None
        if kind in (REPLY, UPDATE):
            answer["resource"] = {"type": kind, "message": message.data}
    return answer
