"""The map as a picture, in the page: on a phone in the dark and at a desk, and told to those who cannot see it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.page.scene import depot
from tests.served import CHANNEL, Served


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
async def test_the_board_and_the_map(bot: Served, open_window: OpenWindow, phone: bool) -> None:
    await depot(bot)
    await bot.person("GM").slash(CHANNEL, "encounter options", name="pictures", value="all")
    ann = await open_window("Ann", phone=phone, dark=phone)
    await ann.sends("/encounter show")
    message = await ann.sees("Only you can see this", "Guard 1")
    picture = message.get_by_role("img", name="Map of 15 x 9")
    await expect(picture).to_be_visible()
    await picture.scroll_into_view_if_needed()
    await ann.page.wait_for_function("image => image.complete", arg=await picture.element_handle())
    assert await picture.evaluate("image => image.naturalWidth") == 780
    box = await picture.bounding_box()
    assert box is not None and 280 <= box["width"] <= 560
    # Spaces are at least 30 pixels of a picture that is 390 wide. A desk limits its height.
    assert not phone or box["width"] / 390 * 30 >= 24
    await ann.keep(f"map-board-{'phone' if phone else 'desk'}")
    await ann.sends("/map grid: True")
    await expect(ann.page.get_by_role("img", name="Map of 15 x 9").nth(1)).to_be_visible()
    await message.get_by_role("link").first.click()
    await expect(ann.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    await ann.keep(f"map-board-large-{'phone' if phone else 'desk'}")
