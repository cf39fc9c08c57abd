"""How long whole interactions amid the most fighters hold the event loop, and floods of small ones.

`bench/worst.py` measures the rules alone; here what the bot does besides counts as well, and what another process or
thread does for it does not. The scenes are those of `tests/cogs/test_long_answers.py`. Each order is the first of a bot
that has just been started and has read the encounter once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from typing import Any

from bench.report import Line, at_most, progress
from bench.run import Run
from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, types
from tests.cogs.direct import direct
from tests.cogs.long_answers import (
    CHANNELS,
    SCENES,
    SUGGESTIONS,
    in_channels,
    interactions,
    lay_out_channels,
    suggestions,
)
from tests.cogs.strangers import PRESETS, SHOOTER, Watch, crowd, typed

_TYPED = ("fire", "target"), ("fire", "who"), ("move", "to"), ("odds", "weapon")
"""The options in which many type at once."""
_RULING = "leader with a pulse rifle at two bugs 12 squares away behind a wall, aim 3, -2 smoke"
_PAGE = "/export format: replay"
_IN_CHANNELS = ("pass", {"who": "rifleman 1"}), ("fire", {"who": "rifleman 2", "target": "alien 1", "range": 5})
"""The orders that are given in many channels at once."""

_SCENES = (*SCENES,), (*SCENES,)[:3], ("space-marines, 30 Bad Guys in the open",)
_PRESETS = PRESETS, PRESETS[:1], PRESETS[:1]
_CHANNELS, _SUGGESTIONS = (CHANNELS, CHANNELS // 10, 2), (SUGGESTIONS, SUGGESTIONS, 2)
_EACH = 1, 1, 40
"""One option of so many is typed in."""


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure each scene, and the floods."""
    for name in run.of(_SCENES):
        scene = SCENES[name]
        progress(f"the loop: {name}")
        async with laid_out(run.folder / f"{name}.sqlite3", scene.lines()) as game:
            watch = Watch(counting=False)
            with direct(game, watch.aside), watch.watching():
                await types(game, "GM: /encounter show")
                for what, act in interactions(game, scene):
                    yield await _held(f"{name}: {what}", act(), watch)
    typing = run.of(_SUGGESTIONS)
    for preset in run.of(_PRESETS):
        progress(f"the loop: suggestions, {preset}")
        lay_out = (*crowd(preset), f"GM: /combatant owner who: {SHOOTER} user: Ann")
        async with laid_out(run.folder / f"{preset}.sqlite3", lay_out) as game:
            watch = Watch(counting=False)
            with direct(game, watch.aside), watch.watching():
                await types(game, "GM: /encounter show")
                for command, option in _TYPED:
                    what = f"{typing} suggestions for {option} of /{command} at once, {preset}"
                    yield await _held(what, suggestions(game, SHOOTER, command, option, typing), watch)
                every = [*typed(game.playground.world.all_commands(), len, ("",))][:: run.of(_EACH)]
                yield max([await _suggested(game, preset, watch, *one) for one in every], key=lambda one: one.ours or 0)
                reading = game.gm.autocomplete(CHANNEL, "rule", focused="text", text=_RULING, ruleset=preset)
                yield await _held(f"the reading of /rule while it is typed, {preset}", reading, watch)
                yield await _held(f"{_PAGE} of 60, {preset}", types(game, f"GM: {_PAGE}"), watch)
    number = run.of(_CHANNELS)
    progress(f"the loop: {number} channels")
    async with opened(run.folder / "channels.sqlite3") as game:
        watch = Watch(counting=False)
        with direct(game, watch.aside):
            await lay_out_channels(game, number)
            with watch.watching():
                for command, options in _IN_CHANNELS:
                    what = f"/{command} in {number} channels with boards at once"
                    yield await _held(what, in_channels(game, number, command, **options), watch)


async def _suggested(game: Game, preset: str, watch: Watch, command: str, option: str, given: dict[str, Any]) -> Line:
    """Measure the suggestions for one option of a command."""
    what = f"the longest suggestions, for {option} of /{command}, {preset}"
    return await _held(what, game.gm.autocomplete(CHANNEL, command, focused=option, **given), watch)


async def _held(what: str, act: Awaitable[object], watch: Watch) -> Line:
    """Measure one interaction, or many at once."""
    watch.begin()
    await act
    return Line(f"whole bot: {what}", 1000 * watch.most, "ms", at_most(50))
