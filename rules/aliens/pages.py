"""Pages of cards and their weapons for /weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.aliens.card import BLANK, COLUMNS, Card, CardWeapon
from rules.engine.books.ruleset import Fact, Line, Page
from rules.words.phrases import counted

_LEGEND = "Roll this number or less, by actions of aim and range in squares:"


def pages(cards: Mapping[str, Card]) -> Mapping[str, Page]:
    """Return a page for each card and one for each weapon on it, by name."""
    return {page.title: page for card in cards.values() for page in _card_pages(card)}


def _card_pages(card: Card) -> Iterator[Page]:
    warning = ("The numbers are invented.",) if card.provenance == "house" else ()
    weapons = tuple(_fact(weapon) for weapon in card.weapons)
    lines: tuple[Line, ...] = (f"{counted(card.actions, 'action')} a turn", *weapons, *warning, _LEGEND)
    if len(card.weapons) == 1:
        grid = [("Aim", *COLUMNS), *_rows(card.weapons[0])]
    else:
        grid = [("Weapon", "Aim", *COLUMNS)]
        grid += [(weapon.name, *row) for weapon in card.weapons for row in _rows(weapon)]
    yield Page(card.name, lines, (tuple(grid),), card.source)
    for weapon in card.weapons:
        lines = (_fact(weapon), *warning, _LEGEND)
        yield Page(f"{card.name} {weapon.name}", lines, ((("Aim", *COLUMNS), *_rows(weapon)),), card.source)


def _fact(weapon: CardWeapon) -> Fact:
    type = "" if weapon.type == weapon.name else f" ({weapon.type})"
    reloads = "can be reloaded" if weapon.reloadable else "cannot be reloaded"
    return Fact(f"{weapon.name}{type}", f"{counted(weapon.capacity, 'box')}, {reloads}")


def _rows(weapon: CardWeapon) -> Iterator[tuple[str, ...]]:
    for aim, row in enumerate(weapon.rows, 1):
        yield (str(aim), *("–" if cell == BLANK else cell for cell in row))
