"""/help, /start and a refusal with its button on a phone, light and dark: all is read at once, and a thumb finds it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.page.test_phone import fits
from tests.served import Served

SHADES = {"light": False, "dark": True}


@pytest.mark.parametrize("shade", SHADES)
async def test_help_on_a_phone(bot: Served, open_window: OpenWindow, shade: str) -> None:
    ann = await open_window("Ann", phone=True, dark=SHADES[shade])
    await ann.types("/help topic: how do I reload")
    await ann.page.keyboard.press("Enter")
    answer = await ann.sees("puts a fresh load")
    more = answer.get_by_role("button", name="Ammunition", exact=True)
    await expect(more).to_be_in_viewport()
    await expect(answer.get_by_text("Reload", exact=True)).to_be_in_viewport()
    await fits(ann)
    await ann.keep(f"phone-help-{shade}")
    await more.tap()
    await ann.sees("shows what your fighter has")
    await fits(ann)


@pytest.mark.parametrize("shade", SHADES)
async def test_start_on_a_phone(bot: Served, open_window: OpenWindow, shade: str) -> None:
    ann = await open_window("Ann", phone=True, dark=SHADES[shade])
    await ann.types("/start")
    await ann.page.keyboard.press("Enter")
    asked = await ann.sees("Choose a rulebook")
    await fits(ann)
    await ann.keep(f"phone-start-{shade}")
    await asked.get_by_role("button", name="Aliens", exact=True).tap()
    sides = await ann.sees("Choose a side")
    await sides.get_by_role("button", name="Marines", exact=True).tap()
    step = await ann.sees("Only you see this guide")
    fire = step.get_by_role("button", name="Ash fires at Alien 1")
    await expect(fire).to_be_in_viewport()
    await fits(ann)
    await ann.keep(f"phone-start-guide-{shade}")
    await fire.tap()
    await ann.sees("That was a shot")


@pytest.mark.parametrize("shade", SHADES)
async def test_a_refusal_with_its_button_on_a_phone(bot: Served, open_window: OpenWindow, shade: str) -> None:
    await corridor(bot)
    ann = await open_window("Ann", phone=True, dark=SHADES[shade])
    await ann.types("/fire target: Alein 1")
    await ann.page.keyboard.press("Enter")
    refusal = await ann.sees("Alein")
    button = refusal.get_by_role("button", name="Alien 1", exact=True)
    await expect(button).to_be_in_viewport()
    await fits(ann)
    await ann.keep(f"phone-refusal-{shade}")
    await button.tap()
    await ann.sees("Apone fires the Flame Unit at Alien 1")
    await fits(ann)
