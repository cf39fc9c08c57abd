"""Files go up with a command and come down from a message, whole."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from playwright.async_api import Locator, expect

from bot.fairness import verify
from tests.page.conftest import OpenWindow
from tests.page.scene import corridor
from tests.page.window import Window
from tests.served import Served


async def downloads(window: Window, message: Locator, folder: Path) -> Path:
    """Takes the file below a message."""
    async with window.page.expect_download() as download:
        await message.get_by_role("link").first.click()
    file = await download.value
    path = folder / file.suggested_filename
    await file.save_as(path)
    return path


async def sends_file(window: Window, command: str, path: Path) -> None:
    """Gives a command with a file for its option `file`."""
    await window.types(f"/{command} file:")
    await window.option("file").set_input_files(path)
    await window.send()


async def test_an_example_comes_down_and_a_card_goes_up(bot: Served, open_window: OpenWindow, tmp_path: Path) -> None:
    gm, ann = await open_window("GM"), await open_window("Ann")
    await gm.sends("/weapon example")
    example = await downloads(gm, await gm.sees("Here it is."), tmp_path)
    text = example.read_text(encoding="utf-8")
    assert tomllib.loads(text)["name"] == "Trooper"

    card = tmp_path / "card.toml"
    card.write_text(text.replace("Trooper", "Scout"), encoding="utf-8")
    await sends_file(gm, "weapon add", card)
    await gm.sees("Scout")
    await ann.sends("/weapon show name: Scout")
    await ann.sees("Only you can see this", "Scout", "Pulse Rifle", "12")

    card.write_text("name = ", encoding="utf-8")
    await sends_file(gm, "weapon add", card)
    await gm.sees("Only you can see this", "This card is not valid TOML")


HAND_OVER = """([how, target]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["the plan"], "plan.txt", { type: "text/plain" }));
  const about = { bubbles: true, cancelable: true };
  const event = how === "paste"
    ? new ClipboardEvent(how, { ...about, clipboardData: dataTransfer })
    : new DragEvent(how, { ...about, dataTransfer });
  return document.querySelector(target).dispatchEvent(event);
}"""


async def test_files_are_dragged_in_and_pasted(bot: Served, open_window: OpenWindow) -> None:
    ann, ben = await open_window("Ann"), await open_window("Ben")
    for how, target in (("drop", "#log"), ("paste", "#entry")):
        # What nobody takes, the browser would open in the place of the page.
        assert await ann.page.evaluate(HAND_OVER, [how, target]) is False
    files = ann.page.get_by_role("list", name="Files to send").get_by_role("listitem")
    await expect(files).to_have_count(2)
    await ann.page.get_by_role("button", name="Remove plan.txt").first.click()
    await ann.send()
    await expect(files).to_have_count(0)
    await expect((await ben.sees("plan.txt")).locator(".file")).to_have_count(1)


async def test_the_export_is_the_encounter(bot: Served, open_window: OpenWindow, tmp_path: Path) -> None:
    await corridor(bot)
    ann, gm = await open_window("Ann"), await open_window("GM")
    await ann.sends("/fire target: Alien 1")
    await ann.sees("Apone fires the Flame Unit at Alien 1")
    await gm.sends("/encounter end")
    await ann.sees("The encounter ends.")

    await ann.sends("/export")
    path = await downloads(ann, await ann.sees("referee verify", "Only you can see this"), tmp_path)
    export = json.loads(path.read_text(encoding="utf-8"))
    assert [entry["seq"] for entry in export["entries"]] == list(range(1, 9))
    assert verify(export).problems == ()

    await sends_file(ann, "dice verify", path)
    await ann.sees("Verified.", "1 throw checked")
    path.write_text(path.read_text(encoding="utf-8").replace(export["seeds"][0]["seed"], "0" * 64), encoding="utf-8")
    await sends_file(ann, "dice verify", path)
    await ann.sees("Only you can see this", "NOT")
    await expect(ann.private).to_have_count(3)
