"""Suggestions for an attack, another act or an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from bot.chat.desk.context import Interaction, rulebook
from bot.chat.desk.labels import known, shown
from bot.chat.suggestions import acceptance, fighters, partial_orders
from bot.chat.suggestions.choice_list import Suggestions, calm, choice_list, described
from bot.game.referee import odds_comparison, rehearsal
from bot.game.requests import AttackRequest, OrderContext
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Refusal
from rules.words.catalogue import normalized

_FIRST = 8
"""How many targets, the likeliest, are offered in pairs."""


@calm
async def target(interaction: Interaction, current: str) -> Suggestions:
    """Return the targets of the shooter, likeliest first; after a comma, further targets."""
    context = await partial_orders.context(interaction)
    if context is None:
        return await fighters.lines_for_ruling(interaction, current, "target")
    names = {c.id: c.name for c in context.encounter.combatants}
    pairs = [(names.get(id, id), text) for id, text in _targets(interaction, context)]
    allowed = acceptance.in_encounter(interaction, context, "target")
    # An attack that takes no fewer than two, such as a burst that is split, is offered two.
    two = (f"{first}, {second}" for first, second in permutations((name for name, _ in pairs[:_FIRST]), 2))
    found = await choice_list(pairs, current, allowed, known(context), several=True)
    return found or await choice_list(described(*two), current, allowed)


@calm
async def aim(interaction: Interaction, current: str) -> Suggestions:
    """Return the aims the shooter can still afford, with their chances."""
    context = await partial_orders.here(interaction)
    pairs = partial_orders.aims(interaction, context) if partial_orders.typed(interaction, "target") else []
    pairs = pairs or [*context.choices(partial_orders.attack(interaction, context, "target", "weapon")).aims]
    return await choice_list(pairs, current, acceptance.in_encounter(interaction, context, "aim"))


@calm
async def weapon(interaction: Interaction, current: str) -> Suggestions:
    """Return the actor's weapons."""
    context = await partial_orders.here(interaction)
    weapons = context.choices(partial_orders.attack(interaction, context, "target")).weapons
    return await choice_list(
        weapons, current, acceptance.in_encounter(interaction, context, "weapon"), _carried(context)
    )


@calm
async def compare(interaction: Interaction, current: str) -> Suggestions:
    """Return the other weapons that the actor carries, then those that the book hands out; after a comma,
    further weapons.
    """
    context = await partial_orders.here(interaction)
    shooter = context.encounter.combatant(context.actor(partial_orders.typed(interaction, "who")))
    asked = partial_orders.typed(interaction, "weapon") or (shooter.holding.weapon.name if shooter.holding else "")
    weapons = dict(context.choices(partial_orders.attack(interaction, context, "target")).weapons)
    if odds_comparison.hands_out(context, shooter):
        weapons |= {name: name for name in context.ruleset.pages(context.homebrew) if name not in weapons}
    request = partial_orders.request(interaction, context, {})

    def allowed(words: str) -> bool:
        return isinstance(request, AttackRequest) and rehearsal.answered(request, context, words)

    others = ((name, text) for name, text in weapons.items() if normalized(name) != normalized(asked))
    return await choice_list(others, current, allowed, several=True)


@calm
async def how(interaction: Interaction, current: str) -> Suggestions:
    """Return words that the book understands with this verb; after a comma, further words."""
    context, verb = await partial_orders.context(interaction), partial_orders.verb(interaction)
    option = "sort" if partial_orders.command(interaction).startswith("ammo ") else "how"
    if context is None:
        book, preset = await rulebook(interaction, partial_orders.typed(interaction, "ruleset"))
        words = book.words_for(verb, conduct.stage(book, preset))
        return await choice_list(
            described(*words), current, await acceptance.as_ruling(interaction, option), several=True
        )
    words = context.ruleset.words_for(verb, context.encounter)
    return await choice_list(
        described(*words), current, acceptance.in_encounter(interaction, context, option), several=True
    )


@calm
async def act(interaction: Interaction, current: str) -> Suggestions:
    """Return the book's action list."""
    context = await partial_orders.here(interaction)
    acts = context.ruleset.acts(context.encounter, context.actor(partial_orders.typed(interaction, "who")))
    return await choice_list(acts, current, acceptance.in_encounter(interaction, context, "what"))


@calm
async def answer(interaction: Interaction, current: str) -> Suggestions:
    """Return the choices of the open questions."""
    context = await partial_orders.here(interaction)
    who = context.combatant(name).id if (name := partial_orders.typed(interaction, "who")) else ""
    asked = [m for m in context.encounter.agenda if isinstance(m, Question) and who in ("", m.to)]
    choices = described(*(choice for question in asked for choice in question.choices))
    return await choice_list(choices, current, acceptance.in_encounter(interaction, context, "choice"))


def _carried(context: OrderContext) -> Iterator[tuple[str, str]]:
    """Yield every weapon that the user sees in the encounter."""
    for one in context.encounter.combatants:
        yield from ((carried.weapon.name, carried.weapon.name) for carried in one.carried)


def _targets(interaction: Interaction, context: OrderContext) -> Iterable[tuple[str, str]]:
    try:
        return context.possible_targets(partial_orders.attack(interaction, context, "weapon"))
    except Refusal:
        # It is not clear yet who shoots, or with what: anyone in play may be meant.
        return [(c.id, shown(c, context)) for c in context.encounter.combatants if c.present]
