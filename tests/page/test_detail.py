"""The share of a phone's screen that results take: a third for a shot, half for a burst, all of it for a run."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator

from standin.driver import Answer
from tests.page.conftest import OpenWindow
from tests.page.test_phone import fits
from tests.results import BURSTS, RULINGS, RUNS, SCENES, SHOTS, unowned
from tests.served import CHANNEL, Served

SCREEN = 683
"""The pixels of a phone's screen that its browser leaves to a page."""
LINE = 43
"""The characters of a line of content on it."""
_LINE = 26
SHARES = {"shot": SCREEN // 3, "burst": SCREEN // 2, "run": SCREEN}


async def plays(bot: Served, *lines: str) -> Answer:
    """Return the answer to the last of these lines."""
    for line in lines:
        name, _, command = line.partition(": ")
        answer = await bot.person(name).types(CHANNEL, command)
    return answer


async def height(message: Locator) -> float:
    """The pixels that a message takes, with its buttons."""
    box = await message.bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("book", SCENES)
async def test_a_shot_takes_a_third_of_a_screen(bot: Served, open_window: OpenWindow, book: str, dark: bool) -> None:
    answer = await plays(bot, "GM: /channel set detail: normal", *SCENES[book], *SHOTS[book])
    ben = await open_window("Ben", phone=True, dark=dark)
    shot = await ben.sees("rolled")
    await fits(ben)
    await ben.keep(f"detail-shot-{book}{'-dark' if dark else ''}")
    # A headline of four lines leaves no room for the throws in a third.
    share = "burst" if len(answer.content.split("\n")[0]) > 3 * LINE else "shot"
    assert await height(shot) <= SHARES[share], answer.content


@pytest.mark.parametrize("book", BURSTS)
async def test_a_burst_takes_half(bot: Served, open_window: OpenWindow, book: str) -> None:
    answer = await plays(bot, "GM: /channel set detail: normal", *SCENES[book], *BURSTS[book])
    ben = await open_window("Ben", phone=True, dark=True)
    burst = await ben.sees((book == "phoenix" and "sweeps") or "rolled")
    await fits(ben)
    await ben.keep(f"detail-burst-{book}")
    # The results at all targets are in the headline as well.
    share = "run" if len(answer.content.split("\n")[0]) > 5 * LINE else "burst"
    assert await height(burst) <= SHARES[share], answer.content
    assert answer.embeds[0]["description"]


@pytest.mark.parametrize("book", RUNS)
async def test_a_run_takes_a_screen(bot: Served, open_window: OpenWindow, book: str) -> None:
    answer = await plays(bot, "GM: /channel set detail: normal", *unowned(book), *RUNS[book], "GM: /next run: True")
    ben = await open_window("Ben", phone=True)
    run = await ben.sees(answer.content.split("\n")[-2][:20])
    await fits(ben)
    await ben.keep(f"detail-run-{book}")
    assert await height(run) <= SHARES["run"], answer.content


@pytest.mark.parametrize("book", SCENES)
async def test_a_short_result_is_two_lines(bot: Served, open_window: OpenWindow, book: str) -> None:
    scene = ("GM: /channel set detail: short", *unowned(book))
    for what in (SHOTS, BURSTS, RUNS):
        if book not in what:
            continue
        lines = [line.replace("Ann: ", "GM: ") for line in what[book]]
        answer = await plays(bot, *scene, *lines, *(["GM: /next run: True"] if what is RUNS else []))
        assert answer.embeds == []
        assert len(answer.content.split("\n")) <= 2
        ben = await open_window("Ben", phone=True, dark=what is BURSTS)
        await fits(ben)
        await ben.keep(f"detail-short-{'shot' if what is SHOTS else 'burst' if what is BURSTS else 'run'}-{book}")
        await plays(bot, "GM: /encounter end")


@pytest.mark.parametrize("book", RULINGS)
async def test_a_ruling_of_one_line_takes_half(bot: Served, open_window: OpenWindow, book: str) -> None:
    answer = await plays(bot, "GM: /channel set detail: normal", f"Ann: /rule text: {RULINGS[book]} ruleset: {book}")
    ben = await open_window("Ben", phone=True)
    ruling = await ben.sees("Understood")
    await fits(ben)
    await ben.keep(f"detail-ruling-{book}")
    # What a hit means, and its button Heal, are three lines more; a long name of the wound is another.
    assert await height(ruling) <= SHARES["burst"] + 4 * _LINE, answer.content
