"""Records go through the pipes unchanged, whatever else happens to them meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from bot.chat.workers.pipes import Shared, _Writer, copied, records, shared
from rules.engine.records import copies
from tests.bot.render.table import apone


def test_an_encounter_is_copied_while_another_thread_works_something_out_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encounter = copies.replace(apone().state)
    things: Shared = shared(encounter)
    named = _Writer.persistent_id

    def meanwhile(writer: _Writer, obj: Any) -> Any:
        if obj is encounter.combatants:
            encounter.__dict__["worked out meanwhile"] = True
        return named(writer, obj)

    monkeypatch.setattr(_Writer, "persistent_id", meanwhile)
    [read] = records(copied(things, encounter), things)
    assert read == encounter and "worked out meanwhile" in encounter.__dict__
