"""Reads the file of an export as the beginning of a new encounter.

It runs in a process of its own (`bot.chat.workers.read_import`), because anybody may have made the file.

1. The dice are checked as /dice verify does. A file that contradicts its own seeds is refused; as long as the
   encounter is open, the throws of its last seed count as not verified.
2. The effects of the orders that led to the last state are applied again, without those that were undone. The rules
   are not asked, so that a file from an older version of them is read as well.
3. The state is freed of everything that belongs to the old encounter (`_freed`): seed, people, rosters, undone throws.
   Only the owners of fighters stay, where they are ids; `with_owners` keeps those who are on the new server.
4. `bot.game.files.soundness` checks what is left against the rulebook and the bounds of every encounter.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import reduce
from typing import Any

import orjson

from bot.fairness import FORMAT, NOT_SHOWN, READING, Report, verify
from bot.game.entries import codec
from bot.game.entries.redaction import NOBODY
from bot.game.files.soundness import check_sound
from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.flow.pending_decisions import flows
from rules.engine.records.agenda import Pending, Plan
from rules.engine.records.copies import replace
from rules.engine.records.errors import MissingBook, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter, Sighting
from rules.engine.records.references import CLOSING, OPENING, without_marks
from rules.engine.scene.undone_throws import MARKED_BY_THROW
from rules.engine.sight.sight import side_key
from rules.engine.table.import_order import Origin

NO_EXPORT = "That file is not an encounter's export. Its GM gets one with /export."
FILTERED = "That file has only what one side has seen. Import the complete file that the GM gets with /export."
NEWER = "That file is from a newer version of the bot. Import it there."
_DAMAGED = "That export is damaged or was changed: {}. Nothing was imported."
_UNKNOWN_BOOK = _DAMAGED.format("I don't know its rulebook")
_LONGEST_PROBLEM = 150
_ID = re.compile("[0-9]{17,20}")
_OWN_ID = re.compile("[0-9a-f]{10}")
_MENTION = re.compile("<@[!&]?[0-9]+>")
_REFERENCE = re.compile(f"({OPENING}[^{OPENING}{CLOSING}]*{CLOSING})")
_TYPED = {"values", "by"}


@dataclass(frozen=True, slots=True)
class Found:
    """The last state of an exported encounter, without people except owners, and where it comes from."""

    encounter: Encounter
    origin: Origin


def found(document: Any, shelf: Mapping[str, Ruleset]) -> Found:
    """Return the contents of an export.

    Raises Refusal, with one sentence, for any file that is not a good one.
    """
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, READING):
        raise Refusal(NO_EXPORT)
    if document["format"] == READING:
        raise Refusal(FILTERED)
    layout = document.get("layout", codec.SCHEMA)
    if not isinstance(layout, int) or layout > codec.SCHEMA:
        raise Refusal(NEWER)
    report = verify(document)
    try:
        last = _folded(document["entries"], layout)
        freed = _freed(last)
        origin = _origin(document, freed.title, last, report)
    except MemoryError:
        raise
    except MissingBook:
        raise Refusal(_UNKNOWN_BOOK) from None
    except Exception:
        wrong = [*_problems(report), "its entries contradict each other"]
        raise Refusal(_DAMAGED.format(wrong[0])) from None
    if wrong := _problems(report, ended=last.ended):
        raise Refusal(_DAMAGED.format(wrong[0]))
    if freed.ruleset not in shelf:
        raise Refusal(_UNKNOWN_BOOK)
    check_sound(freed, shelf[freed.ruleset])
    return Found(freed, origin)


def with_owners(encounter: Encounter, kept: Collection[str]) -> Encounter:
    """Return the encounter in which fighters of other users than those `kept` are the GM's.

    Fighters without a side share their knowledge as one side; afterwards the GM's fighters without a side have it.
    """
    keys = {
        side_key("", one.owner): side_key("", one.owner if one.owner in kept else None)
        for one in encounter.combatants
        if not one.side
    }

    def known(side: str) -> bool:
        return side in keys or not side.startswith(OPENING)

    def met(sides: Sequence[str]) -> tuple[str, ...]:
        return tuple({keys.get(one, one): None for one in sides if known(one)})

    sightings: dict[tuple[str, str], Sighting] = {}
    for one in encounter.sightings:
        if known(one.side):
            side = keys.get(one.side, one.side)
            sightings.setdefault((side, one.id), replace(one, side=side))
    fighters = (
        replace(one, owner=one.owner if one.owner in kept else None, met=met(one.met)) for one in encounter.combatants
    )
    return replace(encounter, combatants=tuple(fighters), sightings=tuple(sightings.values()))


def _folded(entries: Sequence[Mapping[str, Any]], layout: int) -> Encounter:
    """Return the state that the last entry left."""
    state = conduct.UNOPENED
    for entry in reversed([*_lasting(entries)]):
        effects = codec.effects(orjson.dumps({"effects": entry["effects"]}), layout)
        state = reduce(lambda encounter, effect: effect.on(encounter), effects, state)
    return state


def _lasting(entries: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the entries that led to the last state, the last one first."""
    at = len(entries)
    while at:
        entry = entries[at - 1]
        yield entry
        before = entry["origin"] if entry["kind"] in ("undo", "redo") else entry["parent"] or 0
        if not 0 <= before < at:
            raise ValueError(f"entry {at} follows entry {before}")
        at = before


def _origin(document: Mapping[str, Any], title: str, last: Encounter, report: Report) -> Origin:
    entries: Sequence[Mapping[str, Any]] = document["entries"]
    if not _OWN_ID.fullmatch(document["encounter"]["id"]):
        raise ValueError("no id of an encounter")
    exported = datetime.fromisoformat(document.get("exported") or entries[-1]["at"]).astimezone(UTC)
    drawn = sum(step["type"] == "roll" and not step["typed_by"] for entry in entries for step in entry["steps"])
    return Origin(
        id=document["encounter"]["id"],
        title=title,
        exported=exported.isoformat(timespec="seconds"),
        orders=sum(entry["kind"] == "order" and entry["part"] == 0 for entry in _lasting(entries)),
        ended=last.ended,
        verified=report.checked,
        unverified=drawn - report.checked,
        typed=report.typed,
    )


def _freed(last: Encounter) -> Encounter:
    """Return the state as it begins again: without what belongs to the old encounter, and without people except
    owners.
    """
    state = with_owners(last, {one.owner for one in last.combatants if one.owner and _ID.fullmatch(one.owner)})
    fighters = (
        replace(
            one,
            name=good_name(one.name),
            side=good_name(one.side, "side") if one.side else "",
            sheet=without_marks(one.sheet),
            keeper="",
            roster="",
            kept="",
        )
        for one in state.combatants
    )
    state = replace(
        state,
        title=good_name(state.title),
        combatants=tuple(fighters),
        agenda=tuple(map(_without_planner, state.agenda)),
        notes=tuple(map(without_marks, state.notes)),
        secret_notes=tuple(map(without_marks, state.secret_notes)),
        id="",
        commitment="",
        gms=(),
        throws=(),
        undone=(),
        brought=(),
        applications=(),
        refused=(),
        dice=MARKED_BY_THROW,
        ended=False,
        paused=False,
    )
    ids = frozenset(state.positions)
    cleaned = _cleaned(codec.parsed(codec.dump_state(state)), "", ids)
    state = codec.state(orjson.dumps(cleaned), codec.SCHEMA)
    # Time that runs by itself waits until the fighters are given out.
    return replace(state, paused=flows(state))


def _without_planner(item: Pending) -> Pending:
    return replace(item, by="") if isinstance(item, Plan) else item


def _cleaned(value: Any, name: str, ids: Collection[str]) -> Any:
    """Return a value of a state, by the name of its field, without ids and mentions of users, without the names beside
    dice that people typed, and with no references but those to fighters (`ids`).
    """
    match value:
        case dict():
            # Dice typed for later belong to the old throws: the bot throws for it.
            return None if value.keys() == _TYPED else {key: _cleaned(one, key, ids) for key, one in value.items()}
        case list():
            return [_cleaned(one, name, ids) for one in value]
        case str():
            own = name == "owner" or (name in ("side", "met") and value.startswith(OPENING) and CLOSING not in value)
            return value if own else _text(value, ids)
    return value


def _text(text: str, ids: Collection[str]) -> str:
    if _ID.fullmatch(text):
        return ""
    pieces = _REFERENCE.split(_MENTION.sub(NOBODY, text))
    for at, piece in enumerate(pieces):
        if at % 2 == 0:
            pieces[at] = without_marks(piece)
        elif piece[1:-1] not in ids:
            pieces[at] = NOBODY
    return "".join(pieces)


def _problems(report: Report, *, ended: bool = False) -> list[str]:
    """Return the problems, as the end of a sentence; that the last seed is secret is none before the end."""
    wrong = (one[:_LONGEST_PROBLEM] for one in report.problems if ended or not one.startswith(NOT_SHOWN))
    return ["".join(sign if sign.isprintable() else "?" for sign in one).rstrip(".") for one in wrong]
