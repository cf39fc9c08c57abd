"""The same fight played twice, with a hidden fighter called Zorro in one of two ways, and all that others get of it.

The two plays differ in Zorro's place, posture, facing, weapon, ammunition and wounds, and in the place of Zorro's
comrade Yara. People give the same orders at the same moments; Zorro's cost the same. After each order everything that
Ann (of the other side) and Cleo (a spectator) get is written down, until Zorro is perceived. Ids and times that are
random are left out of it, and in place of a masked id it has the fighter's name: who else joined decides what it is.
"""

from __future__ import annotations

import random
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

import orjson
import pytest

import bot.game.dice.seeds
from bot.chat.maps import MapStudio
from bot.chat.plots import Studio
from bot.chat.suggestions import choice_list
from bot.game.entries.entries import Entry
from bot.game.sight import PUBLIC, viewer_of
from bot.game.sight.destinations import CHANNEL as CHANNEL_READER
from bot.game.sight.destinations import reader_of
from bot.game.sight.masks import MASKED, masks_of
from rules.engine.books.table_options import ALL, PICTURES, TABLE_OPTIONS
from rules.engine.records.copies import replace
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Combatant
from rules.engine.scene.dice import KeyedDice
from rules.phoenix.basics.soldier import Soldier
from standin import limits
from standin.driver import Answer, Person
from standin.world import World
from tests.bot.owed import board_of
from tests.clocks import Stopped
from tests.cogs.conftest import CHANNEL, Game, person, types
from tests.cogs.direct import direct
from tests.served import served
from tests.sight.asking import ASKED, SUGGESTED, made
from tests.sight.fights import FIGHTS, ZORRO, Fight, scattered
from tests.waiting import idle

__all__ = [
    "ASKED",
    "FIGHTS",
    "SUGGESTED",
    "ZORRO",
    "Fight",
    "Play",
    "Turn",
    "alike",
    "comparable",
    "laid_out",
    "played",
    "scattered",
    "turns",
]

MASKED_WORD = re.compile(rf"(?<![A-Za-z0-9]){MASKED.pattern}(?![A-Za-z0-9])")
# A pattern that begins with a fixed letter is found faster.
JOURNALS = re.compile("c(?<![A-Za-z0-9]c)[0-9]+(?![A-Za-z0-9])")
"""The ids of fighters as the journal has them."""
_DETAILS = "Details"
_PRESSES_THAT_LAST = ("Reveal",)
_FILLED_IN = ("else: stay and watch", "reload", "move nearer", "fire at Zorro", "when Zorro shows: fire at them")
"""Texts for fields that must be filled in: those of plans."""


@dataclass
class Turn:
    """An order and what people got of it and asked after it, a line for each thing.

    `moment` is what both plays must have alike: whether the order was carried out, the clock, whether the fight is
    decided, which everybody reads, and when those who hide did something in it.
    """

    order: str
    lines: list[str] = field(default_factory=list)
    moment: tuple[Any, ...] = (True, None, False, ())
    perceived: bool = False


@dataclass
class Play:
    """A fight that is played: what Ann, Cleo and the channel got, in turns."""

    game: Game
    way: Mapping[str, str]
    fight: Fight | None = None
    missing: bool = False
    """Whether nobody hides in this play, and there are no orders for those who would."""
    turns: list[Turn] = field(default_factory=lambda: [Turn("")])
    seen: dict[tuple[str, str, str], str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    zorro: str = ""
    names: dict[str, str] = field(default_factory=dict)
    """The fighters' names by their masked ids."""
    read: dict[str, str] = field(default_factory=dict)
    """Each text that was read, with the names in it. Most messages are looked at after every order."""

    @property
    def world(self) -> World:
        return self.game.playground.world

    @property
    def lines(self) -> list[str]:
        return [line for turn in self.turns for line in turn.lines]

    def note(self, who: str, what: str, got: Any) -> None:
        """Write down what somebody got, without what is random."""
        self.turns[-1].lines.append(f"{who}, {what}: {self._text(got)}")

    async def learn(self) -> None:
        """Learn the names of those who are in play by now."""
        head = await self.head()
        masks = masks_of(self.game.client.referee.store, head.encounter_id)
        # Somebody who is only heard can be aimed at, and has a masked id for that.
        names = self.names | {masks.mask(one.id): _alias(one.name) for one in head.state.combatants}
        if names != self.names:
            self.names = names
            self.read.clear()

    def _text(self, got: Any) -> str:
        raw = orjson.dumps(got, default=repr).decode()
        if raw not in self.read:
            self.read[raw] = MASKED_WORD.sub(lambda found: self.names.get(found[0], found[0]), _without_chance(raw))
        return self.read[raw]

    async def order(self, typed: str, luck: random.Random | None = None) -> None:
        """Have an order given, and write down what others get: of an order of Ann's also her answer."""
        self.turns.append(Turn(typed))
        luck = luck or random.Random(typed)
        name, _, line = typed.format(**self.way).partition(": ")
        who = person(self.game, name)
        before = (await self.head()).seq
        hidings = self.fight is not None and self.fight.nobody and typed in self.fight.zorros
        answer = None
        if not (hidings and self.missing):
            with direct(self.game):
                answer = await self._given(who, line, luck)
                if answer is not None and (anyway := _anyway(answer)):
                    answer = await who.click(answer, anyway)
                await idle(self.game.client)
        await self.learn()
        if name == "Ann" and answer is not None:
            self.answers.append(answer)
            self.note("Ann", line, _shown(answer, self.world))
        self.note_channel(typed)
        head = await self.head()
        await self.note_boards(head)
        done = await self.game.client.referee.journal.entries(head.encounter_id, before + 1, head.seq)
        hidden = {c.id for c in self._hidden(head)}
        acted = tuple(entry.state.clock for entry in done if {c.about for c in entry.resolution.clauses[:1]} & hidden)
        if hidings:
            # Nobody perceives what they are ordered to do.
            before, acted = 0, ()
        result = self.game.client.library.shelf[head.state.ruleset].result(head.state)
        decided = result is not None and result.decided
        self.turns[-1].moment = (head.seq > before, head.state.clock, decided, acted)
        self.turns[-1].perceived = self._perceived(head)

    async def _given(self, who: Person, line: str, luck: random.Random) -> Answer | None:
        if line.startswith("/"):
            return await who.types(CHANNEL, line)
        if line.startswith("!"):
            return await self._pressed(who, line[1:], luck)
        offers, options = await made(who, line[1:], luck)
        self.note(who.name, f"suggestions for {line}", offers)
        return await who.slash(CHANNEL, line[1:], **options) if options else None

    async def _pressed(self, who: Person, label: str, luck: random.Random) -> Answer | None:
        """Presses the latest button with a label, or any control of a late message; None if there is none."""
        messages = [a.message for a in self.answers[-6:] if not a.modal]
        messages += who.sees(CHANNEL)[-6:]
        messages.sort(key=lambda m: int(m["id"]))
        there = [(m, c) for m in messages for c in limits.walk(m.get("components", [])) if "custom_id" in c]
        if label:
            there = [(m, c) for m, c in there if c.get("label") == label][-1:]
        # An undo takes back the latest order, and that may be an order of somebody who hides.
        others = ("Undo",) if self.fight is not None and self.fight.nobody else ()
        left_out = (*_PRESSES_THAT_LAST, *others)
        there = [(m, c) for m, c in there if not c.get("disabled") and c.get("label") not in left_out]
        if not there:
            return None
        message, control = luck.choice(there)
        what = control.get("label") or control.get("placeholder")
        self.note(who.name, f"presses {what}", [c.get("label") or c.get("placeholder") for _, c in there])
        if options := control.get("options"):
            chosen = luck.choice(options)["value"]
            return await who.select(message, control["custom_id"], chosen)
        if control["type"] != limits.BUTTON:
            return None
        answer = await who.click(message, custom_id=control["custom_id"])
        if answer.modal:
            self.note(who.name, f"form of {what}", _shown(answer, self.world))
            answer = await who.submit(answer, {id: luck.choice(_FILLED_IN) for id in _required(answer)})
        return answer

    def note_channel(self, after: str) -> None:
        """Write down the messages that are new or edited, in every channel that a player and a spectator see."""
        for name in ("Ann", "Cleo"):
            for channel in list(self.world.channels.values()):
                fresh = []
                for message in _person(self.game, name).sees(channel["id"]):
                    shown = self._text(_message(message, self.world))
                    key = name, channel["id"], message["id"]
                    if self.seen.get(key) != shown:
                        self.seen[key] = shown
                        fresh.append(shown)
                if fresh:
                    who, command = after.split()[:2]
                    self.note(name, f"{channel.get('name')} after {who} {command}", fresh)

    async def note_boards(self, head: Entry) -> None:
        """Write down what the live boards of the channel and of Ann's side say."""
        for name, reader in (("Cleo", CHANNEL_READER), ("Ann", reader_of("Blue"))):
            self.note(name, "the live board", await board_of(self.game, head, reader))

    async def ask(self, luck: random.Random) -> None:
        """Write down what Ann and Cleo get if they ask for some of what there is."""
        for name in ("Ann", "Cleo"):
            who = _person(self.game, name)
            with direct(self.game):
                for command, options in luck.sample(ASKED, 2):
                    answer = await who.slash(CHANNEL, command, **options)
                    await idle(self.game.client)
                    self.note(name, f"/{command} {options}", _shown(answer, self.world))
                command, option = luck.choice(SUGGESTED)
                self.note(name, f"/{command} {option}:", await who.autocomplete(CHANNEL, command, focused=option))
                public = [m for m in who.sees(CHANNEL) if _buttons(m)]
                if public:
                    message = luck.choice(public[-4:])
                    if _DETAILS in _buttons(message):
                        self.note(name, "Details of a message", _shown(await who.click(message, _DETAILS), self.world))
                await idle(self.game.client)

    async def perceived(self) -> bool:
        """Return whether Ann's side, or everybody, perceives Zorro by now."""
        return self._perceived(await self.head())

    def _perceived(self, head: Entry) -> bool:
        book = self.game.client.library.shelf[head.state.ruleset]
        viewers = viewer_of(self.game.ann.id, head.state), PUBLIC
        contacts = self.fight is not None and (self.fight.heard or self.fight.remembered)
        enough = Sight.SEEN if contacts else Sight.CONTACT
        glimpses = (viewer.glimpse(one, head.state, book) for viewer in viewers for one in self._hidden(head))
        return any(one.sight >= enough for one in glimpses) or (not contacts and self._heard(head))

    def _heard(self, head: Entry) -> bool:
        """Return whether one of Ann's fighters has been told of a noise that Zorro made."""
        hidden = {one.id for one in self._hidden(head)}
        ears = (c.condition for c in head.state.combatants if c.owner == self.game.ann.id)
        noises = (noise for ear in ears if isinstance(ear, Soldier) for noise in ear.listened)
        return any(noise.heard and hidden & {*noise.by} for noise in noises)

    @staticmethod
    def _hidden(head: Entry) -> list[Combatant]:
        return [c for c in head.state.combatants if c.name.startswith((ZORRO, "Yara"))]

    async def head(self) -> Entry:
        journal = self.game.client.referee.journal
        row = await self.game.client.referee.store.journal.open_encounter(self.game.ann.channel_id(CHANNEL))
        assert row is not None
        head = await journal.head(row.id)
        assert head is not None
        return head


@contextmanager
def comparable() -> Iterator[pytest.MonkeyPatch]:
    """Let a play begin with the same secrets and throw the same dice as the other. Its pictures are descriptions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.game.dice.seeds, "KeyedDice", lambda seed, id, *key: _ByReason(*key[:-1]))
        # Without k: it counts throws that others do not know of.
        patch.setattr(bot.game.dice.seeds, "CountedDice", lambda seed, id, *key: _ByReason(*key[:-2]))
        # The encounter's id and seed alone: what is kept in memory by other tokens outlives a play.
        secret, token_bytes = random.Random("secrets"), secrets.token_bytes
        patch.setattr(secrets, "token_bytes", lambda n=32: secret.randbytes(n) if n in (5, 32) else token_bytes(n))
        patch.setattr(Studio, "drawn", _described)
        patch.setattr(MapStudio, "_paint", _unpainted)
        # As many are suggested as there are, however long it takes to try them.
        patch.setattr(choice_list, "clock", lambda: 0.0)
        yield patch


async def turns(fight: Fight, way: int, seed: str, path: Path, length: int = 12) -> list[Turn]:
    """Play a fight in one of its two ways, and return what Ann, Cleo and the channel got until Zorro is perceived."""
    luck = random.Random(seed)
    fight = scattered(fight, luck)
    with comparable() as patch:
        patch.setitem(TABLE_OPTIONS, PICTURES, replace(TABLE_OPTIONS[PICTURES], default=ALL))
        async with served(path, Stopped()) as bot_there:
            game = Game(bot_there.playground, bot_there.client)
            game.playground.world.overwrite(
                game.gm.channel_id(CHANNEL), game.playground.world.bot["id"], allow=_GRANTED
            )
            missing = fight.nobody and way == 1
            play = Play(game, fight.ways[way], fight, missing)
            for line in (*fight.lines, *(() if missing else fight.hiding)):
                await laid_out(game, line.format(**play.way))
                # What is posted besides the answer comes before the next line's.
                await idle(play.game.client)
            await play.learn()
            play.note_channel("GM: /encounter")
            for _ in range(length):
                for typed in luck.choice(fight.zorros if luck.random() < 0.3 else fight.ours).split(" & "):
                    await play.order(typed, luck)
                    if play.turns[-1].perceived:
                        # What the last order got reveals Zorro; it is the same order in both plays.
                        return play.turns
                await play.ask(luck)
            return play.turns


async def played(fight: Fight, way: int, seed: str, path: Path, length: int = 12) -> list[str]:
    """Return the texts that others get, turn by turn, in lines."""
    return [line for turn in await turns(fight, way, seed, path, length) for line in turn.lines]


def _alias(name: str) -> str:
    return "the one who hides" if name == ZORRO else name


def alike(one: list[Turn], other: list[Turn]) -> list[tuple[Turn, Turn]]:
    """Return the turns of two plays in which others must get the same: before Zorro is perceived in either, or an order
    of Zorro's comes to more in one than in the other."""
    return list(takewhile(lambda pair: not _apart(*pair), zip(one, other, strict=False)))


def _apart(one: Turn, other: Turn) -> bool:
    if ZORRO in one.order and one.moment != other.moment:
        return True
    return one.moment[1:] != other.moment[1:] or one.perceived or other.perceived


async def laid_out(game: Game, typed: str) -> None:
    """Have a line typed that must be carried out; its answer may be private."""
    with direct(game):
        answer = await types(game, typed)
    assert _DETAILS in _buttons(answer.message), f"{typed}: {answer.content}"


_GRANTED = ("create_private_threads", "send_messages_in_threads")


async def _described(studio: Studio, plot: dict[str, Any]) -> bytes:
    """A picture's description instead of the picture, which is made of nothing else."""
    return b"\x89PNG" + orjson.dumps(plot)


async def _unpainted(studio: MapStudio, digest: str, description: bytes) -> bytes:
    """The display list of a map instead of the picture, which is made of nothing else."""
    return b"\x89PNG" + description


class _ByReason:
    """Dice by clock, fighter, reason and count: a throw that one play makes more changes no other."""

    def __init__(self, *key: str | int) -> None:
        self._key = key
        self._count: Counter[str] = Counter()

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        self._count[why] += 1
        return KeyedDice(b"sight", *self._key, why, self._count[why]).throw(why, low, high)


def _person(game: Game, name: str) -> Person:
    return game.ann if name == "Ann" else game.playground.person("Cleo")


def _required(form: Answer) -> list[str]:
    """The text fields of a form that must be filled in and have nothing in them."""
    assert form.modal is not None
    fields = [c for c in limits.walk(form.modal["components"]) if c["type"] == limits.TEXT_INPUT]
    return [c["custom_id"] for c in fields if c.get("required", True) and not c.get("value")]


def _anyway(answer: Answer) -> str:
    if answer.modal or not answer.ephemeral:
        return ""
    return next((label for label in _buttons(answer.message) if label.endswith(" anyway")), "")


def _buttons(message: Mapping[str, Any]) -> list[str]:
    rows = message.get("components", [])
    return [b.get("label", "") for row in rows for b in row.get("components", []) if b["type"] == 2]


def _shown(answer: Answer, world: World) -> Any:
    """Return the content of an answer: the form, or the message with its files, and what follows it."""
    if answer.modal:
        return answer.modal
    return [_message(message, world) for message in (answer.message, *answer.followups)]


def _message(message: Mapping[str, Any], world: World) -> Any:
    parts = ("content", "embeds", "components", "flags", "mentions")
    attached = message.get("attachments", [])
    uploads = [(file.get("description"), file["filename"], world.uploads[file["id"]].content) for file in attached]
    files = [(alt, name, content.decode(errors="backslashreplace")) for alt, name, content in uploads]
    return {**{part: message.get(part) for part in parts}, "files": files}


# Where possible, a pattern begins with fixed letters, because that is faster.
_CHANCE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"20\d\d-\d\d-\d\dT[\d:.+Z-]+"), "<time>"),
    (re.compile(r"<t:\d+(:\w)?>"), "<time>"),
    (re.compile(r"sr[ekmpt]:[0-9a-f]{16,32}"), "<kept>"),
    (re.compile(r"(srl:\w+:\w+:[\d.]+:)\d{13}"), r"\1<time>"),
    (re.compile(r"Hash as of (#\d+): [0-9a-f]{64}"), r"Hash as of \1: <hash>"),
    (re.compile(r"\d{15,20}\b"), "<id>"),
    (re.compile(r":[0-9a-f]{6}\b"), ":<stamp>"),
)


def _without_chance(text: str) -> str:
    for pattern, instead in _CHANCE:
        text = pattern.sub(instead, text)
    return text
