"""`/plan`: plans are set and answered with their expected course, typed into a form, and shown."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.chat import render
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, open_encounter
from bot.chat.desk.labels import in_a_plan, may_be
from bot.chat.desk.prompts import TextWindow
from bot.chat.outgoing.messages import defer
from bot.errors import Outdated
from bot.game.pages import plan_pages
from bot.game.requests import MOST_PLAN, PassUntilRequest, PlanRequest
from rules.engine.flow.plans import plan_of
from rules.engine.records.orders import SetPlan

_EXAMPLE = "move to C7\nwhen anyone shows: fire at them\nwhen empty: reload"


async def set_plan(interaction: Interaction, request: PlanRequest) -> None:
    """Set a plan and answer; a second answer, in private, says what would happen. Raises Refusal."""
    request = replace(request, lines=await _without_labels(interaction, request.who, request.lines))
    await orders.give(interaction, request)
    # Of an interaction that is delivered twice the first delivery answers.
    if interaction.response.is_done():
        context = await open_encounter(interaction)
        actor = context.actor(request.who) if request.who else context.last
        page = await asyncio.to_thread(plan_pages.foreseen, actor, context)
        await orders.tell(interaction, render.page(page))


async def pass_until(interaction: Interaction, request: PassUntilRequest) -> None:
    """End a fighter's actions until something happens, and answer. Raises Refusal."""
    until = await _without_labels(interaction, request.who, request.until)
    await orders.give(interaction, replace(request, until=until))


async def _without_labels(interaction: Interaction, who: str, text: str) -> str:
    """Return the words of a plan with values in place of suggestions' labels among them."""
    if not may_be(text):
        return text
    context = await open_encounter(interaction)
    actor = context.actor(who)
    # Every fighter has a label, and so have the targets and weapons that the rules find.
    return await asyncio.to_thread(lambda: in_a_plan(actor, context).within(text))


async def ask(interaction: Interaction, who: str, *, after: bool = False) -> None:
    """Open a form for the lines of a fighter's plan; those of the present plan are in it. Raises Refusal. `after` as in
    SetPlan.
    """
    context = await open_encounter(interaction)
    actor = replace(context, makes=SetPlan).actor(who)
    name = context.encounter.combatant(actor).name
    present = plan_of(context.encounter, actor)

    async def on_text(answer: Interaction, text: str) -> None:
        await set_plan(answer, PlanRequest(text, name, after))

    window = TextWindow(
        title=f"Plan of {name}",
        label="One order on each line",
        on_text=on_text,
        placeholder=_EXAMPLE,
        default=plan_pages.typed(present, context) if present else "",
        long=True,
        hint="A condition comes first: when hit: duck",
        most=MOST_PLAN,
    )
    await orders.ask_text(interaction, window)


async def ask_after(interaction: Interaction, encounter: str, actor: str) -> None:
    """Open the form for the plan of a fighter (an id) that an answer of this encounter is about. Raises Refusal."""
    context = await open_encounter(interaction)
    if context.encounter.id != encounter:
        raise Outdated("That encounter is no longer open here.")
    await ask(interaction, context.encounter.combatant(actor).name, after=True)


async def tell(interaction: Interaction, who: str) -> None:
    """Answer with a fighter's plan, or with all that the user may see, in private. Raises Refusal."""
    context = await open_encounter(interaction)
    if not who:
        await orders.tell(interaction, render.page(plan_pages.all_plans(context)))
        return
    actor = context.actor(who)
    await defer(interaction)
    # Trying a plan out and counting chances takes longer than the event loop may wait.
    page = await asyncio.to_thread(plan_pages.plan, actor, context)
    await orders.tell(interaction, render.page(page))
