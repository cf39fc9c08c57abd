"""The throws of a result in few lines: each with what it needed and what it came to.

"Hit 47, needed 53 · Where 61, shoulder · Damage 1,000 PD · Knockout 34, needed 25". A shot at one target is one chain;
of several targets or shots each has a chain of its own, and so has each part of a run. A chain begins with the throw
that decided it, so a chain without room loses what came of that. The throws that are left out are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bot.chat.render.results.first_line import Throw, figures
from bot.chat.render.text import phone
from bot.chat.render.text.markdown import DESCRIPTION, escaped, size, strong
from bot.game.entries.entries import Entry
from bot.game.entries.happenings import window
from bot.game.entries.names import name_of
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import CombatantOrder
from rules.words.phrases import counted

_SHOT_ROWS, _CHAIN_ROWS = 3, 2
"""The most rows of a phone for a shot at one target, and for one of several chains."""
_SHORT = 24
"""Characters of what a throw needs; longer words are explained under Details."""
_SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Chain:
    """The throws about one target, shot or part, each in Markdown, behind the words that tell which ("" for none).

    `number` is how many of them are throws of dice.
    """

    opening: str
    throws: tuple[Throw, ...]
    shown: tuple[str, ...]
    number: int

    @classmethod
    def of(cls, opening: str, throws: Sequence[Throw]) -> Chain:
        """Return these throws as a chain."""
        return cls(opening, tuple(throws), tuple([_shown(throw) for throw in throws]), _number(throws))

    def cut(self, rows: int) -> tuple[str, int]:
        """Return the first throws that have room in so many rows, in Markdown, and the number of those left out."""
        for kept in range(len(self.shown), 0, -1):
            text = " ".join(filter(None, [self.opening, _SEPARATOR.join(self.shown[:kept])]))
            if kept == 1 or phone.embedded_rows(text) <= rows:
                return text, _number(self.throws[kept:])
        return self.opening, 0


def chains(entries: Sequence[Entry], book: Ruleset) -> list[Chain]:
    """Return the throws of the parts of a result. Several chains say whose they are, and of several parts also when."""
    parts = [(entry, pieces) for entry in entries if entry.kind not in ("undo", "redo") and (pieces := _pieces(entry))]
    several = sum(len(pieces) for _, pieces in parts) > 1
    found: list[Chain] = []
    for entry, pieces in parts:
        when = strong(window(entry.state.clock, book)) if len(entries) > 1 else ""
        for subject, throws in pieces:
            # The actor of an order by hand is named above.
            actor = _name(throws[0], entry) if when or throws[0].about != _actor(entry) else ""
            names = [name for name in dict.fromkeys((actor, subject)) if name and name != throws[0].label]
            found.append(Chain.of(" ".join([when] * bool(when) + [escaped(" → ".join(names))] * several), throws))
    return found


def laid_out(found: Sequence[Chain], rows: int, most: int = DESCRIPTION) -> str:
    """Return the chains in Markdown, as far as they have room in so many rows of a phone and `most` characters; the
    deciding throw of the first one always.

    More chains come before longer ones.
    """
    if not found:
        return ""
    widest = min(_SHOT_ROWS if len(found) == 1 else _CHAIN_ROWS, max(rows, 1))
    kept = (_kept(found, each, rows, most) for each in range(widest, 0, -1))
    return "\n".join(max(kept, key=lambda one: one[0])[1])


def _kept(found: Sequence[Chain], each: int, rows: int, most: int) -> tuple[int, list[str]]:
    """Return how many chains have room if each has so many rows, and the lines: at the end the number of throws that
    have none.
    """
    # A chain takes a row at least.
    near = found[: max(rows, 1)]
    cuts = [chain.cut(each) for chain in near]
    high = [*accumulate(phone.embedded_rows(text) for text, _ in cuts)]
    long = [*accumulate(size(text) + 1 for text, _ in cuts)]
    left = [sum([chain.number for chain in found])] * len(cuts)
    for n, seen in enumerate(accumulate(chain.number - out for chain, (_, out) in zip(near, cuts, strict=True))):
        left[n] -= seen
    for n in range(len(cuts) - 1, -1, -1):
        more = [f"… and {counted(left[n], 'more throw')} under Details"] if left[n] else []
        if n == 0 or (high[n] + len(more) <= rows and long[n] + sum(map(size, more)) <= most):
            break
    return n, [*(text for text, _ in cuts[: n + 1]), *more]


def _pieces(entry: Entry) -> list[tuple[str, list[Throw]]]:
    """Return the throws of a part, one list for each target and shot, with the name of the target ("" for none).

    A throw about another fighter than the first one tells what became of them; one after it about the first fighter
    again is their next shot.
    """
    throws = figures(entry.resolution.steps)
    if not any(throw.dice for throw in throws):
        return []
    names = {one.name for one in entry.state.combatants}
    pieces: list[tuple[str, list[Throw]]] = []
    for throw in throws:
        # The throw of a burst at one of its targets is called by the target's name.
        aimed = throw.label in names
        of = throw.label if aimed else "" if throw.about == throws[0].about else _name(throw, entry)
        subject = pieces[-1][0] if pieces else ""
        if not pieces or aimed or subject not in ("", of):
            pieces.append((of, [throw]))
        else:
            pieces[-1][1].append(throw)
            pieces[-1] = of, pieces[-1][1]
    return pieces


def _actor(entry: Entry) -> str:
    return entry.order.actor if isinstance(entry.order, CombatantOrder) else ""


def _name(throw: Throw, entry: Entry) -> str:
    return name_of(throw.about, entry.state, "") if throw.about else ""


def _shown(throw: Throw) -> str:
    """Return a throw in Markdown: "**Hit** 47, needed 53", "**Where** 61, shoulder"."""
    needed = f"needed {throw.needed}" if 0 < len(throw.needed) <= _SHORT else ""
    return f"{strong(throw.label)} {escaped(', '.join(filter(None, [throw.shown, needed, throw.result])))}"


def _number(throws: Sequence[Throw]) -> int:
    return sum([bool(throw.dice) for throw in throws])
