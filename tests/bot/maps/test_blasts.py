"""Explosions in pictures: drawn for each reader exactly where that reader's words tell of one, in every book."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.game.entries.entries import Group
from bot.game.maps import Blast
from bot.game.maps.pictures import pointed_out
from bot.game.requests import AttackRequest, MusterRequest, NextRequest, Request
from bot.game.requests.maps import MapRequest
from bot.game.requests.order_questions import AskFirst
from bot.game.sight import EVERYTHING, PUBLIC, Viewer
from bot.game.sight.named_fighters import named_fighters
from rules.engine.records.orders import Throw
from tests.bot.table import ANN, BEN, invocation
from tests.bot.test_texts_by_reader import Fight, begun

REDS, BLUES, GREENS = (Viewer(frozenset({side})) for side in ("Reds", "Blues", "Greens"))
VIEWERS = (EVERYTHING, REDS, BLUES, GREENS, PUBLIC)
BOOKS = {
    "phoenix-basic": ("skill 8, KV 30, M67", "skill 5, KV 30, AKM 47"),
    "phoenix-advanced": ("skill 8, KV 30, M67", "skill 5, KV 30, AKM 47"),
    "space_marines": ("Marine, rifle, grenade", "Bug Warrior"),
    "savage": ("Shooting d8, Wild Card, Assault Rifle, 2 grenades", "Shooting d6, Pistol"),
}
TIMED = ("phoenix-basic", "phoenix-advanced")
AT = {"Thrower": "C6", "Target": "G6", "Near": "H6", "Far": "N12"}


def newcomers(book: str, unseen: Sequence[str]) -> list[MusterRequest]:
    """Thrower, target, somebody beside it and somebody far away; those who are unseen are secret."""
    thrower, other = BOOKS[book]
    sides = {
        "Thrower": ("Reds", ANN),
        "Target": ("Reds" if "Target" in unseen else "Blues", BEN),
        "Near": ("Greens", None),
        "Far": ("Greens", None),
    }
    return [
        MusterRequest(
            name, thrower if name == "Thrower" else other, at=AT[name], owner=owner, side=side, secret=name in unseen
        )
        for name, (side, owner) in sides.items()
    ]


def drawn(fight: Fight, before: Group, viewer: Viewer) -> tuple[Blast, ...]:
    """The explosions that a viewer's picture of the latest order points out."""
    book = fight.referee.library.shelf[fight.group[-1].state.ruleset]
    told = named_fighters(fight.group, book, viewer)
    return pointed_out(told, before[-1].state, fight.group[-1].state, book, viewer).blasts


def check(fight: Fight, before: Group, viewer: Viewer) -> None:
    """Each explosion is where the words are, by its place or by the fighter who is named there; none goes without."""
    words = " ".join(fight.lines(viewer))
    blasts = drawn(fight, before, viewer)
    state = fight.group[-1].state
    named = {str(c.place) for c in state.combatants if c.name in words and c.place}
    places = {*re.findall(r"\b[A-Z]\d+\b", words)}
    for blast in blasts:
        assert str(blast.place) in places | named
        if blast.aimed:
            assert blast.aimed != blast.place and str(blast.aimed) in places | named
    if not words:
        assert blasts == ()
    if told := re.search(r"(?:An explosion|A grenade) at (\w+)", words):
        assert [str(blast.place) for blast in blasts] == [told[1]] and blasts[0].aimed is None
        assert "Thrower" not in words
    if scattered := re.search(r"MISS, .*?\((\w+)\)", words):
        assert [str(blast.place) for blast in blasts] in ([scattered[1]], [])


async def given(fight: Fight, request: Request, dice: str = "") -> None:
    """Give an order, whatever its cautions say."""
    try:
        await fight.order(request, dice)
    except AskFirst as asked:
        fight.group = await asked.choices[0].carry_out(invocation(), dice)


@pytest.mark.parametrize("unseen", [(), ("Thrower",), ("Target",), ("Thrower", "Target"), ("Near",)], ids=str)
@pytest.mark.parametrize("book", BOOKS)
async def test_an_explosion_is_drawn_where_each_reader_is_told_of_it(
    book: str, unseen: Sequence[str], tmp_path: Path
) -> None:
    aim = 1 if book in TIMED else None
    for n in range(3):
        folder = tmp_path / str(n)
        folder.mkdir()
        async with begun(folder, book, *newcomers(book, unseen), MapRequest(size="16x14")) as fight:
            before = fight.group
            await given(fight, AttackRequest(Throw, "Target", aim, who="Thrower"))
            for _ in range(30):
                for viewer in VIEWERS:
                    check(fight, before, viewer)
                if book not in TIMED or drawn(fight, before, EVERYTHING):
                    break
                before = fight.group
                await given(fight, NextRequest())
            exploded = drawn(fight, before, EVERYTHING)
            if book in TIMED:
                assert exploded
            elif book == "space_marines":
                assert bool(exploded) == ("HIT" in fight.lines(EVERYTHING)[0])
            else:
                assert exploded == ()
