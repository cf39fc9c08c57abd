"""The page in a headless Chromium, with the real bot behind it: a browser for all tests, a page for each window.

A context takes Chromium a second of a core, so it serves one window after another. A window has its own storage still:
each test's stand-in has an address of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from standin import Playground
from tests.served import CHANNEL, Served, served

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from tests.page.window import Contexts, Window

OpenWindow = Callable[..., Awaitable["Window"]]

HERE = Path(__file__).parent
FAILED = pytest.StashKey[bool]()
# The headless shell is the same engine without the browser around it: it takes half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = (
    "Chromium is missing; on Debian: apt-get install chromium-headless-shell. "
    "Elsewhere name one in the variable CHROMIUM."
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of the page run in one event loop, the browser's."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def chromium() -> str | None:
    """Return the path of the browser: by the environment, else by its usual names."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip(MISSING)
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """The real bot, online."""
    async with served(tmp_path / "referee.sqlite3") as bot:
        yield bot


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """The contexts of all tests."""
    from tests.page.window import Contexts

    return Contexts(browser)


class Windows:
    """The windows of one test."""

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts
        self.all: list[Window] = []

    async def open(
        self, playground: Playground, name: str, channel: str = CHANNEL, *, phone: bool = False, dark: bool = False
    ) -> Window:
        """Somebody's window, once the bot is online in it."""
        from tests.page.window import Look, opened

        window = await opened(self._contexts, playground, name, channel, Look(phone, dark))
        self.all.append(window)
        return window


@pytest_asyncio.fixture(loop_scope="session")
async def windows(contexts: Contexts, request: pytest.FixtureRequest) -> AsyncIterator[Windows]:
    """Opens windows. What goes wrong unasked in any of them fails the test; of a failed one pictures are kept."""
    windows = Windows(contexts)
    yield windows
    for at, window in enumerate(windows.all):
        if request.node.stash.get(FAILED, False):
            await window.keep(f"failed-{request.node.name}-{at}-{window.name}")
        await contexts.give_back(window)
    troubles = [f"{window.name}: {trouble}" for window in windows.all for trouble in window.troubles]
    assert troubles == []


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(bot: Served, windows: Windows) -> OpenWindow:
    """`await open_window("Ann", channel="skirmish", phone=False, dark=False)` at the bot's stand-in."""
    return partial(windows.open, bot.playground)
