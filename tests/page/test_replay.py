"""The page of a replay in Chromium, opened from the disk: it is watched by keyboard, checks its dice, and shows names
that try to be markup as text."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.clocks import Moved
from tests.cogs.conftest import Game, meant, types
from tests.cogs.test_every_export import auto
from tests.cogs.test_replay import file_of as replay_file
from tests.replayed import document
from tests.served import CHANNEL, served

pytest.importorskip("playwright.async_api", reason="Playwright is missing; install it with: make test")

from playwright.async_api import Page, expect

if TYPE_CHECKING:
    from playwright.async_api import Browser

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
_NAME = "one => one.getAttribute('aria-label') || one.textContent.trim()"
EVIL = "</script><img src=x onerror=evil()>"
LINES = (
    f"GM: /encounter start ruleset: phoenix-basic title: {EVIL}",
    "GM: /encounter map size: 12x8 walls: D6-D7",
    "GM: /combatant add sheet: line, M16, M 61 2 name: Trent at: B2 owner: @Ann side: <b>Blue</b>",
    "GM: /combatant add sheet: green, AKM 47 name: <svg/onload=evil()> at: F2 side: <!--Red",
    "Ann: /fire who: Trent target: <svg/onload=evil()> aim: 1",
    "GM: /next",
    "Ann: /fire who: Trent target: <svg/onload=evil()> aim: 1 dice: 2 50 9 9 9",
    "GM: /next",
    "Ann: /move who: Trent to: B3",
    "GM: /next",
    "GM: /next",
    "GM: /encounter end",
)

Opens = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def replay(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The replay of a fight that has ended."""
    async with served(tmp_path_factory.mktemp("replay") / "referee.sqlite3") as bot:
        game = Game(bot.playground, bot.client)
        people = {"GM": game.gm, "Ann": game.ann}
        for line in LINES:
            name, _, typed = line.partition(": ")
            await meant(people[name], await people[name].types(CHANNEL, typed))
        answer = await game.gm.slash(CHANNEL, "export", format="replay")
        [file] = answer.message["attachments"]
        return game.playground.world.uploads[file["id"]].content


@pytest_asyncio.fixture(loop_scope="session")
async def opens(browser: Browser, replay: bytes, tmp_path: Path) -> AsyncIterator[Opens]:
    """Opens a replay as a file. Anything it asks the network for, or that goes wrong in it, fails the test."""
    pages: list[Page] = []
    troubles: list[str] = []

    async def opened(fragment: str = "", content: bytes = b"", width: int = 1280, script: str = "") -> Page:
        file = tmp_path / "replay.html"
        file.write_bytes(content or replay)
        page = await browser.new_page(viewport={"width": width, "height": 844})
        pages.append(page)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("request", lambda request: troubles.append(request.url) if request.url != page.url else None)
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        if script:
            await page.add_init_script(script)
        await page.goto(f"{file.as_uri()}{fragment}")
        await expect(page.locator("#app")).to_be_visible()
        return page

    yield opened
    for page in pages:
        await page.close()
    assert [trouble for trouble in troubles if not trouble.startswith("file:")] == []


def name_at(replay: bytes, at: int) -> str:
    """The number of a frame as the page shows it."""
    frame = document(replay)["frames"][at]
    return f"#{frame['number']}" + (f".{frame['part']}" if frame["part"] else "")


def those(replay: bytes, *verdicts: str) -> list[int]:
    """The frames with these verdicts."""
    return [at for at, frame in enumerate(document(replay)["frames"]) if frame["verdict"] in verdicts]


async def test_it_is_watched_by_keyboard(opens: Opens, replay: bytes) -> None:
    page = await opens()
    number, keys = page.locator("#number"), page.keyboard
    last = len(document(replay)["frames"]) - 1
    # The GM has seen everything, so it begins with the beginning.
    await expect(number).to_have_text("#1")
    await keys.press("ArrowRight")
    await expect(number).to_have_text(name_at(replay, 1))
    await keys.press("ArrowLeft")
    await expect(number).to_have_text("#1")
    await keys.press("End")
    await expect(number).to_have_text(name_at(replay, last))
    await expect(page.locator("#text")).to_contain_text("The encounter ends")
    await keys.press("Home")
    shots, hits = those(replay, "hit", "miss"), those(replay, "hit")
    for at in shots:
        await keys.press("n")
        await expect(number).to_have_text(name_at(replay, at))
    await keys.press("n")
    await expect(page.locator("#said")).to_have_text("No later shot.")
    await keys.press("Home")
    await keys.press("h")
    await expect(number).to_have_text(name_at(replay, hits[0]))
    await expect(page.locator("#entry")).to_have_attribute("data-verdict", "hit")
    await keys.press("End")
    await keys.press("Shift+N")
    await expect(number).to_have_text(name_at(replay, shots[-1]))
    assert await page.evaluate("location.hash") == f"#entry={name_at(replay, shots[-1])[1:]}"


async def test_it_plays_until_it_is_stopped(opens: Opens) -> None:
    page = await opens()
    await page.clock.install()
    await page.locator("#speed").select_option("4")
    await page.locator("body").press(" ")
    await expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    await page.clock.run_for(20_000)
    await expect(page.locator("#text")).to_contain_text("The encounter ends")
    await expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    # It begins again, and any step by hand stops it.
    await page.locator("body").press(" ")
    await expect(page.locator("#number")).to_have_text("#1")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


async def test_an_address_opens_an_entry(opens: Opens, replay: bytes) -> None:
    [hit, *_] = those(replay, "hit", "miss")
    name = name_at(replay, hit)[1:]
    page = await opens(f"#entry={name}")
    await expect(page.locator("#number")).to_have_text(f"#{name}")
    await page.evaluate("location.hash = '#entry=2'")
    await expect(page.locator("#number")).to_have_text("#2")
    await page.evaluate("location.hash = '#entry=999'")
    await expect(page.locator("#said")).to_contain_text("There is no entry 999 here")
    await expect(page.locator("#number")).to_have_text("#2")
    page = await opens("#entry=999")
    await expect(page.locator("#number")).to_have_text("#1")
    await expect(page.locator("#said")).to_contain_text("There is no entry 999 here")


async def test_it_goes_to_an_entry_a_clock_and_a_point_of_the_slider(opens: Opens, replay: bytes) -> None:
    page = await opens()
    number = page.locator("#number")
    await page.get_by_label("Go to entry").fill("4")
    await page.get_by_label("Go to entry").press("Enter")
    await expect(number).to_have_text("#4")
    clocks = page.get_by_label("Clock")
    await clocks.select_option(index=1)
    await expect(page.locator("#clock")).to_have_text(await clocks.locator("option").nth(1).inner_text())
    await page.get_by_role("slider", name="Entry").fill("2")
    await expect(number).to_have_text("#3")
    await page.get_by_role("slider", name="Entry").press("ArrowRight")
    await expect(number).to_have_text("#4")
    await page.locator("#log summary").click()
    await page.locator("#log li").nth(1).get_by_role("button").click()
    await expect(number).to_have_text("#2")
    await expect(page.locator("#log [aria-current]")).to_contain_text("#2")


async def test_the_map_is_drawn_and_described(opens: Opens, replay: bytes) -> None:
    [hit, *_] = those(replay, "hit", "miss")
    page = await opens(f"#entry={name_at(replay, hit)[1:]}")
    drawing = page.get_by_role("img").locator("visible=true").first
    await expect(drawing).to_have_attribute("aria-label", re.compile(r"Trent at B2"))
    # The ground has twelve by eight hexes, with a line between each two columns.
    width, height = await page.locator("#ground").evaluate("g => [g.getBBox().width, g.getBBox().height]")
    assert abs(width / (12 + 1 / 3) / 1.5 * 3**0.5 - height / 8.5) < 1
    between = "g => [...g.querySelectorAll('polyline')].filter(line => line.points.length === 2 * 8 + 1).length"
    assert await page.locator("#ground").evaluate(between) == 11
    await expect(page.locator("#above text", has_text="Tr")).to_have_count(1)
    await expect(page.locator("#fighters li", has_text="Trent")).to_contain_text("at B2")
    whole = await page.locator("#map").get_attribute("viewBox")
    for _ in range(3):
        await page.keyboard.press("+")
    await expect(page.locator("#map")).not_to_have_attribute("viewBox", str(whole))
    # Where only a part is shown, the coordinates stay at its edges.
    edge = await page.locator("#stage").bounding_box()
    letter = page.locator("#above .rim", has_text=re.compile("^D$"))
    assert edge is not None
    await expect(letter).to_be_in_viewport()
    assert (await letter.bounding_box() or edge)["y"] - edge["y"] < 30
    await page.keyboard.press("f")
    await expect(page.locator("#map")).to_have_attribute("viewBox", str(whole))


@pytest.mark.parametrize("script", ["", "Object.defineProperty(crypto, 'subtle', { value: undefined })"])
async def test_the_dice_are_checked_in_the_page(opens: Opens, replay: bytes, script: str) -> None:
    page = await opens(script=script)
    await expect(page.locator("#dice")).to_have_text("✓ Dice verified")
    [first, *_] = those(replay, "hit", "miss")
    await page.get_by_label("Go to entry").fill(name_at(replay, first)[1:])
    await page.get_by_label("Go to entry").press("Enter")
    await expect(page.locator(".die[data-state=right]").first).to_be_visible()
    await page.locator("#dice").click()
    await expect(page.get_by_role("dialog")).to_contain_text("checked against the seed")
    [commitment] = document(replay)["seeds"]
    await expect(page.get_by_role("dialog")).to_contain_text(commitment)
    await expect(page.get_by_role("dialog")).to_contain_text("typed by players")


@pytest.mark.parametrize("script", ["", "Object.defineProperty(crypto, 'subtle', { value: undefined })"])
async def test_a_changed_throw_order_or_seed_is_found(opens: Opens, replay: bytes, script: str) -> None:
    def changed(pattern: bytes, by: Callable[[re.Match[bytes]], bytes]) -> bytes:
        new, count = re.subn(pattern, by, replay, count=1)
        assert count == 1 and new != replay
        return new

    throw = changed(rb"\[0,99,(\d+),false\]", lambda m: b"[0,99,%d,false]" % ((int(m[1]) + 1) % 100))
    page = await opens(content=throw, script=script)
    await expect(page.locator("#dice")).to_have_text("Dice: not verified")
    await page.locator("#dice").click()
    await expect(page.get_by_role("dialog")).to_contain_text("but the seed gives")
    order = changed(rb'(\\"aim\\":)1', lambda m: m[1] + b"2")
    page = await opens(content=order, script=script)
    await expect(page.locator("#proof")).to_contain_text("the order differs from the one its dice were drawn for")
    [seed] = document(replay)["seeds"].values()
    other = (b"0" if seed[0] != "0" else b"1") + seed[1:].encode()
    page = await opens(content=replay.replace(seed.encode(), other), script=script)
    await expect(page.locator("#proof")).to_contain_text("differs from the one posted")


async def test_names_are_text_and_nothing_comes_from_elsewhere(opens: Opens, replay: bytes) -> None:
    page = await opens(script="window.evil = () => { document.title = 'evil'; };")
    await expect(page.locator("#title")).to_have_text(EVIL)
    await page.keyboard.press("End")
    await expect(page.locator("#fighters li", has_text="<svg/onload=evil()>")).to_be_visible()
    await expect(page.locator("#fighters h3", has_text="<b>Blue</b>")).to_be_visible()
    assert await page.locator("img, b b, [onload], [onerror]").count() == 0
    assert "evil" not in (await page.title()).replace(EVIL, "")


async def test_nothing_runs_or_loads_that_is_not_the_pages_own(browser: Browser, replay: bytes, tmp_path: Path) -> None:
    (tmp_path / "replay.html").write_bytes(replay)
    page = await browser.new_page()
    await page.goto((tmp_path / "replay.html").as_uri())
    blocked = await page.evaluate(
        """async () => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'evil'";
            document.body.append(script);
            return fetch("https://example.org/").then(() => "loaded", () => "blocked");
        }"""
    )
    assert blocked == "blocked"
    assert await page.title() != "evil"
    await page.close()


@pytest.mark.parametrize("width", [390, 1280])
async def test_it_fits_and_has_a_light_and_a_dark_side(opens: Opens, width: int) -> None:
    page = await opens(width=width)
    assert await page.evaluate("document.documentElement.scrollWidth") == width
    colors = []
    for label in ("automatic", "light", "dark"):
        await expect(page.locator("#theme")).to_have_attribute("aria-label", f"Colors: {label}")
        colors.append(await page.evaluate("getComputedStyle(document.body).backgroundColor"))
        await page.locator("#theme").click()
    assert colors[1] != colors[2] and colors[0] in colors[1:]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_its_texts_can_be_read_and_its_controls_have_names(opens: Opens, replay: bytes, scheme: str) -> None:
    [hit, *_] = those(replay, "hit", "miss")
    page = await opens(f"#entry={name_at(replay, hit)[1:]}")
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await expect(page.locator("#dice")).to_have_text("✓ Dice verified")
    await page.locator("#log summary").click()
    assert await page.evaluate(CONTRAST) == []
    controls = await page.locator("button:visible, select:visible, input:visible").all()
    names = [await control.evaluate(_NAME) for control in controls]
    assert len(controls) > 12 and all(names)


async def test_the_page_of_one_side_opens_where_the_clock_has_acted(opens: Opens, tmp_path: Path) -> None:
    async with served(tmp_path / "referee.sqlite3", Moved()) as bot:
        game = Game(bot.playground, bot.client)
        await auto(game, bot)
        await types(game, "GM: /encounter options name: fog value: sides")
        _, content = await replay_file(game, game.ann)
    page = await opens(content=content)
    for key in ("Home", "End"):
        await page.keyboard.press(key)
        await expect(page.locator("#clock")).to_have_text(re.compile(r"Turn \d"))
