"""Laying out a first fight: its lines are typed, one after the other, by the people who are named in it."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.game.errors import CannotStart
from bot.play.first_fight import FirstFight, Step
from standin.errors import PageError
from standin.server import Playground

_SILENCE = 1.0
"""Seconds without a word to the person at the terminal."""


async def lay_out(playground: Playground, fight: FirstFight, say: Callable[[str], None]) -> None:
    """Types the fight's lines; `say` hears of every second that it takes. Raises CannotStart for a line that fails."""
    channel = playground.person(fight.you).channel_id(fight.channel)
    playground.world.change_channel(channel, topic=fight.topic)
    spoken_at = time.monotonic()
    for number, step in enumerate(fight.steps, start=1):
        await _typed(playground, fight.channel, step)
        if time.monotonic() - spoken_at > _SILENCE and number < len(fight.steps):
            spoken_at = time.monotonic()
            say(f"Laying out the fight: {number} of {len(fight.steps)}")


async def _typed(playground: Playground, channel: str, step: Step) -> None:
    """A private answer is a refusal: what lays a fight out is said to all."""
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
