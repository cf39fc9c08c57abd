"""A picture in a channel: seen on a phone in the dark, and told to whom cannot see it."""

from __future__ import annotations

from playwright.async_api import expect

from tests.page.conftest import OpenWindow
from tests.served import Served


async def test_chances_side_by_side_on_a_phone_in_the_dark(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann", phone=True, dark=True)
    await ann.sends("/odds who: SAL 14, M16 target: KV 20 range: 10 compare: Uzi, AKM 47 ruleset: phoenix")
    message = await ann.sees("Only you can see this", "Soldier at Target, 10 hexes")
    picture = message.get_by_role("img", name="chances in 100 by aim. Hit: M16 ")
    await expect(picture).to_be_visible()
    await picture.scroll_into_view_if_needed()
    await ann.page.wait_for_function("image => image.complete", arg=await picture.element_handle())
    assert await picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [800, 690]
    box = await picture.bounding_box()
    assert box is not None
    # So wide that its words, drawn for 400, can be read.
    assert 280 <= box["width"] <= 400
    assert abs(box["width"] / box["height"] - 800 / 690) < 0.02
    await ann.keep("odds-picture")
    await message.get_by_role("link").click()
    await expect(ann.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    await ann.keep("odds-picture-large")
