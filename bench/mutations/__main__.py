"""`python -m bench.mutations`: of so many changes, how many a test notices, and a list of the others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import click

from bench.mutations import files
from bench.mutations.notes import Notes
from bench.mutations.places import Place, chosen
from bench.mutations.trials import FOLDER, LONG, SHARE, SHORT, STAGE
from bench.trees import ROOT, checked_out

_PYTEST = ("-q", "--hypothesis-profile", "quick", "-p", "no:cacheprovider", "-p", "bench.mutations.plugin")


@click.command(help=__doc__)
@click.option("--seed", default=1, show_default=True, help="Chooses the changes.")
@click.option("--count", default=300, show_default=True, help="How many changes.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="How many processes at once.")
@click.option("--again", is_flag=True, help="Try again what nobody has noticed so far, with the tests of today.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where its notes are; a new folder begins again.")
def main(seed: int, count: int, jobs: int, again: bool, folder: Path | None) -> None:
    """Do all stages that are not done, and print the result."""
    notes = Notes(folder or Path(tempfile.gettempdir()) / f"referee-mutations-{seed}-{count}")
    click.echo(f"The notes of this run are in {notes.folder}.", err=True)
    notes.keep_sample(chosen(seed, count))
    if again:
        notes.forget_unnoticed()
    for stage in (SHORT, LONG):
        if any(not place.at_import for place in notes.open(stage)):
            _map(notes, stage, jobs)
            _try(notes, stage, jobs)
    _write(notes, jobs)
    for line in report(notes):
        click.echo(line)


def report(notes: Notes) -> Iterable[str]:
    """Yield how many changes were noticed, and each of the others with its line of the source."""
    sample, noticed = notes.sample(), notes.noticed()
    left = [place for place in sample if place.key not in noticed]
    yield f"{len(sample) - len(left)} of {len(sample)} changes were noticed."
    for place in left:
        yield f"{place}\n    {source_line(place)}"


def source_line(place: Place) -> str:
    """Return the line of the source on which a place begins."""
    return (ROOT / place.path).read_text(encoding="utf-8").splitlines()[place.line - 1].strip()


def _map(notes: Notes, stage: str, jobs: int) -> None:
    done = _pytest(notes, stage, "-n", str(jobs), "--dist", "worksteal")
    # Tests that fail without a change are not used, and maybe all of them are in the map.
    if done.wait() not in (0, 1, 5):
        raise click.ClickException("The tests were interrupted; the same command continues.")


def _try(notes: Notes, stage: str, jobs: int) -> None:
    runs = [_pytest(notes, stage, "-n", "0", "--capture", "sys", share=f"{job} of {jobs}") for job in range(jobs)]
    ended = [run.wait() for run in runs]
    if any(ended):
        raise click.ClickException("The trials were interrupted; the same command continues.")


def _pytest(notes: Notes, stage: str, *options: str, share: str = "") -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pytest", *_PYTEST, *options, *(["--short"] if stage == SHORT else [])]
    return subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {FOLDER: str(notes.folder.resolve()), STAGE: stage, SHARE: share}
    )


def _write(notes: Notes, jobs: int) -> None:
    left = notes.open(files.STAGE)
    if not left:
        return
    tests = notes.map().values()
    with ExitStack() as stack:
        trees: SimpleQueue[Path] = SimpleQueue()
        for _ in range(jobs):
            tree = stack.enter_context(checked_out("HEAD")).tree
            files.prepare(tree)
            trees.put(tree)

        def one(place: Place) -> None:
            tree = trees.get()
            try:
                reaching = [] if place.at_import else [one.test for one in tests if place.key in one.places]
                verdict = files.tried(place, reaching, tree)
            finally:
                trees.put(tree)
            notes.add_verdict(verdict)
            click.echo(f"{files.STAGE}: {place}: {verdict.noticed or 'not noticed'}")

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, left))


if __name__ == "__main__":
    main()
