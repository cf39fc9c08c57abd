"""/encounter event over the real protocol: planned, listed, told, dropped, taken back; the GM's alone."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import Game, mustered


async def test_an_event_from_plan_to_turn(game: Game) -> None:
    await mustered(game)
    planned = await game.says(game.gm, "encounter event", text="the *reactor* blows", turn=2)
    assert "At the start of turn 2: the" in planned
    assert "reactor" in await game.whispers(game.ann, "encounter show")
    begun = await game.says(game.gm, "next")
    assert "Turn 2 begins" in begun
    assert "Event: the \\*reactor\\* blows" in begun
    assert "reactor" not in await game.whispers(game.ann, "encounter show")


async def test_a_clock_is_dropped_and_brought_back(game: Game) -> None:
    await mustered(game)
    assert "every turn" in await game.says(game.gm, "encounter event", text="{n} of 5 turns gone", turn=2, every=1)
    assert "1 of 5 turns gone" in await game.says(game.gm, "next")
    assert "Canceled" in await game.says(game.gm, "encounter event", text="{n} of 5 turns gone", turn=0)
    assert "turns gone" not in await game.says(game.gm, "next")
    await game.says(game.gm, "undo")
    await game.says(game.gm, "undo")
    assert "2 of 5 turns gone" in await game.says(game.gm, "next")


async def test_nobody_types_a_reference_to_a_fighter(game: Game) -> None:
    await mustered(game)
    planned = await game.says(game.gm, "encounter event", text="beware of \ue000c1\ue001!", turn=2)
    assert "beware of c1!" in planned.replace("\\", "")
    assert "Event: beware of c1" in (await game.says(game.gm, "next")).replace("\\", "")


async def test_it_is_the_gms(game: Game) -> None:
    await mustered(game)
    assert "Only the GM" in await game.whispers(game.ann, "encounter event", text="Ann wins", turn=2)


@pytest.mark.parametrize(
    ("said", "why"),
    [({"text": "x", "turn": 1}, "from 2 to"), ({"text": "x" * 201, "turn": 2}, "1 to 200"),
     ({"text": "…", "turn": 2}, "1 to 200"), ({"text": "x", "turn": 2, "every": -2}, "once"),
     ({"text": "x", "turn": 0}, "No event is planned")],
)  # fmt: skip
async def test_what_is_refused(game: Game, said: dict[str, str | int], why: str) -> None:
    await mustered(game)
    before = await game.encounter()
    assert why in await game.whispers(game.gm, "encounter event", **said)
    assert await game.encounter() == before


@pytest.mark.parametrize("ruleset", ["phoenix", "space_marines", "savage"])
async def test_in_other_rulebooks(game: Game, ruleset: str) -> None:
    await game.says(game.gm, "encounter start", ruleset=ruleset)
    await game.says(game.gm, "encounter event", text="the lights go out", turn=2)
    answer = ""
    while (await game.encounter()).clock.turn < 2:
        answer = await game.says(game.gm, "next")
    assert "the lights go out" in answer
