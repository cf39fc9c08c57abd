"""The forms the bot opens: in the window that asked, and once."""

from __future__ import annotations

from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.served import Served


async def test_a_form_opens_in_the_window_that_asked(bot: Served, open_window: OpenWindow) -> None:
    here, there = await open_window("GM"), await open_window("GM")
    await here.sends("/weapon add")
    await expect(here.form).to_be_visible()
    await there.sends("/weapon example")  # by its answer this window has heard of the form too
    await there.sees("Here it is.")
    await expect(there.form).to_have_count(0)


async def test_a_form_is_sent_once(bot: Served, open_window: OpenWindow) -> None:
    await corridor(bot)
    gm = await open_window("GM")
    await gm.sends("/combatant add")
    await gm.form.get_by_role("textbox").first.fill("Alien 3: alien at G4")
    async with gm.page.expect_request("**/page/modal") as sending:
        await gm.form.get_by_role("button", name="Submit").click()
    await gm.sees("Alien 3 joins the encounter.")
    await expect(gm.form).to_have_count(0)
    again = await gm.page.request.post((await sending.value).url, data=(await sending.value).post_data_json)
    assert (again.status, await again.json()) == (400, {"error": "There is no such form open."})
