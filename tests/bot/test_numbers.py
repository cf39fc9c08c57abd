"""Each reader knows orders by numbers of their own, and buttons and messages are recognised by any of them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.chat import render
from bot.game.journal import presses
from bot.game.journal.anchors import Anchor, last_anchor
from bot.game.referee.erasure import _without
from bot.game.requests import DirectRequest
from bot.game.sight import EVERYTHING, PUBLIC, Viewer, last_read, number_for, numbers, read, viewer_of
from bot.game.sight.order_numbers import counted
from bot.game.store import EntryRow, Forgetting, Tallies, Tally
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotAllowed
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Fire, Pass
from rules.engine.records.references import OPENING
from rules.engine.scene.scene import Clause, Resolution, Unseen
from tests.bot.owed import database, sweeping_when_told, swept, until_idle
from tests.bot.table import ANN, CLEO, GM, Table, invocation
from tests.bot.test_reading_queue import STEP, logged, table
from tests.served import CHANNEL

__all__ = ["table"]
BLUE, RED, BOTH = Viewer(frozenset({"Blue"})), Viewer(frozenset({"Red"})), Viewer(frozenset({"Blue", "Red"}))
NOBODY = Viewer(frozenset({OPENING * 2}))
NOBODY_KEY = (OPENING * 2,)
LATER = Viewer(frozenset({"Green"}))


def row(seq: int, tallies: Tallies) -> EntryRow:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    texts = {"order": b"{}", "resolution": b"{}", "state": None, "schema": 1, "rules_version": "1"}
    return EntryRow(
        encounter_id="e", guild_id="g", seq=seq, parent=seq - 1, origin=seq, kind="order", actor="1", at=at, number=seq,
        tallies=tallies, **texts,  # type: ignore[arg-type]
    )  # fmt: skip


def after(before: Tallies, seq: int, *readers: Viewer) -> Tallies:
    """The tallies of order `seq`, each of one entry, which these read of all."""
    return counted(before, seq - 1, seq, seq, [(one, one in readers) for one in (PUBLIC, NOBODY, BLUE, RED, BOTH)])


def test_each_counts_what_they_have_read_and_who_plays_two_sides_what_either_has() -> None:
    first = after((), 3, RED, BOTH)
    second = after(first, 4, BLUE, BOTH)
    third = after(second, 5, PUBLIC, NOBODY, BLUE, RED, BOTH)
    known = [
        [number_for(row(3 + n, one), v) for n, one in enumerate((first, second, third))] for v in (BLUE, RED, BOTH)
    ]
    assert known == [[2, 3, 4], [3, 3, 4], [3, 4, 5]]
    assert [number_for(row(5, third), one) for one in (PUBLIC, LATER, EVERYTHING)] == [3, 3, 5]
    assert [last_read(row(4, second), one) for one in (PUBLIC, BLUE, RED, EVERYTHING)] == [2, 4, 3, 4]
    assert numbers(row(5, third)) == {3, 4, 5}


def test_who_has_not_played_two_sides_before_goes_by_the_one_that_has_read_more() -> None:
    tallies = (Tally((), 1, 1), Tally(NOBODY_KEY, 1, 1), Tally(("Blue",), 4, 6))
    assert number_for(row(9, tallies), BOTH) == 4 and last_read(row(9, tallies), BOTH) == 6
    assert number_for(row(9, tallies), RED) == 1


async def test_buttons_are_known_by_the_number_of_every_reader_and_by_those_of_earlier_messages(table: Table) -> None:
    await table.group(DirectRequest(Pass("c6")), CLEO)
    group = await table.group(DirectRequest(STEP), ANN)
    book = table.referee.library.shelf["aliens"]
    for viewer in (PUBLIC, viewer_of(ANN, group[-1].state), viewer_of(CLEO, group[-1].state), EVERYTHING):
        anchor = Anchor.of(read(group, book, viewer)[0])
        found = await presses.check(table.referee.store, invocation(), anchor)
        assert found.interaction_id == group[0].interaction_id
    true = group[0].number
    assert Anchor.of(read(group, book, PUBLIC)[0]).number < true == Anchor.of(group[0]).number
    with pytest.raises(Exception, match="lost"):
        await presses.check(table.referee.store, invocation(), Anchor.of(group[0])._replace(number=1))


async def test_forms_name_the_last_order_that_their_reader_has_read(table: Table) -> None:
    own = await table.group(DirectRequest(Pass("c1")), ANN)
    before = await last_anchor(table.referee.store, await table.head(), viewer_of(ANN, own[-1].state))
    for _ in range(3):
        hidden = await table.group(DirectRequest(Pass("c6")), CLEO)
        await table.referee.undo(invocation(CLEO))
    state = hidden[-1].state
    assert await last_anchor(table.referee.store, await table.head(), viewer_of(ANN, state)) == before
    assert await last_anchor(table.referee.store, await table.head(), viewer_of(CLEO, state)) != before


async def test_an_undo_is_refused_in_the_same_words_whatever_somebody_unseen_does(table: Table) -> None:
    await table.group(DirectRequest(Pass("c2")), GM)
    with pytest.raises(NotAllowed) as refusal:
        await table.referee.undo(invocation(ANN))
    await table.group(DirectRequest(Pass("c6")), CLEO)
    with pytest.raises(NotAllowed, match=re.escape(str(refusal.value))):
        await table.referee.undo(invocation(ANN))


async def test_who_joins_a_side_reads_on_in_its_numbers_and_the_gm_reads_the_true_ones(table: Table) -> None:
    await table.group(DirectRequest(Pass("c6")), CLEO)
    await table.group(DirectRequest(Pass("c1")), ANN)
    true = (await table.head()).number
    assert f"#{true}*" in await logged(table, GM) and f"#{true}*" not in await logged(table, ANN)
    await table.referee.end(invocation())
    assert f"#{true}*" in await logged(table, ANN)


async def test_a_shot_of_somebody_unseen_is_in_the_recap_of_those_who_learn_of_it(table: Table) -> None:
    group = await table.group(DirectRequest(Pass("c1")), ANN)
    entry = group[0]
    shot = Resolution(
        (Clause("", "A shot: HIT, Apone.", True),), "hit", unseen=(Unseen("c6", ("Rebels",)),), concerned=("c1",)
    )
    for verdict, said in (("hit", "Somebody unseen** fired once and hit Apone."), ("done", "Nobody has fired.")):
        recap = render.Recap()
        recap.take([replace(entry, resolution=replace(shot, verdict=verdict), withheld=True, user="")])
        assert said in str(recap.reply(entry.state, table.referee.library.shelf["aliens"]))
    recap = render.Recap()
    heard = replace(shot, clauses=(Clause("", "A noise from the north."),), verdict="done")
    recap.take([replace(entry, order=Fire("c6"), resolution=heard, withheld=True, state=_without_zorro(entry.state))])
    assert "fired" not in str(recap.reply(entry.state, table.referee.library.shelf["aliens"]))


def _without_zorro(encounter: Encounter) -> Encounter:
    return replace(encounter, combatants=tuple(c for c in encounter.combatants if c.id != "c6"))


def test_the_ids_of_users_go_out_of_tallies() -> None:
    tallies = (Tally((), 1, 1), Tally(NOBODY_KEY, 1, 1), Tally((f"{OPENING}100000000000000001", "Red"), 2, 2))
    forgetting = Forgetting("100000000000000001", "", "anon-1", frozenset(), "", datetime(2026, 1, 1, tzinfo=UTC))
    _, [rewritten] = _without([row(3, tallies)], forgetting, set(), False)
    assert rewritten.tallies == (*tallies[:2], Tally((f"{OPENING}anon-1", "Red"), 2, 2))


async def test_a_post_is_found_by_its_readers_number_after_its_note_was_lost(tmp_path: Path) -> None:
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        gm, ann, ben = (bot.person(name) for name in ("GM", "Ann", "Ben"))
        await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
        await gm.slash(CHANNEL, "combatant add", sheet="alien", name="Zorro", side="Aliens", secret=True)
        await gm.slash(CHANNEL, "pass", who="Zorro")
        await ann.slash(CHANNEL, "act", what="kick the door", cost=1)
        await until_idle(bot)
        await bot.client.delivery.flush()
        [(encounter, seq, number)] = database(
            bot, "SELECT encounter_id, seq, number FROM entries ORDER BY seq DESC LIMIT 1"
        )
        posted = ben.sees(CHANNEL)[-1]
        [details] = [b["custom_id"] for r in posted["components"] for b in r["components"] if b["label"] == "Details"]
        assert details.startswith(f"sr:details:{encounter}:{number - 2}:")
        database(bot, "INSERT INTO owed (encounter_id, seq, reader, channel_id, guild_id) "
                 "SELECT encounter_id, seq, 'channel', channel_id, guild_id FROM entries "
                 "WHERE seq = ?", seq)  # fmt: skip
        there = len(ben.sees(CHANNEL))
        assert await swept(bot) == 1 and await swept(bot) == 0
        assert len(ben.sees(CHANNEL)) == there
