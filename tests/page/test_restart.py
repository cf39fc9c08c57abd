"""The bot dies and comes back while windows are open; what was on the page before goes on working."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from bot.playground import Playground
from tests.page.conftest import Windows
from tests.page.scene import corridor
from tests.served import OPENAPI, Process


async def test_windows_outlive_the_bot(windows: Windows, tmp_path: Path) -> None:
    async with Playground(openapi=OPENAPI) as playground:
        async with Process(playground, tmp_path / "referee.sqlite3") as process:
            await corridor(playground)
            ann, ben = [await windows.open(playground, name) for name in ("Ann", "Ben")]
            await ann.sends("/fire target: Alien 1 aim: 2")
            for window in (ann, ben):
                await window.sees("HIT, Alien 1 is removed")

            await process.kill()
            for window in (ann, ben):
                await window.is_told("offline")
            ann.expects_trouble("/page/slash")
            await ann.entry.fill("/odds target: Alien 2")
            await ann.page.get_by_role("button", name="Send", exact=True).click()
            await expect(ann.page.get_by_text("did not respond").or_(ann.complaint)).to_be_visible()

            await process.start()
            for window in (ann, ben):
                await window.is_told("online")
            await ben.presses(ben.message("HIT, Alien 1 is removed"), "Details")
            await ben.sees("Details of #7", "automatic, no die is thrown")
            await ann.presses(ann.message("HIT, Alien 1 is removed"), "Done")
            for window in (ann, ben):
                await window.sees("Apone is done for now.")
        assert playground.violations == []
