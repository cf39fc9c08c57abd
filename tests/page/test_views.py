"""The main views, each with what belongs in it, photographed into var/screenshots/; README shows two of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import Locator, expect

from bot.game.entries import detail
from bot.game.entries.detail import Detail
from bot.play.fight_setup import lay_out
from bot.play.first_fight import first_fight
from rules.engine.books.table_options import ALL, PICTURES, TABLE_OPTIONS
from tests.page.conftest import OpenWindow
from tests.page.test_messages import post_map
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
    shot = await two_shots(ann)
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
    form = await ben.sees("Set up Private Ash's shot, then press Fire.")
    await expect(form.get_by_role("button", name="Fire", exact=True)).to_be_in_viewport()
    await ben.keep("order-form")
    await form.get_by_role("button", name="Target").click()
    await expect(ben.page.get_by_role("listbox", name="Target")).to_be_in_viewport()
    await ben.keep("order-form-menu")

    dark = await open_window("Ann", dark=True)
    await expect(dark.message("Apone fires the Flame Unit at Alien 2").first).to_be_visible()
    await dark.keep("desktop-dark")


async def test_threads_and_what_is_unread(bot: Served, open_window: OpenWindow) -> None:
    await lay_out(bot.playground, first_fight("aliens"), print)
    ann = await open_window("Ann", channel="table-talk")
    ben, gm = bot.person("Ben"), await open_window("GM", channel="table-talk")
    thread = ben.channel_id("table-talk")
    ben.say(thread, "Do we fall back to the door?")
    await gm.sends("/fire who: Rifleman range: 3 ruleset: aliens")
    await expect((await ann.sees("Rifleman fires")).get_by_role("button", name="Details")).to_be_in_viewport()
    ben.say("quick-rulings", f"{bot.person('Ann').mention} try it here")
    ben.say("quiet-ruins", "nobody here")
    rail = ann.page.get_by_role("navigation", name="Channels")
    await expect(rail.get_by_role("button", name="quick-rulings, 1 mention, unread")).to_be_in_viewport()
    await expect(rail.get_by_role("button", name="quiet-ruins, unread")).to_be_in_viewport()
    await ann.keep("thread")

    await gm.page.get_by_role("button", name="Lock", exact=True).click()
    await gm.page.get_by_role("button", name="Archive", exact=True).click()
    await expect(gm.page.get_by_role("button", name="Reopen")).to_be_in_viewport()
    await gm.keep("thread-of-the-master")
    await expect(ann.entry).to_be_disabled()
    await ann.keep("thread-locked")
    await ann.goes_to("skirmish")
    await rail.get_by_text("Archived").click()
    await expect(rail.get_by_role("button", name="table-talk, archived thread, locked")).to_be_in_viewport()
    await ann.keep("threads-archived")

    phone = await open_window("Ben", channel="table-talk", phone=True)
    await expect(phone.message("Rifleman fires")).to_be_in_viewport()
    await expect(phone.entry).to_have_attribute("placeholder", "This thread is locked.")
    await phone.keep("phone-thread")
    await phone.page.get_by_role("button", name="Channels").tap()
    await expect(phone.page.get_by_role("button", name="quiet-ruins")).to_be_in_viewport()
    await phone.keep("phone-drawer-unread")


async def test_a_picture_in_large_and_no_bot(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    post_map(bot)
    await (await ann.sees("The map")).get_by_role("img").click()
    await expect(ann.page.get_by_role("dialog").get_by_role("img")).to_be_in_viewport()
    await ann.keep("lightbox")
    await ann.page.keyboard.press("Escape")

    await bot.client.close()
    await ann.is_told("offline")
    ann.expects_trouble("/page/slash")
    await ann.entry.fill("/encounter show")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await expect(ann.complaint).to_contain_text("offline")
    await ann.keep("offline")


@pytest.fixture
def as_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual level of detail and pictures of maps, which other tests do without."""
    monkeypatch.setattr(detail, "USUAL", Detail.NORMAL)
    monkeypatch.setitem(TABLE_OPTIONS, PICTURES, replace(TABLE_OPTIONS[PICTURES], default=ALL))


@pytest.mark.usefixtures("as_it_is_installed")
async def test_the_pictures_of_the_readme(bot: Served, open_window: OpenWindow) -> None:
    await lay_out(bot.playground, first_fight("aliens"), print)
    ann = await open_window("Ann")
    await ann.page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    await expect(ann.message("The corridor").get_by_role("img").last).to_be_visible()
    shot = await two_shots(ann)
    await expect(shot.get_by_role("button", name="Next")).to_be_in_viewport()
    await ann.keep("skirmish")

    phone = await open_window("Ann", phone=True, dark=True)
    await expect(phone.message("The corridor").get_by_role("img").last).to_be_visible()
    onward = phone.message("Apone fires the Flame Unit at Alien 2").first.get_by_role("button", name="Next")
    # The map comes when the page is at its end already.
    await onward.scroll_into_view_if_needed()
    await expect(onward).to_be_in_viewport()
    await phone.keep("phone")
