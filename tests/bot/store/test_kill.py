"""SIGKILL in the middle of writing: what was acknowledged is there, and no group is half there."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bot.game.store import EntryRow, Store
from tests.homes import SQLITE, created

PARTS = 4
ENCOUNTERS = ("E1", "E2", "E3")
STATE = b'{"s":"%b"}' % (b"s" * 20_000)
CHILD = f"""
import asyncio, sys
from pathlib import Path
from bot.game.store import Store
from tests.bot.store.samples import entry
from tests.bot.store.test_kill import STATE

async def play(store, id):
    head = await store.journal.head(id)
    first = 1 if head is None else head.seq + 1
    while True:
        await store.journal.append([
            entry(first + part, encounter_id=id, interaction_id=f"{{id}} {{first}}", part=part, state=STATE)
            for part in range({PARTS})
        ])
        first += {PARTS}
        print(id, first - 1, flush=True)

async def main():
    store = await Store.open(Path(sys.argv[1]) if sys.argv[1].startswith("/") else sys.argv[1])
    print("ready", flush=True)
    await asyncio.gather(*(play(store, id) for id in {ENCOUNTERS}))

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledgements", [0, 1, 7, 40])
def test_what_was_acknowledged_survives_a_kill(path: Path, home: str, acknowledgements: int) -> None:
    address = path if home == SQLITE else asyncio.run(created())
    for _ in range(2):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(address)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        with child, child.stdout:
            assert child.stdout.readline() == "ready\n"
            lines = [child.stdout.readline() for _ in range(acknowledgements)]
            child.kill()
            lines += [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        acknowledged = {id: int(seq) for id, seq in map(str.split, lines)}

        assert acknowledgements == 0 or acknowledged
        for id, entries in asyncio.run(everything(address)).items():
            assert len(entries) >= acknowledged.get(id, 0)
            assert len(entries) % PARTS == 0
            assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
            assert all(e.state == STATE for e in entries)


async def everything(address: Path | str) -> dict[str, tuple[EntryRow, ...]]:
    async with await Store.open(address) as store:
        return {id: await store.journal.entries(id, limit=100_000, state=True) for id in ENCOUNTERS}
