"""A fight of Savage in three windows: tokens go down, a fresh magazine, a purchase that asks for how long."""

from __future__ import annotations

import asyncio

from playwright.async_api import Locator, expect

from tests.page.conftest import OpenWindow
from tests.page.scene import brings_in
from tests.page.window import Window
from tests.served import Served


async def all_see(windows: tuple[Window, ...], *texts: str) -> Locator:
    """Everybody sees a message with these texts; the first one's is returned."""
    return (await asyncio.gather(*(window.sees(*texts) for window in windows)))[0]


async def test_shots_tokens_and_a_purchase(bot: Served, open_window: OpenWindow) -> None:
    gm, ann, ben = [await open_window(name) for name in ("GM", "Ann", "Ben")]
    everybody = (gm, ann, ben)
    await gm.sends("/encounter start ruleset: savage title: The warehouse")
    await all_see(everybody, "The warehouse begins.")
    await brings_in(
        gm,
        f"Pike: Shooting d10, Wild Card, Assault Rifle {bot.person('Ann').mention}\n"
        f"Gunner: Shooting d6, extra, Machine Gun, spares 1 {bot.person('Ben').mention}\n"
        "Thug: Shooting d6, extra, Submachine Gun",
    )
    await all_see(everybody, "Muster: 3 combatants", "Assault Rifle 2/2 tokens")

    # Chances are for whoever asks.
    await ann.sends("/odds target: Thug")
    odds = await ann.sees("Pike, Assault Rifle at Thug, d10, Wild Card", "Only you can see this")
    await expect(odds.locator("pre")).to_contain_text("Auto, 3 dice")
    await ben.never_saw("Auto, 3 dice")

    # The Wild Die hits, and what the Shooting die shows costs a token; on automatic each die can cost one.
    await ann.sends("/fire target: Thug how: double tap dice: 2 5")
    await all_see(
        everybody,
        "Pike fires the Assault Rifle with a double tap at Thug (rolled 2, Wild Die 5 counts, needed 4): HIT. "
        "Dice typed by Ann.",
        "1 of 2 tokens, spare loads: unlimited",
        "damage and wounds are in your own book",
    )
    await ben.sends("/burst target: Thug dice: 3 3 3 4")
    shot = "Gunner fires the Machine Gun on automatic with 4 Shooting dice at Thug (rolled 3, 3, 3 and 4, needed 4):"
    shot += " MISS, MISS, MISS, HIT."
    await all_see(everybody, shot, "2 of 5 tokens, spare loads: 1")
    await gm.goes_on()
    await all_see(everybody, "Round 2 begins.", "@Ann @Ben")
    await ann.sends("/reload")
    await all_see(everybody, "Pike reloads the Assault Rifle: 2 of 2 tokens.")

    # A purchase is answered by whoever made it, and the rest wait.
    await ann.sends("/ammo buy sort: AP price: 500 die: d8 dice: 6 2")
    asked = "Pike can have AP for life, one month or a single mission (Purchase roll 6): which do they take?"
    await all_see(everybody, asked, "still to act: Pike")
    await gm.goes_on("/next")
    await gm.sees("Pike must answer first", "Only you can see this")
    await ben.presses(ben.message(asked), "Pike: one month")
    await ben.sees("Pike is not yours to order (yours: Gunner).", "Only you can see this")
    await ann.presses(ann.message(asked), "Pike: one month")
    await all_see(everybody, "Pike buys a one-month supply of AP.", "still to act: Gunner, Thug")
    await ann.sends("/ammo show")
    await ann.sees("Ammunition of Pike", "AP, one month", "Only you can see this")
    await gm.never_saw("Ammunition of Pike")
