"""Table work on several fighters at once, named with commas: one order, carried out for all of them or for none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, says, told, types

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 12x12",
    "GM: /encounter options name: joining value: open",
    "Ann: /combatant add name: Trent side: Blue at: B2 sheet: line, M16A1",
    "Ben: /combatant add name: Cole side: Red at: B8 sheet: line, AKM 47",
    "GM: /combatant add name: Guard count: 3 side: Red sheet: line, AKM 47",
)


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


async def state(game: Game) -> dict[str, tuple[str, str | None, bool]]:
    return {one.name: (one.side, one.owner, one.present) for one in (await game.encounter()).combatants}


async def test_several_are_changed_in_one_order(yard: Game) -> None:
    shown = await says(yard, "GM: /combatant edit who: Guard 1, guard 2 side: Green")
    assert "Guard 1 is now Guard 1, side Green." in shown and "Guard 2 is now Guard 2, side Green." in shown
    await says(yard, "GM: /combatant owner who: Guard 1, Guard 3 user: @Ann")
    await says(yard, "GM: /adjust who: Guard 1, Guard 2 changes: loaded 5")
    guards = [one for one in (await yard.encounter()).combatants if one.name.startswith("Guard")]
    assert [one.carried[0].ammunition.loaded for one in guards if one.carried[0].ammunition] == [5, 5, 30]
    now = await state(yard)
    assert now["Guard 1"] == ("Green", yard.ann.id, True) and now["Guard 3"] == ("Red", yard.ann.id, True)
    shown = await says(yard, "GM: /combatant remove who: Guard 1, Guard 2, Guard 3")
    assert shown.count("leaves the encounter.") == 3
    assert [one for one, (_, _, present) in (await state(yard)).items() if present] == ["Trent", "Cole"]
    await says(yard, "GM: /undo")
    assert all(present for _, _, present in (await state(yard)).values())


async def test_all_or_none_and_only_their_own(yard: Game) -> None:
    for line, wanted in (
        ("GM: /combatant remove who: Guard 1, Zorro", "I don't know the name “Zorro”"),
        ("GM: /combatant remove who: Guard 1, guard 1", "Guard 1 is named twice. Name each fighter once."),
        ("GM: /combatant edit who: Guard 1, Guard 2 name: Zorro", "Another fighter in this encounter is called Zorro"),
        (f"GM: /adjust who: {', '.join(f'Guard {n}' for n in range(40))} changes: dead", "at most 30 fighters"),
        ("Ann: /combatant remove who: Trent, Cole", "Cole is not yours to order"),
        ("Ann: /adjust who: Trent, Cole changes: dead", "GM"),
    ):
        await refused(yard, line, wanted)
    await says(yard, "Ann: /combatant add name: Axly side: Blue sheet: line, M16A1")
    await types(yard, "GM: /encounter options name: fog value: sides")
    await refused(yard, "Ann: /combatant edit who: Trent, Axly side: Red", "Ask a GM to change the side")
    await refused(
        yard, "Ann: /combatant owner who: Trent, Axly user: @Ben", "Players can hand a fighter only to the GM"
    )


async def test_further_names_are_suggested(yard: Game) -> None:
    for command in ("combatant remove", "combatant edit", "adjust"):
        choices = await yard.gm.autocomplete(CHANNEL, command, focused="who", who="Guard 1, Gu")
        assert [one["value"] for one in choices] == ["Guard 1, Guard 2", "Guard 1, Guard 3"], command


async def test_a_side_that_is_open_but_empty_cannot_deploy_yet(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", YARD[:2]) as game:
        await refused(game, "GM: /encounter deploy side: Blue zone: A1-B10", "Bring in its fighters first")
        await says(game, "GM: /encounter side name: Blue")
        wanted = "Blue has no fighter yet. Bring them in first, with /combatant add side: Blue."
        await refused(game, "GM: /encounter deploy side: Blue zone: A1-B10", wanted)
        await says(game, "GM: /combatant add name: Guard side: Blue sheet: line, M16A1")
        assert "Blue deploys" in told(await types(game, "GM: /encounter deploy side: Blue zone: A1-B10"))
