"""Suggestions for a ruling of one line: how it is read, with its chance, and lines that complete or correct it.

The line is read by the code that will carry it out, in a thread, and no dice are thrown. A reading that does not fit
into Discord's 100 characters is not suggested, and no suggestion shortens a line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from discord import app_commands

from bot.chat.desk.context import Interaction
from bot.chat.desk.ruling_lines import Line, line_of
from bot.chat.suggestions import partial_orders
from bot.chat.suggestions.choice_list import LONGEST, MOST, Suggestions, calm
from bot.game.rulings import (
    SENT,
    WHICH_WEAPON,
    Missing,
    Ruling,
    Sort,
    chance,
    is_small,
    named_book,
    odds_of,
    read_care,
    sort_of,
)
from rules.engine.records.errors import RangeWanted, Refusal

_CHANCES = {"automatic": "automatic hit", "none": "no chance", "–": "no chance"}
"""Chances of a book in words that mean nothing else in a line that is typed out."""
_MOST_CHANGES, _MOST_COMPLETED, _SHORTEST = 6, 8, 2


@calm
async def ruling(interaction: Interaction, current: str) -> Suggestions:
    """Return the reading of the line first, then lines that complete or correct it."""
    if not current.strip():
        return []
    line = await line_of(interaction, current, partial_orders.typed(interaction, "ruleset"))
    # Whatever names the rulebook in the line is in what is sent.
    prefix = f"{line.ground.preset}: " if named_book(current)[0] else ""
    found = await asyncio.to_thread(lambda: [*_suggested(line, prefix)])
    kept = dict.fromkeys((name, value) for name, value in found if max(len(name), len(value)) <= LONGEST)
    return [app_commands.Choice(name=name, value=value) for name, value in kept][:MOST]


def _suggested(line: Line, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield a label and a line for each suggestion; the `prefix` names the rulebook. Raises Refusal."""
    try:
        if sort_of(line.text) is Sort.CARE:
            request = read_care(line.text)
            yield f"{prefix}{request.line[:1].upper()}{request.line[1:]}", prefix + request.line
        else:
            yield from ((prefix + name, prefix + value) for name, value in _read(line.read(), line))
    except Missing as missing:
        choices = missing.choices
        if missing.reading is not None:
            yield from ((prefix + name, prefix + value) for name, value in _shown(missing.reading, line))
            choices = choices[1:]
        for label, again, preset in choices:
            sent = f"{preset}: {again}" if preset and preset != line.ground.preset else prefix + again
            yield _asked(missing.question, label, sent), sent
        if missing.question.endswith(WHICH_WEAPON) or any(line.text.endswith(one.words) for one in missing.left_out):
            yield from ((prefix + name, prefix + value) for name, value in _completed(line))
    except Refusal:
        yield from ((prefix + name, prefix + value) for name, value in _completed(line))


def _asked(question: str, label: str, sent: str) -> str:
    """Return the label for an answer to a question, with the line that it sends; without the question if that is too
    long.
    """
    whole = f"{question} {label} {SENT} {sent}"
    return whole if len(whole) <= LONGEST else f"{label} {SENT} {sent}"


def _read(ruling: Ruling, line: Line) -> Iterator[tuple[str, str]]:
    """Yield the reading of a line, then its changes."""
    yield from _shown(ruling, line)
    vocabulary = line.ground.vocabulary
    for change in ruling.request(vocabulary, line.ground.space).changes[:_MOST_CHANGES]:
        word, _, words = change.partition(" ")
        if word == "count":
            left = tuple(one for one in ruling.left_out if words not in one.counts)
            counted = replace(line, text=_written(replace(ruling, left_out=left), line, words))
            yield from _of(counted)
        elif change != "range":
            yield from _shown(ruling.changed(change), line)


def _of(line: Line) -> Iterator[tuple[str, str]]:
    try:
        yield from _shown(line.read(), line)
    except (Missing, Refusal):
        return


def _written(ruling: Ruling, line: Line, words: str) -> str:
    left_out = f", not counted: {' / '.join(one.words for one in ruling.left_out)}" if ruling.left_out else ""
    return f"{ruling.written(line.ground.vocabulary, line.ground.space, whole=False)}, {words}{left_out}"


def _shown(ruling: Ruling, line: Line) -> Iterator[tuple[str, str]]:
    """Yield the reading with its chance: "M16 → guard, 22 hexes, aim 3, braced: 87 %"."""
    vocabulary, space = line.ground.vocabulary, line.ground.space
    try:
        odds = chance(odds_of(ruling, line.ground))
    except RangeWanted:
        odds = ""
    except Refusal:
        return
    written = ruling.written(vocabulary, space)
    shown = ruling.written(vocabulary, space, whole=False).replace(", at ", " → ", 1)
    left_out = f"Not counted: {'; '.join(one.words for one in ruling.left_out)}. " if ruling.left_out else ""
    odds = _CHANCES.get(odds) or odds.replace("%", " %")
    yield f"{left_out}{shown}: {odds}".rstrip(": "), written


def _completed(line: Line) -> Iterator[tuple[str, str]]:
    """Yield the line with its last word completed to a weapon, if it begins one."""
    before, _, last = line.text.rpartition(" ")
    vocabulary = line.ground.vocabulary
    if len(last) < _SHORTEST or not last[0].isalpha() or is_small(last.casefold()):
        return
    names = dict.fromkeys((*vocabulary.classes, *(name for several in vocabulary.weapons.values() for name in several)))
    fitting = [name for name in names if name.casefold().startswith(last.casefold())]
    for name in fitting[:_MOST_COMPLETED]:
        completed = f"{before} {name}".strip()
        yield completed, completed
