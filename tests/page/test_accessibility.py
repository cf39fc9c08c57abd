"""The page as the browser gives it to a screen reader, and the contrast of texts with what is behind them."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.page.test_messages import post_map
from tests.page.window import Window
from tests.served import Served

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
NAMED = {
    "button", "link", "textbox", "combobox", "checkbox", "radio", "radiogroup", "listbox", "option",
    "dialog", "image", "navigation", "log", "form", "complementary", "DisclosureTriangle",
}  # fmt: skip


async def nameless(window: Window) -> list[str]:
    """Roles that need a name and have none, from the browser's own accessibility tree."""
    devtools = await window.page.context.new_cdp_session(window.page)
    tree = await devtools.send("Accessibility.getFullAXTree")
    shown = [node for node in tree["nodes"] if not node["ignored"] and node["role"]["value"] in NAMED]
    assert {"button", "radio", "log", "navigation"} <= {node["role"]["value"] for node in shown}
    faults = []
    for node in shown:
        if not node.get("name", {}).get("value", "").strip():
            described = await devtools.send("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]})
            faults.append(f"{node['role']['value']}: {described['node'].get('attributes')}")
    return faults


async def outline(window: Window) -> list[int]:
    """The levels of the headings, from the top of the page down."""
    headings = await window.page.get_by_role("heading").all()
    return [int((await heading.evaluate("heading => heading.tagName"))[1]) for heading in headings]


async def has_an_outline(window: Window) -> None:
    """One heading at the top, and none that leaves out a level on the way down."""
    levels = await outline(window)
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels)), levels


async def test_everything_has_a_name(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    post_map(bot)
    gm, ben = await open_window("GM"), await open_window("Ben")
    assert await nameless(gm) == []
    await has_an_outline(gm)

    await gm.sends("/weapon example")
    await gm.sees("Here it is.")
    await gm.types("/fire target: ")
    await expect(gm.suggestions.first).to_be_visible()
    assert await nameless(gm) == []
    await has_an_outline(gm)

    await ben.sends("/fire")
    form = await ben.sees("Set up Ash's shot, then press Fire.")
    await form.get_by_role("button", name="Target").click()
    await expect(ben.page.get_by_role("listbox", name="Target")).to_be_visible()
    assert await nameless(ben) == []
    await has_an_outline(ben)


async def test_a_form_has_names(bot: Served, open_window: OpenWindow) -> None:
    gm = await open_window("GM")
    await gm.sends("/weapon add")
    await expect(gm.page.get_by_role("dialog", name="A weapon or card of your own")).to_be_visible()
    await expect(gm.form.get_by_role("textbox", name="Change the example into yours")).to_be_focused()
    assert await gm.form.get_by_role("button").evaluate_all("buttons => buttons.length") == 3
    for name in ("Close", "Cancel", "Submit"):
        await expect(gm.form.get_by_role("button", name=name)).to_be_visible()


async def test_what_happens_is_told(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    await expect(ann.log).to_have_attribute("aria-live", "polite")
    await expect(ann.page.get_by_role("banner").get_by_role("status")).to_have_text("Skirmish Referee is online")
    await ann.entry.fill("/nonsense")
    await ann.page.keyboard.press("Enter")
    await expect(ann.complaint).to_have_text("There is no command /nonsense. Type / to see them all.")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_texts_stand_out(bot: Served, open_window: OpenWindow, dark: bool) -> None:
    await corridor(bot)
    ann = await open_window("Ann", dark=dark)
    bot.person("Ben").say("skirmish", "**Look** at `this`, <@1100000000000000202>, and ||that||: <https://example.org>")
    await ann.sends("/fire target: Alien 1")
    await ann.sees("Apone fires")
    await ann.sends("/encounter show")
    await ann.sees("The corridor", "Only you can see this")
    await ann.sends("/fire")
    form = await ann.sees("Set up Apone's shot, then press Fire.")
    await expect(form.get_by_role("button", name="Fire", exact=True)).to_be_disabled()
    assert await ann.page.evaluate(CONTRAST) == []
    await ann.entry.fill("/")
    await expect(ann.suggestions.first).to_be_visible()
    assert await ann.page.evaluate(CONTRAST) == []
    gm = await open_window("GM", dark=dark)
    await gm.sends("/combatant add")
    await expect(gm.form).to_be_visible()
    assert await gm.page.evaluate(CONTRAST) == []


async def test_nothing_moves_for_those_who_want_no_motion(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann", phone=True)
    moves = "() => parseFloat(getComputedStyle(document.querySelector('#rail')).transitionDuration) > 0"
    assert await ann.page.evaluate(moves) is True
    await ann.page.emulate_media(reduced_motion="reduce")
    assert await ann.page.evaluate(moves) is False
