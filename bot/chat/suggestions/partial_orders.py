"""An order that is still being typed, read as far as it goes, so that its other options can be suggested.

The options typed so far are in the interaction's namespace. Text that cannot be read yet raises Refusal, and nothing
is suggested. `request` is what the command would ask for with an option as suggested: the same as in the cogs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.chat.desk.context import Interaction, book_here, open_context
from bot.game.requests import (
    ActionRequest,
    AnswerRequest,
    AttackRequest,
    BuyRequest,
    ClearPlanRequest,
    DeployRequest,
    DropRequest,
    MoveRequest,
    MusterRequest,
    OrderContext,
    PassUntilRequest,
    PlanRequest,
    Request,
    RevealRequest,
    SecretRequest,
    SideRequest,
    SwitchRequest,
    dismissing,
    handing_over,
)
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import VERBS, Act, Aim, Attack, Burst, Duck, Fire, Heal, Pass, Reload, Throw
from rules.engine.records.records import Order

_WIDEST_ODDS = 3
_ANY_PLAN = "stay"
"""A short plan to try for each fighter, because reading thirty lines for each takes too long."""

_VERBS: dict[str, type[Order]] = {word: verb for verb, word in VERBS.items()} | {"odds": Fire}
"""The verbs whose options are suggested; `/odds` is about a shot."""


def typed(interaction: Interaction, option: str) -> str:
    """Return the text typed in another option so far; empty for nothing."""
    return str(getattr(interaction.namespace, option, None) or "")


def command(interaction: Interaction) -> str:
    """Return the name of the command that is being typed: "fire", "combatant add"."""
    return interaction.command.qualified_name if interaction.command else ""


async def context(interaction: Interaction) -> OrderContext | None:
    """Return the channel's encounter; None also if a rulebook is named, which makes it a quick ruling."""
    if typed(interaction, "ruleset"):
        return None
    return await open_context(interaction)


async def here(interaction: Interaction) -> OrderContext:
    """Return the channel's encounter. Raises NotNow if there is none."""
    if (encounter := await context(interaction)) is None:
        raise NotNow("No encounter is open here.")
    return encounter


async def book(interaction: Interaction) -> tuple[Ruleset, Homebrew]:
    """Return the book named, or the encounter's, or the server's own."""
    return await book_here(interaction, typed(interaction, "ruleset"))


def attack(interaction: Interaction, context: OrderContext, *options: str) -> Attack:
    """Return the attack that is being typed, with those of these options that are given so far. Raises Refusal."""
    words = {option: typed(interaction, option).strip() for option in options}
    try:
        targets = context.targets(words.get("target", ""))
    except Refusal:
        targets = ()
    actor, weapon, how = context.actor(typed(interaction, "who")), words.get("weapon", ""), typed(interaction, "how")
    return _attack_verb(interaction)(actor, targets, weapon=weapon, range=_range(interaction), how=how)


def verb(interaction: Interaction) -> type[Order]:
    """Return the verb that is being typed. Raises LookupError for a command without one."""
    return _VERBS[command(interaction).rpartition(" ")[2]]


def aims(interaction: Interaction, context: OrderContext) -> list[tuple[int, str]]:
    """Return the aims against the named target, with the odds of each."""
    target, weapon, how, mod, who = (typed(interaction, word) for word in ("target", "weapon", "how", "mod", "who"))
    request = AttackRequest(_attack_verb(interaction), target, None, weapon, _range(interaction), how, mod, who)
    try:
        odds = context.odds(request.question(context))
    except Refusal:
        return []
    columns = odds.columns[: odds.brief]
    if len(columns) > _WIDEST_ODDS:
        return []
    return [
        (int(row[0]), ", ".join(f"{column} {cell}" for column, cell in zip(columns, row, strict=False)))
        for row in odds.rows
        if row[0].isdecimal()
    ]


def request(interaction: Interaction, context: OrderContext, changed: Mapping[str, object]) -> Request | None:
    """Return the command's request with the typed text and these options; None if an option is missing that only people
    can fill in, or if the command gives no order."""
    read = _REQUESTS.get(command(interaction))
    options = dict(iter(interaction.namespace))
    return read(_Typed({**options, **changed}, context)) if read else None


@dataclass(frozen=True, slots=True)
class _Typed:
    """The options of a command, and the encounter they are for."""

    options: Mapping[str, Any]
    context: OrderContext

    def text(self, option: str) -> str:
        return str(self.options.get(option) or "").strip()

    def number(self, option: str) -> int | None:
        value = self.options.get(option)
        return value if isinstance(value, int) else None

    def user(self, option: str) -> str | None:
        user = self.options.get(option)
        return str(user.id) if isinstance(user, discord.Object | discord.User | discord.Member) else None


def _attacking(verb: type[Attack]) -> Callable[[_Typed], Request]:
    return lambda typed: AttackRequest(
        verb,
        typed.text("target"),
        typed.number("aim"),
        typed.text("weapon"),
        typed.number("range"),
        typed.text("how"),
        typed.text("mod"),
        typed.text("who"),
    )


def _acting(verb: type[Any], words: str = "how") -> Callable[[_Typed], Request]:
    return lambda typed: ActionRequest(
        verb, typed.text("who"), typed.text("target"), typed.text("weapon"), typed.text(words), typed.number("cost")
    )


def _mustering(typed: _Typed) -> Request:
    owner = typed.context.owner(typed.user("owner") or "")
    count = typed.number("count")
    number = 1 if count is None else count
    return MusterRequest(typed.text("name"), typed.text("sheet"), number, typed.text("side"), typed.text("at"), owner)


def _buying(typed: _Typed) -> Request | None:
    price = typed.number("price")
    if price is None or not typed.text("die"):
        return None
    sort, die, per, term, mod, who = map(typed.text, ("sort", "die", "per", "term", "mod", "who"))
    return BuyRequest(sort, price, die, per, term, mod, who) if sort else None


def _switching(typed: _Typed) -> Request | None:
    value = typed.text("value")
    return SwitchRequest(typed.text("name"), value) if value else None


def _passing(typed: _Typed) -> Request:
    until, who = typed.text("until"), typed.text("who")
    return PassUntilRequest(until, who) if until else ActionRequest(Pass, who)


_REQUESTS: Mapping[str, Callable[[_Typed], Request | None]] = {
    **{VERBS[verb]: _attacking(verb) for verb in (Aim, Fire, Burst, Throw)},
    "odds": _attacking(Fire),
    **{VERBS[verb]: _acting(verb) for verb in (Duck, Reload, Heal)},
    "act": _acting(Act, "what"),
    "move": lambda typed: MoveRequest(typed.text("to"), typed.text("who"), typed.number("cost"), typed.text("how")),
    "pass": _passing,
    "plan set": lambda typed: PlanRequest(_ANY_PLAN, typed.text("who")),
    "plan clear": lambda typed: ClearPlanRequest(typed.text("who")),
    "answer": lambda typed: AnswerRequest(typed.text("choice"), typed.text("who")),
    "combatant add": _mustering,
    "combatant remove": lambda typed: dismissing(typed.text("who")),
    "combatant owner": lambda typed: handing_over(typed.text("who"), typed.user("user")),
    "ammo buy": _buying,
    "ammo drop": lambda typed: DropRequest(typed.text("sort"), typed.text("who")) if typed.text("sort") else None,
    "encounter options": _switching,
    "encounter secret": lambda typed: SecretRequest(*map(typed.text, ("who", "event", "note", "at"))),
    "encounter reveal": lambda typed: RevealRequest(
        typed.text("who"), typed.options.get("map") is True, *map(typed.text, ("note", "event", "at"))
    ),
    "encounter deploy": lambda typed: (
        DeployRequest(*map(typed.text, ("side", "zone", "until"))) if typed.text("zone") else None
    ),
    "encounter side": lambda typed: SideRequest(typed.text("name"), typed.options.get("players") is not False),
}
"""The request of each command."""


def _attack_verb(interaction: Interaction) -> type[Attack]:
    ordered = verb(interaction)
    return ordered if issubclass(ordered, Attack) else Fire


def _range(interaction: Interaction) -> int | None:
    return apart if isinstance(apart := interaction.namespace.range, int) else None
