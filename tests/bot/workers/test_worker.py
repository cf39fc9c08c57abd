"""Processes of their own: their limits, and the end of a script that breaks them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.chat.workers import Limits, Worker, WorkerFailed
from bot.chat.workers.worker import MOST_WAITING
from tests.waiting import patience

LIMITS = Limits(memory=256, seconds=5)
ECHO = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"


async def given(*pieces: bytes) -> AsyncGenerator[bytes, None]:
    for piece in pieces:
        yield piece


def script(folder: Path, text: str) -> Path:
    path = folder / "script.py"
    path.write_text(text)
    return path


async def test_pieces_go_in_and_the_answer_comes_out(tmp_path: Path) -> None:
    worker = Worker(patience())
    pieces = [bytes([n]) * 70_000 for n in range(5)]
    assert await worker.run(script(tmp_path, ECHO), given(*pieces), LIMITS) == b"".join(pieces)
    args = "import sys; print(*sys.argv[1:], end='')"
    assert await worker.run(script(tmp_path, args), given(), LIMITS, "a", "b c") == b"a b c"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("held = [bytearray(1 << 20) for _ in range(600)]", "MemoryError"),
        ("n = 0\nwhile True: n += 1", "ended with -"),
        ("import sys; sys.stdout.write('x' * 3_000_000)", "more than 1,048,576 bytes"),
        ("raise SystemExit('no wish to')", "no wish to"),
    ],
    ids=["memory", "processor time", "a long answer", "gives up"],
)
async def test_limits(text: str, why: str, tmp_path: Path) -> None:
    worker = Worker(patience())
    with pytest.raises(WorkerFailed, match=why):
        await worker.run(script(tmp_path, text), given(b"x" * 200_000), Limits(memory=256, seconds=1))
    assert await worker.run(script(tmp_path, ECHO), given(b"next"), LIMITS) == b"next"


async def test_what_fails_while_it_is_given_ends_the_process(tmp_path: Path) -> None:
    async def failing() -> AsyncGenerator[bytes, None]:
        yield b"x"
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        await Worker(patience()).run(script(tmp_path, ECHO), failing(), LIMITS)


async def test_few_wait_and_others_are_told_at_once(tmp_path: Path) -> None:
    worker = Worker(patience())
    open_ = asyncio.Event()

    async def slow() -> AsyncGenerator[bytes, None]:
        await open_.wait()
        yield b"done"

    echo = script(tmp_path, ECHO)
    first = [asyncio.create_task(worker.run(echo, slow(), LIMITS)) for _ in range(MOST_WAITING + 1)]
    await asyncio.sleep(0)
    with pytest.raises(WorkerFailed, match="too many wait") as failed:
        await worker.run(echo, slow(), LIMITS)
    assert failed.value.busy
    open_.set()
    assert await asyncio.gather(*first) == [b"done"] * (MOST_WAITING + 1)
