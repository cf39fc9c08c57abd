"""Views of people: the same person in two windows, and others beside them."""

from __future__ import annotations

from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.served import Served


async def test_a_private_answer_is_in_both_windows_of_its_reader_and_in_nobody_elses(
    bot: Served, open_window: OpenWindow
) -> None:
    await corridor(bot)
    here, there = await open_window("Ann"), await open_window("Ann")
    ben = await open_window("Ben")
    await here.sends("/odds target: Alien 1")
    for window in (here, there):
        await window.sees("Apone, Flame Unit at Alien 1", "Only you can see this")
    await there.sends("I know my chances.")
    await ben.sees("I know my chances.")
    await ben.never_saw("Flame Unit at Alien 1")

    # Nor does the history show it to Ben, or to her own window once she speaks as another.
    await ben.page.reload()
    await ben.sees("I know my chances.")
    await ben.never_saw("Flame Unit at Alien 1")
    await there.page.get_by_text("Cleo", exact=True).click()
    await expect(there.entry).to_have_attribute("placeholder", "Message as Cleo, or / for commands")
    await expect(there.private).to_have_count(0)
    await there.sees("I know my chances.")
    await there.never_saw("Flame Unit at Alien 1")


async def test_a_number_leaves_room_for_the_name(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    bot.person("Ann").say("skirmish", " ".join(bot.person(name).mention for name in ("GM", "Ben", "Cleo")))
    names = ann.page.get_by_role("complementary", name="Who is speaking").locator(".speaker-name")
    await expect(ann.page.locator(".speaker-badge .badge")).to_have_count(3)
    assert await names.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)") == [True] * 4


async def test_two_windows_of_one_person_show_the_same(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    here, there = await open_window("Ann"), await open_window("Ann")
    await here.sends("/fire target: Alien 1 aim: 2")
    await there.presses(await there.sees("HIT, Alien 1 is removed"), "Done")
    await here.sees("Apone is done for now.")
    await expect(here.messages).to_have_count(await there.messages.count())
    await here.presses(here.message("Apone is done for now."), "Undo")
    await there.sees("Undone: Apone is done for now.")


async def test_the_answer_to_what_one_did_is_no_news(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    for number in range(40):
        bot.person("Ann").say("skirmish", f"message {number}")
    await ann.sees("message 39")
    to_end = ann.page.get_by_role("button", name="To the latest")
    await ann.message("Muster: 4 combatants").scroll_into_view_if_needed()
    await expect(to_end).to_be_visible()
    await ann.presses(ann.message("Muster: 4 combatants"), "Details")
    await ann.sees("Details of #3", "Only you can see this")
    await expect(ann.page.locator(".divider-new")).to_have_count(0)
    await expect(to_end).to_be_hidden()
    await ann.messages.first.scroll_into_view_if_needed()
    await expect(to_end).to_be_visible()
    bot.person("Ben").say("skirmish", "this is news")
    await ann.sees("this is news")
    await expect(ann.page.locator(".divider-new")).to_have_count(1)


async def test_what_is_dismissed_stays_away(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.sends("/odds target: Alien 1")
    await ann.presses(await ann.sees("Flame Unit at Alien 1"), "Dismiss message")
    await expect(ann.private).to_have_count(0)
    await ann.page.reload()
    await ann.sees("Muster: 4 combatants")
    await expect(ann.private).to_have_count(0)
