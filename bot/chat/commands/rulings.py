"""Rulings of one line: they are read, carried out as quick rulings, changed by buttons; and their odds.

A line that lacks something, or has two readings, is answered in private with a question; nothing is stored then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from bot.chat import render
from bot.chat.commands import attack_odds
from bot.chat.desk import orders, ruling_lines
from bot.chat.desk.context import Interaction, attack_meant, book_of, ground_here
from bot.chat.desk.prompts import TextWindow
from bot.chat.desk.ruling_lines import Line
from bot.chat.outgoing.messages import send
from bot.chat.outgoing.rows import Button, Rows
from bot.chat.outgoing.ruling_controls import line_rows
from bot.errors import Outdated
from bot.game.entries.entries import Group
from bot.game.rulings import (
    COUNT,
    NO_AID,
    CareRequest,
    Missing,
    Ruling,
    ShotParts,
    Sort,
    line_of,
    range_of,
    read_care,
    sort_of,
)
from bot.game.rulings.quick_rulings import HEAL, Ground, ruled_in
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import Heal
from rules.words.phrases import listed, several


class Give(Protocol):
    """A command that takes a ruling's line."""

    async def __call__(self, interaction: Interaction, line: str, *, ruleset: str) -> None: ...


_MOST_NAMED = 9
_CHANGED = "Some words of that ruling have changed. Type the shot again with /rule."


async def rule(interaction: Interaction, line: str, dice: str = "", ruleset: str = "") -> None:
    """Carry out what a line says and answer, or ask for what it lacks. Raises Refusal."""
    asked = await ruling_lines.line_of(interaction, line, ruleset)
    sort = sort_of(asked.text)
    if sort is Sort.ODDS:
        await _tell_odds(interaction, asked, "")
        return
    if sort is Sort.CARE:
        asked.ground.book.check_verb(Heal)
        try:
            request = read_care(asked.text)
        except Missing as missing:
            await _ask(interaction, missing, "rule", asked.ground)
            return
        await _care(interaction, request, dice, asked.ground)
        return
    ruling = await _read_or_ask(interaction, asked, "rule", partial(rule, dice=dice))
    if ruling is not None:
        await _give(interaction, ruling, asked.ground, dice)


async def _read_or_ask(
    interaction: Interaction, asked: Line, what: str, give: Give, *, range_needed: bool = True
) -> Ruling | None:
    """Return the reading of a line; None if it was answered with a question, or with the reason why it cannot be read.

    The question's buttons `rule` or show `odds`, as `what` says. Both have a button for a window with the parts of the
    shot; `give` is the command that gets their line.
    """
    try:
        # A line of the longest words takes some ten milliseconds, its chances up to 0.3 s.
        return await asyncio.to_thread(asked.read, range_needed=range_needed)
    except Missing as missing:
        row = await _parts_row(interaction, asked, give)
        await _ask(interaction, missing, what, asked.ground, row)
    except Refusal as refusal:
        row = await _parts_row(interaction, asked, give)
        await send(interaction, render.refusal(str(refusal)), Rows([row]), private=True)
    return None


async def _parts_row(interaction: Interaction, asked: Line, give: Give) -> list[Button]:
    """Return the row with the button that opens the window."""
    ground = asked.ground

    async def on_parts(answer: Interaction, parts: ShotParts) -> str:
        line = line_of(parts, ground.vocabulary, ground.space)
        await give(answer, line, ruleset=ground.preset)
        return line

    parts = await asyncio.to_thread(asked.parts)
    return interaction.client.desk.prompts.shot_row(interaction, parts, on_parts)


async def _care(interaction: Interaction, request: CareRequest, dice: str, ground: Ground) -> None:
    """Rule on care; without any, tell what the wound leads to, which needs no order."""
    if request.how != NO_AID:
        await orders.give(interaction, request, dice, ground.preset)
        return
    staged = ground.context(request.target, request.target).encounter
    found = ground.vocabulary.aftermath(staged.combatants[0], staged)
    await send(interaction, render.wound_untreated(found.words, request.line, request.left_out))


async def tell_odds(interaction: Interaction, line: str, compare: str = "", ruleset: str = "") -> None:
    """Answer with the chances of what a line says, in private, or ask for what it lacks. Raises Refusal."""
    await _tell_odds(interaction, await ruling_lines.line_of(interaction, line, ruleset), compare)


async def _tell_odds(interaction: Interaction, line: Line, compare: str) -> None:
    ground = line.ground
    if sort_of(line.text) is Sort.CARE:
        raise Refusal("This is about care, which /rule rules on, such as: /rule text: heal, PD 500, HLT 10, first aid.")
    ruling = await _read_or_ask(interaction, line, "odds", partial(tell_odds, compare=compare), range_needed=False)
    if ruling is None:
        return
    # Without an aim the odds list all of them.
    request = replace(ruling.request(ground.vocabulary, ground.space), aim=ruling.aim)
    context, order = await attack_meant(interaction, request, ground.preset)
    if compare:
        await attack_odds.tell_comparison(interaction, context, order, compare)
    else:
        await attack_odds.tell_odds(interaction, context, order, first=render.not_counted(ruling.left_out))


async def change(interaction: Interaction, group: Group, changed: str) -> None:
    """Rule again with a change: "aim 4", "burst", "fire", "count looking over cover"; "range" opens a window for it,
    "heal" asks for the care. Raises Refusal, Outdated.
    """
    if changed == HEAL:
        await _ask_care(interaction, group)
        return
    ruling, ground = await _again(interaction, group, changed)
    if changed == "range":
        await orders.ask_text(interaction, _range_window(group, ground))
    elif changed.startswith(f"{COUNT} "):
        await _give(interaction, ruling, ground)
    else:
        await _give(interaction, ruling.changed(changed), ground)


async def _ask_care(interaction: Interaction, group: Group) -> None:
    """Ask which care the wounded target of a stored ruling gets."""
    last = group[-1].state
    book = book_of(interaction.client.desk, last)
    ground = await ground_here(interaction, group[0].state.preset)
    wounds = [book.vocabulary({}).aftermath(fighter, last).wound for fighter in last.combatants[1:]]
    try:
        read_care(f"heal, {next(filter(None, wounds), '')}")
    except Missing as missing:
        await _ask(interaction, missing, "rule", ground)


def _range_window(group: Group, ground: Ground) -> TextWindow:
    async def on_range(answer: Interaction, text: str) -> None:
        ruling, ground = await _again(answer, group)
        spaces = range_of(text, ground.vocabulary, ground.space)
        await _give(answer, ruling.changed(f"range {spaces}"), ground)

    unit = several(ground.space)
    example = "40m" if ground.vocabulary.yards else "6"
    return TextWindow("Another range", f"Range in {unit}", on_range, placeholder=example, most=20)


async def _again(interaction: Interaction, group: Group, changed: str = "") -> tuple[Ruling, Ground]:
    """Return the ruling of a stored line, read again, and its ground; words that a change counts are in it.

    Raises Outdated if its words have changed.
    """
    rulings = ruled_in(group)
    if not rulings:
        raise Outdated("That ruling was not made with /rule. Type the shot again with /rule.")
    ground = await ground_here(interaction, group[0].state.preset)
    stored, counts = rulings[0], changed.removeprefix(f"{COUNT} ") if changed.startswith(f"{COUNT} ") else ""
    kept = [one.words for one in stored.left_out if not (counts and counts in one.counts)]
    text = ", ".join(filter(None, [stored.line, counts]))
    line = Line(f"{text}, not counted: {' / '.join(kept)}" if kept else text, ground)
    try:
        ruling = await asyncio.to_thread(line.read)
    except (Missing, Refusal):
        raise Outdated(_CHANGED) from None
    if ruling.weapon and not f"{stored.line}, ".startswith(f"{ruling.weapon}, "):
        # "My Rifle", which the server has no longer, is some rifle now.
        raise Outdated(_CHANGED)
    return ruling, ground


async def _give(interaction: Interaction, ruling: Ruling, ground: Ground, dice: str = "") -> None:
    request = ruling.request(ground.vocabulary, ground.space)
    try:
        await orders.give(interaction, request, dice, ground.preset)
    except Refusal as refusal:
        raise render.in_a_line(refusal) from None


async def _ask(
    interaction: Interaction, missing: Missing, what: str, ground: Ground, last: Sequence[Button] = ()
) -> None:
    """Ask for what a line lacks; `last` is a row below the answers."""
    rows = line_rows(what, ground.preset, missing.choices)
    asked = missing.question
    if not rows and missing.choices:
        # The line is too long for a button.
        labels = [label for label, *_ in missing.choices[:_MOST_NAMED]]
        asked = f"{asked} Type the line again with the answer: {listed(labels)}."
    question = render.ruling_question(asked, missing.understood, missing.left_out)
    await send(interaction, question, Rows([*rows, [*last]] if last else rows), private=True)
