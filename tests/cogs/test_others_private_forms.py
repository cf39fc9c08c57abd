"""Private answers, forms and questions, used by everybody else: an altered client can send any custom id that somebody
has copied. Nothing changes, nothing leaks, and the refusal is a sentence.

In each rulebook, people ask for everything that is answered in private. Then every button, select and form of these
answers is used by a player of the same side, by one of the other side, by a spectator, by the GM, and by the asker and
others from another channel and from another server.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.chat.outgoing.controls import VERBS, control_id
from bot.game.journal.anchors import Anchor
from bot.game.journal.presses import ELSEWHERE
from rules.engine.records.references import reference
from standin import limits
from standin.driver import Answer, Person
from standin.world.messages import EPHEMERAL
from standin.world.scenery import Json
from tests.cogs.conftest import CHANNEL, Game, laid_out, meant, told, types
from tests.cogs.forging import Forger
from tests.cogs.strangers import SHEETS
from tests.homes import ask
from tests.waiting import until

OTHER = "quiet-ruins"
ABROAD = "general"
"""The channel of a second server that has the bot."""
SECRETS = ("Zorro", "Plugh", "trapdoor")
"""A secret fighter of the GM's, a word in a form that only the GM has filled in, a note of the GM's."""
WRONG = "Something went wrong"
NOT_YOURS = "Only the player who was asked may use that. Give your own order."
ONLY_ASKED = {"sre", "srk", "srd", "srt", "srm", "srp"}
"""Custom ids of data in memory for the user who was asked: nobody else may use it, whatever their rights."""
FOR_EVERYBODY = {"srh", "srn"}
"""Custom ids that answer everybody like a command that they type: they hold nothing of the encounter."""


def laid(preset: str) -> tuple[str, ...]:
    """Return the lines before: Trent is Ann's, Axly is Ben's, Guard is Cleo's, and nobody but the GM knows of Zorro."""
    ours, theirs = SHEETS[preset]
    return (
        f"GM: /encounter start ruleset: {preset} title: The yard",
        "GM: /encounter options name: joining value: open",
        "GM: /encounter map size: 12x8",
        f"GM: /combatant add name: Trent owner: @Ann side: Squad at: C4 sheet: {ours}",
        f"GM: /combatant add name: Axly owner: @Ben side: Squad at: C5 sheet: {ours}",
        f"GM: /combatant add name: Guard owner: @Cleo side: Guards at: F4 sheet: {theirs}",
        "GM: /encounter options name: fog value: hidden",
    )


PRIVATE = (
    "GM: /combatant add name: Zorro side: Hidden at: H7 secret: True sheet: {theirs}",
    "GM: /encounter note text: trapdoor",
)
ASKED = (
    "Ann: /fire",
    "Ann: /fire target: Guard aim: 1 dice: ?",
    "Ann: /fire target: Guard dice: ?",
    "Ann: /fire target: Gaurd",
    "Ann: /fire target: Axly aim: 1",
    "Ann: /fire target: nobody at all",
    "Ann: /move",
    "Ann: /next",
    "Ann: /help topic: what can I do now",
    "Ann: /roll dice: d6 secret: True",
    "Ann: /roll dice: d6 blind: True",
    "Ann: /rule text: at guard",
    "Ann: /privacy forget",
    "Ann: /plan set who: Trent",
    "Ann: /combatant add",
    "Ann: /start",
    "GM: /fire who: Zorro",
    "GM: /move who: Zorro",
    "GM: /fire who: Zorro target: Trent aim: 1 dice: ?",
    "GM: /plan set who: Zorro",
    "GM: /encounter map",
    "GM: /weapon add",
    "GM: /privacy server",
    "GM: /combatant add",
    "GM: /next",
    "GM: /fire target: Plugh who: Zorro",
)
"""Lines that are answered in private with something to press or to fill in."""


class Part(NamedTuple):
    """A button or select of somebody's answer, or the form that was opened."""

    line: str
    custom_id: str
    value: str = ""
    window: Answer | None = None

    @property
    def family(self) -> str:
        """Return the beginning of its custom id."""
        return self.custom_id.partition(":")[0]


async def asked(game: Game, preset: str) -> AsyncIterator[str]:
    """Yield the lines. Where shots are declared, no dice are wanted before everybody has passed and time continues."""
    for line in ASKED:
        yield line
    if preset == "phoenix-optional":
        for fighter in ("Trent", "Axly", "Guard", "Zorro"):
            await types(game, f"GM: /pass who: {fighter}")
        yield "GM: /next dice: ?"


@asynccontextmanager
async def yard(folder: Path, preset: str) -> AsyncIterator[Game]:
    """The yard, with people who have nothing to do with it, and another server."""
    async with laid_out(folder / "referee.sqlite3", laid(preset)) as game:
        world = game.playground.world
        world.confirms = frozenset()
        world.add_person("Dora")
        abroad = world.add_guild("Abroad")
        for person in world.people:
            if person not in abroad.members:
                abroad.add_member(world.user(person))
        for line in PRIVATE:
            assert (await types(game, line.format(theirs=SHEETS[preset][1]))).ephemeral
        yield game


async def parts_of(game: Game, line: str) -> list[Part]:
    """Return the controls that can be pressed, chosen or sent in after somebody has typed a line: at most two of each
    kind. Of a form, those that follow a text that is refused as well."""
    answer = await types(game, line)
    if answer.modal:
        window = Part(line, answer.modal["custom_id"], window=answer)
        refused = await game.playground.person(line.partition(":")[0]).submit(answer, filled_in(answer, "Plugh: qwxyz"))
        return [window, *pressable(line, refused.message)]
    found: list[Part] = []
    for message in (answer.message, *answer.followups):
        found += pressable(line, message)
    return [part for at, part in enumerate(found) if [one.family for one in found[:at]].count(part.family) < 2]


def pressable(line: str, message: Json) -> Iterator[Part]:
    """Yield the buttons of a message, and the first and the last choice of its selects."""
    for component in limits.walk(message["components"]):
        if "custom_id" in component and not component.get("disabled"):
            values = [option["value"] for option in component.get("options", ())] or [""]
            yield from (Part(line, component["custom_id"], value) for value in dict.fromkeys((values[0], values[-1])))


def filled_in(window: Answer, text: str) -> dict[str, str]:
    """Return the values that are sent in with a form."""
    assert window.modal
    first = next(c["custom_id"] for c in limits.walk(window.modal["components"]) if "custom_id" in c)
    return {first: text}


def stored(game: Game) -> list[int]:
    """Return how many rows are stored of everything that people can change."""
    tables = ("entries", "encounters", "houses", "people", "channels", "forgetting", "deleting", "deadlines")
    counts = ", ".join(f"(SELECT count(*) FROM {table})" for table in tables)
    [row] = ask(game.client.library.store, f"SELECT {counts}")
    return [*row]


def seen(answer: Answer) -> str:
    """All that somebody gets with an answer: what they read, what is in a form, and what is behind the choices."""
    if answer.modal:
        return str(answer.modal)
    return "\n".join((told(answer), str(answer.message["components"]), *(one["content"] for one in answer.followups)))


async def used(forger: Forger, who: Person, channel: str, part: Part) -> Answer:
    """Return the answer to somebody who uses a copy of it there."""
    if part.window:
        return await forger.submit(who, channel, part.window, filled_in(part.window, "stay"))
    return await forger.press(who, channel, part.custom_id, *([part.value] if part.value else []))


@pytest.mark.parametrize("preset", SHEETS)
async def test_private_answers_are_of_no_use_to_anybody_else(tmp_path: Path, preset: str) -> None:
    async with yard(tmp_path, preset) as game:
        forger, tried = Forger(game), set[str]()
        async for line in asked(game, preset):
            asker = line.partition(":")[0]
            here = [(name, CHANNEL) for name in ("GM", "Ann", "Ben", "Cleo", "Dora") if name != asker]
            elsewhere = [(name, channel) for name in (asker, "Ben", "Dora") for channel in (OTHER, ABROAD)]
            for part in await parts_of(game, line):
                tried.add(part.family)
                for name, channel in (*here, *elsewhere):
                    if may(name, channel, asker, part):
                        continue
                    before = stored(game)
                    answer = await used(forger, game.playground.person(name), channel, part)
                    cell = f"{line}: {part.custom_id} {part.value} by {name} in {channel}: {seen(answer)}"
                    if part.family not in FOR_EVERYBODY:
                        assert stored(game) == before, cell
                        assert answer.ephemeral and not answer.modal and not answer.components, cell
                    if part.family in ONLY_ASKED:
                        assert answer.content == (ELSEWHERE if channel != CHANNEL else NOT_YOURS), cell
                    assert WRONG not in seen(answer), cell
                    assert name == "GM" or not any(secret in seen(answer) for secret in SECRETS), cell
        assert {*ONLY_ASKED, "srf", "srh", "srs", "srb", "srn"} <= tried, tried
        assert ("srw" in tried) == (preset != "phoenix-optional")


def may(name: str, channel: str, asker: str, part: Part) -> bool:
    """Return whether somebody may do that anyway: a GM gives orders to everybody, and everybody to their own fighters.
    Reveal is the roller's own, wherever they are."""
    if part.family == "srs":
        return name == asker
    if part.family == "srb":
        return name == "GM" and channel == CHANNEL
    orders = part.family in ("srf", "srw", "srv") and channel == CHANNEL
    return orders and (name == "GM" or (part.custom_id.startswith("srf:who") and asker == "GM"))


def made_up(verb: str, encounter: str, seq: int) -> str:
    """The custom id of a button that somebody makes up: without the stamp, which only its message tells."""
    return f"sr:{verb}:{encounter}:{seq}"


@pytest.mark.parametrize("name", ["Ann", "Cleo", "Dora"])
async def test_made_up_buttons_tell_nothing_of_what_somebody_cannot_read(tmp_path: Path, name: str) -> None:
    async with yard(tmp_path, "phoenix-advanced") as game:
        await types(game, "GM: /move who: Zorro to: H6")
        forger, head = Forger(game), await game.head()
        who, first = game.playground.person(name), len(laid("phoenix-advanced")) + 1
        hidden, never = range(first, head.seq + 1), range(head.seq + 1, head.seq + 3)
        for verb in VERBS:
            told_of: dict[int, str] = {}
            for seq in (*hidden, *never):
                answer = await forger.press(who, CHANNEL, made_up(verb, head.encounter_id, seq))
                await answer.until(lambda answer: answer.ephemeral or bool(answer.followups))
                told_of[seq] = seen(answer)
            assert len(set(told_of.values())) == 1, (verb, told_of)
        assert len(hidden) == 3 and await game.head() == head


@pytest.mark.parametrize("name", ["GM", "Ann", "Dora"])
async def test_no_button_gives_an_order_again_that_has_none(tmp_path: Path, name: str) -> None:
    async with yard(tmp_path, "phoenix-advanced") as game:
        forger, head = Forger(game), await game.head()
        journal, id = game.client.referee.journal, head.encounter_id
        for entry in await journal.entries(id, 1, head.seq):
            for verb in ("again", "then"):
                for custom_id in (control_id(verb, Anchor.of(entry)), made_up(verb, id, entry.seq)):
                    answer = await forger.press(game.playground.person(name), CHANNEL, custom_id)
                    assert not answer.modal and WRONG not in seen(answer), seen(answer)
                    if not answer.ephemeral:
                        # What is old loses its buttons, and the reason follows.
                        await answer.until(lambda answer: bool(answer.followups))
                        assert answer.followups[0]["flags"] & EPHEMERAL, seen(answer)
        assert await game.head() == head


FOUGHT = (
    "Ann: /combatant add name: Own side: Squad at: B4 sheet: {ours}",
    "GM: /encounter board",
    "Ann: /fire target: Guard aim: 1 who: Trent",
    "Ben: /plan set who: Axly lines: stay",
    "GM: /encounter options name: joining value: by leave",
    "Dora: /combatant add name: Late side: Squad at: B6 sheet: {ours}",
    "Cleo: /pass",
    "Ann: /rule text: at guard 10 hexes",
    "GM: /roll dice: d6 blind: True",
    "GM: /fire target: Trent who: Zorro aim: 1",
    "GM: /next",
)
"""Lines after which every sort of button is in the channel."""


@pytest.mark.parametrize("preset", SHEETS)
async def test_public_buttons_do_nothing_for_spectators_and_strangers(tmp_path: Path, preset: str) -> None:
    async with yard(tmp_path, preset) as game:
        person = game.playground.person
        for line in FOUGHT:
            await meant(game.gm, await types(game, line.format(ours=SHEETS[preset][0])))
        await until(lambda: any("sru:" in str(message["components"]) for message in game.gm.sees(CHANNEL)))
        forger, posted = Forger(game), [*game.playground.world.history(game.gm.channel_id(CHANNEL))]
        parts = [part for message in posted for part in pressable("posted", message.data)]
        assert {"sr", "srj", "srb", "sru"} <= {part.family for part in parts}, parts
        for part in dict.fromkeys(parts):
            for name, channel in (("Dora", CHANNEL), ("Ann", OTHER), ("Dora", OTHER), ("Ann", ABROAD)):
                before = stored(game)
                answer = await used(forger, person(name), channel, part)
                cell = f"{part.custom_id} {part.value} by {name} in {channel}: {seen(answer)}"
                assert stored(game) == before or part.family in ("srx", *FOR_EVERYBODY), cell
                assert WRONG not in cell and not any(secret in seen(answer) for secret in SECRETS), cell
        # Whatever the players do with them, they read no more than they may.
        for part in dict.fromkeys(parts):
            for name in ("Cleo", "Ben", "Ann"):
                answer = await used(forger, person(name), CHANNEL, part)
                assert WRONG not in seen(answer) and not any(secret in seen(answer) for secret in SECRETS), seen(answer)


async def test_made_up_marks_of_references_are_refused(tmp_path: Path) -> None:
    async with yard(tmp_path, "phoenix-advanced") as game:
        forger, mark, before = Forger(game), reference("c1"), stored(game)
        ruling = await forger.press(game.ann, CHANNEL, f"srn:rule:phoenix-advanced:M16 at {mark} 10 hexes")
        form = (await types(game, "Ann: /fire")).component("Target")["custom_id"]
        for answer in (ruling, await forger.press(game.ann, CHANNEL, form, mark)):
            assert answer.content == "No message of mine has that button. Give the order as a command."
        assert stored(game) == before
