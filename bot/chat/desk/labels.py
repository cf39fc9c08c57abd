"""Labels of suggestions, read back: a Discord client sends the label if its user types it out, or pastes it.

A label is a name with details behind it: "Foe 1 (6 hexes)", "M16: 30 of 30 rounds", "fog, now hidden". It is read by
its name among the names that its reader knows, so a label of somebody unknown reads like one that was made up. Details
may be out of date. They count for nothing, but they must be details: other words behind a name leave the text as it is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from bot.game.requests import OrderContext
from rules.engine.map.codes import codes
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Fire
from rules.words.catalogue import normalized

V = TypeVar("V", str, int)

_MIDDLE = " · "
"""Between the parts of a label. Nobody types it, so anything may be behind it."""
_BEHIND_NAME = re.compile(r" · |: | \(|, now | (?=\d+/\d)")
"""The separators between a name and details."""
_IN_PARENTHESES = re.compile(r" \(([^()]*)\)")
_DISTANCE = re.compile(r"\d+ (?:hex(?:es)?|squares?|spaces?|inch(?:es)?)(?=,|$)", re.IGNORECASE)
"""A distance, with whatever was the matter with the line of sight: "9 hexes, not spotted"."""
_ROUNDS = re.compile(r" \d+/\d+(?!\w)")
_SEPARATOR = re.compile(r" · |: (?=\d)")
"""Before details without parentheses, inside a text."""
_WORD = re.compile(r"[^\s/]+")
_PLACE = re.compile(r"[a-z]{1,2}\d{1,2}")
_LONGEST = 200
"""Characters of a line of the board, which is the longest label."""
_MOST_PARTS, _MOST_COMMAS = 60, 6
"""Parts of a list, and of one label in it."""


class Label(str):
    """A text that was sent, passed to an option's suggestions in place of one that is being typed.

    `choice_list` then returns the one choice that the text is a label of, whether or not it would be accepted now.
    """


def may_be(text: str) -> bool:
    """Return whether a text has the form of a label, or of a list of labels."""
    return "," in text or _BEHIND_NAME.search(text) is not None


class Labels(Generic[V]):
    """The values of an option with their labels, as pairs."""

    def __init__(self, pairs: Iterable[tuple[V, str]]) -> None:
        self._values: set[str] = set()
        self._labels: dict[str, V] = {}
        self._names: dict[str, V | None] = {}
        """The value of each name; None for one that several values have."""
        self._spelled: set[str] = set()
        """The names as they are spelled."""
        self._words: set[str] = set()
        """The words of all details."""
        detailed = False
        for value, label in pairs:
            name, details = _taken_apart(str(value), label)
            detailed = detailed or bool(details)
            self._values.add(normalized(str(value)))
            self._labels.setdefault(normalized(label), value)
            self._spelled.add(name)
            self._names[normalized(name)] = value if self._names.get(normalized(name), value) == value else None
            self._words |= _words(details)
        if not detailed:
            # These are only words, and what is behind them belongs to their text.
            self._names.clear()

    def value(self, text: str) -> V | None:
        """Return the value that a text is a label of; None if it is none, or is a value already."""
        sought = normalized(text)
        if sought in self._values:
            return None
        if sought in self._labels:
            return self._labels[sought]
        for name, details in _splits(text):
            value = self._names.get(normalized(name))
            if value is not None and (details.startswith(_MIDDLE) or self._are_details(details)):
                return value
        return None

    def listed(self, text: str) -> str | None:
        """Return a list, by commas, with values in place of its labels, which may have commas; None if it has none."""
        parts = text.split(",")
        if len(parts) > _MOST_PARTS:
            return None
        values: list[str] = []
        found, at = False, 0
        while at < len(parts):
            value, end = self._longest(parts, at)
            found = found or value is not None
            values.append(parts[at].strip() if value is None else str(value))
            at = end
        return ", ".join(values) if found else None

    def within(self, text: str) -> str:
        """Return a text with values in place of the labels that stand between other words: a line of a plan.

        There the details end at the first word that is none.
        """
        names = sorted((name for name in self._spelled if self._names.get(normalized(name)) is not None), key=len)
        if not names:
            return text
        label = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, reversed(names)))})(?=[ :])", re.IGNORECASE)
        parts: list[str] = []
        at = 0
        while found := label.search(text, at):
            end = self._end_of_details(text, found.end())
            value = self._names[normalized(found[0])] if end > found.end() else found[0]
            parts += [text[at : found.start()], str(value)]
            at = end
        return "".join((*parts, text[at:]))

    def _end_of_details(self, text: str, start: int) -> int:
        """Return where the details end that begin here, which is the start if there are none."""
        end = start
        inside = _IN_PARENTHESES.match(text, start)
        if inside and (_DISTANCE.match(inside[1]) or (_words(inside[1]) and self._all_known(inside[1]))):
            end = inside.end()
        if rounds := _ROUNDS.match(text, end):
            return rounds.end()
        if not _SEPARATOR.match(text, end):
            return end
        seen = False
        for word in _WORD.finditer(text, end):
            is_sign = not normalized(word[0])
            if not is_sign and not self._all_known(word[0]):
                break
            seen = seen or not (is_sign or word[0][0].isdigit())
            if seen and not is_sign:
                end = word.start() + len(word[0].rstrip(",.:;"))
            if word[0][-1] == ";":
                break
        return end

    def _all_known(self, text: str) -> bool:
        words = {word for word in _words(text) if not _PLACE.fullmatch(word)}
        return words <= self._words

    def _longest(self, parts: list[str], at: int) -> tuple[V | None, int]:
        """Return the value of the longest label that begins with a part of a list, and the number of the next part."""
        if not _BEHIND_NAME.search(parts[at]):
            return None, at + 1
        for end in range(min(len(parts), at + _MOST_COMMAS), at, -1):
            text = ",".join(parts[at:end])
            inside = text.count("(") and text.rstrip().endswith(")") and text.count("(") == text.count(")")
            first, *further = parts[at:end]
            closed = first.count("(") == first.count(")")
            if closed and not all(self._are_known(part) for part in further):
                continue
            if (closed or inside) and (value := self.value(text)) is not None:
                return value, end
        return None, at + 1

    def _are_details(self, text: str) -> bool:
        return any(sign.isdigit() for sign in text) or self._are_known(text)

    def _are_known(self, text: str) -> bool:
        return normalized(text) not in self._values and _words(text) <= self._words


def _taken_apart(value: str, label: str) -> tuple[str, str]:
    """Return the name in a label, and the details behind it."""
    if label.startswith(value):
        return value, label[len(value) :]
    behind = _BEHIND_NAME.search(label)
    return (label[: behind.start()], label[behind.start() :]) if behind else (label, "")


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Yield each way to take a text apart into a name and details, the longest name first."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST:
        yield from ((text[: at.start()], text[at.start() :]) for at in reversed([*_BEHIND_NAME.finditer(text)]))


def _words(text: str) -> set[str]:
    """Return the words of details without numbers, in the singular."""
    return {word.removesuffix("s") for word in normalized(text).split() if not word.isdigit()}


def known(context: OrderContext) -> Iterator[tuple[str, str]]:
    """Yield every fighter that the user knows, as suggestions and as the board show them: labels may be of anybody."""
    by_id = codes(context.encounter.combatants)
    for one in context.encounter.combatants:
        yield one.name, shown(one, context)
        yield one.name, f"{by_id[one.id]} {one.name}"


def in_a_plan(actor: str, context: OrderContext) -> Labels[str]:
    """Return the labels that can stand in the lines of a fighter's plan: fighters, weapons and acts."""
    pairs = [*known(context), *context.ruleset.acts(context.encounter, actor)]
    names = {one.id: one.name for one in context.encounter.combatants}
    with contextlib.suppress(Refusal):
        choices = context.choices(Fire(actor))
        pairs += [*((names[id], text) for id, text in choices.targets if id in names), *choices.weapons]
    return Labels(pairs)


def shown(combatant: Combatant, context: OrderContext) -> str:
    """Return a combatant with what the board says of them."""
    short = context.ruleset.brief(combatant, context.encounter).beside(combatant.name)
    return f"{combatant.name} · {short}" if short else combatant.name
