"""The beginning of the stories of the page."""

from __future__ import annotations

from playwright.async_api import expect

from standin import Playground
from tests.page.window import Window
from tests.served import CHANNEL, Served


def fighters(bot: Playground | Served) -> str:
    """Apone (Ann's) at B2 and Ash (Ben's) at B3; two Aliens, three and four squares from Apone."""
    return f"""\
Apone: Apone at B2 {bot.person("Ann").mention}
Ash: Rifleman at B3 {bot.person("Ben").mention}
Alien 1: alien at E2
Alien 2: alien at F3"""


def hive(bot: Playground | Served) -> str:
    """Four Marines in a hall: Sarge and Rookie are Ann's, Gunner and Torch Ben's. Three bugs are in it, two behind the
    tunnel from I4 to G4."""
    ann, ben = bot.person("Ann").mention, bot.person("Ben").mention
    return f"""\
Sarge: Marine leader, rifle, grenade at B4 {ann}
Rookie: Marine, rifle at A6 {ann}
Gunner: Marine, smart gun at B2 {ben}
Torch: Marine, flamethrower, pistol at B3 {ben}
Bug Warrior 1: Bug Warrior at F5
Bug Warrior 2: Bug Warrior at F2
Bug Warrior 3: Bug Warrior at F3
Bug Warrior 4: Bug Warrior at J4
Bug Leader: Bug Leader at K4"""


async def brings_in(gm: Window, lines: str) -> None:
    """The GM fills in the form with a combatant on each line."""
    await gm.sends("/combatant add")
    await expect(gm.form.get_by_role("heading", name="Add fighters")).to_be_visible()
    await gm.form.get_by_role("textbox", name="Name: sheet line, one on each line").fill(lines)
    await gm.form.get_by_role("button", name="Submit").click()
    await expect(gm.form).to_be_hidden()


async def corridor(bot: Playground | Served) -> None:
    """An encounter of the GM's with these fighters on a map."""
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter start", ruleset="aliens", title="The corridor")
    await gm.slash(CHANNEL, "encounter map", size="8x5", walls="C5")
    form = await gm.slash(CHANNEL, "combatant add")
    await gm.submit(form, {"text": fighters(bot)})


async def depot(bot: Playground | Served) -> None:
    """Trent (Ann's) and two Guards on a map of hexes as wide as a phone shows."""
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The depot")
    await gm.slash(CHANNEL, "encounter map", size="15x9", walls="D2 D5 D6 H1 H4 H8")
    form = await gm.slash(CHANNEL, "combatant add")
    text = f"""\
Trent: skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, clothing at D4 {bot.person("Ann").mention}
Guard 1: green, AKM 47, exposed at J2
Guard 2: green, AKM 47, exposed at O9"""
    await gm.submit(form, {"text": text})
