"""The check of an encounter: of the one that ended last in a channel, or of an exported file that was read already."""

from __future__ import annotations

import logging
import re
from dataclasses import replace

import orjson

from bot.fairness import Report, Witness
from bot.game.entries import codec
from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.files import exports
from bot.game.journal.replay import Replaying
from bot.game.referee.referee import Referee
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass

log = logging.getLogger(__name__)

_ID = re.compile("[0-9a-f]{10}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The report on the dice and entries, and the commitments of the seeds if there are no problems.

    `encounter` is the id of the encounter that was checked, `opening` what ties the record to what was posted if the
    report does not say it, and `more` what is only claimed besides.
    """

    report: Report
    commitments: tuple[str, ...]
    encounter: str = ""
    opening: str = ""
    more: tuple[str, ...] = ()


async def checked(referee: Referee, invocation: Invocation, given: str = "") -> Verdict:
    """Return the dice and entries of the channel's last encounter, checked, and its orders resolved again with them;
    `given` is a hash that somebody wrote down.

    Raises Refusal while it is open: its seed is secret.
    """
    id = await referee.current(invocation, ended_too=True)
    head = await referee.journal.head(id)
    assert head is not None
    if not head.state.ended:
        raise NotNow(
            "The encounter here is open, so the seed of its dice is secret until it ends. Its SHA-256 is "
            f"{head.state.commitment}. To check an earlier encounter, attach the file of its /export."
        )
    lines, witness, replaying = exports.Lines(), Witness(id, head.state.dice), Replaying(referee.library.shelf)
    seeds = [{"commitment": row.commitment, "seed": row.seed.hex()} for row in await referee.store.journal.seeds_of(id)]
    witness.read_seeds(seeds)

    def check(page: Group) -> None:
        witness.check_entries(codec.parsed(orjson.dumps(lines.line(entry))) for entry in page)
        replaying.take(page)

    async with referee.readings.turn(invocation.channel):
        await referee.readings.go_through(referee.journal.pages(id, head.seq), check)
    report, found = witness.report(given), replaying.found()
    alarms = found.alarms
    if alarms:
        log.error("encounter %s: different results under the same rules at #%s", id, ", #".join(map(str, alarms)))
    problems = tuple(f"#{seq}: its dice give a different result today, under the same rules" for seq in alarms)
    resolved = len(found.same), len(found.newer), 0
    report = replace(report, problems=(*report.problems, *problems), resolved=resolved)
    own = "This is the bot's own record." + (f" Its hash is {report.last_hash}." if report.last_hash else "")
    opening = report.opening if report.tied else own
    return Verdict(report, () if report.problems else tuple(lines.commitments), id, opening)


async def compared(referee: Referee, invocation: Invocation, verdict: Verdict) -> Verdict:
    """Return the verdict on a file, compared with the record of its encounter that this bot has stored, if it has one;
    while the encounter is open, only for its GMs.
    """
    report, id = verdict.report, verdict.encounter
    head = await referee.journal.head(id) if _ID.fullmatch(id) else None
    if head is None or not report.last_hash or not (head.state.ended or invocation.user in head.state.gms):
        return verdict
    row = await referee.store.journal.entry(id, report.last, state=False)
    if row is not None and row.chain is None:
        return verdict
    if row is None or row.chain is None or row.chain.hex() != report.last_hash:
        problem = "the bot has stored another record of this encounter"
        return replace(verdict, report=replace(report, problems=(*report.problems, problem)), commitments=())
    same = f"The bot has stored the same entries up to {report.last}."
    if not head.state.ended:
        # Without the seed nobody has compared the content with the hashes.
        same = (
            f"The bot has stored the same hashes up to entry {report.last}. Their content can be checked after the end."
        )
    opening = report.opening if report.tied and head.state.ended else same
    more = (f"that the record ends here: the bot has stored {head.seq} entries",) if head.seq > report.last else ()
    tied = report.tied or report.last
    return replace(verdict, report=replace(report, tied=tied), opening=opening, more=more)
