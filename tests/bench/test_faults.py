"""The hour of faults: what it takes for wrong, and a short one that is played."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from bench.faults import CARRIED_OUT, LATER, REFUSED, SILENT, SILENT_IN_PEACE, UNDECIDED, Fault, Hour, Order, outcome_of
from tests.served import ROOT
from tests.waiting import patience

NOTHING_STORED = "The journal's database cannot be reached, so nothing was stored. Try again in a minute."
NOT_KNOWN = "The journal's database does not answer in time. If your order was stored, its result appears later."


def said(content: str, *, private: bool = True) -> Any:
    return SimpleNamespace(content=content, ephemeral=private, message={"id": "700"})


@pytest.mark.parametrize(
    ("message", "stored", "shown", "outcome", "wrong"),
    [
        (said("HIT", private=False), 1, "700", CARRIED_OUT, ""),
        (said("HIT", private=False), 0, None, CARRIED_OUT, "and not stored as that"),
        (said("HIT", private=False), 1, "701", CARRIED_OUT, "and not stored as that"),
        (said("HIT", private=False), 2, "700", CARRIED_OUT, "stored 2 times"),
        (said(NOTHING_STORED), 0, None, REFUSED, ""),
        (said(NOTHING_STORED), 1, "701", REFUSED, "refused, and stored all the same"),
        (said("Something went wrong (1a2b3c4d)."), 0, None, REFUSED, "an error and no refusal"),
        (said(NOT_KNOWN), 1, "701", LATER, ""),
        (said(NOT_KNOWN), 0, None, UNDECIDED, ""),
        (said("Your order is stored. Its result appears later."), 0, None, UNDECIDED, "said to be stored, and is not"),
        (None, 1, "701", LATER, ""),
        (None, 0, None, SILENT_IN_PEACE, ""),
    ],
)
def test_what_is_wrong_about_an_order(message: Any, stored: int, shown: str | None, outcome: str, wrong: str) -> None:
    hour, order = Hour(), Order(SimpleNamespace(interaction=SimpleNamespace(id="5")), 100.0)  # type: ignore[arg-type]
    assert outcome_of(hour, order, stored, message, shown) == outcome
    assert [wrong in line for line in hour.wrong] == ([True] if wrong else [])


def test_an_order_without_an_answer_belongs_to_a_fault_that_is_near() -> None:
    order = Order(SimpleNamespace(interaction=SimpleNamespace(id="5")), 100.0)  # type: ignore[arg-type]
    assert outcome_of(Hour(faults=[Fault(("gateway lost",), 90.0, 97.0)]), order, 0, None, None) == SILENT
    assert outcome_of(Hour(faults=[Fault(("gateway lost",), 10.0, 20.0)]), order, 0, None, None) == SILENT_IN_PEACE


def test_nothing_is_lost_doubled_or_stuck_in_a_short_hour() -> None:
    words = ("-m", "bench.faults", "--minutes", "0.4", "--rate", "5", "--seed", "11")
    done = subprocess.run(
        (sys.executable, *words), cwd=ROOT, capture_output=True, text=True, timeout=patience() + 600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("nothing is lost, doubled or stuck\n")
