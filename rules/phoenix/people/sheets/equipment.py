"""Armor, equipment and the Encumbrance of everything carried (1.4). Weights are in hundredths of a pound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from rules.engine.ammunition.ammunition import GRENADES, ROUNDS
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Carried
from rules.phoenix.basics.arms import Arm, Gun
from rules.phoenix.basics.soldier import Equipment
from rules.phoenix.book import Book
from rules.phoenix.people.sheets.states import VISOR_PF
from rules.phoenix.shooting.carrying.kit import feed_of
from rules.phoenix.shooting.carrying.loads import measured
from rules.tables.cells import NUMBER
from rules.words.phrases import counted

POUND = 100
CLOTHING, VISOR = "Clothing", "Visor"
_PARTS = {"helm": ("Head", "helmet"), "visor": ("Visor", "visor"), "body": ("Body", "body armor")}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the Armor Table: `name` in words, the `part` it protects (a field of `Armor`), its PF and weight."""

    name: str
    part: str
    pf: int
    weight: int


@lru_cache(maxsize=8)
def pieces(book: Book) -> Mapping[str, Piece]:
    """Return the pieces of the Armor Table by name: "Medium Rigid helmet", "Light Flexible body armor".

    Visors are all alike, so there is a plain "Visor" as well.
    """
    table = book.tables.of(NUMBER, "armor")
    by_name: dict[str, Piece] = {}
    for kind in table.rows.labels:
        for part, (column, noun) in _PARTS.items():
            weight, pf = table.lookup("", kind, column)[0], table.lookup("", kind, "PF")[0]
            if weight is not None and pf:
                name = f"{kind.removesuffix(' Armor')} {noun}"
                by_name[name] = Piece(name, part, VISOR_PF if part == "visor" else int(pf), hundredths(weight))
                if part == "visor":
                    by_name[VISOR] = replace(by_name[name], name=VISOR)
    return MappingProxyType(by_name)


def piece_of(part: str, pf: int, book: Book) -> Piece | None:
    """Return the piece with this PF for this part, None if the table has none or several."""
    by_name = pieces(book)
    if (part, pf) == ("visor", VISOR_PF):
        return by_name[VISOR]
    fitting = [piece for piece in by_name.values() if (piece.part, piece.pf) == (part, pf)]
    return fitting[0] if len(fitting) == 1 else None


@lru_cache(maxsize=8)
def weights(book: Book) -> Mapping[str, int]:
    """Return the weight of everything on the Equipment Table and of all armor, by name."""
    table = book.tables.of(NUMBER, "equipment")
    listed = {item: hundredths(table.lookup("", item)[0] or 0) for item in table.rows.labels}
    return MappingProxyType(listed | {piece.name: piece.weight for piece in pieces(book).values()})


def burden(carried: Sequence[Carried], worn: Iterable[Equipment], book: Book) -> tuple[tuple[str, int], ...]:
    """Return the parts of the Encumbrance with their weights: loaded weapons, spare loads, other equipment.

    A spare load has the weight of a full one. Unlimited spare loads have no weight.
    """
    parts: list[tuple[str, int]] = []
    for one in carried:
        if isinstance(one.weapon, Arm):
            parts += _weapon_parts(one.weapon, one.ammunition)
    by_item = weights(book)
    return (*parts, *((_counted(one.number, one.item), one.number * by_item.get(one.item, 0)) for one in worn))


def pounds(weight: int) -> str:
    """Return a weight in pounds as the book prints it: "15.8"."""
    return f"{weight / POUND:.2f}".rstrip("0").rstrip(".")


def hundredths(weight: str | int | Fraction) -> int:
    """Return a weight in pounds as hundredths of a pound, rounded half up."""
    return int(Fraction(weight or 0) * POUND + Fraction(1, 2))


def _weapon_parts(weapon: Arm, ammunition: Ammunition | None) -> list[tuple[str, int]]:
    if ammunition is None or not isinstance(weapon, Gun):
        number = ammunition.loaded + (ammunition.loads or 0) if ammunition and ammunition.measure == GRENADES else 1
        return [(_counted(number, weapon.name), number * hundredths(weapon.weight))]
    parts = [(weapon.name, hundredths(weapon.weight))]
    by_the_round = measured(weapon, ammunition, ROUNDS)
    if loads := by_the_round and by_the_round.loads:
        feed = feed_of(weapon) + ("s" if loads > 1 else "")
        parts.append((f"{loads} {feed}", loads * hundredths(weapon.feed_weight)))
    if loose := sum(one.number for one in ammunition.loose):  # each has its share of a load's weight
        weight = hundredths(Fraction(hundredths(weapon.feed_weight) * loose, POUND * weapon.capacity))
        parts.append((f"{counted(loose, 'loose round')}", weight))
    return parts


def _counted(number: int, item: str) -> str:
    return f"{number} {item}" if number != 1 else item
