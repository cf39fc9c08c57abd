"""The one entrance of all interactions: commands, presses, choices and forms are checked here before anything else.

discord.py has a check for commands, one for each view and none for all of them, so this is its own receiver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord
from discord.state import ConnectionState

from rules.engine.errors import Refusal

if TYPE_CHECKING:
    from discord.types.gateway import InteractionCreateEvent


class Entrance(ConnectionState[Any]):
    """The state of a connection; `check` raises a Refusal for an interaction that may not enter.

    A refused one goes no further than to the client's event `refused`, together with the refusal. A window that was
    sent in comes to the event `window` as well.
    """

    def __init__(self, check: Callable[[InteractionCreateEvent], None], **options: Any) -> None:
        super().__init__(**options)
        self._check = check

    def parse_interaction_create(self, data: InteractionCreateEvent) -> None:
        """Let an interaction in, or announce that it is refused."""
        try:
            self._check(data)
        except Refusal as refusal:
            self.dispatch("refused", discord.Interaction(data=data, state=self), refusal)
        else:
            super().parse_interaction_create(data)
            if data["type"] == discord.InteractionType.modal_submit.value:
                self.dispatch("window", discord.Interaction(data=data, state=self))
