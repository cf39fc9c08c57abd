"""Where the time of a start goes: what is imported and read before the gateway connects, in milliseconds.

`python -m bench.startup` starts the bot six times on a new database, with `-X importtime`, which makes it a tenth
slower. Steps are measured in processor time. Of each figure the least counts.
"""

from __future__ import annotations

import asyncio
import json
import math
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from bench.load import Process, started
from bench.trees import environment

ROUNDS = 6
OURS = ("bot", "cogs", "rules")
PACKAGES = ("aiohttp", "discord", "pydantic", "pydantic_core", "pydantic_settings")
_STEPS = "steps: "
"""The beginning of the line that a traced bot writes to standard error."""
_IMPORT = "importing "


def figures(lines: Iterable[str]) -> dict[str, float]:
    """Return the milliseconds of each module and step of a start, from what a traced bot writes to standard error."""
    found: dict[str, float] = {}
    for line in lines:
        if line.startswith(_STEPS):
            found |= json.loads(line.removeprefix(_STEPS))
        elif line.startswith("import time:") and (cells := line[12:].split("|"))[0].strip().isdecimal():
            found[f"{_IMPORT}{cells[2].strip()}"] = int(cells[0]) / 1000
    return found


def table(rounds: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield a line for each part, the longest first, with the least that its modules and steps have taken."""
    parts: defaultdict[str, float] = defaultdict(float)
    for what in rounds[0]:
        parts[_part(what)] += min(one.get(what, math.inf) for one in rounds)
    for part, milliseconds in sorted(parts.items(), key=lambda one: -one[1]):
        yield f"{milliseconds:7.1f} ms  {part}"


def _part(what: str) -> str:
    if not what.startswith(_IMPORT):
        return what
    top = what.removeprefix(_IMPORT).partition(".")[0]
    if top not in (*OURS, *PACKAGES):
        top = "Python's library" if top in sys.stdlib_module_names or top.startswith("_") else "other packages"
    return _IMPORT + top


async def measured(folder: Path) -> dict[str, float]:
    """Start a traced bot and return the milliseconds of each part."""
    written: list[asyncio.Task[bytes]] = []

    async def traced(words: Sequence[str], tree: Path, settings: Mapping[str, str]) -> Process:
        command = (sys.executable, "-X", "importtime", "-m", "bench.startup", *words[1:])
        given = {**environment(tree), **settings}
        process = await asyncio.create_subprocess_exec(
            *command, cwd=tree, env=given, stderr=asyncio.subprocess.PIPE, limit=1 << 20
        )
        assert process.stderr is not None
        written.append(asyncio.create_task(process.stderr.read()))
        return process

    bot = await started("traced", folder / "startup.sqlite3", 1, spawn=traced)
    await bot.close()
    return figures((await written[0]).decode().splitlines())


def _traced_bot(words: Sequence[str]) -> None:
    """Run the bot, and write how long its steps took once it connects to the gateway."""
    steps: dict[str, float] = {}

    def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def then(began: float) -> None:
            steps[name] = steps.get(name, 0.0) + 1000 * (time.process_time() - began)

        async def waiting(*given: Any, **named: Any) -> Any:
            began = time.process_time()
            try:
                return await work(*given, **named)
            finally:
                then(began)

        def working(*given: Any, **named: Any) -> Any:
            began = time.process_time()
            try:
                return work(*given, **named)
            finally:
                then(began)

        return waiting if asyncio.iscoroutinefunction(work) else working

    from discord import app_commands

    from bot.__main__ import main
    from bot.chat.connection import lifecycle
    from bot.chat.connection.client import RefereeClient
    from bot.game.store import Store
    from rules import shelf

    connect = RefereeClient.connect

    async def connected(client: RefereeClient, **options: Any) -> None:
        click.echo(_STEPS + json.dumps(steps), err=True)
        await connect(client, **options)

    parts: Iterable[tuple[Any, str, str]] = (
        (lifecycle, "prepare", "preparing the database"),
        (Store, "open", "opening the database"),
        (RefereeClient, "load_extension", "loading the commands"),
        (app_commands.CommandTree, "sync", "registering the commands with Discord"),
    )
    for owner, name, what in parts:
        setattr(owner, name, timed(what, getattr(owner, name)))
    RefereeClient.connect = connected  # type: ignore[method-assign, assignment]
    shelf.OURS = {id: timed(f"reading the rulebook {id}", load) for id, load in shelf.OURS.items()}
    main([*words], prog_name="referee")


async def _main() -> None:
    rounds = []
    for _ in range(ROUNDS + 1):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append(await measured(Path(folder)))
    # The first one writes the bytecode.
    for line in table(rounds[1:]):
        click.echo(line)


if __name__ == "__main__":
    if words := sys.argv[1:]:
        _traced_bot(words)
    else:
        asyncio.run(_main())
