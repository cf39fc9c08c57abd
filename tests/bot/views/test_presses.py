"""Pressing, choosing and filling in over the real protocol, as several people at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.connection import entrance
from bot.chat.views.private.prompt import prompts
from bot.game.dice import seeds
from rules.engine.scene.dice import ScriptedDice
from standin.driver import Answer, Person
from tests.served import CHANNEL, Served, connected, everybody_passes, served, skirmish, stand_in


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        yield bot


@pytest.fixture
def ann(bot: Served) -> Person:
    return bot.person("Ann")


@pytest.fixture
def ben(bot: Served) -> Person:
    return bot.person("Ben")


@pytest.fixture
def gm(bot: Served) -> Person:
    return bot.person("GM")


async def fire(person: Person, **options: Any) -> Answer:
    return await person.slash(CHANNEL, "fire", **{"target": "Alien 1", "range": 2, "aim": 1, "dice": "9", **options})


def labels(message: Answer) -> list[str]:
    return [component["label"] for component in message.components if component["type"] == 2]


async def turn(bot: Served) -> int:
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    head = await bot.client.referee.journal.head(row.id)
    assert head is not None
    return head.state.clock.turn


async def test_details_are_for_the_asker_alone(ann: Person, ben: Person) -> None:
    shot = await fire(ann)
    assert labels(shot) == ["Details", "Again", "Undo", "Done", "Next", "Run"]
    told = await ben.click(shot, "Details")
    assert told.ephemeral
    assert [message["id"] for message in ann.sees(CHANNEL)][-1] == shot.message["id"]


async def test_next_pressed_by_two_at_once_is_one_turn(bot: Served, gm: Person) -> None:
    await gm.slash(CHANNEL, "encounter gm", user=bot.person("Ben"))
    shot = await fire(bot.person("Ann"))
    await everybody_passes(bot)
    presses = [person.click(shot, "Next") for person in (gm, bot.person("Ben"), gm)]
    answers = await asyncio.gather(*presses)
    assert await turn(bot) == 2
    await answers[0].until(lambda _: sum(bool(a.interaction.followups) for a in answers) == 2)
    for late in (a for a in answers if a.interaction.followups):
        (told,) = late.followups
        assert "Turn 2" in told["content"] and told["flags"] & 64


async def test_a_stale_next_gives_up_what_is_spent(bot: Served, gm: Person, ann: Person) -> None:
    shot = await fire(ann)
    await gm.slash(CHANNEL, "next")
    late = await gm.click(shot, "Next")
    await late.until(lambda answer: bool(answer.followups))
    assert "old" in late.followups[0]["content"]
    assert labels(shot) == ["Details", "Again"]
    assert await turn(bot) == 2


async def test_next_is_not_for_everybody_while_somebody_is_waited_for(bot: Served, ann: Person) -> None:
    shot = await fire(ann)
    told = await ann.click(shot, "Next")
    assert told.ephemeral and "Still to act" in told.content
    assert await turn(bot) == 1
    assert "Next" in labels(shot)


async def test_again_gives_the_order_once_more_and_only_once(
    bot: Served, ann: Person, gm: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bot's own dice are to miss here, so that the target stays.
    monkeypatch.setattr(seeds, "KeyedDice", lambda *_: ScriptedDice([9]))
    shot = await fire(ann)
    await gm.slash(CHANNEL, "next")
    before = len(await bot.seqs())
    first, second = await asyncio.gather(ann.click(shot, "Again"), ann.click(shot, "Again"))
    assert len(await bot.seqs()) == before + 1
    await first.until(lambda _: bool(first.interaction.followups or second.interaction.followups))
    again, late = (second, first) if first.interaction.followups else (first, second)
    assert not again.ephemeral and "Apone" in again.content
    assert "already" in late.followups[0]["content"]
    await gm.slash(CHANNEL, "next")
    await ann.click(again, "Again")
    assert len(await bot.seqs()) == before + 3


@pytest.mark.parametrize("label", ["Next", "Again", "Done", "Undo"])
async def test_a_press_delivered_twice_is_one_order(bot: Served, gm: Person, ann: Person, label: str) -> None:
    shot = await fire(ann)
    before = len(await bot.seqs())
    press = await (gm if label in ("Next", "Undo") else ann).click(shot, label)
    for _ in range(3):
        bot.playground.redeliver(press)
    # Whatever the deliveries did is done once a later press is answered.
    told = await gm.click(shot, "Details")
    assert told.ephemeral
    assert len(await bot.seqs()) == before + 1
    assert not press.ephemeral and not press.followups


async def test_again_is_for_those_who_may_order_him(bot: Served, ann: Person, ben: Person) -> None:
    shot = await fire(ann)
    before = await bot.seqs()
    told = await ben.click(shot, "Again")
    assert told.ephemeral and "not yours" in told.content
    assert await bot.seqs() == before
    assert not (await ann.click(shot, "Again")).ephemeral


async def test_a_quick_ruling_may_be_repeated_at_will(bot: Served, ann: Person) -> None:
    ruling = await ann.slash(CHANNEL, "fire", who="apone", range=2, ruleset="aliens")
    assert labels(ruling) == ["Details", "Again"]
    for _ in range(2):
        again = await ann.click(ruling, "Again")
        assert labels(again) == ["Details", "Again"] and not again.ephemeral


async def test_undo_takes_back_its_own_order_alone(bot: Served, gm: Person, ann: Person, ben: Person) -> None:
    first = await fire(ann)
    second = await fire(ben, target="Alien 2")
    late = await gm.click(first, "Undo")
    await late.until(lambda answer: bool(answer.followups))
    assert "old" in late.followups[0]["content"]
    undone = await gm.click(second, "Undo")
    assert "Undone" in undone.content
    twice = await gm.click(second, "Undo")
    await twice.until(lambda answer: bool(answer.followups))
    assert twice.followups[0]["flags"] & 64


async def test_done_passes_for_ones_own(bot: Served, ann: Person, ben: Person, gm: Person) -> None:
    shot = await fire(ann)
    done = await ben.click(shot, "Done")
    assert "Rifleman is done" in done.content
    again = await ben.click(shot, "Done")
    await again.until(lambda answer: bool(answer.followups))
    assert "already" in again.followups[0]["content"]
    nobody = await bot.person("Cleo").click(done, "Done")
    assert nobody.ephemeral and "Only a fighter's owner and the GM" in nobody.content


async def test_a_button_of_an_ended_encounter_says_so(bot: Served, gm: Person, ann: Person) -> None:
    shot = await fire(ann)
    end = await gm.slash(CHANNEL, "encounter end")
    assert labels(end) == ["Details"]
    for label in ("Next", "Again", "Undo"):
        message = next(m for m in gm.sees(CHANNEL) if m["id"] == shot.message["id"])
        shown = [c["label"] for row in message["components"] for c in row["components"]]
        if label not in shown:
            continue
        late = await gm.click(shot, label)
        await late.until(lambda answer: bool(answer.followups))
        assert late.followups[0]["flags"] & 64
    assert labels(shot) == ["Details"]
    assert not (await ann.click(shot, "Details")).failed


async def test_buttons_work_after_a_restart(tmp_path: Path) -> None:
    async with stand_in() as playground:
        async with connected(playground, tmp_path / "bot.sqlite3") as bot:
            await skirmish(bot)
            shot = await fire(bot.person("Ann"))
            form = await bot.person("Ann").slash(CHANNEL, "fire", range=2)
            prompt = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 2", range=2, aim=1, dice="?")
        async with connected(playground, tmp_path / "bot.sqlite3") as bot:
            ann = bot.person("Ann")
            assert not (await ann.click(shot, "Again")).failed
            await ann.select(form, "Target", "Alien 3")
            assert "Alien 3" in (await ann.click(form, "Fire")).content
            assert (await ann.click(prompt, "Type the dice")).modal is not None
        assert playground.violations == []


async def test_the_form_becomes_a_public_order(bot: Served, ann: Person, ben: Person) -> None:
    form = await ann.slash(CHANNEL, "fire", range=2, dice="9")
    assert form.ephemeral
    assert form.component("Fire")["disabled"]
    await ann.select(form, "Target", "Alien 2")
    await ann.select(form, "Aim: the shortest", "1")
    assert not form.component("Fire")["disabled"]
    answer = await ann.click(form, "Fire")
    assert not answer.ephemeral and "Alien 2" in answer.content
    assert ben.sees(CHANNEL)[-1]["id"] == answer.message["id"]
    await form.until(lambda put_away: not put_away.message["components"])


async def test_a_form_pressed_twice_at_once_is_one_order(bot: Served, ann: Person) -> None:
    form = await ann.slash(CHANNEL, "fire", range=2)
    await ann.select(form, "Target", "Alien 2")
    before = len(await bot.seqs())
    answers = await asyncio.gather(ann.click(form, "Fire"), ann.click(form, "Fire"))
    assert len(await bot.seqs()) == before + 1
    assert sum("has been used" in answer.content for answer in answers) == 1


async def test_a_refused_form_can_be_mended(bot: Served, ann: Person) -> None:
    form = await ann.slash(CHANNEL, "fire", range=1000)
    await ann.select(form, "Target", "Alien 1")
    before = await bot.seqs()
    told = await ann.click(form, "Fire")
    assert told.ephemeral and told.content == "Range is 1 to 999 squares, not 1000."
    assert await bot.seqs() == before
    assert form.component("Fire")["label"] == "Fire"


async def test_a_form_asks_for_the_range_that_nobody_knows(bot: Served, ann: Person) -> None:
    form = await ann.slash(CHANNEL, "fire", dice="9")
    await ann.select(form, "Target", "Alien 1")
    before = await bot.seqs()
    window = await ann.click(form, "Fire")
    assert window.modal is not None and window.modal["title"] == "How far is Alien 1?"
    typed = "is not a range. Type a number of squares"
    for nonsense, sentence in (("abc", typed), ("-2", typed), ("9" * 15, "A range is at most 100,000 squares.")):
        told = await ann.submit(window, {"text": nonsense})
        assert told.ephemeral and sentence in told.content
    assert await bot.seqs() == before
    shot = await ann.submit(window, {"text": " 2 squares "})
    assert not shot.ephemeral and "Alien 1, 2 squares" in shot.content
    await form.until(lambda put_away: not put_away.message["components"])
    assert len(await bot.seqs()) == len(before) + 1


@pytest.mark.parametrize("options", [{"target": "Alien 1"}, {"who": "apone", "target": "alien", "ruleset": "aliens"}])
async def test_a_verb_asks_for_the_range_that_nobody_knows(bot: Served, ann: Person, options: dict[str, Any]) -> None:
    before = await bot.seqs()
    window = await ann.slash(CHANNEL, "fire", dice="9", **options)
    assert window.modal is not None and window.modal["title"] == f"How far is {options['target']}?"
    told = await ann.submit(window, {"text": "1000"})
    assert told.ephemeral and told.content == "Range is 1 to 999 squares, not 1000."
    assert await bot.seqs() == before
    shot = await ann.submit(window, {"text": "2"})
    assert not shot.ephemeral and "2 squares (rolled 9, needed 6): MISS. Dice typed by Ann." in shot.content


@pytest.mark.parametrize(("verb", "said"), [("fire", "Drake fires the Pulse Rifle at Alien 2"), ("aim", "70%")])
async def test_of_two_combatants_the_form_asks_who(bot: Served, ann: Person, gm: Person, verb: str, said: str) -> None:
    await gm.slash(CHANNEL, "combatant add", sheet="rifleman", name="Drake", owner=ann)
    before = await bot.seqs()
    form = await ann.slash(CHANNEL, verb, target="Alien 2", range=3)
    assert form.ephemeral and not form.component(verb.capitalize())["disabled"]
    await ann.select(form, "Who", "Drake")
    answer = await ann.click(form, verb.capitalize())
    assert said in answer.content and answer.ephemeral == (verb == "aim")
    assert len(await bot.seqs()) == len(before) + (verb == "fire")


async def test_a_range_typed_twice_is_one_shot(bot: Served, ann: Person) -> None:
    form = await ann.slash(CHANNEL, "fire", dice="9")
    await ann.select(form, "Target", "Alien 1")
    before = await bot.seqs()
    windows = [await ann.click(form, "Fire"), await ann.click(form, "Fire")]
    told = await asyncio.gather(*(ann.submit(window, {"text": "2"}) for window in windows))
    assert len(await bot.seqs()) == len(before) + 1
    assert sum("has been used" in answer.content for answer in told) == 1


async def test_a_form_of_an_ended_encounter_says_so(bot: Served, ann: Person, gm: Person) -> None:
    form = await ann.slash(CHANNEL, "fire", range=2)
    await ann.select(form, "Target", "Alien 1")
    await gm.slash(CHANNEL, "encounter end")
    assert (await ann.click(form, "Fire")).ephemeral
    await gm.slash(CHANNEL, "encounter start", ruleset="aliens")
    told = await ann.click(form, "Fire")
    assert told.ephemeral and "ended" in told.content


async def test_a_gm_with_many_chooses_who(gm: Person) -> None:
    form = await gm.slash(CHANNEL, "fire", range=2)
    assert form.ephemeral
    await gm.select(form, "Who", "Rifleman")
    assert "Rifleman" in form.content
    await gm.select(form, "Target", "Alien 1")
    answer = await gm.click(form, "Fire")
    assert "Rifleman" in answer.content and not answer.ephemeral


async def test_typed_dice_are_asked_for_one_throw_at_a_time(bot: Served, ann: Person) -> None:
    before = await bot.seqs()
    prompt = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, aim=1, dice="?")
    assert prompt.ephemeral and "0 to 9" in prompt.content
    window = await ann.click(prompt, "Type the dice")
    assert window.modal is not None
    refused = await ann.submit(window, {"text": "17"})
    assert refused.ephemeral and "17" in refused.content
    assert await bot.seqs() == before
    window = await ann.click(prompt, "Type the dice")
    answer = await ann.submit(window, {"text": "9"})
    assert not answer.ephemeral and "Apone" in answer.content
    assert len(await bot.seqs()) == len(before) + 1


async def test_dice_typed_twice_count_once(bot: Served, ann: Person) -> None:
    prompt = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, aim=1, dice="?")
    one = await ann.click(prompt, "Type the dice")
    other = await ann.click(prompt, "Type the dice")
    before = len(await bot.seqs())
    answers = [await ann.submit(window, {"text": "9"}) for window in (one, other)]
    assert len(await bot.seqs()) == before + 1
    assert [answer.ephemeral for answer in answers] == [False, True]


async def test_what_is_forgotten_says_so(bot: Served, ann: Person) -> None:
    prompt = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, aim=1, dice="?")
    word = next(c["custom_id"] for c in prompt.components if "custom_id" in c).removeprefix("srd:")
    window = await ann.click(prompt, "Type the dice")
    prompts.drop(word)
    told = await ann.click(prompt, "Type the dice")
    assert told.ephemeral and "Give the order again" in told.content
    assert window.modal is not None
    modal = window.modal["custom_id"]
    bot.client._connection._view_store._modals.pop(modal).stop()
    answer = await ann.submit(window, {"text": "9"})
    assert answer.ephemeral and "Open it again" in answer.content


async def test_of_the_windows_that_are_open_the_latest_are_kept(
    bot: Served, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrance, "_MOST_WINDOWS", 2)
    prompt = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, aim=1, dice="?")
    windows = [await ann.click(prompt, "Type the dice") for _ in range(3)]
    assert len(bot.client._connection._view_store._modals) == 2
    forgotten = await ann.submit(windows[0], {"text": "9"})
    assert forgotten.ephemeral and "Open it again" in forgotten.content
    before = len(await bot.seqs())
    assert not (await ann.submit(windows[1], {"text": "9"})).ephemeral
    assert len(await bot.seqs()) == before + 1


async def test_pasted_lines_bring_in_combatants(bot: Served, gm: Person) -> None:
    window = await gm.slash(CHANNEL, "combatant add")
    assert window.modal is not None
    answer = await gm.submit(window, {"text": "Queen: alien\nalien"})
    assert "Queen" in answer.content


async def test_a_refused_text_is_not_lost(bot: Served, gm: Person) -> None:
    window = await gm.slash(CHANNEL, "combatant add")
    refused = await gm.submit(window, {"text": "Queen: alien\nQwxyz: plugh"})
    assert refused.ephemeral and "Line 2" in refused.content
    again = await gm.click(refused, "Correct it")
    assert again.modal is not None
    assert again.modal["components"][0]["component"]["value"] == "Queen: alien\nQwxyz: plugh"
    answer = await gm.submit(again, {"text": "Queen: alien"})
    assert not answer.ephemeral and "Queen" in answer.content
    await refused.until(lambda answer: not answer.message["components"])
