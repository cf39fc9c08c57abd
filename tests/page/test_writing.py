"""The line one writes in: options by their names, long messages, drafts, and who is typing."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Request, expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.page.window import Window
from tests.served import Served


@pytest.mark.parametrize(
    "line",
    ["/move to: C3", "/move to: C3 who: Apone", "/move who: Apone to: C3", "/move TO:C3"],
)
async def test_an_order_as_the_documentation_writes_it(bot: Served, open_window: OpenWindow, line: str) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.types(line)
    await expect(ann.option("to")).to_have_value("C3")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await ann.sees("Apone", "B2 to C3")


async def test_words_go_to_the_option_that_is_needed(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.types("/act shout who: Apone")
    await expect(ann.option("what")).to_have_value("shout")
    await expect(ann.option("who")).to_have_value("Apone")


@pytest.mark.parametrize("written", ["/move to: C3 who: Apone", "/move who: Apone to: C3"])
async def test_an_order_is_pasted(bot: Served, open_window: OpenWindow, written: str) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.sends(written)
    await ann.sees("Apone", "B2 to C3")


async def test_options_are_pasted_into_an_order(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.types("/move ")
    await ann.page.keyboard.insert_text("to: C3 who: Apone")
    await expect(ann.option("to")).to_have_value("C3")
    await expect(ann.option("who")).to_have_value("Apone")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await ann.sees("Apone", "B2 to C3")


async def test_an_option_is_named_while_suggestions_are_open(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.types("/fire target: alien")
    await expect(ann.suggestions.first).to_have_attribute("aria-selected", "true")
    await ann.page.keyboard.press("Tab")
    await expect(ann.option("target")).to_have_value("Alien 1 (3 squares)")
    await ann.page.keyboard.type("aim: 2 target: Alien 2")
    await expect(ann.option("aim")).to_have_value("2 target: Alien 2")  # target has its value: these are words
    await ann.option("aim").fill("2")
    await ann.page.get_by_role("combobox", name="Add an option").click()
    await ann.page.keyboard.type("target: Alien 2")  # here nothing but a name can be meant
    await expect(ann.option("target")).to_have_value("Alien 2")


async def test_files_are_not_offered_for_an_order(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    plus = ann.page.get_by_role("button", name="Add files")
    await expect(plus).to_be_visible()
    await ann.types("/fire ")
    await expect(plus).to_be_hidden()
    await ann.page.keyboard.press("Escape")
    await ann.page.keyboard.press("Escape")
    await expect(plus).to_be_visible()


async def test_a_message_that_is_too_long(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    length = ann.page.locator("#length")
    await ann.entry.fill("é" * 1500)
    await expect(length).to_be_empty()
    await ann.entry.fill("🎲" * 1700)
    await expect(length).to_have_text("1700 / 2000")
    await ann.entry.fill("🎲" * 2005)
    await expect(length).to_have_text("2005 / 2000")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await expect(ann.complaint).to_have_text("A message has at most 2,000 characters. This one has 2,005.")
    await expect(ann.entry).to_have_value("🎲" * 2005)
    await ann.entry.fill("🎲" * 2000)
    await ann.send()
    await expect(length).to_be_empty()
    await ann.sees("🎲" * 2000)


async def test_each_channel_has_its_draft(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    await ann.types("to be continued")
    await ann.goes_to("quiet-ruins")
    await expect(ann.entry).to_be_empty()
    await ann.goes_to("skirmish")
    await expect(ann.entry).to_have_value("to be continued")
    await ann.entry.fill("")
    await ann.types("/fire target: alien")
    await ann.suggestions.first.click()
    await ann.goes_to("quiet-ruins")
    await expect(ann.entry).to_be_visible()
    await ann.goes_to("skirmish")
    await expect(ann.option("target")).to_have_value("Alien 1 (3 squares)")
    await ann.page.reload()
    await expect(ann.option("target")).to_have_value("Alien 1 (3 squares)")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await ann.sees("Apone fires the Flame Unit at Alien 1, 3 squares")


async def test_others_see_who_is_typing(bot: Served, open_window: OpenWindow) -> None:
    ann, ben = await open_window("Ann"), await open_window("Ben")
    told: list[str] = []

    def asked(request: Request) -> None:
        if request.url.endswith("/page/typing"):
            told.append(request.method)

    ann.page.on("request", asked)
    await ann.types("cover me, I go in")
    await expect(typing(ben)).to_have_text("Ann is typing…")
    await expect(typing(ann)).to_be_empty()
    await ann.send()
    await ben.sees("cover me, I go in")
    await expect(typing(ben)).to_be_empty()
    assert told == ["POST"]
    await ann.types("/fire")  # an order in the making is nobody's concern
    await ann.page.keyboard.press("Escape")
    await ann.sends("done")
    await ben.sees("done")
    assert told == ["POST", "POST"]


def typing(window: Window) -> Locator:
    return window.page.locator("#typing")
