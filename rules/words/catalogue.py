"""Finds things by any reasonable spelling: combatants, weapons, cards, tables.

Spaces, case, hyphens and accents do not matter; a unique beginning or unique words are enough.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar, overload

from rules.engine.records.errors import Ambiguous, UnknownName, quoted
from rules.words.phrases import listed

T = TypeVar("T")
Also = Mapping[str, Sequence[str]]
Labels = Mapping[str, str]
_Fits = Callable[[str, str], bool]

_LONGEST, _MOST_NEAR = 100, 3
_KEPT = 64
"""The longest text whose normalized form is cached: no name is longer, and typed texts must not fill the memory."""
_NEAR = 0.6
"""How similar two names must be, from 0 to 1, to count as a slip of the pen: “guard” is not “akr” (0.5)."""
_PART = re.compile(r"\d+|[^\d\s]+")


@overload
def find(name: str, candidates: Mapping[str, T], what: str = ..., *, also: Also = ..., labels: Labels = ...) -> T: ...
@overload
def find(name: str, candidates: Sequence[str], what: str = ..., *, also: Also = ..., labels: Labels = ...) -> str: ...
def find(
    name: str,
    candidates: Mapping[str, T] | Sequence[str],
    what: str = "name",
    *,
    also: Also = MappingProxyType({}),
    labels: Labels = MappingProxyType({}),
) -> T | str:
    """Return the candidate that `name` means, or its value in a mapping. `what` is the noun for errors ("weapon").

    These ways are tried in order, and the first that fits a candidate decides: the exact name, the name in another
    spelling, its beginning, its beginning from any later word, its words in any order. `also` gives candidates other
    names, `labels` are the names in a refusal. Raises UnknownName, with `.nearest`, if no candidate fits, Ambiguous if
    several fit equally well.
    """
    found = _found(name, tuple(candidates), what, also, labels)
    return candidates[found] if isinstance(candidates, Mapping) else found


def nearest(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names that look most like `name`, best first; names that are not near are left out."""
    return _nearest(name[:_LONGEST], tuple(names))


@lru_cache(maxsize=64)
def _nearest(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the nearest names from a cache: one text is often read in several ways, with the same unknown words."""
    spelled: dict[str, str] = {}
    for candidate in names:
        spelled.setdefault(normalized(candidate), candidate)
    alike = difflib.get_close_matches(normalized(name)[:_LONGEST], spelled, n=_MOST_NEAR, cutoff=_NEAR)
    return tuple(spelled[key] for key in alike)


def abbreviates(typed: str, text: str) -> int | None:
    """Return how well `typed` abbreviates a text, None if it does not; 0 is best.

    0: the text begins with it; 1: one of its words does; 2: each part typed, of letters or of digits, begins a part of
    the text, in order ("ak47" is in "AKM 47", "m-16" in "M16A1"); 3: it is anywhere in the text. Spaces, case, accents
    and punctuation do not matter.
    """
    start, sought = _sought(typed[: _LONGEST + 1])
    if len(start) > _LONGEST:
        return None
    words = normalized(text).split()
    whole = "".join(words)
    if whole.startswith(start):
        return 0
    if any("".join(words[first:]).startswith(start) for first in range(1, len(words))):
        return 1
    parts = iter(_parts(" ".join(words)))
    if all(any(part.startswith(one) for part in parts) for one in sought):
        return 2
    return 3 if start in whole else None


@lru_cache(maxsize=16)
def _sought(typed: str) -> tuple[str, tuple[str, ...]]:
    """Return a typed text without blanks, and its parts; cached, because it is compared with many texts."""
    sought = normalized(typed)
    return _squeezed(sought), _parts(sought)


def normalized(text: str) -> str:
    """Return a text for comparison: no case, no accents, punctuation as single spaces."""
    return _normalized_name(text) if len(text) <= _KEPT else _normalize(text)


def _normalize(text: str) -> str:
    return " ".join("".join(map(_sign, text)).split())


@lru_cache(maxsize=1024)
def _sign(sign: str) -> str:
    """Return one character for comparison; it may become several, or none."""
    signs: list[str] = []
    for one in unicodedata.normalize("NFKD", sign).casefold():
        category = unicodedata.category(one)
        if category[0] in "PZ" or category == "Cc":
            signs.append(" ")
        elif category[0] not in "MC":
            signs.append(one)
    return "".join(signs)


_normalized_name = lru_cache(maxsize=4096)(_normalize)


def _found(name: str, names: tuple[str, ...], what: str, also: Also, labels: Labels) -> str:
    if name.strip() in names:
        return name.strip()
    # A single ligature may stand for the letters of a whole sentence.
    sought = normalized(name[:_LONGEST])[:_LONGEST]
    for fits, spelled in _ways(sought, names, also) if sought else ():
        matches = tuple(one for one, forms in spelled if any(fits(sought, form) for form in forms))
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise Ambiguous(f"{quoted(name)} could be {listed(_labeled(matches, labels))}. Which one?", matches)
    if not names:
        raise UnknownName(f"I don't know {quoted(name)}. There is no {what} yet.")
    close = nearest(name, names)
    if close:
        raise UnknownName(f"I don't know the {what} {quoted(name)}. Nearest: {listed(_labeled(close, labels))}.", close)
    raise UnknownName(f"I don't know the {what} {quoted(name)}. Known: {listed(_labeled(names, labels), 'and')}.")


def _ways(sought: str, names: tuple[str, ...], also: Also) -> Iterator[tuple[_Fits, list[tuple[str, list[str]]]]]:
    """Yield the ways to fit, best first, each with the names whose normalized forms may fit in that way."""
    spelled = [(one, [normalized(form) for form in (one, *also.get(one, ()))]) for one in names]
    start, (first, *_) = _squeezed(sought), sought.split()
    holding = [(one, [form for form in forms if start in form.replace(" ", "")]) for one, forms in spelled]
    for fits in (_same, _begins, _continues):
        yield fits, holding
    yield _has_words, [(one, [form for form in forms if first in form]) for one, forms in spelled]


def _labeled(names: Sequence[str], labels: Labels) -> list[str]:
    return [labels.get(name, name) for name in names]


def _same(sought: str, candidate: str) -> bool:
    return _squeezed(sought) == _squeezed(candidate)


def _begins(sought: str, candidate: str) -> bool:
    start, words = _squeezed(sought), candidate.split()
    whole_words = any(start == "".join(words[:last]) for last in range(1, len(words)))
    return whole_words or _is_start(start, "".join(words))


def _continues(sought: str, candidate: str) -> bool:
    words = candidate.split()
    return any(_begins(sought, " ".join(words[first:])) for first in range(len(words)))


def _has_words(sought: str, candidate: str) -> bool:
    words = candidate.split()
    return all(any(_is_start(part, word) for word in words) for part in sought.split())


def _is_start(start: str, whole: str) -> bool:
    # "Alien 1" must never mean Alien 10: a number has to match completely.
    if not whole.startswith(start):
        return False
    rest = whole[len(start) :]
    return not (start[-1].isdigit() and rest[:1].isdigit())


def _parts(text: str) -> tuple[str, ...]:
    """Return the runs of digits and of other signs in a normalized text: "m16a1" is m, 16, a, 1."""
    return tuple(_PART.findall(text))


def _squeezed(text: str) -> str:
    return text.replace(" ", "")
