"""The pieces of a map: laying them, removing them, keeping them secret.

The pieces determine where fighters can see and walk. Walls, closed doors and boarded windows obstruct. Other closed
windows, and water without a bridge, bar the way and hide nobody. Walls without a material and rough ground are kept as
places alone (`BattleMap.obstructions`, `BattleMap.rough`), and are laid as pieces like the others.

Brush, rubble, stairs, sand, ice, wire, hills and water of a depth cost something to enter, if the book has a rule for
that. Water without a depth bars the way.

A door or window is open, closed or barred. A barred one is closed, and has a bar on one of its sides.

Each place has one wall, door or window at most, and one piece of every other kind. A secret piece lies over the public
pieces, so that these look the same without it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Piece
from rules.grid.directions import POINTS
from rules.words.places import Place

WALL, ROUGH, DOOR, WINDOW = "wall", "rough", "door", "window"
COVER, WATER, BRIDGE, HILL, LABEL = "cover", "water", "bridge", "hill", "label"
STAIRS, SAND, ICE, BRUSH, RUBBLE, WIRE = "stairs", "sand", "ice", "brush", "rubble", "wire"
KINDS = (WALL, ROUGH, HILL, STAIRS, SAND, ICE, BRUSH, RUBBLE, WATER, BRIDGE, WIRE, COVER, DOOR, WINDOW, LABEL)
"""Every kind, in the order in which pieces are laid and drawn."""
GROUND = frozenset({STAIRS, SAND, ICE, BRUSH, RUBBLE, WIRE})
"""The kinds of ground that cost something to enter, besides hills and water that is not too deep."""
DENSITIES = ("light", "medium", "dense")
"""The words of brush and rubble; without one they are medium."""
DEPTHS = ("1 foot", "2 feet", "3 feet", "4 feet")
"""The words of water that can be waded through; water without one bars the way."""
BARRIERS = frozenset({WALL, DOOR, WINDOW})
BOARDED = "boarded"
"""The material of a window that hides what is behind it until it is opened."""

OPENINGS = frozenset({DOOR, WINDOW})
"""The kinds that are open, closed or barred."""
BARRED = "barred"
"""The bar of a door or window whose side nobody has named."""
SIDES = POINTS
"""The sides on which a bar can be."""

_NONE: frozenset[Place] = frozenset()
_LEVEL = re.compile(r"(?<![0-9])[1-9](?![0-9])")


@dataclass(frozen=True, slots=True)
class Layer:
    """The things of one look on the map: a kind of piece, its material or text, whether it is open, its bar."""

    kind: str
    words: str = ""
    open: bool = False
    bar: str = ""


def alike(kind: str) -> frozenset[str]:
    """Return the kinds that exclude each other at a place: walls, doors and windows, or this kind alone."""
    return BARRIERS if kind in BARRIERS else frozenset({kind})


def layers(battle_map: BattleMap) -> Mapping[Layer, frozenset[Place]]:
    """Return the places of everything on the map, nameless walls and rough ground included, in the order of `KINDS`."""
    found: dict[Layer, frozenset[Place]] = {}
    if nameless := _nameless_walls(battle_map):
        found[Layer(WALL)] = nameless
    if battle_map.rough:
        found[Layer(ROUGH)] = battle_map.rough
    for piece in battle_map.pieces:
        layer = Layer(piece.kind, piece.words, piece.open, piece.bar)
        found[layer] = found.get(layer, _NONE) | piece.places
    return dict(sorted(found.items(), key=lambda item: KINDS.index(item[0].kind)))


def secrets(battle_map: BattleMap) -> Mapping[Layer, frozenset[Place]]:
    """Return the places of the pieces that the GM keeps secret."""
    nameless = {
        Layer(WALL): battle_map.hidden_walls - _at(battle_map.pieces, BARRIERS),
        Layer(ROUGH): battle_map.hidden_rough,
    }
    found = {layer: places for layer, places in nameless.items() if places}
    for piece in battle_map.pieces:
        if piece.secret:
            layer = Layer(piece.kind, piece.words, piece.open, piece.bar)
            found[layer] = found.get(layer, _NONE) | piece.places
    return found


def lay(battle_map: BattleMap, pieces: Sequence[Piece]) -> BattleMap:
    """Return the map with these pieces laid one after the other; each replaces the pieces that exclude it.

    A secret piece leaves the public ones under it.
    """
    battle_map = _known(battle_map, [piece for piece in pieces if not piece.secret])
    walls, rough, kept = _nameless_walls(battle_map), battle_map.rough, list(battle_map.pieces)
    for piece in pieces:
        if piece.kind == ROUGH:
            rough |= piece.places
            continue
        group = alike(piece.kind)
        kept = [
            _without(one, piece.places) if one.kind in group and one.secret >= piece.secret else one for one in kept
        ]
        if piece.kind in BARRIERS and not piece.secret:
            walls -= piece.places
        if piece.kind == WALL and not piece.words:
            walls |= piece.places
        else:
            kept.append(piece)
    return _settled(battle_map, walls, rough, kept, any(piece.secret for piece in pieces))


def lift(battle_map: BattleMap, pieces: Iterable[Piece]) -> BattleMap:
    """Return the map without the things at the places of these pieces: those of their kind, or everything for the kind
    "".
    """
    walls, rough, kept = _nameless_walls(battle_map), battle_map.rough, list(battle_map.pieces)
    for piece in pieces:
        group = alike(piece.kind) if piece.kind else frozenset(KINDS)
        kept = [_without(one, piece.places) if one.kind in group else one for one in kept]
        walls -= piece.places if WALL in group else _NONE
        rough -= piece.places if ROUGH in group else _NONE
    return _settled(battle_map, walls, rough, kept, False)


def concealed(battle_map: BattleMap, places: frozenset[Place]) -> BattleMap:
    """Return the map with everything at these places secret."""
    kept = [one if one.secret else _without(one, places) for one in battle_map.pieces]
    kept += [replace(one, places=one.places & places, secret=True) for one in battle_map.pieces if not one.secret]
    return replace(
        battle_map,
        hidden_walls=battle_map.hidden_walls | battle_map.obstructions & places,
        hidden_rough=battle_map.hidden_rough | battle_map.rough & places,
        hidden_barred=battle_map.hidden_barred | battle_map.barred & places,
        pieces=_merged(kept),
    )


def revealed(battle_map: BattleMap, places: frozenset[Place]) -> BattleMap:
    """Return the map with nothing at these places secret any more."""
    shown = [replace(one, places=one.places & places, secret=False) for one in battle_map.pieces if one.secret]
    kept = [_without(one, places) if one.secret else one for one in battle_map.pieces]
    open_ = replace(
        battle_map,
        hidden_walls=battle_map.hidden_walls - places,
        hidden_rough=battle_map.hidden_rough - places,
        hidden_barred=battle_map.hidden_barred - places,
        pieces=tuple(kept),
    )
    return lay(open_, [one for one in shown if one.places])


def hidden(battle_map: BattleMap) -> frozenset[Place]:
    """Return the places where something is secret."""
    return frozenset[Place]().union(*secrets(battle_map).values())


def _known(battle_map: BattleMap, pieces: Iterable[Piece]) -> BattleMap:
    """Return the map with the secrets at the places of these pieces made public, where the public piece has the same
    effect.
    """
    walls, rough, barred = (_at(pieces, kinds) for kinds in (BARRIERS, {ROUGH}, {WATER, WINDOW}))
    return replace(
        battle_map,
        hidden_walls=battle_map.hidden_walls - walls,
        hidden_rough=battle_map.hidden_rough - rough,
        hidden_barred=battle_map.hidden_barred - barred,
    )


def _nameless_walls(battle_map: BattleMap) -> frozenset[Place]:
    """Return the walls without a material. Under a secret piece there may be one that everybody knows."""
    barriers = _at(battle_map.pieces, BARRIERS)
    walls = battle_map.obstructions - barriers if barriers else battle_map.obstructions
    if secret := _at([piece for piece in battle_map.pieces if piece.secret], BARRIERS):
        open_ = _at([piece for piece in battle_map.pieces if not piece.secret], BARRIERS)
        walls |= secret & battle_map.obstructions - battle_map.hidden_walls - open_
    return walls


def _at(pieces: Iterable[Piece], kinds: Collection[str]) -> frozenset[Place]:
    return frozenset[Place]().union(*(piece.places for piece in pieces if piece.kind in kinds))


def _without(piece: Piece, places: frozenset[Place]) -> Piece:
    return piece if piece.places.isdisjoint(places) else replace(piece, places=piece.places - places)


def obstructs(piece: Piece) -> bool:
    """Return whether a piece blocks sight and the way: a wall, a closed door, a boarded window."""
    boarded = piece.kind == WINDOW and BOARDED in piece.words.split()
    return piece.kind == WALL or (not piece.open and (piece.kind == DOOR or boarded))


def depth(words: str) -> int:
    """Return the depth of water in feet, 0 if it cannot be waded through."""
    return DEPTHS.index(words) + 1 if words in DEPTHS else 0


def level(words: str) -> int:
    """Return the level of a hill: the number among its words, 1 if there is none."""
    found = _LEVEL.search(words)
    return int(found[0]) if found else 1


def _settled(
    battle_map: BattleMap, walls: frozenset[Place], rough: frozenset[Place], pieces: Iterable[Piece], secret: bool
) -> BattleMap:
    """Return the map with the places that its pieces obstruct or bar; new ones are `secret` or public."""
    pieces = _merged(pieces)
    top = frozenset[Place]().union(*(one.places for one in pieces if one.secret and one.kind in BARRIERS))
    obstructions, closed = (walls - top if top else walls), _NONE
    for piece in pieces:
        places = piece.places if piece.secret else piece.places - top
        if obstructs(piece):
            obstructions |= places
        elif piece.kind == WINDOW and not piece.open:
            closed |= places
    deep = _at([piece for piece in pieces if not depth(piece.words)], (WATER,))
    barred = (deep - _at(pieces, (BRIDGE,)) | closed) - obstructions

    def hidden(before: frozenset[Place], old: frozenset[Place], new: frozenset[Place]) -> frozenset[Place]:
        return before & new | (new - old if secret else _NONE)

    return replace(
        battle_map,
        obstructions=obstructions,
        rough=rough,
        barred=barred,
        pieces=pieces,
        hidden_walls=hidden(battle_map.hidden_walls, battle_map.obstructions, obstructions),
        hidden_rough=hidden(battle_map.hidden_rough, battle_map.rough, rough),
        hidden_barred=hidden(battle_map.hidden_barred, battle_map.barred, barred),
    )


def _merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces in the order of `KINDS`. Pieces of one look are merged, and secret ones come last."""
    found: dict[tuple[bool, int, str, bool, str], Piece] = {}
    for piece in pieces:
        key = piece.secret, KINDS.index(piece.kind), piece.words, piece.open, piece.bar
        if piece.places:
            same = found.get(key)
            found[key] = replace(same, places=same.places | piece.places) if same else piece
    return tuple(found[key] for key in sorted(found))


def state(piece: Piece | Layer) -> str:
    """Return the state of a door or window in words, as people write it: "open", "barred", "barred south"; "" for a
    closed one without a bar, and for other pieces.
    """
    if piece.bar:
        return piece.bar if piece.bar == BARRED else f"{BARRED} {piece.bar}"
    return "open" if piece.open else ""


def names(battle_map: BattleMap | None) -> Mapping[Place, str]:
    """Return a description of each place that has something on it besides walls: "C4 (cover: log)"."""
    there: dict[Place, list[str]] = {}
    for layer, places in layers(battle_map).items() if battle_map else ():
        what = layer.words if layer.kind == LABEL else f"{layer.kind}: {layer.words}" if layer.words else layer.kind
        for place in places if layer.kind != WALL else ():
            there.setdefault(place, []).append(what)
    return {place: f"{place} ({', '.join(things)})" for place, things in there.items()}


def named(battle_map: BattleMap | None, place: Place | None) -> str:
    """Return a place with its public cover and label: "C4 (cover: log)"."""
    if battle_map is None or place is None:
        return str(place)
    things = [
        piece.words if piece.kind == LABEL else f"{COVER}: {piece.words}" if piece.words else COVER
        for piece in battle_map.pieces
        if piece.kind in (COVER, LABEL) and not piece.secret and place in piece.places
    ]
    return f"{place} ({', '.join(things)})" if things else str(place)
