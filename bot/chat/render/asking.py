"""What asks before an order is carried out: the order form, the prompt for typed dice, what must be chosen first.

All of it is private.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.chat.render.markdown import CONTENT, clip, plain
from bot.chat.render.reply import Reply
from bot.chat.render.wording import face
from rules.engine.errors import DiceWanted


def form(verb: str, actor: str, targets: int, shown: int, words: str) -> Reply:
    """The text of an order form: actor and verb, how many of the `targets` are `shown`, the words typed with it."""
    who = plain(actor)
    if not targets:
        content = f"{who} has nothing to {verb} at here; name a target with target: or bring one in."
    else:
        content = f"{who} is to {verb}: choose, then press {verb.capitalize()}."
    if shown < targets:
        content += f" The list holds the {shown} likeliest of {targets} targets; others go by name with target:."
    if not words:
        return Reply(content)
    return Reply(content, (discord.Embed(description="Typed along:").set_footer(text=words),))


def form_used(verb: str) -> str:
    """What replaces a form whose order was given."""
    return f"{verb.capitalize()}: the answer is below."


def prompt(wanted: DiceWanted) -> Reply:
    """Which die is asked for, and which dice are taken so far."""
    taken = _thrown(f"{face(roll.value, roll.low, roll.high)} for {roll.why}" for roll in wanted.thrown)
    thrown = "the next die" if taken else "a die"
    low = face(wanted.low, wanted.low, wanted.high)
    return Reply(f"{taken}Throw {thrown}, {low} to {wanted.high}, for {plain(wanted.why)}.")


def prompt_used() -> str:
    """What replaces a prompt whose dice were typed."""
    return "The dice are typed; the answer is below."


def question(sentences: Iterable[str]) -> Reply:
    """What has to be chosen before an order is carried out, a sentence on each line; nothing is done until then."""
    return Reply(clip("\n".join(map(plain, sentences)), CONTENT))


def question_answered(choice: str) -> str:
    """What replaces a question once one of its choices was carried out."""
    return f"{plain(choice)}: the answer is below."


def text_sent() -> str:
    """What replaces a refusal whose text was corrected."""
    return "Mended and sent; the answer is below."


def _thrown(rolls: Iterable[str]) -> str:
    taken = ", ".join(plain(roll) for roll in rolls)
    if len(taken) > 1500:
        taken = f"… {taken[-1500:]}"
    return f"Taken: {taken}. " if taken else ""
