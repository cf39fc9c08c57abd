"""The worst that strangers may type: crowded encounters of each rulebook, and nasty texts for every option.

`tests/cogs/test_budget.py` counts what they cost, and `bench/strangers.py` times it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rules.engine.mustering import MOST_COMBATANTS
from standin.interactions import commands
from standin.world.scenery import Json

_EACH = MOST_COMBATANTS // 4
_SHEETS: Mapping[str, tuple[str, str]] = {
    "aliens": ("rifleman", "alien"),
    "phoenix-basic": ("skill 8, STR 16, AGI 10, M16", "green, AKM 47"),
    "phoenix-advanced": ("skill 8, STR 16, AGI 10, M16, 2 M 67", "green, AKM 47"),
    "phoenix-optional": ("CA 8, SAL 12, KV 30, ISF 21, AKM 47, exposed", "green, AKM 47, exposed"),
    "space-marines": ("Marine, rifle, smart gun, grenade", "Bug Warrior"),
    "savage": ("Shooting d8, Wild Card, Assault Rifle, 2 grenades, AP supply", "Shooting d6, Pistol"),
}
"""The sheet lines of the two sides, by rulebook or preset."""
PRESETS = tuple(_SHEETS)


def crowd(preset: str) -> tuple[str, ...]:
    """What is typed to lay out the largest encounter: as many fighters as there may be on the largest map."""
    ours, theirs = _SHEETS[preset]
    return (
        f"GM: /encounter start ruleset: {preset} title: The plain",
        "GM: /encounter map size: 40x40 walls: T1-T9 T13-T20 V22-V40",
        *(
            f"GM: /combatant add sheet: {sheet} name: {name} {n} side: {name}s count: {_EACH}"
            f" at: {' '.join(f'{column}{row}' for row in range(1, _EACH + 1))}"
            for sheet, name, columns in ((ours, "Guard", "BD"), (theirs, "Raider", "WY"))
            for n, column in enumerate(columns, 1)
        ),
    )


SHOOTER, TARGET = "Guard 1 3", "Raider 1 4"

TEXTS: Mapping[str, str] = {
    "digits": "9" * 6000,
    "commas": "," * 6000,
    "blanks": "x" + " " * 5998 + "x",
    "one letter": "a" * 6000,
    "letters apart": "a " * 3000,
    "letters by commas": "a," * 3000,
    "emoji": "👨‍👩‍👧 " * 1000,
    "accents": "e" + "\u0301" * 5999,
    "ligatures": "\ufdfa" * 6000,
    "blocks": "A1-CU99 " * 750,
    "blocks on the map": "A1-AN40 " * 750,
    "names": "Raider 1 4, " * 500,
    "different names": ", ".join(f"Raider {n}" for n in range(600)),
    "brackets": "[" * 3000 + "]" * 3000,
    "parentheses": "(" * 3000 + ")" * 3000,
    "numbers": "1 2 3 4 5 " * 600,
    "dice": "9d9+" * 1500,
    "weapons": "M16 AKM 47 " * 540,
    "pluses": "+1 x, " * 1000,
    "spans": "9 phases and " * 460,
    "semicolons": "at A1; " * 850,
}
"""Texts of 6,000 characters: as many as Discord passes."""
NUMBERS = (2**53, -(2**53))

BESIDES: dict[str, dict[str, Any]] = {
    **{verb: {"target": TARGET, "range": 10, "who": SHOOTER} for verb in ("aim", "fire", "burst", "throw", "odds")},
    **{verb: {"who": SHOOTER} for verb in ("duck", "reload")},
    "heal": {"target": TARGET, "who": SHOOTER},
    "answer": {"choice": "yes"},
    "move": {"to": "E5", "who": SHOOTER},
    "act": {"what": "dances", "cost": 1, "who": SHOOTER},
    "adjust": {"who": SHOOTER, "changes": "at A1"},
    "roll": {"dice": "d6"},
    "ammo buy": {"sort": "AP", "price": 300, "die": "d8", "who": SHOOTER},
    "ammo drop": {"sort": "AP", "who": SHOOTER},
    "encounter event": {"text": "the doors close", "turn": 2},
    "encounter options": {"name": "ammunition", "value": "off"},
    "combatant edit": {"who": SHOOTER, "name": "Al"},
    "combatant remove": {"who": SHOOTER},
    "combatant owner": {"who": SHOOTER},
    "weapon remove": {"name": "x"},
}
"""What else has to be filled in so that the option in question is read at all."""
_MAP = ("A1-CU99 " * 250, "A1-AN40 " * 250, "A1 B2 C3 D4 " * 166, "door A1-AN40 open " * 111, "wall A1 door B2 " * 125)
WORST: Mapping[tuple[str, str], tuple[str, ...]] = {
    **{("encounter map", option): _MAP for option in ("walls", "rough", "add", "remove")},
    **{(verb, "mod"): ("-3 smoke; " * 20, "+9" * 100) for verb in ("aim", "fire", "odds")},
}
"""Texts of the lengths that an option takes, where those are the worst."""


def options_of(definitions: list[Json]) -> Iterator[tuple[str, Json]]:
    """Yield every command's name with each of its options."""
    for definition in definitions:
        for name, leaf in _leaves(definition, ""):
            for option in leaf.get("options", []):
                yield name, option


def _leaves(definition: Json, before: str) -> Iterator[tuple[str, Json]]:
    name = f"{before} {definition['name']}".strip()
    inner = [o for o in definition.get("options", []) if o["type"] in (commands.SUBCOMMAND, commands.GROUP)]
    if not inner:
        yield name, definition
    for option in inner:
        yield from _leaves(option, name)


def beside(command: str, option: str) -> dict[str, Any]:
    """What is typed in a command's other options."""
    if command == "encounter map":
        return {"size": "40x40"} if option in ("walls", "rough") else {}
    return {name: value for name, value in BESIDES.get(command, {}).items() if name != option}


def inputs(
    definitions: list[Json], longest: Callable[[str, str], int] | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every command with each option filled in badly, and with all at once.

    `longest` cuts each text to the length that its option takes, so that it is read.
    """
    together: dict[str, dict[str, Any]] = {}
    for command, option in options_of(definitions):
        name = option["name"]
        if option["type"] == commands.STRING:
            most = longest(command, name) if longest else 6000
            texts = [*TEXTS.values(), *WORST.get((command, name), ())]
            for text in dict.fromkeys(text[:most] for text in texts):
                yield command, {**beside(command, name), name: text}
            together.setdefault(command, {})[name] = "A1-AN40 " * 750
        elif option["type"] == commands.INTEGER:
            for number in NUMBERS:
                yield command, {**beside(command, name), name: number}
    for command, given in together.items():
        yield command, {name: text[: longest(command, name) if longest else 6000] for name, text in given.items()}


class Watch:
    """Measures each step of the event loop: in seconds, or in calls of functions (`counting`).

    What the stand-in does (`aside`) is left out.
    """

    def __init__(self, *, counting: bool) -> None:
        self.most = 0.0
        self._counting = counting
        self._calls = 0
        self._aside = 0.0
        self._depth = 0

    def begin(self) -> None:
        """Forget what was before."""
        self.most = 0.0

    def _now(self) -> float:
        return self._calls if self._counting else time.perf_counter()

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" or event == "c_call":
            self._calls += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leave out what is done meanwhile."""
        began = self._now()
        try:
            yield
        finally:
            self._aside += self._now() - began

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the loop."""
        loop_step: Any = asyncio.Handle
        run = loop_step._run

        def watched(handle: asyncio.Handle) -> None:
            self._aside, began = 0.0, self._now()
            try:
                run(handle)
            finally:
                self.most = max(self.most, self._now() - began - self._aside)

        loop_step._run = watched
        if self._counting:
            sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)
            loop_step._run = run
