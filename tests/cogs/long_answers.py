"""Whole interactions amid as many fighters as there may be: long orders with everything that follows them, and many
questions at once.

`tests/cogs/test_long_answers.py` counts what they cost the event loop, and `bench/loop.py` times it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.game.entries.invocation import CLOCK
from rules.engine.table.muster import MOST_COMBATANTS, RESERVE
from rules.words.maps import MOST_SIDE
from rules.words.places import Place
from standin.driver import Answer
from standin.world import scenery
from tests.cogs.conftest import CHANNEL, Game, stored, types
from tests.cogs.strangers import SHEETS
from tests.waiting import patience, until

_HALF = MOST_COMBATANTS // 2
_EACH = _HALF // 2
"""The number of fighters that join in one order."""
_FIRST_ROW = 5
_LEFT, _RIGHT, _NEAR = 2, MOST_SIDE - 1, 10
"""Columns where fighters stand."""
_MAZE = "E1-E38 I3-I40 M1-M38 Q3-Q40 U1-U38 Y3-Y40 AC1-AC38 AG3-AG40"
_PILLARS = " ".join(f"{column}{row}" for column in "EHKNQTWZ" for row in range(1, MOST_SIDE, 2))
_SOLDIER = "CA 8, SAL 12, KV 30, ISF 21, AKM 47, exposed"
_MARINES = ("Marine, rifle", "Bug Shooter")
BOARDS, PRESSES, SUGGESTIONS, CHANNELS = 10, 20, 80, 250
"""The numbers that come at once."""

Act: TypeAlias = Callable[[], Awaitable[object]]
"""Does what is measured."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Two sides of 30 in two columns of the largest map, what each fighter does first, and the line that is measured.

    `each` are lines for a fighter: `{who}` and `{foe}` face each other, `{there}` is the foe's place. `switches` are
    set at the start, `lacking` are so many of the last fighters who are not there yet, and `besides` is typed last.
    """

    preset: str
    line: str
    each: tuple[str, ...] = ()
    sheets: tuple[str, str] = (_SOLDIER, _SOLDIER)
    columns: tuple[int, int] = (_LEFT, _RIGHT)
    walls: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    lacking: int = 0
    besides: tuple[str, ...] = ()

    @property
    def sealed(self) -> bool:
        """Whether the line is the last declaration, after which time continues by itself."""
        return ("pace", "sealed") in self.switches

    def lines(self) -> Iterator[str]:
        """Yield what is typed before."""
        return (typed for typed in self._lines() if typed != f"GM: {self.line}")

    def _lines(self) -> Iterator[str]:
        yield f"GM: /encounter start ruleset: {self.preset} title: The plain"
        for name, value in self.switches:
            yield f"GM: /encounter options name: {name} value: {value}"
        yield f"GM: /encounter map size: {MOST_SIDE}x{MOST_SIDE}" + (f" walls: {self.walls}" if self.walls else "")
        yield from list(self._joining())[: (MOST_COMBATANTS - self.lacking) // _EACH]
        for line in self.each:
            for n in range(_HALF):
                red, blue = (f"{side}{n // _EACH} {n % _EACH + 1}" for side in ("Red", "Blue"))
                here, there = (_place(column, n) for column in self.columns)
                yield "GM: " + line.format(who=red, foe=blue, there=there, facing=90)
                yield "GM: " + line.format(who=blue, foe=red, there=here, facing=270)
        yield from self.besides

    def _joining(self) -> Iterator[str]:
        for side, sheet, column in zip(("Red", "Blue"), self.sheets, self.columns, strict=True):
            for n in range(0, _HALF, _EACH):
                places = " ".join(str(_place(column, n + k)) for k in range(_EACH))
                name = f"{side}{n // _EACH}"
                yield f"GM: /combatant add sheet: {sheet} name: {name} side: {side} count: {_EACH} at: {places}"


def _place(column: int, n: int) -> Place:
    return Place(column, _FIRST_ROW + n)


_FACING = "/adjust who: {who} changes: facing {facing}"
_WALK = "/move who: {who} to: {there}"
_THINKS = "/adjust who: {who} changes: facing {facing}, plan 20"
_BURST = "/burst who: {who} target: {foe} aim: 1"
_OPEN, _BY_SIDES = (("fog", "off"),), (("fog", "sides"),)
_OWNED = ("GM: /combatant owner who: Red0 1 user: Ann",)


def _newcomers(sheet: str) -> str:
    places = " ".join(str(_place(_RIGHT, n)) for n in range(_HALF))
    return f"/combatant add sheet: {sheet} name: Blue side: Blue count: {_HALF} at: {places}"


_PLAN = "; ".join([f"move to C{n}; fire at Blue0 {n}" for n in range(1, _EACH + 1)])
"""As many lines as a plan may have."""
_OFF_THE_MAP = tuple(
    f"GM: /adjust who: {', '.join(f'Blue{n} {k}' for k in range(1, _EACH + 1))} changes: off the map"
    for n in range(_HALF // _EACH)
)
_UNSEEN = tuple(
    f"Ann: /combatant add sheet: {_SOLDIER} name: Own side: Own" for _ in range((RESERVE - 1) * MOST_COMBATANTS)
)
SCENES: Mapping[str, Scene] = {
    "phoenix-advanced, 10 s in which 60 walk": Scene("phoenix-advanced", "/next time: 10 s", (_FACING, _WALK)),
    "phoenix-advanced, 10 s in which 60 walk, in the open": Scene(
        "phoenix-advanced", "/next time: 10 s", (_FACING, _WALK), switches=_OPEN
    ),
    "phoenix-advanced, 10 s in which 60 walk, each side reads its own": Scene(
        "phoenix-advanced", "/next time: 10 s", (_FACING, _WALK), switches=_BY_SIDES, besides=_OWNED
    ),
    "phoenix-optional, 10 s in which 60 walk": Scene("phoenix-optional", "/next time: 10 s", (_THINKS, _WALK)),
    "phoenix-optional, 10 s in which 60 walk, each side reads its own": Scene(
        "phoenix-optional", "/next time: 10 s", (_THINKS, _WALK), switches=_BY_SIDES, besides=_OWNED
    ),
    "phoenix-optional, an impulse in which 60 fire bursts": Scene(
        "phoenix-optional", "/next", (_THINKS, _BURST), columns=(_LEFT, _NEAR)
    ),
    "phoenix-optional, an impulse in which 60 fire bursts, each side reads its own": Scene(
        "phoenix-optional",
        "/next",
        (_THINKS, _BURST),
        columns=(_LEFT, _NEAR),
        switches=_BY_SIDES,
        besides=_OWNED,
    ),
    "a sealed phase of 60": Scene(
        "phoenix-advanced",
        f"/move who: Blue{_HALF // _EACH - 1} {_EACH} to: {_place(_LEFT, _HALF - 1)}",
        (_FACING, _WALK),
        switches=(*_OPEN, ("window", "phase"), ("pace", "sealed")),
    ),
    "space-marines, 30 Bad Guys": Scene("space-marines", "/next", sheets=_MARINES),
    "space-marines, 30 Bad Guys in the open": Scene("space-marines", "/next", sheets=_MARINES, switches=_OPEN),
    "space-marines, 30 Bad Guys in a maze": Scene("space-marines", "/next", sheets=_MARINES, walls=_MAZE),
    "phoenix-optional, 30 newcomers amid walls": Scene(
        "phoenix-optional", _newcomers(_SOLDIER), walls=_PILLARS, switches=_BY_SIDES, lacking=_HALF
    ),
    **{
        f"{preset}, 30 newcomers": Scene(preset, _newcomers(sheets[0]), sheets=sheets, lacking=_HALF)
        for preset, sheets in SHEETS.items()
    },
    "phoenix-optional, a plan of 30 lines": Scene(
        "phoenix-optional", f"/plan set who: Red0 1 lines: {_PLAN}", (_THINKS,)
    ),
    "phoenix-advanced, a plan of 30 lines, each side reads its own": Scene(
        "phoenix-advanced", f"/plan set who: Red0 1 lines: {_PLAN}", (_FACING,), switches=_BY_SIDES, besides=_OWNED
    ),
    "phoenix-optional, a side of 30 deploys": Scene(
        "phoenix-optional",
        f"/encounter deploy side: Blue zone: AA1-{_place(MOST_SIDE, MOST_SIDE - _FIRST_ROW)}",
        switches=_BY_SIDES,
        besides=(*_OWNED, *_OFF_THE_MAP),
    ),
    "an impulse of 120 fighters": Scene(
        "phoenix-optional",
        "/next",
        switches=(*_BY_SIDES, ("joining", "open")),
        besides=_UNSEEN,
    ),
}
"""The measured scenes, and the lines before each."""


def interactions(game: Game, scene: Scene) -> Iterator[tuple[str, Act]]:
    """Yield the scene's line, and what is asked about it, in this order."""
    answers: list[Answer] = []

    async def order() -> None:
        before = await stored(game)
        answers.append(await types(game, f"GM: {scene.line}"))
        assert await stored(game) > before, answers[0].content
        if scene.sealed:
            await phase(game)

    async def details() -> None:
        presses = [game.gm.click(answers[0], "Details") for _ in range(PRESSES)]
        assert all(press.ephemeral for press in await asyncio.gather(*presses))

    yield scene.line.split(" sheet")[0], order
    yield f"{PRESSES} times Details of it", details
    yield f"{BOARDS} boards at once", lambda: boards(game)
    yield "its undo", lambda: types(game, "GM: /undo")
    yield "its redo", lambda: types(game, "GM: /redo")


async def boards(game: Game) -> None:
    """Ask for the board, as often as it is asked for at once, in turn as a GM, a player and a spectator."""
    people = [(game.gm, game.ann, game.ben)[n % 3] for n in range(BOARDS)]
    assert all(await asyncio.gather(*(who.slash(CHANNEL, "encounter show") for who in people)))


async def suggestions(game: Game, who: str, command: str, option: str, number: int = SUGGESTIONS) -> None:
    """Type in an option, as often as it is typed at once."""
    people = [(game.gm, game.ann)[n % 2] for n in range(number)]
    await asyncio.gather(*(one.autocomplete(CHANNEL, command, focused=option, who=who) for one in people))


async def phase(game: Game) -> None:
    """Wait until the phase has begun by itself after the last declaration, and its result is shown."""
    async with asyncio.timeout(patience()):
        while (await game.head()).user != CLOCK:
            await asyncio.sleep(0.05)
    await until(lambda: game.client.pacing.idle)


def channel(n: int) -> str:
    """Return the id of a further channel."""
    return str(1_100_000_000_000_200_000 + n)


async def lay_out_channels(game: Game, number: int) -> None:
    """Begin a small fight with a live board in so many channels."""
    for id in map(channel, range(number)):
        game.playground.world.channels[id] = scenery.channel(id, f"channel-{id}", "", number)
        await game.gm.slash(id, "encounter start", ruleset="aliens")
        await game.gm.slash(id, "combatant add", sheet="rifleman", side="Squad", count=4)
        await game.gm.slash(id, "combatant add", sheet="alien", side="Aliens", count=4)
        await game.gm.slash(id, "encounter board")


async def in_channels(game: Game, number: int, command: str, **options: Any) -> None:
    """Give an order in so many channels at once, and wait for their boards."""
    await asyncio.gather(*(game.gm.slash(id, command, **options) for id in map(channel, range(number))))
    await until(lambda: not game.client.boards._tasks)
