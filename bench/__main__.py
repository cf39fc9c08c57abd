"""`make bench`: measures everything and prints one table."""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click

from bench import (
    against,
    crowd,
    exports,
    fire,
    fog,
    forecasts,
    guilds,
    homes,
    loop,
    memory,
    pictures,
    rules,
    start,
    storage,
    strangers,
    worst,
    years,
)
from bench.machine import Machine
from bench.report import Line, table
from bench.run import Family, Run, Size
from bench.trees import UnknownCommit, checked_out

FAMILIES: dict[str, Family] = {
    "rules": rules.lines,
    "forecasts": forecasts.lines,
    "against": against.lines,
    "start": start.lines,
    "fire": fire.lines,
    "homes": homes.lines,
    "fog": fog.lines,
    "pictures": pictures.lines,
    "worst": worst.lines,
    "loop": loop.lines,
    "strangers": strangers.lines,
    "exports": exports.lines,
    "storage": storage.lines,
    "years": years.lines,
    "crowd": crowd.lines,
    "guilds": guilds.lines,
    "memory": memory.lines,
}
"""The measurements by name, in the order of the table."""
QUICK = ("rules", "forecasts", "against", "start", "fire", "worst")
"""Those of a quick run."""


@click.command()
@click.option("--quick", is_flag=True, help="Measure less, in a minute.")
@click.option("--against", "commit", metavar="COMMIT", help="Compare with another commit; the two take turns.")
@click.option("--only", multiple=True, type=click.Choice(list(FAMILIES)), help="Measure only this; can be repeated.")
def main(quick: bool, commit: str | None, only: Sequence[str]) -> None:
    """Measure everything and print the table. A missed goal is no error."""
    if "against" in only and not commit:
        raise click.UsageError("Name the commit: --against COMMIT.")
    machine, lines, size = Machine(), list[Line](), Size.QUICK if quick else Size.WHOLE
    try:
        with checked_out(commit) if commit else nullcontext() as other:
            for name in only or (QUICK if quick else FAMILIES):
                with tempfile.TemporaryDirectory() as folder:
                    asyncio.run(_measure(FAMILIES[name], Run(Path(folder), size, other), lines))
    except UnknownCommit as error:
        raise click.ClickException(str(error)) from error
    finally:
        # Measurements before an interruption are worth showing.
        for text in (*machine.heading(), "", *table(lines)) if lines else ():
            click.echo(text)


async def _measure(family: Family, run: Run, lines: list[Line]) -> None:
    # Line by line: an interruption loses none.
    async for line in family(run):
        lines += [line]


if __name__ == "__main__":
    # An end from outside cleans up as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
