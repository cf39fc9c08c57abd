"""How a fighter moves: stance, way and ground from `how:`, and the cost of a hex.

In the Basic Game the cost is the Status Sheet's (2.3); with the switch `movement` the rows of table 7A are added up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, cast

from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Term
from rules.engine.sharing.shared_remedies import act_first
from rules.phoenix.basics.soldier import GaitWord, Position, soldier
from rules.phoenix.basics.switches import MOVEMENT, on
from rules.phoenix.book import Book
from rules.phoenix.ground.facing import direction
from rules.phoenix.harm.fitness import injuries
from rules.tables.cells import INT
from rules.words.phrases import counted, listed
from rules.words.sheet import Barred, Grammar, Phrase

Way = Literal["Forward", "Backward", "Oblique", "Sideways"]
SHEET, ADVANCED = "actions_basic", "7a"
_FACING = re.compile(r"\b(?:facing|faces?)\b([^,]*)", re.IGNORECASE)
_COVER_SIDE = re.compile(
    r"\b(into cover|to cover|behind cover|hidden|out of sight)\s+(?:to|towards?|against|from)\s+(?:the\s+)?([^,]+)",
    re.IGNORECASE,
)

_RUNNING, _CROUCHING, _CRAWLING, _BELLY = "running", "low crouch", "hands and knees", "belly crawl"
_ROWS: Mapping[str, Mapping[str, str]] = {
    SHEET: {_RUNNING: "Running Stance", _CROUCHING: "Low Crouch", _CRAWLING: "Hands and Knees"},
    ADVANCED: {
        _RUNNING: "Standing / Running",
        _CROUCHING: "Low Crouch",
        _CRAWLING: "Hands and Knees",
        _BELLY: "Belly Crawl",
    },
}
"""The rows of each table for a stance; the sheet's rows also name the way."""
_IN: Mapping[Position, tuple[str, ...]] = {
    "standing": (_RUNNING, _CROUCHING),
    "kneeling": (_CRAWLING,),
    "prone": (_CRAWLING, _BELLY),
}
_FIRST = {
    _RUNNING: "stand up",
    _CROUCHING: "stand up",
    _CRAWLING: "kneel or go prone",
    _BELLY: "go prone",
}
_STAIRS, _UPHILL, _WATER = (
    "Moving on Stairs or Down / Across Hill",
    "Moving Uphill or Through Rubble",
    "Moving Through 3 Feet of Water",
)
_SHORT = {
    _RUNNING: "running",
    _CROUCHING: "in a low crouch",
    _CRAWLING: "on hands and knees",
    _BELLY: "in a belly crawl",
    _STAIRS: "stairs or slope",
    _UPHILL: "uphill or rubble",
    _WATER: "water",
    "Disabling Injury above Waist": "disabled above the waist",
    "Disabling Injury below Waist": "disabled below the waist",
}
"""Short words for rows with long names."""
DEPTHS = ("Depth 1 foot", "Depth 2 feet", "Depth 3 feet", "Depth 4 feet")


def _all(value: str, *phrases: str) -> dict[str, str]:
    return dict.fromkeys(phrases, value)


_ON_BELLY = tuple(f"on {whose} belly" for whose in ("their", "his", "her"))
_STANCES = {
    **_all(_RUNNING, "running", "run", "running stance", "sprint", "walking", "walk"),
    **_all(_CROUCHING, "low crouch", "in a low crouch", "crouch", "crouched", "crouching", "stooping"),
    **_all(_CRAWLING, "hands and knees", "on hands and knees", "on all fours", "crawl", "crawling"),
}
_WAYS = {
    **_all("Forward", "forward", "forwards", "ahead"),
    **_all("Backward", "backward", "backwards", "going backward"),
}
_ON_STAIRS = ("stairs", "on stairs", "downhill", "down hill", "across hill", "across a hill")
_UP = ("uphill", "up hill")
_RUBBLE = ("rubble", "through rubble", "over rubble")
_IN_WATER = ("water", "through water", "in water", "wading", "3 feet of water")
_COVER = Phrase(
    "cover",
    {
        **_all("hidden", "hidden", "into cover", "to cover", "behind cover", "out of sight"),
        **_all("", "exposed", "in the open", "into the open"),
    },
)
_FLIGHT = Phrase("flight", _all("", "flee", "flees", "fleeing"))
"""As fast as possible; flight leads into cover only if the text says so (5.5)."""
_BASIC = (
    Phrase("stance", _STANCES),
    Phrase("way", _WAYS),
    Phrase("slope", _all(_STAIRS, *_ON_STAIRS)),
    Phrase("uphill", _all(_UPHILL, *_UP, *_RUBBLE)),
    Phrase("water", _all(_WATER, *_IN_WATER)),
    _COVER,
    _FLIGHT,
)
_7A = (
    Phrase(
        "stance",
        _STANCES | _all(_BELLY, "belly crawl", "belly crawling", "low crawl", *_ON_BELLY, "belly"),
    ),
    Phrase(
        "way",
        {
            **_WAYS,
            **_all("Oblique", "oblique", "obliquely", "oblique left", "oblique right", "diagonally"),
            **_all("Sideways", "sideways", "sidestep", "sidestepping", "to the side"),
        },
    ),
    Phrase(
        "slope",
        {
            **_all("Across Slope, Downhill, On Stairs", *_ON_STAIRS, "across slope", "across a slope", "down slope"),
            **_all("Uphill", *_UP, "up slope", "up a slope"),
        },
    ),
    # Without a density or depth, the row is that of the basic sheet.
    Phrase(
        "brush",
        {
            **_all("Medium Brush or Rubble", *_RUBBLE, "brush", "through brush", "bushes"),
            **{
                f"{density} {what}": f"{row} Brush or Rubble"
                for row, words in (("Light", ("light",)), ("Medium", ("medium",)), ("Dense", ("dense", "heavy")))
                for density in words
                for what in ("brush", "rubble", "brush or rubble")
            },
        },
    ),
    Phrase(
        "water",
        {
            **_all(DEPTHS[2], *_IN_WATER),
            **{
                phrase: row
                for feet, row in enumerate(DEPTHS, 1)
                for unit in (("foot", "feet") if feet == 1 else ("feet", "foot"))
                for phrase in (
                    f"{feet} {unit} of water",
                    f"water {feet} {unit}",
                    f"water {feet}",
                    f"{feet} {unit} deep",
                )
            },
        },
    ),
    Phrase("wire", _all("Concertina Wire", "wire", "concertina wire", "concertina", "through wire", "barbed wire")),
    Phrase("sand", _all("Dry Sand on Surface", "sand", "dry sand", "on sand", "dry sand on surface")),
    Phrase("ice", _all("Icy Surface", "ice", "on ice", "icy", "icy surface", "icy ground")),
    Phrase("flippers", _all("In Scuba Flippers", "flippers", "scuba flippers", "in flippers", "in scuba flippers")),
    Phrase("snow shoes", _all("In Snow Shoes", "snow shoes", "snowshoes", "in snow shoes", "on snow shoes")),
    _COVER,
    _FLIGHT,
)
_GROUND = ("slope", "uphill", "brush", "water", "wire", "sand", "ice", "flippers", "snow shoes")


@cache
def _grammar(table: str) -> Grammar:
    """Return the phrases that count with a table.

    In the Basic Game, phrases of 7A are refused with the name of the switch that they need.
    """
    if table == ADVANCED:
        return Grammar(_7A)
    basic = {phrase for term in _BASIC for phrase in term.values}
    more = (phrase for term in _7A for phrase in term.values if phrase not in basic)
    return Grammar((*_BASIC, Barred({p: f"“{p}” counts only with the switch “movement” on (7A)" for p in more})))


@dataclass(frozen=True, slots=True)
class Gait:
    """How a fighter moves: `rows` of `table` make up the cost of a hex, the first ones for stance and way.

    `facing` is the text about it, `cover` whether the move ends behind cover, `cover_side` the text about the side on
    which that stands. `ground`: the kinds of ground that the
    words name, which count in every hex, whatever the map has there.
    """

    table: str
    rows: tuple[str, ...]
    stance: str
    way: Way
    facing: str
    cover: bool
    ground: frozenset[str] = frozenset()
    cover_side: str = ""

    @property
    def section(self) -> str:
        """The section of the book with the cost of a hex."""
        return "7A" if self.table == ADVANCED else "2.3"

    @property
    def word(self) -> GaitWord:
        """The stance in the Soldier's record: "" for a belly crawl, which is how prone fighters move."""
        return "" if self.stance == _BELLY else cast(GaitWord, self.stance)

    @property
    def keeps_facing(self) -> bool:
        """Whether the fighter keeps their facing instead of turning in the direction of the move."""
        return self.way in ("Oblique", "Sideways")


def read_gait(how: str, mover: Combatant, encounter: Encounter) -> Gait:
    """Return the gait that `how:` describes.

    Raises BadSheet for unknown words, NotNow for a stance that the fighter's position does not allow.
    """
    state = soldier(mover)
    facing = [match[1].strip() for match in _FACING.finditer(how)]
    table = ADVANCED if on(encounter, MOVEMENT) else SHEET
    words = _FACING.sub("", how)
    sides = [match[2].strip() for match in _COVER_SIDE.finditer(words)]
    reading = _grammar(table).read(_COVER_SIDE.sub(r"\1", words))
    allowed = [stance for stance in _IN[state.position] if stance in _ROWS[table]]
    stance = str(reading.get("stance", allowed[0]))
    if state.vehicle is None and stance not in allowed:
        instead = listed(allowed, "or")
        raise NotNow(
            f"{mover.reference} is {state.position}. Use /act {_FIRST[stance]} first, or move with how: {instead}."
        ).helped_by(act_first(mover.id, _FIRST[stance]))
    way = cast(Way, reading.get("way", "Forward"))
    named = [key for key in _GROUND if key in reading]
    rows = [str(reading[key]) for key in named]
    moves = _ROWS[table][stance]
    if table == SHEET:
        rows = [f"{moves}: Move {way} 1 Hex", *rows]
    else:
        rows = [way, moves, *rows, *injuries(state, encounter.clock)]
    # The sheet has one row for uphill and rubble.
    ground = {*named, *(("slope", "brush") if "uphill" in named else ())}
    cover, side = bool(reading.get("cover")), sides[-1] if sides else ""
    return Gait(table, tuple(rows), stance, way, facing[-1] if facing else "", cover, frozenset(ground), side)


def cost_of_hex(gait: Gait, book: Book) -> int:
    """Return the actions for a hex."""
    return sum(_costs(gait, book))


def _costs(gait: Gait, book: Book) -> list[int]:
    sheet = book.tables.of(INT, gait.table)
    return [sheet.lookup("", row)[0] or 0 for row in gait.rows]


def terms_of_hexes(gait: Gait, number: int, book: Book) -> list[Term]:
    """Return the terms for the actions of this many hexes, without those that cost nothing."""
    hexes, stance = counted(number, "hex"), _SHORT[gait.stance]
    if gait.table == SHEET:
        labels, source = [f"{hexes} {stance}{' backward' if gait.way == 'Backward' else ''}"], "Status Sheet"
    else:
        labels, source = [f"{hexes} {gait.way.lower()}", stance], "7A"
    labels += [short(row) for row in gait.rows[len(labels) :]]
    costs = _costs(gait, book)
    return [Term(label, cost * number, source) for label, cost in zip(labels, costs, strict=True) if cost]


def short(row: str) -> str:
    """Return a row's name in a sum: "uphill or rubble"."""
    return _SHORT.get(row, row.lower())


def final_facing(gait: Gait, combatant: Combatant, encounter: Encounter, ahead: int | None) -> int:
    """Return the facing after the move: the one in the text, or else `ahead`, the direction of the move.

    `combatant` is already at the destination. Raises as `facing.direction` does.
    """
    if not gait.facing and ahead is not None:
        return ahead
    return direction(gait.facing, combatant, encounter, ahead)
