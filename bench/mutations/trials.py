"""Tries changes in forks of a process that has imported the program and collected the tests."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pipe, forkserver
from multiprocessing.context import ForkServerProcess
from typing import Any

import click
import psutil
import pytest

from bench.mutations import probes
from bench.mutations.notes import Notes, Reach, Verdict
from bench.mutations.places import Place
from tests import forks

FOLDER, STAGE, SHARE = (f"REFEREE_MUTATIONS_{name}" for name in ("FOLDER", "STAGE", "SHARE"))
"""Environment variables: the folder of the notes, SHORT or LONG, and which of how many shares of the changes to try:
"0 of 2"; the map is made where it is empty."""
SHORT, LONG = "short", "long"
MOST = 150.0
"""Seconds that the tests of one change may take in one stage."""
_FIRST = (12, 60, 300)
_PATIENCE = 30.0


class Trials:
    """Instead of the run of the tests: tries every change of its share, with the tests of one stage."""

    def __init__(self, notes: Notes, share: str) -> None:
        self._notes = notes
        self._share, self._shares = map(int, share.split(" of "))
        self._stage = os.environ[STAGE]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try them."""
        items = {item.nodeid: item for item in session.items}
        tests = [one for one in self._notes.map().values() if one.passed and one.test in items]
        tests = [one for one in tests if one.long == (self._stage == LONG)]
        mine = [place for place in self._notes.sample()[self._share :: self._shares] if not place.at_import]
        for number, place in enumerate(mine, 1):
            if place not in self._notes.open(self._stage):
                continue
            reaching = [one for one in tests if place.key in one.places]
            verdict = self._tried(place, ordered(reaching), items)
            self._notes.add_verdict(verdict)
            done = f"{self._stage} {number} of {len(mine)}"
            click.echo(f"{done}: {place}: {verdict.noticed or f'not noticed by {verdict.tried} of {verdict.of}'}")
        return True

    def _tried(self, place: Place, tests: Sequence[Reach], items: dict[str, pytest.Item]) -> Verdict:
        began = time.monotonic()
        tried = 0
        while tried < len(tests) and (left := MOST - (time.monotonic() - began)) > 0:
            passed, what = _forked(place.key, tests[tried:], items, left)
            tried += passed
            if not what:
                break
            # The same test without the change tells whether the change is the reason.
            if _forked("", [tests[tried]], items, MOST)[1]:
                tried += 1
                continue
            return Verdict(place.key, self._stage, f"{tests[tried].test} {what}", tried + 1, len(tests))
        return Verdict(place.key, self._stage, "", tried, len(tests))


def ordered(tests: Sequence[Reach]) -> list[Reach]:
    """Return tests in the order in which they are tried: a few cheap ones that reach little else, then more of them;
    in each group those of one module together, for they share what they set up."""
    cheapest = sorted(tests, key=lambda one: one.seconds * len(one.places))
    first: dict[str, Reach] = {}
    for one in cheapest:
        first.setdefault(one.test.partition("[")[0], one)
    # The other examples of a test come behind all tests.
    left = [*first.values(), *(one for one in cheapest if first[one.test.partition("[")[0]] is not one)]
    result: list[Reach] = []
    for size in (*_FIRST, len(left)):
        group, left = left[:size], left[size:]
        result += sorted(group, key=lambda one: one.test)
    return result


def _forked(key: str, tests: Sequence[Reach], items: dict[str, pytest.Item], left: float) -> tuple[int, str]:
    """Run tests in a fork until one fails or the seconds are over. Return how many passed, and how the next failed: ""
    if it did not."""
    ours, theirs = Pipe(duplex=False)
    _forks()
    pid = os.fork()
    if not pid:
        _run(key, [items[one.test] for one in tests], theirs.send)
    theirs.close()
    passed, what = 0, ""
    until = time.monotonic() + left
    try:
        for test in tests:
            if not ours.poll(_PATIENCE + 20 * test.seconds):
                what = "does not end"
                break
            what = ours.recv()
            if what:
                break
            passed += 1
            if time.monotonic() > until:
                break
    except EOFError:
        what = "ends the process"
    finally:
        ours.close()
        _kill(pid)
    return passed, what


def _kill(pid: int) -> None:
    """End the fork and what it has started."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    for one in psutil.Process(_forks().server).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            one.kill()


@cache
def _forks() -> _Forks:
    """Return the server from which all trials fork the processes that tests start: each trial would wait seconds for a
    server of its own."""
    server: Any = forkserver._forkserver
    server.ensure_running()
    return _Forks(server, server._forkserver_pid, forks.run)


@dataclass(frozen=True, slots=True)
class _Forks:
    """The server of multiprocessing, its process, and the function of the tests that forks from it."""

    module: Any
    server: int
    run: Callable[..., ForkServerProcess]

    def share(self) -> None:
        """Use it in a trial, with the change switched on."""
        self.module.ensure_running = _nothing
        forks.run = self.switched

    def switched(self, function: Callable[..., None], *arguments: object) -> ForkServerProcess:
        """`tests.forks.run` for a process with the change."""
        return self.run(_switched, probes.active, function, *arguments)


def _nothing() -> None:
    """It runs."""


def _switched(key: str, function: Callable[..., None], *arguments: object) -> None:
    probes.switch(key)
    function(*arguments)


def _run(key: str, items: Sequence[pytest.Item], tell: Callable[[str], Any]) -> None:
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    try:
        probes.switch(key)
        _forks().share()
        watch = _Watch()
        items[0].config.pluginmanager.register(watch)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            tell("fails" if watch.failed else "")
            if watch.failed:
                break
    finally:
        os._exit(0)


class _Watch:
    """Sees whether a test failed."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember it."""
        self.failed |= report.failed
