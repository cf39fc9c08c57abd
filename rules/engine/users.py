"""The types of the fields that hold a user, so that people are found in a record by place, whatever their ids look like
(`bot.game.redaction`).
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

UserId: TypeAlias = Annotated[str, "user"]
"""The id of a user; "" for none."""
SideKey: TypeAlias = Annotated[str, "side"]
"""The key of a side (`rules.engine.sight.side_key`), which holds the id of a user if the side has no name."""
