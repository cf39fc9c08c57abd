"""Channels and their threads: the one that is there from the start, and what is unread elsewhere."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.served import Served

THREAD = "table-talk"


async def test_there_is_a_thread_from_the_start(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann, ben = await open_window("Ann"), await open_window("Ben")
    threads = ann.page.get_by_role("list", name="Threads of skirmish").get_by_role("button")
    await expect(threads).to_have_text([re.compile(THREAD)])
    await ann.goes_to(THREAD)
    await expect(ann.page.get_by_role("banner").get_by_role("button", name="#skirmish")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Archive", exact=True)).to_have_count(0)  # it is the GM's

    await ann.sends("What now?")
    unread = ben.page.get_by_role("navigation", name="Channels").get_by_role("button", name=f"{THREAD}, thread, unread")
    await unread.click()
    await ben.sees("What now?")
    # A thread has an encounter of its own: none yet, so this is one shot without.
    await ann.sends("/fire who: Rifleman range: 3 ruleset: aliens dice: 2")
    await ben.sees("Rifleman fires the Pulse Rifle", "3 squares")
    await ann.goes_to("skirmish")
    await expect(ann.message("Rifleman fires")).to_have_count(0)


async def test_a_press_is_no_less_a_click_for_what_arrives_in_it(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann, ben = await open_window("Ann", channel=THREAD), await open_window("Ben")
    entry = ben.page.get_by_role("navigation", name="Channels").get_by_role("button", name=THREAD)
    await entry.hover()
    await ben.page.mouse.down()
    await ann.sends("What now?")
    await ann.sees("What now?")
    await ben.page.wait_for_timeout(300)  # the rail would have been drawn anew by now
    await ben.page.mouse.up()
    await ben.sees("What now?")


async def test_the_master_locks_it(bot: Served, open_window: OpenWindow) -> None:
    gm, ann = await open_window("GM", channel=THREAD), await open_window("Ann", channel=THREAD)
    await ann.types("a last word")
    await gm.page.get_by_role("button", name="Lock", exact=True).click()
    await expect(ann.entry).to_be_disabled()
    await gm.page.get_by_role("button", name="Archive", exact=True).click()
    await expect(gm.page.get_by_role("banner")).to_contain_text("locked, archived")
    await ann.goes_to("skirmish")
    await expect(ann.entry).to_be_empty()
    await expect(ann.page.get_by_role("navigation", name="Channels").get_by_text("Archived")).to_be_visible()


async def test_a_private_thread_is_in_the_list_of_its_members_alone(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    world, people = bot.playground.world, {p.name: p.id for p in bot.playground.world.people.values()}
    gm, ann, ben = await open_window("GM"), await open_window("Ann"), await open_window("Ben")
    thread = world.open_thread(bot.playground.person("Ann").channel_id("skirmish"), "Blue side", world.bot["id"],
                               private=True, invitable=False)["id"]  # fmt: skip
    world.join(thread, people["Ann"])
    entries = [
        window.page.get_by_role("navigation", name="Channels").get_by_role("button", name="Blue side")
        for window in (gm, ann, ben)
    ]
    await expect(entries[0]).to_be_visible()  # the GM manages threads
    await ann.goes_to("Blue side")
    await ann.sends("We go left.")
    await ann.sees("We go left.")
    await expect(entries[2]).to_have_count(0)
    world.join(thread, people["Ben"])
    await entries[2].click()
    await ben.sees("We go left.")
    world.join(thread, people["Ben"], joined=False)
    await expect(entries[2]).to_have_count(0)
    await expect(ben.message("We go left.")).to_have_count(0)
