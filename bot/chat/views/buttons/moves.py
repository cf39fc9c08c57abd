"""The buttons under `/move` without a place: arrows, into cover, back, and a list of further places.

A press orders an ordinary move. Its custom id says where the fighter was, when, and with how many things to do:
once any of that is different, the press is old and says so. A double click is two presses, and the second one is old.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, ClassVar

import discord

from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_ROWS, Button, Rows
from bot.chat.render.text.markdown import bare, clip
from bot.chat.views.presses.common import reported
from bot.errors import Outdated
from bot.game.pages.move_choices import ARROWS, HEXSIDES, Choice, Step
from bot.game.requests import MoveRequest, OrderContext
from bot.game.sight.masks import MaskedId, Masks
from rules.engine.map.deployments import given
from rules.engine.records.agenda import Clock, Task
from rules.engine.records.errors import UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Move
from rules.engine.records.records import Order

_NOWHERE = "-"
_WHEN = (
    r"(?P<encounter>[0-9a-f]{10}):(?P<actor>[a-z0-9]{1,10}):(?P<here>[A-Z]{1,2}[0-9]{1,2}|-):(?P<turn>[0-9]{1,7})\."
    r"(?P<impulse>[0-9]{1,2}):(?P<busy>[01])"
)
_OLD = "That button is old: {who} has moved, or time has passed. Use /move to see where they can go now."


@dataclass(frozen=True, slots=True)
class Moment:
    """A fighter (a masked id) when places were offered: the place, the time, and whether they had work under way."""

    encounter: str
    actor: MaskedId
    here: str
    clock: Clock
    busy: bool

    @classmethod
    def of(cls, actor: str, encounter: Encounter, masks: Masks) -> Moment:
        """Return the moment of a fighter (an id of the journal) as the user knows the encounter.

        Raises UnknownName for a fighter who is not there.
        """
        place = encounter.combatant(actor).place
        at_something = any(isinstance(item, Task) and item.actor == actor for item in encounter.agenda)
        busy = at_something or given(encounter, actor) is not None
        return cls(encounter.id, masks.mask(actor), str(place or _NOWHERE), encounter.clock, busy)

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Moment:
        """Return the moment in a custom id."""
        clock = Clock(int(match["turn"]), int(match["impulse"]))
        return cls(match["encounter"], MaskedId(match["actor"]), match["here"], clock, match["busy"] == "1")

    def __str__(self) -> str:
        clock = f"{self.clock.turn}.{self.clock.impulse}"
        return f"{self.encounter}:{self.actor}:{self.here}:{clock}:{int(self.busy)}"


@dataclass(frozen=True, slots=True)
class Stepped:
    """A press: the move, as long as nothing about its fighter has changed."""

    makes: ClassVar[type[Order]] = Move

    moment: Moment
    to: str
    how: str = ""

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises Outdated."""
        encounter, actor = context.encounter, context.masks.unmask(self.moment.actor)
        try:
            name = encounter.combatant(actor).name
        except UnknownName:
            raise Outdated(_OLD.format(who="the fighter")) from None
        order = MoveRequest(self.to, name, None, self.how).order(context)
        # A button from before ids were masked names the same fighter in other words.
        if replace(Moment.of(actor, encounter, context.masks), actor=self.moment.actor) != self.moment:
            raise Outdated(_OLD.format(who=name))
        return order


class MoveButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"srw:{_WHEN}:(?P<to>[A-Z]{{1,2}}[0-9]{{1,2}}):(?P<kind>[acb]):(?P<how>.{{0,30}})",
):
    """Moves to the place that it names."""

    def __init__(self, stepped: Stepped, kind: str, label: str = "", *, allowed: bool = True) -> None:
        style = discord.ButtonStyle.primary if kind == "a" else discord.ButtonStyle.secondary
        label = clip(bare(label), LONGEST_LABEL) or "?"
        custom_id = f"srw:{stepped.moment}:{stepped.to}:{kind}:{stepped.how}"
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=custom_id, disabled=not allowed))
        self.stepped = stepped

    @classmethod
    def to(cls, step: Step, moment: Moment, kind: str = "a") -> MoveButton:
        """Return the button for a place that is offered."""
        return cls(Stepped(moment, str(step.to), step.how), kind, step.label, allowed=step.allowed)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> MoveButton:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(Stepped(Moment.parsed(match), match["to"], match["how"]), match["kind"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Give the order; errors are reported in private."""
        async with reported(interaction) as ours:
            await _move(ours, self.stepped)


class MoveSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"srv:{_WHEN}:(?P<how>.{{0,30}})"):
    """Moves to the place that is chosen."""

    def __init__(self, moment: Moment, steps: tuple[Step, ...] = (), how: str = "") -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"srv:{moment}:{how}", placeholder="Farther places" if moment.here != _NOWHERE else "Places"
        )
        for step in steps:
            select.add_option(label=clip(bare(step.label), 100) or "?", value=str(step.to))
        super().__init__(select)
        self.moment, self.how = moment, how

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> MoveSelect:
        """Return the select that was used; nothing is loaded yet."""
        return cls(Moment.parsed(match), (), match["how"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Give the order; errors are reported in private."""
        async with reported(interaction) as ours:
            await _move(ours, Stepped(self.moment, self.item.values[0], self.how))


async def _move(interaction: Interaction, stepped: Stepped) -> None:
    await orders.give_in_encounter(interaction, stepped.moment.encounter, stepped)


def place_rows(choice: Choice, context: OrderContext) -> Rows:
    """Return the buttons for the offered places, arranged like the spaces around the fighter."""
    moment = Moment.of(choice.actor, context.encounter, context.masks)
    by_row = (HEXSIDES[:3], HEXSIDES[3:]) if choice.hexes else (ARROWS[:3], ARROWS[3:5], ARROWS[5:])
    drawn: list[list[Button]] = [
        [MoveButton.to(choice.arrows[a], moment).to_component_dict() for a in row if a in choice.arrows]
        for row in by_row
    ]
    more = [(choice.cover, "c"), (choice.back, "b")]
    drawn.append(
        [MoveButton.to(step, moment, kind).to_component_dict() for step, kind in more if step and step.allowed]
    )
    if choice.others:
        drawn.append([MoveSelect(moment, tuple(choice.others), choice.how).to_component_dict()])
    return Rows([row for row in drawn if row][:MOST_ROWS])
