"""Requests for plans: set one, give it up, and pass until something happens."""

from __future__ import annotations

import re
from typing import ClassVar

from bot.game.requests.context.context import OrderContext
from bot.game.requests.plans.plan_words import Reader, refused
from rules.engine.records.agenda import Line
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import ClearPlan, Pass, SetPlan
from rules.engine.records.records import Order
from rules.engine.records.references import put_names, reference
from rules.words.patterns import regex

_NUMBERED = regex(r"^(?:(?:line )?\(?[0-9]{1,2}[.):]*|[-*•‣–—·])(?: |$)", re.IGNORECASE)
"""The number or the bullet before a line."""
MOST_LINES = 30
MOST_PLAN = 4000
"""Characters of a plan as it is typed."""


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A plan for a fighter; `lines` are separated by semicolons or line breaks. `after` as in SetPlan."""

    makes: ClassVar[type[Order]] = SetPlan

    lines: str
    who: str = ""
    after: bool = False

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context.

        Words that cannot be understood are refused with the number of their line.
        """
        actor = context.actor(self.who)
        return SetPlan(actor, read_plan(self.lines, actor, context), context.user, self.after)


@dataclass(frozen=True, slots=True)
class ClearPlanRequest:
    """Giving up a fighter's plan."""

    makes: ClassVar[type[Order]] = ClearPlan

    who: str = ""

    def order(self, context: OrderContext) -> Order:
        return ClearPlan(context.actor(self.who))


@dataclass(frozen=True, slots=True)
class PassUntilRequest:
    """Doing nothing until a condition holds or a time has come."""

    makes: ClassVar[type[Order]] = Pass

    until: str
    who: str = ""

    def order(self, context: OrderContext) -> Order:
        actor = context.actor(self.who)
        return Pass(actor, Reader(actor, context).until(context.with_names(self.until)))


def read_plan(text: str, actor: str, context: OrderContext) -> tuple[Line, ...]:
    """Return the lines of a plan. Raises Refusal: nothing of a plan is kept if a line of it is refused."""
    lines = split(context.with_names(text), context)
    if not 1 <= len(lines) <= MOST_LINES:
        raise Refusal(
            f"A plan has 1 to {MOST_LINES} lines, not {len(lines)}. Separate them with semicolons or line breaks."
        )
    reader = Reader(actor, context)
    read: list[Line] = []
    for number, line in enumerate(lines, start=1):
        try:
            read.append(reader.line(line))
        except Refusal as refusal:
            raise refused(number, line, refusal) from None
    return tuple(read)


def split(text: str, context: OrderContext) -> list[str]:
    """Return the lines of a text; a fighter's name may have a semicolon."""
    names = {fighter.id: fighter.name for fighter in context.encounter.combatants if ";" in fighter.name}
    for id, name in sorted(names.items(), key=lambda item: -len(item[1])):
        text = re.sub(re.escape(name), lambda _, id=id: reference(id), text, flags=re.IGNORECASE)  # type: ignore[misc]
    lines = (put_names(line, names.__getitem__) for line in re.split(r"[;\n]", _list_in_lines(text)))
    bare = (_NUMBERED.sub("", " ".join(line.split())) for line in lines)
    return [line for line in bare if line]


def _list_in_lines(text: str) -> str:
    """Return a list with numbers or bullets, pasted where line breaks become blanks, in lines again."""
    text = text.strip()
    if text[:1] in "•‣":
        return re.sub(r"\s([•‣]\s)", r"\n\1", text)
    number, lines = 2, [text]
    numbered = re.match(r"\(?1[.)]\s", text)
    while numbered and (found := re.search(rf"\s(?=\(?{number}[.)]\s)", lines[-1])):
        lines[-1:] = [lines[-1][: found.start()], lines[-1][found.end() :]]
        number += 1
    return "\n".join(lines)
