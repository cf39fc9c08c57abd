"""Suggestions as Discord takes them: those that fit what is typed and would be accepted, at most 25, never an error."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Coroutine, Iterable
from itertools import chain
from time import monotonic as clock
from typing import Any, TypeVar

from discord import app_commands

from bot.chat.desk.context import Interaction
from bot.chat.desk.labels import Label, Labels
from bot.chat.render.text.markdown import clip
from rules.engine.records.errors import Refusal
from rules.words.catalogue import abbreviates, normalized

log = logging.getLogger(__package__)

MOST, LONGEST = 25, 100
_AT_ONCE = 8
"""How many texts are looked at until others of the event loop have their turn."""
_MOST_TRIED, _LONGEST_TRYING = 120, 1.0
"""How many suggestions are tried, and for how many seconds: a book may have hundreds, and Discord waits 3 seconds for
all that is offered."""

V = TypeVar("V", str, int)
Suggestions = list[app_commands.Choice[Any]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]


def calm(suggest: Suggest) -> Suggest:
    """Suggest nothing if there is an error: the order itself reports it."""

    @functools.wraps(suggest)
    async def suggested(interaction: Interaction, current: str) -> Suggestions:
        try:
            return await suggest(interaction, current)
        except Refusal:
            return []
        except Exception:
            log.exception("no suggestions from %s", suggest.__name__)
            return []

    return suggested


async def choice_list(
    pairs: Iterable[tuple[V, str]],
    current: str,
    allowed: Callable[[V], bool] = lambda value: True,
    known: Iterable[tuple[V, str]] = (),
    *,
    several: bool = False,
) -> Suggestions:
    """Return the values whose text matches the typed abbreviation, best first, and only the `allowed` ones.

    `allowed` is checked last, and other tasks of the event loop run between the checks. Values that there is no time to
    check are left out. Of a `Label`, the value is returned; it may also be one of the `known`, which are not suggested.
    If the option takes `several` texts, they are suggested for the one after the last comma, with those before it.
    """
    if isinstance(current, Label):
        labels = await _labels(pairs, known)
        return _read(current, labels.listed(current) if several else labels.value(current))
    named, comma, last = current.rpartition(",") if several else ("", "", current)
    before = f"{named}, " if comma else ""
    taken = {normalized(one) for one in named.split(",")} if comma else set()
    fits: list[tuple[int, Any, str]] = []
    for number, (value, text) in enumerate(pairs, 1):
        whole = f"{before}{value}" if before else value
        fresh = not (comma and normalized(str(value)) in taken) and len(str(whole)) <= LONGEST and text.strip()
        rank = abbreviates(last, text) if fresh else None
        if rank is not None:
            fits.append((rank, whole, before + text))
        # The words about each of sixty fighters take time, too.
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)
    fits.sort(key=lambda one: one[0])
    offered: Suggestions = []
    until = clock() + _LONGEST_TRYING
    for _, whole, text in fits[:_MOST_TRIED]:
        if len(offered) == MOST or clock() > until:
            break
        if allowed(whole):
            offered.append(app_commands.Choice(name=clip(text, LONGEST), value=whole))
        await asyncio.sleep(0)
    return offered


async def _labels(pairs: Iterable[tuple[V, str]], known: Iterable[tuple[V, str]]) -> Labels[V]:
    found: list[tuple[V, str]] = []
    for number, pair in enumerate(chain(pairs, known), 1):
        found.append(pair)
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)
    return Labels(found)


def _read(label: Label, value: str | int | None) -> Suggestions:
    return [] if value is None else [app_commands.Choice(name=str(label), value=value)]


def described(*words: str) -> list[tuple[str, str]]:
    """Return suggestions whose text is their value."""
    return [(word, word) for word in dict.fromkeys(words)]
