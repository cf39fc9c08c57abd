"""The questions before an order is carried out: the order form, the prompt for typed dice, and choices that must be
made first.

All of it is private.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.chat.render.text.markdown import CONTENT, clip, escaped
from bot.chat.render.text.reply import Reply
from bot.chat.render.text.wording import face
from rules.engine.records.errors import DiceWanted


def form(verb: str, actor: str, targets: int, shown: int, words: str) -> Reply:
    """Return the text of an order form: actor and verb, how many of the `targets` are `shown`, the words typed
    with it.
    """
    who = escaped(actor)
    if not targets:
        content = f"{who} has no target to {verb} at. Name one with target:, or add one."
    else:
        content = f"Set up {who}'s {'shot' if verb == 'fire' else verb}, then press {verb.capitalize()}."
    if shown < targets:
        content += f" The list has {shown} of {targets} targets. Name others with target:."
    if not words:
        return Reply(content)
    return Reply(content, (discord.Embed(description="You also typed:").set_footer(text=words),))


def form_used(verb: str) -> str:
    """Return the text that replaces a used form."""
    return f"{verb.capitalize()}: the answer is below."


def prompt(wanted: DiceWanted) -> Reply:
    """Return the question for the next die, with the dice that were given so far."""
    taken = _thrown(f"{face(roll.value, roll.low, roll.high)} for {roll.why}" for roll in wanted.thrown)
    thrown = "the next die" if taken else "a die"
    low = face(wanted.low, wanted.low, wanted.high)
    return Reply(f"{taken}Throw {thrown}, {low} to {wanted.high}, for {escaped(wanted.why)}.")


def prompt_used() -> str:
    """Return the text that replaces a used prompt."""
    return "You typed the dice. The answer is below."


def question(sentences: Iterable[str]) -> Reply:
    """Return the choices before an order is carried out, one sentence on each line.

    Nothing is done until the player chooses.
    """
    return Reply(clip("\n".join(map(escaped, sentences)), CONTENT))


def question_answered(choice: str) -> str:
    """Return the text that replaces an answered question."""
    return f"{escaped(choice)}: the answer is below."


def text_sent() -> str:
    """Return the text that replaces a refusal after its text was corrected."""
    return "Corrected and sent. The answer is below."


def _thrown(rolls: Iterable[str]) -> str:
    taken = ", ".join(escaped(roll) for roll in rolls)
    if len(taken) > 1500:
        taken = f"… {taken[-1500:]}"
    return f"So far: {taken}. " if taken else ""
