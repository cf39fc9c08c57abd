"""Time that goes on by itself, on the page: the live board, a deadline and its reminder, and declared orders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.async_api import Locator, expect

from tests.bot.owed import database
from tests.page.conftest import OpenWindow
from tests.page.test_phone import fits
from tests.page.window import Window
from tests.served import CHANNEL, Served

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter options name: fog value: off",
    "GM: /encounter map size: 20x20",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: D4 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: D10 sheet: SAL 10, CA 8, KV 48, AKM 47, facing north",
)


async def laid_out(bot: Served, *lines: str) -> None:
    for line in (*YARD, *lines):
        name, _, command = line.partition(": ")
        answer = await bot.person(name).types(CHANNEL, command)
        assert "Refus" not in answer.content and not answer.content.startswith("I don't"), answer.content


async def board(window: Window, *texts: str) -> Locator:
    """The live board, once it says all this."""
    found = window.messages.filter(has=window.page.get_by_role("button", name="Show all", exact=True))
    await expect(found).to_have_count(1)
    for text in texts:
        await expect(found).to_contain_text(text)
    return found


async def most_is_over(bot: Served) -> None:
    """Most of the time for the present decision goes by."""
    await bot.client.timekeeper.once()
    then = datetime.now(UTC) - timedelta(hours=16)
    texts = [moment.isoformat(timespec="microseconds") for moment in (then, then + timedelta(hours=24))]
    database(bot, "UPDATE deadlines SET began_at = ?, due_at = ?, next_at = ?", *texts, texts[0])
    await bot.client.timekeeper.once()


async def test_time_goes_on_by_itself_until_a_decision_is_due(bot: Served, open_window: OpenWindow) -> None:
    await laid_out(
        bot,
        "GM: /encounter options name: delay value: 0",
        "GM: /encounter options name: pace value: auto",
        "GM: /encounter deadline time: 24h",
        "Ann: /plan set who: Trent lines: move to D5; when hit: duck back; else: fire at nearest aim 4",
    )
    # From now on deadlines are looked at when the test says so.
    await bot.client.timekeeper.close()
    ann = await open_window("Ann", phone=True, dark=True)
    ben = await open_window("Ben")
    await board(ann, "Still to act Axly", "Ready Trent", "Deadline")
    await ann.keep("pace-auto-before")
    await ben.sends("/pass")
    # The plan's answer had the same lines.
    await ann.sees("Trent moves from D4 to D5", "It is Phase 1, Impulse 2. Still to act: Axly.")
    await board(ann, "Still to act Axly")
    await most_is_over(bot)
    reminder = await ann.sees("your decision in", "is due")
    await expect(reminder.get_by_role("button", name="No more reminders this turn")).to_be_visible()
    await fits(ann)
    await ann.keep("pace-auto-phone-dark")
    await ben.keep("pace-auto-desktop-light")


async def test_orders_are_declared_in_private_and_the_board_says_who_is_ready(
    bot: Served, open_window: OpenWindow
) -> None:
    await laid_out(
        bot,
        "GM: /encounter options name: delay value: 0",
        "GM: /encounter options name: pace value: sealed",
        "GM: /encounter deadline time: 24h",
    )
    ann = await open_window("Ann", phone=True, dark=True)
    ben = await open_window("Ben")
    await ann.sends("/fire target: Axly aim: 1")
    await ann.sees("Declared: Trent, fire at Axly, aim 1.")
    await board(ben, "Still to act Axly", "Ready Trent")
    await ben.never_saw("Declared")
    await ann.keep("pace-sealed-declared-phone-dark")
    await ben.sends("/move to: D8")
    await ben.sees("Axly moves from D10 to D8", "Trent fires the M16A1 at Axly")
    await board(ben, "Still to act")
    await fits(ann)
    await ann.keep("pace-sealed-phone-dark")
    await ben.keep("pace-sealed-desktop-light")
