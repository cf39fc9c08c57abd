"""The types of the fields that hold a user or what people typed, so that these are found in a record by place, whatever
they look like (`bot.game.entries.redaction`, `bot.game.entries.leaves`).
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

UserId: TypeAlias = Annotated[str, "user"]
"""The id of a user; "" for none."""
SideKey: TypeAlias = Annotated[str, "side"]
"""The key of a side (`rules.engine.sight.sight.side_key`), which holds the id of a user if the side has no name."""
DisplayName: TypeAlias = Annotated[str, "name"]
"""The name that Discord shows for a user."""
TypedText: TypeAlias = Annotated[str, "text"]
"""A text that somebody typed: the name of a fighter, a title, a note, an event, a correction."""
