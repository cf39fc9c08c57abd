"""Rosters belong to their owners: what others hand over is offered, and one profile in two encounters is told."""

from __future__ import annotations

import asyncio

from standin.driver import Answer
from tests.cogs.conftest import Game, refused, says, told, types

ELSEWHERE = "quiet-ruins"


async def begun(game: Game, *lines: str) -> None:
    for line in ("GM: /encounter start ruleset: aliens title: The corridor", *lines):
        await says(game, line)


async def roster(game: Game) -> str:
    return told(await types(game, "Ann: /roster show"))


def labels(answer: Answer) -> list[str]:
    return [part["label"] for part in answer.components if "label" in part]


async def test_what_the_gm_brings_in_is_kept_if_its_player_accepts(game: Game) -> None:
    await begun(game)
    answer = await types(game, "GM: /combatant add sheet: apone owner: @Ann")
    assert "Keep Apone" in labels(answer)
    assert "**Offered here** Apone: keep them with /roster accept." in await roster(game)
    for other in (game.ben, game.gm):
        press = await other.click(answer, "Keep Apone")
        assert press.ephemeral and "Only a fighter's own player can keep them" in press.content
    first, second = await asyncio.gather(game.ann.click(answer, "Keep Apone"), game.ann.click(answer, "Keep Apone"))
    assert sorted(one.ephemeral for one in (first, second)) == [False, True]
    late = first if first.ephemeral else second
    assert "Apone is on the roster of the player who brought them in or accepted them." in late.content
    await says(game, "GM: /encounter end")
    assert "Apone" in await roster(game)


async def test_who_is_not_accepted_is_not_kept_but_may_be_after_the_end(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: rifleman name: Ash")
    handed = await types(game, "GM: /combatant owner who: Ash user: @Ann")
    end = await types(game, "GM: /encounter end")
    assert "Keep Ash" in labels(handed) and "Keep Ash" in labels(end)
    assert "You have no fighters for this rulebook yet" in await roster(game)
    refusal = await game.ben.click(end, "Keep Ash")
    assert refusal.ephemeral and "Ash is not yours" in refusal.content
    assert "Ash is on your roster now." in (await game.ann.click(end, "Keep Ash")).content
    assert "already on a roster" in (await game.ann.click(handed, "Keep Ash")).content
    assert "Ash" in await roster(game)


async def test_who_is_kept_after_the_end_is_offered_no_more(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: apone owner: @Ann")
    await says(game, "GM: /encounter end")
    assert "Offered here" in await roster(game)
    assert "Apone is on your roster now." in (await types(game, "Ann: /roster accept who: Apone")).content
    assert "Offered here" not in await roster(game)
    await says(game, "GM: /undo")
    assert "Offered here" not in await roster(game)


async def test_a_fighter_who_was_taken_out_is_not_accepted(game: Game) -> None:
    await begun(game)
    answer = await types(game, "GM: /combatant add sheet: apone owner: @Ann")
    await says(game, "GM: /combatant remove who: Apone")
    press = await game.ann.click(answer, "Keep Apone")
    assert press.ephemeral and "no longer in this encounter" in press.content


async def test_one_profile_in_two_encounters_is_told_and_kept_once(game: Game) -> None:
    await begun(game, "Ann: /combatant add sheet: apone", "GM: /encounter end")
    await begun(game, "Ann: /combatant add name: Apone")
    await game.gm.types(ELSEWHERE, "/encounter start ruleset: aliens title: The hive")
    second = await game.ann.types(ELSEWHERE, "/combatant add name: Apone")
    assert "which is still open: only the encounter that ends first updates your roster." in told(second)
    await game.gm.types(ELSEWHERE, "/adjust who: Apone changes: loaded 3")
    await game.gm.types(ELSEWHERE, "/encounter end")
    await says(game, "GM: /adjust who: Apone changes: loaded 11")
    await says(game, "GM: /encounter end")
    assert "3/16" in await roster(game)
    await says(game, "GM: /undo")
    await says(game, "GM: /encounter end")
    shown = await roster(game)
    assert "3/16" in shown and "11/16" not in shown


async def test_what_an_undone_end_wrote_is_called_so(game: Game) -> None:
    undone = "as of the end of “The corridor”, which was undone: its next end updates this"
    await begun(game, "Ann: /combatant add sheet: apone", "GM: /encounter end")
    assert undone not in await roster(game)
    for _ in range(2):
        await says(game, "GM: /undo")
        assert undone in await roster(game)
        await says(game, "GM: /adjust who: Apone changes: loaded 11")
        await says(game, "GM: /encounter end")
        shown = await roster(game)
        assert undone not in shown and "11/16" in shown
    await begun(game, "Ann: /combatant add name: Apone")
    shown = await roster(game)
    assert "now in “The corridor”, which is still open" in shown and undone not in shown


async def test_owners_rename_and_remove(game: Game) -> None:
    await begun(game, "Ann: /combatant add sheet: apone", "GM: /encounter end")
    await begun(game)
    another = await types(game, "Ann: /combatant add sheet: apone name: APONE")
    assert "APONE is already on your roster. This one will be kept as APONE 2." in told(another)
    await says(game, "GM: /encounter end")
    shown = await roster(game)
    assert "Apone" in shown and "APONE 2" in shown
    for line, wanted in (
        ("Ann: /roster rename name: Apone new: apone 2", "Your roster has APONE 2 already"),
        (f"Ann: /roster rename name: Apone new: {'x' * 6000}", "The limit is 100."),
        ("Ann: /roster rename name: Apone new: 🔥", "has 1 to 40 characters"),
        (f"Ann: /roster remove name: {'x' * 6000}", "The limit is 100."),
        ("Ben: /roster remove name: Apone", "Your roster has no fighter for Aliens here"),
    ):
        answer = await types(game, line)
        assert answer.ephemeral and wanted in answer.content.replace("\\", ""), answer.content
        assert len(answer.content) < 400
    assert "Apone is now Al on your roster." in told(await types(game, "Ann: /roster rename name: apone new: Al"))
    assert "Al is removed from your roster." in told(await types(game, "Ann: /roster remove name: al"))
    assert "APONE 2" in await roster(game)


async def test_a_gm_cannot_bring_in_from_a_player_s_roster(game: Game) -> None:
    await begun(game, "Ann: /combatant add sheet: rifleman name: Ash", "GM: /encounter end")
    await begun(game)
    await refused(game, "GM: /combatant add name: Ash owner: @Ann", "I don't know “ash”")
