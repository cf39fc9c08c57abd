"""An order that is still being typed, read as far as it goes, so that its other options can be suggested.

The options typed so far are in the interaction's namespace. What cannot be read yet raises Refusal, and nothing
is suggested.
"""

from __future__ import annotations

from bot.chat.service import Interaction
from bot.game.requests import AttackRequest, OrderContext
from rules.engine.errors import NotNow, Refusal
from rules.engine.orders import VERBS, Act, Attack, Fire, Pass
from rules.engine.records import Order
from rules.engine.ruleset import Choices, Homebrew, Ruleset

_WIDEST_ODDS = 3

_VERBS = {word: verb for verb, word in VERBS.items() if verb not in (Act, Pass)}


def typed(interaction: Interaction, option: str) -> str:
    """What is typed in another option so far; empty for nothing."""
    return str(getattr(interaction.namespace, option, None) or "")


async def context(interaction: Interaction) -> OrderContext | None:
    """The channel's encounter; None also if a rulebook is named, which makes it a quick ruling."""
    if typed(interaction, "ruleset"):
        return None
    return await interaction.client.service.open_context(interaction)


async def here(interaction: Interaction) -> OrderContext:
    """The channel's encounter. Raises NotNow if there is none."""
    if (encounter := await context(interaction)) is None:
        raise NotNow("No encounter is open here.")
    return encounter


async def book(interaction: Interaction) -> tuple[Ruleset, Homebrew]:
    """The book named, or the encounter's, or the server's own."""
    return await interaction.client.service.book(interaction, typed(interaction, "ruleset"))


def choices(interaction: Interaction, context: OrderContext, *options: str) -> Choices:
    """The choices for the attack that is being typed, given what these options hold. Raises Refusal."""
    words = {option: typed(interaction, option).strip() for option in options}
    try:
        targets = context.targets(words.get("target", ""))
    except Refusal:
        targets = ()
    actor, weapon, how = context.actor(typed(interaction, "who")), words.get("weapon", ""), typed(interaction, "how")
    order = _attack(interaction)(actor, targets, weapon=weapon, range=_range(interaction), how=how)
    return context.choices(order)


def verb(interaction: Interaction) -> type[Order]:
    """The verb that is being typed; for commands that are no verb, a shot."""
    command = interaction.command.name if interaction.command else ""
    return _VERBS.get(command, Fire)


def aims(interaction: Interaction, context: OrderContext) -> list[tuple[int, str]]:
    """The aims against the target that is named, with the odds of each."""
    target, weapon, how, mod, who = (typed(interaction, word) for word in ("target", "weapon", "how", "mod", "who"))
    request = AttackRequest(_attack(interaction), target, None, weapon, _range(interaction), how, mod, who)
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


def _attack(interaction: Interaction) -> type[Attack]:
    ordered = verb(interaction)
    return ordered if issubclass(ordered, Attack) else Fire


def _range(interaction: Interaction) -> int | None:
    return apart if isinstance(apart := interaction.namespace.range, int) else None
