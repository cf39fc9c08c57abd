"""The worst that strangers may type: crowded encounters of each rulebook, and nasty texts for every option.

`tests/cogs/test_budget.py` counts what they cost, and `bench/strangers.py` times it.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rules.engine.table.muster import MOST_COMBATANTS
from standin.interactions import commands
from standin.world.scenery import Json

_EACH = MOST_COMBATANTS // 4
SHEETS: Mapping[str, tuple[str, str]] = {
    "aliens": ("rifleman", "alien"),
    "phoenix-advanced": ("skill 8, STR 16, AGI 10, M16, 2 M 67", "green, AKM 47"),
    "phoenix-optional": ("CA 8, SAL 12, KV 30, ISF 21, AKM 47, exposed", "green, AKM 47, exposed"),
    "space-marines": ("Marine, rifle, smart gun, grenade", "Bug Warrior"),
    "savage": ("Shooting d8, Wild Card, Assault Rifle, 2 grenades, AP supply", "Shooting d6, Pistol"),
}
"""The sheet lines of the two sides, by rulebook or preset."""
PRESETS = tuple(SHEETS)


def crowd(preset: str) -> tuple[str, ...]:
    """Return the lines that lay out the largest encounter: as many fighters as there may be on the largest map."""
    ours, theirs = SHEETS[preset]
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
    "rule": {"text": "M16 at guard 40m", "ruleset": "phoenix"},
    "ammo buy": {"sort": "AP", "price": 300, "die": "d8", "who": SHOOTER},
    "ammo drop": {"sort": "AP", "who": SHOOTER},
    "encounter event": {"text": "the doors close", "turn": 2},
    "encounter options": {"name": "ammunition", "value": "off"},
    "combatant edit": {"who": SHOOTER, "name": "Al"},
    "combatant remove": {"who": SHOOTER},
    "combatant owner": {"who": SHOOTER},
    "weapon remove": {"name": "x"},
    "encounter deploy": {"side": "Squad"},
}
"""The other options that must be filled in so that the option in question is read at all."""
_MAP = ("A1-CU99 " * 250, "A1-AN40 " * 250, "A1 B2 C3 D4 " * 166, "door A1-AN40 open " * 111, "wall A1 door B2 " * 125)
WORST: Mapping[tuple[str, str], tuple[str, ...]] = {
    **{("encounter map", option): _MAP for option in ("walls", "rough", "add", "remove")},
    ("rule", "text"): (
        "a " * 150,
        "M16 40m " * 37,
        "-1 a b c " * 33,
        "behind a door " * 21,
        "ak 4 " * 60,
        "H & K " * 50,
    ),
    ("encounter deploy", "zone"): ("A1-CU99 " * 60, "A1-AN40 " * 60),
    **{(verb, "mod"): ("-3 smoke; " * 20, "+9" * 100) for verb in ("aim", "fire", "odds")},
}
"""Texts of the lengths that an option takes, where those are the worst."""


_FILLED_IN: Mapping[int, Any] = {
    commands.STRING: "x",
    commands.INTEGER: 1,
    commands.BOOLEAN: True,
    commands.ATTACHMENT: ("x.json", b"{}"),
}


def leaves(definitions: list[Json], before: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Yield every command's name with its options."""
    for definition in definitions:
        name, options = f"{before} {definition['name']}".strip(), definition.get("options", [])
        inner = [option for option in options if option["type"] in (commands.SUBCOMMAND, commands.GROUP)]
        if inner:
            yield from leaves(inner, name)
        else:
            yield name, options


def beside(command: str, option: str, options: list[Json]) -> dict[str, Any]:
    """Return the values of a command's other options."""
    if command == "encounter map":
        return {"size": "40x40"} if option in ("walls", "rough") else {}
    needed = {
        one["name"]: _FILLED_IN[one["type"]] for one in options if one.get("required") and one["type"] in _FILLED_IN
    }
    given = needed | BESIDES.get(command, {})
    return {name: value for name, value in given.items() if name != option}


def inputs(
    definitions: list[Json], longest: Callable[[str], int], texts: Iterable[str] = TEXTS.values()
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every command with each option filled in badly, and with all at once.

    `longest` is how much of a text is typed in an option of that name.
    """
    for command, options in leaves(definitions):
        together: dict[str, Any] = {}
        for option in options:
            name = option["name"]
            if option.get("choices"):
                # Discord lets nothing else through.
                continue
            if option["type"] == commands.STRING:
                worst = WORST.get((command, name), ())
                for text in dict.fromkeys(text[: longest(name)] for text in (*texts, *worst)):
                    yield command, {**beside(command, name, options), name: text}
                together[name] = ("A1-AN40 " * 750)[: longest(name)]
            elif option["type"] == commands.INTEGER:
                for number in NUMBERS:
                    yield command, {**beside(command, name, options), name: number}
        if together:
            yield command, {**beside(command, "", options), **together}


def typed(
    definitions: list[Json], longest: Callable[[str], int], texts: Iterable[str] = TEXTS.values()
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every command with each option that has suggestions, while something bad is typed in it."""
    for command, options in leaves(definitions):
        for option in options:
            if option.get("autocomplete"):
                for text in dict.fromkeys(text[: longest(option["name"])] for text in texts):
                    yield command, option["name"], {**beside(command, option["name"], options), option["name"]: text}


def form() -> Iterator[str]:
    """Yield forms of thirty newcomers, 4,000 characters each: no two words alike, none known, many near to one."""
    chance = random.Random(1)

    def word(most: int) -> str:
        return "".join(chance.choice("abcdefghiklmnoprstuvw") for _ in range(chance.randint(3, most)))

    makes: tuple[Callable[[], str], ...] = (
        lambda: word(20),
        lambda: f"M1{word(4)} A1 Assault Rifl",
        lambda: f"{word(3)}x",
        lambda: "\ufdfa" * 3 + word(9),
    )
    for make in makes:
        yield "\n".join(", ".join(make() for _ in range(60))[:130] for _ in range(30))


def own_weapons(example: str) -> Iterator[str]:
    """Yield a hundred weapons for Phoenix Command as a server may have them: long rows, many names of five words."""
    chance = random.Random(1)

    def word() -> str:
        return "".join(chance.choice("abcdefghiklmnoprstuvw0123456789") for _ in range(3))

    for n in range(100):
        also = [" ".join(word() for _ in range(5)) for _ in range(9)]
        rows = "".join(f"{sort}.PEN = [17, 16, 15, 13, 11, 7.1, 4.5, 2.9]\n" for sort in ("JHP", "AP"))
        rows += "".join(f"{sort}.DC = [6, 6, 6, 6, 5, 4, 3, 2]\n" for sort in ("JHP", "AP"))
        yield f"also = {also}\n{example.replace('My Rifle', f'O{n} {n}')}\n{rows}"


class Watch:
    """Measures each step of the event loop: in seconds of its thread's processor time, or in calls (`counting`).

    What the stand-in does (`aside`) is left out.
    """

    def __init__(self, *, counting: bool) -> None:
        self.most = 0.0
        self._count, self._calls = _counter()
        self._counting = counting
        self._aside = 0.0

    def begin(self) -> None:
        """Forget what was before."""
        self.most = 0.0

    def _now(self) -> float:
        return self._calls() if self._counting else time.thread_time()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leave out what is done meanwhile. Calls are not even counted: that takes longer than the calls."""
        began, counting = self._now(), sys.getprofile()
        sys.setprofile(None)
        try:
            yield
        finally:
            sys.setprofile(counting)
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
            sys.setprofile(self._count)
        try:
            yield
        finally:
            sys.setprofile(None)
            loop_step._run = run


def _counter() -> tuple[Callable[[FrameType, str, object], None], Callable[[], float]]:
    """A profile function, and the number of calls that it has been told of, in Python and in C.

    Each call begins and ends between two looks at the number, so half of all events are calls. To count them all is the
    quickest, and it is most of what these tests do.
    """
    events = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal events
        events += 1

    return count, lambda: events / 2
