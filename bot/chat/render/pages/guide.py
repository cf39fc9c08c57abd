"""The words of `/start`: what each step of a first fight shows, and which button comes next."""

from __future__ import annotations

from bot.chat.render.pages.help import who_can_act
from bot.chat.render.text.markdown import escaped, strong
from bot.chat.render.text.reply import Reply
from bot.game.help.first_steps import Steps
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.model import Encounter
from rules.words.phrases import listed

BEGUN, TAKEN, ODDS, FIRED, MOVED_ON = "begun", "taken", "odds", "fired", "moved on"

_SAYS = {
    BEGUN: "The fight is in the channel, where everyone reads it. Only you see this guide. You are the GM and may order"
    " everyone.",
    TAKEN: "The fight is in the channel, where everyone reads it. Only you see this guide. Your side's fighters belong"
    " to you. You are the GM as well and may order the others too.",
    ODDS: "That is the chance for each aim. Only you see it, and nothing was spent.",
    FIRED: "That was a shot. Its first line has the result and the number that decided it. **Details** shows every die"
    " and table.",
    MOVED_ON: "Time has moved on, and fighters can act again.",
}
_NEXT = {
    BEGUN: "First look at the chances: press **Chances**.",
    TAKEN: "First look at the chances: press **Chances**.",
    ODDS: "Now fire.",
    FIRED: "Fire with another fighter, or press **Next turn**: time continues, without those who have not acted.",
    MOVED_ON: "Fire again, or type an order of your own, such as `/move` or `/reload`. **End** ends the fight.",
}
_END = "Press **End**."


def choose_book() -> Reply:
    """Return the first question: by which rulebook."""
    return Reply(
        "**Your first fight**\nThe bot lays out a small fight in this channel and shows you the buttons, one step at a"
        " time. It takes about five minutes.\nChoose a rulebook:"
    )


def choose_side(book: Ruleset, sentence: str) -> Reply:
    """Return the second question: which side, or the GM."""
    return Reply(f"{strong(book.title)}: {escaped(sentence)}.\nChoose a side. As the GM you play everyone.")


def already_open(title: str) -> Reply:
    """Return the answer for a channel with an open encounter."""
    return Reply(
        f"{strong(title)} is open in this channel, so no other fight can start here. See what you can do in it, or use"
        " `/start` in a thread."
    )


def step(which: str, steps: Steps, encounter: Encounter, aiming: str = "") -> Reply:
    """Return a step of the guide: what has happened, who can act, which button comes next; `aiming` says who is still
    aiming the shot that was ordered.
    """
    lines = [f"**{escaped(encounter.title)}** · {escaped(steps.now.clock)}"]
    if steps.over:
        return Reply("\n".join([*lines, f"{escaped(steps.over)} {_END}"]))
    lines.append(escaped(aiming) or _SAYS[which])
    if steps.now.fighter:
        lines.append(who_can_act(steps.now))
    if steps.now.note:
        lines.append(escaped(steps.now.note))
    if steps.fire and steps.first:
        lines.append(_NEXT[which])
    else:
        lines.append("Press **Next turn**." if steps.onward else "Answer the question in the channel first.")
    return Reply("\n".join(lines))


def ended(topics: tuple[str, ...]) -> Reply:
    """Return the end of the guide."""
    return Reply(
        "The fight has ended. The seed of the dice is shown, so that anyone can check them. Next: `/encounter start`"
        f" with your own fighters, or ask `/help` about {escaped(listed(topics))}."
    )
