"""Little maps as text, for tests of sight and ways: what each sign stands for, and who stands there."""

from __future__ import annotations

from rules.engine.records.agenda import Agenda
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.space_marines.figures.figure import BAD, GOOD, Camp, Figure, Troop
from rules.words.places import Place

MARINE = Troop("Marine", "marine", GOOD, 3)
WARRIOR = Troop("Bug Warrior", "bug", BAD, 5)
FUZZY = Troop("Fuzzy Warrior", "fuzzy", BAD, 2, step=1)
BOT = Troop("Bot Warrior", "bot", BAD, 4, step=3, rough=False)
SCOUT = Troop("Bot Scout", "bot", BAD, 3, flight=1, takeoff=1)

WALLS, ROUGH = "#X", "~"
"""Walls, and rough ground; X is the wall that must be named."""
BUGS, MARINES, SCOUTS = "oO", "mM", "^"
"""The letters of a drawn map: bugs (O the one that must be named), marines (M the one who looks or moves), scouts in
the air."""


def one(
    id: str, place: Place | None, troop: Troop = MARINE, *, flying: bool = False, camp: Camp | None = None
) -> Combatant:
    """A figure at a place."""
    return Combatant(id, id, "", None, (), Figure(troop, camp or troop.camp, flying=flying), place=place)


def encounter(
    *combatants: Combatant, battle_map: BattleMap | None = None, spaces: str = "squares", agenda: Agenda = ()
) -> Encounter:
    """An encounter of these, on squares or hexes."""
    return Encounter(
        "e1",
        "Test",
        "space_marines",
        "",
        (),
        "",
        switches=(("spaces", spaces),),
        combatants=combatants,
        battle_map=battle_map,
        agenda=agenda,
    )


class Drawn:
    """A map of text, a sign for each space."""

    def __init__(self, text: str, spaces: str = "squares", troop: Troop = MARINE, *, flying: bool = False) -> None:
        lines = [line.split() for line in text.strip().split("\n")]
        self.marks: dict[str, list[Place]] = {}
        for row, line in enumerate(lines, start=1):
            for column, mark in enumerate(line, start=1):
                self.marks.setdefault(mark, []).append(Place(column, row))
        walls, rough = (frozenset(at for mark in marks for at in self.all(mark)) for marks in (WALLS, ROUGH))
        [place] = self.all("M")
        self.mover = one("M", place, troop, flying=flying)
        others = [
            *(one(f"bug {at}", at, WARRIOR) for mark in BUGS for at in self.all(mark)),
            *(one(f"marine {at}", at) for at in self.all("m")),
            *(one(f"scout {at}", at, SCOUT, flying=True) for at in self.all("^")),
        ]
        battle_map = BattleMap(len(lines[0]), len(lines), walls, rough)
        self.encounter = encounter(self.mover, *others, battle_map=battle_map, spaces=spaces)

    def all(self, mark: str) -> list[Place]:
        """The spaces with that sign."""
        return self.marks.get(mark, [])

    def at(self, mark: str) -> Place:
        """The one space with that sign."""
        [place] = self.all(mark)
        return place

    def named(self) -> Place | None:
        """The space that must be named, if any."""
        return next((at for mark in "XO" for at in self.all(mark)), None)
