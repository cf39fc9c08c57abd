"""The options of an order: people by their names, drafts that are checked, room for what is written."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.window import Window
from tests.served import Served


async def gm_of_an_encounter(bot: Served, open_window: OpenWindow) -> Window:
    await bot.person("GM").slash("skirmish", "encounter start", ruleset="aliens")
    return await open_window("GM")


@pytest.mark.parametrize("owner", ["@Ann", "Ann", "@ann"])
@pytest.mark.parametrize("pasted", [False, True])
async def test_an_owner_is_named_with_or_without_the_sign(
    bot: Served, open_window: OpenWindow, owner: str, pasted: bool
) -> None:
    gm = await gm_of_an_encounter(bot, open_window)
    line = f"/combatant add sheet: Apone owner: {owner} side: Marines"
    if pasted:
        await gm.sends(line)
    else:
        await gm.types(line)
        await gm.page.get_by_role("button", name="Send", exact=True).click()
    await gm.sees("Apone joins the encounter", "@Ann")


@pytest.mark.parametrize("written", ["@", "", "@A"])
@pytest.mark.parametrize("pasted", [False, True])
async def test_people_are_offered_at_once(bot: Served, open_window: OpenWindow, written: str, pasted: bool) -> None:
    gm = await gm_of_an_encounter(bot, open_window)
    if pasted:
        await gm.entry.fill(f"/combatant add owner: {written}")
    else:
        await gm.types(f"/combatant add owner: {written}")
    await gm.option("owner").focus()
    await expect(gm.suggestions.filter(has_text="Ann")).to_have_count(1)
    await expect(gm.suggestions.filter(has_text="Cleo")).to_have_count(0 if written == "@A" else 1)
    await gm.suggestions.filter(has_text="Ann").click()
    await expect(gm.option("owner")).to_have_value("Ann")


async def test_a_draft_that_is_brought_back_is_checked_as_a_typed_one(bot: Served, open_window: OpenWindow) -> None:
    gm = await gm_of_an_encounter(bot, open_window)
    await gm.types("/combatant add sheet: Apone owner: Be")
    await gm.page.reload()
    await gm.is_told("online")
    await expect(gm.option("owner")).to_have_value("Be")
    await gm.page.get_by_role("button", name="Send", exact=True).click()
    await expect(gm.complaint).to_have_text("owner must be one of the suggestions.")
    await gm.option("sheet").fill("Apo")  # the bot is asked for suggestions; nobody is called Be
    await expect(gm.suggestions.first).to_be_visible()
    await gm.option("owner").fill("Ben")
    await gm.option("sheet").fill("Apone")
    await gm.page.get_by_role("button", name="Send", exact=True).click()
    await gm.sees("Apone joins the encounter", "@Ben")


@pytest.mark.parametrize("sheet", ["Apone", "WWWWWWWWWW", "a rifleman with a long name"])
async def test_an_option_has_room_for_its_text(bot: Served, open_window: OpenWindow, sheet: str) -> None:
    gm = await gm_of_an_encounter(bot, open_window)
    room = "input => input.clientWidth - input.scrollWidth"
    await gm.types(f"/combatant add sheet: {sheet}")
    await expect(gm.option("sheet")).to_have_value(sheet)
    assert await gm.option("sheet").evaluate(room) >= 0
    await gm.page.reload()
    await expect(gm.option("sheet")).to_have_value(sheet)
    assert await gm.option("sheet").evaluate(room) >= 0
