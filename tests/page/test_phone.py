"""The page on a phone: everything fits the width, and a thumb finds it."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from tests.cogs.test_story import PLANS, YARD
from tests.page.conftest import OpenWindow
from tests.page.scene import corridor, depot
from tests.page.window import PHONE, Window
from tests.served import CHANNEL, Served

NARROW = (Path(__file__).parent / "narrow.js").read_text(encoding="utf-8")


async def fits(window: Window) -> None:
    """Nothing sticks out, and nothing is too small to be touched."""
    assert await window.page.evaluate(NARROW) == []


async def test_an_order_on_a_phone(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann", phone=True)
    await fits(ann)
    await ann.entry.tap()
    await ann.page.keyboard.type("/fi")
    await expect(ann.suggestions.first).to_contain_text("/fire")
    await fits(ann)
    await ann.suggestions.first.tap()
    await ann.page.keyboard.type("target: alien")
    await ann.suggestions.filter(has_text="Alien 1").tap()
    await fits(ann)
    await ann.keep("phone-order")
    await ann.page.get_by_role("button", name="Send", exact=True).tap()
    shot = await ann.sees("Apone fires the Flame Unit at Alien 1")
    await expect(shot.get_by_role("button", name="Again")).to_be_in_viewport()
    await fits(ann)
    await ann.keep("phone-answer")
    await shot.get_by_role("button", name="Details").tap()
    await ann.sees("Details of #4")
    await fits(ann)


async def test_suggestions_leave_the_log_in_sight(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann", phone=True)
    await ann.types("/fire ")
    await expect(ann.suggestions.filter(has_text="mod")).to_be_visible()
    await fits(ann)
    heights = await ann.suggestions.evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert len(heights) == 9
    assert len(set(heights)) == 1
    box = await ann.page.locator("#picker").bounding_box()
    assert box is not None
    assert box["height"] <= 0.4 * PHONE["height"]
    await ann.keep("phone-options")


async def test_the_board_fits_and_long_lines_scroll_within_themselves(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann", phone=True)
    await ann.sends("/encounter show")
    board = (await ann.sees("The corridor", "Only you can see this")).locator("pre")
    assert await board.evaluate("board => board.scrollWidth <= board.clientWidth")
    bot.person("Ben").say("skirmish", f"```\n{'one long line ' * 12}\n```")
    line = (await ann.sees("one long line")).locator("pre")
    assert await line.evaluate("line => line.scrollWidth > line.clientWidth")
    await fits(ann)
    await ann.keep("phone-board")


async def test_a_map_of_hexes_and_a_shot_fit(bot: Served, open_window: OpenWindow) -> None:
    await depot(bot)
    ann = await open_window("Ann", phone=True, dark=True)
    await ann.sends("/encounter show")
    board = (await ann.sees("The depot", "Only you can see this")).locator("pre")
    assert await board.evaluate("board => board.scrollWidth <= board.clientWidth")
    lines = (await board.inner_text()).split("\n")
    heading, lower = lines[:2]
    assert heading.split() == list("ACEGIKMO") and lower.split() == list("BDFHJLN")
    [trent] = [line for line in lines if "Tr" in line]
    assert trent.index("Tr") == lower.index("D") and lines[lines.index(trent) - 1].startswith("4 ")
    await fits(ann)
    await ann.keep("phone-hexes")
    await ann.sends("/fire target: Guard 1 aim: 2 dice: 61 9 11 4")
    await ann.sees(
        "Trent fires the M16 at Guard 1, 6 hexes: HIT, thigh (flesh), 500 PD;",
        "Accuracy",
        "certain hit, no roll",
        "Thigh - Flesh (in the open)",
    )
    await fits(ann)
    await ann.keep("phone-shot")


async def test_the_story_of_a_run_fits(bot: Served, open_window: OpenWindow) -> None:
    for line in (*YARD, *PLANS, "Ann: /next run: True"):
        name, _, command = line.partition(": ")
        await bot.person(name).types(CHANNEL, command)
    ben = await open_window("Ben", phone=True)
    story = await ben.sees("Trent moves from C3 to D5", "It is Phase")
    await expect(story.get_by_role("button", name="Run")).to_be_in_viewport()
    await fits(ben)
    await ben.keep("phone-story")


async def test_the_drawer(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann", phone=True)
    menu = ann.page.get_by_role("button", name="Channels")
    channel = ann.page.get_by_role("navigation", name="Channels").get_by_role("button", name="quiet-ruins")
    await expect(channel).to_be_hidden()
    await menu.tap()
    await expect(menu).to_have_attribute("aria-expanded", "true")
    await expect(channel).to_be_visible()
    await fits(ann)
    await ann.keep("phone-drawer")
    await channel.tap()
    await expect(ann.heading).to_contain_text("quiet-ruins")
    await expect(menu).to_have_attribute("aria-expanded", "false")
    await expect(channel).to_be_hidden()


async def test_a_form_on_a_phone(bot: Served, open_window: OpenWindow) -> None:
    gm = await open_window("GM", phone=True)
    await gm.sends("/weapon add")
    await expect(gm.form).to_be_visible()
    await fits(gm)
    await gm.keep("phone-form")
    await gm.form.get_by_role("button", name="Cancel").tap()
    await expect(gm.form).to_be_hidden()
