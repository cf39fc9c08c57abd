"""Ann's reading of her own fire does not show that it reaches a hidden fighter: neither in words nor by what is
missing, by the color, by who can read the answer, or in the recap.

Each play is made twice, with an unspotted Zorro where the fire goes and far from there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot.game.dice.seeds
import bot.game.entries.detail
from bot.game.entries.detail import Detail
from bot.game.sight.masks import MASKED
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, meant, opened, types
from tests.sight.plays import _ByReason

FAR = "S12"
FIRE = {
    "a burst at his hex": ("phoenix-advanced", "line, MP5", "J4", "/burst target: J4 aim: 1"),
    "a burst at his neighbor": ("phoenix-advanced", "line, MP5", "G3", "/burst target: Guard aim: 1"),
    "a burst at both in one hex": ("phoenix-advanced", "line, MP5", "F3", "/burst target: F3 aim: 1"),
    "a pattern of shot": (
        "phoenix-advanced",
        "CA 7, SAL 24, M870 shot",
        "R3",
        "/fire target: Guard aim: 1 mod: +20 drill",
    ),
    "a sweep of his hex": ("phoenix-basic", "CA 7, SAL 18, MP5", "H4", "/burst target: H4 aim: 1"),
    "a sweep of both in one hex": ("phoenix-basic", "line, MP5", "F3", "/burst target: Guard how: sweep aim: 1"),
    "an explosion 4 hexes away": ("phoenix-basic", "line, M 79", "M4", "/fire target: I4 aim: 1 mod: +20 drill"),
    "an explosion among many": ("phoenix-advanced", "line, M 79", "I5", "/fire target: I4 aim: 1 mod: +20 drill"),
}
"""By name: preset, the sheet of Ann's Axly, where Zorro is, and what Ann orders."""


@pytest.fixture(autouse=True)
def dice_by_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.game.dice.seeds, "KeyedDice", lambda seed, id, *key: _ByReason(*key[:-1]))
    monkeypatch.setattr(bot.game.dice.seeds, "CountedDice", lambda seed, id, *key: _ByReason(*key[:-2]))


async def got(path: Path, fire: str, at: str, fog: str, dice: str = "") -> tuple[list[str], str]:
    """Return the fire as Ann and a spectator get it, and as the GM reads it."""
    preset, sheet, _, order = FIRE[fire]
    guard = "R3" if "shot" in fire else "F3"
    others = [f"J{row}" for row in range(1, 7)] if "many" in fire else []
    async with opened(path / f"{at}.sqlite3") as game:
        for line in (
            f"GM: /encounter start ruleset: {preset} title: The wood",
            f"GM: /encounter options name: fog value: {fog}",
            "GM: /encounter map size: 20x16",
            f"GM: /combatant add sheet: {sheet} name: Axly at: B4 owner: @Ann side: Blue",
            f"GM: /combatant add sheet: green, AKM 47 name: Guard at: {guard} side: Red",
            *(f"GM: /combatant add sheet: green, AKM 47 name: Guard at: {place} side: Red" for place in others),
            f"GM: /combatant add sheet: elite, AKM 47, unspotted name: Zorro at: {at} owner: @Ben side: Red",
            "GM: /combatant add sheet: elite, AKM 47, unspotted name: Yorick at: T16 owner: @Ben side: Red",
        ):
            await types(game, line)
        answer = await meant(game.ann, await types(game, f"Ann: {order}{dice}"))
        shown = [everything(game, answer), everything(game, await game.ann.click(answer, "Details"))]
        for who in (game.ann, game.playground.person("Cleo")):
            asked = [await who.slash(CHANNEL, question) for question in ("log", "recap", "export", "encounter show")]
            shown += [everything(game, answer) for answer in asked]
        return shown, everything(game, await game.gm.slash(CHANNEL, "log"))


def everything(game: Game, answer: Answer) -> str:
    """All that an answer shows, with its files, without what is random."""
    files = [game.playground.world.uploads[one["id"]].content for one in answer.message.get("attachments", [])]
    parts = [answer.message.get(part) for part in ("content", "embeds", "components", "flags")]
    # Masked ids are keyed by the encounter.
    return re.sub(
        rf"[0-9a-f]{{6,}}|\d{{12,}}|<t:\d+:R>|\d{{4}}-\d\d-\d\dT[\d:.+Z-]+|\b{MASKED.pattern}\b", "", f"{parts} {files}"
    )


@pytest.mark.parametrize("fog", ["hidden", "sides"])
@pytest.mark.parametrize("fire", FIRE)
async def test_fire_tells_nothing_of_whom_it_reaches_unknown(tmp_path: Path, fire: str, fog: str) -> None:
    reached, truth = await got(tmp_path, fire, FIRE[fire][2], fog)
    missed, _ = await got(tmp_path, fire, FAR, fog)
    assert "Zorro: " in truth, "it does reach him"
    assert reached == missed


@pytest.mark.parametrize("fire", ["a burst at his hex", "a burst at his neighbor"])
@pytest.mark.parametrize("detail", [Detail.NORMAL, Detail.SHORT])
async def test_few_lines_tell_no_more(
    tmp_path: Path, detail: Detail, fire: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.game.entries.detail, "USUAL", detail)
    reached, truth = await got(tmp_path, fire, FIRE[fire][2], "hidden")
    missed, _ = await got(tmp_path, fire, FAR, "hidden")
    assert "Zorro: " in truth, "it does reach him"
    assert reached == missed
    assert "(rolled " in reached[0]


@pytest.mark.parametrize(
    ("fire", "dice"), [("a burst at his hex", "01"), ("a burst at his neighbor", "01 02 03 04 05 6 07 08 09 10 11")]
)
async def test_who_types_dice_throws_for_nobody_unknown(tmp_path: Path, fire: str, dice: str) -> None:
    reached, truth = await got(tmp_path, fire, FIRE[fire][2], "hidden", f" dice: {dice}")
    missed, _ = await got(tmp_path, fire, FAR, "hidden", f" dice: {dice}")
    assert "Zorro: " in truth, "it does reach him"
    assert reached == missed
    assert "typed by Ann" in reached[0]
