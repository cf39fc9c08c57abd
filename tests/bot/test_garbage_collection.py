"""Once a minute what stays is frozen, unless somebody is being answered, and memory goes back to the system."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from bot.chat.connection import garbage_collection
from bot.chat.connection.garbage_collection import Collector


@pytest.mark.parametrize(("idle", "calls"), [(True, ["collect", "freeze", 0]), (False, [0])])
async def test_upkeep(monkeypatch: pytest.MonkeyPatch, idle: bool, calls: list[object]) -> None:
    made = list[object]()
    collector = {name: lambda name=name: made.append(name) for name in ("collect", "freeze")}
    monkeypatch.setattr(garbage_collection, "gc", SimpleNamespace(**collector))
    monkeypatch.setattr(garbage_collection, "give_back", made.append)
    await Collector(lambda: idle).upkeep(datetime.now(UTC))
    assert made == calls
