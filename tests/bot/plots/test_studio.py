"""Pictures from a process of their own: what comes out, and what becomes of one that dies, hangs or is not wanted."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import psutil
import pytest
from matplotlib.figure import Figure
from PIL import Image

from bot.chat.plots import Studio
from bot.chat.plots.plotter import _panel
from bot.chat.plots.studio import PLOTTER
from tests.waiting import patience, until

NAMES = ("FA MAS", "Uzi burst", "Remington M870")


def plot(*names: str, panels: int = 2, highest: float = 60) -> dict[str, Any]:
    lines = [
        {"at": n, "name": name, "points": [(aim, highest * aim / (6 + n)) for aim in range(1, 7)]}
        for n, name in enumerate(names)
    ]
    return {"aim": "Aim", "panels": [{"title": f"Panel {n}", "lines": lines} for n in range(panels)]}


def opened(picture: bytes | None) -> Image.Image:
    assert picture is not None
    return Image.open(io.BytesIO(picture))


async def test_without_room_for_its_folder_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(**options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", no_room)
    assert await Studio(patience=patience()).drawn(plot(*NAMES)) is None


@pytest.mark.usefixtures("not_forked")
async def test_a_picture_as_promised() -> None:
    studio = Studio(patience=patience())
    picture = await studio.drawn(plot(*NAMES))
    image = opened(picture)
    assert (image.format, image.size) == ("PNG", (800, 690))
    assert picture is not None and len(picture) < 60_000
    # Each line has its own color, whatever lies over it; the ground is dark.
    palette = image.getpalette() or []
    colors = list(zip(palette[::3], palette[1::3], palette[2::3], strict=True))
    for wanted in ((0x1E, 0x1F, 0x22), (0x56, 0xB4, 0xE9), (0xF0, 0xA3, 0x1F), (0xF4, 0xE9, 0xFF)):
        assert any(sum(abs(a - b) for a, b in zip(color, wanted, strict=True)) < 12 for color in colors), wanted
    assert opened(await studio.drawn(plot(*NAMES, panels=1))).size == (800, 380)
    studio.close()


@pytest.mark.parametrize(
    "drawn",
    [
        plot("$x_{", "\\frac", "日本 😀"),
        plot("M" * 60, "i", highest=0),
        plot("one", highest=0.04),
        {"aim": "Aim", "panels": [{"title": "Hit", "lines": [{"at": 0, "name": "M16", "points": [[3, 100.0]]}]}]},
        {"aim": "Aim", "panels": [{"title": "Hit", "lines": [{"at": 7, "name": "M16", "points": [[0, 1], [40, 2]]}]}]},
    ],
    ids=["odd names", "long names", "next to nothing", "one aim", "much aim"],
)
async def test_whatever_the_figures_are(drawn: dict[str, Any]) -> None:
    studio = Studio(patience=patience())
    assert opened(await studio.drawn(drawn)).width == 800
    studio.close()


def bars(*thrown: int, names: tuple[str, ...] = ()) -> dict[str, Any]:
    expected = sum(thrown) / len(thrown)
    named = names or tuple(map(str, range(len(thrown))))
    each = zip(named, thrown, strict=True)
    return {"title": "d10", "bars": [{"name": name, "thrown": n, "expected": expected} for name, n in each]}


@pytest.mark.parametrize(
    "drawn",
    [
        bars(12, 8, 9, 11),
        bars(0, 0),
        bars(1),
        bars(*range(120_000, 120_020)),
        bars(*[3] * 10, names=tuple(f"{n}-{n + 9}" for n in range(0, 100, 10))),
    ],
    ids=["few", "none", "one", "many throws", "groups"],
)
async def test_how_often_each_face_was_thrown(drawn: dict[str, Any]) -> None:
    studio = Studio(patience=patience())
    picture = await studio.drawn(drawn)
    assert opened(picture).size == (800, 440) and picture is not None and len(picture) < 60_000
    studio.close()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("raise SystemExit('no fonts')", "ended with 1: no fonts"),
        ("print('hello')", "ended with 0"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "ended with -9"),
        ("import matplotlib_is_not_there", "No module named"),
    ],
    ids=["gives up", "says something else", "is killed", "cannot start"],
)
async def test_one_that_fails_is_none(script: str, said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    plotter = tmp_path / "plotter.py"
    plotter.write_text(script)
    studio = Studio(plotter, patience=patience())
    assert await studio.drawn(plot("M16")) is None
    assert said in caplog.text
    studio.close()


async def test_one_that_hangs_is_ended_and_the_next_is_not_held_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plotter = tmp_path / "plotter.py"
    plotter.write_text("import time; time.sleep(600)")
    studio = Studio(plotter, patience=0.5)
    both = await asyncio.gather(studio.drawn(plot("M16")), studio.drawn(plot("M16")))
    assert [*both] == [None, None]
    assert "it took too long" in caplog.text
    assert not drawers(plotter)
    plotter.write_text("import sys; sys.stdin.read(); sys.stdout.buffer.write(b'\\x89PNG')")
    assert await Studio(plotter, patience=patience()).drawn(plot("M16")) == b"\x89PNG"


async def test_one_that_nobody_waits_for_is_ended(tmp_path: Path) -> None:
    plotter = tmp_path / "plotter.py"
    plotter.write_text("import time; time.sleep(600)")
    waiting = asyncio.create_task(Studio(plotter, patience=patience()).drawn(plot("M16")))
    await until(lambda: drawers(plotter))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not drawers(plotter)


def drawers(plotter: Path) -> list[psutil.Process]:
    """Our children that run the script."""
    return [child for child in psutil.Process().children() if str(plotter) in child.cmdline()]


def inside(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_no_secrets_are_passed_on_and_nothing_stays_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    plotter = tmp_path / "plotter.py"
    told = tmp_path / "told.json"
    plotter.write_text(
        f"import json, os, sys; json.dump(dict(os.environ), open({str(told)!r}, 'w'));"
        "sys.stdout.buffer.write(b'\\x89PNG')"
    )
    studio = Studio(plotter, patience=patience())
    assert await studio.drawn(plot("M16"))
    environment = json.loads(told.read_text())
    assert "DISCORD_TOKEN" not in environment
    assert Path(environment["MPLCONFIGDIR"]).parent == tmp_path
    assert len(inside(tmp_path)) == 3
    studio.close()
    assert inside(tmp_path) == {"plotter.py", "told.json"}


@pytest.mark.parametrize(
    "program", ["import bot.chat.connection.client, bot.__main__, cogs.firing", "import bot.chat.plots"]
)
def test_the_bot_itself_loads_nothing_of_it(program: str) -> None:
    check = f"import sys; {program}; sys.exit(bool({{'matplotlib', 'numpy', 'PIL'}} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", check], cwd=PLOTTER.parents[3], check=False).returncode == 0


@pytest.mark.parametrize(("last", "ticks"), [(6, [1, 2, 3, 4, 5, 6]), (12, [2, 4, 6, 8, 10, 12])])
def test_the_last_aim_is_marked(last: int, ticks: list[int]) -> None:
    on = Figure().add_subplot()
    _panel("Hit", [{"at": 0, "name": "M16", "points": [(1, 5.0), (last, 60.0)]}], on, 1, last)
    assert [*on.get_xticks()] == ticks
