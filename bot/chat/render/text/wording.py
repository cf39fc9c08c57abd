"""Orders, outcomes and steps in words, formatted in any style; the layout of replies is elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.chat.render.text.markdown import Style
from bot.game.entries.entries import Entry
from bot.game.entries.names import name_of
from rules.engine.books.events import Foresee
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.deploying import Deploy
from rules.engine.flow.sealed import Withdraw
from rules.engine.map.map_orders import Redraw
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    VERBS,
    Act,
    Adjust,
    Answer,
    Attack,
    Buy,
    Chart,
    ClearPlan,
    CombatantOrder,
    Dismiss,
    Drop,
    Handover,
    Heal,
    Move,
    Muster,
    Next,
    Pass,
    Reload,
    Rename,
    SetPlan,
    Several,
    Start,
    Switch,
    Target,
)
from rules.engine.records.records import Order
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Step, Sum, Term
from rules.engine.scene.scene import Resolution
from rules.engine.table.joining import Apply, Decide, OpenSide
from rules.engine.table.muster import Keep
from rules.engine.table.secrecy import Conceal, Jot, Reveal
from rules.words.phrases import counted


def ordered(entry: Entry) -> str:
    """Return the order of an entry in a few words, as plain text; "" if it is kept from the reader."""
    return "" if entry.withheld else _ordered(entry.order, entry.state)


def _ordered(order: Order, encounter: Encounter) -> str:
    match order:
        case CombatantOrder():
            return f"{name_of(order.actor, encounter)}: {_acted(order, encounter)}"
        case Start(title=title, preset=preset):
            return f"Start: {title} ({preset})"
        case Muster(name=name, count=count):
            return f"Muster: {name}" + (f", {count} of them" if count > 1 else "")
        case Adjust(subject=who, changes=changes):
            return f"Adjust {name_of(who, encounter)}: {changes}"
        case Rename(subject=who) | Dismiss(subject=who) | Handover(subject=who):
            return f"{_kind(order)}: {name_of(who, encounter)}"
        case Chart(battle_map=battle_map):
            return f"Map: {battle_map.width} x {battle_map.height}"
        case Redraw():
            return "Map: changed"
        case Deploy(side=side, zone=zone):
            return f"Deploy {side}{'' if zone else ': no more'}"
        case Several(orders=orders):
            return f"{_kind(orders[0])}: {len(orders)} combatants"
        case Switch(name=name, value=value):
            return f"Switch {name}: {value}"
        case Foresee(text=text):
            return f"Event: {text}"
        case Jot(text=text, gone=gone):
            return f"Note removed: {text}" if gone else f"Note: {text}"
        case Conceal(subjects=subjects):
            return f"Secret: {', '.join(name_of(id, encounter) for id in subjects)}"
        case Reveal(subjects=subjects, map=map, notes=notes):
            revealed = [name_of(id, encounter) for id in subjects] + ["the map"] * map + list(notes)
            return f"Reveal: {', '.join(revealed)}"
        case Apply(application=application):
            return f"Request to join: {application.name}"
        case Decide(admit=admit):
            return f"Request to join: {'let in' if admit else 'refused'}"
        case Keep(subject=who):
            return f"Keep {name_of(who, encounter)}"
        case OpenSide(side=side, open=opened):
            return f"Side {side}: {'open' if opened else 'closed'} to players"
        case Next(seconds=seconds) if seconds:
            return f"Next: {_lasting(seconds)}"
        case Next(run=True):
            return "Run"
    return _kind(order)


def _kind(order: Order) -> str:
    """Return an order in words: "Take over" of a TakeOver."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", order.kind).capitalize()


def _acted(order: CombatantOrder, encounter: Encounter) -> str:
    """Return the fighter's action, to follow the name."""
    match order:
        case Attack():
            options = [f"aim {order.aim}"] if order.aim is not None else []
            options += [f"range {order.range}"] if order.range is not None else []
            options += [words for words in (order.weapon, order.how, order.mod) if words]
            at = f"at {_listed(order.targets, encounter)}" if order.targets else ""
            return _spaced(VERBS[type(order)], at, f"({', '.join(options)})" if options else "")
        case Reload():
            return _spaced("reload", order.weapon, order.how)
        case Heal():
            return _spaced("heal", _listed(order.targets, encounter), order.how)
        case Buy(what=what, price=price, per=per):
            return f"buy {what} ({price:,} per {per})"
        case Drop(what=what):
            return f"give up the supply of {what}"
        case Move(to=to, how=how):
            return f"move to {to}" + (f" ({how})" if how else "")
        case Act(what=what):
            return what
        case Pass(until=until):
            return "pass until" if until else "done"
        case SetPlan(lines=lines):
            return f"plan of {counted(len(lines), 'line')}"
        case ClearPlan():
            return "no plan"
        case Withdraw():
            return "undo"
        case Answer(choice=choice):
            return f"answers {choice}"
    return VERBS[type(order)]


def outcome(resolution: Resolution) -> str:
    """Return the outcome in a line that needs no context, plain text; typed dice and undone throws are always
    marked.
    """
    by = typists(resolution)
    typed = f" Dice typed by {', '.join(by)}." if by else ""
    after = " This is after an undone throw." if resolution.after_undone else ""
    return resolution.outcome + typed + after


def typists(resolution: Resolution) -> list[str]:
    """Return the names of those who typed dice that were used."""
    return sorted({step.typed_by for step in resolution.steps if isinstance(step, Roll) and step.typed_by})


def brief(steps: Iterable[Step], style: Style, book: Ruleset) -> list[str]:
    """Return steps in few labelled lines: a throw shares a line with its further dice and with neighbouring notes of
    the same label.
    """
    lines: list[list[Step]] = []
    for step in steps:
        if lines and _belongs(step, lines[-1]):
            lines[-1].append(step)
        else:
            lines.append([step])
    return [style.line(_label(line[0]), _together(line, style, book)) for line in lines]


def step(step: Step, style: Style, book: Ruleset) -> str:
    """Return a step as a labelled line of its own, in full: tables' titles, dice and their reason, the rule's
    section.
    """
    return style.line(*labelled(step, style, book))


def labelled(step: Step, style: Style, book: Ruleset) -> tuple[str, str]:
    """Return a step in full, as its label and its text, which is formatted already."""
    text = _phrase(step, style, book, full=True)
    return _label(step), text + (_after(style, f" · {step.section}") if _adds_section(step, book) else "")


def _adds_section(step: Step, book: Ruleset) -> bool:
    """Return whether the section of the step's rule is not there already as its table's."""
    table = book.tables.get(step.table) if isinstance(step, Lookup) else None
    return bool(step.section) and (table is None or table.section != step.section)


def face(value: int, low: int, high: int) -> str:
    """Return a die's value, with as many digits as its highest number if it begins at 0: "09" of 0 to 99."""
    return f"{value:0{len(str(high))}}" if low == 0 else str(value)


def named(targets: Iterable[Target], encounter: Encounter) -> list[str]:
    """Return the names of targets, plain text."""
    return [name_of(t.id, encounter) if t.id else t.profile.name if t.profile else str(t.place) for t in targets]


def _lasting(seconds: int) -> str:
    """Return a span of time: "3 days 4 hours"."""
    parts: list[str] = []
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        number, seconds = divmod(seconds, length)
        parts += [counted(number, unit)] if number else []
    return " ".join(parts)


def _listed(targets: tuple[Target, ...], encounter: Encounter) -> str:
    return ", ".join(named(targets, encounter))


def _spaced(*words: str) -> str:
    return " ".join(filter(None, words))


def _belongs(step: Step, line: Sequence[Step]) -> bool:
    """Return whether the step continues the line: a note after a throw, or a throw after a note, but never a second
    throw.
    """
    match line[-1], step:
        case Roll(label=label), Roll(label=same, again=True):
            return label == same
        case (Note(label=label), Roll(label=same)) | (Roll(label=label), Note(label=same)):
            return label == same and sum(isinstance(part, Roll) and not part.again for part in (*line, step)) == 1
    return False


def _label(step: Step) -> str:
    return "Ruling" if isinstance(step, Ruling) else step.label


def _together(line: Sequence[Step], style: Style, book: Ruleset) -> str:
    """Return several steps in one line; the words after a throw say what it was for."""
    text, last = "", None
    for n, step in enumerate(line):
        if isinstance(step, Roll) and step.again and isinstance(last, Roll):
            continue
        dice = [step, *(again for again in line[n + 1 :] if isinstance(again, Roll))] if isinstance(step, Roll) else []
        phrase = _roll(dice, style, explained=n + len(dice) < len(line)) if dice else _phrase(step, style, book)
        text += (": " if isinstance(last, Roll) else "; ") + phrase if n else phrase
        last = step
    return text


def _phrase(step: Step, style: Style, book: Ruleset, *, full: bool = False) -> str:
    match step:
        case Lookup():
            source = ", ".join([_source(step, book, full=full), *(f"{axis} {at}" for axis, at in step.at)])
            return f"{style.text(source)}: {style.strong(step.value)}"
        case Sum():
            return style.text(f"{_terms(step.terms, book, full=full)} = {step.total}")
        case Roll():
            return _roll([step], style, full=full)
        case Ruling():
            # Behind the sentence, "(O11)" would read like a hex.
            return style.text(f"{step.id}: {step.text}")
        case Note():
            return style.text(step.text)


def _source(step: Lookup, book: Ruleset, *, full: bool) -> str:
    table = book.tables.get(step.table)
    if table is None:
        return step.title
    if not full:
        return table.name
    return f"{step.title} [table {table.id}" + (f", section {table.section}]" if table.section else "]")


def _terms(terms: tuple[Term, ...], book: Ruleset, *, full: bool) -> str:
    """ "SAL 14 − 12 (aim 2) + 7 (target standing exposed, 4E)"; labels may end in numbers of their own.

    Of the terms' sources only tables are named, unless `full`."""
    texts: list[str] = []
    for n, term in enumerate(terms):
        source = f" [{term.source}]" if full and term.source else ""
        if not full and n and term.source.lower() in book.tables:
            source = f", {term.source}"
        label = f"{term.label}{source}"
        if len(terms) == 1:
            return label
        sign = "−" if term.value < 0 else "+"
        texts.append(f"{sign} {abs(term.value)} ({label})" if n else f"{term.label} {term.value}{source}")
    return " ".join(texts)


def _roll(dice: Sequence[Roll], style: Style, *, full: bool = False, explained: bool = False) -> str:
    """Return a throw with its further dice; `explained`: the words that follow say what it was for."""
    roll = dice[0]
    die = f" on a die of {face(roll.low, roll.low, roll.high)} to {roll.high}" if full else ""
    reason = f" for {roll.why}" if roll.why and (full or not (roll.needed or explained)) else ""
    needed = f", needed {roll.needed}" if roll.needed else ""
    typed = f" (typed by {roll.typed_by})" if roll.typed_by else ""
    values = ", ".join(style.strong(face(each.value, each.low, each.high)) for each in dice)
    return f"rolled {values}" + _after(style, f"{typed}{die}{reason}{needed}")


def _after(style: Style, text: str) -> str:
    """Return `text` for the middle of a line; its leading blank or comma is kept."""
    lead = text[: len(text) - len(text.lstrip())]
    return lead + style.text(text) if text else ""
