"""The hash of the record that each reader is shown, over the real protocol; nothing hidden decides when it changes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cogs.conftest import Game, laid_out, opened, told, types
from tests.cogs.exporting import file_of

YARD = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced",
    "GM: /encounter options name: fog value: hidden",
    "GM: /encounter map size: 14x14",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: skill 8, M16, 2 M 67, facing 180",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: C8 sheet: skill 8, M16, 2 M 67",
)
HIDDEN = ("GM: /combatant add name: Zorro side: Guards at: M14 secret: True sheet: elite, M870",)
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Ann: /move to: C4", ("GM: /adjust who: Zorro changes: at M13",)),
    ("GM: /next", ("GM: /adjust who: Zorro changes: at M12", "GM: /adjust who: Zorro changes: hidden")),
    ("Ben: /fire target: Trent aim: 1", ("GM: /adjust who: Zorro changes: exposed",)),
    ("GM: /adjust who: Axly changes: at D8", ()),
)
"""Steps that everybody may know of, each with the lines out of sight before it."""


async def hash_of(game: Game, who: str, command: str = "/log") -> tuple[int, str] | None:
    """The number and the hash that somebody is shown."""
    found = re.search(r"Hash as of #(\d+): ([0-9a-f]{64})", told(await types(game, f"{who}: {command}")))
    return (int(found[1]), found[2]) if found else None


async def shown(path: Path, hidden: bool) -> list[dict[str, tuple[int, bool]]]:
    """After each step: the numbers of the hashes that the players are shown, and whether these have changed."""
    found: list[dict[str, tuple[int, bool]]] = []
    async with laid_out(path, YARD + (HIDDEN if hidden else ())) as game:
        last = {who: await hash_of(game, who) for who in ("Ann", "Ben", "Cleo")}
        for line, before in STEPS:
            for secret in before if hidden else ():
                await types(game, secret)
                assert {who: await hash_of(game, who) for who in ("Ann", "Cleo")} == {
                    who: last[who] for who in ("Ann", "Cleo")
                }
            await types(game, line)
            now = {who: await hash_of(game, who) for who in last}
            row: dict[str, tuple[int, bool]] = {}
            for who, one in now.items():
                assert one is not None
                row[who] = one[0], one != last[who]
            last = now
            found.append(row)
    return found


async def test_nothing_hidden_decides_to_whom_a_hash_is_shown_and_when_it_changes(tmp_path: Path) -> None:
    with_him = await shown(tmp_path / "hidden.sqlite3", True)
    without = await shown(tmp_path / "nobody.sqlite3", False)
    for row in (*with_him, *without):
        del row["Ben"]  # who is on the hidden fighter's side
    assert with_him == without
    assert [row["Ann"][1] for row in without] == [True] * len(STEPS)


@pytest.fixture
async def yard(tmp_path: Path) -> object:
    async with laid_out(tmp_path / "referee.sqlite3", YARD + HIDDEN):
        pass
    return tmp_path / "referee.sqlite3"


async def test_gms_see_the_last_hash_and_after_the_end_everyone_does(yard: Path) -> None:
    async with opened(yard) as game:
        shot = await types(game, "Ann: /move to: C4")
        ours = await hash_of(game, "Ann")
        await types(game, "GM: /adjust who: Zorro changes: at M13")
        gms = await hash_of(game, "GM")
        assert gms is not None and ours is not None and gms[1] != ours[1]
        assert await hash_of(game, "Ann") == ours
        for who, command in (("Ann", "/encounter show"), ("GM", "/encounter show")):
            assert await hash_of(game, who, command) == {"Ann": ours, "GM": gms}[who]
        details = told(await game.ann.click(shot, "Details"))
        assert f"Hash as of #{ours[0]}: {ours[1]}" in details
        await types(game, "GM: /encounter end")
        heads = {await hash_of(game, who) for who in ("GM", "Ann", "Ben", "Cleo")}
        assert len(heads) == 1
        [head] = heads
        assert head is not None
        said = told(await types(game, f"Ann: /dice verify head: {head[1]}"))
        assert said.startswith("**Verified.**") and "The hash that you gave is that of entry" in said
        said = told(await types(game, f"Ann: /dice verify head: {ours[1]}"))
        assert "• entries after" in said and said.startswith("**Verified.**")
        said = told(await types(game, f"Ann: /dice verify head: {'0' * 64}"))
        assert said.startswith("**Not verified: 1 problem**") and "no entry has the hash" in said
        said = (await types(game, "Ann: /dice verify head: 123")).content
        assert said == "A hash has 64 digits, 0 to 9 and a to f. Copy it from Details, /log or /encounter show."


async def test_an_open_encounter_is_compared_for_its_gms_alone(yard: Path) -> None:
    async with opened(yard) as game:
        await types(game, "Ann: /move to: C4")
        name, content = await file_of(game, game.gm)
        said = await game.whispers(game.gm, "dice verify", file=(name, content))
        assert "The bot has stored the same hashes up to entry" in said and "the seed is still secret" in said
        forged = json.loads(content)
        forged["entries"][-1]["chain"]["hash"] = "0" * 64
        changed = json.dumps(forged).encode()
        problem = "the bot has stored another record of this encounter"
        assert problem in await game.whispers(game.gm, "dice verify", file=(name, changed))
        for file in (content, changed):
            said = await game.whispers(game.ann, "dice verify", file=(name, file))
            assert problem not in said and "The bot has stored" not in said
        await types(game, "GM: /encounter end")
        name, content = await file_of(game, game.ann)
        said = await game.whispers(game.ben, "dice verify", file=(name, content))
        assert "The bot has stored the same entries up to" in said
        await types(game, "GM: /undo")
        await types(game, "GM: /next")
        await types(game, "GM: /encounter end")
        said = await game.whispers(game.ben, "dice verify", file=(name, content))
        assert said.startswith("**Verified.**") and "• that the record ends here: the bot has stored" in said
