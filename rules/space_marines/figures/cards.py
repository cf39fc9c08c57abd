"""Troop types and their weapons by name: those of Appendix A, loaded from data, and a server's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from rules.engine.books.ruleset import Homebrew, HomebrewRecord
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, BrokenData
from rules.engine.records.frozen import dataclass
from rules.engine.sharing import homebrew as toml
from rules.space_marines.figures import troop_files
from rules.space_marines.figures.figure import Armament, Troop
from rules.space_marines.figures.troop_files import WrittenTroop
from rules.words.catalogue import normalized

EXAMPLE = """\
# A troop type of your own. Points are for movement and actions, and as many wounds kill.
name = "Space-Munchkin"
kind = "munchkin"       # decides a sniper's number: marine, bug, fuzzy, bot or another
camp = "bad"            # good or bad
points = 2
command = 0             # Command Points of a leader
aim = [1, 3]            # what 1, 2 ... Points of aim take off the target number; "2 each"; [] for none
movement = 0.5          # Points for a space, in halves; 0 for what cannot move
rough = true            # whether rough terrain costs it more
armor = 0               # taken off each die of damage
usual = ["Blowpipe"]    # what one has whose line names no weapon

[[attacks]]
name = "Hand-to-Hand"
sort = "hand"           # hits on the number or more, at a range of 1
number = 6
damage = "1/3d"         # "1d", "1/2d", "1/3d", "1d-1", "2d", "kill", or [0, 0, 1, 1, 1, 2] for 1 to 6

[[attacks]]
name = "Blowpipe"
sort = "ranged"         # hits on range + number; "flame" hits by itself below the range of the number
number = 2
damage = "1/2d"
cost = 0                # Points for each attack, or with by_die = true for each die of damage
"""


@dataclass(frozen=True, slots=True)
class Card:
    """A troop type with its weapons.

    `usual`: the weapons of a figure whose sheet line names none, besides hand-to-hand; the first is in hand.
    `provenance`: `text` or `house`. `also`: its other names. `leads`: every figure has its Command Points. `each`: the
    reduction of the target number for each Point of aim if all are equal, or else 0.
    """

    troop: Troop
    arms: tuple[Armament, ...]
    usual: tuple[str, ...]
    provenance: str
    also: tuple[str, ...] = ()
    leads: bool = False
    each: int = 0

    def of_points(self, points: int) -> Troop:
        """Return the troop type with `points` Points at the start."""
        aim = troop_files.equal_reductions(self.each, points) if self.each else self.troop.aim
        return replace(self.troop, points=points, aim=aim)


def load_cards(folder: Path) -> Mapping[str, Card]:
    """Return the troop types of Appendix A by name, in its order. Raises BrokenData with every problem."""
    cards: dict[str, Card] = {}
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            listed = tomllib.loads(path.read_text(encoding="utf-8")).get("troops", [])
        except (OSError, ValueError) as wrong:
            problems.append(f"{path.name} cannot be read: {wrong}")
            continue
        for at, raw in enumerate(listed, 1):
            try:
                card = _card(troop_files.read(raw), "text")
            except BadSheet as wrong:
                problems += [f"{path.name}, troop type {at}: {problem}" for problem in wrong.problems]
                continue
            if card.troop.name in cards:
                problems.append(f"{path.name}: there are two of the name {card.troop.name}")
            cards[card.troop.name] = card
    if problems or not cards:
        raise BrokenData(problems or [f"there is no troop type in {folder.name}"])
    return cards


_kept = toml.remembered(lambda record: _card(troop_files.read(record), "house"))


def homebrew_record(text: str) -> HomebrewRecord:
    """Return a server's own troop type, with its weapons, from TOML. Raises BadSheet naming every problem."""
    sheet = troop_files.read(toml.parse(text, "troop type"))
    return HomebrewRecord(sheet.name, sheet.model_dump(mode="json", exclude_unset=True))


def with_homebrew(cards: Mapping[str, Card], homebrew: Homebrew) -> Mapping[str, Card]:
    """Return the troop types by name; a server's own replaces the book's of the same name."""
    kept = [_kept(record) for record in homebrew.values()]
    replaced = {normalized(card.troop.name) for card in kept}
    books = {name: card for name, card in cards.items() if normalized(name) not in replaced}
    return books | {card.troop.name: card for card in kept}


def _card(sheet: WrittenTroop, provenance: str) -> Card:
    arms = tuple(attack.armament() for attack in sheet.attacks)
    # Without `usual` the first weapon that is not hand-to-hand is the usual one.
    usual = sheet.usual if sheet.usual is not None else [arm.name for arm in arms if arm.sort != "hand"][:1]
    return Card(sheet.troop(), arms, tuple(usual), provenance, tuple(sheet.also), sheet.always_leader, sheet.each)
