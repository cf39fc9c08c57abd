"""Doors and windows on the map: opening, closing and unbarring the ones beside a fighter (table 7B).

The table has the costs of opening; closing or unbarring costs as much as opening, because the book is silent. Without a
map, or on a map without such a piece, these are acts in words only. Forcing is in `optional/arrests/forced_doors`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.engine.map.pieces import BOARDED, DOOR, OPENINGS, SIDES, WINDOW, lay, obstructs
from rules.engine.records.copies import replace
from rules.engine.records.errors import AlreadySo, Ambiguous, NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, Piece
from rules.engine.scene.effects import Charted
from rules.engine.scene.scene import Clause
from rules.engine.sight import contact
from rules.engine.sight.sight import mapped
from rules.grid import hexes
from rules.phoenix.basics.switches import ALL_BARRED, BARS, FORCED_ENTRY, on, value
from rules.phoenix.book import Scene
from rules.words.phrases import listed
from rules.words.places import Place

OPEN_DOOR, KICK, OPEN_WINDOW, BREAK = (
    "Open a Door",
    "Kick Open a Door",
    "Open a Window with Two Hands",
    "Break and Clear Glass from a Window",
)
CLOSE_DOOR, CLOSE_WINDOW = "Close a Door", "Close a Window with Two Hands"
UNBAR_DOOR, UNBAR_WINDOW = "Unbar a Door", "Unbar a Window"
_OPENS, _CLOSES, _UNBARS = "open", "close", "unbar"
_AT = re.compile(r"(.*\b(?:door|window)\b.*?)(?: (?:at|in))? ([a-z]{1,2}[0-9]{1,2})", re.IGNORECASE)
_SLANT = 90
"""The degrees from the middle of a bar's side at which a fighter is no longer on that side."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The change that an act makes to a kind of piece. `done` and `ask` are its verbs: "opens" and "open"."""

    kind: str
    does: str
    done: str
    ask: str


ACTS: Mapping[str, Turn] = MappingProxyType(
    {
        OPEN_DOOR: Turn(DOOR, _OPENS, "opens", "open"),
        KICK: Turn(DOOR, _OPENS, "kicks open", "kick open"),
        OPEN_WINDOW: Turn(WINDOW, _OPENS, "opens", "open"),
        BREAK: Turn(WINDOW, _OPENS, "breaks and clears the glass of", "break"),
        CLOSE_DOOR: Turn(DOOR, _CLOSES, "closes", "close"),
        CLOSE_WINDOW: Turn(WINDOW, _CLOSES, "closes", "close"),
        UNBAR_DOOR: Turn(DOOR, _UNBARS, "unbars", "unbar"),
        UNBAR_WINDOW: Turn(WINDOW, _UNBARS, "unbars", "unbar"),
    }
)
"""The acts by their names in the list of acts."""
AS_OPENING: Mapping[str, str] = MappingProxyType(
    {CLOSE_DOOR: OPEN_DOOR, UNBAR_DOOR: OPEN_DOOR, CLOSE_WINDOW: OPEN_WINDOW, UNBAR_WINDOW: OPEN_WINDOW}
)
"""The acts that table 7B does not have, with the act of the table whose cost they have."""


def split_place(text: str) -> tuple[str, Place | None]:
    """Return the text of an act without the place of the door or window, and the place: "open the door at D4"."""
    match = _AT.fullmatch(text)
    return (match[1], Place.parse(match[2])) if match else (text, None)


def barred(piece: Piece, encounter: Encounter) -> bool:
    """Return whether a door or window must be forced or unbarred.

    In encounters of scenario 2 that are older than bars, those are all that are closed or boarded up.
    """
    if piece.bar:
        return True
    older = value(encounter, BARS) == ALL_BARRED and on(encounter, FORCED_ENTRY)
    return older and piece.kind in OPENINGS and obstructs(piece)


def beside(combatant: Combatant, kind: str, encounter: Encounter) -> Mapping[Place, Piece]:
    """Return the doors or windows in the hexes next to a fighter that their side knows, by place."""
    battle_map = mapped(encounter, combatant.owner).battle_map
    if battle_map is None or combatant.place is None:
        return {}
    return {
        place: piece
        for place in sorted(hexes.neighbours(combatant.place))
        for piece in battle_map.pieces
        if piece.kind == kind and place in piece.places
    }


def charted(combatant: Combatant, kind: str, encounter: Encounter) -> bool:
    """Return whether the fighter is on a map on which their side knows a door or window."""
    battle_map = mapped(encounter, combatant.owner).battle_map
    return (
        battle_map is not None
        and combatant.place is not None
        and any(piece.kind == kind for piece in battle_map.pieces)
    )


def meant(name: str, at: Place | None, combatant: Combatant, encounter: Encounter) -> Place | None:
    """Return the place of the door or window that an act of the list is about; None if the map has none.

    `encounter` is as the fighter's side knows it. Raises NotNow if none beside the fighter fits (AlreadySo if all are
    open, or closed, already), Ambiguous if several do.
    """
    turn = ACTS[name]
    if not charted(combatant, turn.kind, encounter):
        return None
    there = {place: one for place, one in beside(combatant, turn.kind, encounter).items() if at in (None, place)}
    # Those that are open already are not what somebody means who opens one, unless all of them are.
    apt = {place: piece for place, piece in there.items() if _would_change(turn, piece, encounter)} or there
    why = {place: _hindrance(turn, place, piece, combatant, encounter) for place, piece in apt.items()}
    if apt and turn.does in (_OPENS, _CLOSES) and all(one.open == (turn.does == _OPENS) for one in apt.values()):
        raise AlreadySo(next(iter(why.values())))
    return chosen(why, turn.ask, turn.kind, at, combatant)


def chosen(why: Mapping[Place, str], verb: str, kind: str, at: Place | None, combatant: Combatant) -> Place:
    """Return the one door or window that an act is about; `why` has those beside the fighter, each with what is against
    it, "" for nothing.

    Raises NotNow if none fits, Ambiguous if several do.
    """
    fitting = [place for place, reason in why.items() if not reason]
    if len(fitting) > 1:
        nearest = tuple([f"{verb} the {kind} at {place}" for place in fitting])
        raise Ambiguous(f"Which {kind}: {listed([*map(str, fitting)])}? For example /act what: {nearest[0]}.", nearest)
    if fitting:
        return fitting[0]
    if why:
        raise NotNow(next(iter(why.values())))
    where = f"There is no {kind} at {at} next to" if at else f"There is no {kind} next to"
    raise NotNow(f"{where} {combatant.reference}. Use /move to get next to one.")


def offers(combatant: Combatant, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the acts on doors and windows beside a fighter that they can do now, each with its line in the list."""
    for name, turn in ACTS.items():
        for place, piece in beside(combatant, turn.kind, encounter).items():
            if not _hindrance(turn, place, piece, combatant, encounter):
                yield f"{turn.ask.capitalize()} the {turn.kind} at {place}", name


def phrase(name: str, place: Place) -> str:
    """Return an act on the door or window at a place in words: "kicks open the door at D4"."""
    turn = ACTS[name]
    return f"{turn.done} the {turn.kind} at {place}"


def act_on(name: str, place: Place, actor: str, scene: Scene) -> tuple[str, tuple[Clause, ...]]:
    """Change a door or window on the map.

    Returns the words about it, and the clauses about somebody who keeps it from closing.
    """
    turn, battle_map = ACTS[name], scene.encounter.battle_map
    inside = (c for c in scene.encounter.combatants if c.present and c.place == place and c.id != actor)
    if turn.does == _CLOSES and (other := next(inside, None)):
        return f" cannot close the {turn.kind} at {place}", contact.meet(actor, other, scene)
    assert battle_map is not None
    piece = next(piece for piece in battle_map.pieces if piece.kind == turn.kind and place in piece.places)
    change(piece, place, turn.does == _OPENS, scene)
    return f" {phrase(name, place)}", ()


def change(piece: Piece, place: Place, open: bool, scene: Scene) -> None:
    """Open or close a door or window on the map; it has no bar any more."""
    battle_map = scene.encounter.battle_map
    assert battle_map is not None
    turned = replace(piece, places=frozenset({place}), open=open, bar="", secret=False)
    scene.do(Charted(lay(battle_map, [turned])))


def on_side(combatant: Combatant, place: Place, side: str) -> bool:
    """Return whether a fighter is on a side ("south") of a place."""
    if combatant.place is None or side not in SIDES:
        return False
    off = abs((hexes.bearing(place, combatant.place) - 360 // len(SIDES) * SIDES.index(side) + 180) % 360 - 180)
    return off < _SLANT


def _would_change(turn: Turn, piece: Piece, encounter: Encounter) -> bool:
    if turn.does == _UNBARS:
        return barred(piece, encounter)
    return piece.open == (turn.does == _CLOSES)


def _hindrance(turn: Turn, place: Place, piece: Piece, combatant: Combatant, encounter: Encounter) -> str:
    """Return why a fighter cannot do this to a door or window beside them, as a sentence; "" if they can."""
    this, bar = f"The {turn.kind} at {place}", barred(piece, encounter)
    if turn.does == _CLOSES:
        if not piece.open:
            return f"{this} is already closed."
        inside = next((c for c in encounter.combatants if c.present and c.place == place), None)
        return f"{inside.reference} is in the {turn.kind} at {place}. Close it once they have left." if inside else ""
    if piece.open:
        return f"{this} is {'already open' if turn.does == _OPENS else 'open, not barred'}."
    if turn.does == _OPENS:
        if bar:
            ways = ["force"] + ["unbar"] * on_side(combatant, place, piece.bar)
            acts = listed([f"/act what: {way} the {turn.kind} at {place}" for way in ways])
            return f"{this} is barred. Use {acts}."
        glass = BOARDED not in piece.words.split()
        return "" if glass or turn is not ACTS[BREAK] else f"{this} is boarded up and has no glass to break."
    if not bar:
        return f"{this} is not barred. Use /act what: open the {turn.kind} at {place}."
    if piece.bar not in SIDES:
        return (
            f"Nobody has said on which side of the {turn.kind} at {place} the bar is. Use /act what: force the"
            f" {turn.kind} at {place}, or ask the GM to name the side: /encounter map add: {turn.kind} {place} barred"
            " south."
        )
    if not on_side(combatant, place, piece.bar):
        return (
            f"The bar of the {turn.kind} at {place} is on its {piece.bar} side. Go there first, or use /act what: force"
            f" the {turn.kind} at {place}."
        )
    return ""
