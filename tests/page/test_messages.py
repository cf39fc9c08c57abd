"""Messages as they are written: pictures, Markdown that is none, emoji, and as long as they may be."""

from __future__ import annotations

import struct
import zlib

from playwright.async_api import expect

from standin.world import Upload, messages
from tests.page.conftest import OpenWindow
from tests.served import CHANNEL, Served

WIDTH, HEIGHT = 64, 40


def png() -> bytes:
    """A red picture."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    pixels = (b"\0" + b"\xc8\x20\x20" * WIDTH) * HEIGHT
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


def post_map(bot: Served) -> None:
    """A message of the bot's with a picture in its embed."""
    world = bot.playground.world
    embed = {"title": "The map", "description": "North is up.", "image": {"url": "attachment://map.png"}}
    body = {"embeds": [embed], "attachments": [{"id": "0", "filename": "map.png"}]}
    place = bot.person("GM").channel_id(CHANNEL)
    upload = Upload("map.png", png(), "image/png")
    world.post(messages.compose(world, place, world.bot["id"], body, [upload]))


async def test_a_picture_in_an_embed_is_shown(bot: Served, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")
    post_map(bot)
    embed = await ann.sees("The map", "North is up.")
    picture = embed.get_by_role("img")
    await expect(picture).to_be_visible()
    await expect(picture).to_have_js_property("complete", True)
    assert await picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [WIDTH, HEIGHT]


async def test_a_name_is_shown_as_it_is_written(bot: Served, open_window: OpenWindow) -> None:
    gm, ann = await open_window("GM"), await open_window("Ann")
    name = "**Bold** _Al_ 🔥 <b>"
    await gm.sends("/encounter start title: Names")
    await gm.sees("Names begins.")
    await gm.sends(f"/combatant add sheet: alien name: {name}")
    for window in (gm, ann):
        await window.sees(f"{name} joins the encounter.")
        await expect(window.log.locator("em, b", has_text="Al")).to_have_count(0)
        await expect(window.log.locator("strong").get_by_text("Bold", exact=True)).to_have_count(0)


async def test_markdown_is_drawn_and_nothing_in_it_runs(bot: Served, open_window: OpenWindow) -> None:
    ann, ben = await open_window("Ann"), await open_window("Ben")
    await ann.sends(
        "**loud** and *leaning*, `code`, ||hidden||, <script>document.title = 'x'</script> [a](javascript:0)"
    )
    said = await ben.sees("loud and leaning, code")
    await expect(said.locator("strong")).to_have_text("loud")
    await expect(said.locator("em")).to_have_text("leaning")
    await expect(said.locator("code")).to_have_text("code")
    await expect(said).to_contain_text("<script>document.title = 'x'</script>")
    await expect(said.locator("script")).to_have_count(0)
    await expect(said.locator("a[href^=javascript]")).to_have_count(0)


async def test_a_message_may_have_2000_characters(bot: Served, open_window: OpenWindow) -> None:
    ann, ben = await open_window("Ann"), await open_window("Ben")
    text = "0123456789" * 200
    await ann.sends(text)
    await ben.sees(text)
    ann.expects_trouble("/page/say")
    await ann.entry.fill(text + "!")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    await expect(ann.complaint).to_be_visible()
    await expect(ann.entry).to_have_value(text + "!")
    await expect(ben.messages).to_have_count(1)
