"""The texts that others get do not depend on a hidden fighter whom they have not perceived."""

from __future__ import annotations

import os
import re
from itertools import takewhile
from pathlib import Path

import pytest

from bot.chat.outgoing import detail as chat_detail
from bot.game.entries import detail
from bot.game.entries.detail import Detail
from rules.shelf import shelf
from tests.sight.hidings import FOGS, HIDINGS
from tests.sight.plays import FIGHTS, JOURNALS, ZORRO, Fight, alike, turns

WANTED = int(os.environ.get("PROOF_FIGHTS", "30"))
SEEDS = max(1, round(WANTED / len(FIGHTS)))
"""Fights of each kind; PROOF_FIGHTS=1000 plays a thousand in all."""
# So few fights are chosen that every preset, every fog and every way to be hidden is among them.
PLAYED = [name for at, name in enumerate(HIDINGS) if len(HIDINGS) <= WANTED or at % 7 == 4 or HIDINGS[name].remembered]
LEVELS = [Detail(level) for level in os.environ.get("PROOF_DETAIL", "full normal short").split()]
"""The levels of detail, in turn; PROOF_DETAIL=normal plays all fights with that."""
# What somebody typed comes back in the refusal of a name that nobody has.
TYPED = re.compile(
    r"'(who|target)': 'Zorro'|/act who: Trent what: \w+ (for )?Zorro|“[^”]*Zorro”|[“'](zorro|Zorro)['”]"
    r"|How far is Zorro\?"
)
# Orders of a fighter whom others remember and do not see. They saw the fighter leave.
LEFT = re.compile(r"Zorro leaves \w+ and goes out of sight")
DEEDS = re.compile(
    "Zorro (moves|turns|kneels|stands|goes|reloads|waves|aims|assumes|fires|dies|holds|waits|leaves|comes|stops|keeps"
    "|has a plan|cancels|is (now|at|dead))"
)
# The fighters of a quick ruling are numbered for it alone.
RULINGS = re.compile("quick rulings, each deleted.*?encounters")


def around(one: str, other: str) -> tuple[str, str]:
    """Return the first difference of two texts with its surroundings."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    at = max(0, same - 200)
    return one[at : at + 600], other[at : at + 600]


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", FIGHTS)
async def test_what_others_get_does_not_depend_on_a_hidden_fighter(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compare(FIGHTS[name], f"{name} {seed}", seed + [*FIGHTS].index(name), tmp_path, monkeypatch)


@pytest.mark.parametrize("seed", range(max(1, round(WANTED / len(HIDINGS)))))
@pytest.mark.parametrize("name", PLAYED)
async def test_nor_does_it_in_any_preset_however_somebody_hides_or_whether_there_is_anybody(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compare(HIDINGS[name], f"{name} {seed}", seed + [*HIDINGS].index(name), tmp_path, monkeypatch)


def test_every_preset_every_fog_and_every_way_to_hide_is_played() -> None:
    words = {word for name in HIDINGS for word in name.replace(", or nobody", ", nobody").split(", ")}
    presets = {preset for book in shelf().values() for preset in book.presets}
    assert words >= {
        *presets,
        *FOGS,
        "secret",
        "deploying",
        "unplaced",
        "unspotted",
        "heard",
        "remembered",
        "behind walls",
    }
    assert words == {word for name in PLAYED for word in name.replace(", or nobody", ", nobody").split(", ")}


async def compare(fight: Fight, seed: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detail, "USUAL", LEVELS[number % len(LEVELS)])
    # Every other fight is read with a screen reader.
    monkeypatch.setattr(chat_detail, "for_screen_readers", lambda *_: number % 2 == 1)
    one, other = [await turns(fight, way, seed, tmp_path / f"{way}.sqlite3") for way in (0, 1)]
    pairs = alike(one, other)
    differing = [
        (a.order, *around(*lines))
        for a, b in pairs
        for lines in zip(a.lines, b.lines, strict=False)
        if len({*lines}) > 1
    ]
    assert differing[:1] == []
    assert [len(a.lines) for a, _ in pairs] == [len(b.lines) for _, b in pairs]
    assert pairs
    # Zorro is in sight while a fight is laid out in which Zorro is remembered.
    turns_hidden = pairs[fight.remembered :]
    naming = [line for turn, _ in turns_hidden for line in turn.lines if ZORRO in line]
    shown = [LEFT.sub("", TYPED.sub("", line)) for line in naming]
    assert [line for line in shown if (DEEDS.search(line) if fight.remembered else ZORRO in line)][:1] == []
    lines = [RULINGS.sub("", line) for play in (one, other) for turn in play for line in turn.lines]
    assert [line for line in lines if JOURNALS.search(line)][:1] == []


async def test_a_fight_in_the_same_way_is_the_same(tmp_path: Path) -> None:
    fight = FIGHTS["phoenix-advanced, sides"]
    one, other = [await turns(fight, 0, "the same", tmp_path / f"{play}.sqlite3") for play in (0, 1)]
    assert one == other
    # Pictures are among what is compared.
    assert sum("map.png" in line for turn in one for line in turn.lines) > 2
