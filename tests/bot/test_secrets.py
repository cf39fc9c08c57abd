"""Secrets that must not get out: a seed before the end, the server's own secrets, interactions' tokens in the log."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.host.logs import RedactingFormatter, set_up_logging
from standin.faults import CALLBACK
from tests.served import CHANNEL, Served, served, skirmish


def spellings(secret: bytes) -> Iterator[str]:
    """The ways in which bytes might be written."""
    yield secret.hex()
    yield base64.b64encode(secret).decode().rstrip("=")
    yield base64.urlsafe_b64encode(secret).decode().rstrip("=")
    yield str(int.from_bytes(secret, "big"))
    yield repr(secret)[2:-1]


def said(bot: Served) -> str:
    """Everything that was sent to Discord, files included."""
    return "\n".join(
        json.dumps(request.json, ensure_ascii=False)
        + "".join(file.content.decode(errors="replace") for file in request.files)
        for request in bot.playground.log
    )


async def test_no_secret_is_said_or_logged_before_the_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    set_up_logging("DEBUG")
    root.handlers[:] = handlers
    caplog.handler.setFormatter(RedactingFormatter())
    try:
        async with served(tmp_path / "bot.sqlite3") as bot:
            await skirmish(bot)
            gm, ann, ben = (bot.person(name) for name in ("GM", "Ann", "Ben"))
            shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
            await ann.click(shot, "Details")
            await gm.slash(CHANNEL, "next")
            await gm.slash(CHANNEL, "undo")
            await gm.slash(CHANNEL, "redo")
            for command in ("log", "recap", "export", "dice verify", "encounter show", "encounter end"):
                await ben.slash(CHANNEL, command)
            await ben.slash("quick-rulings", "fire", who="apone", range=2)
            await ben.slash("quick-rulings", "roll", dice="3d6")
            bot.playground.faults.answer(CALLBACK, 400, code=50035)
            await ben.slash(CHANNEL, "pass", wait=False)
            bot.playground.faults.answer(CALLBACK, 403)
            await ben.slash(CHANNEL, "fire", target="nobody", range=2, wait=False)
            await gm.slash(CHANNEL, "next")
            rows = await bot.store._database.read("SELECT seed FROM seeds")
            secrets = await bot.store._database.read("SELECT value FROM secrets")
            ((seed,),) = rows
            assert len(secrets) == 3
            everything = said(bot) + caplog.text
            for secret in (seed, *(value for (value,) in secrets)):
                assert [spelling for spelling in spellings(secret) if spelling in everything] == []
            assert [i.token for i in bot.playground.world.interactions.values() if i.token in caplog.text] == []

            await gm.slash(CHANNEL, "encounter end")
            assert seed.hex() in said(bot)
            reopened = await gm.slash(CHANNEL, "undo")
            await ben.slash(CHANNEL, "export")
            ((new,),) = await bot.store._database.read("SELECT seed FROM seeds WHERE seed <> ?", (seed,))
            assert "Undone" in reopened.content
            assert [spelling for spelling in spellings(new) if spelling in said(bot) + caplog.text] == []
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
