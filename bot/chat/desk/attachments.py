"""Reads files that users attach: checks the size first, then loads them in a separate process (`bot.chat.workers`)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import discord

from bot.chat.workers import Limits, Worker, WorkerFailed
from bot.fairness import Report
from bot.game.entries import codec
from bot.game.files.imports import Found
from bot.game.pages.encounter_check import Verdict
from rules.engine.books.ruleset import HomebrewRecord
from rules.engine.records.errors import BadSheet, Refusal
from rules.engine.sharing.homebrew import MOST_BYTES as MOST_OF_A_CARD

log = logging.getLogger(__name__)

MOST_OF_AN_EXPORT = 10 * 1024 * 1024
"""The most bytes that are read of an exported encounter: as many as /export writes."""
_SCRIPTS = Path(__file__).parents[1] / "workers"
_OF_AN_EXPORT, _OF_A_CARD = Limits(memory=1024, seconds=12), Limits(memory=512, seconds=8)
_OF_AN_IMPORT = Limits(memory=1280, seconds=14, answer=4 << 20)
"""An export of 100 MiB (10 when compressed) takes 700 MiB; a card, with all rulebooks loaded, 130 MiB and a second."""
_PIECE = 1 << 16
_LOST = "Discord did not send me the file. Attach it again."


class Files:
    """Reads what people attach. One per client: files are read one at a time."""

    def __init__(self, worker: Worker | None = None) -> None:
        self._worker = worker or Worker()

    async def report(self, export: discord.Attachment, noted_hash: str = "") -> Verdict:
        """Return the verdict on an export; `noted_hash` is a hash that somebody wrote down. Raises Refusal."""
        pieces = _pieces(export, MOST_OF_AN_EXPORT)
        found = await self._read("read_export.py", pieces, _OF_AN_EXPORT, *([noted_hash] if noted_hash else []))
        report = Report(**{**found["report"], "problems": tuple(found["report"]["problems"])})
        return Verdict(report, tuple(found["commitments"]), found["encounter"])

    async def imported(self, export: discord.Attachment) -> Found:
        """Return the encounter that an export holds. Raises Refusal."""
        found = await self._read("read_import.py", _pieces(export, MOST_OF_AN_EXPORT), _OF_AN_IMPORT)
        state = await asyncio.to_thread(codec.state, found["state"].encode(), codec.SCHEMA)
        return Found(state, codec.origin(found["origin"]))

    async def homebrew(self, book: str, card: discord.Attachment | str) -> HomebrewRecord:
        """Return the weapon or card that a file or a text describes, in the rulebook with this id. Raises Refusal."""
        pieces = _written(card) if isinstance(card, str) else _pieces(card, MOST_OF_A_CARD)
        found = await self._read("read_homebrew.py", pieces, _OF_A_CARD, book)
        return HomebrewRecord(found["name"], found["record"])

    async def _read(
        self, script: str, pieces: AsyncGenerator[bytes, None], limits: Limits, *arguments: str
    ) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = json.loads(await self._worker.run(_SCRIPTS / script, pieces, limits, *arguments))
        except WorkerFailed as failed:
            log.warning("%s: %s", script, failed)
            if failed.busy:
                raise Refusal("I am reading other files. Try again in a minute.") from None
            raise Refusal("That file needs too much time or memory to read. Nothing has changed.") from None
        if "refusal" in answer:
            raise BadSheet(answer["refusal"], answer.get("problems", ()))
        return answer


def _pieces(file: discord.Attachment, most: int) -> AsyncGenerator[bytes, None]:
    """Return the bytes of an attached file as they arrive. Raises Refusal at once for one that is too large."""
    if file.size > most:
        raise Refusal(f"That file has {file.size:,} bytes. The limit is {most:,} ({most // 1024:,} KiB).")
    return _loaded(file.url, most)


async def _loaded(url: str, most: int) -> AsyncGenerator[bytes, None]:
    taken = 0
    try:
        async with aiohttp.ClientSession() as session, session.get(url, raise_for_status=True) as response:
            async for piece in response.content.iter_chunked(_PIECE):
                taken += len(piece)
                if taken > most:
                    raise Refusal(f"That file is larger than Discord says. The limit is {most:,} bytes.")
                yield piece
    except (aiohttp.ClientError, TimeoutError, OSError):
        raise Refusal(_LOST) from None


async def _written(text: str) -> AsyncGenerator[bytes, None]:
    yield text.encode("utf-8", "replace")
