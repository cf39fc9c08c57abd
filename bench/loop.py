"""How long the longest orders of full encounters hold the event loop, through the whole bot.

`bench/worst.py` measures the rules alone; here what the bot does besides counts as well, and what another process does
for it does not. Each order is the first of a bot that has just been started.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass

from bench.report import Line, at_most, progress
from bench.run import Run
from rules.engine.mustering import MOST_COMBATANTS
from rules.words.boards import MOST_SIDE
from rules.words.places import Place
from tests.cogs.conftest import laid_out, stored, types
from tests.cogs.direct import direct
from tests.cogs.strangers import Watch

_HALF = MOST_COMBATANTS // 2
_EACH = _HALF // 2
"""How many join in one order."""
_FIRST_ROW = 5
_LEFT, _RIGHT, _NEAR = 2, MOST_SIDE - 1, 10
"""Columns where fighters stand."""
_MAZE = "E1-E38 I3-I40 M1-M38 Q3-Q40 U1-U38 Y3-Y40 AC1-AC38 AG3-AG40"
_SOLDIER = "CA 8, SAL 12, KV 30, ISF 21, AKM 47, exposed"


@dataclass(frozen=True, slots=True)
class Scene:
    """Two sides of 30 in two columns of the largest map, what each fighter does first, and the line that is measured.

    `each` are lines for a fighter: `{who}` and `{foe}` face each other, `{there}` is the foe's place.
    """

    preset: str
    line: str
    each: tuple[str, ...] = ()
    sheets: tuple[str, str] = (_SOLDIER, _SOLDIER)
    columns: tuple[int, int] = (_LEFT, _RIGHT)
    walls: str = ""

    def lines(self) -> Iterator[str]:
        """Yield what is typed before."""
        yield f"GM: /encounter start ruleset: {self.preset} title: The plain"
        yield f"GM: /encounter map size: {MOST_SIDE}x{MOST_SIDE}" + (f" walls: {self.walls}" if self.walls else "")
        for side, sheet, column in zip(("Red", "Blue"), self.sheets, self.columns, strict=True):
            for n in range(0, _HALF, _EACH):
                places = " ".join(str(_place(column, n + k)) for k in range(_EACH))
                name = f"{side}{n // _EACH}"
                yield f"GM: /combatant add sheet: {sheet} name: {name} side: {side} count: {_EACH} at: {places}"
        for line in self.each:
            for n in range(_HALF):
                red, blue = (f"{side}{n // _EACH} {n % _EACH + 1}" for side in ("Red", "Blue"))
                here, there = (_place(column, n) for column in self.columns)
                yield "GM: " + line.format(who=red, foe=blue, there=there, facing=90)
                yield "GM: " + line.format(who=blue, foe=red, there=here, facing=270)


def _place(column: int, n: int) -> Place:
    return Place(column, _FIRST_ROW + n)


_FACING = "/adjust who: {who} changes: facing {facing}"
_WALK = "/move who: {who} to: {there}"
_THINKS = "/adjust who: {who} changes: facing {facing}, plan 20"
_MARINES = ("Marine, rifle", "Bug Shooter")
SCENES: Mapping[str, Scene] = {
    "phoenix-advanced, 10 s in which 60 walk": Scene("phoenix-advanced", "/next time: 10 s", (_FACING, _WALK)),
    "phoenix-optional, 10 s in which 60 walk": Scene("phoenix-optional", "/next time: 10 s", (_THINKS, _WALK)),
    "phoenix-optional, an impulse in which 60 fire bursts": Scene(
        "phoenix-optional", "/next", (_THINKS, "/burst who: {who} target: {foe} aim: 1"), columns=(_LEFT, _NEAR)
    ),
    "space-marines, 30 Bad Guys": Scene("space-marines", "/next", sheets=_MARINES),
    "space-marines, 30 Bad Guys in a maze": Scene("space-marines", "/next", sheets=_MARINES, walls=_MAZE),
}


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure each scene."""
    for name, scene in SCENES.items():
        progress(f"the loop: {name}")
        async with laid_out(run.folder / f"{name}.sqlite3", scene.lines()) as game:
            watch = Watch(counting=False)
            with direct(game, watch.aside), watch.watching():
                before = await stored(game)
                watch.begin()
                answer = await types(game, f"GM: {scene.line}")
                held = 1000 * watch.most if await stored(game) > before else None
        if held is None:
            progress(f"{scene.line} was refused: {answer.content}")
        yield Line(f"longest orders, whole bot: {name}", held, "ms", at_most(50))
