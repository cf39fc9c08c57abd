"""Pictures of the map from a process of their own: kept by what is drawn, and missing when that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from bot.chat.connection.client import COGS
from bot.chat.maps import MapStudio
from bot.chat.maps import studio as at
from bot.chat.workers import Limits
from bot.game.maps import Drawing
from rules.engine.records.copies import replace
from tests.waiting import patience, until

DRAWN = Drawing(40, 30, (["circle", 20, 15, 9, "side0", "ink", 1],), 0, "A circle.", "")


def other(n: int) -> Drawing:
    """A drawing that differs from those of other numbers; its circle has the color of side `n`."""
    return replace(DRAWN, shapes=(["circle", 20, 15, 9, f"side{n}", "ink", 1],))


async def test_what_is_drawn_twice_is_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = MapStudio(patience=patience())
    picture = await studio.painted(DRAWN, patience())
    assert picture is not None and picture.startswith(b"\x89PNG")
    pid = studio.process.pid
    assert pid is not None
    psutil.Process(pid).kill()
    assert await studio.painted(DRAWN, patience()) == picture
    monkeypatch.setattr(at, "_KEPT", 1)
    await studio.close()


def answers(folder: Path, body: str) -> Path:
    """A script that answers each description by this function body, in place of the one that paints."""
    path = folder / "painter.py"
    path.write_text(f"import os, sys, time\ndef answering():\n    return answer\ndef answer(given):\n    {body}\n")
    return path


@pytest.mark.parametrize(
    "body", ["raise SystemExit('no')", "return b'hello'", "import PIL_is_not_there", "os._exit(0)", "time.sleep(60)"]
)
async def test_one_that_fails_is_none_and_harms_no_later_one(
    body: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = answers(tmp_path, f"if b'side1' in given.split(b'shapes')[1]:\n        {body}\n    return b'\\x89PNG'")
    studio = MapStudio(path, patience() if "sleep" not in body else 1.0)
    assert await studio.painted(other(1), patience()) is None
    assert "no map" in caplog.text
    studio.process.patience = patience()
    assert await studio.painted(other(2), patience()) == b"\x89PNG"
    await studio.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize("body", ["n = [bytearray(1 << 20) for _ in range(600)]", "while True: pass"])
async def test_each_picture_has_limits_of_its_own(body: str, tmp_path: Path) -> None:
    path = answers(tmp_path, f"if b'side1' in given.split(b'shapes')[1]:\n        {body}\n    return b'\\x89PNG'")
    studio = MapStudio(path, patience())
    studio.process.limits = Limits(memory=256, seconds=1)
    assert await studio.painted(other(2), patience()) == b"\x89PNG"
    assert await studio.painted(other(1), patience()) is None
    assert await studio.painted(other(3), patience()) == b"\x89PNG"
    await studio.close()


async def test_one_process_paints_them_all_and_ends_when_nothing_comes(tmp_path: Path) -> None:
    studio = MapStudio(answers(tmp_path, "print('in between'); return b'\\x89PNG%d' % os.getpid()"), patience())
    one, two = [await studio.painted(other(n), patience()) for n in (1, 2)]
    assert one == two == b"\x89PNG%d" % (studio.process.pid or 0)
    studio.process.idle = 0
    assert await studio.painted(other(3), patience()) == one
    await until(lambda: studio.process.pid is None)
    assert await studio.painted(other(4), patience()) != one
    await studio.close()
    assert studio.process.pid is None


async def test_one_that_is_late_is_kept_for_the_next(tmp_path: Path) -> None:
    studio = MapStudio(answers(tmp_path, "time.sleep(0.5); return b'\\x89PNG'"), patience())
    assert await studio.painted(DRAWN, 0.01) is None
    await until(lambda: studio._kept)
    assert await studio.painted(DRAWN, 0.01) == b"\x89PNG"
    await studio.close()


def test_the_bot_does_not_load_what_paints() -> None:
    imports = ", ".join(["sys", "bot.chat.connection.client", *(f"cogs.{name}" for name in COGS)])
    code = f"import {imports}; print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
