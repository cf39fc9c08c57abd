"""One person's window on the playground: their actions in it, and the places of what they see.

Things are found by role and name wherever a screen reader would find them so; the rest by the page's own marks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("playwright.async_api", reason="Playwright is missing; install it with: make test")

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    expect,
)

from standin import Playground
from tests.waiting import patience

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "var" / "screenshots"

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)

expect.set_options(timeout=patience() * 1000)


class Window:
    """A browser window in which somebody has the playground open."""

    def __init__(self, page: Page, playground: Playground, name: str) -> None:
        self.page = page
        self.name = name
        self.troubles: list[str] = []
        self.context_is_spent = False
        self._playground = playground
        self._expected: list[str] = []
        page.on("console", self._logged)
        page.on("pageerror", lambda error: self.troubles.append(f"uncaught: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    async def open(self, channel: str) -> None:
        """Goes to the playground as this person, and waits until the bot is online there."""
        somebody = self._playground.person(self.name)
        query = urlencode({"user": somebody.id, "channel": somebody.channel_id(channel)})
        await self.page.goto(f"{self._playground.page_url}?{query}")
        await self.is_told("online")
        await expect(self.heading).to_contain_text(channel)

    # What is there

    @property
    def heading(self) -> Locator:
        """The channel's name above its log."""
        return self.page.get_by_role("banner").get_by_role("heading", level=1)

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def messages(self) -> Locator:
        return self.log.locator(".message[data-id]")

    @property
    def latest(self) -> Locator:
        return self.messages.last

    def message(self, text: str | re.Pattern[str]) -> Locator:
        """The latest message with this text anywhere in it."""
        return self.messages.filter(has_text=text).last

    @property
    def private(self) -> Locator:
        """The messages that only this person sees."""
        return self.messages.filter(has_text="Only you can see this")

    @property
    def entry(self) -> Locator:
        """The line one writes in."""
        return self.page.get_by_label("Message, or / for commands")

    @property
    def suggestions(self) -> Locator:
        return self.page.get_by_role("listbox", name="Suggestions").get_by_role("option")

    def option(self, name: str) -> Locator:
        """The input of an option of the command that is being written."""
        return self.page.get_by_role("group", name="Command").get_by_label(name, exact=False).first

    @property
    def form(self) -> Locator:
        """The form the bot has opened."""
        return self.page.get_by_role("dialog")

    @property
    def complaint(self) -> Locator:
        """The line above the composer that says what is wrong."""
        return self.page.get_by_role("form", name="Write").get_by_role("alert")

    # What one does

    async def types(self, text: str) -> None:
        """Types into the line, key by key, from its beginning."""
        await self.entry.click()
        await self.page.keyboard.type(text)

    async def sends(self, text: str) -> None:
        """Pastes a message or a command with its options, and presses the button beside the line."""
        await self.entry.fill(text)
        await self.send()

    async def send(self) -> None:
        """Presses the button beside the line, and waits until the line is free again."""
        await self.page.get_by_role("button", name="Send", exact=True).click()
        await expect(self.entry).to_be_visible()
        await expect(self.entry).to_be_empty()

    async def presses(self, message: Locator, button: str) -> None:
        """Presses a button below a message."""
        await message.get_by_role("button", name=button, exact=True).click()

    async def goes_on(self, line: str = "") -> None:
        """Lets time go on by this line, or by the button Next of the latest message, and confirms that where asked."""
        before = await self.messages.count()
        await (self.sends(line) if line else self.presses(self.latest, "Next"))
        await expect(self.messages).not_to_have_count(before)
        anyway = self.latest.get_by_role("button", name="Next anyway", exact=True)
        if await anyway.count():
            await anyway.click()

    async def chooses(self, message: Locator, menu: str, choice: str) -> None:
        """Opens a menu below a message, named by what it shows, and takes one of its choices."""
        await message.get_by_role("button", name=menu).click()
        await self.page.get_by_role("listbox", name=menu).get_by_role("option", name=choice).click()

    async def goes_to(self, channel: str) -> None:
        """Switches to another channel."""
        await self.page.get_by_role("navigation", name="Channels").get_by_role("button", name=channel).click()
        await expect(self.heading).to_contain_text(channel)

    async def stops_its_clock(self) -> None:
        """From now on the page's time passes as `page.clock` says. Playwright sets this for the whole context."""
        self.context_is_spent = True
        await self.page.clock.install()

    # What one sees

    async def sees(self, *texts: str) -> Locator:
        """Waits until a message has all these texts; returns it."""
        found = self.messages
        for text in texts:
            found = found.filter(has_text=text)
        await expect(found.last).to_be_visible()
        return found.last

    async def has_focus(self) -> None:
        """Something one can act on has the focus, so that the next key is not lost."""
        await expect(self.page.locator(":focus")).to_have_count(1)

    async def never_saw(self, text: str) -> None:
        """The text is nowhere in the page, not even hidden."""
        assert text not in await self.page.content()

    async def is_told(self, status: str) -> None:
        """Waits until the light beside the heading shows that status of the bot."""
        await expect(self.page.get_by_role("banner").get_by_role("status")).to_have_attribute("data-status", status)

    async def keep(self, name: str) -> Path:
        """A picture of the window as it is now, among the run's screenshots."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        await self.page.screenshot(path=path, animations="disabled")
        return path

    # What must not happen

    def expects_trouble(self, part_of_address: str) -> None:
        """From now on a refused request to such an address is part of the story."""
        self._expected.append(part_of_address)

    def _trouble(self, address: str, what: str) -> None:
        if not any(part in address for part in self._expected):
            self.troubles.append(what)

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._trouble(message.location["url"], f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            self._trouble(request.url, f"{request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._trouble(response.url, f"{response.request.method} {response.url}: {response.status}")


@dataclass(frozen=True)
class Look:
    """The size of a window, and its colors."""

    phone: bool = False
    dark: bool = False


class Contexts:
    """Browser contexts by look; those that no window uses wait for the next one."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: defaultdict[Look, list[BrowserContext]] = defaultdict(list)
        self._looks: dict[BrowserContext, Look] = {}

    async def take(self, look: Look) -> BrowserContext:
        """A context with that look, which remembers nothing of this window's address."""
        if self._idle[look]:
            return self._idle[look].pop()
        context = await self._browser.new_context(
            viewport=PHONE if look.phone else DESKTOP,
            has_touch=look.phone,
            is_mobile=look.phone,
            color_scheme="dark" if look.dark else "light",
            locale="en-GB",
        )
        context.set_default_timeout(patience() * 1000)
        await context.new_page()  # stays, and with it the process that draws its windows
        self._looks[context] = look
        return context

    async def give_back(self, window: Window) -> None:
        """Closes the window."""
        context = window.page.context
        if window.context_is_spent:
            await context.close()
            return
        await window.page.evaluate("localStorage.clear()")
        await window.page.close()
        self._idle[self._looks[context]].append(context)


async def opened(contexts: Contexts, playground: Playground, name: str, channel: str, look: Look) -> Window:
    """A window of somebody's, with nothing remembered from another one."""
    context = await contexts.take(look)
    window = Window(await context.new_page(), playground, name)
    await window.open(channel)
    return window
