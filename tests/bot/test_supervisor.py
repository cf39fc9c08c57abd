"""The messages of the bot to its supervisor; a bot that hangs sends none, or ends itself."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.watch import health_client
from bot.watch.health_client import Hangs, NotReached, is_live
from bot.watch.supervisor import Supervisor
from tests import forks
from tests.served import Process, stand_in
from tests.waiting import patience, until
from tests.watching import free_port

pytestmark = pytest.mark.sqlite


def hangs_when_told() -> None:
    """From this signal on, nothing turns the event loop; a file says so."""

    def hangs(*_: object) -> None:
        Path(os.environ["HANGS"]).touch()
        time.sleep(10_000)

    signal.signal(signal.SIGUSR1, hangs)


class Socket:
    """The socket of a service manager."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(str(path))
        self.messages: list[str] = []

    def heard(self) -> list[str]:
        """All messages so far."""
        while True:
            try:
                self.messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return self.messages

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


@pytest.fixture(autouse=True)
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that a bot makes before it hangs."""
    monkeypatch.setenv("HANGS", str(tmp_path / "hangs"))
    return tmp_path / "hangs"


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Socket]:
    listening = Socket(tmp_path / "notify")
    yield listening
    listening.close()


async def test_a_bot_that_hangs_beats_no_more_and_its_port_does_not_answer(
    tmp_path: Path, manager: Socket, hanging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(manager.path))
    monkeypatch.setenv("WATCHDOG_USEC", "300000")
    port = free_port()
    async with stand_in() as playground:
        process = Process(playground, tmp_path / "bot.sqlite3", health_port=port)
        process.begin = hangs_when_told
        async with process:
            await until(lambda: "READY=1" in manager.heard())
            beats = manager.heard().count("WATCHDOG=1")
            await until(lambda: manager.heard().count("WATCHDOG=1") >= beats + 3)
            assert await asyncio.to_thread(is_live, "127.0.0.1", port)
            assert process.pid is not None
            os.kill(process.pid, signal.SIGUSR1)
            await until(hanging.exists)
            monkeypatch.setattr(health_client, "_LONGEST", 1.0)
            with pytest.raises(Hangs):
                await asyncio.to_thread(is_live, "127.0.0.1", port)
            beats = len(manager.heard())
            await asyncio.sleep(1.0)
            assert len(manager.heard()) == beats
            monkeypatch.setenv("HEALTH_PORT", str(port))
            shown = await asyncio.to_thread(CliRunner().invoke, main, ["status", "--live"])
            assert (shown.exit_code, shown.output) == (1, "The bot does not answer: it hangs. Restart it.\n")
    with pytest.raises(NotReached):
        is_live("127.0.0.1", port)


async def test_a_bot_that_hangs_ends_itself_where_nobody_else_does(tmp_path: Path) -> None:
    async with stand_in() as playground:
        process = Process(playground, tmp_path / "bot.sqlite3", hang_seconds=10)
        process.begin = hangs_when_told
        async with process:
            assert process.pid is not None and process._process is not None
            os.kill(process.pid, signal.SIGUSR1)
            async with asyncio.timeout(patience()):
                assert await forks.ended(process._process) == 1


async def test_a_bot_that_starts_asks_for_time_and_one_that_is_stuck_does_not_beat(manager: Socket) -> None:
    live, ready = True, False
    environment = {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": "30000"}
    async with Supervisor(lambda: ready, lambda: live, environment=environment) as supervisor:
        await until(lambda: len(manager.heard()) >= 4)
        assert manager.messages[:2] == ["WATCHDOG=1", "EXTEND_TIMEOUT_USEC=20000000"]
        assert "READY=1" not in manager.heard()
        ready = True
        await until(lambda: "READY=1" in manager.heard())
        live = False
        # A beat that was due already.
        await asyncio.sleep(0.1)
        beats = manager.heard().count("WATCHDOG=1")
        await asyncio.sleep(0.1)
        assert manager.heard().count("WATCHDOG=1") == beats
        supervisor.stopping()
        assert manager.heard()[-1] == "STOPPING=1"
    assert manager.messages.count("READY=1") == 1


async def test_a_socket_that_is_gone_does_not_disturb(tmp_path: Path) -> None:
    async with Supervisor(lambda: True, lambda: True, environment={"NOTIFY_SOCKET": str(tmp_path / "none")}) as one:
        one.stopping()
    async with Supervisor(lambda: True, lambda: True, environment={}) as one:
        one.stopping()


def test_the_watchdog_of_another_process_is_not_ours() -> None:
    theirs = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "300000", "WATCHDOG_PID": "1"}
    ours = theirs | {"WATCHDOG_PID": str(os.getpid())}
    every = [Supervisor(lambda: True, lambda: True, environment=one)._every for one in (theirs, ours)]
    assert every == [10.0, pytest.approx(0.1)]
