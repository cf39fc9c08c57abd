"""Carries out the orders for the map: laying out the whole map, and changing a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from rules.engine.books.ruleset import Ruleset
from rules.engine.map.pieces import (
    BARRED,
    BARRIERS,
    BRIDGE,
    DOOR,
    GROUND,
    HILL,
    LABEL,
    ROUGH,
    SIDES,
    WALL,
    WATER,
    WINDOW,
    Layer,
    depth,
    lay,
    layers,
    lift,
)
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Piece
from rules.engine.records.orders import Chart
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.scene.effects import Charted, Placed
from rules.engine.scene.scene import Scene
from rules.grid.ground import impassable, open_ground
from rules.words.maps import in_blocks
from rules.words.phrases import listed, several
from rules.words.places import Place

NO_MAP = "There is no map yet. Make one with /encounter map size: 12x8."
MOST_PIECES = 60
"""The most pieces that a map may have; pieces that look the same count as one."""
_MOST_SINGLE = 12
"""The most places that are named one by one; more are named in blocks."""
_COUNTED = BARRIERS | {BRIDGE, HILL}


@dataclass(frozen=True, slots=True)
class Redraw(Order):
    """Change a part of the map.

    The `pieces` are laid one after the other. Then everything at the places of `taken` is removed: the kind that a
    piece names, or all kinds. New pieces can be `secret`: only GMs see them.

    Older orders give new pieces in `walls` and `rough`, removed ones in `cleared` and `smooth`, and in `doors` the
    places that are called doors.
    """

    kind = "Redraw"

    walls: frozenset[Place] = frozenset()
    cleared: frozenset[Place] = frozenset()
    rough: frozenset[Place] = frozenset()
    smooth: frozenset[Place] = frozenset()
    doors: frozenset[Place] = frozenset()
    secret: bool = field(default=False, metadata={"late": True})
    pieces: tuple[Piece, ...] = field(default=(), metadata={"late": True})
    taken: tuple[Piece, ...] = field(default=(), metadata={"late": True})


def chart(order: Chart, scene: Scene, ruleset: Ruleset) -> None:
    """Lay out a map. Fighters that cannot stand where they are leave the map. Raises NoRule, Refusal."""
    battle_map = order.battle_map
    _check(battle_map, ruleset)
    scene.do(Charted(battle_map))
    for combatant in scene.encounter.combatants:
        if combatant.place and not open_ground(battle_map, combatant.place):
            scene.do(Placed(combatant.id, None))
    scene.conclude(f"The map is {battle_map.width} by {battle_map.height} {several(ruleset.space(scene.encounter))}.")


def redraw(order: Redraw, scene: Scene, ruleset: Ruleset) -> None:
    """Change a part of the map and leave the rest. Raises NoRule, Refusal, or NotNow for a wall where a fighter
    stands."""
    battle_map = scene.encounter.battle_map
    if battle_map is None:
        raise NotNow(NO_MAP)
    changed = _changed(battle_map, order)
    _check(changed, ruleset)
    if order.secret and (order.taken or order.cleared or order.smooth or changed.open != battle_map.open):
        raise NotNow("Only what you add to the map can be secret. /encounter reveal map: True shows it to everyone.")
    shut = impassable(changed) - impassable(battle_map)
    for combatant in scene.encounter.combatants:
        if combatant.present and combatant.place in shut:
            raise NotNow(f"{combatant.reference} is at {combatant.place}. Move them away first.")
    # Removing something that nobody knew of stays a secret.
    unknown = order.secret or changed.open == battle_map.open
    before, after = (battle_map, changed) if unknown else (battle_map.open, changed.open)
    changes = list(_changes(before, after, order.doors))
    if not changes:
        raise NotNow("The map is already like that.")
    with scene.concerning(GMS if unknown else ""):
        scene.do(Charted(changed))
        scene.conclude(f"The map changes{' in secret' if unknown else ''}: {'; '.join(changes)}.")


def _changed(battle_map: BattleMap, order: Redraw) -> BattleMap:
    older = [Piece(kind, places) for kind, places in ((WALL, order.walls), (ROUGH, order.rough)) if places]
    gone = [Piece(kind, places) for kind, places in ((WALL, order.cleared), (ROUGH, order.smooth)) if places]
    laid = [replace(piece, secret=True) if order.secret else piece for piece in (*older, *order.pieces)]
    return lift(lay(battle_map, laid), (*gone, *order.taken))


def _check(battle_map: BattleMap, ruleset: Ruleset) -> None:
    if battle_map.rough and ruleset.knows_ground:
        kinds = "brush, rubble, stairs, sand, ice, wire or a hill"
        raise NoRule(f"{ruleset.title} has different costs for kinds of rough ground. Use {kinds} instead of rough.")
    if battle_map.rough and not ruleset.knows_rough:
        raise NoRule(f"{ruleset.title} has no rule for rough ground. Leave rough: out.")
    if not ruleset.knows_ground and (kind := next((p.kind for p in battle_map.pieces if p.kind in GROUND), "")):
        raise NoRule(f"{ruleset.title} has no rule for {kind}. Leave it out.")
    if not ruleset.knows_ground and any(p.kind == WATER and depth(p.words) for p in battle_map.pieces):
        raise NoRule(f"{ruleset.title} has no rule for wading. Leave the depth of the water out.")
    if len(battle_map.pieces) > MOST_PIECES:
        raise Refusal(f"A map has at most {MOST_PIECES} pieces of different kinds, materials and texts.")


def described(found: Mapping[Layer, frozenset[Place]]) -> str:
    """Return what is where, in words: "doors at C3 and D4, rough ground at F2"."""
    return listed([phrase(layer, places) for layer, places in found.items()], "and")


def phrase(layer: Layer, places: frozenset[Place]) -> str:
    """Return one layer of the map in words, with its places: "a wall (brick) at A1", "doors at C3 and D4"."""
    return f"{'a ' if len(places) == 1 and layer.kind in _COUNTED else ''}{called(layer, len(places))} at {_at(places)}"


def called(layer: Layer, count: int = 2) -> str:
    """Return the name of a layer for this many places: "walls (brick)", "rough ground"."""
    if layer.kind == LABEL:
        return f"the label “{layer.words}”"
    words = "rough ground" if layer.kind == ROUGH else layer.kind
    words = several(words) if layer.kind in _COUNTED and count > 1 else words
    words = f"{BARRED} {words}" if layer.bar else words
    more = [_with_name(layer.words) if layer.kind == HILL else layer.words] if layer.words else []
    if layer.bar in SIDES:
        more.append(f"bar to the {layer.bar}")
    return f"{words} ({', '.join(more)})" if more else words


def _with_name(words: str) -> str:
    """Return the words of a hill with its name in quotation marks: "1 “Knoll”"."""
    level, _, name = words.partition(" ") if words[:1].isdigit() else ("", "", words)
    return " ".join(filter(None, [level, f"“{name}”" if name else ""]))


def _changes(before: BattleMap, after: BattleMap, doors: frozenset[Place]) -> Iterator[str]:
    """Yield the changes in words. `doors` are places that are called doors, besides those that have one."""
    was, now = layers(before), layers(after)
    shut, opened = impassable(after) - impassable(before), impassable(before) - impassable(after)
    doors &= shut | opened
    for kind, more in ((DOOR, doors), (WINDOW, frozenset[Place]())):
        had, has = (more.union(*(at for layer, at in found.items() if layer.kind == kind)) for found in (was, now))
        yield from _turned(kind, had & has & shut, "closes")
        yield from _turned(kind, has & opened, "opens")
        doors |= (had & has & shut) | (has & opened)
        for bar, places in _barred_anew(kind, was, now, (had & has) - opened):
            one, verb = (kind, "is") if len(places) == 1 else (several(kind), "are")
            side = f", bar to the {bar}" if bar in SIDES else ""
            yield f"the {one} at {_at(places)} {verb} {f'barred{side}' if bar else 'no longer barred'}"
            doors |= places
    for layer, places in now.items():
        if new := places - was.get(layer, frozenset()) - (doors if layer.kind in BARRIERS else frozenset()):
            yield phrase(layer, new)
    for kind in dict.fromkeys(layer.kind for layer in was):
        there, left = (
            frozenset[Place]().union(*(places for layer, places in found.items() if layer.kind in kinds))
            for found, kinds in ((was, {kind}), (now, BARRIERS if kind in BARRIERS else {kind}))
        )
        if gone := there - left - (doors if kind in BARRIERS else frozenset()):
            yield f"no more {kind if kind == LABEL else called(Layer(kind), len(gone))} at {_at(gone)}"


def _barred_anew(
    kind: str, was: Mapping[Layer, frozenset[Place]], now: Mapping[Layer, frozenset[Place]], among: frozenset[Place]
) -> Iterator[tuple[str, frozenset[Place]]]:
    """Yield each bar that doors or windows have now and did not have before, with their places; "" for no bar."""
    for bar in dict.fromkeys(layer.bar for layer in now if layer.kind == kind):
        before, after = (
            frozenset[Place]().union(*(at for one, at in found.items() if (one.kind, one.bar) == (kind, bar)))
            for found in (was, now)
        )
        if new := (after - before) & among:
            yield bar, new


def _turned(kind: str, places: frozenset[Place], does: str) -> Iterator[str]:
    """Yield that doors or windows open or close: "the doors at C3 and D4 open"."""
    if places:
        one, verb = (kind, does) if len(places) == 1 else (several(kind), does.removesuffix("s"))
        yield f"the {one} at {_at(places)} {verb}"


def _at(places: frozenset[Place]) -> str:
    return listed([*map(str, sorted(places))], "and") if len(places) <= _MOST_SINGLE else in_blocks(places)
