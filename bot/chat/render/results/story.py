"""The story of a Next: who fell, every shot, what else happened and where fighters went (`bot.game.pages.run_report`),
and a last line that says where time has stopped, why, and who has to decide.

It stays readable on a phone: what does not fit is under Details, part by part. The log has the parts in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.chat.render.results.deciding import first_line
from bot.chat.render.results.told import decides
from bot.chat.render.text import wording
from bot.chat.render.text.markdown import plain, strong
from bot.game.entries.entries import Entry, Group
from bot.game.entries.happenings import Happening, ends, happenings
from bot.game.pages.run_report import Fate, Volley, Way, fates_of, run_report
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.sealed import sealed
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Next

_LINE, _VOLLEY = 400, 700
_SEPARATOR = " · "
_FATES = {"dead": "is dead", "down": "is out", "gone": "is out of play"}


def is_story(parts: Group) -> bool:
    """Return whether these parts of an order are told as a story."""
    return len(parts) > 1 and isinstance(parts[-1].order, Next) and parts[-1].kind == "order"


def is_run(parts: Group) -> bool:
    """Return whether this is a run of time, or a batch of declared orders.

    Such a result is too long to show its reasoning below it.
    """
    last = parts[-1]
    return isinstance(last.order, Next) and (last.order.run or sealed(last.state)) and last.kind == "order"


@dataclass(frozen=True, slots=True)
class Story:
    """The lines of a story, in Markdown, the most important first: `shots` and who fell are always told, `others` as
    far as they have room, and `end` says where time has stopped.
    """

    shots: tuple[str, ...]
    others: tuple[str, ...]
    end: str

    @property
    def lines(self) -> list[str]:
        """All lines."""
        return [*self.shots, *self.others, *([self.end] if self.end else [])]


def story(parts: Group, book: Ruleset, to_decide: str = "") -> Story:
    """Return the story; `to_decide` is the sentence on who has to decide, "" for none."""
    report = run_report(parts, book, brief=is_run(parts))
    shots = [*_fates(report.fates), *map(_volley, report.volleys)]
    others = [_event(when, entry) for when, entry in report.events]
    others += [plain(_way(way), _LINE) for way in report.ways]
    end = plain(first_line(report.end), _LINE) if report.end else ""
    return Story(tuple(shots), tuple(others), " ".join(filter(None, [end, plain(to_decide)])))


def fell(parts: Group, book: Ruleset) -> list[str]:
    """Return who falls as time passes, in a line of Markdown, if the parts are of a Next; a story has it already."""
    last = parts[-1] if parts else None
    passes = last is not None and isinstance(last.order, Next) and last.kind == "order"
    return _fates(fates_of(parts, book)) if passes and not is_story(parts) else []


def _fates(fates: Sequence[Fate]) -> list[str]:
    texts = [f"{strong(fate.name)} {_FATES[fate.out]}" for fate in fates]
    return [f"{_SEPARATOR.join(texts)}."] if texts else []


def _volley(volley: Volley) -> str:
    """Return shots in a line: "**1.1 to 1.3** Trent fires the M16 at Guard 1, 3 times: MISS, 2 times · HIT, knee."."""
    if len(volley.shots) == 1:
        return _event(volley.when, volley.shots[0])
    # "2.1 to 2.4", "Turn 2 to 4".
    when = volley.when if volley.when == volley.until else f"{volley.when} to {volley.until.rpartition(' ')[2]}"
    results = [(result, sum(1 for _ in alike)) for result, alike in groupby(volley.results)]
    listed = _SEPARATOR.join(result if times == 1 else f"{result}, {times} times" for result, times in results)
    return f"{strong(when)} {plain(f'{volley.deed}, {len(volley.shots)} times: {listed}.', _VOLLEY)}"


def _event(when: str, entry: Entry) -> str:
    text = plain(first_line(entry), _LINE)
    return text if ends(entry) else f"{strong(when)} {text}"


def _way(way: Way) -> str:
    if len(way.parts) == 1:
        return first_line(way.parts[0])
    if way.end is None:
        return f"{way.name} leaves {way.start}."
    return f"{way.name} moves from {way.start} to {way.end}." if way.start else f"{way.name} is at {way.end} now."


def shortened(entries: Sequence[Entry], book: Ruleset) -> str:
    """Return a whole run in one line, plain text, the winner first: the log has no room for more."""
    won = [entry.resolution.outcome for entry in entries if decides(entry)]
    rest = [entry for entry in entries if not decides(entry)]
    return " · ".join([*won, *(_bare(happening) for happening in happenings(rest, book))])


def _bare(happening: Happening) -> str:
    if happening.entry is None:
        return f"{happening.when}: nothing"
    text = wording.outcome(happening.entry.resolution)
    return text if ends(happening.entry) else f"{happening.when} {text}"
