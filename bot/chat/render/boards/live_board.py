"""The live board: who still has to act, who is ready, and what everyone should keep in mind, in a few lines.

It is read on a phone, again and again: short lines of plain content, without the map and the list of combatants that
`/encounter show` has.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.chat.render.results import changes
from bot.chat.render.results.state_after import NOBODY_IN_SIGHT, WAITS_FOR_AN_ORDER, deploying, person, preset_and_clock
from bot.chat.render.text.markdown import CONTENT, MARKDOWN, bare, clip, escaped, strong
from bot.chat.render.text.reply import Reply
from bot.game.entries.names import SOMEBODY, name_of, named
from bot.game.sight.board_status import BoardStatus
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.over import WHEN_READY, waits_for_gm
from rules.engine.flow.pending_decisions import flows
from rules.engine.flow.plans import lines_done
from rules.engine.records.agenda import Plan, Task, Watch
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.records.references import GMS

_LINE = 300
_MOST_LINES = 24
_SHORT_PLAN = 120
_LOW = 4
"""A weapon is low on ammunition when a quarter of its capacity is left."""


def live_board(encounter: Encounter, book: Ruleset, status: BoardStatus, deadline: str = "") -> Reply:
    """Return the board of an encounter, as its reader may know it; `deadline` is until when people have to decide, if
    they have to.
    """
    lines = [f"{strong(encounter.title)} · {escaped(preset_and_clock(encounter, book))}"]
    if encounter.ended:
        return Reply("\n".join([*lines, "The encounter has ended."]))
    if encounter.paused:
        lines.append("**Paused**. Resume with `/encounter pause`.")
    if not encounter.combatants:
        lines.append(NOBODY_IN_SIGHT)
    lines.append(_still(encounter, status))
    if status.own:
        lines.append(MARKDOWN.line("Your side's", ", ".join(_named(id, encounter) for id in status.own)))
    if ready := [_ready(one, encounter) for one in status.ready if status.waiting]:
        lines.append(MARKDOWN.line("Ready", ", ".join(ready)))
    if deadline:
        lines.append(MARKDOWN.line("Deadline", deadline))
    lines += _notable(encounter, book)
    lines += _plans(encounter, status)
    lines = [line for line in lines if line]
    kept = [clip(line, _LINE) for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        kept.append("… the rest is in `/encounter show`")
    return Reply(clip("\n".join(kept), CONTENT))


def _still(encounter: Encounter, status: BoardStatus) -> str:
    if status.decided:
        return "The fight is decided. End it with `/encounter end`."
    over = escaped(waits_for_gm(status.over)) if status.over and not encounter.paused else ""
    if not status.waiting and over:
        return over
    if not status.waiting:
        if encounter.paused or not (encounter.combatants or status.ready):
            return ""
        if status.stalled:
            return WAITS_FOR_AN_ORDER
        if status.by_people and encounter.gms:
            return WHEN_READY
        onward = "time continues by itself" if flows(encounter) else "`/next` continues"
        return f"Everyone is ready: {onward}."
    names = [person(one) if status.by_people else _decider(one, encounter) for one in status.asked]
    still = MARKDOWN.line("Still to act", ", ".join([*names, *map(escaped, deploying(status.sides))]))
    return f"{over}\n{still}" if over else still


def _decider(id: str, encounter: Encounter) -> str:
    """Return a fighter who needs an order, and who gives it where nobody calls for the next turn."""
    if id not in encounter.positions or not flows(encounter):
        return _named(id, encounter)
    return f"{_named(id, encounter)} ({person(encounter.combatant(id).owner or GMS)})"


def _named(id: str, encounter: Encounter) -> str:
    return escaped(bare(name_of(id, encounter)))


def _ready(one: str, encounter: Encounter) -> str:
    """Return a line on a user or fighter who needs no order. For a fighter it gives the plan or work under way."""
    if one not in encounter.positions:
        return person(one)
    kinds = ((Plan, "plan"), (Task, "busy"))
    why = [word for kind, word in kinds if any(isinstance(m, kind) and m.actor == one for m in encounter.agenda)]
    return f"{_named(one, encounter)} ({why[0]})" if why else _named(one, encounter)


def _notable(encounter: Encounter, book: Ruleset) -> Iterator[str]:
    """Yield the lines on wounds, ammunition, what is pinned and covered."""
    here = [c for c in encounter.combatants if c.present]
    summaries = [(c, book.summary(c, encounter)) for c in here]
    low = [f"{c.name} {text}" for c in here if not c.glimpsed and (text := _low(c))]
    covers = [f"{c.name} {one.covers}" for c, one in summaries if one.covers]
    watches = [changes.pending_text(m, encounter, book) for m in encounter.agenda if isinstance(m, Watch)]
    covers += [text for text in watches if text]
    for label, texts in (
        ("Hurt", [f"{c.name} {one.harm}" for c, one in summaries if one.harm]),
        ("Out", [c.name for c in encounter.combatants if not c.present]),
        ("Low ammunition", low),
        ("Covered", covers),
    ):
        if texts:
            yield MARKDOWN.line(label, escaped("; ".join(map(bare, texts)), _LINE))


def _plans(encounter: Encounter, status: BoardStatus) -> Iterator[str]:
    for item in encounter.agenda:
        if isinstance(item, Plan) and item.lines and item.actor in status.side:
            yield MARKDOWN.line("Plan", escaped(_plan(item, encounter), _SHORT_PLAN))


def _low(combatant: Combatant) -> str:
    """Return the fighter's ammunition if it is nearly empty: "M16 3/30"."""
    held: Carried | None = combatant.holding
    ammunition = held.ammunition if held else None
    if held is None or ammunition is None or ammunition.loaded * _LOW > ammunition.capacity:
        return ""
    spare = "" if ammunition.loads is None or ammunition.loads else ", no spare"
    return f"{held.weapon.name} {ammunition.loaded}/{ammunition.capacity}{spare}"


def _plan(plan: Plan, encounter: Encounter) -> str:
    left = [line.text for line, done in zip(plan.lines, lines_done(plan, encounter), strict=True) if not done]
    return f"{name_of(plan.actor, encounter)}: {named('; '.join(left) or 'done', encounter, SOMEBODY)}"
