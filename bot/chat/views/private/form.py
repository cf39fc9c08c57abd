"""The order form: a private message with selects for what a verb still lacks, and a button that gives the order."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.chat.commands import attack_odds
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, check_press, open_encounter
from bot.chat.desk.prompts import TextWindow
from bot.chat.outgoing.messages import edit
from bot.chat.outgoing.rows import Button, Rows
from bot.chat.render import Reply
from bot.chat.render.notices.order_questions import form, form_used
from bot.chat.render.text.markdown import bare, clip
from bot.chat.render.text.wording import named
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported
from bot.chat.views.private.draft import (
    BUTTON_ID,
    MOST_OPTIONS,
    SELECT_ID,
    SELECTS,
    Draft,
    Drafted,
    Words,
    is_place,
    mark,
)
from bot.chat.views.private.modals import TextModal
from bot.errors import Outdated
from bot.game.people import rights
from bot.game.requests import AttackRequest, OrderContext
from bot.game.rulings import range_of
from rules.engine.books.ruleset import Choices
from rules.engine.records.errors import RangeWanted
from rules.engine.records.orders import ATTACKS
from rules.words.phrases import several

_LONGEST_LABEL = 100
_PLACEHOLDERS = {
    "who": "Who",
    "target": "Target",
    "weapon": "Weapon: the one in hand",
    "aim": "Aim: the shortest",
}
_AIM_ASKED = "Aim: choose now or later"
Pairs = Sequence[tuple[str, str]]


def order_form(context: OrderContext, request: AttackRequest, dice: str) -> tuple[Reply, Rows]:
    """Return the form for a request that leaves something out.

    Raises Refusal if nobody can act, the user may not order the fighter, or the book lacks the verb.
    """
    context.ruleset.check_verb(request.verb)
    draft = Draft.of(context, request)
    return _drawn(context, draft, Words.of(request, dice))


def _drawn(context: OrderContext, draft: Draft, words: Words) -> tuple[Reply, Rows]:
    encounter, draft = context.encounter, draft.masked(context)
    # A form shows its fighter's weapons and aims.
    rights.check_fighter(
        ATTACKS[draft.verb], context.user, context.powers, encounter, context.masks.unmask(draft.actor)
    )
    armed = draft.armed(context, words)
    choices = context.choices(armed)
    choices = replace(choices, targets=tuple((context.masks.mask(id), text) for id, text in choices.targets))
    if is_place(draft.target) and draft.target not in dict(choices.targets):
        # A place that was typed is offered, likely or not.
        spot = (draft.target, f"{context.ruleset.space(encounter).capitalize()} {draft.target}")
        choices = replace(choices, targets=(spot, *choices.targets))
    offered = _offered(context, draft, choices)
    asked = bool(context.ruleset.aims_wanted(encounter, armed))
    rows: list[list[Button]] = []
    for part in SELECTS:
        # A single option is chosen already, except for the target: nobody is fired at without being named.
        if len(offered[part]) > (0 if part in ("target", "aim") else 1):
            select = FormSelect(part, draft, offered[part], _AIM_ASKED if part == "aim" and asked else "")
            rows.append([select.to_component_dict()])
    rows.append([FormButton(draft, ready=any(id == draft.target for id, _ in choices.targets)).to_component_dict()])
    actor = encounter.combatant(context.masks.unmask(draft.actor)).name
    shown = len(offered["target"])
    return form(draft.verb, actor, len(choices.targets), shown, words.written()), Rows(rows)


def _offered(context: OrderContext, draft: Draft, choices: Choices) -> dict[str, Pairs]:
    return {
        "who": _cut(((context.masks.mask(c.id), c.name) for c in context.orderable()), draft.actor),
        "target": _cut(choices.targets, draft.target),
        "weapon": _cut(((mark(name), text) for name, text in choices.weapons), draft.weapon),
        "aim": _cut(((str(aim), text) for aim, text in choices.aims), draft.aim),
    }


def _cut(pairs: Iterable[tuple[str, str]], chosen: str) -> Pairs:
    """Return the first 25 of different values, with the chosen one among them."""
    texts = dict(pairs)
    kept = list(texts)[:MOST_OPTIONS]
    if chosen in texts and chosen not in kept:
        kept[-1] = chosen
    return [(value, texts[value]) for value in kept]


class FormSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=SELECT_ID):
    """One choice of a form; choosing redraws the form."""

    def __init__(self, part: str, draft: Draft, offered: Pairs = (), placeholder: str = "") -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=draft.custom_id(part), placeholder=placeholder or _PLACEHOLDERS[part]
        )
        current = {"who": draft.actor, "target": draft.target, "weapon": draft.weapon, "aim": draft.aim}[part]
        for value, text in offered:
            select.add_option(label=clip(bare(text), _LONGEST_LABEL) or "?", value=value, default=value == current)
        super().__init__(select)
        self.part = part
        self.draft = draft

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> FormSelect:
        """Return the select that was used; nothing is loaded yet."""
        return cls(match["part"], Draft.parsed(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Keep the choice and show what can be chosen now."""
        async with reported(interaction) as ours:
            await _check(ours, self.draft)
            context = await open_encounter(ours)
            if context.encounter.id != self.draft.encounter:
                raise Outdated("That form's encounter has ended. Give the order again.")
            draft = self.draft.chosen(self.part, self.item.values[0])
            await edit(ours, *_drawn(context, draft, _words(ours)))


class FormButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON_ID):
    """Gives the order. One form gives one order, however often it is pressed."""

    def __init__(self, draft: Draft, ready: bool = True) -> None:
        super().__init__(
            discord.ui.Button(
                label=draft.verb.capitalize(),
                style=discord.ButtonStyle.danger,
                custom_id=draft.custom_id("go"),
                disabled=not ready,
            )
        )
        self.draft = draft

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> FormButton:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(Draft.parsed(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Give the order; the answer is public, and the form is put away."""
        async with reported(interaction) as ours:
            words = _words(ours)
            try:
                await _give(ours, self.draft, words)
            except RangeWanted:
                await ours.response.send_modal(await self._range_window(ours, words))

    async def _range_window(self, interaction: Interaction, words: Words) -> TextModal:
        context = await open_encounter(interaction)

        async def on_range(answer: Interaction, range: int) -> None:
            await _give(answer, self.draft, replace(words, range=range))

        (target,) = named(self.draft.attack(words, context.masks).targets, context.encounter)
        return range_window(interaction, target, context, on_range)


async def _give(interaction: Interaction, draft: Draft, words: Words) -> None:
    await _check(interaction, draft)
    form_id = interaction.message.id if interaction.message else interaction.id
    with presses.once(f"form:{form_id}", interaction.id, "This form has been used. Give the order again."):
        request = Drafted(draft, words)
        if not await _answered_as_question(interaction, request):
            await orders.give_in_encounter(interaction, draft.encounter, request, words.dice)
    await put_away(interaction, form_used(draft.verb))


async def _check(interaction: Interaction, draft: Draft) -> None:
    """Raise Outdated if the entry that the form belongs to is no longer stored, NotNow in another channel."""
    if draft.anchor:
        await check_press(interaction, draft.anchor)


async def _answered_as_question(interaction: Interaction, request: Drafted) -> bool:
    """Answer an aim that is only a question in the encounter's rulebook; False for an order."""
    if request.draft.verb != "aim":
        return False
    context = await open_encounter(interaction)
    order = request.order(context)
    if not context.ruleset.inquiry(order):
        return False
    await attack_odds.tell_odds(interaction, context, order)
    return True


def range_window(
    by: Interaction, target: str, context: OrderContext, on_range: Callable[[Interaction, int], Awaitable[None]]
) -> TextModal:
    """Ask the user of an interaction for the range to the target if it is not known; a form has no room for it."""

    space = context.ruleset.space(context.encounter)

    async def on_text(interaction: Interaction, text: str) -> None:
        await on_range(interaction, range_of(text, context.ruleset.vocabulary(context.homebrew), space))

    window = TextWindow(f"How far is {target}?", f"Range in {several(space)}", on_text, placeholder="3", most=20)
    return TextModal(window, by)


def _words(interaction: Interaction) -> Words:
    embeds = interaction.message.embeds if interaction.message else []
    return Words.read(embeds[0].footer.text or "" if embeds else "")
