"""The fights of the proof: how each is laid out, in which two ways, and what people may order in it.

In every text, `{sheet}` and what else is in a `Fight`'s ways stand for Zorro's, and `{t}` `{x}` `{g}` and the like for
places; `scattered` deals these out at random.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

ZORRO = "Zorro"


@dataclass(frozen=True)
class Fight:
    """The lines that lay a fight out, and those that people may type in it.

    `ways` are Zorro's sheet, places (`a` to `d`, each a step from the one before) and the like in each of the two
    plays. A line `Ann: ~fire` is an order made of what the bot suggests, `Ann: !Undo` a press of the latest such
    button.
    """

    lines: tuple[str, ...]
    ways: tuple[Mapping[str, str], Mapping[str, str]]
    ours: tuple[str, ...]
    zorros: tuple[str, ...]
    apart: str = "anywhere"
    """The difference of Zorro's places: `anywhere` behind the others, `beside` Guard on one side or the other, `not`,
    or not and `near` the others. Yara's differ in the first case only, unless she is moved by the bot: `alone`."""
    hiding: tuple[str, ...] = ()
    """The further lines that bring in those who hide."""
    nobody: bool = False
    """Whether in the second way there are none; the orders of `zorros` are not given either."""
    heard: bool = False
    """Whether those who hide are contacts from the beginning."""
    remembered: bool = False
    """Whether everybody has seen Zorro and knows this fighter, who is out of sight from the beginning."""


def scattered(fight: Fight, luck: random.Random) -> Fight:
    """Return the fight at other places: the people of both plays alike, Zorro and Yara anywhere behind them."""
    places = _shared(luck)
    owns = [_own(luck), _own(luck)]
    if fight.apart == "beside":
        owns = [_beside(places["g"], -1), _beside(places["g"], 1)]
    elif fight.apart == "not":
        owns = owns[:1] * 2
    elif fight.apart == "near":
        owns = [_near(luck)] * 2
    elif fight.apart == "alone":
        owns[1]["y"] = owns[0]["y"]
    one, other = ({**way, **places, **own} for way, own in zip(fight.ways, owns, strict=True))
    his = {"his": one["a"]}
    return replace(fight, ways=({**one, **his}, {**other, **his}))


def _shared(luck: random.Random) -> dict[str, str]:
    def column(letter: str, row: int) -> str:
        return f"{letter}{row}"

    t, x, g, n = luck.randint(2, 6), luck.randint(8, 12), luck.randint(3, 12), luck.randint(1, 14)
    walls = {f"{luck.choice('GHJKL')}{luck.randint(1, 16)}" for _ in range(luck.randint(2, 8))}
    return {
        "t": column("B", t), "t1": column("C", t), "t2": column("C", t + 1),
        "x": column("B", x), "x1": column("C", x), "x2": column("C", x - 1),
        "g": column("F", g), "g1": column("F", g + 1), "n": column("A", n),
        "near": column("E", luck.randint(2, 14)), "far": column("I", luck.randint(2, 14)),
        "walls": " ".join(sorted(walls)),
    }  # fmt: skip


def _own(luck: random.Random) -> dict[str, str]:
    column, row = luck.choice("PQRS"), luck.randint(2, 10)
    return {
        **dict(zip("abcd", (f"{column}{row + step}" for step in range(4)), strict=True)),
        "y": f"{luck.choice('NO')}{luck.randint(2, 14)}",
        "w": f"{chr(ord(column) - 4)}{row}",
    }


def _near(luck: random.Random) -> dict[str, str]:
    row = luck.randint(3, 10)
    return {
        **dict(zip("abcd", (f"E{row + step}" for step in range(4)), strict=True)),
        "y": f"D{row - 2}",
        "w": f"A{row}",
    }


def _beside(place: str, step: int) -> dict[str, str]:
    column, row = place[0], int(place[1:])
    return {
        **dict(zip("abcd", (f"{column}{row + step * far}" for far in (1, 2, 2, 1)), strict=True)),
        "y": f"{column}{row - step}", "w": f"{chr(ord(column) - 1)}{row}",
    }  # fmt: skip


_MAP = "GM: /encounter map size: 20x16 walls: {walls}"
_PLACES = {
    "t": "B2", "t1": "C3", "t2": "D4", "x": "B4", "x1": "C5", "x2": "C6", "g": "F3", "g1": "F4", "n": "A8",
    "near": "E6", "far": "I6", "his": "P12", "walls": "G7-G9 K4",
}  # fmt: skip
HERE = {**_PLACES, "a": "P12", "b": "P13", "c": "P14", "d": "P15", "y": "N5", "w": "L12"}
THERE = {**_PLACES, "a": "S3", "b": "S4", "c": "S5", "d": "S6", "y": "O11", "w": "O3"}

EVERYBODYS = (
    "Ann: !", "Ann: !", "Ann: !Again", "Ann: !Undo", "Ann: !Done", "Ann: !Next",
    "Ann: ~fire", "Ann: ~fire", "Ann: ~move", "Ann: ~act", "Ann: ~act", "Ann: ~reload", "Ann: ~pass",
    "Ann: /move who: Trent to: {t1}", "Ann: /move who: Trent to: {t2}",
    "Ann: /move who: Axly to: {x1}", "Ann: /move who: Axly to: {x2}",
    "Ann: /undo", "Ann: /pass who: Trent", "Ann: /reload who: Axly",
    "Ann: /encounter show public: True",
    "Ann: /combatant add sheet: {ours} name: Nora at: {n} side: Blue",
    "GM: /pass who: Guard", "GM: /next", "GM: /next", "GM: /next", "GM: /undo", "GM: /undo & GM: /redo",
    "GM: /undo & GM: /undo & GM: /redo",
    "GM: /move who: Guard to: {g1}",
    "GM: /encounter event text: The lights go out turn: 2",
    "GM: /encounter event text: Something rattles turn: 2 secret: True",
    "GM: /encounter note text: Zorro waits at {a}", "GM: /encounter note text: It rains secret: False",
    "GM: /encounter map add: wall {far} secret: True", "GM: /encounter map add: wall {near}",
    "GM: /encounter map add: water {far} secret: True", "GM: /encounter map add: cover log {near}, label Mill {far}",
    "GM: /combatant add sheet: {theirs} name: Newt at: {far} side: Red",
    "GM: /combatant add sheet: {ours} name: Nan at: {n} side: Blue owner: @Ann",
    "GM: /combatant edit who: Guard name: Gunther", "GM: /combatant show who: Zorro",
    "GM: /encounter threads",
    "Ann: /plan set who: Trent lines: move to {t1}; when anyone shows: fire at them; else: stay and watch",
    "Ann: /plan set who: Axly lines: when fired upon: duck; fire at Guard; move to {x1}; else: stay and watch",
    "Ann: /pass who: Trent until: contact", "Ann: /pass who: Axly until: fired upon", "Ann: /plan clear who: Trent",
    "GM: /pass who: Guard until: hit", "GM: /plan set who: Guard lines: fire at nearest; else: stay",
    "GM: /next run: True", "GM: /next run: True", "Ann: /next run: True",
)  # fmt: skip
ZORROS = (
    "Ben: /pass who: Zorro", "Ben: /move who: Zorro to: {b}", "Ben: /move who: Zorro to: {c}",
    "Ben: /undo", "Ben: /encounter show", "Ben: /act who: Zorro what: waves cost: 1",
    "GM: /adjust who: Zorro changes: {adjusted}",
    "GM: /combatant edit who: Zorro name: Zorro the Second",
    "Ben: /plan set who: Zorro lines: move to {b}; else: stay and watch", "Ben: /pass who: Zorro until: contact",
    "Ben: /plan set who: Zorro lines: when hit: reload; else: stay", "Ben: /plan clear who: Zorro",
)  # fmt: skip


_Ways = tuple[dict[str, str], ...]


def _fight(lines: tuple[str, ...], ways: _Ways, ours: tuple[str, ...], zorros: tuple[str, ...]) -> Fight:
    one, other = ways
    return Fight(lines, ({**HERE, **one}, {**THERE, **other}), (*EVERYBODYS, *ours), (*ZORROS, *zorros))


def switched(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"GM: /encounter options name: fog value: {value}" for value in values)


PHOENIX_OURS = (
    "Ann: /move who: Trent to: {his}", "Ann: ~odds", "Ann: /burst who: Trent target: {far} how: sweep",
    "Ann: ~burst", "Ann: ~throw", "Ann: ~aim", "Ann: ~duck", "Ann: ~heal",
    "Ann: /act who: Axly what: kneel", "Ann: /act who: Trent what: turn to {far}",
    "Ann: /aim who: Trent target: Guard cost: 2", "Ann: /fire who: Trent target: Guard aim: 2",
    "Ann: /burst who: Axly target: Guard aim: 1", "Ann: /fire who: Trent target: {far} aim: 1",
    "Ann: /burst who: Axly target: {far} aim: 1 how: arc 3", "Ann: /throw who: Trent target: {near} aim: 1",
    "Ann: /fire who: Trent target: {his} aim: 1", "Ann: /act who: Trent what: turn to {his}",
    "GM: /fire who: Guard target: Axly aim: 1", "GM: /next time: 3 phases",
)  # fmt: skip
CHAPTER_5 = (
    "Ann: /act who: Trent what: pin {far}", "Ann: /act who: Axly what: listen for Guard",
    "Ann: /act who: Trent what: watch 240 degrees", "Ann: /act who: Trent what: spot Guard",
    "Ann: /fire who: Trent target: {far} how: cover fire", "Ann: /burst who: Axly target: {far} how: cover fire",
    "GM: /act who: Guard what: listen for Zorro", "Ann: /act who: Trent what: spot Zorro",
    "Ann: /act who: Trent what: listen for Zorro",
)  # fmt: skip
_PHOENIX_ZORROS = (
    "Ben: /aim who: Zorro target: {w} aim: 2", "Ben: /burst who: Zorro target: {w} how: sweep aim: 1",
    "Ben: /burst who: Zorro target: {w} how: sweep aim: 1", "Ben: /reload who: Zorro",
    "Ben: /act who: Zorro what: {posture}",
    "Ben: /throw who: Zorro target: {w} weapon: M 67 aim: 1", "Ben: /act who: Zorro what: turn to {w}",
    "Ben: /aim who: Zorro target: Axly aim: 2", "Ben: /duck who: Zorro",
    "GM: /heal who: Guard target: Zorro how: first aid", "Ben: /heal who: Zorro target: Guard how: first aid",
)  # fmt: skip
SNIPERS = (
    {
        "sheet": "CA 7, SAL 10, KV 41, STR 12, ISF 17, AKM 47, loaded 9, M 67 2, PD 3",
        "posture": "kneel",
        "adjusted": "loaded 5, PD 4",
        "facing": "facing 270",
    },
    {
        "sheet": "CA 7, SAL 12, KV 39, STR 12, ISF 17, M16, loaded 3, M 67 1, kneeling, PD 2",
        "posture": "stand",
        "adjusted": "loaded 2, PD 1",
        "facing": "facing 280",
    },
)


_SEEN_OFF = ("GM: /encounter options name: initiative value: off",)


def _phoenix(preset: str, fog: str, hide: str = "unspotted, {facing}", *more: str) -> Fight:
    return _fight(
        (
            f"GM: /encounter start ruleset: {preset} title: The wood",
            f"GM: /encounter options name: fog value: {fog}",
            *more,
            *(_SEEN_OFF if preset == "phoenix-optional" and not more else ()),
            _MAP,
            "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16, M 61 2 name: Trent at: {t} owner: @Ann side: Blue",
            "GM: /combatant add sheet: line, MP5, M92F name: Axly at: {x} owner: @Ann side: Blue",
            "GM: /combatant add sheet: green, AKM 47 name: Guard at: {g} side: Red",
            f"GM: /combatant add sheet: {{sheet}}, {hide} name: Zorro at: {{a}} owner: @Ben side: Red",
            f"GM: /combatant add sheet: line, MP5, {hide.format(facing='facing 280')} name: Yara at: {{y}} side: Red",
            *(("GM: /adjust who: Trent changes: has spotted Guard",) if preset == "phoenix-optional" else ()),
        ),
        _told(SNIPERS, "green, M16", "green, AKM 47"),
        (*PHOENIX_OURS, *switched(("hidden", "sides")), *(CHAPTER_5 if preset == "phoenix-optional" else ())),
        _PHOENIX_ZORROS,
    )


def _told(ways: _Ways, ours: str, theirs: str) -> _Ways:
    return tuple({**way, "ours": ours, "theirs": theirs} for way in ways)


def _secret(
    ruleset: str,
    fog: str,
    ours: str,
    guard: str,
    ways: _Ways,
    *more: str,
    orders: tuple[str, ...] = (),
    apart: str = "anywhere",
) -> Fight:
    fight = _fight(
        (
            f"GM: /encounter start ruleset: {ruleset} title: The hold",
            f"GM: /encounter options name: fog value: {fog}",
            *more,
            _MAP,
            f"GM: /combatant add sheet: {ours} name: Trent at: {{t}} owner: @Ann side: Blue",
            f"GM: /combatant add sheet: {ours} name: Axly at: {{x}} owner: @Ann side: Blue",
            f"GM: /combatant add sheet: {guard} name: Guard at: {{g}} side: Red",
            "GM: /combatant add sheet: {sheet} name: Zorro at: {a} owner: @Ben side: Red secret: True",
            f"GM: /combatant add sheet: {guard} name: Yara at: {{y}} side: Red secret: True",
        ),
        _told(ways, ours, guard),
        (
            "Ann: /fire who: Trent target: Guard",
            "Ann: /fire who: Axly target: Guard",
            "Ann: /fire who: Axly target: {his}",
            "GM: /fire who: Guard target: Axly",
            *orders,
            *switched(("off", "hidden", "sides")),
        ),
        ("Ben: /reload who: Zorro", "GM: /encounter secret who: Zorro"),
    )
    return replace(fight, apart=apart)


RIFLEMEN = (
    {"sheet": "Rifleman", "adjusted": "loaded 3"},
    {"sheet": "Rifleman, loaded 3, spares 2", "adjusted": "spares 1"},
)
MARINES = (
    {"sheet": "Marine, smart gun, loaded 5", "adjusted": "loaded 4"},
    {"sheet": "Marine, rifle, grenade", "adjusted": "loaded 3"},
)
SHOOTERS = (
    {"sheet": "Shooting d6, Shotgun", "adjusted": "loaded 1"},
    {"sheet": "Shooting d10, Pistol", "adjusted": "loaded 2"},
)
SPACE = (
    "Ann: /move who: Trent to: {his}",
    "Ann: ~burst", "Ann: ~throw", "Ann: /fire who: Trent target: {far} how: cover fire",
    "Ann: /throw who: Trent target: {near} weapon: grenade", "Ann: /throw who: Axly target: Guard weapon: grenade",
    "Ann: /act who: Trent what: weld the door cost: 1",
)  # fmt: skip
SAVAGE = (
    "Ann: ~burst", "Ann: ~throw", "Ann: /fire who: Trent target: Guard how: double tap",
    "Ann: /burst who: Axly target: Guard", "Ann: /throw who: Trent target: Guard", "Ann: ~ammo buy",
)  # fmt: skip

TWINS = (
    {
        "sheet": "CA 7, SAL 10, KV 41, STR 12, ISF 17, AKM 47, loaded 9, magazines 1, M 67 2, PD 4",
        "posture": "kneel",
        "adjusted": "PD 2",
    },
    {
        "sheet": "CA 7, SAL 10, KV 41, STR 12, ISF 17, AKM 47, loaded 22, magazines 4, M 67 4",
        "facing": "facing 270",
        "posture": "kneel",
        "adjusted": "loaded 12",
    },
)
_WOUNDED = (
    {
        "sheet": "line, M16, loaded 4, PD 30, facing 270",
        "facing": "magazines 2",
        "posture": "kneel",
        "adjusted": "PD 12",
    },
    {
        "sheet": "line, M16, loaded 9, PD 25, facing 280",
        "facing": "magazines 3",
        "posture": "kneel",
        "adjusted": "PD 13",
    },
)
_STATES = ({"state": "dead"}, {"state": "alive"})


def _twins(fight: Fight, ways: _Ways, *zorros: str) -> Fight:
    """Return a fight with Zorro at one place with one weapon in both plays, different in what nobody sees: then Zorro
    fires too."""
    one, other = ({**way, **twin} for way, twin in zip(fight.ways, ways, strict=True))
    return replace(fight, ways=(one, other), apart="not", zorros=(*fight.zorros, *zorros * 3))


def _nursed(fight: Fight) -> Fight:
    """Return a fight with Zorro beside Guard; each cares for the other."""
    one, other = ({**way, **wounded} for way, wounded in zip(fight.ways, _WOUNDED, strict=True))
    hurt = "GM: /adjust who: Guard changes: PD 20"
    care = ("GM: /heal who: Guard target: Zorro how: first aid", "Ben: /heal who: Zorro target: Guard how: first aid")
    return replace(
        fight, lines=(*fight.lines, hurt), ways=(one, other), apart="beside", zorros=(*fight.zorros, *care * 5)
    )


def _down(fight: Fight) -> Fight:
    """Return a fight with Zorro dead in one of the plays; there are no orders for Zorro, and others cannot tell whether
    any are due."""
    one, other = ({**way, **state} for way, state in zip(fight.ways, _STATES, strict=True))
    lines = (*fight.lines, "GM: /adjust who: Zorro changes: {state}")
    return replace(fight, lines=lines, ways=(one, other), zorros=("GM: /combatant show who: Zorro", "Ben: /log"))


FIGHTS: dict[str, Fight] = {
    **{
        f"{preset}, {fog}": _phoenix(preset, fog)
        for preset in ("phoenix-basic", "phoenix-advanced", "phoenix-optional")
        for fog in ("hidden", "sides")
    },
    **{
        f"phoenix-advanced, hidden, {hide}": _phoenix("phoenix-advanced", "hidden", f"unspotted, {hide}, {{facing}}")
        for hide in ("dug in", "hidden")
    },
    **{
        f"phoenix-optional, {fog}, town": _phoenix(
            "phoenix-optional",
            fog,
            "facing 90",
            "GM: /encounter options name: terrain value: town",
            "GM: /encounter options name: looking value: alone",
        )
        for fog in ("hidden", "sides")
    },
    **{
        f"aliens, {fog}{name}": _secret("aliens", fog, "rifleman", "rifleman", RIFLEMEN, *more)
        for fog in ("off", "hidden", "sides")
        for name, more in (
            ("", ()),
            (", tokens", ("GM: /encounter options name: ammunition value: tokens",)),
        )
    },
    **{
        f"{preset}, {fog}{name}": _secret(
            preset, fog, "Marine, rifle, grenade", "bug", MARINES, *more, orders=SPACE, apart="alone"
        )
        for preset in ("space_marines", "space-marines-outdoors")
        for fog in ("off", "hidden", "sides")
        for name, more in (
            ("", ()),
            (
                ", boxes",
                (
                    "GM: /encounter options name: ammunition value: boxes",
                    "GM: /encounter options name: bad guys value: people",
                    "GM: /encounter options name: cover areas value: anywhere",
                ),
            ),
        )
        if not (name and preset == "space_marines")
    },
    **{
        f"savage, {fog}{name}": _secret(
            "savage",
            fog,
            "Shooting d8, Assault Rifle, 2 grenades",
            "Shooting d6, Pistol",
            SHOOTERS,
            *more,
            orders=SAVAGE,
        )
        for fog in ("off", "hidden", "sides")
        for name, more in (("", ()), (", boxes", ("GM: /encounter options name: ammunition value: boxes",)))
        if not (name and fog == "off")
    },
}
_SHOTS = (
    "Ben: /fire who: Zorro target: Axly aim: 2",
    "Ben: /fire who: Zorro target: Trent",
    "Ben: /burst who: Zorro target: Axly",
)
FIGHTS |= {
    **{
        f"{name}, twins": _twins(FIGHTS[name], TWINS, *_SHOTS)
        for name in ("phoenix-basic, hidden", "phoenix-advanced, sides", "phoenix-optional, hidden")
    },
    **{f"{name}, nursed": _nursed(FIGHTS[name]) for name in ("phoenix-basic, sides", "phoenix-advanced, hidden")},
    **{
        f"{name}, dead": _down(FIGHTS[name])
        for name in ("phoenix-advanced, sides", "aliens, hidden", "space_marines, sides", "savage, off")
    },
}
