"""A whole fire fight in three windows: everybody sees what happens as it happens, and nobody what is not theirs."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import fighters
from tests.served import Served


async def test_a_fire_fight_in_three_windows(bot: Served, open_window: OpenWindow) -> None:
    gm, ann, ben = [await open_window(name) for name in ("GM", "Ann", "Ben")]
    everybody = (gm, ann, ben)

    # The GM sets the scene; the players read it as it is set.
    await gm.sends("/encounter start title: The corridor")
    for window in everybody:
        await window.sees("The corridor begins.", "SHA-256")
    commitment = re.search(r"SHA-256 is ([0-9a-f]{64})", await gm.latest.inner_text())
    assert commitment is not None
    await gm.sends("/encounter map size: 8x5 walls: C5")
    await gm.sends("/combatant add")
    await expect(gm.form.get_by_role("heading", name="Add fighters")).to_be_visible()
    await gm.form.get_by_role("textbox", name="Name: sheet line, one on each line").fill(fighters(bot))
    await gm.form.get_by_role("button", name="Submit").click()
    await expect(gm.form).to_be_hidden()
    for window in everybody:
        mustered = await window.sees("Muster: 4 combatants", "still to act: Apone, Ash")
        await expect(mustered).to_contain_text("@Ann @Ben")
    await gm.sends(
        "/combatant add name: Alien 3 sheet: alien at: H5"
    )  # out of sight; the fight is not decided while it is there
    await ann.sees("Alien 3 joins the encounter")

    # Ann asks for her chances, which nobody else gets to know, and fires at what is suggested to her.
    await ann.types("/odds target: alien")
    await expect(ann.suggestions.filter(has_text="Alien 2")).to_be_visible()
    await ann.suggestions.filter(has_text="Alien 1").click()
    await expect(ann.option("target")).to_have_value(re.compile("^Alien 1"))
    await ann.send()
    odds = await ann.sees("Apone, Flame Unit at Alien 1, 3 squares", "Only you can see this")
    await expect(odds).to_contain_text("automatic")
    await ann.sends("/fire target: Alien 1 aim: 2")
    for window in everybody:
        shot = await window.sees("Apone fires the Flame Unit at Alien 1, 3 squares: HIT, Alien 1 is removed.")
        await expect(shot).to_contain_text("Ann used /fire")
        await expect(shot).to_contain_text("1 of 3 actions; 15 of 16 boxes")
    for other in (gm, ben):
        await other.never_saw("13: auto")
        await expect(other.private).to_have_count(0)

    # Details are for whoever asks.
    await ben.presses(ben.message("HIT, Alien 1 is removed"), "Details")
    await ben.sees("Details of #5", "Ammunition Restrictions", "Only you can see this")
    for other in (gm, ann):
        await other.never_saw("Details of #5")

    # Ben fires from the order form, which only Ben has.
    await ben.sends("/fire")
    form = await ben.sees("Set up Ash's shot, then press Fire.")
    await expect(form.get_by_role("button", name="Fire", exact=True)).to_be_disabled()
    await ben.chooses(form, "Target", "Alien 2")
    await expect(ben.message("Set up Ash's shot").get_by_role("button", name="Fire", exact=True)).to_be_enabled()
    await ben.presses(ben.message("Set up Ash's shot"), "Fire")
    for window in everybody:
        await window.sees("Ash fires the Pulse Rifle at Alien 2, 4 squares (rolled ", ", needed 6): ", "15 of 16 boxes")
    await ann.never_saw("Set up Ash's shot")

    # A step to the side is taken back again.
    await ann.sends("/move to: C3")
    await gm.sees("Apone moves from B2 to C3", "0 of 3 actions")
    await ann.presses(ann.message("Apone: move to C3"), "Undo")
    for window in everybody:
        await window.sees("Undone: Apone moves from B2 to C3")

    # Both are done, and the GM begins the next turn without a move of the Aliens.
    await ann.presses(ann.latest, "Done")
    await gm.sees("Apone", "still to act: Ash")
    await ben.presses(ben.message("still to act: Ash"), "Done")
    await gm.sees("Ash is done for now.", "still to act: Alien")
    await gm.goes_on()
    for window in everybody:
        await window.sees("Turn 2 begins.", "@Ann @Ben")

    # The end shows the seed, and anybody checks the dice.
    await gm.sends("/encounter end")
    for window in everybody:
        await window.sees("The encounter ends.", "Seed", commitment[1])
    await ben.sends("/dice verify")
    await ben.sees("Verified.", commitment[1])
