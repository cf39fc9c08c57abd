"""The same fight played twice, with a hidden fighter called Zorro in one of two ways, and what others get of it.

The two plays differ in Zorro's place, posture, weapon, ammunition and wounds. People give the same orders at the same
moments; Zorro's cost the same. After each order everything that Ann (of the other side) and Cleo (a spectator) get is
written down, until Zorro is perceived. Ids and times that are random are left out of it.
"""

from __future__ import annotations

import random
import re
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import pytest

import bot.game.seeds
from bot.game.journal import Entry
from bot.game.sight import PUBLIC, viewer_of
from rules.engine.dice import KeyedDice
from standin.driver import Answer, Person
from standin.world import World
from tests.cogs.conftest import CHANNEL, Game, opened, person, types
from tests.cogs.direct import direct

ZORRO = "Zorro"
_DETAILS = "Details"


@dataclass(frozen=True)
class Fight:
    """What is typed to lay a fight out, and what people may say in it; `{sheet}`, `{a}`, `{b}`, `{c}` are Zorro's.

    `ways` are Zorro's sheet and three places, each a step from the one before, in each of the two plays.
    """

    lines: tuple[str, ...]
    ways: tuple[Mapping[str, str], Mapping[str, str]]
    ours: tuple[str, ...]
    zorros: tuple[str, ...]


_PHOENIX_ORDERS = (
    "Ann: /move who: Trent to: C3",
    "Ann: /move who: Trent to: D4",
    "Ann: /move who: Axly to: C5",
    "Ann: /act who: Axly what: kneel",
    "Ann: /act who: Trent what: turn to B9",
    "Ann: /aim who: Trent target: Guard cost: 2",
    "Ann: /fire who: Trent target: Guard aim: 2",
    "Ann: /burst who: Axly target: Guard aim: 1",
    "Ann: /pass who: Trent",
    "Ann: /reload who: Axly",
    "Ann: /undo",
    "GM: /fire who: Guard target: Axly aim: 1",
    "GM: /pass who: Guard",
    "GM: /next",
    "GM: /next",
    "GM: /next",
)
_SNIPERS = ("CA 7, SAL 10, KV 21, STR 12, AKM 47, facing 90", "CA 7, SAL 12, KV 9, STR 12, M16, loaded 3, facing 270")
_ZORROS_ORDERS = ("Ben: /pass who: Zorro", "Ben: /move who: Zorro to: {b}", "Ben: /move who: Zorro to: {c}")


def _phoenix(preset: str, fog: str, sheets: tuple[str, str]) -> Fight:
    return Fight(
        lines=(
            f"GM: /encounter start ruleset: {preset} title: The wood",
            f"GM: /encounter options name: fog value: {fog}",
            "GM: /encounter map size: 20x16 walls: G7-G9 K4",
            "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16, M 61 2 name: Trent at: B2 owner: @Ann side: Blue",
            "GM: /combatant add sheet: line, MP5, M92F name: Axly at: B4 owner: @Ann side: Blue",
            "GM: /combatant add sheet: green, AKM 47 name: Guard at: F3 side: Red",
            "GM: /combatant add sheet: {sheet}, unspotted name: Zorro at: {a} owner: @Ben side: Red",
        ),
        ways=(
            {"sheet": sheets[0], "a": "P12", "b": "P13", "c": "P14"},
            {"sheet": sheets[1], "a": "S3", "b": "S4", "c": "S5"},
        ),
        ours=_PHOENIX_ORDERS,
        zorros=_ZORROS_ORDERS,
    )


def _secret(ruleset: str, fog: str, ours: str, guard: str, sheets: tuple[str, str], orders: tuple[str, ...]) -> Fight:
    return Fight(
        lines=(
            f"GM: /encounter start ruleset: {ruleset} title: The hold",
            f"GM: /encounter options name: fog value: {fog}",
            "GM: /encounter map size: 20x16 walls: G7-G9 K4",
            f"GM: /combatant add sheet: {ours} name: Trent at: B2 owner: @Ann side: Blue",
            f"GM: /combatant add sheet: {ours} name: Axly at: B4 owner: @Ann side: Blue",
            f"GM: /combatant add sheet: {guard} name: Guard at: F3 side: Red",
            "GM: /combatant add sheet: {sheet} name: Zorro at: {a} owner: @Ben side: Red secret: True",
        ),
        ways=(
            {"sheet": sheets[0], "a": "P12", "b": "P13", "c": "P14"},
            {"sheet": sheets[1], "a": "S3", "b": "S4", "c": "S5"},
        ),
        ours=orders,
        zorros=_ZORROS_ORDERS,
    )


_SHORT_ORDERS = (
    "Ann: /move who: Trent to: C3",
    "Ann: /move who: Axly to: C5",
    "Ann: /fire who: Trent target: Guard",
    "Ann: /fire who: Axly target: Guard",
    "Ann: /reload who: Axly",
    "Ann: /pass who: Trent",
    "Ann: /undo",
    "GM: /fire who: Guard target: Axly",
    "GM: /next",
    "GM: /next",
)

_SHORT_BOOKS = (
    ("aliens", "rifleman", "rifleman", ("Rifleman", "Rifleman, loaded 3, spares 2")),
    ("space_marines", "Marine, rifle", "bug", ("Marine, smart gun", "Marine, rifle, grenade")),
    ("savage", "Shooting d8, Assault Rifle", "Shooting d6, Pistol", ("Shooting d6, Shotgun", "Shooting d10, Pistol")),
)

FIGHTS: dict[str, Fight] = {
    **{
        f"{preset}, {fog}": _phoenix(preset, fog, _SNIPERS)
        for preset in ("phoenix-basic", "phoenix-advanced", "phoenix-optional")
        for fog in ("hidden", "sides")
    },
    **{
        f"{ruleset}, {fog}": _secret(ruleset, fog, ours, guard, sheets, _SHORT_ORDERS)
        for ruleset, ours, guard, sheets in _SHORT_BOOKS
        for fog in ("off", "hidden", "sides")
    },
}

ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("encounter show", {}),
    ("log", {}),
    ("recap", {}),
    ("combatant show", {}),
    ("combatant show", {"who": "Guard"}),
    ("combatant show", {"who": ZORRO}),
    ("ammo show", {"who": "Guard"}),
    ("odds", {"target": "Guard", "who": "Trent"}),
    ("odds", {"target": ZORRO, "who": "Trent"}),
    ("fire", {"who": "Trent"}),
    ("fire", {"target": ZORRO, "who": "Trent"}),
    ("export", {}),
)
"""What is asked after each order; a few of it each time."""
SUGGESTED = (
    ("fire", "target"), ("fire", "who"), ("fire", "weapon"), ("fire", "how"), ("odds", "target"), ("odds", "compare"),
    ("move", "how"), ("act", "what"), ("heal", "target"), ("combatant show", "who"),
    ("ammo show", "who"), ("combatant owner", "who"), ("encounter options", "name"), ("reload", "who"),
)  # fmt: skip


@dataclass
class Play:
    """A fight that is played: what Ann, Cleo and the channel got, a line for each thing."""

    game: Game
    way: Mapping[str, str]
    lines: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def world(self) -> World:
        return self.game.playground.world

    def note(self, who: str, what: str, got: Any) -> None:
        """Write down what somebody got, without what is random."""
        self.lines.append(f"{who}, {what}: {_without_chance(orjson.dumps(got, default=repr).decode())}")

    async def order(self, typed: str) -> None:
        """Have a line typed, and write down what others get: of an order of Ann's also her answer."""
        name, _, line = typed.format(**self.way).partition(": ")
        who = person(self.game, name)
        with direct(self.game):
            answer = await who.types(CHANNEL, line)
            if anyway := _anyway(answer):
                answer = await who.click(answer, anyway)
        if name == "Ann":
            self.note("Ann", line, _shown(answer, self.world))
        self.note_channel(typed)

    def note_channel(self, after: str) -> None:
        """Write down the messages in the channel that are new to a player and to a spectator."""
        for name in ("Ann", "Cleo"):
            messages = _person(self.game, name).sees(CHANNEL)
            new = messages[self.seen[name] :]
            self.seen[name] = len(messages)
            who, command = after.split()[:2]
            self.note(name, f"the channel after {who} {command}", [_message(message, self.world) for message in new])

    async def ask(self, luck: random.Random) -> None:
        """Write down what Ann and Cleo get if they ask for some of what there is."""
        for name in ("Ann", "Cleo"):
            who = _person(self.game, name)
            with direct(self.game):
                for command, options in luck.sample(ASKED, 2):
                    answer = await who.slash(CHANNEL, command, **options)
                    self.note(name, f"/{command} {options}", _shown(answer, self.world))
                command, option = luck.choice(SUGGESTED)
                self.note(name, f"/{command} {option}:", await who.autocomplete(CHANNEL, command, focused=option))
                public = [m for m in who.sees(CHANNEL) if _buttons(m)]
                if public:
                    message = luck.choice(public[-4:])
                    if _DETAILS in _buttons(message):
                        self.note(name, "Details of a message", _shown(await who.click(message, _DETAILS), self.world))

    async def perceived(self) -> bool:
        """Whether Ann's side, or everybody, perceives Zorro by now."""
        head = await self.head()
        book = self.game.client.library.shelf[head.state.ruleset]
        [zorro] = [c for c in head.state.combatants if c.name == ZORRO]
        viewers = viewer_of(self.game.ann.id, head.state), PUBLIC
        return any(viewer.glimpse(zorro, head.state, book).known for viewer in viewers)

    async def head(self) -> Entry:
        journal = self.game.client.referee.journal
        row = await self.game.client.referee.store.open_encounter(self.game.ann.channel_id(CHANNEL))
        assert row is not None
        head = await journal.head(row.id)
        assert head is not None
        return head


async def played(fight: Fight, way: int, seed: str, path: Path, length: int = 12) -> list[str]:
    """Play a fight in one of its two ways, and return what Ann, Cleo and the channel got until Zorro is perceived."""
    luck = random.Random(seed)
    chosen = fight.ways[way]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.game.seeds, "KeyedDice", lambda seed, id, *key: _ByReason(*key[:-1]))
        # The encounter's id and seed alone: what is kept in memory by other tokens outlives a play.
        secret, token_bytes = random.Random("secrets"), secrets.token_bytes
        patch.setattr(secrets, "token_bytes", lambda n=32: secret.randbytes(n) if n in (5, 32) else token_bytes(n))
        async with opened(path) as game:
            for line in fight.lines:
                await laid_out(game, line.format(**chosen))
            play = Play(game, chosen)
            play.note_channel("GM: /encounter")
            for _ in range(length):
                typed = luck.choice(fight.zorros if luck.random() < 0.3 else fight.ours)
                await play.order(typed)
                if await play.perceived():
                    # What the last order got reveals Zorro; it is the same order in both plays.
                    break
                await play.ask(luck)
            return play.lines


async def laid_out(game: Game, typed: str) -> None:
    """Have a line typed that must be carried out; its answer may be private."""
    answer = await types(game, typed)
    assert _DETAILS in _buttons(answer.message), f"{typed}: {answer.content}"


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


def _anyway(answer: Answer) -> str:
    if answer.modal or not answer.ephemeral:
        return ""
    return next((label for label in _buttons(answer.message) if label.endswith(" anyway")), "")


def _buttons(message: Mapping[str, Any]) -> list[str]:
    rows = message.get("components", [])
    return [b.get("label", "") for row in rows for b in row.get("components", []) if b["type"] == 2]


def _shown(answer: Answer, world: World) -> Any:
    """What an answer shows: the form, or the message with its files, and what follows it."""
    if answer.modal:
        return answer.modal
    return [_message(message, world) for message in (answer.message, *answer.followups)]


def _message(message: Mapping[str, Any], world: World) -> Any:
    parts = ("content", "embeds", "components", "flags", "mentions")
    uploads = [(file["filename"], world.uploads[file["id"]].content) for file in message.get("attachments", [])]
    files = [(name, content.decode(errors="backslashreplace")) for name, content in uploads]
    return {**{part: message.get(part) for part in parts}, "files": files}


_CHANCE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.+Z-]+|<t:\d+(:\w)?>"), "<time>"),
    (re.compile(r"\b\d{15,20}\b"), "<id>"),
    (re.compile(r"srk:[0-9a-f]{16}"), "<kept>"),
    (re.compile(r"(?<=:)[0-9a-f]{6}\b"), "<stamp>"),
)


def _without_chance(text: str) -> str:
    for pattern, instead in _CHANCE:
        text = pattern.sub(instead, text)
    return text
