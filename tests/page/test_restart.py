"""The bot dies and comes back while windows are open; what was on the page before goes on working."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Locator, expect

from tests.page.conftest import Windows
from tests.page.scene import corridor
from tests.page.window import Window
from tests.served import Process, stand_in


async def test_who_one_is_and_where_and_what_was_read_outlive_the_server(windows: Windows, tmp_path: Path) -> None:
    async with stand_in() as playground:
        port = urlsplit(playground.page_url).port
        playground.remember(tmp_path / "world")
        async with Process(playground, tmp_path / "referee.sqlite3"):
            ann = await windows.open(playground, "GM")
            await ann.page.get_by_text("Ann", exact=True).click()
            ben = playground.person("Ben")
            ben.say("skirmish", "seen")
            await ann.sees("seen")
            await ann.goes_to("quiet-ruins")
            ben.say("skirmish", f"unseen, {playground.person('Ann').mention}")
            await expect(place(ann, "skirmish, 1 mention, unread")).to_be_visible()
            await ann.types("half a sentence")
    assert port is not None
    await ann.is_told("reconnecting")
    async with stand_in(port) as playground:
        playground.remember(tmp_path / "world")
        async with Process(playground, tmp_path / "referee.sqlite3"):
            for _ in ("as it is", "opened again"):
                await ann.is_told("online")
                await expect(ann.heading).to_contain_text("quiet-ruins")
                await expect(ann.entry).to_have_value("half a sentence")
                await expect(ann.entry).to_have_attribute("placeholder", "Message as Ann, or / for commands")
                await expect(place(ann, "skirmish, 1 mention, unread")).to_be_visible()
                await ann.page.reload()
            await ann.goes_to("skirmish")
            await expect(ann.page.locator(".divider-new + .message, .divider.new + .message")).to_contain_text("unseen")
            await expect(place(ann, "skirmish")).to_have_accessible_name("skirmish")


def place(window: Window, name: str) -> Locator:
    """A channel in the rail, with what is said of it."""
    return window.page.get_by_role("navigation", name="Channels").get_by_role("button", name=name)


async def test_windows_outlive_the_bot(windows: Windows, tmp_path: Path) -> None:
    async with stand_in() as playground:
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
            await ben.sees("Details of #4", "Alien 1 is removed")
            await ann.presses(ann.message("HIT, Alien 1 is removed"), "Done")
            for window in (ann, ben):
                await window.sees("Apone is done for now.")
        assert playground.violations == []


COUNT_ATTEMPTS = """
window.attempts = window.failures = 0;
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    window.attempts += 1;
    this.addEventListener("close", () => (window.failures += 1));
  }
};
"""


async def test_after_a_long_outage_the_page_is_soon_back(windows: Windows, tmp_path: Path) -> None:
    async with stand_in() as playground:
        port = urlsplit(playground.page_url).port
        async with Process(playground, tmp_path / "referee.sqlite3"):
            ann = await windows.open(playground, "Ann")
            ann.expects_trouble("")  # whatever is asked while nobody answers
            await ann.page.add_init_script(COUNT_ATTEMPTS)
            await ann.stops_its_clock()
            await ann.page.reload()
            await ann.is_told("online")
    assert port is not None
    await ann.is_told("reconnecting")
    await ann.entry.fill("Anybody there?")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await expect(ann.complaint).to_have_text("The playground does not answer. Is it still running?")
    await ann.page.clock.pause_at(await ann.page.evaluate("Date.now() / 1000 + 1"))
    for _ in range(6):  # each time two seconds are enough for another attempt
        await ann.page.wait_for_function("() => attempts === failures")
        before = await ann.page.evaluate("attempts")
        await ann.page.clock.run_for(2000)
        assert await ann.page.evaluate("attempts") > before
    await ann.page.wait_for_function("() => attempts === failures")
    async with stand_in(port) as playground, Process(playground, tmp_path / "new.sqlite3"):
        await ann.page.clock.run_for(2000)
        await ann.is_told("online")
        await expect(ann.complaint).to_be_hidden()
        await expect(ann.entry).to_have_value("Anybody there?")
