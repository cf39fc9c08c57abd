"""The table of who may see what, cell by cell: each reader looks at all they can, with each value of the switch fog."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.game.sight.matrix import FOGS, SEES, Reader, Subject
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

LINES = (
    "GM: /encounter start ruleset: phoenix title: The yard",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter map size: 12x8",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: A1 sheet: SAL 14, CA 8, M16A1, exposed, facing 90",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: F1 sheet: SAL 14, CA 8, M16A1, exposed, facing 270",
)
HIDDEN = "GM: /encounter options name: fog value: hidden"
KEPT = (
    "GM: /combatant add name: Lurk owner: @Ben side: Guards at: H8 sheet: line, AKM 47, unspotted",
    "GM: /combatant add name: Zorro side: Guards at: H1 secret: True sheet: line, AKM 47, exposed",
    "GM: /encounter event text: a blast turn: 99 secret: True",
    "GM: /encounter note text: a trap",
    "GM: /encounter map add: wall D6 secret: True",
)
TRACES: dict[Subject, str] = {
    Subject.SECRET: "Zorro",
    Subject.HIDDEN: "Lurk",
    Subject.PLACE: "(F1)",
    Subject.THROWS: "rolled **97**",
    Subject.TRACE: "(aim 1 \\[M16A1])",
    Subject.INNER: "29 of 30 rounds",
    Subject.PLAN: "a rare dance",
    Subject.SECRET_EVENT: "a blast",
    Subject.SECRET_NOTE: "a trap",
    Subject.SECRET_MAP: "██",
    Subject.SECRET_ROLL: "1d1000",
    Subject.BLIND_ROLL: "= **",
    Subject.WHOLE_EXPORT: "with /dice verify",
}
"""The words that a reader who sees the subject reads somewhere."""


async def everything(game: Game, who: Person, shot: Answer, blind: Answer) -> str:
    """All that somebody can call up."""
    answers = [
        await who.slash(CHANNEL, "encounter show"),
        await who.slash(CHANNEL, "combatant show", who="Axly"),
        await who.slash(CHANNEL, "ammo show", who="Axly"),
        await who.slash(CHANNEL, "plan show"),
        await who.slash(CHANNEL, "plan show", who="Axly"),
        await who.slash(CHANNEL, "log"),
        await who.slash(CHANNEL, "recap"),
        await who.slash(CHANNEL, "export"),
        await who.click(shown(shot, who), "Details"),
        await who.click(blind, "See the result"),
    ]
    files = [attachment for answer in answers for attachment in answer.message.get("attachments", ())]
    assert all(isinstance(file, dict) for file in files)
    channel = [json.dumps(message, ensure_ascii=False) for message in who.sees(CHANNEL) if not _private(message)]
    return "\n".join([*map(told, answers), *channel])


def shown(shot: Answer, who: Person) -> Answer | dict[str, Any]:
    """The message in which somebody reads of the shot: its answer or, if that is private, the channel's own."""
    public = [message for message in who.sees(CHANNEL) if not _private(message) and "fires" in str(message)]
    return public[-1] if public else shot


def _private(message: dict[str, Any]) -> bool:
    return bool(message["flags"] & 64)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def seen(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[tuple[str, Reader], str]]:
    """Yield the texts that each reader can call up with each value of fog."""
    texts: dict[tuple[str, Reader], str] = {}
    for fog in sorted(FOGS):
        database = Path(tmp_path_factory.mktemp("sees")) / "referee.sqlite3"
        async with laid_out(database, LINES) as game:
            for line in (f"GM: /encounter options name: fog value: {fog}", *KEPT):
                await types(game, line)
            shot = await types(game, "GM: /fire who: Axly target: Trent aim: 1 dice: 97")
            await types(game, "Ben: /plan set who: Axly lines: when hit: act a rare dance cost 7")
            blind = await types(game, "Ann: /roll dice: 2d6 blind: True")
            await types(game, "Ann: /roll dice: 1d1000 secret: True")
            cleo = game.playground.person("Cleo")
            readers = {Reader.GM: game.gm, Reader.OWN: game.ben, Reader.OTHER: game.ann, Reader.CHANNEL: cleo}
            for reader, who in readers.items():
                texts[fog, reader] = await everything(game, who, shot, blind)
    yield texts


async def test_the_table_is_complete() -> None:
    assert set(SEES) == set(Subject) == set(TRACES)
    assert all(set(sees) == set(Reader) for sees in SEES.values())


@pytest.mark.parametrize("subject", Subject, ids=lambda subject: subject.name)
async def test_who_sees_it(seen: dict[tuple[str, Reader], str], subject: Subject) -> None:
    really = {reader: {fog for fog in FOGS if TRACES[subject] in seen[fog, reader]} for reader in Reader}
    assert really == {reader: set(fogs) for reader, fogs in SEES[subject].items()}


async def test_how_an_order_is_answered_does_not_tell_that_somebody_unknown_is_there(tmp_path: Path) -> None:
    """The GM's turn and grenade are answered alike in public, whether they concern a secret fighter or nobody."""
    plays = []
    for n, sheet in enumerate(("line, AKM 47, exposed", "line, AKM 47, exposed, dead")):
        async with laid_out(tmp_path / f"{n}.sqlite3", (*LINES, HIDDEN)) as game:
            await types(game, f"GM: /combatant add name: Zorro side: Guards at: H1 secret: True sheet: {sheet}")
            answers = [await types(game, line) for line in ("GM: /pass who: Axly", "GM: /next", "GM: /next")]
            plays.append([(answer.ephemeral, answer.content) for answer in answers])
    assert plays[0] == plays[1]
    assert not any(ephemeral for ephemeral, _ in plays[0])
