"""Character cards: their records, their TOML form and the check of it, for the book's cards and a server's own.

A card is kept as printed: a cell is "8", "" (no chance) or "?" (our copy of the book does not give the number).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from rules.engine.records.errors import UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import condition_reader
from rules.engine.records.records import Condition, Weapon
from rules.engine.sharing import homebrew
from rules.engine.sharing.homebrew import MOST_NAME
from rules.tables.axes import Axis
from rules.words.catalogue import find, normalized

COLUMNS = ("1", "2", "3-4", "5-6", "7+")
"""The ranges of a card, in squares."""
_RANGE = Axis.of("range", "bracket", COLUMNS)
UNKNOWN, BLANK = "?", ""
MOST_ACTIONS = 9
_MOST_QUOTED = 10**9
_RESERVED = {"alien", "actions", "loaded", "ammo", "ammunition", "spares", "spare", "spare loads", "loads", "unlimited"}


@dataclass(frozen=True, slots=True)
class WeaponType:
    """A type of weapon in the ammunition rules: the boxes it holds and whether it can be reloaded."""

    type: str
    capacity: int
    reloadable: bool


@dataclass(frozen=True, slots=True)
class CardWeapon(Weapon):
    """A weapon as printed on a character's card.

    `rows` holds a row for each number of actions of aim, from 1; a row holds a cell for each of `COLUMNS`.
    """

    kind = "aliens.CardWeapon"

    type: str
    card: str
    source: str
    capacity: int
    reloadable: bool
    rows: tuple[tuple[str, ...], ...]

    def cell(self, aim: int, squares: int) -> str:
        """Return the cell for `aim` actions (1 to the number of rows) at a range of `squares` (1 or more)."""
        return self.rows[aim - 1][column(squares)]


@dataclass(frozen=True, slots=True)
class Fighter(Condition):
    """The actions of a combatant: `actions` a turn, of which `left` are not spent.

    An Alien has none; `acted` says that it has moved or acted this turn.
    """

    kind = "aliens.Fighter"

    nature: Literal["marine", "alien"]
    card: str = ""
    actions: int = 0
    left: int = 0
    acted: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A character: actions per turn and weapons. `provenance` is `book`, or `house` for invented numbers."""

    name: str
    actions: int
    provenance: str
    source: str
    weapons: tuple[CardWeapon, ...]


def column(squares: int) -> int:
    """Return the index in `COLUMNS` of a range of 1 square or more."""
    return _RANGE.find(squares)


fighter = condition_reader(Fighter)
"""Returns the condition of a combatant or profile."""


def automatic(cell: str) -> bool:
    """Return whether the number in a cell hits without a die: 9 or more (Aliens, Target Range)."""
    return cell.isdigit() and int(cell) >= 9


def chance(cell: str) -> str:
    """Return the chance to hit in words: "70%", "automatic", "none" or "?"."""
    if cell in (BLANK, UNKNOWN):
        return "none" if cell == BLANK else UNKNOWN
    return "automatic" if automatic(cell) else f"{10 * (int(cell) + 1)}%"


def hit_chance(cell: str) -> Fraction:
    """Return the chance to hit (0 to 1) of a cell that is not unknown."""
    if cell == BLANK:
        return Fraction(0)
    return Fraction(1) if automatic(cell) else Fraction(int(cell) + 1, 10)


def read_toml(text: str, arms: Mapping[str, WeaponType]) -> tuple[Card, Mapping[str, object]]:
    """Return a card from its TOML text, with the record to store. Raises BadSheet naming every problem."""
    return read_record(homebrew.parse(text, "card"), arms)


def read_record(raw: Mapping[str, object], arms: Mapping[str, WeaponType]) -> tuple[Card, Mapping[str, object]]:
    """Return a card from untyped values, with the record to store. Raises BadSheet naming every problem."""
    sheet = homebrew.checked(_CardSheet, raw, "card", _problem, arms)
    return _card(sheet, arms), sheet.model_dump(mode="json", exclude_none=True)


def _cell(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99:
        return str(value)
    if isinstance(value, str):
        bare = value.strip()
        if bare in (UNKNOWN, BLANK):
            return bare
        if bare.isascii() and bare.isdigit() and len(bare) <= 2:
            return str(int(bare))
    cell = "a longer one" if isinstance(value, int) and abs(value) > _MOST_QUOTED else quoted(str(value))
    raise ValueError(f'a cell is a number from 0 to 99, "" (no chance) or "?" (not known), not {cell}')


def _row(value: object) -> object:
    if not isinstance(value, list | tuple) or len(value) != len(COLUMNS):
        raise ValueError(f"a row has five cells, for ranges {', '.join(COLUMNS)}")
    return tuple(value)


def _name(value: object) -> str:
    name = homebrew.record_name(value)
    if normalized(name) in _RESERVED or normalized(name).split()[0] in _RESERVED - {"alien"}:
        raise ValueError(f"{quoted(name)} has another meaning in a sheet line; choose another name")
    return name


_Name = Annotated[str, BeforeValidator(_name)]
_Cell = Annotated[str, BeforeValidator(_cell)]
_Row = Annotated[tuple[_Cell, ...], BeforeValidator(_row)]


class _WeaponSheet(homebrew.Part):
    name: _Name
    type: str
    capacity: int | None = Field(None, ge=1, le=999)
    aim: dict[str, _Row]

    @field_validator("type")
    @classmethod
    def _known_type(cls, value: str, info: ValidationInfo) -> str:
        arms: Mapping[str, WeaponType] = info.context or {}
        try:
            return find(value, {type: type for type in arms}, "type of weapon")
        except UnknownName as error:
            raise ValueError(str(error).rstrip(".")) from None

    @field_validator("aim", mode="before")
    @classmethod
    def _consecutive(cls, value: object) -> object:
        aims = [str(n) for n in range(1, 10)]
        if not isinstance(value, dict) or not value or sorted(map(str, value)) != aims[: len(value)]:
            raise ValueError("give the rows aim.1, aim.2 and so on in order, at most nine")
        return {key: value[key] for key in sorted(value)}


class _CardSheet(homebrew.Part):
    name: _Name
    actions: int = Field(2, ge=1, le=MOST_ACTIONS)  # most Marines have 2 (ruling O66)
    provenance: Literal["book", "house"] = "house"
    source: str = Field("a card of this server", max_length=200)
    weapons: list[_WeaponSheet] = Field(min_length=1, max_length=6)

    @field_validator("name")
    @classmethod
    def _not_a_weapon_name(cls, value: str, info: ValidationInfo) -> str:
        if normalized(value) in map(normalized, info.context or {}):
            raise ValueError(f"{quoted(value)} is a weapon in a sheet line; choose another name")
        return value

    @field_validator("weapons")
    @classmethod
    def _unique_names(cls, value: list[_WeaponSheet]) -> list[_WeaponSheet]:
        if len({normalized(weapon.name) for weapon in value}) < len(value):
            raise ValueError("two weapons have the same name")
        return value


def _card(sheet: _CardSheet, arms: Mapping[str, WeaponType]) -> Card:
    weapons = tuple(
        CardWeapon(
            name=weapon.name,
            type=weapon.type,
            card=sheet.name,
            source=sheet.source,
            capacity=weapon.capacity or arms[weapon.type].capacity,
            reloadable=arms[weapon.type].reloadable,
            rows=tuple(weapon.aim.values()),
        )
        for weapon in sheet.weapons
    )
    return Card(sheet.name, sheet.actions, sheet.provenance, sheet.source, weapons)


_MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not a word of a card",
    "model_type": "should be a table",
    "int_type": "should be a whole number",
    "string_type": "should be a text in quotation marks",
    "list_type": "put each weapon under a line [[weapons]]",
    "too_short": "a card needs at least one",
    "too_long": "a card has at most six",
}


def _problem(where: tuple[int | str, ...], kind: str, message: str) -> str:
    """Return one problem in words for the person filling in the card."""
    spot: list[str] = []
    for depth, part in enumerate(where):
        if isinstance(part, int):
            spot.append(f"weapon {part + 1}" if depth == 1 else f"range {COLUMNS[part]}")
        elif depth == 3:
            spot.append(f"aim.{part[:MOST_NAME]}")
        elif part not in ("weapons", "aim") or depth == len(where) - 1:
            spot.append(part[:MOST_NAME])
    what = _MESSAGES.get(kind) or homebrew.in_words(message)
    return f"{', '.join(spot)}: {what}"
