"""Takes the pictures of docs/images/commands: the answer to each command in the playground, on a phone.

It types the lines of the docs (tests/golden/typed): each scene is played once, and the first line of each
command that the docs compare is photographed with its answer. Commands whose answer is a form show the form.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import ViewportSize, async_playwright, expect

from bot.play.fight_setup import lay_out
from bot.play.first_fight import first_fight
from publish.commands import PICTURES, picture_name, registered
from tests.page.conftest import MISSING, chromium
from tests.page.window import Contexts, Look, Window, opened
from tests.served import CHANNEL, ROOT, Served, served

SCENES = ROOT / "tests" / "golden" / "typed"
_FIRST = ("play", "readme", "gm", "savage", "phoenix", "commands")
"""The pages whose lines are preferred, the first page first."""
_FORMS: dict[str, Any] = {
    "title": "Forms",
    "begin": [
        "GM: /encounter start title: The corridor",
        "GM: /combatant add sheet: Rifleman owner: @Ann side: Marines",
    ],
    "typed": [["GM: /combatant edit who: Rifleman"], ["GM: /weapon add"]],
}
"""Commands whose answer is a form."""
_SIZE = ViewportSize(width=390, height=2400)
"""The width of a phone and the height of the longest answer."""
_COLORS = 64
_SETTLED = 1.2
"""Seconds to wait for the picture of the map, which is added to an answer later."""


def wanted() -> dict[tuple[str, int], dict[int, str]]:
    """Return the lines to photograph: by page and scene, the line's number and the name of its command."""
    names = sorted(registered(), key=len, reverse=True)
    lines: dict[str, tuple[str, int, int]] = {}
    pages = sorted((file.stem for file in SCENES.glob("*.toml")), key=_rank)
    for page in (*pages, _FORMS["title"]):
        for number, scene in enumerate(scenes(page)):
            for at, (line, *_) in enumerate(scene["typed"]):
                command = line.partition(": /")[2]
                name = next((one for one in names if f"{command} ".startswith(f"{one} ")), "")
                bare = name == command
                if name and (name not in lines or (bare < _bare(lines[name], name))):
                    lines[name] = page, number, at
    by_scene: dict[tuple[str, int], dict[int, str]] = {}
    for name, (page, number, at) in lines.items():
        by_scene.setdefault((page, number), {})[at] = name
    return by_scene


def scenes(page: str) -> list[dict[str, Any]]:
    """Return the scenes that are typed for a page."""
    if page == _FORMS["title"]:
        return [_FORMS]
    found: list[dict[str, Any]] = tomllib.loads((SCENES / f"{page}.toml").read_text(encoding="utf-8"))["scene"]
    return found


def _rank(page: str) -> tuple[int, str]:
    return (_FIRST.index(page) if page in _FIRST else len(_FIRST)), page


def _bare(line: tuple[str, int, int], name: str) -> bool:
    page, number, at = line
    return str(scenes(page)[number]["typed"][at][0]).endswith(f": /{name}")


def main() -> None:
    """Take all pictures. Raises SystemExit if there is no browser."""
    browser = chromium()
    if browser is None:
        sys.exit(MISSING)
    asyncio.run(_taken(wanted(), browser))


async def _taken(todo: dict[tuple[str, int], dict[int, str]], browser: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    async with async_playwright() as playwright:
        contexts = Contexts(await playwright.chromium.launch(executable_path=browser))
        for done, ((page, number), lines) in enumerate(sorted(todo.items()), 1):
            scene = scenes(page)[number]
            print(f"[{done}/{len(todo)}] {page}: {scene['title']}", file=sys.stderr)
            async with _laid_out(scene) as bot:
                await _play(scene, lines, bot, contexts)


@asynccontextmanager
async def _laid_out(scene: dict[str, Any]) -> AsyncIterator[Served]:
    fight = scene.get("fight", "")
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder) / "referee.sqlite3", ruleset=fight or "aliens") as bot:
            if fight:
                await lay_out(bot.playground, first_fight(fight), lambda _: None)
            for line in scene["begin"]:
                await _typed(bot, line)
            yield bot


async def _typed(bot: Served, line: str) -> None:
    who, _, command = line.partition(": ")
    await bot.person(who).types(CHANNEL, command)


async def _play(scene: dict[str, Any], lines: dict[int, str], bot: Served, contexts: Contexts) -> None:
    for at, (line, *_) in enumerate(scene["typed"]):
        if at not in lines:
            await _typed(bot, line)
            continue
        who, _, command = line.partition(": ")
        window = await opened(contexts, bot.playground, who, CHANNEL, Look(phone=True))
        await window.page.set_viewport_size(_SIZE)
        (PICTURES / f"{picture_name(lines[at])}.png").write_bytes(_small(await _photographed(window, command)))
        await contexts.give_back(window)


async def _photographed(window: Window, line: str) -> bytes:
    before = await window.messages.count()
    await window.entry.fill(line)
    await window.page.get_by_role("button", name="Send", exact=True).click()
    answer = window.messages.nth(before).or_(window.form)
    await expect(answer.first).to_be_visible()
    await asyncio.sleep(_SETTLED)
    shown = window.form if await window.form.count() else window.latest
    return await shown.screenshot(animations="disabled")


def _small(png: bytes) -> bytes:
    """Return the picture with few colors, as a small file."""
    small = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(_COLORS).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main()
