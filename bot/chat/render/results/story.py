"""The story of a Next: who came into sight, who fell, what happened in the order of time (`bot.game.pages.run_report`),
and a last line that says where time has stopped, why, and who has to decide.

It stays readable on a phone: what does not fit is under Details, part by part. The log has the parts in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.chat.render.results.first_line import first_line
from bot.chat.render.results.visible_result import decides
from bot.chat.render.text import wording
from bot.chat.render.text.markdown import escaped, strong
from bot.game.entries.entries import Entry, Group
from bot.game.entries.happenings import Happening, ends, happenings
from bot.game.pages.run_report import Event, Fate, Sighted, Volley, Way, contacts, fates_of, run_report
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
class Line:
    """A line of a story, in Markdown; those that are not `always` told yield if there is no room."""

    text: str
    always: bool


@dataclass(frozen=True, slots=True)
class Story:
    """The story: `opening` is who came into sight and who fell, `body` is in the order of time, and `end` says where
    time has stopped.
    """

    opening: tuple[str, ...]
    body: tuple[Line, ...]
    end: str

    @property
    def lines(self) -> list[str]:
        """All lines."""
        return [*self.opening, *(line.text for line in self.body), *([self.end] if self.end else [])]

    def shortened(self, others: int) -> list[str]:
        """Return the lines that are always told, and the first of the `others`."""
        kept: list[str] = []
        for line in self.body:
            if line.always or others > 0:
                kept.append(line.text)
                others -= not line.always
        return [*self.opening, *kept]


def story(parts: Group, book: Ruleset, to_decide: str = "", *, brief: bool = False) -> Story:
    """Return the story; `to_decide` is the sentence on who has to decide, "" for none. It is `brief` in a run, too."""
    report = run_report(parts, book, brief=brief or is_run(parts))
    seen = _contacts(report.contacts, timed=True)
    opening = [*([seen] if seen else []), *_fates(report.fates)]
    body = [Line(_told(line), isinstance(line, Volley)) for line in report.lines]
    end = escaped(first_line(report.end), _LINE) if report.end else ""
    return Story(tuple(opening), tuple(body), " ".join(filter(None, [end, escaped(to_decide)])))


def contact_lines(parts: Group, book: Ruleset) -> list[str]:
    """Return the line on who came into sight in parts that are no story; none if nobody did."""
    return list(filter(None, [_contacts(contacts(parts, book), timed=False)]))


def _contacts(seen: Sequence[Sighted], *, timed: bool) -> str:
    """Return the enemies who came into sight: "**Contact** Petya at Q2 (1.2) · Volk at Q9 (1.3).", "" for none."""
    places = [
        escaped(one.name) + (f" at {one.place}" if one.place else "") + (f" ({one.when})" if timed else "")
        for one in seen
    ]
    return f"{strong('Contact')} {_SEPARATOR.join(places)}." if places else ""


def _told(line: Volley | Event | Way) -> str:
    match line:
        case Volley():
            return _volley(line)
        case Event(when=when, entry=entry):
            return _event(when, entry)
    return f"{strong(_span(line.when, line.until))} {escaped(_way(line), _LINE)}"


def _span(when: str, until: str) -> str:
    """Return the words for several windows: "2.1 to 2.4", "Turn 2 to 4"."""
    return when if when == until else f"{when} to {until.rpartition(' ')[2]}"


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
    results = [(result, sum(1 for _ in alike)) for result, alike in groupby(volley.results)]
    several = len(results) > 1
    listed = _SEPARATOR.join(f"{result}, {n} times" if n > 1 and several else result for result, n in results)
    when = strong(_span(volley.when, volley.until))
    return f"{when} {escaped(f'{volley.deed}, {len(volley.shots)} times: {listed}.', _VOLLEY)}"


def _event(when: str, entry: Entry) -> str:
    text = escaped(first_line(entry), _LINE)
    return text if ends(entry) else f"{strong(when)} {text}"


def _way(way: Way) -> str:
    if way.part is not None:
        return first_line(way.part)
    if way.end is None:
        return f"{way.name} leaves {way.start or way.place}."
    if way.start:
        return f"{way.name} moves from {way.start} to {way.end}."
    further = f" and moves to {way.end}" if way.end != way.place else ""
    return f"{way.name} comes into sight at {way.place}{further}."


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
