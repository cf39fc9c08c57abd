"""The past of a channel's encounter: a page of the log, all entries, the export, the check of its dice."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, replace
from typing import Any

from bot.game import codec, exports, fairness
from bot.game.fairness import Report
from bot.game.invocation import Invocation
from bot.game.journal import Group
from bot.game.referee import Referee
from bot.game.replay import replay
from bot.game.store import EncounterRow
from rules.engine.errors import NotNow, Refusal

log = logging.getLogger(__name__)

LINES = 15
_LOOKED_THROUGH = 50
MOST_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, the latest entry first, and how many pages there are."""

    entries: Group
    pages: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The report on the dice, and the commitments of the seeds if there are no problems."""

    report: Report
    commitments: tuple[str, ...]


async def log_page(referee: Referee, invocation: Invocation, page: int) -> LogPage:
    """Page `page` (from 1) of the log of the channel's encounter, open or last. Raises Refusal."""
    id = await referee.current(invocation, ended_too=True)
    head = await referee.journal.head(id)
    assert head is not None
    pages = -(-head.seq // LINES)
    if not 1 <= page <= pages:
        raise Refusal("The log has one page." if pages == 1 else f"The log has pages 1 to {pages}.")
    last = head.seq - (page - 1) * LINES
    return LogPage((await referee.journal.entries(id, max(1, last - LINES + 1), last))[::-1], pages)


async def whole(referee: Referee, invocation: Invocation) -> Group:
    """Every entry of the channel's encounter, open or last. Raises Refusal."""
    return await referee.journal.whole(await referee.current(invocation, ended_too=True))


async def led(referee: Referee, invocation: Invocation) -> list[EncounterRow]:
    """The server's latest encounters that the user is a GM of, in any channel, also in deleted ones."""
    rows = await referee.store.latest_encounters(invocation.guild, _LOOKED_THROUGH)
    return [row for row in rows if await _leads(referee, invocation, row)]


async def exported(referee: Referee, invocation: Invocation, encounter: str = "") -> tuple[str, str]:
    """An encounter as a file: its name and its text. Raises Refusal.

    It is the one of this id, for its GM alone; without an id the channel's, open or last.
    """
    if encounter:
        row = await referee.store.encounter(encounter)
        if row is None or not await _leads(referee, invocation, row):
            raise Refusal("There is no such encounter of yours on this server; choose one of those suggested.")
    id = encounter or await referee.current(invocation, ended_too=True)
    text = await asyncio.to_thread(codec.pretty, await _document(referee, id))
    if len(text) > MOST_BYTES:
        raise Refusal(f"This encounter has grown to {len(text) >> 20} MiB, which is more than Discord takes as a file.")
    return f"encounter-{id}.json", text.decode()


async def checked(referee: Referee, invocation: Invocation) -> Verdict:
    """The dice of the channel's last encounter, checked, and its orders resolved again with them.

    Raises Refusal while it is open: its seed is secret.
    """
    id = await referee.current(invocation, ended_too=True)
    head = await referee.journal.head(id)
    assert head is not None
    if not head.state.ended:
        raise NotNow(
            "The encounter here is open, and the seed of its dice stays secret until it ends; "
            f"its SHA-256 is {head.state.commitment}. An earlier one is checked by the file of its /export."
        )
    verdict = await _checked(await _document(referee, id))
    alarms = (await asyncio.to_thread(replay, await referee.journal.whole(id), referee.library.shelf)).alarms
    if not alarms:
        return verdict
    log.error("encounter %s: other results under the same rules at #%s", id, ", #".join(map(str, alarms)))
    problems = tuple(f"#{seq}: its dice give another result today, under the same rules" for seq in alarms)
    report = replace(verdict.report, problems=(*verdict.report.problems, *problems))
    return Verdict(report, ())


async def checked_file(text: str) -> Verdict:
    """The dice of an export, checked. Raises Refusal if it is not an export."""
    try:
        document = await asyncio.to_thread(json.loads, text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise Refusal("That file is no export of an encounter; /export gives one.")
    return await _checked(document)


async def _leads(referee: Referee, invocation: Invocation, row: EncounterRow) -> bool:
    head = await referee.journal.head(row.id)
    return head is not None and row.guild_id == invocation.guild and invocation.user in head.state.gms


async def _checked(document: dict[str, Any]) -> Verdict:
    report = await asyncio.to_thread(fairness.verify, document)
    # A document without problems holds a list of seeds.
    return Verdict(report, () if report.problems else tuple(seed["commitment"] for seed in document["seeds"]))


async def _document(referee: Referee, encounter_id: str) -> dict[str, Any]:
    row = await referee.store.encounter(encounter_id)
    assert row is not None
    entries = await referee.journal.whole(encounter_id)
    return exports.document(row, entries, await referee.store.seeds_of(encounter_id))
