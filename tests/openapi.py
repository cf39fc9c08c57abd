"""The path of our copy of Discord's own specification, if there is one: requests of the bot and the stand-in are then
checked by it."""

from __future__ import annotations

from pathlib import Path

_DOCUMENT = Path(__file__).resolve().parents[2] / "shared" / "discord-openapi" / "openapi.json"
OPENAPI = _DOCUMENT if _DOCUMENT.exists() else None
