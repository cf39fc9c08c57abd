"""Pictures of the map from a process of their own: kept by what is drawn, and missing when that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.chat.maps import MapStudio
from bot.chat.maps import studio as at
from bot.game.maps import Drawing
from tests.waiting import patience, until

DRAWN = Drawing(40, 30, (["circle", 20, 15, 9, "side0", "ink", 1],), 0, "A circle.", "")


async def test_what_is_drawn_twice_is_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = MapStudio(patience=patience())
    picture = await studio.painted(DRAWN, patience())
    assert picture is not None and picture.startswith(b"\x89PNG")
    monkeypatch.setattr(studio, "_painting", Path("nowhere.py"))
    assert await studio.painted(DRAWN, patience()) == picture
    monkeypatch.setattr(at, "_KEPT", 1)
    await studio.close()


@pytest.mark.parametrize("script", ["raise SystemExit('no')", "print('hello')", "import PIL_is_not_there"])
async def test_one_that_fails_is_none(script: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "painting.py"
    path.write_text(script)
    studio = MapStudio(path, patience())
    assert await studio.painted(DRAWN, patience()) is None
    assert "no map" in caplog.text
    await studio.close()


async def test_one_that_is_late_is_kept_for_the_next(tmp_path: Path) -> None:
    path = tmp_path / "painting.py"
    path.write_text("import sys, time; time.sleep(0.5); sys.stdout.buffer.write(b'\\x89PNG')")
    studio = MapStudio(path, patience())
    assert await studio.painted(DRAWN, 0.01) is None
    await until(lambda: studio._kept)
    assert await studio.painted(DRAWN, 0.01) == b"\x89PNG"
    await studio.close()


def test_the_bot_does_not_load_what_paints() -> None:
    code = "import sys, bot.chat.client, cogs.maps; print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
