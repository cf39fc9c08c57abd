"""Each command that the README and the docs say is typed on the stand-in with the real bot, and its answer compared.

The scenes are in tests/golden/typed, a file for each page. What the first fights of the pages say is compared in
tests/test_readme.py.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.play.fight_setup import lay_out
from bot.play.first_fight import first_fight
from tests.cogs.conftest import told
from tests.served import CHANNEL, ROOT, served
from tests.test_docs import PAGES
from tests.test_readme import FIRST_FIGHTS, lines_of

GOLDEN = ROOT / "tests/golden/typed"
_COMMAND = re.compile(r"(?:`|^ *)(/[a-z][^`\n/]*?)(?:`|$)", re.MULTILINE)
_UNFINISHED = re.compile(
    r"(:|\.\.\.)$|^/encounter (start|import|map|event|gm|side|reveal|secret|deploy)$|^/act (firing|turn)"
    r"|^/my (substitute|away|set)$"
)
"""Commands that a reader has to complete, and those that are named and want options."""
_FORMS = frozenset(
    (
        "/ammo buy",
        "/combatant add",
        "/combatant edit",
        "/combatant owner",
        "/combatant show",
        "/encounter map grid: True",
        "/plan set",
        "/weapon add",
        "/weapon remove",
        "/roster accept",
    )
)


def scenes(page: Path) -> list[dict[str, Any]]:
    file = GOLDEN / f"{page.stem.lower()}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["scene"] if file.exists() else []


def typed_in(page: Path) -> set[str]:
    """The lines that are typed for this page and whose answers are compared."""
    lines = {row[0].partition(": ")[2] for scene in scenes(page) for row in scene["typed"] if len(row) == 2}
    return lines | set(lines_of(page))


# The matrix of rights names all commands, and is generated.
@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "rights"], ids=lambda page: page.name)
def test_every_command_of_a_page_is_typed(page: Path) -> None:
    words = re.sub(r"^#.*", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    said = {line.strip() for line in _COMMAND.findall(words) if " " in line.strip()}
    wanted = {line for line in said if not _UNFINISHED.search(line) and line not in _FORMS}
    assert sorted(wanted - {line for other in PAGES for line in typed_in(other)}) == []


def test_the_pages_with_scenes_exist() -> None:
    assert {file.stem for file in GOLDEN.glob("*.toml")} <= {page.stem.lower() for page in PAGES}
    assert FIRST_FIGHTS


@pytest.mark.parametrize(
    "scene",
    [pytest.param(scene, id=f"{page.stem}: {scene['title']}") for page in PAGES for scene in scenes(page)],
)
async def test_each_command_gets_the_answer(scene: dict[str, Any], tmp_path: Path) -> None:
    fight = scene.get("fight", "")
    async with served(tmp_path / "referee.sqlite3", ruleset=fight or "aliens") as bot:
        if fight:
            await lay_out(bot.playground, first_fight(fight), lambda _: None)
        for line, *wanted in [*([line] for line in scene["begin"]), *scene["typed"]]:
            who, _, command = line.partition(": ")
            answer = told(await bot.person(who).types(CHANNEL, command)).replace("**", "")
            assert all(words in answer for words in wanted), f"{line}\n  wanted: {wanted}\n  answer: {answer[:300]}"
