"""Rulings of one line on a phone: the chance and the result are read at once, and a thumb finds what can be changed."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.test_phone import fits
from tests.served import Served

SHOTS = {
    "phoenix": ("M16 at guard 40m aim 4 behind a door", "Soldier fires the M16 at guard", "Aim 8"),
    "space_marines": ("rifle at bug 4", "Marine fires the Rifle at Bug Warrior", "Aim 2"),
    "aliens": ("rifle at alien 4", "Rifleman fires the Pulse Rifle", "Aim 2"),
    "savage": ("smg at guard", "Extra fires the Submachine Gun", "Burst"),
}


@pytest.mark.parametrize("book", SHOTS)
async def test_a_ruling_on_a_phone(bot: Served, open_window: OpenWindow, book: str) -> None:
    line, deed, label = SHOTS[book]
    ann = await open_window("Ann", phone=True)
    await ann.types(f"/rule text: {line} ruleset: {book}")
    await ann.page.keyboard.press("Enter")
    ruling = await ann.sees(deed)
    await expect(ruling.get_by_role("button", name=label, exact=True)).to_be_in_viewport()
    await fits(ann)
    await ann.keep(f"phone-ruling-{book}")
    await ruling.get_by_role("button", name=label, exact=True).tap()
    await ann.sees(label.casefold())
    await fits(ann)


async def test_what_is_missing_is_a_tap_away(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann", phone=True)
    await ann.types("/rule text: at guard aim 2 ruleset: phoenix")
    await ann.page.keyboard.press("Enter")
    asked = await ann.sees("Which weapon?")
    await fits(ann)
    await ann.keep("phone-ruling-weapon")
    await asked.get_by_role("button", name="Shotgun", exact=True).tap()
    asked = await ann.sees("How far is guard?")
    await fits(ann)
    await ann.keep("phone-ruling-range")
    await asked.get_by_role("button", name="5 hexes (9 m)", exact=True).tap()
    await ann.sees("Soldier fires the Remington M870 at guard")
