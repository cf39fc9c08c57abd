"""`referee play`: each ruleset's first fight, laid out by the real bot; and what is kept when the process is killed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.errors import CannotStart, StoreUnavailable
from bot.game.store.home.compression import unpacked
from bot.play import fight_setup
from bot.play.fight_setup import lay_out
from bot.play.first_fight import first_fight, with_first_fights
from bot.play.saved_data import SavedData
from bot.settings import Settings
from rules.engine.records.errors import BrokenData
from rules.shelf import books_by_name, shelf
from standin.driver import Answer
from standin.errors import PageError
from standin.faults import CALLBACK
from standin.world.messages import LOADING
from tests.served import CHANNEL, ROOT, Process, end, served, skirmish, stand_in
from tests.waiting import patience, until

pytestmark = pytest.mark.sqlite

CHAPTER = """
title = "t"
topic = "t"
you = "Ann"
quick = "/fire"
[[steps]]
by = "GM"
line = "/next"
[greeting]
text = "t"
next = "n"
"""
HINT = '[[greeting.steps]]\nline = "/next"\nsays = "s"\n'


def is_an_answer(answer: Answer) -> bool:
    """A refusal is a plain sentence; whatever else the bot says has a heading, a block or an embed."""
    return bool(answer.embeds) or bool(re.search(r"\*\*|```", answer.content))


@pytest.mark.parametrize("ruleset", books_by_name(shelf()))
async def test_the_first_fight_is_laid_out_and_each_hint_is_answered(ruleset: str, tmp_path: Path) -> None:
    fight = first_fight(ruleset)
    async with served(tmp_path / "referee.sqlite3", ruleset=ruleset) as bot:
        await lay_out(bot.playground, fight, lambda _: None)
        you = bot.person(fight.you)
        assert bot.playground.world.channel(you.channel_id(fight.channel))["topic"] == fight.topic
        assert fight.title in "".join(message["content"] for message in you.sees(fight.channel))
        named = []
        for hint in fight.greeting.steps:
            answer = await you.types(fight.channel, hint.line)
            assert is_an_answer(answer), f"{hint.line}: {answer.content}"
            named.append(answer.message["interaction_metadata"]["name"])
        assert len(set(named)) == 3, "what was typed is told apart by the command's name"
        assert not is_an_answer(await you.types(fight.channel, "/fire target: nobody of that name"))


RULED = {
    "aliens": r"70%, rolled \d \(needed 6 or less\): Rifleman fires the Pulse Rifle at Alien, 4 squares: (HIT|MISS)",
    "phoenix": r"\d+%, rolled \d\d \(needed \d\d or less\): Soldier fires the M16 at guard, 22 hexes: (HIT|MISS)",
    "space_marines": r"92%, rolled \d and \d \(needed 4 or more\): Marine fires the Rifle at Bug Warrior, 4 spaces: "
    "(HIT|MISS|MISFIRE)",
    "savage": r"50%, rolled \d+(?:(?:,| and) \d+)* \(needed 4 or more\): Extra fires the Pistol at guard: (HIT|MISS)",
}
TOURNAMENT = r"Soldier fires the M16A1 at Soldier, 10 hexes \(rolled \d+, needed 53\): (HIT|MISS)"


@pytest.mark.parametrize("ruleset", books_by_name(shelf()))
async def test_the_heading_of_quick_rulings_has_one_that_the_rulebook_understands(ruleset: str, tmp_path: Path) -> None:
    fight = first_fight(ruleset)
    async with served(tmp_path / "referee.sqlite3", ruleset=ruleset) as bot:
        await lay_out(bot.playground, fight, lambda _: None)
        ben = bot.person("Ben")
        topic = bot.playground.world.channel(ben.channel_id("quick-rulings"))["topic"]
        heading, _, line = topic.partition(": ")
        assert heading == "One shot without a skirmish"
        answer = await ben.types("quick-rulings", line)
        assert not answer.ephemeral, answer.content
        ruled = TOURNAMENT if "tournament" in ruleset else RULED[books_by_name(shelf())[ruleset][0].id]
        assert re.match(ruled, answer.content.replace("**", ""))


async def test_a_laying_out_that_takes_long_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fight_setup, "_SILENCE", -1.0)
    said: list[str] = []
    async with served(tmp_path / "referee.sqlite3") as bot:
        await lay_out(bot.playground, first_fight("aliens"), said.append)
    assert said == [f"Laying out the fight: {number} of 5" for number in (1, 2, 3, 4)]


async def test_a_step_that_the_bot_refuses_is_named(tmp_path: Path) -> None:
    fight = first_fight("aliens")
    wrong = fight.steps[2].model_copy(update={"form": {"text": "Apone: no such card"}})
    async with served(tmp_path / "referee.sqlite3") as bot:
        with pytest.raises(CannotStart, match=r"laid out: /combatant add side: Marines: .*no such card"):
            await lay_out(bot.playground, fight.model_copy(update={"steps": (*fight.steps[:2], wrong)}), print)


def test_a_ruleset_without_a_first_fight_is_told_which_have_one(tmp_path: Path) -> None:
    (tmp_path / "aliens").mkdir()
    having = r"aliens, phoenix, space_marines, savage\.$"
    with pytest.raises(CannotStart, match="first fight for 'chess'. Choose with --ruleset: " + having):
        first_fight("chess")
    assert with_first_fights(tmp_path) == ()
    with pytest.raises(CannotStart, match="first fight for 'aliens'"):
        first_fight("aliens", tmp_path)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("title = ", "aliens/first_fight.toml cannot be read"),
        (CHAPTER + 2 * HINT, "greeting.steps"),
        (CHAPTER.replace('"Ann"', '"Zoe"') + 3 * HINT, "you: .*'Zoe' is not one of GM, Ann, Ben, Cleo"),
        (CHAPTER.replace('"GM"', '"Zoe"') + 3 * HINT, "steps.0.by: .*'Zoe'"),
        (CHAPTER.replace('"/next"', '"next"') + 3 * HINT, "steps.0.line"),
        ("colour = 1" + CHAPTER + 3 * HINT, "colour: Extra"),
    ],
)
def test_a_first_fight_that_is_wrong_says_where(text: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "aliens").mkdir()
    (tmp_path / "aliens" / "first_fight.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BrokenData, match=wrong):
        first_fight("aliens", tmp_path)


async def test_who_is_meant_can_be_typed(tmp_path: Path) -> None:
    async with served(tmp_path / "referee.sqlite3") as bot:
        gm = bot.person("GM")
        await gm.types(CHANNEL, "/encounter start ruleset: aliens")
        for owner in ("Ann", "@Ann", bot.person("Ann").mention):
            answer = await gm.types(CHANNEL, f"/combatant add sheet: rifleman owner: {owner} side: Marines")
            (add,) = answer.interaction.payload["data"]["options"]
            assert {"name": "owner", "type": 6, "value": bot.person("Ann").id} in add["options"]
            assert not answer.ephemeral
        with pytest.raises(PageError, match="Zoe"):
            await gm.types(CHANNEL, "/combatant add sheet: rifleman owner: Zoe")


async def test_what_does_not_belong_together_begins_anew(tmp_path: Path) -> None:
    kept = SavedData(tmp_path / "playground.sqlite3", tmp_path / "playground")
    assert kept.reason_to_begin_anew("aliens") == ""
    async with served(kept.database) as bot:
        bot.playground.remember(kept.folder)
        await skirmish(bot)
        assert kept.reason_to_begin_anew("aliens") == "No complete fight was saved"
        kept.note("aliens", "f1")
        assert kept.id == "f1"
    assert kept.reason_to_begin_anew("aliens") is None
    assert kept.reason_to_begin_anew("chess") == "The saved fight is of aliens"

    aside = tmp_path / "aside.sqlite3"
    kept.database.rename(aside)
    assert kept.reason_to_begin_anew("aliens") == "The database does not belong to the saved fight"
    async with served(kept.database) as bot:
        await skirmish(bot)
    assert kept.reason_to_begin_anew("aliens") == "The database does not belong to the saved fight"
    aside.replace(kept.database)
    assert kept.reason_to_begin_anew("aliens") is None
    shutil.rmtree(kept.folder)
    assert kept.reason_to_begin_anew("aliens") == "No complete fight was saved"

    kept.clear()
    assert not kept.database.exists() and not kept.folder.exists()
    assert kept.reason_to_begin_anew("aliens") == ""


def test_what_is_broken_is_put_aside_in_the_place_of_what_was_before(tmp_path: Path) -> None:
    kept = SavedData(tmp_path / "playground.sqlite3", tmp_path / "playground")
    for content in (b"broken", b"broken again"):
        kept.folder.mkdir()
        (kept.folder / "fight.json").write_bytes(b'{"id": "f1", "ruleset": "aliens", "encounters": ["e1"]}')
        kept.database.write_bytes(content * 1000)
        with pytest.raises(StoreUnavailable):
            kept.reason_to_begin_anew("aliens")
        aside = kept.put_aside()
        assert list(tmp_path.iterdir()) == [aside]
        assert (aside / "playground.sqlite3").read_bytes() == content * 1000
        assert (aside / "playground" / "fight.json").exists()


@pytest.mark.parametrize("applied", [False, True], ids=["before Discord had it", "after Discord had it"])
async def test_a_result_that_the_bot_died_over_is_shown_once_after_both_start_again(
    applied: bool, tmp_path: Path
) -> None:
    database, folder = tmp_path / "referee.sqlite3", tmp_path / "playground"
    async with stand_in() as first:
        first.remember(folder)
        async with Process(first, database) as process:
            await skirmish(first)
            stall = first.faults.stall(CALLBACK, after=applied)
            await first.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=3, wait=False)
            await asyncio.wait_for(stall.reached.wait(), 10)
            await process.kill()
    async with stand_in() as second:
        second.remember(folder)
        async with Process(second, database):
            ben = second.person("Ben")
            await second.until(lambda: len(shots(ben.sees(CHANNEL))) == 1)
            (shot,) = shots(ben.sees(CHANNEL))
            await ben.types(CHANNEL, "/fire target: Alien 2 range: 3")
            await until_nothing_is_owed(database)
            assert [message["id"] for message in shots(ben.sees(CHANNEL))][:1] == [shot["id"]]
            assert len(shots(ben.sees(CHANNEL))) == 2
            details = await ben.click(shot, "Details")
            assert "Details of" in details.content
        assert second.violations == []


def shots(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if re.search(r" fires the .+ at ", message["content"])]


async def until_nothing_is_owed(database: Path) -> None:
    owed = "SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL"
    await until(lambda: rows(database, owed) == [(0,)])


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


class Play:
    """`referee play` as somebody at a terminal starts it in `folder`, and the page of somebody who opens it."""

    def __init__(self, folder: Path, *arguments: str, program: Sequence[str | Path] = ()) -> None:
        self.folder = folder
        self.said: list[str] = []
        self._program = program
        self._arguments = arguments

    async def __aenter__(self) -> Play:
        without = {name.upper() for name in Settings.model_fields}
        environment = {name: value for name, value in os.environ.items() if name not in {*without, "PYTHONPATH"}}
        if not self._program:
            environment["PYTHONPATH"] = str(ROOT)
        self._process = await asyncio.create_subprocess_exec(
            *(self._program or (sys.executable, "-m", "bot", "play")),
            *("--port", "0", *self._arguments),
            cwd=self.folder,
            env={**environment, "SWEEP_SECONDS": "0.2"},
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        try:
            address = await self._address(self._process.stdout)
        except BaseException:
            await end(self._process)
            raise
        self.page = aiohttp.ClientSession(address)
        self.state = await self._json("/page/state")
        self.channel = self.state["channels"][0]["id"]
        self.ids = {user["global_name"]: user["id"] for user in self.state["users"]}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.page.close()
        await end(self._process)

    async def sees(self, who: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self._json(f"/page/channels/{self.channel}/messages?user={self.ids[who]}")
        return found

    async def fires(self, who: str, **given: str) -> None:
        options = [{"name": name, "type": 3, "value": value} for name, value in given.items()]
        await self.does("slash", who, name="fire", options=options)

    async def press(self, who: str, message: dict[str, Any], label: str) -> None:
        (button,) = [b for row in message["components"] for b in row["components"] if b["label"] == label]
        asked = {"message_id": message["id"], "custom_id": button["custom_id"], "component_type": 2}
        await self.does("component", who, **asked)

    async def confirm(self, who: str, label: str) -> None:
        """Press the button with that label once the person is asked. Raises TimeoutError."""
        async with asyncio.timeout(patience()):
            while not (asked := [m for m in await self.sees(who) if label in str(m["components"])]):
                await asyncio.sleep(0.02)
        await self.press(who, asked[-1], label)

    async def does(self, deed: str, who: str, **asked: Any) -> None:
        body = {"user": self.ids[who], "channel": self.channel, **asked}
        async with self.page.post(f"/page/{deed}", json=body) as answer:
            assert answer.status == 200, await answer.text()

    async def until_seen(self, who: str, count: int) -> list[dict[str, Any]]:
        """The person's messages once there are so many and none is a promise any more. Raises TimeoutError."""
        async with asyncio.timeout(patience()):
            while len(seen := await self.sees(who)) < count or any(message["flags"] & LOADING for message in seen):
                await asyncio.sleep(0.02)
        return seen

    async def until_drawn(self, who: str) -> list[dict[str, Any]]:
        """The person's messages once no more pictures are put into them. Raises TimeoutError."""
        async with asyncio.timeout(patience()):
            seen = await self.sees(who)
            while True:
                await asyncio.sleep(1)
                if seen == (seen := await self.sees(who)) and any(message["attachments"] for message in seen):
                    return seen

    async def _address(self, output: asyncio.StreamReader) -> str:
        """Reads what it says until it names its page."""
        async with asyncio.timeout(patience()):
            async for line in output:
                self.said.append(line.decode().rstrip())
                if address := re.match(r"Open (http://\S+/) in a browser\.", self.said[-1]):
                    return address[1]
        raise AssertionError(self.said)

    async def _json(self, path: str) -> Any:
        async with self.page.get(path) as answer:
            return await answer.json()


def unaddressed(messages: list[dict[str, Any]]) -> str:
    """The messages without the address at which a run of the playground serves their pictures."""
    return re.sub(r"http://127\.0\.0\.1:[0-9]+/", "/", json.dumps(messages))


async def test_it_goes_on_where_a_killed_one_was_left(tmp_path: Path) -> None:
    async with Play(tmp_path) as first:
        assert first.said[0] == "Laying out “The corridor” ..."
        laid_out = len(await first.sees("Ann"))
        await first.does("say", "Ben", content="cover me")
        await first.fires("Ann", target="Alien 1", dice="9")  # a miss
        await first.does("slash", "Ann", name="odds", options=[])
        await first.until_seen("Ann", laid_out + 3)
        before = await first.until_drawn("Ann")
        assert (tmp_path / "var/playground.lock").read_text() == str(first.page._base_url)
    async with Play(tmp_path) as second:
        assert second.said[0] == "Continuing “The corridor”. Start again with --reset."
        assert unaddressed(await second.sees("Ann")) == unaddressed(before)
        places = [[(c["name"], c.get("topic")) for c in run.state["channels"]] for run in (first, second)]
        assert places[0] == places[1]
        assert ("table-talk", None) in places[0]
        assert second.state["greeting"] == first.state["greeting"]
        (shot,) = shots(before)
        for number, (who, button) in enumerate([("Ann", "Details"), ("Ann", "Again"), ("GM", "Next")], start=1):
            await second.press(who, shot, button)
            if button == "Next":
                await second.confirm("GM", "Next anyway")
            await second.until_seen("Ann", len(before) + number)
        added = [message["content"] for message in (await second.sees("Ann"))[len(before) :]]
        for words, content in zip(("Details of #", "Apone fires the ", "Turn 2 begins"), added, strict=True):
            assert words in content
    async with Play(tmp_path, "--reset") as third:
        assert third.said[0] == "Laying out “The corridor” ..."
        assert len(await third.sees("Ann")) == laid_out
        assert third.state["greeting"]["id"] != first.state["greeting"]["id"]
    (tmp_path / "var/playground/world.jsonl").write_bytes(b"no more than this\n")
    async with Play(tmp_path) as fourth:
        assert fourth.said[:2] == [
            "var/playground/world.jsonl cannot be read. It is now in var/playground-broken.",
            "Laying out “The corridor” ...",
        ]
        assert (tmp_path / "var/playground-broken/playground/world.jsonl").read_bytes() == b"no more than this\n"


async def test_nothing_is_lost_or_comes_twice_whenever_it_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "var/playground.sqlite3"
    for moment in (0.004, 0.012, 0.03):
        async with Play(tmp_path) as play:
            for number, who in enumerate(("Ann", "Ben", "Cleo"), start=1):
                await play.fires(who, target=f"Alien {number}")
            await asyncio.sleep(moment)
    async with Play(tmp_path) as play:
        await until_nothing_is_owed(database)
        seen = shots(await play.sees("GM"))
    stored = rows(database, "SELECT message_id FROM entries WHERE interaction_id IS NOT NULL")
    assert len({message["id"] for message in seen}) == len(seen)
    assert {message["id"] for message in seen} <= {id for (id,) in stored}
    fired = [order for (order,) in rows(database, 'SELECT "order" FROM entries') if b'"kind":"Fire"' in unpacked(order)]
    assert len(fired) == len(seen)
