"""How an encounter can begin: templates with their map, switches, fighters and throws."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.books.events import Foresee
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Profile
from rules.words.places import Place

TEMPLATE_DIE = 10
"""Sides of the die that a template throws, 0 to 9."""


@dataclass(frozen=True, slots=True)
class TableThrow:
    """A throw of 0 to 9 for each fighter of a template's group, looked up in a table.

    `table` is an id, `column` is for tables with columns. `words` explain the cells, by their text; "other" is for all
    cells that are not listed. `why` is the purpose of the throw. {name} in `why` and `words` is replaced by the
    fighter's name, {cell} in `words` by the cell. If the throw `lays` one of the fighter's weapons on the ground, the
    cell says how many spaces away; a throw chooses one of the places `among` at that distance.
    """

    label: str
    table: str
    column: str
    why: str
    words: Mapping[str, str]
    lays: str = ""
    among: tuple[Place, ...] = ()

    def purpose(self, name: str) -> str:
        """Return the purpose of a throw for this fighter."""
        return self.why.replace("{name}", name)

    def meaning(self, cell: str, name: str) -> str | None:
        """Return the explanation of a cell for this fighter, None if there are no words for it."""
        words = self.words.get(cell, self.words.get("other"))
        return words and words.replace("{cell}", cell).replace("{name}", name)


@dataclass(frozen=True, slots=True)
class Newcomers:
    """`count` combatants of a template.

    Each has a place of their own in `places`, if there are any, or the one of ten places `among` that a throw of 0 to 9
    selects. `throw` is made for each of them. Only their own side and the GM know of `secret` ones.
    """

    profile: Profile
    name: str
    side: str
    count: int = 1
    places: tuple[Place, ...] = ()
    among: tuple[Place, ...] = ()
    throw: TableThrow | None = None
    secret: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each, if nobody else has it yet."""
        return (self.name,) if self.count == 1 else tuple(f"{self.name} {n}" for n in range(1, self.count + 1))


@dataclass(frozen=True, slots=True)
class Template:
    """A way to begin an encounter: map, switches that differ from the preset, combatants, events in later turns.

    `notes` are shown when it begins.
    """

    title: str
    sentence: str
    preset: str
    battle_map: BattleMap | None
    switches: Mapping[str, str]
    newcomers: tuple[Newcomers, ...]
    notes: tuple[tuple[str, str], ...] = ()
    events: tuple[Foresee, ...] = ()
