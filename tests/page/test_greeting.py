"""The greeting guides a newcomer through the first fight: three things to type, ticked off whoever types them."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from bot.play.fight_setup import lay_out
from bot.play.first_fight import FirstFight, first_fight
from tests.page.conftest import OpenWindow
from tests.page.test_phone import fits
from tests.page.window import Window
from tests.served import Served


async def laid_out(bot: Served) -> FirstFight:
    fight = first_fight("aliens")
    await lay_out(bot.playground, fight, print)
    bot.playground.world.greeting = fight.greeting_for_page("f1")
    return fight


def greeting(window: Window) -> Locator:
    return window.page.get_by_role("complementary", name="Greeting")


def steps(window: Window) -> Locator:
    return greeting(window).get_by_role("listitem")


async def does(window: Window, line: str) -> None:
    """Presses a step's button and sends what it wrote."""
    await greeting(window).get_by_role("button", name=line, exact=True).click()
    await window.send()


async def speaks_as(window: Window, name: str) -> None:
    await window.page.get_by_role("complementary", name="Who is speaking").get_by_text(name, exact=True).click()


async def test_three_steps_are_ticked_off_and_then_it_says_what_comes_next(
    bot: Served, open_window: OpenWindow
) -> None:
    fight = await laid_out(bot)
    ann = await open_window("Ann")
    await expect(steps(ann)).to_have_count(3)
    for number, hint in enumerate(fight.greeting.steps, start=1):
        await expect(greeting(ann).get_by_text("What next?")).to_have_count(0)
        await does(ann, hint.line)
        await expect(steps(ann).filter(has=ann.page.get_by_text("Done:").locator("visible=true"))).to_have_count(number)
    await expect(greeting(ann).get_by_role("status")).to_contain_text("What next?")
    await ann.keep("greeting-done")

    await greeting(ann).get_by_role("button", name="/move to: F4 who: Alien 4").click()
    await expect(ann.option("who")).to_have_value("Alien 4")


async def test_what_was_done_is_kept_whoever_one_speaks_as_and_outlives_the_page(
    bot: Served, open_window: OpenWindow
) -> None:
    fight = await laid_out(bot)
    ann = await open_window("Ann")
    await does(ann, fight.greeting.steps[0].line)
    done = ann.page.get_by_text("Done:").locator("visible=true")
    await expect(done).to_have_count(1)
    await speaks_as(ann, "Ben")
    await expect(ann.entry).to_have_attribute("placeholder", "Message as Ben, or / for commands")
    await ann.sees("Muster")
    await expect(done).to_have_count(1)
    await ann.sends("/fire target: Alien 2")
    await expect(done).to_have_count(2)
    await speaks_as(ann, "Ann")
    await expect(done).to_have_count(2)

    bot.playground.world.forget()  # what was done long ago is no longer among the messages
    await ann.page.reload()
    await expect(done).to_have_count(2)
    bot.playground.world.greeting = fight.greeting_for_page("another fight")
    await ann.page.reload()
    await expect(steps(ann)).to_have_count(3)
    await expect(done).to_have_count(0)


async def test_what_others_typed_is_not_ticked_off(bot: Served, open_window: OpenWindow) -> None:
    fight = await laid_out(bot)
    gm, ann = await open_window("GM"), await open_window("Ann")
    await bot.person("Ann").types(fight.channel, fight.greeting.steps[1].line)
    for window in (gm, ann):
        await window.sees("Apone fires")
        await expect(window.page.get_by_text("Done:").locator("visible=true")).to_have_count(0)


async def test_put_away_it_stays_away_until_it_is_called_back(bot: Served, open_window: OpenWindow) -> None:
    await laid_out(bot)
    ann = await open_window("Ann")
    await greeting(ann).get_by_role("button", name="Close the greeting").click()
    await expect(greeting(ann)).to_be_hidden()
    await ann.page.reload()
    await ann.is_told("online")
    await expect(greeting(ann)).to_be_hidden()
    opener = ann.page.get_by_role("button", name="Show the greeting")
    await ann.goes_to("quiet-ruins")
    await expect(opener).to_be_hidden()
    await ann.goes_to("skirmish")
    await opener.click()
    await expect(steps(ann)).to_have_count(3)


async def test_it_fits_a_phone_before_and_after(bot: Served, open_window: OpenWindow) -> None:
    fight = await laid_out(bot)
    ann = await open_window("Ann", phone=True, dark=True)
    await ann.page.set_viewport_size({"width": 375, "height": 667})
    await fits(ann)
    await leaves_the_log_in_sight(ann)
    await ann.keep("greeting-phone")
    for hint in fight.greeting.steps:
        await does(ann, hint.line)
    await expect(greeting(ann).get_by_role("status")).to_contain_text("What next?")
    await fits(ann)
    await leaves_the_log_in_sight(ann)
    assert (await greeting(ann).inner_text()).startswith("What next?")
    await ann.keep("greeting-phone-done")


async def leaves_the_log_in_sight(window: Window) -> None:
    """The greeting takes no more than a quarter of the screen, and nothing of it is cut off."""
    height, whole = await greeting(window).evaluate("one => [one.clientHeight, one.scrollHeight]")
    assert height == whole
    assert height <= 667 / 4
