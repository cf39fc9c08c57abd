"""Laying out a first fight: the people named in it type its lines, one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.errors import CannotStart
from bot.play.firing_range import ONE_SHOT, QUICK_RULINGS
from bot.play.first_fight import FirstFight, Step
from standin.errors import PageError
from standin.server import Playground

_SILENCE = 1.0
"""Seconds without a word to the person at the terminal."""


async def lay_out(playground: Playground, fight: FirstFight, say: Callable[[str], None]) -> None:
    """Type the fight's lines; `say` gets its progress each second. Raises CannotStart for a line that fails."""
    channel = playground.person(fight.you).channel_id(fight.channel)
    playground.world.change_channel(channel, topic=fight.topic)
    rulings = playground.person(fight.you).channel_id(QUICK_RULINGS)
    playground.world.change_channel(rulings, topic=f"{ONE_SHOT}: {fight.quick}")
    reported_at = time.monotonic()
    for number, step in enumerate(fight.steps, start=1):
        await _typed(playground, fight.channel, step)
        if time.monotonic() - reported_at > _SILENCE and number < len(fight.steps):
            reported_at = time.monotonic()
            say(f"Laying out the fight: {number} of {len(fight.steps)}")


async def _typed(playground: Playground, channel: str, step: Step) -> None:
    """Type one line. A private answer is a refusal, because orders are answered in public."""
    reason = ""
    try:
        answer = await playground.person(step.by).types(channel, step.line, form=step.form)
        if answer.failed:
            reason = "the bot did not answer."
        elif answer.ephemeral:
            reason = answer.content
    except TimeoutError:
        reason = "the bot did not answer."
    except (PageError, LookupError) as error:
        reason = str(error)
    if reason:
        raise CannotStart(f"The first fight cannot be laid out: {step.line}: {reason}")
