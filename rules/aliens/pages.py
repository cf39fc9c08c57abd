"""Cards as pages to read: what /weapon shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.aliens.card import BLANK, COLUMNS, Card, CardWeapon
from rules.engine.ruleset import Page
from rules.words.phrases import counted

_READ = "The number to roll or less, by actions of aim and range in squares:"


def pages(cards: Mapping[str, Card]) -> Mapping[str, Page]:
    """A page for every card, and one for each weapon on it, by name."""
    return {page.title: page for card in cards.values() for page in _of(card)}


def _of(card: Card) -> Iterator[Page]:
    homebrew_record = ("The numbers are a house's own, no book's.",) if card.provenance == "house" else ()
    weapons = tuple(_facts(weapon) for weapon in card.weapons)
    lines = (f"{counted(card.actions, 'action')} a turn", *weapons, *homebrew_record, _READ)
    if len(card.weapons) == 1:
        grid = [("Aim", *COLUMNS), *_rows(card.weapons[0])]
    else:
        grid = [("Weapon", "Aim", *COLUMNS)]
        grid += [(weapon.name, *row) for weapon in card.weapons for row in _rows(weapon)]
    yield Page(card.name, lines, (tuple(grid),), card.source)
    for weapon in card.weapons:
        facts = (_facts(weapon), *homebrew_record, _READ)
        yield Page(f"{card.name} {weapon.name}", facts, ((("Aim", *COLUMNS), *_rows(weapon)),), card.source)


def _facts(weapon: CardWeapon) -> str:
    type = "" if weapon.type == weapon.name else f" ({weapon.type})"
    reloads = "can be reloaded" if weapon.reloadable else "cannot be reloaded"
    return f"{weapon.name}{type}: {counted(weapon.capacity, 'box')}, {reloads}"


def _rows(weapon: CardWeapon) -> Iterator[tuple[str, ...]]:
    for aim, row in enumerate(weapon.rows, 1):
        yield (str(aim), *("–" if cell == BLANK else cell for cell in row))
