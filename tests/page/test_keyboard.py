"""Everything without a mouse, and the focus is always somewhere."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.page.window import Window
from tests.served import Served

MANY = 60  # stops between the two ends of the page


async def walks_to(window: Window, wanted: Locator, key: str = "Tab") -> None:
    """Presses the key until the focus is there. The focus never falls out of the page on the way."""
    for _ in range(MANY):
        await window.page.keyboard.press(key)
        if await wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{key} does not lead to {wanted}")


async def test_an_order_is_chosen_filled_in_and_sent(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    keys = ann.page.keyboard
    await expect(ann.entry).to_be_focused()

    await keys.type("/o")
    await expect(ann.suggestions.first).to_have_attribute("aria-selected", "true")
    await expect(ann.suggestions.first).to_contain_text("/odds")
    await keys.press("ArrowDown")
    await expect(ann.suggestions.first).to_have_attribute("aria-selected", "false")
    await keys.press("ArrowUp")
    await expect(ann.suggestions.first).to_have_attribute("aria-selected", "true")
    await keys.press("Escape")
    await expect(ann.suggestions).to_have_count(0)
    await ann.has_focus()

    await keys.press("Backspace")
    await keys.type("fir")
    await expect(ann.suggestions.first).to_contain_text("/fire")
    await keys.press("Tab")
    await expect(ann.page.get_by_role("combobox", name="Add an option")).to_be_focused()
    await keys.type("tar")
    await expect(ann.suggestions).to_have_count(1)
    await keys.press("Enter")
    await expect(ann.option("target")).to_be_focused()
    await expect(ann.suggestions.filter(has_text="Alien 2")).to_be_visible()
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(ann.option("target")).to_have_value("Alien 1 (3 squares)")
    await expect(ann.page.get_by_role("combobox", name="Add an option")).to_be_focused()
    await keys.type("aim: 2")
    await expect(ann.suggestions).to_have_count(1)
    await keys.press("ArrowDown")
    await keys.press("Enter")  # takes the suggestion
    await expect(ann.page.get_by_role("combobox", name="Add an option")).to_be_focused()
    await keys.press("Enter")  # sends
    await ann.sees("Apone fires the Flame Unit at Alien 1, 3 squares: HIT", "aim 2")
    await expect(ann.entry).to_be_focused()

    # The up arrow brings the order back, Escape puts it away.
    await keys.press("ArrowUp")
    await expect(ann.option("target")).to_have_value("Alien 1 (3 squares)")
    await ann.page.get_by_role("combobox", name="Add an option").press("Escape")
    await keys.press("Escape")
    await expect(ann.entry).to_be_focused()


async def test_buttons_are_reached_and_pressed(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ann = await open_window("Ann")
    details = ann.messages.nth(2).get_by_role("button", name="Details")
    await walks_to(ann, details, "Shift+Tab")
    await ann.page.keyboard.press("Enter")
    await ann.sees("Details of #3", "Only you can see this")
    await expect(ann.messages.nth(2).get_by_role("button", name="Details")).to_be_focused()


async def test_the_order_form_is_filled_in(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    ben = await open_window("Ben")
    keys = ben.page.keyboard
    await keys.type("/fire")
    await keys.press("Enter")
    await keys.press("Enter")
    form = await ben.sees("Set up Ash's shot, then press Fire.")
    await walks_to(ben, form.get_by_role("button", name="Target"), "Shift+Tab")
    await keys.press("Enter")
    await expect(ben.page.get_by_role("listbox", name="Target").get_by_role("option").first).to_be_focused()
    await keys.press("Enter")
    fire = ben.message("Set up Ash's shot").get_by_role("button", name="Fire", exact=True)
    await expect(fire).to_be_enabled()
    await expect(ben.message("Set up Ash's shot").get_by_role("button", name="Alien")).to_be_focused()
    await walks_to(ben, fire)
    await keys.press("Space")
    await ben.sees("Ash fires the Pulse Rifle at Alien")
    await ben.has_focus()


async def test_a_form_is_left_and_sent(bot: Served, open_window: OpenWindow) -> None:
    await bot.person("GM").slash("skirmish", "encounter start", ruleset="aliens")
    gm = await open_window("GM")
    keys = gm.page.keyboard
    await gm.types("/combatant add")
    await keys.press("Enter")
    await keys.press("Enter")
    lines = gm.form.get_by_role("textbox", name="Name: sheet line, one on each line")
    await expect(lines).to_be_focused()
    await keys.press("Escape")
    await expect(gm.form).to_be_hidden()
    await expect(gm.entry).to_be_focused()

    await keys.type("/combatant add")
    await keys.press("Enter")
    await keys.press("Enter")
    await expect(lines).to_be_focused()
    await keys.type("Ash: Rifleman")
    await keys.press("Enter")
    await keys.type("alien")
    await walks_to(gm, gm.form.get_by_role("button", name="Submit"))
    await keys.press("Enter")
    await gm.sees("Muster: 2 combatants", "Ash", "Alien")
    await expect(gm.entry).to_be_focused()


async def test_channel_and_speaker_are_switched(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    keys = ann.page.keyboard
    speakers = ann.page.get_by_role("radiogroup", name="Speaking as")
    await walks_to(ann, speakers.get_by_role("radio", name="Ann"), "Shift+Tab")
    await keys.press("ArrowDown")
    await expect(speakers.get_by_role("radio", name="Ben")).to_be_checked()
    await expect(ann.entry).to_have_attribute("placeholder", "Message as Ben, or / for commands")
    await ann.has_focus()

    rail = ann.page.get_by_role("navigation", name="Channels")
    await walks_to(ann, rail.get_by_role("button", name="quiet-ruins"), "Shift+Tab")
    await keys.press("Enter")
    await expect(ann.heading).to_contain_text("quiet-ruins")
    await ann.has_focus()
    await walks_to(ann, ann.entry)
    await keys.type("Quiet here.")
    await keys.press("Enter")
    await expect(await ann.sees("Quiet here.")).to_contain_text("Ben")
    await expect(ann.entry).to_be_focused()
