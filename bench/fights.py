"""The fights of the measurements, one for each ruleset: fighters, shots, and the orders that restore the fighters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

Command = tuple[str, Mapping[str, Any]]

_CARD = b"""
name = "Bench"
actions = 9
[[weapons]]
name = "Pulse Rifle"
type = "Pulse Rifle"
aim.1 = [0, 0, 0, 0, 0]
aim.2 = [1, 1, 1, 1, 1]
aim.3 = [2, 2, 2, 2, 2]
"""


@dataclass(frozen=True, slots=True)
class Fight:
    """A shooter who fires often and seldom hits, and others, one of them the target.

    `ruleset` is the id of a ruleset or preset. `shot` is the options of /fire. `groups` are names and sheet lines of
    the others, who are numbered. After every `shots` shots the orders in `again` are given; after a hit, the target
    gets the adjustment `restored`. `weapons` is a file with the server's own weapons.
    """

    ruleset: str
    shooter: Mapping[str, Any]
    groups: tuple[tuple[str, str], ...]
    shot: Mapping[str, Any]
    restored: str
    shots: int
    again: tuple[Command, ...]
    switches: tuple[tuple[str, str], ...] = ()
    weapons: bytes = b""

    def lay_out(self, combatants: int) -> Iterator[Command]:
        """Yield the commands that set up the fight with this number of combatants, shooter included."""
        yield "encounter start", {"ruleset": self.ruleset}
        for name, value in self.switches:
            yield "encounter options", {"name": name, "value": value}
        yield "combatant add", self.shooter
        for n, (name, sheet) in enumerate(self.groups):
            count = len(range(n, combatants - 1, len(self.groups)))
            yield "combatant add", {"name": name, "sheet": sheet, "count": count}


_PHOENIX = Fight(
    "phoenix",
    {"name": "Bench", "sheet": "skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, clothing"},
    (
        ("Guard", "green, AKM 47, 3 magazines"),
        ("Gunner", "skill 9, STR 13, AGI 11, M249, 2 magazines, M92F, clothing"),
        ("Officer", "line, Uzi, 4 magazines, armor 10"),
    ),
    {"target": "Guard 1", "range": 20, "aim": 2, "who": "Bench"},
    "alive, heal all",
    10,
    (("next", {}), ("adjust", {"who": "Bench", "changes": "actions left 20, loaded 30"})),
)
FIGHTS: Mapping[str, Fight] = {
    "Aliens": Fight(
        "aliens",
        {"sheet": "bench"},
        (("Alien", "alien"),),
        {"target": "Alien 1", "range": 9},
        "alive",
        9,
        (("next", {}),),
        (("ammunition", "off"),),
        _CARD,
    ),
    "Phoenix": _PHOENIX,
    "Phoenix advanced": replace(_PHOENIX, ruleset="phoenix-advanced"),
    "Space Marines": Fight(
        "space_marines",
        {"name": "Bench", "sheet": "Marine leader, rifle, grenade"},
        (("Bug", "Bug Warrior"), ("Private", "Marine, smart gun, pistol"), ("Bot", "Bot Warrior, rifle")),
        {"target": "Bug 1", "range": 12, "who": "Bench"},
        "alive, wounds 0",
        1,
        (("adjust", {"who": "Bench", "changes": "may act"}),),
    ),
    "Savage": Fight(
        "savage",
        {"name": "Bench", "sheet": "Shooting d4, extra, Rifle"},
        (("Thug", "Shooting d6, extra, Pistol"), ("Ace", "Shooting d10, Wild Card, Assault Rifle")),
        {"target": "Thug 1", "how": "tn 12", "who": "Bench"},
        "may act",
        1,
        (("adjust", {"who": "Bench", "changes": "loaded 1"}),),
    ),
}
"""Fights by the name in reports."""
