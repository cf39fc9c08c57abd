"""Plans over the real protocol: given, shown, carried out, ended; nobody of another side reads of them anywhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.flow.plans import plan_of
from standin.driver import Person
from standin.world.messages import EPHEMERAL
from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, says, told, types
from tests.cogs.exporting import file_of

YARD = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 12x8",
    "GM: /combatant add name: Axly owner: @Ann side: Blue at: B4 sheet: SAL 14, CA 8, M16A1, facing 90",
    "GM: /combatant add name: Cole owner: @Ben side: Red at: H4 sheet: line, AKM 47, exposed, facing 270",
)
LINES = "move to C7 low crouch; firing stance; when Cole shows: fire at them aim 4; when hit: duck back; else: stay"
SET = f"Ann: /plan set who: Axly lines: {LINES}"


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


async def lines_of(game: Game, id: str = "c1") -> list[tuple[str, bool]]:
    plan = plan_of(await game.encounter(), id)
    return [(line.text, line.done) for line in plan.lines] if plan else []


async def test_a_plan_is_answered_in_private_with_what_would_happen(yard: Game) -> None:
    answer = await types(yard, SET)
    assert answer.ephemeral
    text = told(answer)
    assert "Axly has a plan of 5 lines." in text
    assert "Line 3** when Cole shows: fire at them aim 4" in text
    shown = await types(yard, "Ann: /plan show who: Axly")
    assert shown.ephemeral
    text = told(shown)
    assert "If nothing interferes" in text
    assert "Axly moves from B4 to C7" in text
    assert "Odds" in text and "Aim 4" in text
    text = told(await types(yard, "Ann: /plan show"))
    assert "Axly** 0 of 5 lines done" in text
    assert "**3** when Cole shows: fire at them aim 4\n**4** when hit: duck back\n**5** else: stay" in text


async def test_it_is_carried_out_as_time_goes_on(yard: Game) -> None:
    await types(yard, SET)
    await types(yard, "Ben: /pass until: for 10 phases")
    for _ in range(4):
        await says(yard, "GM: /next")
    assert [done for _, done in (await lines_of(yard))[:2]] == [True, True]
    encounter = await yard.encounter()
    assert str(encounter.combatant("c1").place) == "C7"
    assert "(done)" in told(await types(yard, "Ann: /plan show who: Axly"))


async def test_a_line_is_done_when_its_order_has_been_carried_out(yard: Game) -> None:
    await types(yard, SET)
    await types(yard, "Ben: /pass until: for 10 phases")
    await says(yard, "GM: /next")
    shown = told(await types(yard, "Ann: /plan show"))
    assert "Axly** 0 of 5 lines done." in shown
    assert "**1** move to C7 low crouch (under way)" in shown
    assert "0 of 5 lines done" in told(await types(yard, "Ann: /encounter show"))
    for _ in range(4):
        await says(yard, "GM: /next")
    assert "**1** move to C7 low crouch (done)" in told(await types(yard, "Ann: /plan show"))


async def test_the_form_begins_with_the_present_lines(yard: Game) -> None:
    await types(yard, "Ann: /plan set who: Axly lines: turn to Cole; else: stay")
    opened = await types(yard, "Ann: /plan set who: Axly")
    assert opened.modal
    assert "turn to Cole\\nelse: stay" in json.dumps(opened.modal)
    many = "\n".join(["act waves cost 1"] * 30)
    answer = await yard.ann.submit(opened, {"text": many})
    assert answer.ephemeral and "plan of 30 lines" in told(answer)
    assert len(await lines_of(yard)) == 30


async def test_a_refused_form_changes_nothing(yard: Game) -> None:
    await types(yard, "Ann: /plan set who: Axly lines: turn to Cole; else: stay")
    before = await yard.head()
    opened = await types(yard, "Ann: /plan set who: Axly")
    answer = await yard.ann.submit(opened, {"text": "pass\ndance\npass"})
    assert answer.ephemeral and "Line 2 (“dance”)" in told(answer)
    assert await yard.head() == before


async def test_what_is_refused_is_refused_in_one_sentence(yard: Game) -> None:
    await refused(yard, "Ann: /plan set lines: move to C7; dance", "Line 2 (“dance”)")
    await refused(yard, "Ann: /plan set lines: when lucky: reload", "I don't know the condition “when lucky”")
    await refused(yard, "Ann: /plan set lines: fire at them", "write nearest")
    await refused(yard, "Ann: /plan set who: Cole lines: reload", "Cole is not yours to order")
    await refused(yard, f"Ann: /plan set lines: {'pass;' * 31}", "A plan has 1 to 30 lines, not 31")
    await refused(yard, f"Ann: /plan set lines: {'x' * 6000}", "lines: has 6,000 characters")
    await refused(yard, f"Ann: /plan set lines: {'🔥' * 150}", "Line 1")
    await refused(yard, "Ann: /plan clear", "Axly has no plan")
    await refused(yard, "Ann: /plan show who: Axly", "Axly has no plan")
    await refused(yard, "Ann: /plan show who: Cole", "Only the side of Cole and the GM know that plan")
    await refused(yard, "Ann: /pass until: breakfast", "I don't know the condition")


@pytest.mark.parametrize("fog", ["off", "sides"])
async def test_no_other_side_reads_of_it_anywhere(tmp_path: Path, fog: str) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        for line in (
            f"GM: /encounter options name: fog value: {fog}",
            "Ann: /plan set who: Axly lines: act a rare dance cost 1; turn to Cole; when hit: act a rare dance cost 9",
            "Ann: /plan set who: Axly lines: turn to Cole; when hit: act a rare dance cost 9; else: stay",
            "Ben: /pass until: for 10 phases",
            "GM: /next",
            "GM: /next",
            "Ann: /reload who: Axly",
        ):
            await types(game, line)
        ben, cleo = game.ben, game.playground.person("Cleo")
        for who in (ben, cleo):
            answers = [
                await who.slash(CHANNEL, "encounter show"),
                await who.slash(CHANNEL, "combatant show", who="Axly"),
                await who.slash(CHANNEL, "plan show"),
                await who.slash(CHANNEL, "log"),
                await who.slash(CHANNEL, "recap"),
            ]
            texts = [*map(told, answers), *map(json.dumps, who.sees(CHANNEL))]
            found = [text for text in texts if "rare dance" in text or "Axly has a plan" in text]
            assert found == []
        assert "a rare dance" in await export(game, game.gm)
        assert "a rare dance" not in await export(game, ben)


async def export(game: Game, who: Person) -> str:
    _, content = await file_of(game, who)
    return content.decode()


async def test_any_order_by_hand_ends_it(yard: Game) -> None:
    await types(yard, SET)
    assert "The plan ends." in told(await types(yard, "Ann: /act what: turn to Cole who: Axly"))
    assert await lines_of(yard) == []
    await types(yard, SET)
    assert "Axly has no plan any more." in told(await types(yard, "Ann: /plan clear"))
    assert await lines_of(yard) == []


async def test_in_the_fog_its_end_is_told_to_the_one_who_ordered_alone(yard: Game) -> None:
    await types(yard, "GM: /encounter options name: fog value: hidden")
    for typed in (
        "Ann: /act what: turn to Cole who: Axly",
        "Ann: /act what: turn to 60 degrees who: Axly",
        "GM: /move who: Axly to: C4",
    ):
        await types(yard, "Ann: /plan set who: Axly lines: else: stay")
        who = yard.ann if typed.startswith("Ann") else yard.gm
        before = len(ends(who))
        await types(yard, typed)
        await yard.playground.until(lambda who=who, before=before: len(ends(who)) == before + 1)  # type: ignore[misc]
    assert all(message["flags"] & EPHEMERAL for who in (yard.ann, yard.gm) for message in ends(who))
    assert ends(yard.ben) == []


def ends(who: Person) -> list[dict[str, Any]]:
    return [message for message in who.sees(CHANNEL) if "The plan ends." in message["content"]]


async def test_whom_shows_does_not_mean_is_said(yard: Game) -> None:
    await types(yard, "Ann: /plan set who: Axly lines: when anyone shows: fire at them aim 4")
    text = told(await types(yard, "Ann: /plan show who: Axly"))
    assert "Cole is already in sight. To shoot now, write: fire at Cole." in text
    assert "Then it waits until: anyone shows." in text
    await types(yard, "Ann: /plan set who: Axly lines: when hit: duck back")
    assert "In sight already" not in told(await types(yard, "Ann: /plan show who: Axly"))


async def test_odds_are_counted_from_where_the_plan_leads(yard: Game) -> None:
    answer = await types(yard, "Ann: /plan set who: Axly lines: move to C4; fire at Cole aim 4")
    assert "has a plan" in told(answer)
    text = told(await types(yard, "Ann: /plan show who: Axly"))
    assert "Axly moves from B4 to C4" in text and "C4 to H4: Aim 4" in text
    assert "The rest depends on the dice: Axly's shot at Cole." in text


async def test_a_pass_until_contact_says_who_is_in_sight_already(yard: Game) -> None:
    assert "In sight already** Cole" in told(await types(yard, "Ann: /pass until: contact"))
    assert "In sight already" not in told(await types(yard, "Ann: /pass until: hit"))


async def test_a_plan_that_needs_a_second_thought_says_so(yard: Game) -> None:
    await types(yard, "Ann: /plan set who: Axly lines: stay")
    await types(yard, "Ben: /plan set who: Cole lines: fire at Axly aim 2; stay")
    await says(yard, "GM: /next run: True")
    thought = "Time waits in case you change your mind. Give an order, or /pass to keep the plan."
    for typed in ("Ann: /plan show who: Axly", "Ann: /plan show"):
        assert thought in told(await types(yard, typed))
    assert "Axly keeps the plan." in told(await types(yard, "Ann: /pass who: Axly"))
    assert thought not in told(await types(yard, "Ann: /plan show"))


async def test_passing_until_a_time(yard: Game) -> None:
    answer = await types(yard, "Ann: /pass until: for 2 phases")
    assert answer.ephemeral and "Axly passes until phase 3 impulse 1." in told(answer)
    assert "Passes until phase 3 impulse 1." in told(await types(yard, "Ann: /plan show who: Axly"))


async def test_a_turn_of_aliens_is_planned(game: Game) -> None:
    for line in (
        "GM: /encounter start ruleset: aliens",
        "GM: /encounter map size: 12x8",
        "GM: /combatant add name: Apone owner: @Ann side: Marines at: B4 sheet: apone",
        "GM: /combatant add name: Alien side: Aliens at: E4 sheet: alien",
        "GM: /encounter options name: aliens value: skipped",
    ):
        await types(game, line)
    answer = await types(
        game, "Ann: /plan set who: Apone lines: move nearer; fire at nearest aim 1; when empty: reload; else: stay"
    )
    assert "plan of 4 lines" in told(answer)
    await says(game, "GM: /next")
    assert (await lines_of(game))[0][1]


async def test_then_under_an_answer_plans_what_follows(yard: Game) -> None:
    moving = await types(yard, "Ann: /move who: Axly to: C7")
    window = await yard.ann.click(moving, "Then …")
    assert window.modal is not None
    assert window.modal["title"] == "Plan of Axly"
    answer = await yard.ann.submit(window, {"text": "firing stance\nelse: stay"})
    assert "Axly has a plan of 2 lines." in told(answer)
    assert (await yard.encounter()).task("c1"), "the move continues"
    again = await yard.ann.click(answer, "Then …")
    assert "firing stance" in json.dumps(again.modal)


async def test_then_is_for_the_fighters_own_player(yard: Game) -> None:
    moving = await types(yard, "Ann: /move who: Axly to: C7")
    refusal = await yard.ben.click(moving, "Then …")
    assert not refusal.modal
    assert "not yours" in refusal.content
