"""Attached files, read as text within a size limit or refused with a sentence."""

from __future__ import annotations

import asyncio
import codecs

import discord

from rules.engine.errors import Refusal
from rules.engine.references import without_marks

MOST_OF_A_CARD, MOST_OF_AN_EXPORT = 64 * 1024, 10 * 1024 * 1024
"""Bytes that are read of a card or a weapon, and of an encounter that was exported."""
_PATIENCE = 2.0
"""Seconds: Discord expects the first answer within three."""


async def text_of(attachment: discord.Attachment, most: int = MOST_OF_A_CARD) -> str:
    """The text of an attached file. Raises Refusal if it is too large, not Unicode text, or cannot be read."""
    if attachment.size > most:
        raise Refusal(f"That file has {attachment.size:,} bytes; at most {most:,} ({most // 1024:,} KiB) are read.")
    try:
        async with asyncio.timeout(_PATIENCE):
            data = await attachment.read()
    except (TimeoutError, discord.HTTPException, OSError):
        raise Refusal("Discord did not hand the file over; attach it once more.") from None
    # Spreadsheets write UTF-16 with a byte order mark.
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return without_marks(data.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError:
        raise Refusal("That file is no text (UTF-8 is read); save it as plain text and attach it again.") from None
