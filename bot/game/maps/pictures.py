"""Makes the pictures of the map for each reader: the viewer's encounter as a drawing, and what is pointed out
in it.

Pictures show only `bot.game.sight`'s view: the viewer's view of a state, the contacts, and who is named in what
they read of an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from bot.game.entries.entries import Entry, Group
from bot.game.maps import Blast, Drawing, Highlights, Shot, Window, drawing
from bot.game.sight import Viewer, contacts, view
from bot.game.sight.named_fighters import NamedFighters, named_fighters
from rules.engine.books import switch_values
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import ALL, OFF, PICTURES, TABLE_OPTIONS
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Chart
from rules.engine.scene.effects import Charted
from rules.engine.sight.sight import fog
from rules.grid import hexes, squares
from rules.words.places import Place

Sketch: TypeAlias = Callable[[], Drawing]
"""Draws pictures of a viewer's knowledge. It changes nothing and may be called in another thread."""
_FAR_SHOT, _FAR_WAY = 2, 2
"""Spaces from which on a picture says more of a shot, or of a move, than the words."""
_NOTHING = Highlights()
_USUAL = Window()


def pictures(encounter: Encounter) -> str:
    """Return the value of the switch `pictures`."""
    return switch_values.value_of(TABLE_OPTIONS[PICTURES], encounter)


def on_map(encounter: Encounter) -> bool:
    """Return whether there is anything to draw: a map, or fighters with a place."""
    return encounter.battle_map is not None or any(c.present and c.place for c in encounter.combatants)


def picture(
    truth: Encounter, book: Ruleset, viewer: Viewer, highlights: Highlights = _NOTHING, window: Window = _USUAL
) -> Sketch | None:
    """Return the map as a viewer may know it, or None if there is nothing to draw."""
    seen = view(truth, book, viewer)
    return partial(drawing, seen, book, contacts(truth, book, viewer), highlights, window) if on_map(seen) else None


def board_picture(truth: Encounter, book: Ruleset, viewer: Viewer) -> Sketch | None:
    """Return the map for a board; None where the encounter has no pictures, or nothing to draw."""
    return None if pictures(truth) == OFF or truth.ended else picture(truth, book, viewer)


def line_picture(
    truth: Encounter, book: Ruleset, viewer: Viewer, start: Place, end: Place, stopped: Place | None = None
) -> Sketch | None:
    """Return the map with a line of sight and what blocks it; None as `board_picture`."""
    if pictures(truth) == OFF:
        return None
    return picture(truth, book, viewer, Highlights(shots=(Shot(start, end, None, stopped),)))


def may_picture(group: Group) -> bool:
    """Return whether an order may have a picture, as far as this is known without the state before it.

    A change of the map may have one wherever there are pictures, anything else where every order may have one.
    """
    last = group[-1]
    if last.kind != "order" or last.state.ended or not on_map(last.state):
        return False
    wanted = pictures(last.state)
    return wanted == ALL or (wanted != OFF and _charts(group))


def answer_picture(group: Group, before: Encounter, book: Ruleset, viewer: Viewer) -> Sketch | None:
    """Return the map for a viewer's reading of an order, with its shots and ways, or None where the words are enough.

    `before` is the state on which the order was given.
    """
    last = group[-1]
    readings = named_fighters(group, book, viewer) if may_picture(group) else []
    if not readings:
        return None
    charted = view(before, book, viewer).battle_map != view(last.state, book, viewer).battle_map
    highlights = pointed_out(readings, before, last.state, book, viewer)
    distance = hexes.distance if book.space(last.state) == "hex" else squares.distance
    far = any(distance(shot.start, shot.end) >= _FAR_SHOT for shot in highlights.shots)
    far = far or any(distance(way[0], way[-1]) >= _FAR_WAY for _, way in highlights.paths)
    window = Window(whole=True) if charted and _is_new_map(before, last) else _USUAL
    return picture(last.state, book, viewer, highlights, window) if charted or far or highlights.blasts else None


def pointed_out(
    readings: list[NamedFighters], before: Encounter, after: Encounter, book: Ruleset, viewer: Viewer
) -> Highlights:
    """Return the shots, ways and explosions between two states of which a viewer is `told`."""
    earlier, now = view(before, book, viewer), view(after, book, viewer)
    unclear = contacts(before, book, viewer).keys() | contacts(after, book, viewer).keys()
    ways, shots = _ways(readings, earlier, now, viewer, unclear), _shots(readings, earlier, now, unclear)
    blasts = tuple(Blast(each.place, each.radii, each.aimed) for one in readings for each in one.explosions)
    return Highlights(tuple(dict.fromkeys(shots)), tuple(ways), blasts)


def _is_new_map(before: Encounter, last: Entry) -> bool:
    return before.battle_map is None or isinstance(last.order, Chart)


def _charts(group: Group) -> bool:
    return any(isinstance(effect, Charted) for entry in group for effect in entry.resolution.effects)


def _ways(
    readings: list[NamedFighters], before: Encounter, now: Encounter, viewer: Viewer, unclear: set[str]
) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """Yield the ways of fighters who were and are in sight.

    For fighters of other sides these have only their beginning and end, because the fighters may have been out of sight
    in between.
    """
    for combatant in now.combatants:
        start = _place(combatant.id, before)
        if start is None or combatant.place is None or combatant.id in unclear or not combatant.present:
            continue
        seen_all = fog(now) == OFF or viewer.owns(combatant)
        steps = [place for one in readings for id, place in one.steps if id == combatant.id and place and seen_all]
        way = [start]
        for place in (*steps, combatant.place):
            if place != way[-1]:
                way.append(place)
        if len(way) > 1:
            yield combatant.id, tuple(way)


def _shots(readings: list[NamedFighters], before: Encounter, now: Encounter, unclear: set[str]) -> Iterator[Shot]:
    """Yield a line from each fighter who attacks to those that the viewer reads to be attacked."""
    for one in readings:
        if one.verdict not in ("hit", "miss") or not one.ids:
            continue
        attacker, *others = one.ids
        start = _place(attacker, now)
        if start is None or attacker in unclear:
            continue
        for other in others:
            end = _place(other, now) or _place(other, before)
            if end and end != start and other not in unclear:
                yield Shot(start, end, one.verdict == "hit")


def _place(id: str, encounter: Encounter) -> Place | None:
    return encounter.combatant(id).place if id in encounter.positions else None
