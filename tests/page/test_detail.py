"""How much of a phone's screen results take: a third for a shot, half for a burst, all of it for a run of ten events."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator

from tests.page.conftest import OpenWindow
from tests.page.test_phone import fits
from tests.served import CHANNEL, Served

SCREEN = 683
"""The pixels of a phone's screen that its browser leaves to a page."""
SHARES = {"shot": SCREEN // 3, "burst": SCREEN // 2, "run": SCREEN}

SCENES: dict[str, tuple[str, ...]] = {
    "phoenix": (
        "GM: /encounter start ruleset: phoenix title: Depot",
        "GM: /encounter map size: 30x20",
        "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 "
        "sheet: skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 3 magazines, clothing, facing south",
        "GM: /combatant add name: Guard 1 side: Guards at: C13 sheet: green, AKM 47, exposed, facing north",
        "GM: /combatant add name: Guard 2 side: Guards at: C14 sheet: green, AKM 47, exposed, facing north",
    ),
    "phoenix-advanced": (
        "GM: /encounter start ruleset: phoenix-advanced title: Depot",
        "GM: /encounter map size: 30x20",
        "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 "
        "sheet: SAL 14, CA 8, KV 48, M16A1, 3 magazines, facing south",
        "GM: /combatant add name: Guard 1 side: Guards at: C13 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
        "GM: /combatant add name: Guard 2 side: Guards at: C14 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
    ),
    "space_marines": (
        "GM: /encounter start ruleset: space_marines title: Hive",
        "GM: /encounter map size: 20x20",
        "GM: /combatant add name: Sarge owner: @Ann side: Marines at: B4 sheet: Marine leader, rifle, grenade",
        "GM: /combatant add name: Gunner owner: @Ann side: Marines at: B6 sheet: Marine, auto rifle",
        "GM: /combatant add name: Bug side: Bugs at: F5 G6 F7 count: 3 sheet: Bug Warrior",
    ),
    "aliens": (
        "GM: /encounter start ruleset: aliens title: Corridor",
        "GM: /combatant add name: Apone owner: @Ann side: Marines sheet: Rifleman",
        "GM: /combatant add name: Alien side: Aliens count: 3 sheet: alien",
    ),
    "savage": (
        "GM: /encounter start ruleset: savage title: Alley",
        "GM: /combatant add name: Vale owner: @Ann side: Squad sheet: Shooting d8, Submachine Gun",
        "GM: /combatant add name: Thug side: Gang count: 3 sheet: Shooting d6, Pistol",
    ),
}
SHOTS = {
    "phoenix": ("Ann: /fire target: Guard 1 aim: 2 dice: 23 61 9 11 4",),
    "phoenix-advanced": ("Ann: /fire target: Guard 1 aim: 2 dice: 23 82 9 4 5",),
    "space_marines": ("Ann: /fire who: Sarge target: Bug 1 dice: 6 3 3",),
    "aliens": ("Ann: /fire target: Alien 1 range: 4 aim: 1 dice: 2",),
    "savage": ("Ann: /fire target: Thug 1 dice: 8 4",),
}


async def height(message: Locator) -> float:
    """The pixels that a message takes, with its buttons."""
    box = await message.bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("detail", ["short", "normal"])
@pytest.mark.parametrize("book", SCENES)
async def test_a_shot(bot: Served, open_window: OpenWindow, book: str, detail: str, dark: bool) -> None:
    for line in (f"GM: /channel set detail: {detail}", *SCENES[book], *SHOTS[book]):
        name, _, command = line.partition(": ")
        answer = await bot.person(name).types(CHANNEL, command)
    print(answer.content, answer.embeds)
    ben = await open_window("Ben", phone=True, dark=dark)
    shot = await ben.sees("Undo", "rolled")
    await fits(ben)
    await ben.keep(f"detail-shot-{detail}-{book}{'-dark' if dark else ''}")
    print(book, detail, await height(shot))
    if detail == "normal":
        assert await height(shot) <= SHARES["shot"]
    else:
        assert not answer.embeds
        assert len(answer.content.split("\n")) <= 2
