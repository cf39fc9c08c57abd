"""The readings of a line that gives several aims, weapons or postures for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.game.rulings.lines.errors import Reread, uncounted
from bot.game.rulings.who.places import SHOOTER, TARGET
from bot.game.rulings.words.spans import TIMED, Sort, Span, nothing


def with_aim(spans: Sequence[Span], aim: str) -> list[Span]:
    """Return the spans with one of several aims; the others are not counted."""
    rest, found = [*spans], False
    for at, span in enumerate(rest):
        if span.sort is Sort.AIM and span.key != TIMED:
            given = aim in span.figure.split(" or ") and not found
            rest[at] = replace(span, figure=aim) if given else uncounted(span)
            found = found or given
    return rest


def with_arm(spans: Sequence[Span], arm: Span) -> list[Span]:
    """Return the spans with one of several weapons; the others are not counted."""
    arms = [one for one in spans if one.sort in (Sort.WEAPON, Sort.CLASS)]
    return [uncounted(one) if one in arms and one.names != arm.names else one for one in spans]


def whose(spans: Sequence[Span], key: str, postures: tuple[str, str], names: tuple[str, str]) -> Reread:
    """Return the question which of two postures is the shooter's; `key` is their term, `names` are the fighters'."""
    both = [at for at, span in enumerate(spans) if span.key == key and span.text in postures]
    rest = [span for at, span in enumerate(spans) if at not in both]
    shooter, target = names[0] or "shooter", names[1] or "target"
    readings = []
    for one, other in (postures, postures[::-1]):
        owned = [replace(spans[at], figure=SHOOTER if spans[at].text == one else TARGET) for at in both]
        label = f"{shooter} {one}, {target} {other}"
        readings.append((label[:1].upper() + label[1:], [*rest, nothing(owned[0], Sort.BREAK), *owned]))
    return Reread("", f"Who is {postures[0]}, and who is {postures[1]}?", readings, rest)
