"""A picture in words: its description, and the list of places for those who hear the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.game.maps.highlights import Highlights
from bot.game.maps.markers import Cast, Piece, aimed
from bot.game.maps.window import Frame, runs
from rules.engine.books.ruleset import Ruleset
from rules.engine.map.pieces import BARRED, OPENINGS, SIDES
from rules.engine.records.agenda import Watch
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import BattleMap, Encounter
from rules.grid.directions import of_bearing
from rules.words.phrases import counted, listed
from rules.words.places import Place

MOST_ALT = 1_024
"""Characters of a description in Discord."""


def description(encounter: Encounter, book: Ruleset, everyone: Cast, highlights: Highlights, frame: Frame) -> str:
    """Return the description of a picture, cut to Discord's limit: the clock, marked places, and the fighters'
    places.
    """
    part = f" from {frame.corner} to {frame.opposite}" if frame.cropped else ""
    size = f"{frame.battle_map.width} x {frame.battle_map.height}"
    alt = f"Map of {size}{part}, {book.clock(encounter)}."
    for sentence in _pointed_out(highlights, everyone):
        if len(alt) + len(sentence) < MOST_ALT // 2:
            alt += f" {sentence}"
    there = sorted(_placed(everyone), key=lambda piece: piece.side)
    side = ""
    for n, piece in enumerate(there):
        named = piece.fighter.side
        begin = f" {named}:" if named and named != side else ""
        side = named or side
        sentence = f"{begin} {_where(piece, everyone)}."
        more = f" And {len(there) - n} more."
        if len(alt + sentence) + (len(more) if n + 1 < len(there) else 0) > MOST_ALT:
            return alt + more
        alt += sentence
    for piece in everyone.gone:
        sentence = f" {_gone(piece)}."
        if len(alt + sentence) <= MOST_ALT:
            alt += sentence
    return alt


def places(
    encounter: Encounter, everyone: Cast, contacts: Mapping[str, Glimpse], highlights: Highlights, frame: Frame
) -> str:
    """Return the contents of a map, one item a line: fighters by side, marked places, covered hexes and the ground."""
    lines = [
        f"{piece.code} {_where(piece, everyone)}"
        for piece in sorted(everyone.everyone.values(), key=lambda piece: piece.side)
        if piece.fighter.place or piece.marker.within in everyone.everyone
    ]
    lines += [
        f"{piece.code} {piece.fighter.name}: somewhere to the {glimpse.direction}"
        for id, piece in everyone.everyone.items()
        if (glimpse := contacts.get(id)) and glimpse.direction and not piece.fighter.place and not glimpse.nameless
    ]
    lines += [f"{piece.code} {_gone(piece)}" for piece in everyone.gone]
    lines += _pointed_out(highlights, everyone)
    for item in encounter.agenda:
        if isinstance(item, Watch) and item.actor in everyone.everyone:
            lines.append(f"{everyone.everyone[item.actor].fighter.name} covers {blocks(item.area)}")
    lines += _ground(frame.battle_map)
    return "\n".join(lines)


def blocks(places: Iterable[Place]) -> str:
    """Return places as text, with rectangles as their corners: "A1-B4, D7"."""
    left, named = set(places), []
    while left:
        first = min(left)
        low = next(last for begin, last in runs(p.row for p in left if p.column == first.column) if begin == first.row)
        column = first.column
        while all(Place(column + 1, row) in left for row in range(first.row, low + 1)):
            column += 1
        last = Place(column, low)
        named.append(str(first) if last == first else f"{first}-{last}")
        left -= {Place(c, r) for c in range(first.column, column + 1) for r in range(first.row, low + 1)}
    return ", ".join(named)


def _placed(everyone: Cast) -> list[Piece]:
    return [piece for here in everyone.on.values() for piece in here]


def _gone(piece: Piece) -> str:
    return f"{piece.fighter.name} at {piece.fighter.place}, out of play"


def _where(piece: Piece, everyone: Cast) -> str:
    how, fighter = piece.marker, piece.fighter
    carrier = everyone.everyone.get(how.within)
    if carrier is not None:
        return f"{fighter.name} with {carrier.fighter.name}"
    line = f"{fighter.name} {'last known at' if piece.ghost else 'at'} {fighter.place}"
    return ", ".join([line, *_states(piece, everyone)])


def _states(piece: Piece, everyone: Cast) -> Iterator[str]:
    """Yield what the marker shows of a fighter, in words."""
    how = piece.marker
    if riders := everyone.within.get(piece.fighter.id, ()):
        yield f"with {listed([rider.fighter.name for rider in riders], 'and')}"
    if how.fate:
        yield how.fate
        return
    if how.vehicle:
        yield "a vehicle"
    elif how.stance != "standing":
        yield how.stance
    side = "" if how.cover_side is None else f" to the {of_bearing(how.cover_side)}"
    if how.hidden:
        yield f"behind cover{side}"
    elif how.covered:
        yield f"at cover{side}"
    if how.flying:
        yield "flying"
    if how.disabled:
        yield "disabled"
    elif how.wounded:
        yield "wounded"
    if how.facing is not None:
        yield f"faces {of_bearing(how.facing)}"
    if at := aimed(how.aim, everyone):
        yield f"aims at {at.fighter.name if isinstance(at, Piece) else at}"
    if how.pins:
        yield f"pins {blocks(how.pins)}"
    if piece.fighter.secret:
        yield "secret"


def _pointed_out(highlights: Highlights, everyone: Cast) -> Iterator[str]:
    for shot in highlights.shots:
        line = f"Line from {shot.start} to {shot.end}" if shot.hit is None else f"Fire from {shot.start} to {shot.end}"
        result = "" if shot.hit is None else ", a hit" if shot.hit else ", a miss"
        blocked = f", blocked at {shot.stopped}" if shot.stopped else ""
        yield f"{line}{result}{blocked}."
    for id, path in highlights.paths:
        who = everyone.everyone.get(id)
        name = who.fighter.name if who else "Somebody"
        yield f"{name} moved from {path[0]} to {path[-1]}."
    for blast in highlights.blasts:
        drift = f", aimed at {blast.aimed}" if blast.aimed and blast.aimed != blast.place else ""
        yield f"Explosion at {blast.place}{drift}."
    if highlights.marks:
        yield f"{counted(len(highlights.marks), 'space')} marked."


def _ground(battle_map: BattleMap) -> Iterator[str]:
    """Yield the map's pieces, kind by kind. Pieces with a name are listed by it."""
    named = {place for piece in battle_map.pieces if piece.kind == "wall" for place in piece.places}
    openings = {place for piece in battle_map.pieces if piece.kind in ("door", "window") for place in piece.places}
    if nameless := battle_map.obstructions - named - openings:
        yield f"Walls: {blocks(nameless)}"
    if battle_map.rough:
        yield f"Rough ground: {blocks(battle_map.rough)}"
    for piece in battle_map.pieces:
        what = piece.kind.capitalize()
        state = f" {BARRED if piece.bar else 'open' if piece.open else 'closed'}" if piece.kind in OPENINGS else ""
        words = f" ({piece.words})" if piece.words else ""
        side = f", bar to the {piece.bar}" if piece.bar in SIDES else ""
        secret = ", secret" if piece.secret else ""
        yield f"{what}{state}{words}: {blocks(piece.places)}{side}{secret}"
