"""What is typed of an order so far, while somebody is still at it: read as far as it goes, from the other options.

They are in the interaction's namespace; what does not read yet is a Refusal, and whoever suggests then has nothing.
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


def said(interaction: Interaction, option: str) -> str:
    """What is typed in another option so far."""
    return str(getattr(interaction.namespace, option, None) or "")


async def context(interaction: Interaction) -> OrderContext | None:
    """The channel's encounter; None also where a rulebook is named, which makes it a quick ruling."""
    if said(interaction, "ruleset"):
        return None
    return await interaction.client.service.open_context(interaction)


async def here(interaction: Interaction) -> OrderContext:
    """The channel's encounter. Raises Refusal, and so nothing is suggested, where there is none."""
    if (found := await context(interaction)) is None:
        raise NotNow("No encounter is open here.")
    return found


async def book(interaction: Interaction) -> tuple[Ruleset, Homebrew]:
    """The book named, or the encounter's, or the server's own."""
    return await interaction.client.service.book(interaction, said(interaction, "ruleset"))


def choices(interaction: Interaction, context: OrderContext, *known: str) -> Choices:
    """What there is to choose from for the attack that is being typed, of which these options count. Raises Refusal."""
    words = {option: said(interaction, option).strip() for option in known}
    try:
        targets = context.targets(words.get("target", ""))
    except Refusal:
        targets = ()
    actor, weapon, how = context.actor(said(interaction, "who")), words.get("weapon", ""), said(interaction, "how")
    order = _attack(interaction)(actor, targets, weapon=weapon, range=_range(interaction), how=how)
    return context.choices(order)


def verb(interaction: Interaction) -> type[Order]:
    """The verb that is being typed; what asks about attacks asks about a shot."""
    command = interaction.command.name if interaction.command else ""
    return _VERBS.get(command, Fire)


def aims(interaction: Interaction, context: OrderContext) -> list[tuple[int, str]]:
    """The aims against the target that is named, with the odds of each."""
    target, weapon, how, mod, who = (said(interaction, word) for word in ("target", "weapon", "how", "mod", "who"))
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
    given = verb(interaction)
    return given if issubclass(given, Attack) else Fire


def _range(interaction: Interaction) -> int | None:
    return apart if isinstance(apart := interaction.namespace.range, int) else None
