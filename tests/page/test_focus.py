"""The keyboard's focus: in the line one writes in, unless something else takes it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.served import Served

NO_MOUSE = """
const matchMedia = window.matchMedia.bind(window);
window.matchMedia = (query) => matchMedia(query.includes("hover") ? "not all" : query);
"""


async def test_the_line_has_the_focus_whether_or_not_a_mouse_is_there(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    await ann.page.add_init_script(NO_MOUSE)
    await ann.page.reload()
    await ann.is_told("online")
    await expect(ann.entry).to_be_focused()
    await ann.goes_to("quiet-ruins")
    await expect(ann.entry).to_be_focused()


async def test_on_a_phone_the_keyboard_stays_away_until_it_is_wanted(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann", phone=True)
    await expect(ann.entry).not_to_be_focused()
    await ann.page.keyboard.press("Alt+ArrowDown")
    await expect(ann.heading).to_contain_text("table-talk")
    await expect(ann.page.locator("#log")).to_be_focused()


@pytest.mark.parametrize("place", ["body", "#log", "#theme", "[name=speaker]:checked", ".message"])
async def test_what_is_typed_elsewhere_goes_into_the_line(bot: Served, open_window: OpenWindow, place: str) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.sees("Muster: 4 combatants")
    if place == "body":
        await ann.entry.blur()
    else:
        await ann.page.locator(place).first.focus()
    await ann.page.keyboard.type("/od")
    await expect(ann.entry).to_have_value("/od")
    await expect(ann.suggestions.first).to_contain_text("/odds")


async def test_keys_that_mean_something_where_they_are_pressed_stay_there(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    keys = ann.page.keyboard
    theme = ann.page.locator("#theme")
    await theme.focus()
    before = await theme.get_attribute("aria-label")
    await keys.press("Space")
    await expect(theme).not_to_have_attribute("aria-label", before or "")
    await keys.press("Control+q")
    await expect(theme).to_be_focused()
    await ann.page.get_by_role("button", name="+ Thread").click()
    await ann.form.get_by_role("button", name="Cancel").focus()
    await keys.type("x")
    await keys.press("Escape")
    await expect(ann.form).to_have_count(0)
    await expect(ann.entry).to_be_empty()


@pytest.mark.parametrize("phone", [False, True])
async def test_a_thread_that_was_started_is_written_in(bot: Served, open_window: OpenWindow, phone: bool) -> None:
    bot.person("Ann").say("skirmish", "Who goes first?")
    ann = await open_window("Ann", phone=phone)
    await ann.page.get_by_role("button", name="+ Thread").click()
    await ann.page.keyboard.type("plans")
    await ann.page.keyboard.press("Enter")
    await expect(ann.heading).to_contain_text("plans")
    await expect(ann.entry).to_be_focused()

    await ann.page.keyboard.press("Alt+ArrowUp")
    await expect(ann.heading).to_contain_text("table-talk")
    await ann.page.keyboard.press("Alt+ArrowUp")
    await expect(ann.heading).to_contain_text("skirmish")
    message = await ann.sees("Who goes first?")
    await message.focus()
    await message.get_by_role("button", name="Start a thread").press("Enter")
    await ann.page.keyboard.press("Enter")
    await expect(ann.heading).to_contain_text("Who goes first?")
    await expect(ann.entry).to_be_focused()


async def test_the_logs_frame_is_thin_and_inside(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    log = ann.page.locator("#log")
    await ann.page.keyboard.press("Shift+Tab")
    await log.focus()
    style = await log.evaluate("one => [getComputedStyle(one).outlineWidth, getComputedStyle(one).outlineOffset]")
    assert style == ["1px", "-1px"]
