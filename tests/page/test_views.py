"""The main views, each with what belongs in it, photographed into var/screenshots/; README shows two of them."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from bot.playground.play.first_fight import first_fight
from bot.playground.play.laying_out import lay_out
from tests.page.conftest import OpenWindow
from tests.page.window import DESKTOP, Window
from tests.served import Served

PORTRAIT = (1000, 1246)


async def two_shots(window: Window) -> Locator:
    """Fires twice; returns the answer to the second shot."""
    await window.sends("/fire target: Alien 1")
    await window.sees("Apone fires the Flame Unit at Alien 1, 2 squares")
    await window.sends("/fire target: Alien 2")
    return await window.sees("Apone fires the Flame Unit at Alien 2, 3 squares")


async def test_the_main_views(bot: Served, open_window: OpenWindow) -> None:
    await lay_out(bot.playground, first_fight("aliens"), print)
    ann = await open_window("Ann")
    await ann.page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    shot = await two_shots(ann)
    await expect(shot.get_by_role("button", name="Next")).to_be_in_viewport()
    await ann.keep("skirmish")

    await ann.page.set_viewport_size(DESKTOP)
    await expect(shot.get_by_role("button", name="Next")).to_be_in_viewport()
    await ann.keep("desktop-light")

    await ann.types("/")
    await expect(ann.suggestions.first).to_be_in_viewport()
    await ann.keep("commands")
    await ann.page.keyboard.type("fire target: alien")
    await expect(ann.suggestions.filter(has_text="Alien 3")).to_be_in_viewport()
    await ann.keep("suggestions")
    await ann.suggestions.filter(has_text="Alien 3").click()
    await ann.page.keyboard.type("aim: ")
    await expect(ann.suggestions.filter(has_text="Aim 1")).to_be_in_viewport()
    await ann.keep("order")
    await ann.page.keyboard.press("Escape")
    await ann.page.keyboard.press("Escape")

    await ann.presses(shot, "Details")
    details = await ann.sees("Details of #", "Only you can see this")
    await expect(details.get_by_role("button", name="Dismiss message")).to_be_in_viewport()
    await ann.keep("details")
    await ann.sends("/encounter show")
    await expect((await ann.sees("The corridor", "Only you can see this")).locator("pre").first).to_be_in_viewport()
    await ann.keep("board")

    gm = await open_window("GM")
    await gm.sends("/combatant add")
    await expect(gm.form.get_by_role("button", name="Submit")).to_be_in_viewport()
    await gm.keep("form")

    ben = await open_window("Ben")
    await ben.sends("/fire")
    form = await ben.sees("Private Ash is to fire: choose, then press Fire.")
    await expect(form.get_by_role("button", name="Fire", exact=True)).to_be_in_viewport()
    await ben.keep("order-form")
    await form.get_by_role("button", name="Target").click()
    await expect(ben.page.get_by_role("listbox", name="Target")).to_be_in_viewport()
    await ben.keep("order-form-menu")

    dark = await open_window("Ann", dark=True)
    await expect(dark.message("Apone fires the Flame Unit at Alien 2").first).to_be_visible()
    await dark.keep("desktop-dark")


async def test_the_phone(bot: Served, open_window: OpenWindow) -> None:
    await lay_out(bot.playground, first_fight("aliens"), print)
    ann = await open_window("Ann", phone=True, dark=True)
    shot = await two_shots(ann)
    await expect(shot.get_by_role("button", name="Next")).to_be_in_viewport()
    await ann.keep("phone")
