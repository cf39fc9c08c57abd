"""`make pictures`: every kind of thing that a map can have on it, as pictures in docs/images, in dark and light."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.chat.maps.painter import painted
from bot.game.maps import PALETTES, Blast, Drawing, Highlights, Shot, Window, drawing
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import Clock, Watch
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import BattleMap, Combatant, Encounter, Piece
from rules.engine.records.orders import Fire
from rules.phoenix.basics.soldier import Aimed, Knockout, Soldier, Wound
from rules.phoenix.optional.records import Pin
from rules.shelf import shelf
from rules.words.maps import read_places
from rules.words.places import Place

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
_NOW, _BEFORE, _LATER = Clock(2, 1), Clock(1, 1), Clock(50, 1)
_P = Place.parse


def sheet() -> dict[str, Drawing]:
    """Return a drawing for each family of things, by the name of its file."""
    squares, hexes = shelf()["aliens"], shelf()["phoenix"]
    things, people = _things(), _people()
    contacts = {"c11": Glimpse(Sight.CONTACT, _P("I6"), _BEFORE)}
    shots = (Shot(_P("B2"), _P("H2"), True), Shot(_P("B4"), _P("H3"), False), Shot(_P("B6"), _P("H5"), None, _P("E6")))
    ways = (("c0", (_P("A8"), _P("B8"), _P("C8"), _P("D9"))),)
    blasts = (Blast(_P("I9"), (1, 2), _P("F10")),)
    marks = tuple((_P(at), words) for at, words in (("A10", "1"), ("B10", "2"), ("C11", "3")))
    deeds = _encounter(BattleMap(11, 12, read_places("E5-E7")), _deeds())
    forty = field()
    return {
        "map-squares": _drawn(_encounter(things, ()), squares, whole=True),
        "map-hexes": _drawn(_encounter(things, ()), hexes, whole=True),
        "map-fighters": drawing(people, hexes, contacts, Highlights(), Window()),
        "map-deeds": drawing(deeds, hexes, {}, Highlights(shots, ways, blasts, marks), Window()),
        "map-part": _drawn(forty, hexes),
        "map-coordinates": drawing(
            _encounter(BattleMap(8, 6, read_places("C3-C4")), ()), hexes, {}, Highlights(), Window(grid=True)
        ),
    }


def _drawn(encounter: Encounter, book: Ruleset, *, whole: bool = False) -> Drawing:
    return drawing(encounter, book, {}, Highlights(), Window(whole=whole))


def _encounter(battle_map: BattleMap, combatants: tuple[Combatant, ...], watches: tuple[Watch, ...] = ()) -> Encounter:
    return Encounter(
        "e1",
        "Sheet",
        "phoenix",
        "phoenix-basic",
        ("1",),
        "",
        combatants=combatants,
        clock=_NOW,
        battle_map=battle_map,
        agenda=watches,
    )


def _things() -> BattleMap:
    """The ground: each kind of piece, walls and cover of each material."""

    def piece(kind: str, at: str, words: str = "", open: bool = False, secret: bool = False, bar: str = "") -> Piece:
        return Piece(kind, read_places(at), words, open, secret, bar)

    walls = [
        ("brick", "A2-B2"),
        ("log", "C2-D2"),
        ("stone", "E2-F2"),
        ("earth", "G2-H2"),
        ("steel", "I2-J2"),
        ("", "K2-L2"),
    ]
    cover = ["brick", "log", "stone", "sandbags", "steel", "hedge"]
    pieces = [piece("wall", at, words) for words, at in walls]
    pieces += [piece("cover", f"{'ACEGIK'[n]}5", words) for n, words in enumerate(cover)]
    pieces += [
        piece("door", "B7"),
        piece("door", "D7", open=True),
        piece("window", "F7"),
        piece("window", "H7", open=True),
        piece("window", "J7", "boarded"),
        piece("window", "L7", "boarded", bar="south"),
    ]
    pieces += [piece("wall", "A7 C7 E7 G7 I7 K7"), piece("water", "A10-L11", "River"), piece("bridge", "F10-G11")]
    pieces += [piece("hill", "J13-L14", "Hill"), piece("wall", "L8", secret=True)]
    pieces += [piece("brush", "F13", "dense"), piece("rubble", "G13"), piece("stairs", "H13"), piece("wire", "F14")]
    pieces += [piece("sand", "G14"), piece("ice", "H14"), piece("water", "I13-I14", "2 feet")]
    captions = {"F1": "walls of several materials", "B4": "cover", "D6": "doors and windows"}
    pieces += [piece("label", at, words) for at, words in {**captions, "C13": "rough ground", "K9": "secret"}.items()]
    walled = read_places("A2-L2 A7-C7 E7-L7 L8") - read_places("D7")
    return BattleMap(12, 14, walled, read_places("A13-E14"), read_places("L8"), pieces=tuple(pieces))


def _people() -> Encounter:
    """Fighters in every state, of six sides."""
    battle_map = BattleMap(11, 12, pieces=tuple(_captions()))
    wound, broken = Wound(20, "Arm Flesh", 0, _BEFORE), Wound(200, "Arm Bone", 1, _BEFORE)
    states = [
        ("Standing", "Red", "B2", Soldier(facing=90)),
        ("Kneeling", "Red", "D2", Soldier(facing=90, position="kneeling")),
        ("Prone", "Red", "F2", Soldier(facing=90, position="prone")),
        ("Covered", "Red", "H2", Soldier(facing=90, exposure="firing")),
        ("Hidden", "Red", "J2", Soldier(facing=90, exposure="hidden")),
        ("Wounded", "Blue", "B4", Soldier(facing=270, wounds=(wound,))),
        ("Disabled", "Blue", "D4", Soldier(facing=270, wounds=(broken,))),
        ("Out", "Blue", "F4", Soldier(knockout=Knockout(_BEFORE, 5, 3, _LATER))),
        ("Dead", "Blue", "H4", Soldier(died=_BEFORE)),
        ("Mole", "Blue", "J4", Soldier(facing=180)),
        ("Aimer", "Red", "B6", Soldier(facing=90, aim=Aimed("c11", 4))),
        ("Ghost", "Blue", "I6", Soldier()),
        ("Jeep", "Red", "B9", Soldier(facing=60, vehicle=4)),
        ("Rider", "Red", "B9", Soldier(rides="c12")),
        ("Pile 1", "Blue", "E9", Soldier()),
        ("Pile 2", "Blue", "E9", Soldier()),
        ("Pile 3", "Blue", "E9", Soldier()),
        *((side, side, f"{column}11", Soldier(facing=0)) for side, column in zip(_MORE, "DFHJ", strict=True)),
        ("Pinner", "Red", "F8", Soldier(facing=60, pin=Pin(_P("H8")))),
        ("Watcher", "Blue", "K8", Soldier(facing=180)),
        ("Gone", "Red", "G9", Soldier()),
    ]
    people = tuple(
        Combatant(f"c{n}", name, side, "2", (), state, place=_P(at), secret=name == "Mole", present=name != "Gone")
        for n, (name, side, at, state) in enumerate(states)
    )
    watcher = people[-2]
    watch = Watch(watcher.id, tuple(sorted(read_places("J9-K10"))), Clock(3, 1), Fire(watcher.id, ()))
    return _encounter(battle_map, people, (watch,))


_MORE = ("Green", "Pink", "Yellow", "Orange")


def _captions() -> Iterator[Piece]:
    words = {"F1": "stances and cover", "F3": "wounded to dead, and secret"}
    words |= {
        "D5": "aims at a last known contact",
        "C8": "vehicle, several",
        "H7": "pinned",
        "I9": "covered",
        "G10": "out of play",
    }
    return (Piece("label", frozenset({_P(at)}), text) for at, text in words.items())


def _deeds() -> tuple[Combatant, ...]:
    where = (
        ("Walker", "D9"),
        ("Hitter", "B2"),
        ("Hit", "H2"),
        ("Misser", "B4"),
        ("Missed", "H3"),
        ("Looker", "B6"),
        ("Unseen", "H5"),
    )
    return tuple(
        Combatant(f"c{n}", name, "Red" if n % 2 == 0 else "Blue", "2", (), Soldier(), place=_P(at))
        for n, (name, at) in enumerate(where)
    )


def field() -> Encounter:
    """Forty fighters on forty by forty hexes, of which a part is shown."""
    walls = frozenset(Place(c, r) for c in range(3, 40, 7) for r in range(2, 40) if (c * 5 + r) % 9 < 4)
    water = read_places("A24-AN25")
    pieces = (Piece("water", water, "River"), Piece("bridge", read_places("T24-U25")))
    battle_map = BattleMap(40, 40, walls - water, read_places("V5-AC9"), pieces=pieces, barred=water - pieces[1].places)
    free = [place for n in range(1600) if (place := Place(1 + n * 7 % 40, 1 + n * 11 % 40)) not in walls | water]
    people = tuple(
        Combatant(f"c{n}", f"{side} {n // 2 + 1}", side, "2", (), Soldier(facing=60 * (n % 6)), place=free[n * 13])
        for n in range(40)
        for side in [("Marine", "Guard")[n % 2]]
    )
    return _encounter(battle_map, people)


def main() -> None:
    """Write the pictures, and say how large they are."""
    for name, drawn in sheet().items():
        for theme, palette in PALETTES.items():
            shapes = [*drawn.shapes]
            data = painted({"width": drawn.width, "height": drawn.height, "palette": palette, "shapes": shapes})
            (FOLDER / f"{name}-{theme}.png").write_bytes(data)
            print(f"{name}-{theme}.png: {len(data):,} bytes")


if __name__ == "__main__":
    main()
