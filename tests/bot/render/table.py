"""A small skirmish resolved by the real rules, as entries for the renderers; no store is needed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.chat import render
from bot.chat.render import Reply
from bot.game.entries import codec
from bot.game.entries.entries import Entry, Group
from bot.game.sight import EVERYTHING, ToAct, read, to_act
from bot.game.store import Kind
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Fire, Muster, Start, Target
from rules.engine.records.records import Order
from rules.engine.records.steps import Step
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution, Scene
from rules.shelf import shelf
from rules.words.places import Place

GM, ANN, BOB = "100", "200", "300"
AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
DIGEST = "0123456789abcdef" * 4


def book() -> Ruleset:
    return shelf()["aliens"]


def answer(group: Group, book: Ruleset, called: Sequence[str] = ()) -> Reply:
    """The answer as people get it where all is open; `called` are mentioned."""
    return render.answer(*reading(group, book), called)


def details(group: Group, book: Ruleset) -> Reply:
    """Details as a GM gets them."""
    return render.details(*reading(group, book))


def log(entries: Group, book: Ruleset, page: int = 1, pages: int = 1) -> Reply:
    """The log as a GM gets it."""
    return render.log(read(entries, book, EVERYTHING), book, page, pages)


def reading(group: Group, book: Ruleset) -> tuple[Group, Ruleset, ToAct]:
    """Return the values that the renderers take to show a group to a GM."""
    return read(group, book, EVERYTHING), book, to_act(group[-1].state, book, EVERYTHING)


class Skirmish:
    """Orders are resolved on the last state and become entries."""

    def __init__(self, ruleset: str = "aliens", preset: str = "aliens") -> None:
        self.entries: list[Entry] = []
        self.book = shelf()[ruleset]
        self.give(Start("abc", "Reactor", ruleset, preset, GM, DIGEST), GM)

    @property
    def state(self) -> Encounter:
        return self.entries[-1].state if self.entries else conduct.UNOPENED

    def give(self, order: Order, user: str, dice: tuple[int, ...] = ()) -> list[Entry]:
        parts = conduct.resolve(order, Scene(self.state, ScriptedDice(dice)), self.book)
        group = [
            entry(order, part.resolution, part.encounter, user, seq=len(self.entries) + 1 + n, part=n)
            for n, part in enumerate(parts)
        ]
        self.entries += group
        return group

    def muster(self, sheet: str, name: str, owner: str | None, count: int = 1, side: str = "", at: str = "") -> None:
        places = tuple(Place.parse(p) for p in at.split())
        self.give(Muster(self.book.profile(sheet, {}), name, side, owner, count, places), GM)

    def fire(
        self, who: str, at: str, *dice: int, aim: int = 1, range: int | None = 2, user: str = ANN, weapon: str = ""
    ) -> list[Entry]:
        return self.give(Fire(self.id(who), (Target(self.id(at)),), aim, weapon, range), user, dice)

    def id(self, name: str) -> str:
        return next(c.id for c in self.state.combatants if c.name == name)


def entry(
    order: Order,
    resolution: Resolution,
    state: Encounter,
    user: str = ANN,
    *,
    seq: int = 7,
    part: int = 0,
    kind: Kind = "order",
    origin: int | None = None,
    private: bool = False,
) -> Entry:
    return Entry(
        encounter_id=state.id,
        guild="1",
        seq=seq,
        parent=seq - 1 or None,
        origin=seq if origin is None else origin,
        kind=kind,
        part=part,
        interaction_id=str(9000 + seq - part),
        user=user,
        at=AT,
        order=order,
        written=codec.canonical(order),
        resolution=resolution,
        state=state,
        rules_version="v1",
        channel_id="1",
        number=seq - part,
        private=private,
    )


def apone() -> Skirmish:
    """Ann's Apone and Bob's rifleman against two Aliens of the GM's."""
    skirmish = Skirmish()
    skirmish.muster("Apone", "Apone", ANN, side="Marines")
    skirmish.muster("rifleman", "Dietrich", BOB, side="Marines")
    skirmish.muster("alien", "Alien", None, count=2, side="Aliens")
    return skirmish


def told(*steps: Step, outcome: str = "Apone does something.", verdict: str = "done") -> Entry:
    """An entry with these steps, whatever the rules think of it."""
    skirmish = apone()
    return entry(Fire(skirmish.id("Apone")), Resolution.of(outcome, verdict, steps), skirmish.state)
