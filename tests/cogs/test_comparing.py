"""/odds compare: through the bot: chances side by side as numbers and as a picture, and what cannot be compared."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from PIL import Image

from bot.chat.commands import attack_odds
from bot.chat.plots import Studio
from bot.game.requests import OrderContext
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, helped, laid_out, opened, told, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRENT = "SAL 14, M16"
GUARD = "KV 20"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """Nobody's channel: quick rulings by any rulebook."""
    async with opened(Path(tmp_path_factory.mktemp("comparing")) / "referee.sqlite3") as game:
        yield game


async def asked(game: Game, compare: str | None, /, **options: Any) -> Answer:
    """/odds of Trent at a guard, at 10 hexes, in Phoenix Command, unless said otherwise."""
    given = {"who": TRENT, "target": GUARD, "range": 10, "ruleset": "phoenix", "compare": compare, **options}
    return await game.ann.slash(CHANNEL, "odds", **{name: value for name, value in given.items() if value is not None})


async def picture(answer: Answer) -> tuple[str, Image.Image]:
    """Return the picture and its description."""
    [attached] = answer.message["attachments"]
    assert (attached["filename"], attached["content_type"]) == ("odds.png", "image/png")
    assert attached["size"] < 60_000
    async with aiohttp.ClientSession() as session, session.get(attached["url"]) as found:
        return attached["description"], Image.open(io.BytesIO(await found.read()))


async def test_ranges_side_by_side(running: Game) -> None:
    answer = await asked(running, "20, 40 hexes")
    assert answer.ephemeral
    # Shot Accuracies of 14 - 22, - 12, - 9 and - 7 after 1 to 4 actions of aim; the column of table 2A, and one more.
    hit, out = (block.strip("`\n").splitlines() for block in answer.content.split("```")[1::2])
    assert hit[0].split("  ") == ["Hit", "10 hexes", "20 hexes", "40 hexes"]
    assert {row[0]: row[1:] for row in map(str.split, hit[1:])}["4"] == ["87", "54", "28"]
    assert out[0].split("  ") == ["Out", "10 hexes", "20 hexes", "40 hexes"]
    assert answer.content.startswith("**Soldier, M16 at Target**")
    assert answer.content.endswith("Chances in 100, by aim.\nKnockout Value 20.")
    assert all(len(line) <= 34 for line in (*hit, *out))
    said, image = await picture(answer)
    assert image.size == (800, 690)
    assert said.startswith("Soldier, M16 at Target: chances in 100 by aim. Hit: 10 hexes ")
    assert "40 hexes" in said and "Out: 10 hexes" in said
    assert len(said) <= 1024


async def test_weapons_of_the_book_that_nobody_carries(running: Game) -> None:
    answer = await asked(running, "uzi, m870")
    assert answer.content.startswith("**Soldier at Target, 10 hexes**\n```\nHit  M16  Uzi  Remington M870\n")
    said, _ = await picture(answer)
    assert said.startswith("Soldier at Target, 10 hexes: chances in 100 by aim. Hit: M16 ")
    assert "; Uzi " in said and "; Remington M870 " in said
    lent = await asked(running, "M16", weapon="Uzi")
    assert "Hit  Uzi  M16" in lent.content


async def test_a_shot_beside_bursts(running: Game) -> None:
    answer = await asked(running, "burst, Uzi burst")
    hit = answer.content.split("```")[1].strip().splitlines()
    assert hit[0].split() == ["Hit", "M16", "M16", "burst", "Uzi", "burst"]
    # By 2C automatic fire is worth an action of aim more.
    assert {row[0]: row[1:3] for row in map(str.split, hit[1:])}["4"] == ["87", "91"]


async def test_of_what_explodes_the_hits_alone(running: Game) -> None:
    answer = await asked(running, "20", who="SAL 14, M19", range=15)
    assert answer.content.count("```") == 2
    assert answer.content.endswith("Chances in 100, by aim.\nThe effect of the explosion is not included.")
    _, image = await picture(answer)
    assert image.size == (800, 380)
    # A rifle beside it has a line in both panels, the launcher in one.
    mixed = await asked(running, "M16", who="SAL 14, M19", range=15)
    hit, out = (block.strip().splitlines()[0] for block in mixed.content.split("```")[1::2])
    assert (hit.split(), out.split()) == (["Hit", "M19", "M16"], ["Out", "M16"])


async def test_other_rulebooks_that_have_aim(running: Game) -> None:
    answer = await asked(running, "1, 7", who="Rifleman", target=None, range=3, ruleset="aliens")
    assert told(answer) == (
        "**Rifleman, Pulse Rifle at Alien**\n```\nHit 3 squares 1 square 7 squares\n"
        "1          70       90        30\n2         100      100        50\n```\nChances in 100, by aim."
    )
    said, _ = await picture(answer)
    assert said == (
        "Rifleman, Pulse Rifle at Alien: chances in 100 by aim. Hit: 3 squares 70 at aim 1, 100 at 2; 1 square 90 at"
        " aim 1, 100 at 2; 7 squares 30 at aim 1, 50 at 2."
    )
    marine = await asked(running, "7", who="Marine, rifle", target="Bug Warrior", range=6, ruleset="space_marines")
    rows = [row.split() for row in marine.content.split("```")[1].strip().splitlines()[1:]]
    # 21, 26, 33 and 35 of 36 at 7 spaces.
    assert [row[2] for row in rows] == ["58.3", "72.2", "91.7", "97.2"]


@pytest.mark.parametrize(
    ("compare", "options", "wanted"),
    [
        ("Blunderbuss", {}, "I don't know the weapon “Blunderbuss”. Known: HK"),
        ("M63", {}, "I don't know the weapon “M63”. Nearest: M6"),
        ("AK", {}, "“AK” could be AKR, AKM 47, AK 74 or AK 74 with 30mm Grenade Launcher. Which one"),
        ("standing", {}, "I don't know the weapon"),
        ("rolled", {}, "I don't know the weapon"),
        ("m16", {}, "M16 cannot be compared with itself"),
        ("Uzi, UZI", {}, "Uzi cannot be compared with itself"),
        ("burst, M16 burst", {}, "M16 burst cannot be compared with itself"),
        ("20, 10", {}, "10 hexes cannot be compared with itself"),
        ("20, 20 hexes", {}, "20 hexes cannot be compared with itself"),
        ("20, 30, 40", {}, "one or two more weapons or ranges, with commas, not 3."),
        (" , ", {}, "with commas, not 0."),
        ("20, Uzi", {}, "weapons or ranges, not both"),
        ("burst, 20", {}, "weapons or ranges, not both"),
        ("301", {}, "0 to 300 hexes"),
        ("-1", {}, "0 to 300 hexes"),
        ("9" * 30, {}, "0 to 300 hexes"),
        ("20 squares", {}, "I don't know the weapon"),
        ("Uzi", {"range": None}, "Give range: in hexes"),
        ("20", {"range": None}, "Give range: in hexes"),
        ("Uzi", {"aim": 3}, "Leave out aim:."),
        ("20", {"who": "SAL 14"}, "carries no weapon"),
        ("M 67", {"range": 40}, "can be thrown 16 hexes"),
        ("Remington M870 burst", {}, "Remington M870"),
        ("x" * 300, {}, "I don't know the weapon"),
        ("x" * 301, {}, "The limit is 300."),
        ("**\n@everyone", {}, "I don't know the weapon"),
        ("Uzi", {"who": "Rifleman", "target": None, "range": 3, "ruleset": "aliens"}, "Pulse Rifle and Pistol"),
        ("burst", {"who": "Rifleman", "target": None, "range": 3, "ruleset": "aliens"}, "no bursts"),
        ("Apone", {"who": "Rifleman", "target": None, "range": 3, "ruleset": "aliens"}, "Pulse Rifle and Pistol"),
        ("7", {"who": "Marine, flamethrower", "target": None, "range": 3, "ruleset": "space_marines"}, "is not aimed"),
        (
            "Rifle",
            {"who": "d8, Pistol", "target": None, "range": None, "ruleset": "savage"},
            "Savage has no aim to compare by",
        ),
    ],
)
async def test_what_cannot_be_compared(running: Game, compare: str, options: dict[str, Any], wanted: str) -> None:
    answer = await asked(running, compare, **options)
    helped(answer, wanted)
    assert answer.message["attachments"] == []


async def test_without_a_picture_the_numbers_come_alone(
    running: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plotter = tmp_path / "plotter.py"
    for script in ("raise SystemExit(1)", "import time; time.sleep(600)"):
        plotter.write_text(script)
        desk = replace(running.client.desk, studio=Studio(plotter, patience=0.5))
        monkeypatch.setattr(running.client, "desk", desk)
        answer = await asked(running, "20, 40")
        assert answer.ephemeral
        assert answer.message["attachments"] == []
        assert "\n4          87        54        28\n" in answer.content
        assert answer.content.endswith("The picture could not be drawn. These are its numbers.")


async def test_in_an_encounter_what_is_carried_is_suggested_and_nothing_is_kept(tmp_path: Path) -> None:
    lines = (
        "GM: /encounter start ruleset: phoenix",
        "Ann: /combatant add sheet: SAL 14, M16, Uzi, M1911A1 name: Trent",
        "GM: /combatant add sheet: KV 20 name: Guard",
    )
    async with laid_out(tmp_path / "referee.sqlite3", lines) as game:
        assert await game.ann.autocomplete(CHANNEL, "odds", focused="compare") == [], "a comparison needs a range"
        offered = await game.ann.autocomplete(CHANNEL, "odds", focused="compare", range=10)
        # What is carried, then whatever else the book has.
        assert [choice["value"] for choice in offered][:4] == ["Uzi", "M1911A1", "HK VP70M", "M1951"]
        more = await game.ann.autocomplete(
            CHANNEL, "odds", focused="compare", compare="Uzi, akm", weapon="M16A1", range=10
        )
        assert [choice["value"] for choice in more] == ["Uzi, AKM 47"]
        before = await game.head()
        answer = await types(game, "Ann: /odds target: Guard range: 10 compare: Uzi, FAMAS")
        assert answer.content.startswith("**Trent at Guard, 10 hexes**\n```\nHit  M16  Uzi  FA MAS\n")
        assert await game.head() == before
        # The range was only asked about.
        helped(await types(game, "Ann: /odds target: Guard compare: Uzi"), "Give range:")


@pytest.mark.parametrize(
    ("where", "name", "compare"),
    [(OrderContext, "odds", None), (attack_odds, "compared", "20, 40")],
    ids=["odds", "compare"],
)
async def test_the_answer_is_promised_before_the_chances_are_counted(
    running: Game, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, compare: str | None
) -> None:
    """Discord drops a question that it hears nothing of for 3 seconds; what is refused is told in private still."""
    route = "POST /interactions/*/*/callback"
    count, promised = getattr(where, name), list[Any]()

    def counted(*of: Any) -> Any:
        promised.append([request.done for request in running.playground.asked(route)])
        return count(*of)

    monkeypatch.setattr(where, name, counted)
    before = len(running.playground.asked(route))
    answer = await asked(running, compare)
    assert answer.ephemeral and "M16 at Target" in told(answer)
    refusal = await asked(running, compare, range=999)
    helped(refusal, "0 to 300 hexes")
    assert [len(one) - before for one in promised] == [1, 2] and all(all(one) for one in promised)
