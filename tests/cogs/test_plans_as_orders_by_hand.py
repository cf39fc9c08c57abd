"""Plans and the orders that they follow, typed: what an order by hand would be asked about, and what comes first."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.conftest import Game, laid_out, told, types

LINE = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: The line",
    "GM: /encounter map size: 16x10",
    "GM: /combatant add name: Reed owner: @Ann side: Blue at: B4 sheet: SAL 14, CA 8, M16A1, exposed, facing 90",
    "GM: /combatant add name: Mara owner: @Ann side: Blue at: F4 sheet: line, M16A1, exposed, facing 90",
    "GM: /combatant add name: Kane owner: @Ben side: Red at: L4 sheet: line, AKM 47, exposed, facing 270",
    "Ann: /pass who: Mara until: for 60 phases",
    "Ben: /pass until: for 60 phases",
)
CAN_HIT = "This attack can hit Mara, on Reed’s own side."
ANYWAY = "Write “anyway” at the end of the line to do it all the same."


async def shown(game: Game, lines: str) -> str:
    """Return /plan show after such a plan is set."""
    answer = told(await types(game, f"Ann: /plan set who: Reed lines: {lines}"))
    assert answer.startswith("Reed has a plan"), answer
    return told(await types(game, "Ann: /plan show who: Reed"))


async def test_the_preview_warns_of_what_an_order_by_hand_is_asked_about(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", LINE) as game:
        by_hand = told(await types(game, "Ann: /burst who: Reed target: Kane aim: 3"))
        assert CAN_HIT in by_hand
        page = await shown(game, "burst at Kane aim 2 until down; else: stay")
        assert f"Reed skips line 1 (burst at Kane aim 2 until down): {CAN_HIT} {ANYWAY}" in page
        page = await shown(game, "when Kane shows: burst at Kane aim 2 until down; else: stay")
        assert f"**Line 1** {CAN_HIT} The line is skipped while that is so. {ANYWAY}" in page
        page = await shown(game, "burst at Kane aim 2 until down anyway; else: stay")
        assert CAN_HIT not in page and "**1** burst at Kane aim 2 until down anyway" in page
        page = await shown(game, "move to B8; burst at Kane aim 2")
        assert CAN_HIT not in page, "Mara is not in the way from there"


async def test_a_plan_shoots_past_a_comrade_only_if_its_line_says_so(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", LINE) as game:
        await types(game, "Ann: /plan set who: Reed lines: burst at Kane aim 2 until down; else: stay")
        answers = [told(await types(game, "GM: /next")) for _ in range(4)]
        assert not any("Reed fires" in answer for answer in answers), answers
        log = told(await types(game, "Ann: /log"))
        assert log.count(f"Reed skips line 1 (burst at Kane aim 2 until down): {CAN_HIT} {ANYWAY}") == 1
        await types(game, "Ann: /plan set who: Reed lines: burst at Kane aim 2 anyway; else: stay")
        for _ in range(3):
            await types(game, "GM: /next")
        assert "Reed fires a burst" in told(await types(game, "Ann: /log"))


async def test_the_preview_begins_with_what_goes_on_first(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", LINE) as game:
        await types(game, "Ann: /aim who: Reed target: Kane aim: 8")
        page = await shown(game, "move to B8 into cover; fire over cover")
        first = "**First** Reed finishes an earlier order: aim at Kane, aim 8 (2 of 8 done)."
        assert f"{first} To break it off, use /act what: stop, then set the plan again." in page, page
        assert page.index("**First**") < page.index("1.4: Reed has aimed")
        await types(game, "Ann: /act who: Reed what: stop")
        page = await shown(game, "move to B8 into cover; fire over cover")
        assert "**First**" not in page and "Reed moves from B4 to B8" in page


async def test_the_form_after_an_order_waits_for_that_order(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", LINE) as game:
        answer = await types(game, "Ann: /move who: Mara to: F10")
        form = await game.ann.click(answer, "Then …")
        set_so = told(await game.ann.submit(form, {"text": "fire over cover\nwhen anyone shows: burst at them"}))
        assert set_so.startswith("Mara has a plan of 2 lines. It begins when the order under way is done."), set_so
        page = told(await types(game, "Ann: /plan show who: Mara"))
        assert "All lines wait for that." in page
        assert "on the way" not in page
        await types(game, "Ann: /plan set who: Mara lines: fire over cover; when anyone shows: burst at them")
        page = told(await types(game, "Ann: /plan show who: Mara"))
        assert "If anyone shows on the way, Mara stops there and fires from the hip." in page
