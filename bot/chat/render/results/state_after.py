"""The state after a result in words: the clock, and who still has to act."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.render.text.markdown import bare, clip, escaped
from bot.game.entries.entries import Entry, Group
from bot.game.entries.names import name_of
from bot.game.sight import ToAct
from rules.engine.books import switch_values
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import NEXT, TABLE_OPTIONS
from rules.engine.flow.over import WHEN_READY, waits_for_gm
from rules.engine.flow.pending_decisions import flows
from rules.engine.flow.stops import WAITS
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Start
from rules.engine.records.references import GMS
from rules.words.phrases import counted

WHEN_THE_GM_IS_READY = WHEN_READY[:1].lower() + WHEN_READY[1:-1]
"""Said once all others have decided, whether or not a GM still has to: the GM may have hidden fighters."""
EVERYONE_IS_READY = "everyone is ready: time continues by itself"
WAITS_FOR_AN_ORDER = "Time waits: give an order, or `/next`."
NOBODY_IN_SIGHT = "Nobody is in sight. `/combatant add` brings somebody in."
"""Said where the reader knows no fighter, whether there are none or only hidden ones."""
_NAMES, _FEW_NAMES = 200, 34
_PEOPLE = 20
_FOOTER = 500


def still_to_act(entry: Entry, to_act: ToAct) -> str:
    """Return the sentence about the fighters who still have to act, or "" if there are none."""
    names = "" if to_act.people else _names(entry.state, to_act)
    return f"Still to act: {names}." if names else ""


def spoken(group: Group) -> Group:
    """Return the entries that people see: not the stage of a quick ruling."""
    return [e for e in group if not (e.kind == "ruling" and isinstance(e.order, Start))] or list(group)


def footer(entry: Entry, book: Ruleset, to_act: ToAct) -> str:
    """Return preset, clock, entry number and who still has to act. Markdown does not work in a footer."""
    state = entry.state
    if entry.kind == "ruling":
        return clip(bare(f"{state.preset or book.id} · quick ruling"), _FOOTER)
    return clip(bare(f"{preset_and_clock(state, book)} · #{entry.number} · {waiting(state, to_act, entry)}"), _FOOTER)


def preset_and_clock(encounter: Encounter, book: Ruleset) -> str:
    """Return preset and clock as plain text."""
    return f"{encounter.preset} · {book.clock(encounter)}"


def waiting(encounter: Encounter, to_act: ToAct, last: Entry | None = None) -> str:
    """Return the names of those who still have to act, or what time waits for after the `last` entry; plain text.

    `encounter` is as its reader may know it.
    """
    if encounter.ended:
        return "ended"
    if to_act.decided:
        return "decided (/encounter end)"
    if encounter.paused:
        return "paused (/encounter pause)"
    if not (encounter.combatants or to_act or to_act.by_people):
        return "nobody is in sight (/combatant add)"
    if not to_act and flows(encounter):
        return _onward(encounter, to_act, last)
    if not to_act:
        gm_alone = switch_values.value_of(TABLE_OPTIONS[NEXT], encounter) == "gm"
        return "all done: the GM continues with /next" if gm_alone else "all done: /next continues"
    people = [counted(len(to_act.people), "player"), *deploying(to_act.sides)]
    still = f"still to act: {', '.join(people) if to_act.people else _names(encounter, to_act)}"
    over = _decided_by_gm(encounter, to_act)
    return f"{over} {still[:1].upper()}{still[1:]}" if over else still


def afterwards(last: Entry, to_act: ToAct) -> str:
    """Return who still has to act after an entry, or what time waits for, in Markdown for a line of small print."""
    state = last.state
    if to_act and not (state.ended or to_act.decided or state.paused):
        people = asked(to_act).removeprefix("\n-# ")
        still = people or escaped(f"Still to act: {_names(state, to_act, _FEW_NAMES)}")
        return " ".join(filter(None, [escaped(_decided_by_gm(state, to_act)), still]))
    text = waiting(state, to_act, last)
    return escaped(text[:1].upper() + text[1:])


def _names(encounter: Encounter, to_act: ToAct, room: int = _NAMES) -> str:
    names: list[str] = []
    for id in to_act.known:
        name = bare(name_of(id, encounter))
        room -= len(name) + (2 if names else 0)
        if room < 0:
            break
        names.append(name)
    rest = len(to_act.known) - len(names)
    names += map(bare, deploying(to_act.sides))
    return ", ".join(names) + (f" and {rest} more" if rest else "")


def deploying(sides: Sequence[str]) -> list[str]:
    """Return the sides that place their fighters, each with what it does."""
    return [f"{side} (deploying)" for side in sides]


def _onward(encounter: Encounter, to_act: ToAct, last: Entry | None) -> str:
    """Return the next step once everyone has decided, where time continues by itself."""
    if last is not None and (last.kind == "undo" or last.resolution.verdict == WAITS):
        return "give an order, or /next"
    if over := _decided_by_gm(encounter, to_act):
        return over
    if encounter.gms and (to_act.by_people or to_act.asks):
        return WHEN_THE_GM_IS_READY
    return EVERYONE_IS_READY


def person(user: str) -> str:
    """Return a user who decides: a mention, and words for the GM and for those who were forgotten."""
    return "the GM" if user == GMS else f"<@{user}>" if user.isdecimal() else "somebody"


def _decided_by_gm(encounter: Encounter, to_act: ToAct) -> str:
    """Return why time waits for the GM, whether or not somebody can still act; "" while the fight continues."""
    return waits_for_gm(to_act.over) if encounter.gms and to_act.over else ""


def asked(to_act: ToAct) -> str:
    """Return the people who still have to decide, as a line of small print that mentions nobody; "" where fighters are
    named.
    """
    if not to_act.people:
        return ""
    users = [*map(person, to_act.people)]
    names = [*dict.fromkeys(users[:_PEOPLE]), *(["others"] if len(users) > _PEOPLE else [])]
    names += map(escaped, deploying(to_act.sides))
    return f"\n-# Still to act: {', '.join(names)}"
