"""The fights of the proof in every preset, with every way to be hidden and every fog.

Each is played in two ways. In most, those who hide are elsewhere in the second way; in fights against nobody they do
not exist in it. Then they are orders of the GM's, or of a player who also has a fighter that everyone knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tests.sight.fights import (
    CHAPTER_5,
    EVERYBODYS,
    HERE,
    MARINES,
    PHOENIX_OURS,
    RIFLEMEN,
    SAVAGE,
    SHOOTERS,
    SNIPERS,
    SPACE,
    THERE,
    TWINS,
    ZORROS,
    Fight,
    switched,
)

FOGS = ("off", "hidden", "sides")
_WALL = "M1-M16"
"""Walls between those who hide and the others."""


@dataclass(frozen=True)
class _Preset:
    """Sheets of the fighters, those of Zorro in the two ways, and what people may order."""

    ours: str
    axly: str
    guard: str
    zorros: tuple[Mapping[str, str], Mapping[str, str]]
    orders: tuple[str, ...]


def _phoenix(*orders: str) -> _Preset:
    skilled = "skill 8, STR 16, AGI 10, M16, M 61 2"
    return _Preset(skilled, "line, MP5, M92F", "green, AKM 47", SNIPERS, (*PHOENIX_OURS, *orders))


_RECRUITS = (
    {"sheet": "skill 3, STR 10, AGI 10, AKM 47", "posture": "kneel", "adjusted": "loaded 5"},
    {"sheet": "skill 3, STR 10, AGI 10, AKM 47, loaded 9", "posture": "stand", "adjusted": "loaded 2"},
)
_MARINE = _Preset("Marine, rifle, grenade", "Marine, rifle, grenade", "bug", MARINES, SPACE)
_PRESETS = {
    "phoenix-basic": _phoenix(),
    "phoenix-advanced": _phoenix(),
    "phoenix-optional": _phoenix(*CHAPTER_5),
    # With the points of a tournament nobody is skilled.
    "phoenix-tournament": _Preset(
        "skill 3, STR 10, AGI 10, M16",
        "skill 3, STR 10, AGI 10, MP5",
        "skill 3, STR 10, AGI 10, AKM 47",
        _RECRUITS,
        PHOENIX_OURS,
    ),
    "aliens": _Preset("rifleman", "rifleman", "rifleman", RIFLEMEN, ()),
    "space-marines": _MARINE,
    "space-marines-outdoors": _MARINE,
    "savage": _Preset(
        "Shooting d8, Assault Rifle, 2 grenades",
        "Shooting d8, Assault Rifle, 2 grenades",
        "Shooting d6, Pistol",
        SHOOTERS,
        SAVAGE,
    ),
}
_SHOTS = (
    "Ann: /fire who: Trent target: Guard", "Ann: /fire who: Axly target: Guard", "Ann: /fire who: Axly target: {his}",
    "Ann: /burst who: Trent target: {his} how: sweep aim: 1", "Ann: /burst who: Axly target: {his} aim: 1 how: arc 3",
    "Ann: /throw who: Trent target: {his} aim: 1", "Ann: /throw who: Axly target: {his}",
    "Ann: /move who: Trent to: {his}", "GM: /fire who: Guard target: Axly",
)  # fmt: skip
_APPEARING = ("Ben: /move who: Zorro to: {a}", "Ben: /pass who: Zorro", "Ben: /undo", "Ben: /pass who: Yara")
_QUIET: tuple[str, ...] = (
    "Ben: /pass who: Zorro", "Ben: /move who: Zorro to: {b}", "Ben: /move who: Zorro to: {c}", "Ben: /encounter show",
    "GM: /adjust who: Zorro changes: {adjusted}", "GM: /combatant edit who: Zorro name: Zorro the Second",
    "Ben: /plan set who: Zorro lines: move to {b}; else: stay and watch", "Ben: /plan clear who: Zorro",
    "GM: /pass who: Yara", "GM: /adjust who: Zorro changes: dead",
)  # fmt: skip
"""Orders that those who hide may give without anybody perceiving it."""
_TELLING = ("Zorro", "/undo", "/redo", "!Undo", "/combatant add", "{near}", "who: Guard")
"""Words of orders that go another way if there is a fighter that only the GM knows."""


def _laid_out(preset: str, fog: str, *more: str) -> tuple[str, ...]:
    one = _PRESETS[preset]
    # Where initiative counts, whose turn it is depends on everybody.
    seen = ("GM: /encounter options name: initiative value: off",) if preset == "phoenix-optional" else ()
    return (
        f"GM: /encounter start ruleset: {preset} title: The ford",
        f"GM: /encounter options name: fog value: {fog}",
        *seen,
        *more,
        "GM: /encounter map size: 20x16 walls: {walls}",
        f"GM: /combatant add sheet: {one.ours} name: Trent at: {{t}} owner: @Ann side: Blue",
        f"GM: /combatant add sheet: {one.axly} name: Axly at: {{x}} owner: @Ann side: Blue",
        f"GM: /combatant add sheet: {one.guard} name: Guard at: {{g}} owner: @Ben side: Red",
    )


def _hiding(preset: str, sheet: str = "", *, placed: bool = True, secret: bool = False) -> tuple[str, ...]:
    """The lines that bring those who hide in."""
    guard = _PRESETS[preset].guard
    how = " secret: True" if secret else ""
    at, there = (" at: {a}", " at: {y}") if placed else ("", "")
    return (
        f"GM: /combatant add sheet: {{sheet}}{sheet} name: Zorro{at} owner: @Ben side: Red{how}",
        f"GM: /combatant add sheet: {guard}{sheet} name: Yara{there} side: Red{how}",
    )


def _fight(preset: str, lines: tuple[str, ...], hiding: tuple[str, ...], zorros: tuple[str, ...] = ()) -> Fight:
    one = _PRESETS[preset]
    first, second = ({**way, "ours": one.ours, "theirs": one.guard} for way in one.zorros)
    orders = (*EVERYBODYS, *one.orders, *_SHOTS)
    moved = "alone" if preset.startswith("space") else "anywhere"
    return Fight(lines, ({**HERE, **first}, {**THERE, **second}), orders, zorros or ZORROS, apart=moved, hiding=hiding)


def _hidden_in_every_way() -> Iterator[tuple[str, Fight]]:
    for preset in _PRESETS:
        for fog in FOGS:
            lines = _laid_out(preset, fog)
            fight = _fight(preset, lines, _hiding(preset, secret=True))
            yield f"{preset}, {fog}, secret", replace(fight, ours=(*fight.ours, *switched(FOGS)))
            deploying = (
                *lines,
                f"GM: /combatant add sheet: {_PRESETS[preset].guard} name: Vic side: Red",
                "GM: /encounter deploy side: Red zone: N1-S16",
            )
            yield f"{preset}, {fog}, deploying", _fight(preset, deploying, _hiding(preset, placed=False), _APPEARING)
            if fog == "off":
                continue
            yield f"{preset}, {fog}, unplaced", _fight(preset, lines, _hiding(preset, placed=False))
            if preset.startswith("phoenix"):
                yield f"{preset}, {fog}, unspotted", _fight(preset, lines, _hiding(preset, ", unspotted"))
                if preset != "phoenix-tournament":
                    yield f"{preset}, {fog}, heard", _heard(preset, fog)
                if fog == "sides":
                    yield f"{preset}, {fog}, behind walls", _behind_walls(preset)
            if preset == "phoenix-optional":
                town = _laid_out(preset, fog, "GM: /encounter options name: terrain value: town")
                yield f"{preset}, {fog}, not looked for", _fight(preset, town, _hiding(preset))


def _behind_walls(preset: str) -> Fight:
    walls = f"GM: /encounter map add: wall {_WALL}"
    return _fight(preset, (*_laid_out(preset, "sides"), walls), _hiding(preset))


def _heard(preset: str, fog: str) -> Fight:
    """Return a fight in which Zorro has fired and is out of sight since, at one place in both ways, different in what
    nobody hears."""
    lines = (*_laid_out(preset, fog), f"GM: /encounter map add: wall {_WALL}")
    cover = "GM: /adjust who: Zorro changes: behind cover"
    shot = "GM: /burst who: Zorro target: {b} how: sweep aim: 1"
    fight = _fight(preset, lines, (_hiding(preset)[0], shot, cover), ("Ben: /pass who: Zorro", "Ben: /encounter show"))
    one, other = ({**way, **twin} for way, twin in zip(fight.ways, TWINS, strict=True))
    return replace(fight, ways=(one, other), apart="not", heard=True)


_ELSEWHERE = (
    "Ben: /move who: Zorro to: {b}", "Ben: /move who: Zorro to: {c}", "Ben: /act who: Zorro what: {posture}",
    "Ben: /act who: Zorro what: turn to {w}", "Ben: /reload who: Zorro", "Ben: /act who: Zorro what: waves cost: 1",
    "Ben: /act who: Zorro what: firing stance", "Ben: /aim who: Zorro target: {w} aim: 2",
    "GM: /adjust who: Zorro changes: {adjusted}", "GM: /adjust who: Zorro changes: dead", "Ben: /undo",
    "Ben: /plan set who: Zorro lines: turn to {w}; move to {b}; reload", "GM: /next", "GM: /next run: True",
)  # fmt: skip
"""Orders of a fighter who was seen and is now out of sight."""
_ALIKE = ({**TWINS[0], "posture": "kneel"}, {**TWINS[1], "posture": "go prone"})
"""Zorro as others saw this fighter in both ways; the difference is in later deeds."""


def _remembered(preset: str, fog: str) -> Fight:
    """Zorro was seen at one place in both ways, and is behind walls since."""
    lines = (*_laid_out(preset, fog), f"GM: /encounter map add: wall {_WALL}")
    gone = "GM: /adjust who: Zorro changes: at {a}, behind cover"
    fight = _fight(preset, lines, (_hiding(preset)[0].replace("at: {a}", "at: {near}"), gone), _ELSEWHERE)
    one, other = ({**way, **twin} for way, twin in zip(fight.ways, _ALIKE, strict=True))
    return replace(fight, ways=(one, other), remembered=True)


def _against_nobody(fight: Fight, *, players: bool, near: bool) -> Fight:
    """In the second way there is nobody who hides; in the first they are like Guard, so that time passes as without
    them. They are the GM's if they are not a player's, and `near` the others or behind them.
    """
    lines, hiding, zorros = fight.lines, fight.hiding, _QUIET
    if not players:
        lines, hiding, zorros = (
            tuple(one.replace(" owner: @Ben", "").replace("Ben: ", "GM: ") for one in those)
            for those in (lines, hiding, zorros)
        )
    [guard] = [line for line in lines if "name: Guard" in line]
    sheet = guard.split("sheet: ")[1].split(" name:")[0]
    one, other = ({**way, "sheet": sheet} for way in fight.ways)
    ours = tuple(typed for typed in fight.ours if not any(word in typed for word in _TELLING))
    return replace(
        fight,
        lines=lines,
        hiding=hiding,
        zorros=zorros,
        ways=(one, other),
        ours=ours,
        apart="near" if near else "not",
        nobody=True,
    )


def _all() -> Iterator[tuple[str, Fight]]:
    for number, (name, fight) in enumerate(_hidden_in_every_way()):
        yield name, fight
        if not fight.heard:
            players, near = number % 2 == 1, not name.endswith(("behind walls", "not looked for"))
            yield f"{name}, or nobody{' of Ben' * players}", _against_nobody(fight, players=players, near=near)
    for preset in ("phoenix-basic", "phoenix-advanced", "phoenix-optional"):
        for fog in ("hidden", "sides"):
            yield f"{preset}, {fog}, remembered", _remembered(preset, fog)


HIDINGS: dict[str, Fight] = dict(_all())
