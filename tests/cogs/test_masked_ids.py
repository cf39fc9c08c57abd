"""Ids in what leaves the bot tell nothing about the hidden, come in again, and are nobody's to a user who does not know
the fighter."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.chat.outgoing.controls import keep_id, question_id
from bot.chat.views.buttons.moves import Moment
from bot.chat.views.private.draft import Draft
from bot.game.journal.anchors import Anchor
from bot.game.sight.masks import MASKED, MaskedId, masks_of
from rules.engine.records.agenda import Clock
from standin import limits
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, meant, opened, told, types
from tests.cogs.test_rights_matrix import Desk, press
from tests.cogs.test_strangers_in_the_fog import nothing_changes, sentence
from tests.sight.plays import JOURNALS, Play, comparable
from tests.sight.plays import _shown as shown
from tests.waiting import idle

# Zorro is c1, Trent c2, Yara c3, Guard c4 and Axly c5.
LINES = (
    "GM: /encounter start ruleset: phoenix",
    "GM: /encounter options name: fog value: hidden",
    "GM: /encounter map size: 12x8",
    "GM: /combatant add name: Zorro side: Guards at: L8 sheet: line, AKM 47, unspotted",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: A1 sheet: line, AKM 47, exposed",
    "GM: /combatant add name: Yara side: Guards at: L7 sheet: line, AKM 47, unspotted",
    "GM: /combatant add name: Guard side: Guards at: F1 sheet: line, AKM 47, exposed",
    "GM: /combatant add name: Axly owner: @Ann side: Squad at: B1 sheet: line, AKM 47, exposed",
)
GONE = "That fighter is no longer in this encounter. See who is with /encounter show."


@asynccontextmanager
async def begun(tmp_path: Path) -> AsyncIterator[Game]:
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in LINES:
            await types(game, line)
        assert [one.id for one in (await game.encounter()).combatants] == ["c1", "c2", "c3", "c4", "c5"]
        yield game


async def masked(game: Game) -> dict[str, MaskedId]:
    """The masked id of each fighter, by name."""
    encounter = await game.encounter()
    masks = masks_of(game.client.referee.store, encounter.id)
    return {one.name: masks.mask(one.id) for one in encounter.combatants}


def parts(answer: Answer) -> list[dict[str, Any]]:
    return [part for part in limits.walk(answer.components) if "custom_id" in part]


def words(answer: Answer) -> list[str]:
    """The custom ids of an answer and the values of its options."""
    values = [option["value"] for part in parts(answer) for option in part.get("options", ())]
    return [*(part["custom_id"] for part in parts(answer)), *values]


def select(answer: Answer, beginning: str) -> dict[str, Any]:
    return next(part for part in parts(answer) if part["custom_id"].startswith(beginning))


def file_of(game: Game, answer: Answer) -> str:
    (file,) = answer.message["attachments"]
    return game.playground.world.uploads[file["id"]].content.decode()


async def exported(game: Game, who: Person, **options: Any) -> str:
    return file_of(game, await who.slash(CHANNEL, "export", **options))


async def test_forms_and_lists_of_places_hold_masks_that_come_in_again(tmp_path: Path) -> None:
    async with begun(tmp_path) as game:
        ids = await masked(game)
        form = await game.ann.slash(CHANNEL, "fire", who="Trent", aim=1)
        who, target = (
            next(p for p in parts(form) if p["custom_id"].startswith(f"srf:{s}:")) for s in ("who", "target")
        )
        assert {o["label"]: o["value"] for o in who["options"]} == {name: ids[name] for name in ("Trent", "Axly")}
        assert ids["Guard"] in [o["value"] for o in target["options"]]
        chosen = await game.ann.select(form, target["custom_id"], ids["Guard"])
        assert f":{ids['Trent']}:{ids['Guard']}:" in parts(chosen)[-1]["custom_id"]
        places = await game.ann.slash(CHANNEL, "move", who="Axly")
        assert all(f":{ids['Axly']}:" in part["custom_id"] for part in parts(places))
        assert not [word for word in (*words(form), *words(chosen), *words(places)) if JOURNALS.search(word)]
        fired = await meant(game.ann, await game.ann.click(chosen, "Fire"))
        assert "Trent" in told(fired) and "Guard" in told(fired)
        moved = await game.ann.click(places, custom_id=parts(places)[0]["custom_id"])
        assert "Axly moves" in told(moved)


async def test_the_files_of_one_side_have_masks_and_the_complete_one_has_the_journals_ids(tmp_path: Path) -> None:
    async with begun(tmp_path) as game:
        ids = await masked(game)
        await types(game, "Ann: /plan set who: Trent lines: when Guard shows: fire at Guard; else: stay")
        await types(game, "Ann: /pass who: Axly")
        texts = [
            written := await exported(game, game.ann),
            await exported(game, game.ann, format="replay"),
            file_of(game, await game.ann.slash(CHANNEL, "privacy show")),
        ]
        assert not [JOURNALS.findall(text) for text in texts if JOURNALS.search(text)]
        planned, passed = (entry["order"] for entry in json.loads(written)["entries"][-2:])
        (line, _) = planned["lines"]
        assert (planned["actor"], passed["actor"]) == (ids["Trent"], ids["Axly"])
        assert line["when"]["who"] == line["orders"][0]["targets"][0]["id"] == ids["Guard"]
        assert f"\ue000{ids['Guard']}\ue001" in line["text"]
        assert {*JOURNALS.findall(await exported(game, game.gm))} >= {"c1", "c2", "c3", "c4", "c5"}
        await types(game, "GM: /encounter end")
        whole = await exported(game, game.ann)
        assert [e["order"]["actor"] for e in json.loads(whole)["entries"][-3:-1]] == ["c2", "c5"]
        # The seed of the dice is known now, and another one is in use after the undo: the masks stay.
        await types(game, "GM: /undo")
        assert await masked(game) == ids
        assert not JOURNALS.search(again := await exported(game, game.ann))
        assert ids["Trent"] in again


async def test_a_file_of_one_side_leaves_out_the_encounter_that_was_imported(tmp_path: Path) -> None:
    """Nothing was kept from anybody in it; the fog came later."""
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in (LINES[0], LINES[4], LINES[6], "GM: /encounter end"):
            await types(game, line)
        whole = ("encounter.json", (await exported(game, game.gm, ids=True)).encode())
        await game.gm.slash(CHANNEL, "encounter import", file=whole)
        await types(game, LINES[1])
        await types(game, "Ann: /pass who: Trent")
        imported, *_, passed = json.loads(await exported(game, game.ann))["entries"]
        assert imported["kind"] == "order" and imported["order"] is None
        assert passed["order"]["actor"] == (await masked(game))["Trent"]
        orders = [json.loads(file_of(game, await game.gm.slash(CHANNEL, "privacy show")))["encounters"]]
        assert '"c1"' in json.dumps(orders)


async def test_names_of_people_who_left_do_not_count_the_players_of_the_hidden(tmp_path: Path) -> None:
    """Ben, who has the hidden Zorro, and Cleo, whom Ann sees act, are not on the server any more."""
    async with begun(tmp_path) as game:
        await types(game, "GM: /combatant owner who: Zorro user: @Ben")
        await types(game, "GM: /combatant owner who: Axly user: @Cleo")
        await types(game, "Ben: /pass who: Zorro")
        await types(game, "Cleo: /pass who: Axly")
        for name in ("Ben", "Cleo"):
            game.playground.world.home.members.pop(game.playground.person(name).id)
        for text in (await exported(game, game.ann), await exported(game, game.ann, format="replay")):
            assert "player 1" in text and "player 2" not in text


async def test_the_end_and_its_undo_leave_the_masks_of_the_hidden_unknown(tmp_path: Path) -> None:
    """Everybody knows the seed after the end, and which mask is whose: neither tells the mask of who joins later."""
    async with begun(tmp_path) as game:
        await types(game, "GM: /encounter end")
        seeds = json.loads(await exported(game, game.ann))["seeds"]
        await types(game, "GM: /undo")
        await types(game, "GM: /combatant add name: Xena side: Guards at: L6 sheet: line, AKM 47, unspotted")
        id = (await game.encounter()).id
        ids = await masked(game)
        for seed in seeds:
            assert masks_of_seed(bytes.fromhex(seed["seed"]), id) != ids["Xena"]
        assert MASKED.fullmatch(ids["Xena"]) and len({*ids.values()}) == 6


def masks_of_seed(seed: bytes, encounter: str) -> MaskedId:
    class Guessed:
        masking = seed

    return masks_of(Guessed(), encounter).mask("c6")  # type: ignore[arg-type]


async def test_buttons_are_the_same_after_a_restart(tmp_path: Path) -> None:
    async with begun(tmp_path) as game:
        ids = await masked(game)
        form = await game.ann.slash(CHANNEL, "fire", who="Trent", aim=1)
        target = select(form, "srf:target:")
        order = parts(await game.ann.select(form, target["custom_id"], ids["Guard"]))[-1]["custom_id"]
        move = parts(await game.ann.slash(CHANNEL, "move", who="Axly"))[0]["custom_id"]
    async with opened(tmp_path / "referee.sqlite3") as game:
        desk = Desk(game)
        await desk.begin()
        assert await masked(game) == ids
        assert "Trent" in told(await meant(game.ann, await press(desk, game.ann, CHANNEL, order)))
        assert "Axly moves" in told(await press(desk, game.ann, CHANNEL, move))


def forms(desk: Desk, who: str, target: str, *chosen: str, part: str = "go") -> tuple[str, ...]:
    return Draft("fire", desk.id, MaskedId(who), target, "", "1").custom_id(part), *chosen


def moves(desk: Desk, who: str, here: str = "B1") -> str:
    return f"srw:{Moment(desk.id, MaskedId(who), here, Clock(1, 1), False)}:B2:a:"


async def test_buttons_from_before_ids_were_masked_still_work(tmp_path: Path) -> None:
    async with begun(tmp_path) as game:
        desk, ids = Desk(game), await masked(game)
        await desk.begin()
        form = await press(desk, game.ann, CHANNEL, *forms(desk, "c2", "", "c4", part="target"))
        assert f":{ids['Trent']}:{ids['Guard']}:" in parts(form)[-1]["custom_id"]
        form = await press(desk, game.ann, CHANNEL, *forms(desk, "c2", "c4", "c5", part="who"))
        assert f":{ids['Axly']}:{ids['Guard']}:" in parts(form)[-1]["custom_id"]
        fired = await meant(game.ann, await press(desk, game.ann, CHANNEL, *forms(desk, "c2", "c4")))
        assert "Trent" in told(fired) and "Guard" in told(fired)
        assert "Axly moves" in told(await press(desk, game.ann, CHANNEL, moves(desk, "c5")))


@pytest.mark.parametrize("how", ["actor", "target", "who", "target chosen", "move", "keep", "question"])
async def test_the_ids_of_fighters_whom_one_does_not_know_are_nobodys(tmp_path: Path, how: str) -> None:
    async with begun(tmp_path) as game:
        desk, ids = Desk(game), await masked(game)
        await desk.begin()
        nobody = masks_of(game.client.referee.store, desk.id).mask("c99")
        anchor = Anchor.of(await game.head())
        trent, guard = ids["Trent"], ids["Guard"]
        said: dict[str, str] = {}
        async with nothing_changes(game):
            for id in ("c1", "c99", "zz9", "c0", "c123456789", ids["Zorro"], ids["Yara"], nobody):
                custom: tuple[str, ...] = {
                    "actor": forms(desk, id, guard),
                    "target": forms(desk, trent, id),
                    "who": forms(desk, trent, guard, id, part="who"),
                    "target chosen": forms(desk, trent, guard, id, part="target"),
                    "move": (moves(desk, id),),
                    "keep": (keep_id(anchor, MaskedId(id)),),
                    "question": (question_id(anchor, MaskedId(id), 0),),
                }[how]
                said[id] = await sentence(await press(desk, game.ann, CHANNEL, *custom))
        old = {
            "move": "That button is old: the fighter has moved, or time has passed. "
            "Use /move to see where they can go now.",
            "question": "That question is no longer open. Nothing has changed.",
        }
        assert said == dict.fromkeys(said, old.get(how, GONE))


ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("fire", {"who": "Trent"}),
    ("fire", {"who": "Trent", "target": "Guard"}),
    ("move", {"who": "Axly"}),
    ("pass", {"who": "Trent"}),
    ("move", {"who": "Axly", "to": "C1"}),
    ("map", {}),
    ("encounter show", {}),
    ("log", {}),
    ("export", {}),
    ("export", {"format": "replay"}),
    ("privacy show", {}),
)


async def test_what_others_get_has_the_same_fighters_in_it_without_the_hidden(tmp_path: Path) -> None:
    """Ids differ, because others have joined before; in them are the same fighters."""
    got: list[list[str]] = []
    for hidden in (True, False):
        with comparable():
            async with opened(tmp_path / f"{hidden}.sqlite3") as game:
                for line in LINES:
                    if hidden or "unspotted" not in line:
                        await types(game, line)
                # Then nobody else has to act, in both.
                for name in ("Zorro", "Yara") if hidden else ():
                    await types(game, f"GM: /pass who: {name}")
                play = Play(game, {})
                await play.learn()
                for command, options in ASKED:
                    answer = await meant(game.ann, await game.ann.slash(CHANNEL, command, **options))
                    await idle(play.game.client)
                    play.note("Ann", f"/{command} {options}", shown(answer, play.world))
                assert (await masked(game)).keys() >= {"Trent", "Axly", "Guard"}
                assert ("Zorro" in await masked(game)) is hidden
                got.append(play.lines)
    assert len(got[0]) == len(ASKED)
    assert [pair for pair in zip(*got, strict=True) if pair[0] != pair[1]][:1] == []
    form, _, places, *_, written, _, own = got[0]
    assert ":Trent:" in form and ":Axly:" in places
    assert '\\"actor\\":\\"Trent\\"' in written and '\\"actor\\":\\"Axly\\"' in own
