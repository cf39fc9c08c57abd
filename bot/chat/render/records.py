"""The past of an encounter: the log, the recap in prose, and the verdict on an exported file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.chat.render import wording
from bot.chat.render.layout import laid_out
from bot.chat.render.markdown import plain, prose, strong
from bot.chat.render.reply import Reply
from bot.game.fairness import Report
from bot.game.journal import Entry
from bot.game.names import entries_named, name_of
from rules.engine.effects import Loaded
from rules.engine.errors import UnknownName
from rules.engine.model import Encounter
from rules.engine.orders import Answer, Attack
from rules.engine.ruleset import Ruleset
from rules.engine.steps import Roll
from rules.words.phrases import counted

_OUTCOME = 300
_PROBLEMS = 20
_ONE = {"boxes": "box", "rounds": "round", "tokens": "token"}


def log(entries: Sequence[Entry], page: int, pages: int) -> Reply:
    """Entries as numbered outcome lines, with who gave the order, when, and why it was not posted."""
    lines = [
        f"{strong(f'#{e.seq}')} {plain(wording.outcome(e.resolution), _OUTCOME)} · {_who_and_when(e)}"
        for e in entries_named(entries)
    ]
    return laid_out(f"Log, page {page} of {max(pages, 1)}", lines or ["Nothing has happened yet."])


def recap(entries: Sequence[Entry], encounter: Encounter, book: Ruleset) -> Reply:
    """Who hit whom, what it took, who is out. `entries` are all of the encounter, with their states."""
    orders = lasting(entries)
    blocks = [
        _span(orders, encounter, book),
        *_shooting(orders),
        *_typed(orders),
        *_spending(orders),
        *_outcome(encounter),
    ]
    return laid_out(encounter.title or "Recap", blocks)


def verdict(report: Report, commitments: Sequence[str] = ()) -> Reply:
    """Whether the dice of an encounter are those of its seed, and its commitments to compare."""
    checked = f"{counted(report.checked, 'throw')} checked against the seed, {report.typed} typed in by people."
    taken = f"The digests of {counted(report.redacted, 'order')} are taken as given: user ids in them were replaced."
    lines = [checked, *([taken] if report.redacted else [])]
    if not report.problems:
        posted = "Compare the SHA-256 of the seed with the one that was posted at the start:"
        return laid_out("Verified.", [*lines, posted, *map(prose, commitments)])
    problems = [f"• {plain(problem, _OUTCOME)}" for problem in report.problems[:_PROBLEMS]]
    more = len(report.problems) - len(problems)
    lines += [*problems, *([f"… and {more} more"] if more else [])]
    return laid_out(f"Not verified: {counted(len(report.problems), 'problem')}", lines)


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The orders that led to the present state, without those that were undone and not redone."""
    by_seq = {entry.seq: entry for entry in entries}
    orders: list[Entry] = []
    at: int | None = entries[-1].seq if entries else None
    while at is not None and at in by_seq:
        entry = by_seq[at]
        if entry.kind in ("undo", "redo"):
            at = entry.origin
        else:
            orders.append(entry)
            at = entry.parent
    return orders[::-1]


def _who_and_when(entry: Entry) -> str:
    who = f"<@{entry.user}>" if entry.user.isdecimal() else plain(entry.user, 40)
    unposted = f" · not posted: {plain(entry.gave_up, 100)}" if entry.gave_up else ""
    return f"{who} <t:{int(entry.at.timestamp())}:R>{unposted}"


def _span(orders: Sequence[Entry], encounter: Encounter, book: Ruleset) -> str:
    now = book.clock(encounter)
    began = book.clock(orders[0].state) if orders else now
    span = now if began == now else f"{began} to {now}"
    return plain(f"{book.title}, {span}. {'It has ended.' if encounter.ended else 'It goes on.'}")


def _shooting(orders: Iterable[Entry]) -> list[str]:
    attacks: Counter[str] = Counter()
    hits: dict[str, Counter[str]] = {}
    for entry in filter(_shot, orders):
        if (shooter := _shooter(entry)) is None:
            continue
        name = name_of(shooter, entry.state)
        attacks[name] += 1
        if entry.resolution.verdict == "hit":
            hits.setdefault(name, Counter()).update(_struck(entry, shooter))
    return [
        f"{strong(shooter)} fired {_often(n)} and {_hit(hits.get(shooter, Counter()))}."
        for shooter, n in attacks.items()
    ] or ["Nobody has fired."]


def _shot(entry: Entry) -> bool:
    return entry.resolution.verdict in ("hit", "miss")


def _shooter(entry: Entry) -> str | None:
    """The id of the combatant who fired.

    A Next or an Answer may carry out an earlier order: the shooter is the one whose ammunition is spent. If none is
    counted, the first part of an Answer is by the one who answers, and later parts are by others.
    """
    if isinstance(entry.order, Attack):
        return entry.order.actor
    answers = entry.order.actor if isinstance(entry.order, Answer) and entry.part == 0 else None
    return next((e.combatant for e in entry.resolution.effects if isinstance(e, Loaded)), answers)


def _struck(entry: Entry, shooter: str) -> list[str]:
    if isinstance(entry.order, Attack):
        return wording.named(entry.order.targets, entry.state)
    return [name_of(id, entry.state) for id in entry.resolution.concerned if id != shooter]


def _hit(whom: Counter[str]) -> str:
    if not whom:
        return "hit nobody"
    return "hit " + plain(", ".join(name if n == 1 else f"{name} ({_often(n)})" for name, n in whom.items()), 900)


def _typed(orders: Sequence[Entry]) -> list[str]:
    thrown = Counter(step.typed_by for e in orders for step in e.resolution.steps if isinstance(step, Roll))
    typed = [f"{counted(n, 'throw')} by {who}" for who, n in sorted(thrown.items()) if who]
    return [f"Dice typed in: {plain(', '.join(typed), 900)}."] if typed else []


def _spending(orders: Sequence[Entry]) -> list[str]:
    spent: Counter[tuple[str, str, str]] = Counter()
    for before, entry in pairwise(orders):
        if not _shot(entry):
            continue
        for effect in entry.resolution.effects:
            if isinstance(effect, Loaded) and (had := _loaded(effect, before.state)):
                weapon, loaded = had
                who = name_of(effect.combatant, entry.state)
                spent[who, weapon, effect.ammunition.measure] += loaded - effect.ammunition.loaded
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
