"""`/stats`: statistics of dice and fights, counted from what the user may read, in private."""

from __future__ import annotations

import re

from bot.chat.commands.service import Interaction
from bot.chat.outgoing.messages import defer
from bot.chat.render.pages import statistics as pages
from bot.game.pages.statistics import Dice, Die
from bot.game.people.rights import Deed
from rules.engine.records.errors import UnknownName, quoted
from rules.words.phrases import listed

DICE, FIGHTS = "dice", "fights"


async def tell(interaction: Interaction, of: str, whose: str, encounter: str, die: str) -> None:
    """Answer with the statistics of dice or fights. If the picture fails, the numbers come alone. Raises Refusal."""
    service = interaction.client.service
    await service.check_right(interaction, Deed.LOOK_UP)
    await defer(interaction)
    scope = await service.scope(interaction, encounter, whose)
    if of == FIGHTS:
        fights, counted = await service.count_fights(interaction, scope)
        await service.tell(interaction, pages.fights(scope, fights, counted))
        return
    dice, counted = await service.count_dice(interaction, scope)
    chosen = _chosen(die, dice)
    picture = await service.drawn(pages.histogram(dice, chosen)) if chosen else None
    await service.tell(interaction, pages.dice(scope, dice, counted, chosen, picture))


def _chosen(words: str, dice: Dice) -> Die | None:
    """Return the die that is named ("d100"), or else the one with the most throws. Return None if there are no throws.

    Raises UnknownName.
    """
    by_throws = sorted(dice.faces, key=lambda one: -dice.faces[one].total())
    if not words.strip() or not by_throws:
        return by_throws[0] if by_throws else None
    faces = re.fullmatch(r"\s*[dD]?([0-9]{1,4})\s*", words)
    named = [one for one in by_throws if faces and pages.called(one) == f"d{int(faces[1])}"]
    if not named:
        thrown = listed([*dict.fromkeys(map(pages.called, by_throws))], "and")
        raise UnknownName(f"No {quoted(words)} was thrown there. These were: {thrown}.")
    return named[0]
