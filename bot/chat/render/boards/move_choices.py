"""Where a fighter can move, in words, above the buttons that choose a place."""

from __future__ import annotations

from bot.chat.render.text.markdown import CONTENT, clip, escaped
from bot.chat.render.text.reply import Reply
from bot.game.pages.move_choices import Choice, described
from rules.engine.records.model import Encounter
from rules.words.phrases import measured

_MOST = 1200
"""Characters of the list of places: a picture may be below it."""


def move_choices(choice: Choice, encounter: Encounter) -> Reply:
    """Return the page of the places that a fighter can reach, each with its cost."""
    reach = choice.reach
    if choice.here is None:
        first = f"Where will {choice.name} appear? The others see nothing until everyone appears."
    else:
        left = f" {measured(reach.left, reach.unit)} left now." if reach.left is not None and reach.unit else ""
        how = f" ({choice.how})" if choice.how else ""
        first = f"{choice.name} is at {choice.here}.{left} Choose a place to move to{how}:"
    lines, size = [first], len(first)
    rows = described(choice, encounter)
    for at, (cost, places) in enumerate(rows):
        line = places if choice.here is None else f"{cost}: {places}"
        if size + len(line) > _MOST:
            room = line[: max(0, _MOST - size)].rpartition(",")[0]
            lines += [f"{room} …"] if room else []
            lines.append(f"or a farther one, up to {rows[-1][0]}" if at < len(rows) else "")
            break
        lines.append(line)
        size += len(line)
    return Reply(clip("\n".join(escaped(line) for line in lines if line), CONTENT))
