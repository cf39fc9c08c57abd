"""What others get does not depend on a hidden fighter whom they have not perceived."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.sight.plays import FIGHTS, ZORRO, played

SEEDS = int(os.environ.get("PROOF_FIGHTS", "30")) // len(FIGHTS) + 1
"""Fights of each kind; PROOF_FIGHTS=1000 plays a thousand in all."""


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", FIGHTS)
async def test_what_others_get_does_not_depend_on_a_hidden_fighter(name: str, seed: int, tmp_path: Path) -> None:
    one, other = [await played(FIGHTS[name], way, f"{name} {seed}", tmp_path / f"{way}.sqlite3") for way in (0, 1)]
    differing = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
    assert differing[:1] == []
    assert len(one) == len(other) > 2


@pytest.mark.parametrize("name", FIGHTS)
async def test_a_hidden_fighter_is_named_to_nobody(name: str, tmp_path: Path) -> None:
    lines = await played(FIGHTS[name], 0, name, tmp_path / "referee.sqlite3", length=4)
    # What somebody typed comes back in the refusal of a name that nobody has.
    given = ("'who': 'Zorro'", "'target': 'Zorro'", "“Zorro”")
    assert [line for line in lines if ZORRO in re.sub("|".join(given), "", line)] == []
