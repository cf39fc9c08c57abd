"""Where Discord's own specification lies, if it is at hand: what the bot and the stand-in say is then checked by it."""

from __future__ import annotations

from pathlib import Path

_DOCUMENT = Path(__file__).resolve().parents[2] / "shared" / "discord-openapi" / "openapi.json"
OPENAPI = _DOCUMENT if _DOCUMENT.exists() else None
