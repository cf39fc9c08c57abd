"""The service for rulings of one line: they are read, carried out as quick rulings, changed by buttons; and their odds.

A line that lacks something is answered in private with a question; nothing is stored then.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.chat import render
from bot.chat.messages import send
from bot.chat.rows import Rows
from bot.chat.ruling_controls import line_rows
from bot.chat.service import Interaction
from bot.chat.views.modals import TextModal, TextWindow
from bot.game.errors import Outdated
from bot.game.journal import Group
from bot.game.quick_rulings import Ground, ruled_in
from bot.game.rulings import Missing, Ruling, range_of, read
from rules.engine.errors import Refusal
from rules.words.phrases import listed, several

_MOST_NAMED = 9
_CHANGED = "Some words of that ruling have changed. Type the shot again with /rule."


async def rule(interaction: Interaction, line: str, dice: str = "", ruleset: str = "") -> None:
    """Carry out what a line says and answer, or ask for what it lacks. Raises Refusal."""
    ground = await _ground(interaction, ruleset)
    try:
        # A line of the longest words takes some ten milliseconds.
        ruling = await asyncio.to_thread(read, line, ground.usual, ground.space)
    except Missing as missing:
        await _ask(interaction, missing, "rule", ground)
        return
    await _carry_out(interaction, ruling, ground, dice)


async def tell_odds(interaction: Interaction, line: str, compare: str = "", ruleset: str = "") -> None:
    """Answer with the chances of what a line says, in private, or ask for what it lacks. Raises Refusal."""
    ground = await _ground(interaction, ruleset)
    try:
        ruling = await asyncio.to_thread(read, line, ground.usual, ground.space, range_needed=False)
    except Missing as missing:
        await _ask(interaction, missing, "odds", ground)
        return
    service = interaction.client.service
    # Without an aim the odds list all of them.
    request = replace(ruling.request(ground.usual, ground.space), aim=ruling.aim)
    context, order = await service.attack(interaction, request, ground.preset)
    if compare:
        await service.tell_comparison(interaction, context, order, compare)
    else:
        await service.tell_odds(interaction, context, order)


async def change(interaction: Interaction, group: Group, changed: str) -> None:
    """Rule again with a change: "aim 4", "burst", "fire"; "range" opens a window for it. Raises Refusal, Outdated."""
    ruling, ground = await _again(interaction, group)
    if changed == "range":
        await interaction.response.send_modal(TextModal(_range_window(group, ground), interaction))
    else:
        await _carry_out(interaction, ruling.changed(changed), ground)


def _range_window(group: Group, ground: Ground) -> TextWindow:
    async def on_range(answer: Interaction, text: str) -> None:
        ruling, ground = await _again(answer, group)
        spaces = range_of(text, ground.usual, ground.space)
        await _carry_out(answer, ruling.changed(f"range {spaces}"), ground)

    unit = several(ground.space)
    example = "40m" if ground.usual.yards else "6"
    return TextWindow("Another range", f"Range in {unit}", on_range, placeholder=example, most=20)


async def _again(interaction: Interaction, group: Group) -> tuple[Ruling, Ground]:
    """Return the ruling of a stored line, read again, and its ground. Raises Outdated if its words have changed."""
    rulings = ruled_in(group)
    if not rulings:
        raise Outdated("That ruling was not made with /rule. Type the shot again with /rule.")
    ground = await interaction.client.service.ground(interaction, group[0].state.preset)
    line = rulings[0].line
    try:
        ruling = await asyncio.to_thread(read, line, ground.usual, ground.space)
    except (Missing, Refusal):
        raise Outdated(_CHANGED) from None
    if ruling.weapon and not f"{line}, ".startswith(f"{ruling.weapon}, "):
        # "My Rifle", which the server has no longer, is some rifle now.
        raise Outdated(_CHANGED)
    return ruling, ground


async def _carry_out(interaction: Interaction, ruling: Ruling, ground: Ground, dice: str = "") -> None:
    request = ruling.request(ground.usual, ground.space)
    await interaction.client.service.order(interaction, request, dice, ground.preset)


async def _ground(interaction: Interaction, ruleset: str) -> Ground:
    """Return the rulebook and state for reading a line: the rulebook that is named, else the encounter's, else the
    server's.
    """
    service = interaction.client.service
    context = None if ruleset else await service.open_context(interaction)
    return await service.ground(interaction, ruleset or (context.encounter.preset if context else ""))


async def _ask(interaction: Interaction, missing: Missing, what: str, ground: Ground) -> None:
    rows = line_rows(what, ground.preset, missing.choices)
    if not rows:
        labels = [label for label, _ in missing.choices[:_MOST_NAMED]]
        raise Refusal(f"{missing.question.rstrip('?')}: {listed(labels)}?")
    await send(interaction, render.ruling_question(missing.question, missing.understood), Rows(rows), private=True)
