"""The past of an encounter: the log, the recap in prose, and the verdict on an exported file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.chat.render import wording
from bot.chat.render.layout import laid_out
from bot.chat.render.markdown import plain, prose, strong
from bot.chat.render.reply import Reply
from bot.chat.render.story import is_run, shortened
from bot.fairness import Report
from bot.game.entries import Entry
from bot.game.names import SOMEBODY, name_of
from bot.game.shots import is_shot, shooter_of
from rules.engine import conduct
from rules.engine.effects import Loaded
from rules.engine.errors import UnknownName
from rules.engine.importing import Import
from rules.engine.model import Encounter
from rules.engine.orders import Attack
from rules.engine.ruleset import Ruleset
from rules.engine.steps import Roll
from rules.words.phrases import counted

_UNSEEN = SOMEBODY.capitalize()
_OUTCOME, _RUN = 300, 700
_PROBLEMS = 20
_ONE = {"boxes": "box", "rounds": "round", "tokens": "token"}


def log(entries: Sequence[Entry], book: Ruleset, page: int, pages: int | None, more: bool = False) -> Reply:
    """Return entries, the latest first, as the user who asks may read them: numbered outcome lines, with who gave the
    order, when, and why it was not posted. The parts of a run are one line.

    `pages` is how many there are, None if that is not known; `more`: older ones follow.
    """
    lines: list[str] = []
    for _, each in groupby(entries, lambda e: e.interaction_id if is_run([e]) else (e.encounter_id, e.seq)):
        parts = [*each][::-1]
        first = parts[0]
        text = shortened(parts, book) if is_run(parts) else wording.outcome(first.resolution)
        text = plain(text, _RUN if is_run(parts) else _OUTCOME)
        lines.append(f"{strong(f'#{first.number}')} {text} · {_who_and_when(first)}")
    place = f"of {max(pages, 1)}" if pages is not None else f"(older: page {page + 1})" if more else "(the last)"
    return laid_out(f"Log, page {page} {place}", lines or ["Nothing has happened yet."])


class Recap:
    """The hits by shooter and target, the ammunition used, who is out, as one reader knows it: counted order by
    order, so that no entry need be kept."""

    def __init__(self) -> None:
        self._state = conduct.UNOPENED
        self._began: Encounter | None = None
        self._quiet = True
        self._origin = ""
        self._attacks: Counter[str] = Counter()
        self._hits: dict[str, Counter[str]] = {}
        self._typed: Counter[str] = Counter()
        self._spent: Counter[tuple[str, str, str]] = Counter()

    def take(self, orders: Iterable[Entry]) -> None:
        """Take the next of the orders that led to the present state, as the reader reads them."""
        for entry in orders:
            if isinstance(entry.order, Import):
                past = "" if entry.withheld else f"; before that, {entry.order.origin.past}"
                self._origin = f"Imported from {entry.order.origin.words}{past}."
            if is_shot(entry):
                self._shoot(entry)
            # Of an attack by somebody unseen its reader may know no more than that.
            self._quiet &= not (isinstance(entry.order, Attack) and shooter_of(entry) is None)
            self._typed.update(step.typed_by for step in entry.resolution.steps if isinstance(step, Roll))
            self._began = self._began or entry.state
            self._state = entry.state

    def told(self, now: Encounter, book: Ruleset) -> Reply:
        """Return the recap in prose; `now` is the encounter as its reader may know it."""
        blocks = [
            _span(self._began or now, now, book),
            *([plain(self._origin)] if self._origin else []),
            *self._shooting(),
            *_typed(self._typed),
            *_spending(self._spent),
            *_outcome(now),
        ]
        return laid_out(now.title or "Recap", blocks)

    def _shoot(self, entry: Entry) -> None:
        shooter = shooter_of(entry)
        name = _UNSEEN if shooter is None else name_of(shooter, entry.state)
        self._attacks[name] += 1
        if entry.resolution.verdict == "hit":
            self._hits.setdefault(name, Counter()).update(_struck(entry, shooter))
        for effect in entry.resolution.effects:
            if isinstance(effect, Loaded) and (had := _loaded(effect, self._state)):
                weapon, loaded = had
                who = name_of(effect.combatant, entry.state)
                self._spent[who, weapon, effect.ammunition.measure] += loaded - effect.ammunition.loaded

    def _shooting(self) -> list[str]:
        return [
            f"{strong(shooter)} fired {_often(n)} and {_hit(self._hits.get(shooter, Counter()))}."
            for shooter, n in self._attacks.items()
        ] or (["Nobody has fired."] if self._quiet else [])


def verdict(report: Report, commitments: Sequence[str] = ()) -> Reply:
    """Return the verdict on the dice of an encounter, with its commitments to compare."""
    checked = f"{counted(report.checked, 'throw')} checked against the seed, {report.typed} typed by players."
    taken = (
        f"The digests of {counted(report.redacted, 'order')} cannot be checked, because user ids in them were replaced."
    )
    lines = [checked, *([taken] if report.redacted else [])]
    if not report.problems:
        posted = "Compare the seed's SHA-256 with the one posted at the start:"
        return laid_out("Verified.", [*lines, posted, *map(prose, commitments)])
    problems = [f"• {plain(problem, _OUTCOME)}" for problem in report.problems[:_PROBLEMS]]
    more = len(report.problems) - len(problems)
    lines += [*problems, *([f"… and {more} more"] if more else [])]
    return laid_out(f"Not verified: {counted(len(report.problems), 'problem')}", lines)


def _who_and_when(entry: Entry) -> str:
    who = f"<@{entry.user}> " if entry.user.isdecimal() else f"{plain(entry.user, 40)} " if entry.user else ""
    unposted = f" · not posted: {plain(entry.gave_up, 100)}" if entry.gave_up else ""
    return f"{who}<t:{int(entry.at.timestamp())}:R>{unposted}"


def _span(first: Encounter, last: Encounter, book: Ruleset) -> str:
    began, now = book.clock(first), book.clock(last)
    span = now if began == now else f"{began} to {now}"
    return plain(f"{book.title}, {span}. {'It has ended.' if last.ended else 'It continues.'}")


def _struck(entry: Entry, shooter: str | None) -> list[str]:
    if isinstance(entry.order, Attack) and not entry.withheld:
        return wording.named(entry.order.targets, entry.state)
    return [name_of(id, entry.state) for id in entry.resolution.concerned if id != shooter]


def _hit(whom: Counter[str]) -> str:
    if not whom:
        return "hit nobody"
    return "hit " + plain(", ".join(name if n == 1 else f"{name} ({_often(n)})" for name, n in whom.items()), 900)


def _typed(thrown: Counter[str]) -> list[str]:
    typed = [f"{counted(n, 'throw')} by {who}" for who, n in sorted(thrown.items()) if who]
    return [f"Dice typed in: {plain(', '.join(typed), 900)}."] if typed else []


def _spending(spent: Counter[tuple[str, str, str]]) -> list[str]:
    used = [
        f"{who} {n} {_ONE.get(measure, measure) if n == 1 else measure} ({weapon})"
        for (who, weapon, measure), n in spent.items()
        if n > 0
    ]
    return [f"Ammunition used: {plain(', '.join(used), 900)}."] if used else []


def _loaded(effect: Loaded, before: Encounter) -> tuple[str, int] | None:
    try:
        carried = before.combatant(effect.combatant).carried[effect.slot]
    except (UnknownName, IndexError):
        return None
    return (carried.weapon.name, carried.ammunition.loaded) if carried.ammunition else None


def _outcome(encounter: Encounter) -> list[str]:
    there = [c.name for c in encounter.combatants if c.present]
    out = [c.name for c in encounter.combatants if not c.present]
    lines = [f"Out of play: {plain(', '.join(out), 900)}."] if out else []
    return [*lines, f"In play: {plain(', '.join(there), 900)}."] if there else lines


def _often(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
