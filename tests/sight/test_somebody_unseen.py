"""A line about a fighter whom its reader did not perceive begins with "Somebody unseen"."""

from __future__ import annotations

import pytest

from bot.game.sight import EVERYTHING, Viewer, read
from rules.engine.records.orders import Next
from rules.engine.scene.parts import Clause, Resolution, Unseen
from tests.bot.render.table import GM, Skirmish, entry


@pytest.mark.parametrize("more", ["", " Trent falls."])
def test_only_the_first_clause_begins_with_somebody_unseen(more: str) -> None:
    skirmish = Skirmish("phoenix", "phoenix-advanced")
    for name, side in (("Trent", "Blue"), ("Volk", "Red")):
        skirmish.muster("line, M16", name, None, side=side)
    trent, volk = skirmish.state.combatants
    clauses = tuple(Clause(trent.id, text) for text in (f"{volk.reference} wounds Trent.", more) if text)
    wounded = Resolution(clauses, "done", unseen=(Unseen(volk.id, ("Red",)),))
    group = [entry(Next(), wounded, skirmish.state, GM, seq=9)]

    def line(viewer: Viewer) -> str:
        return read(group, skirmish.book, viewer)[0].resolution.outcome

    assert line(Viewer(frozenset({"Blue"}))) == f"Somebody unseen wounds Trent.{more}"
    assert line(Viewer(frozenset({"Red"}))) == line(EVERYTHING) == f"Volk wounds Trent.{more}"
