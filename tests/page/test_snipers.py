"""Two snipers look for each other, in three windows: what each of two players and the GM get to see."""

from __future__ import annotations

from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.window import Window
from tests.served import Served

_QUARRY = (
    "/encounter start ruleset: phoenix-advanced title: The quarry",
    "/encounter options name: spotting value: on",
    "/encounter options name: fog value: sides",
    "/encounter map size: 20x16 walls: G7-G9 K4 H3-H5",
    "/combatant add sheet: skill 8, STR 12, CA 7, SVD, exposed, facing 120 name: Heron at: B2 owner: @Ann side: Blue",
    "/combatant add sheet: skill 8, STR 12, CA 7, SVD, exposed, facing 300 name: Zorro at: P12 owner: @Ben side: Red",
)


async def test_two_snipers_look_for_each_other(bot: Served, open_window: OpenWindow) -> None:
    gm, ann, ben = [await open_window(name, phone=True, dark=True) for name in ("GM", "Ann", "Ben")]
    for line in _QUARRY:
        await gm.sends(line)
    await board(gm, "Heron", "Zorro")
    await board(ann, "Heron")
    await board(ben, "Zorro")
    await ann.never_saw("Zorro")
    await ben.never_saw("Heron")

    await gm.sends("/encounter threads")
    await gm.sees("The quarry · GM", "The quarry · Blue", "The quarry · Red")
    await ann.sends("/move to: C3")
    await ann.sees("The result is in")
    await in_thread(ann, "The quarry · Blue", "Heron moves from B2")
    await ann.never_saw("Zorro")
    await ben.never_saw("Heron")

    # From O11 nothing is between them.
    await ben.sends("/move to: O11")
    await ben.sees("Heron")
    await until(gm, ann, "Zorro")
    await board(ann, "Heron", "Zorro (O11)")
    await ben.sends("/fire who: Zorro target: Heron aim: 2")
    await in_thread(ben, "The quarry · Red", "Zorro aims at Heron")
    await ann.never_saw("Zorro aims at Heron")
    await until(gm, ann, "Zorro fires")
    for window in (gm, ann, ben):
        await window.keep(f"snipers-{window.name}")


async def in_thread(window: Window, thread: str, text: str) -> None:
    """Have a person read this in a thread, and come back."""
    for place in (thread, "skirmish"):
        await window.page.get_by_role("button", name="Channels").click()
        await window.goes_to(place)
        if place == thread:
            await window.sees(text)


async def board(window: Window, *names: str) -> None:
    """Have a person look at the board, which has these fighters."""
    await window.sends("/encounter show")
    await expect(window.private.last).to_contain_text("Switches")
    for name in names:
        await expect(window.private.last).to_contain_text(name)


async def until(gm: Window, window: Window, text: str) -> None:
    """Let time go on until somebody gets to read this."""
    for impulse in range(8):
        if await window.messages.filter(has_text=text).count():
            return
        await gm.goes_on("/next")
        await expect(gm.messages.filter(has_text="It is Phase").nth(impulse)).to_be_visible()
    await window.sees(text)
