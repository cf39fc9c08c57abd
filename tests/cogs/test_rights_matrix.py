"""The table of rights, cell by cell: every command, button, select and form, used by every role over the real protocol.

A world is laid out once for each rulebook that is needed. After what somebody has done, its database is put back. A
refusal is a sentence of the table, and the journal's head is as before; anything else counts as allowed.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.chat.outgoing.controls import (
    application_id,
    board_id,
    control_id,
    decision_id,
    keep_id,
    keep_open_id,
    question_id,
)
from bot.chat.views.buttons.moves import Moment
from bot.chat.views.private.draft import Draft, mark
from bot.game.entries.invocation import Invocation
from bot.game.entries.server_settings import ServerSettings
from bot.game.journal import presses
from bot.game.journal.anchors import Anchor
from bot.game.people.rights import COMMANDS, CONTROLS, MAY, Deed, Role
from bot.game.referee.referee import NO_ENCOUNTER
from bot.game.sight.masks import masks_of
from rules.engine.books.ruleset import HomebrewRecord
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, told
from tests.cogs.direct import direct
from tests.cogs.forging import Forger
from tests.cogs.test_space_marines_fight import OPENING
from tests.homes import file_of
from tests.waiting import patience

pytestmark = pytest.mark.asyncio(loop_scope="module")

OTHER = "quiet-ruins"
RECORDS = {"server": "Ours", "encounter": "Mine"}
PHOENIX = (
    "GM: /encounter start ruleset: phoenix title: The yard",
    "GM: /encounter options name: joining value: open",
    "GM: /combatant add name: Trent owner: @Ann side: Squad sheet: SAL 14, CA 8, M16A1",
    "GM: /combatant add name: Axly owner: @Ben side: Squad sheet: SAL 14, CA 8, M16A1",
    "GM: /combatant add name: Guard side: Guards sheet: line, AKM 47, exposed",
    "Ann: /fire who: Trent target: Guard range: 10 aim: 3",
)
MARINES = (*OPENING, "GM: /next", "Ann: /fire target: G3 how: cover fire aim: 1 who: Rookie", "GM: /next")
SAVAGE = (
    "GM: /encounter start ruleset: savage title: The yard",
    "GM: /combatant add name: Trent owner: @Ann side: Squad sheet: Shooting d8, Wild Card, Assault Rifle",
    "GM: /combatant add name: Axly owner: @Ben side: Squad sheet: Shooting d8, Wild Card, Assault Rifle",
)

SENTENCES = [
    *(right.refusal for right in MAY.values() if right.refusal),
    "{who} is not yours to order ({own}).",
    "Still to act: {names}. Until then, only the GM can use /next.",
    "Dice were thrown for that order. Only the GM can undo it.",
    "No open encounter that you can end has that name. Choose one of the suggestions.",
    "Only the player who was asked may use that. Give your own order.",
    "This encounter has no weapon or card of its own; {and_so_on}",
    NO_ENCOUNTER,
    presses.ELSEWHERE,
]
_REFUSAL = re.compile("|".join(re.sub(r"\\\{[^}]*\\\}", ".*", re.escape(sentence)) for sentence in SENTENCES))

PERMISSIONS = {
    Role.CHANNEL_MANAGER: ["manage_channels"],
    Role.SERVER_MANAGER: ["manage_guild"],
    Role.ADMINISTRATOR: ["administrator"],
    Role.KEEPER: [],
}


class Desk:
    """A game that is put back after each thing that somebody does. GM, Ann and Ben are what their names say: Ann owns
    the fighter that is meant, Ben another; Cleo is everyone else."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fighter = ""
        self.cleo = game.playground.person("Cleo")
        world = game.playground.world
        # Who owns the server may do anything there.
        world.home.owner_id = world.bot["id"]
        self.given = {role: world.add_role(role.value, *names)["id"] for role, names in PERMISSIONS.items()}
        self.id, self.base = "", 0
        self.forger = Forger(game)
        self.left: Answer
        """The answer to the deed that had to be done first."""

    async def begin(self) -> None:
        """Remember how things are."""
        head = await self.game.head()
        self.id, self.base = head.encounter_id, head.seq
        settings = ServerSettings(keeper=self.given[Role.KEEPER])
        await self.game.client.library.set(self.game.playground.world.home.id, settings)

    async def put_back(self) -> None:
        """Make everything as it was at the beginning."""
        client, world = self.game.client, self.game.playground.world
        await client.delivery.flush()
        with closing(sqlite3.connect(file_of(client.library.store))) as connection, connection:
            for table in ("entries", "states"):
                connection.execute(f"DELETE FROM {table} WHERE encounter_id <> ? OR seq > ?", (self.id, self.base))
            connection.execute("DELETE FROM seeds WHERE encounter_id <> ?", (self.id,))
            connection.execute("DELETE FROM encounters WHERE id <> ?", (self.id,))
            connection.execute("UPDATE encounters SET open = 1")
            for table in ("houses", "people", "channels", "deadlines", "reminders"):
                connection.execute(f"DELETE FROM {table}")
        client.referee.journal.forget(self.id)
        world.change_member(self.cleo.id, roles=[])
        await self.begin()

    async def acting(self, role: Role) -> Person:
        """The person who has this role from now on."""
        if role in self.given:
            self.game.playground.world.give_role(self.cleo.id, self.given[role])
        if role is Role.CO_GM:
            await self.game.says(self.game.gm, "encounter gm", user=self.cleo)
        return {Role.GM: self.game.gm, Role.OWNER: self.game.ann, Role.PLAYER: self.game.ben}.get(role, self.cleo)

    async def seq(self) -> int | None:
        """The journal's head."""
        return await self.game.client.library.store.journal.last_seq(self.id)

    async def anchor(self) -> Anchor:
        """Return the anchor of the last entry's buttons."""
        head = await self.game.client.referee.journal.head(self.id)
        assert head is not None
        return Anchor.of(head)


Act = Callable[[Desk, Person, str], Coroutine[Any, Any, Answer]]


@dataclass(frozen=True)
class Sample:
    """A way to do the deed: the user and the channel. `before` is done first, no matter who acts then."""

    act: Act
    before: Act | None = None
    lines: tuple[str, ...] = PHOENIX
    fighter: str = "Trent"
    done: Callable[[Answer], bool] | None = None
    """Whether it was this very deed, where the same words may be another one."""


def typed(command: str, **options: Any) -> Act:
    """Type a command; `{fighter}` and `{encounter}` stand for the names."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        names = {"fighter": desk.fighter, "encounter": desk.id}
        given: dict[str, Any] = {o: v.format(**names) if isinstance(v, str) else v for o, v in options.items()}
        given |= {option: desk.cleo for option, value in options.items() if value == "@Cleo"}
        return await who.slash(channel, command, **given)

    return act


def by_gm(command: str, **options: Any) -> Act:
    """Return a deed of the GM's in the encounter's channel."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await typed(command, **options)(desk, desk.game.gm, CHANNEL)

    return act


def from_elsewhere(command: str, **options: Any) -> Act:
    """Type a command in another channel than the encounter's."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await typed(command, **options)(desk, who, "quiet-ruins")

    return act


async def imports(desk: Desk, who: Person, channel: str) -> Answer:
    (file,) = (await by_gm("export")(desk, who, channel)).message["attachments"]
    content = desk.game.playground.world.uploads[file["id"]].content
    return await who.slash(channel, "encounter import", file=("encounter.json", content))


async def everybody_passes(desk: Desk, who: Person, channel: str) -> Answer:
    for fighter in ("Trent", "Axly", "Guard"):
        answer = await by_gm("pass", who=fighter)(desk, who, channel)
    return answer


async def own_order(desk: Desk, who: Person, channel: str) -> Answer:
    """Give an order as the user who must undo something."""
    return await typed("combatant add", sheet="line, AKM 47", name="Own")(desk, who, CHANNEL)


async def two_declared(desk: Desk, who: Person, channel: str) -> Answer:
    """The GM declares two orders for the fighter, either of which would do alone."""
    for name, value in (("pace", "sealed"), ("window", "phase")):
        await by_gm("encounter options", name=name, value=value)(desk, who, channel)
    await by_gm("act", who="{fighter}", what="kneel")(desk, who, channel)
    return await by_gm("act", who="{fighter}", what="go prone")(desk, who, channel)


async def own_undone(desk: Desk, who: Person, channel: str) -> Answer:
    await own_order(desk, who, channel)
    return await typed("undo")(desk, who, CHANNEL)


async def gm_s_undone(desk: Desk, who: Person, channel: str) -> Answer:
    await by_gm("encounter map", size="4x4")(desk, who, channel)
    return await by_gm("undo")(desk, who, channel)


async def ended_by_a_manager(desk: Desk, who: Person, channel: str) -> Answer:
    """A manager ends it who is no GM; then Cleo is what she was before."""
    world = desk.game.playground.world
    held = list(world.member(desk.game.ann.id)["roles"])
    world.give_role(desk.game.ann.id, desk.given[Role.SERVER_MANAGER])
    answer = await typed("encounter end")(desk, desk.game.ann, CHANNEL)
    world.change_member(desk.game.ann.id, roles=held)
    return answer


async def takeover_undone(desk: Desk, who: Person, channel: str) -> Answer:
    """A manager takes it over and takes that back."""
    world = desk.game.playground.world
    held = list(world.member(desk.game.ann.id)["roles"])
    world.give_role(desk.game.ann.id, desk.given[Role.SERVER_MANAGER])
    await typed("encounter takeover")(desk, desk.game.ann, CHANNEL)
    answer = await typed("undo")(desk, desk.game.ann, CHANNEL)
    world.change_member(desk.game.ann.id, roles=held)
    return answer


async def records_added(desk: Desk, who: Person, channel: str) -> Answer:
    """The server has a weapon of its own, the encounter another."""
    client, book = desk.game.client, desk.game.client.library.shelf["phoenix"]
    record = book.homebrew_record(book.homebrew_example)
    guild = desk.game.playground.world.home.id
    invocation = Invocation("1", desk.game.gm.id, "GM", guild, "1", "", datetime.now(UTC))
    await client.library.keep_homebrew(invocation, book, HomebrewRecord(RECORDS["server"], record.record))
    text = book.homebrew_example.replace(record.name, RECORDS["encounter"])
    return await by_gm("weapon add", file=("mine.toml", text.encode()))(desk, who, channel)


def of_the_server(answer: Answer) -> bool:
    """Return whether the page of a record is shown that the server keeps now."""
    return answer.ephemeral and not refused(answer)


def forgotten(answer: Answer) -> bool:
    """Return whether a record of the server is deleted."""
    return "is removed" in answer.content


def of_the_encounter(answer: Answer) -> bool:
    """Return whether a record of the encounter was brought in or taken out."""
    return "this encounter's own" in told(answer)


async def adds_a_weapon(desk: Desk, who: Person, channel: str) -> Answer:
    text = desk.game.client.library.shelf["phoenix"].homebrew_example
    return await who.slash(channel, "weapon add", file=("own.toml", text.encode()))


SHOT = {"who": "{fighter}", "target": "Guard", "range": 10, "aim": 3}
RULED = {"who": "SAL 14, CA 8, M16A1", "ruleset": "phoenix"}
ATTACK, ACTION = ("aim", "fire", "burst", "throw"), ("duck", "reload", "heal")
TYPED: dict[tuple[str, Deed], Sample] = {
    **{(verb, Deed.ORDER): Sample(typed(verb, **SHOT)) for verb in ATTACK},
    **{(verb, Deed.RULE): Sample(typed(verb, target="line", range=10, aim=3, **RULED)) for verb in ATTACK},
    **{(verb, Deed.ORDER): Sample(typed(verb, who="{fighter}")) for verb in ACTION},
    **{(verb, Deed.RULE): Sample(typed(verb, **RULED)) for verb in ACTION},
    ("rule", Deed.RULE): Sample(typed("rule", text="M16A1 at guard 10 hexes", ruleset="phoenix")),
    ("odds", Deed.LOOK_UP): Sample(typed("odds", target="line", range=10, **RULED)),
    ("next", Deed.NEXT): Sample(typed("next"), everybody_passes),
    ("next", Deed.NEXT_EARLY): Sample(typed("next")),
    ("pass", Deed.ORDER): Sample(typed("pass", who="{fighter}")),
    ("answer", Deed.ORDER): Sample(typed("answer", who="{fighter}", choice="hold fire"), None, MARINES, "Rookie"),
    ("move", Deed.ORDER): Sample(typed("move", who="{fighter}", to="C4")),
    ("act", Deed.ORDER): Sample(typed("act", who="{fighter}", what="dances", cost=1)),
    ("plan set", Deed.ORDER): Sample(typed("plan set", who="{fighter}", lines="reload; else: stay")),
    ("plan show", Deed.SEE): Sample(typed("plan show")),
    ("map", Deed.SEE): Sample(typed("map")),
    ("plan clear", Deed.ORDER): Sample(
        typed("plan clear", who="{fighter}"), by_gm("plan set", who="Trent", lines="stay")
    ),
    ("undo", Deed.UNDO_OWN): Sample(typed("undo"), own_order),
    ("undo", Deed.UNDO_ANY): Sample(typed("undo"), by_gm("encounter map", size="4x4")),
    ("undo", Deed.UNDO_MANAGED): Sample(typed("undo"), ended_by_a_manager),
    ("redo", Deed.UNDO_OWN): Sample(typed("redo"), own_undone),
    ("redo", Deed.UNDO_ANY): Sample(typed("redo"), gm_s_undone),
    ("redo", Deed.UNDO_MANAGED): Sample(typed("redo"), takeover_undone),
    ("adjust", Deed.TABLE): Sample(typed("adjust", who="{fighter}", changes="off the map")),
    ("start", Deed.START): Sample(typed("start")),
    ("encounter start", Deed.START): Sample(typed("encounter start")),
    ("encounter import", Deed.START): Sample(imports),
    ("encounter show", Deed.SEE): Sample(typed("encounter show")),
    ("encounter end", Deed.END): Sample(typed("encounter end")),
    ("encounter takeover", Deed.TAKE_OVER): Sample(typed("encounter takeover")),
    ("encounter options", Deed.TABLE): Sample(typed("encounter options", name="next", value="gm")),
    ("encounter options", Deed.SEE): Sample(typed("encounter options")),
    ("encounter pause", Deed.PAUSE): Sample(typed("encounter pause")),
    ("encounter gm", Deed.TABLE): Sample(typed("encounter gm", user="@Cleo")),
    ("encounter side", Deed.TABLE): Sample(typed("encounter side", name="Squad")),
    ("encounter board", Deed.TABLE): Sample(typed("encounter board")),
    ("encounter threads", Deed.TABLE): Sample(typed("encounter threads", side="Squad")),
    ("encounter map", Deed.TABLE): Sample(typed("encounter map", size="4x4")),
    ("encounter deploy", Deed.TABLE): Sample(typed("encounter deploy", side="Squad")),
    ("encounter save", Deed.SAVE): Sample(typed("encounter save")),
    ("encounter event", Deed.TABLE): Sample(typed("encounter event", text="a blast", turn=9)),
    ("encounter secret", Deed.TABLE): Sample(typed("encounter secret", who="{fighter}")),
    ("encounter reveal", Deed.TABLE): Sample(
        typed("encounter reveal", who="{fighter}"), by_gm("encounter secret", who="Trent")
    ),
    ("encounter note", Deed.TABLE): Sample(typed("encounter note", text="a trap")),
    ("server keeper", Deed.NAME_KEEPER): Sample(typed("server keeper", nobody=True)),
    ("server keeper", Deed.LOOK_UP): Sample(typed("server keeper")),
    ("server rulebook", Deed.CHOOSE_RULEBOOK): Sample(typed("server rulebook", ruleset="aliens")),
    ("server rulebook", Deed.LOOK_UP): Sample(typed("server rulebook")),
    ("combatant add", Deed.BRING_ONE): Sample(typed("combatant add", sheet="line, AKM 47")),
    ("combatant add", Deed.BRING_OTHERS): Sample(typed("combatant add", sheet="line, AKM 47", count=2)),
    ("combatant add", Deed.TABLE): Sample(typed("combatant add", sheet="line, AKM 47", secret=True)),
    ("combatant edit", Deed.ORDER): Sample(typed("combatant edit", who="{fighter}", name="Other")),
    ("combatant remove", Deed.ORDER): Sample(typed("combatant remove", who="{fighter}")),
    ("combatant owner", Deed.ORDER): Sample(typed("combatant owner", who="{fighter}")),
    ("combatant show", Deed.SEE): Sample(typed("combatant show", who="{fighter}")),
    ("roster show", Deed.LOOK_UP): Sample(typed("roster show")),
    ("roster rename", Deed.LOOK_UP): Sample(typed("roster rename", name="Trent", new="Own")),
    ("roster remove", Deed.LOOK_UP): Sample(typed("roster remove", name="Trent")),
    ("roster accept", Deed.KEEP): Sample(typed("roster accept", who="{fighter}")),
    ("ammo show", Deed.SEE): Sample(typed("ammo show", who="{fighter}")),
    ("ammo weight", Deed.LOOK_UP): Sample(typed("ammo weight", tokens=1)),
    ("ammo buy", Deed.ORDER): Sample(typed("ammo buy", who="{fighter}", sort="AP", price=1, die="d8"), None, SAVAGE),
    ("ammo drop", Deed.ORDER): Sample(typed("ammo drop", who="{fighter}", sort="AP"), None, SAVAGE),
    ("log", Deed.SEE): Sample(typed("log")),
    ("recap", Deed.SEE): Sample(typed("recap")),
    ("stats", Deed.SEE): Sample(typed("stats")),
    ("stats", Deed.LOOK_UP): Sample(typed("stats", encounter="all")),
    ("stats", Deed.COUNT_ELSEWHERE): Sample(from_elsewhere("stats", encounter="{encounter}")),
    ("export", Deed.EXPORT): Sample(typed("export")),
    ("export", Deed.EXPORT_IDS): Sample(typed("export", ids=True)),
    ("export", Deed.SEE): Sample(typed("export"), by_gm("encounter end")),
    ("dice verify", Deed.LOOK_UP): Sample(typed("dice verify", file=("export.json", b"{}"))),
    ("roll", Deed.LOOK_UP): Sample(typed("roll", dice="d6")),
    ("roll", Deed.SEE): Sample(typed("roll", dice="d6", blind=True)),
    ("table", Deed.LOOK_UP): Sample(typed("table")),
    ("weapon show", Deed.LOOK_UP): Sample(typed("weapon show")),
    ("weapon add", Deed.KEEP_RECORDS): Sample(adds_a_weapon, done=of_the_server),
    ("weapon add", Deed.BRING_RECORDS): Sample(adds_a_weapon, done=of_the_encounter),
    ("weapon remove", Deed.KEEP_RECORDS): Sample(
        typed("weapon remove", name=RECORDS["server"]),
        records_added,
        done=forgotten,
    ),
    ("weapon remove", Deed.BRING_RECORDS): Sample(
        typed("weapon remove", name=RECORDS["encounter"]), records_added, done=of_the_encounter
    ),
    ("encounter deadline", Deed.TABLE): Sample(typed("encounter deadline", time="24h")),
    ("encounter deadline", Deed.SEE): Sample(typed("encounter deadline")),
    ("channel set", Deed.CHANNEL_SETTINGS): Sample(typed("channel set", detail="full")),
    ("channel set", Deed.LOOK_UP): Sample(typed("channel set")),
    ("my set", Deed.OWN_SETTINGS): Sample(typed("my set", pings="all")),
    ("my away", Deed.OWN_SETTINGS): Sample(typed("my away", until="off")),
    ("my substitute", Deed.OWN_SETTINGS): Sample(typed("my substitute")),
    ("my show", Deed.OWN_SETTINGS): Sample(typed("my show")),
    ("privacy show", Deed.OWN_DATA): Sample(typed("privacy show")),
    ("privacy forget", Deed.OWN_DATA): Sample(typed("privacy forget")),
    ("privacy server", Deed.DELETE_SERVER): Sample(typed("privacy server")),
    ("weapon example", Deed.LOOK_UP): Sample(typed("weapon example")),
    ("help", Deed.LOOK_UP): Sample(typed("help")),
}


async def press(desk: Desk, who: Person, channel: str, custom_id: str, *values: str) -> Answer:
    """Press a button of this id, or choose these values in a select."""
    return await desk.forger.press(who, channel, custom_id, *values)


def pressed(verb: str) -> Act:
    """Press a button under the last order's answer."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await press(desk, who, channel, control_id(verb, await desk.anchor()))

    return act


def on_board(verb: str) -> Act:
    """Press a button under a live board that shows the last order."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await press(desk, who, channel, board_id(verb, 1, await desk.anchor()))

    return act


def left(label: str) -> Act:
    """Press a button of the message that was left before."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await press(desk, who, channel, desk.left.component(label)["custom_id"])

    return act


def of_form(part: str, *chosen: str) -> Act:
    """Choose something in an order form, or press its button."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        masks = masks_of(desk.game.client.referee.store, desk.id)
        ids = {c.name: masks.mask(c.id) for c in (await desk.game.encounter()).combatants}
        values = [ids.get(value, value) for value in chosen]
        draft = Draft("fire", desk.id, ids[desk.fighter], ids["Guard"], "", "3")
        # Words that were typed with the verb are in the form's footer, which these have not.
        return await press(desk, who, channel, draft.custom_id(part), *values)

    return act


async def answers(desk: Desk, who: Person, channel: str) -> Answer:
    asked = next(c.id for c in (await desk.game.encounter()).combatants if c.name == desk.fighter)
    masked = masks_of(desk.game.client.referee.store, desk.id).mask(asked)
    return await press(desk, who, channel, question_id(Anchor.of(await desk.game.head()), masked, 1))


async def types_dice(desk: Desk, who: Person, channel: str) -> Answer:
    """Type the dice of an order of one's own; of Ann's, where one may not order."""
    for asker in (who, desk.game.ann):
        asked = await typed("fire", **SHOT | {"range": 1, "aim": 1}, dice="?")(desk, asker, CHANNEL)
        if any(part.get("label") == "Type the dice" for part in asked.components):
            break
    desk.left = asked
    window = await left("Type the dice")(desk, who, channel)
    return await who.submit(window, {"text": "50"}) if window.modal else window


async def chooses(desk: Desk, who: Person, channel: str) -> Answer:
    """Press a choice of an own order that asks first; of Ann's, where one may not order."""
    for asker in (who, desk.game.ann):
        asked = await typed("fire", who="{fighter}", target="Axly", range=10, aim=1)(desk, asker, CHANNEL)
        if asked.components:
            break
    desk.left = asked
    return await press(desk, who, channel, asked.components[0]["components"][0]["custom_id"])


async def takes_a_remedy(desk: Desk, who: Person, channel: str) -> Answer:
    """Press what a refusal of one's own offers; Ann's, where one may not order."""
    for asker in (who, desk.game.ann):
        refusal = await typed("fire", who="{fighter}", target="Gaurd", range=10, aim=1)(desk, asker, CHANNEL)
        if any(part.get("label") == "Guard" for part in refusal.components):
            break
    desk.left = refusal
    return await press(desk, who, channel, refusal.component("Guard")["custom_id"])


async def corrects(desk: Desk, who: Person, channel: str) -> Answer:
    """Press Correct it under a text of one's own that was refused."""
    window = await typed("combatant add")(desk, who, CHANNEL)
    desk.left = await who.submit(window, {"text": "Queen: line\nQwxyz: plugh"})
    return await left("Correct it")(desk, who, channel)


async def fills_in(desk: Desk, who: Person, channel: str) -> Answer:
    window = await typed("combatant add")(desk, who, channel)
    return await who.submit(window, {"text": "Own: line, AKM 47"}) if window.modal else window


def fills_in_the_shot(command: str) -> Act:
    """Send in the window for a shot that the command asked about."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        asked = await typed(command, text="at guard 10 hexes", ruleset="phoenix")(desk, who, channel)
        return await who.submit(await who.click(asked, "Fill in"), {"weapon": "M16A1"})

    return act


def guided(step: str) -> Act:
    """Press a button of /start: a choice before the fight, or a step of the one that is open."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await press(desk, who, channel, f"srg:{step}" if ":" in step else f"srg:{step}:{desk.id}")

    return act


async def asks_further(desk: Desk, who: Person, channel: str) -> Answer:
    """Press a button under one's own answer of /help."""
    return await who.click(await typed("help", topic="reload")(desk, who, channel), "Ammunition")


async def reveals(desk: Desk, who: Person, channel: str) -> Answer:
    """Press Reveal under a roll of one's own; what others roll in secret nobody else sees."""
    return await who.click(await typed("roll", dice="d6", secret=True)(desk, who, channel), "Reveal")


def says_what_lacks(command: str, text: str, label: str) -> Act:
    """Press a button of the question that a line of one's own leads to."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await who.click(await typed(command, text=text, ruleset="phoenix")(desk, who, channel), label)

    return act


async def keeps_open(desk: Desk, who: Person, channel: str) -> Answer:
    return await press(desk, who, channel, keep_open_id(desk.id, datetime.now(UTC)))


def about_a_decision(verb: str) -> Act:
    """Press a button under a reminder, or under a call of the GM."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        return await press(desk, who, channel, decision_id(verb, desk.id, 0, datetime.now(UTC)))

    return act


async def keeps(desk: Desk, who: Person, channel: str) -> Answer:
    fighter = next(c.id for c in (await desk.game.encounter()).combatants if c.name == desk.fighter)
    masked = masks_of(desk.game.client.referee.store, desk.id).mask(fighter)
    return await press(desk, who, channel, keep_id(Anchor.of(await desk.game.head()), masked))


async def applied(desk: Desk, who: Person, channel: str) -> Answer:
    await by_gm("encounter options", name="joining", value="by leave")(desk, who, channel)
    return await typed("combatant add", sheet="line, AKM 47")(desk, desk.game.ann, CHANNEL)


async def lets_in(desk: Desk, who: Person, channel: str) -> Answer:
    (application,) = (await desk.game.encounter()).applications
    return await press(desk, who, channel, application_id(desk.id, application.id, True))


def steps(prefix: str, *chosen: str) -> Act:
    """Press, or choose, where the fighter can go."""

    async def act(desk: Desk, who: Person, channel: str) -> Answer:
        encounter = await desk.game.encounter()
        actor = next(c.id for c in encounter.combatants if c.name == desk.fighter)
        place, masks = "" if chosen else "C4:a:", masks_of(desk.game.client.referee.store, desk.id)
        return await press(desk, who, channel, f"{prefix}:{Moment.of(actor, encounter, masks)}:{place}", *chosen)

    return act


PRESSED: dict[tuple[str, Deed], Sample] = {
    ("srw", Deed.ORDER): Sample(steps("srw")),
    ("srv", Deed.ORDER): Sample(steps("srv", "C4")),
    ("sr:details", Deed.SEE): Sample(pressed("details")),
    ("sr:again", Deed.ORDER): Sample(pressed("again")),
    ("sr:again", Deed.RULE): Sample(left("Again"), by_gm("fire", target="line", range=10, aim=3, **RULED)),
    ("sr:undo", Deed.UNDO_OWN): Sample(pressed("undo"), own_order),
    ("sr:undo", Deed.UNDO_ANY): Sample(pressed("undo"), by_gm("encounter map", size="4x4")),
    ("sr:undo", Deed.UNDO_MANAGED): Sample(pressed("undo"), ended_by_a_manager),
    ("sr:instead", Deed.ORDER): Sample(pressed("instead"), two_declared),
    ("sr:then", Deed.ORDER): Sample(pressed("then"), by_gm("plan set", who="Trent", lines="stay")),
    ("sr:done", Deed.ORDER): Sample(pressed("done")),
    ("sr:next", Deed.NEXT): Sample(pressed("next"), everybody_passes),
    ("sr:next", Deed.NEXT_EARLY): Sample(pressed("next")),
    ("sr:end", Deed.END): Sample(pressed("end")),
    ("sr:run", Deed.NEXT): Sample(pressed("run"), everybody_passes),
    ("sr:run", Deed.NEXT_EARLY): Sample(pressed("run")),
    ("sr:takeover", Deed.TAKE_OVER): Sample(pressed("takeover")),
    ("sr:asked", Deed.SEE): Sample(pressed("asked"), None, MARINES),
    ("srq", Deed.ORDER): Sample(answers, None, MARINES, "Rookie"),
    ("srf:who", Deed.ORDER): Sample(of_form("who", "Trent")),
    ("srf:target", Deed.ORDER): Sample(of_form("target", "Guard")),
    ("srf:weapon", Deed.ORDER): Sample(of_form("weapon", mark("M16A1"))),
    ("srf:aim", Deed.ORDER): Sample(of_form("aim", "4")),
    ("srf:go", Deed.ORDER): Sample(of_form("go")),
    ("srd", Deed.ORDER): Sample(types_dice),
    ("srk", Deed.ORDER): Sample(chooses),
    ("sre", Deed.ORDER): Sample(takes_a_remedy),
    ("srj", Deed.LET_IN): Sample(lets_in, applied),
    ("srr", Deed.KEEP): Sample(keeps),
    ("srt", Deed.LOOK_UP): Sample(corrects),
    ("srl", Deed.ORDER): Sample(about_a_decision("pass")),
    ("srl", Deed.TABLE): Sample(about_a_decision("late")),
    ("sru:next", Deed.NEXT): Sample(on_board("next"), everybody_passes),
    ("sru:next", Deed.NEXT_EARLY): Sample(on_board("next")),
    ("sru:show", Deed.SEE): Sample(on_board("show")),
    ("sri", Deed.KEEP_OPEN): Sample(keeps_open),
    ("srx", Deed.RULE): Sample(left("Aim 2"), by_gm("rule", text="M16A1 at guard 10 hexes", ruleset="phoenix")),
    ("srn", Deed.RULE): Sample(says_what_lacks("rule", "M16A1 at guard", "10 hexes (18 m)")),
    ("srn", Deed.LOOK_UP): Sample(says_what_lacks("odds", "at guard 10 hexes", "Rifle")),
    ("srp", Deed.RULE): Sample(fills_in_the_shot("rule")),
    ("srp", Deed.LOOK_UP): Sample(fills_in_the_shot("odds")),
    ("srg", Deed.LOOK_UP): Sample(guided("book:savage")),
    ("srg", Deed.START): Sample(guided("side:aliens:gm")),
    ("srg", Deed.SEE): Sample(guided("odds")),
    ("srg", Deed.END): Sample(guided("end")),
    ("srh", Deed.LOOK_UP): Sample(asks_further),
    ("srs", Deed.LOOK_UP): Sample(reveals),
    ("srb", Deed.SEE_BLIND): Sample(left("See the result"), by_gm("roll", dice="d6", blind=True)),
    ("srm", Deed.LOOK_UP): Sample(fills_in),
}
NOT_APPLICABLE = {
    ("sr:done", Role.PLAYER),
    ("srl", Role.PLAYER),
    ("srs", Role.STRANGER),
    ("srn", Role.STRANGER),
    ("srp", Role.STRANGER),
    ("srh", Role.STRANGER),
    ("srg", Role.STRANGER),
}
"""Done, and what is under a reminder, is about the fighters of the user who presses it; Reveal, the buttons that ask
what a ruling lacks, and those of /help and /start are in a private message where the command was typed."""


def refused(answer: Answer) -> bool:
    """Return whether it is a sentence about rights."""
    said = ["" if answer.modal else answer.content, *(followup["content"] for followup in answer.followups)]
    return any(_REFUSAL.fullmatch(re.sub(r"\\([^\w\s])", r"\1", text)) for text in said)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desks(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[tuple[str, ...], Desk]]:
    async with AsyncExitStack() as stack:
        open: dict[tuple[str, ...], Desk] = {}
        for lines in (PHOENIX, MARINES, SAVAGE):
            database = Path(tmp_path_factory.mktemp("rights")) / "referee.sqlite3"
            game = await stack.enter_async_context(laid_out(database, lines))
            open[lines] = Desk(game)
            await open[lines].begin()
        yield open


async def every_role(desk: Desk, subject: str, deed: Deed, sample: Sample, may: frozenset[Role]) -> None:
    """Have it done by everybody, first by those who may not: what is done once may not be possible again."""
    desk.fighter = sample.fighter
    discord.http.Route.BASE = desk.game.playground.api_url
    for role in sorted(Role, key=lambda role: role in may):
        if (subject, role) in NOT_APPLICABLE:
            continue
        with direct(desk.game):
            try:
                who = await desk.acting(role)
                if sample.before:
                    desk.left = await sample.before(desk, who, CHANNEL)
                before = await desk.seq()
                async with asyncio.timeout(patience()):
                    answer = await sample.act(desk, who, OTHER if role is Role.STRANGER else CHANNEL)
                said = "a form" if answer.modal else f"{told(answer)} {answer.followups}"
                cell = f"{subject} as {role.value} ({deed.name}): {said}"
                if role in may:
                    assert not refused(answer) and (sample.done is None or sample.done(answer)), cell
                elif sample.done is None:
                    # Where no encounter is open, most commands have nothing that they could be about.
                    assert refused(answer) or (role is Role.STRANGER and not answer.modal and answer.ephemeral), cell
                    assert await desk.seq() == before, cell
                else:
                    assert not sample.done(answer), cell
            finally:
                await desk.put_back()


async def test_every_command_button_select_and_form_is_tried() -> None:
    assert {(name, deed) for name, deeds in COMMANDS.items() for deed in deeds} == set(TYPED)
    assert {(id, deed) for id, control in CONTROLS.items() for deed in control.deeds} == set(PRESSED)


@pytest.mark.parametrize(("command", "deed"), TYPED, ids=lambda value: getattr(value, "name", value))
async def test_commands(desks: dict[tuple[str, ...], Desk], command: str, deed: Deed) -> None:
    sample = TYPED[command, deed]
    await every_role(desks[sample.lines], command, deed, sample, MAY[deed].may)


@pytest.mark.parametrize(("control", "deed"), PRESSED, ids=lambda value: getattr(value, "name", value))
async def test_buttons_selects_and_forms(desks: dict[tuple[str, ...], Desk], control: str, deed: Deed) -> None:
    sample = PRESSED[control, deed]
    await every_role(desks[sample.lines], control, deed, sample, MAY[deed].may - {Role.STRANGER})
