"""What the stories of the page begin with."""

from __future__ import annotations

from bot.playground import Playground
from tests.served import CHANNEL, Served


def fighters(bot: Playground | Served) -> str:
    """Apone (Ann's) at B2 and Ash (Ben's) at B3; two Aliens, three and four squares from Apone."""
    return f"""\
Apone: Apone at B2 {bot.person("Ann").mention}
Ash: Rifleman at B3 {bot.person("Ben").mention}
Alien 1: alien at E2
Alien 2: alien at F3"""


async def corridor(bot: Playground | Served) -> None:
    """An encounter of the GM's with these fighters on a map."""
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter start", ruleset="aliens", title="The corridor")
    await gm.slash(CHANNEL, "encounter map", size="8x5", walls="C5")
    form = await gm.slash(CHANNEL, "combatant add")
    await gm.submit(form, {"text": fighters(bot)})
