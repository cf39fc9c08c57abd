"""The past of a fight with a fighter whom a side has not perceived: its players read nothing that names or places
them.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.chat import render
from bot.chat.outgoing.poster import shown_as
from bot.chat.workers.read_export import report
from bot.errors import Outdated
from bot.fairness import FILTERED, verify
from bot.game.entries.entries import Group
from bot.game.entries.new_entries import entries_of
from bot.game.journal import presses
from bot.game.journal.anchors import Anchor
from bot.game.pages import history
from bot.game.referee.undo.undo_redo import Wanted
from bot.game.requests import AttackRequest, DirectRequest, PastedMusterRequest, SwitchRequest, adjusting
from bot.game.sight import PUBLIC, Viewer, read, to_act, viewer_of
from bot.game.sight.masks import masks_of
from rules.engine.conduct import conduct
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotAllowed
from rules.engine.records.orders import Fire, Move, Muster, Next, Pass
from rules.engine.records.references import GMS
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Effect, Joined
from rules.engine.scene.scene import FOR_GMS, Clause, Part, Scene, Unseen
from rules.engine.sight.witnesses import witnessed
from rules.words.places import Place
from tests.bot.table import ANN, BEN, CLEO, GM, Table, invocation, laid

SECRETS = re.compile(rf"Zorro|Pistol|Rebels|\bH[67]\b|\bc6\b|<@{CLEO}>")
"""Words that the others must not read: the hidden fighter's name, weapon, side, place, id and owner."""
STEP = Move("c1", Place.parse("A2"))
"""An order that everybody sees."""


@pytest.fixture(params=["off", "hidden", "sides"])
async def table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """Ann's Apone and Ben's Rifleman against three Aliens, and Cleo's Zorro, whom the GM keeps secret."""
    async with laid(tmp_path / "referee.sqlite3") as table:
        await table.order(adjusting("Apone", "at A1"))
        await table.order(SwitchRequest("fog", request.param))
        await bring_in_secretly(table)
        yield table


async def bring_in_secretly(table: Table) -> None:
    """Cleo's Zorro comes in; no side but Cleo's own has met them."""
    head = await table.head()
    book = table.referee.library.shelf["aliens"]
    muster = Muster(book.profile("Rifleman, Pistol", {}), "Zorro", "Rebels", CLEO, places=(Place.parse("H7"),))
    [part] = conduct.resolve(muster, Scene(head.state, ScriptedDice(())), book)
    effects: list[Effect] = []
    state = head.state
    for effect in part.resolution.effects:
        one = Joined(replace(effect.combatant, secret=True)) if isinstance(effect, Joined) else effect
        effects.append(one)
        state = one.on(state)
    resolution = replace(part.resolution, effects=tuple(effects), unseen=())
    parts = witnessed((Part(resolution, state),), head.state, book)
    await table.referee.journal.append(entries_of(invocation(), head, muster, parts, book))


def everything_about(table: Table, group: Group, viewer: Viewer) -> str:
    """The answer with its buttons, and Details, as a viewer gets them; "" if there is nothing for them."""
    answer = shown_as(group, table.referee, viewer)
    if answer is None:
        return ""
    book = table.referee.library.shelf["aliens"]
    details = render.details(read(group, book, viewer), book, to_act(group[-1].state, book, viewer))
    replies = [answer[0], details]
    embeds = [embed.to_dict() for reply in replies for embed in reply.embeds]
    files = [data.decode() for reply in replies for _, data in reply.files]
    return f"{replies} {embeds} {files} {answer[1].to_components()}"


async def logged(table: Table, user: str, page: int = 1) -> str:
    found = await history.log_page(table.referee, invocation(user), page)
    return str(render.log(found.entries, found.book, page, found.pages, found.more))


async def recapped(table: Table, user: str) -> str:
    recap = render.Recap()
    now, unseen = await history.retraced(table.referee, invocation(user), recap.take)
    return str(recap.reply(now, table.referee.library.shelf["aliens"], unseen))


def nothing_of_zorro(text: str) -> bool:
    return SECRETS.search(text) is None


async def zorro_fights(table: Table) -> list[Group]:
    """Zorro moves, fires at one of the Aliens, and passes."""
    return [
        await table.group(DirectRequest(Move("c6", Place.parse("H6"))), CLEO),
        await table.group(AttackRequest(Fire, who="Zorro", target="Alien 2", range=2), GM, "0"),
        await table.group(DirectRequest(Pass("c6")), CLEO),
    ]


async def test_what_a_hidden_fighter_does_is_nowhere_for_others(table: Table) -> None:
    for group in await zorro_fights(table):
        for viewer in (PUBLIC, *(viewer_of(user, group[-1].state) for user in (ANN, BEN))):
            assert nothing_of_zorro(everything_about(table, group, viewer))
        for user in (CLEO, GM):
            assert "Zorro" in everything_about(table, group, viewer_of(user, group[-1].state))


async def test_what_others_do_names_nobody_whom_readers_do_not_know(table: Table) -> None:
    own = await table.group(AttackRequest(Fire, target="Alien 1", range=2), ANN)
    turn = await table.group(DirectRequest(Next()), GM)
    for group in (own, turn):
        for viewer in (PUBLIC, viewer_of(ANN, group[-1].state)):
            text = everything_about(table, group, viewer)
            assert text and nothing_of_zorro(text)
    assert "others" not in everything_about(table, turn, PUBLIC)
    assert "Zorro" in everything_about(table, turn, viewer_of(CLEO, turn[-1].state))


async def test_log_and_recap_leave_out_what_a_reader_may_not_know(table: Table) -> None:
    await zorro_fights(table)
    for user in (ANN, BEN):
        assert nothing_of_zorro(await logged(table, user))
        assert nothing_of_zorro(await recapped(table, user))
    for user in (CLEO, GM):
        assert "Zorro fires the Pistol" in await logged(table, user)
        assert "Zorro" in await recapped(table, user)


async def test_the_pages_of_a_log_are_full_whatever_is_left_out(table: Table) -> None:
    for n in range(20):
        await table.order(adjusting("Rifleman", f"loaded {n % 13}"))
        await table.order(adjusting("Zorro", f"loaded {n % 13}"))
    first, second = [await history.log_page(table.referee, invocation(ANN), page) for page in (1, 2)]
    assert len(first.entries) == history.LINES and first.more and first.pages is None
    assert not [e for e in (*first.entries, *second.entries) if "Zorro" in e.resolution.outcome]


async def test_an_undo_quotes_to_each_what_they_have_read(table: Table) -> None:
    await table.group(DirectRequest(Move("c6", Place.parse("H6"))), CLEO)
    undo = await table.referee.undo(invocation(CLEO))
    for viewer in (PUBLIC, viewer_of(ANN, undo[-1].state)):
        assert everything_about(table, undo, viewer) == ""
    assert "Undone: Zorro moves from H7 to H6" in everything_about(table, undo, viewer_of(CLEO, undo[-1].state))
    redo = await table.referee.redo(invocation(CLEO))
    assert everything_about(table, redo, PUBLIC) == ""
    await table.group(DirectRequest(STEP), ANN)
    undo = await table.referee.undo(invocation(ANN))
    assert "Undone: Apone moves from A1 to A2, 1 square (1 action)." in everything_about(table, undo, PUBLIC)


async def test_an_undo_quotes_nothing_of_a_part_about_nobody_whom_the_reader_perceives(table: Table) -> None:
    """One part is about Apone; what hits an unknown fighter in the other one is for nobody else."""
    await table.order(DirectRequest(STEP))
    book = table.referee.library.shelf["aliens"]
    [undone] = await table.referee.undo(invocation(GM))
    hit = Clause("c6", "Zorro is hit: ", unseen="An unseen attack: "), Clause("c6", "HIT.", result=True, unseen="HIT.")
    clauses = (*undone.resolution.clauses, Clause("", " ", lead=True), *hit)
    unseen = (Unseen("c6", ()),)
    quoting = [replace(undone, resolution=replace(undone.resolution, clauses=clauses, unseen=unseen))]
    for viewer in (PUBLIC, viewer_of(ANN, undone.state)):
        [seen] = read(quoting, book, viewer)
        assert seen.resolution.outcome == "Undone: Apone moves from A1 to A2, 1 square (1 action)."
    [seen] = read(quoting, book, viewer_of(GM, undone.state))
    assert seen.resolution.outcome.endswith("Zorro is hit: HIT.")


async def test_an_undo_has_its_verdict_for_all_whatever_the_gm_reads_besides(table: Table) -> None:
    """The color of its embed does not tell that somebody has learned of somebody."""
    await table.order(DirectRequest(STEP))
    book = table.referee.library.shelf["aliens"]
    [undone] = await table.referee.undo(invocation(GM))
    noted = (*undone.resolution.clauses, Clause(GMS, " Rebels has learned of Apone at A1."))
    learned = [replace(undone, resolution=replace(undone.resolution, clauses=noted, unseen=(FOR_GMS,)))]
    for viewer in (PUBLIC, viewer_of(ANN, undone.state), viewer_of(BEN, undone.state)):
        [seen] = read(learned, book, viewer)
        assert (seen.resolution.verdict, "learned" in seen.resolution.outcome) == ("undone", False)


async def test_numbers_count_orders_and_not_their_parts(table: Table) -> None:
    before = await table.head()
    group = await table.group(PastedMusterRequest("Alien\nAlien\nAlien"))
    assert [entry.number for entry in group] == [before.number + 1] * 3
    last = await table.group(DirectRequest(STEP), ANN)
    assert last[0].number == before.number + 2
    text = everything_about(table, last, PUBLIC)
    assert f"· #{last[0].number} ·" in text and f":{last[0].number}:" in text and f"#{last[0].seq}" not in text
    undo = await table.referee.undo(invocation(ANN))
    assert "**Now** everything is as it was before that order" in everything_about(table, undo, PUBLIC)


async def test_buttons_from_before_orders_were_numbered_still_mean_their_order(table: Table) -> None:
    await table.group(PastedMusterRequest("Alien\nAlien\nAlien"))
    group = await table.group(PastedMusterRequest("Alien\nAlien"))
    for anchor in (Anchor.of(group[1]), Anchor.before_numbers(group[1])):
        row = await presses.check(table.referee.store, invocation(), anchor)
        assert (await table.referee.journal.group(row.encounter_id, row.seq)) == group
    with pytest.raises(Outdated):
        await presses.check(table.referee.store, invocation(), Anchor.of(group[1])._replace(stamp="000000"))


async def test_an_old_undo_button_does_not_say_that_somebody_unknown_has_acted(table: Table) -> None:
    own = await table.order(DirectRequest(Pass("c1")), ANN)
    await table.order(DirectRequest(Pass("c6")), CLEO)
    sentences: list[str] = []
    for button in ((own.encounter_id, Wanted(own.seq)), ()):
        with pytest.raises((Outdated, NotAllowed)) as refusal:
            await table.referee.undo(invocation(ANN), *button)
        sentences.append(str(refusal.value))
    assert sentences[0] == sentences[1]
    assert nothing_of_zorro(sentences[0])
    with pytest.raises(Outdated, match="Zorro is done for now"):
        await table.referee.undo(invocation(GM), own.encounter_id, Wanted(own.seq))


async def test_after_the_end_everybody_reads_everything(table: Table) -> None:
    fought = await zorro_fights(table)
    await table.referee.end(invocation())
    viewer = await table.referee.viewer(ANN, fought[0][0].encounter_id)
    assert "Zorro" in everything_about(table, fought[0], viewer)
    assert "Zorro fires" in await logged(table, ANN)


async def nobody(users: Sequence[str]) -> dict[str, str]:
    """Discord tells no names."""
    return {}


async def exported(table: Table, user: str) -> tuple[str, dict[str, Any]]:
    """The text of the file that /export gives a user, and what it holds."""
    with (await history.exported(table.referee, invocation(user), nobody)).file as file:
        text = file.read().decode()
    return text, json.loads(text)


async def test_a_player_exports_what_they_may_read(table: Table) -> None:
    await zorro_fights(table)
    await table.group(DirectRequest(Pass("c1")), ANN)
    text, document = await exported(table, ANN)
    # Ben's Rifleman carries a Pistol too.
    assert nothing_of_zorro(text.replace("Pistol", ""))
    assert document["filtered"] is True and "seeds" not in document
    assert [entry["seq"] for entry in document["entries"]] == list(range(1, len(document["entries"]) + 1))
    last = document["entries"][-1]
    apone = masks_of(table.referee.store, (await table.head()).encounter_id).mask("c1")
    assert last["outcome"] == "Apone is done for now." and last["order"] == {"actor": apone, "kind": "Pass"}
    assert report(text.encode()) == {"refusal": FILTERED}
    own, _ = await exported(table, CLEO)
    assert "Zorro fires the Pistol" in own
    _, whole = await exported(table, GM)
    assert "filtered" not in whole and len(whole["entries"]) == (await table.head()).seq


async def test_after_the_end_a_player_exports_everything_and_it_verifies(table: Table) -> None:
    await zorro_fights(table)
    await table.referee.end(invocation())
    text, document = await exported(table, ANN)
    assert "Zorro fires the Pistol" in text and verify(document).problems == ()
