"""A result is an embed that shows its throws, in every book, for each reader."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.chat.render.text import wording
from bot.game.entries.entries import Group
from bot.game.entries.names import named_in
from rules.engine.records.steps import Roll
from tests.cogs.conftest import is_public, opened, told, types
from tests.results import BURSTS, RULINGS, RUNS, SCENES, SHOTS, unowned

_COUNTED = re.compile(r"… and ([0-9,]+) more throws? under Details")
_SHOT_LINES = 3
KINDS: dict[str, dict[str, Any]] = {"shot": SHOTS, "burst": BURSTS, "run": RUNS, "ruling": RULINGS}
PLAYED = [(book, kind) for book in SCENES for kind, what in KINDS.items() if book in what]


def lines(book: str, kind: str) -> list[str]:
    match kind:
        case "ruling":
            return [f"Ann: /rule text: {RULINGS[book]} ruleset: {book}"]
        case "run":
            return [*unowned(book), *RUNS[book], "GM: /next run: True"]
    return [*SCENES[book], *(SHOTS if kind == "shot" else BURSTS)[book]]


def thrown(group: Group) -> Counter[str]:
    """The throws of an order as an embed shows them, up to the first die: "**Hit** 23"."""
    return Counter(
        f"**{named_in(entry, step.label)}** {wording.face(step.value, step.low, step.high)}"
        for entry in group
        for step in entry.resolution.steps
        if isinstance(step, Roll) and not (step.detail or step.again)
    )


@pytest.mark.parametrize("level", ["normal", "full"])
@pytest.mark.parametrize(("book", "kind"), PLAYED)
async def test_each_throw_is_in_the_embed_or_counted(tmp_path: Path, book: str, kind: str, level: str) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in (f"GM: /channel set detail: {level}", *lines(book, kind)):
            answer = await types(game, line)
        rolls = thrown(await game.client.referee.journal.by_interaction(answer.interaction.id))
    assert rolls
    [embed] = answer.embeds
    text = embed["description"]
    if level == "full" and kind != "run":
        faces = [roll.rpartition(" ")[2] for roll in rolls]
        assert all(f"rolled **{face}**" in text for face in faces), text
        return
    [counted] = [int(number.replace(",", "")) for number in _COUNTED.findall(text)] or [0]
    assert sum(max(number - text.count(roll), 0) for roll, number in rolls.items()) <= counted, text
    # A shot with dice that were typed has a longer headline.
    # A ruling throws for what the hit means as well.
    assert counted <= (2 if kind == "ruling" else 1) or kind in ("burst", "run"), text
    if kind in ("shot", "ruling"):
        assert len(text.split("\n")) <= _SHOT_LINES


async def test_each_reader_s_embed_has_what_they_may_read(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        first, *others = SCENES["phoenix"]
        guarded = [line.replace("name: Guard 1", "name: Guard 1 owner: @Ben") for line in others]
        for line in (
            first,
            "GM: /channel set detail: normal",
            "GM: /encounter options name: fog value: hidden",
            *guarded,
        ):
            await types(game, line)
        answer = await types(game, SHOTS["phoenix"][0].replace("Ann: ", "GM: "))
        [embed] = answer.embeds
        assert is_public(answer)
        # The throws are open; what the hit did to Guard 1 is for their side.
        assert "**Where** 61, thigh (flesh)" in embed["description"]
        assert "PD" not in told(answer)
        assert "500 PD" in told(await game.ben.click(answer, "Details"))
        assert "500 PD" not in told(await game.ann.click(answer, "Details"))
