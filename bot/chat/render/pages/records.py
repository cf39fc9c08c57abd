"""The past of an encounter: the log, the recap, and the verdict on an exported file."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterable, Sequence
from itertools import groupby

from bot.chat.render.results.fallen import fallen
from bot.chat.render.results.story import is_run, shortened, story
from bot.chat.render.results.visible_result import decides, with_player
from bot.chat.render.text import wording
from bot.chat.render.text.layout import laid_out
from bot.chat.render.text.markdown import escaped, prose, strong
from bot.chat.render.text.reply import Reply
from bot.fairness import CLAIMED, PROVEN, Report
from bot.game.entries.entries import Entry
from bot.game.entries.happenings import ends, tells_time
from bot.game.entries.invocation import CLOCK
from bot.game.entries.names import SOMEBODY, name_of
from bot.game.pages.doers import doer
from bot.game.pages.shots import is_shot, shooter_of, struck
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.errors import UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Loaded
from rules.engine.sight.falls import fate_of
from rules.engine.table.import_order import Import
from rules.words.phrases import counted

_UNSEEN = SOMEBODY.capitalize()
_OUTCOME, _RUN = 300, 700
_MOST_NEW, _MOST_LINES = 60, 20
"""The latest new results that a recap tells of, and the most lines about them."""
_PROBLEMS = 20
_ONE = {"boxes": "box", "grenades": "grenade", "rounds": "round", "tokens": "token"}


def log(
    entries: Sequence[Entry], book: Ruleset, page: int, pages: int | None, more: bool = False, hash: str = ""
) -> Reply:
    """Return entries, the latest first, as the user who asks may read them: numbered outcome lines, with who gave the
    order, when, and why it was not posted. The parts of a run are one line.

    `pages` is how many there are, None if that is not known; `more`: older ones follow. `hash` is that of the record.
    """
    lines: list[str] = []
    for _, each in groupby(entries, lambda e: e.interaction_id if is_run([e]) else (e.encounter_id, e.seq)):
        parts = [*each][::-1]
        first = parts[0]
        text = shortened(parts, book) if is_run(parts) else wording.outcome(first.resolution)
        text = escaped(text, _RUN if is_run(parts) else _OUTCOME)
        lines.append(f"{strong(f'#{first.number}')} {with_player(text, first)} · {_who_and_when(first)}")
    place = f"of {max(pages, 1)}" if pages is not None else f"(older: page {page + 1})" if more else "(the last)"
    return laid_out(f"Log, page {page} {place}", [*(lines or ["Nothing has happened yet."]), *([hash] if hash else [])])


class Recap:
    """The news since an entry (`since`, 0 for a reader who has given no order), as in the report of a run; and of the
    whole encounter the hits by shooter and target, the ammunition used and who is out, as one reader knows it.

    It is counted order by order, so that only the latest entries need be kept.
    """

    def __init__(self, since: int = 0) -> None:
        self._since = since
        self._new: deque[Entry] = deque(maxlen=_MOST_NEW)
        self._older = 0
        self._state = conduct.UNOPENED
        self._began: Encounter | None = None
        self._quiet = True
        self._origin = ""
        self._attacks: Counter[str] = Counter()
        self._hits: dict[str, Counter[tuple[str, bool]]] = {}
        self._typed: Counter[str] = Counter()
        self._spent: Counter[tuple[str, str, str]] = Counter()

    def take(self, orders: Iterable[Entry]) -> None:
        """Take the next of the orders that led to the present state, as the reader reads them."""
        for entry in orders:
            if self._since and entry.seq > self._since and _is_news(entry):
                self._older += len(self._new) == _MOST_NEW
                self._new.append(entry)
            if isinstance(entry.order, Import):
                past = "" if entry.withheld else f"; before that, {entry.order.origin.past}"
                self._origin = f"Imported from {entry.order.origin.words}{past}."
            self._shoot(entry)
            # Of an attack by somebody unseen its reader may know no more than that.
            self._quiet &= not (isinstance(entry.order, Attack) and shooter_of(entry) is None)
            self._typed.update(step.typed_by for step in entry.resolution.steps if isinstance(step, Roll))
            self._began = self._began or entry.state
            self._state = entry.state

    def reply(self, now: Encounter, book: Ruleset, unseen: Container[str] = ()) -> Reply:
        """Return the recap; `now` is the encounter as its reader may know it, and `unseen` are the fighters (ids) that
        they only remember.
        """
        blocks = [
            _span(self._began or now, now, book),
            *([escaped(self._origin)] if self._origin else []),
            *self._news(book),
            *self._shooting(),
            *_typed(self._typed),
            *_spending(self._spent),
            *_outcome(now, book, unseen),
        ]
        return laid_out(now.title or "Recap", blocks)

    def _shoot(self, entry: Entry) -> None:
        hit = struck(entry)
        if hit or is_shot(entry):
            shooter = shooter_of(entry)
            name = _UNSEEN if shooter is None else name_of(shooter, entry.state)
            self._attacks[name] += is_shot(entry)
            targets = ((name_of(id, entry.state), _own_side(shooter, id, entry.state)) for id in hit)
            self._hits.setdefault(name, Counter()).update(targets)
        for effect in entry.resolution.effects:
            if isinstance(effect, Loaded) and (had := _loaded(effect, self._state)):
                weapon, loaded, loads = had
                who = name_of(effect.combatant, entry.state)
                # A weapon that is reloaded has used nothing.
                used = max(0, loaded - effect.ammunition.loaded) if effect.ammunition.loads == loads else 0
                self._spent[who, weapon, effect.ammunition.measure] += used

    def _news(self, book: Ruleset) -> list[str]:
        if not self._since:
            return []
        if not self._new:
            return ["Nothing is new since your last order."]
        won = [entry.resolution.outcome for entry in self._new if decides(entry)]
        rest = [entry for entry in self._new if not decides(entry)]
        lines = [*map(strong, dict.fromkeys(won)), *(story(rest, book, brief=True).lines if rest else [])]
        cut = len(lines) - _MOST_LINES
        more = [f"… and {counted(cut, 'more line')}, in `/log`"] if cut > 0 else []
        earlier = [f"{counted(self._older, 'earlier result')} in `/log`."] if self._older else []
        return ["New since your last order:", *lines[:_MOST_LINES], *more, *earlier, "The whole encounter:"]

    def _shooting(self) -> list[str]:
        return [
            f"{strong(shooter)} fired {_often(n)} and {_hit(self._hits[shooter])}."
            for shooter, n in self._attacks.items()
        ] or (["Nobody has fired."] if self._quiet else [])


def verdict(report: Report, commitments: Sequence[str] = (), opening: str = "", more: Sequence[str] = ()) -> Reply:
    """Return the verdict on an encounter, with its commitments to compare, what is proven, and what is only claimed.

    `opening` says what ties the record to what was posted, if the report does not say it; `more` is claimed besides.
    """
    checked = f"{counted(report.checked, 'throw')} checked against the seed, {report.typed} typed by players."
    opening = escaped(opening or report.opening)
    if not report.problems:
        posted = "Compare the seed's SHA-256 with the one posted at the start:"
        lists = [*_listed(PROVEN, report.proven), *_listed(CLAIMED, (*report.claimed, *more))]
        return laid_out("Verified.", [opening, checked, *lists, posted, *map(prose, commitments)])
    problems = [f"• {escaped(problem, _OUTCOME)}" for problem in report.problems[:_PROBLEMS]]
    left = len(report.problems) - len(problems)
    lines = [opening, checked, *problems, *([f"… and {left} more"] if left else [])]
    return laid_out(f"Not verified: {counted(len(report.problems), 'problem')}", lines)


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return [strong(title), *(f"• {escaped(line)}" for line in lines)] if lines else []


def _is_news(entry: Entry) -> bool:
    """Return whether a recap tells of an entry: whether to continue is asked where the answer is given."""
    if decides(entry):
        return entry.resolution.verdict == conduct.DECIDED
    return not (tells_time(entry) or ends(entry))


def _who_and_when(entry: Entry) -> str:
    user = entry.user if is_run([entry]) else doer(entry)
    by = "by itself" if user == CLOCK else escaped(user, 40)
    who = f"<@{user}> " if user.isdecimal() else f"{by} " if by else ""
    unposted = f" · not posted: {escaped(entry.gave_up, 100)}" if entry.gave_up else ""
    return f"{who}<t:{int(entry.at.timestamp())}:R>{unposted}"


def _span(first: Encounter, last: Encounter, book: Ruleset) -> str:
    began, now = book.clock(first), book.clock(last)
    span = now if began == now else f"{began} to {now}"
    return escaped(f"{book.title}, {span}. {'It has ended.' if last.ended else 'It continues.'}")


def _own_side(shooter: str | None, id: str, state: Encounter) -> bool:
    """Return whether a fighter is on the shooter's own side."""
    return shooter is not None and bool(side := state.combatant(id).side) and state.combatant(shooter).side == side


def _hit(targets: Counter[tuple[str, bool]]) -> str:
    if not targets:
        return "hit nobody"
    listed = []
    for (name, own), n in targets.items():
        remarks = [*(["own side"] if own else []), *([_often(n)] if n > 1 else [])]
        listed.append(f"{name} ({', '.join(remarks)})" if remarks else name)
    return "hit " + escaped(", ".join(listed), 900)


def _typed(thrown: Counter[str]) -> list[str]:
    typed = [f"{counted(n, 'throw')} by {who}" for who, n in sorted(thrown.items()) if who]
    return [f"Dice typed in: {escaped(', '.join(typed), 900)}."] if typed else []


def _spending(spent: Counter[tuple[str, str, str]]) -> list[str]:
    used = [
        f"{who} {n} {_ONE.get(measure, measure) if n == 1 else measure} ({weapon})"
        for (who, weapon, measure), n in spent.items()
        if n > 0
    ]
    return [f"Ammunition used: {escaped(', '.join(used), 900)}."] if used else []


def _loaded(effect: Loaded, before: Encounter) -> tuple[str, int, int | None] | None:
    """Return the weapon that an effect loads, the rounds that it had in it, and its spare loads."""
    try:
        carried = before.combatant(effect.combatant).carried[effect.slot]
    except (UnknownName, IndexError):
        return None
    had = carried.ammunition
    return (carried.weapon.name, had.loaded, had.loads) if had else None


def _outcome(encounter: Encounter, book: Ruleset, unseen: Container[str]) -> list[str]:
    fates = {one.name: fate_of(one, encounter, book) for one in encounter.combatants}
    there = [one for one in encounter.combatants if not fates[one.name]]
    listed = (
        ("In play", [one.name for one in there if one.id not in unseen]),
        # How they are is not known.
        ("Out of sight", [one.name for one in there if one.id in unseen]),
    )
    return [*fallen(fates.items()), *(f"{what}: {escaped(', '.join(names), 900)}." for what, names in listed if names)]


def _often(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
