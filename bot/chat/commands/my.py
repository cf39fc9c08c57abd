"""`/my`, `/encounter deadline`, and the buttons under reminders and calls of the GM."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import discord

from bot.chat import render
from bot.chat.desk import orders
from bot.chat.desk.context import Desk, Interaction, check_right, open_context, open_encounter
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import send
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.chat.render.notices import deadlines as words
from bot.errors import Outdated
from bot.game.flow import deadlines, due, pace, time_outs
from bot.game.help.what_now import what_now
from bot.game.journal import presses
from bot.game.people import personal_settings, rights, zones
from bot.game.people.personal_settings import Person
from bot.game.people.rights import Deed
from bot.game.referee.remedies import Offer
from bot.game.requests import DirectRequest, MoveRequest, OrderContext
from bot.game.sight import PUBLIC, asked_openly, to_act, viewer_of
from bot.game.sight.undecided import still_asked
from bot.game.store import DeadlineRow
from rules.engine.books.table_options import OFF
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Pass
from rules.engine.records.references import GMS
from rules.engine.sight.sight import fog

_OVER = "That decision is already made. Nothing has changed."
_ASKED = "They must answer a question first, so nobody can pass for them."
_NOTHING = "None of your fighters needs to act now."
_NO_RULE = "There is no deadline yet. Set one first, for example 24h or daily 20:00."
_MEANWHILE = "The deadline has just changed. Try again."


async def deadline(interaction: Interaction, time: str) -> None:
    """Show the deadline of the channel's encounter, or change it as its GM and tell all. Raises Refusal."""
    desk, invocation = interaction.client.desk, invocation_of(interaction)
    await check_right(interaction, Deed.TABLE if time else Deed.SEE)
    encounter = await desk.referee.current(invocation)
    if time:
        await asyncio.to_thread(zones.zones)
        own = await personal_settings.person_of(desk.referee.store, invocation.guild, invocation.user)
        await _change(desk, encounter, deadlines.wish(time, own.zone))
        desk.timekeeper.on_changed(encounter)
    row = await desk.timekeeper.look(encounter)
    head = await desk.referee.journal.head(encounter)
    assert head is not None
    book = desk.referee.library.shelf[head.state.ruleset]
    viewer = PUBLIC if time else viewer_of(invocation.user, head.state)
    state = replace(head.state, paused=False)
    asked = bool(to_act(state, book, viewer) or asked_openly(state, book) or pace.stalled(head))
    await send(interaction, Reply(words.deadline(row, invocation.at, asked=asked)), private=not time)


async def _change(desk: Desk, encounter: str, wish: deadlines.Wish) -> None:
    if wish.off:
        await desk.referee.store.deadlines.set(encounter, "", 0)
        return
    row = await desk.timekeeper.look(encounter)
    if wish.rule is not None:
        grace = wish.grace if wish.grace is not None else timedelta(seconds=row.grace if row else 0)
        await desk.referee.store.deadlines.set(encounter, deadlines.written(wish.rule), int(grace.total_seconds()))
        return
    if row is None or not row.rule:
        raise NotNow(_NO_RULE)
    new = row
    if wish.extend is not None:
        new = deadlines.extended(new, wish.extend, desk.timekeeper.clock.now())
    if wish.grace is not None:
        new = replace(new, grace=int(wish.grace.total_seconds()))
    if not await desk.referee.store.deadlines.advance(row, new):
        raise NotNow(_MEANWHILE)


async def settings(
    interaction: Interaction,
    quiet: str,
    zone: str,
    pings: str,
    detail: str = "",
    screen_reader: str = "",
    notify: str = "",
) -> None:
    """Change what the user has set on this server and show it. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    # The names of zones are read from files, once.
    await asyncio.to_thread(zones.zones)
    person = await personal_settings.change(
        desk.referee.store, invocation.guild, invocation.user, quiet, zone, pings, detail, screen_reader, notify
    )
    await _show(interaction, person)


async def away(interaction: Interaction, until: str) -> None:
    """Note until when the user is away and show it. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await _show(
        interaction,
        await personal_settings.go_away(desk.referee.store, invocation.guild, invocation.user, until, invocation.at),
    )


async def substitute(interaction: Interaction, who: discord.User | None) -> None:
    """Name who orders the user's fighters while they are away, or nobody, and show it. Raises Refusal."""
    desk = interaction.client.desk
    if who is not None and who.bot:
        raise Refusal("A bot cannot be a substitute. Name a person.")
    invocation = invocation_of(interaction)
    substitute = str(who.id) if who else ""
    person = await personal_settings.name_substitute(desk.referee.store, invocation.guild, invocation.user, substitute)
    await _show(interaction, person, await _plays_elsewhere(interaction, substitute))


async def _plays_elsewhere(interaction: Interaction, substitute: str) -> str:
    """Return a warning if a substitute plays for another side than the user in the channel's encounter, as far as
    the user may know it; "" otherwise.
    """
    context = await open_context(interaction) if substitute else None
    if context is None:
        return ""
    sides = [{c.side for c in context.encounter.combatants if c.owner == id} for id in (context.user, substitute)]
    own, theirs = sides
    if not own or not theirs or own & theirs:
        return ""
    fogged = fog(context.truth) != OFF
    return words.plays_elsewhere(substitute, sorted(filter(None, theirs)), context.encounter.title, fogged=fogged)


async def show(interaction: Interaction) -> None:
    """Show what the user has set on this server."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await _show(interaction, await personal_settings.person_of(desk.referee.store, invocation.guild, invocation.user))


async def _show(interaction: Interaction, person: Person, warning: str = "") -> None:
    lines = [*([warning] if warning else []), words.person(person, interaction.created_at)]
    await send(interaction, Reply("\n".join(lines)), private=True)


async def order_form(interaction: Interaction, encounter: str) -> None:
    """Answer with what the user's first fighter who needs a decision can do now, and buttons for it. Raises Refusal."""
    context = await _context(interaction, encounter)
    rights.check_request(Pass, context.user, context.powers, context.encounter)
    now = await asyncio.to_thread(what_now, context)
    offers = tuple(Offer(way.label, way.request) for way in now.ways if not isinstance(way.request, MoveRequest))
    rows = orders.offered(interaction, offers, context, None) if offers else []
    await send(interaction, render.what_now_page(now, context.encounter), Rows(rows), private=True)


async def pass_all(interaction: Interaction, encounter: str, decision: int, window: str) -> None:
    """Pass for all fighters that the user has to decide for, in the decision (0: any), or the window ("": any), of
    which the user was told. Raises Refusal.
    """
    context = await _context(interaction, encounter)
    rights.check_request(Pass, context.user, context.powers, context.encounter)
    if window not in ("", deadlines.window(context.truth)):
        raise Outdated(_OVER)
    if decision:
        await _check_present(context, interaction, decision)
    users = _meant(context)
    passes = due.passes_for(context.truth, context.ruleset, users)
    if not passes:
        raise NotNow(_NOTHING)
    await orders.give_in_encounter(interaction, encounter, DirectRequest(due.several(passes)))


async def stop(interaction: Interaction, encounter: str, decision: int) -> None:
    """Remind the user no more of this decision. Raises Refusal."""
    desk = interaction.client.desk
    context = await _context(interaction, encounter)
    rights.check_request(Pass, context.user, context.powers, context.encounter)
    await _check_present(context, interaction, decision)
    stages = [(user, due.STOP) for user in _meant(context)]
    await desk.referee.store.deadlines.remind(encounter, decision, stages, desk.timekeeper.clock.now(), done=True)
    await send(interaction, Reply("I will not remind you of this decision again."), private=True)


async def tell_done(interaction: Interaction, encounter: str, decision: int) -> None:
    """Tell the user in private what the clock did for them when they were late for a decision. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await presses.check_channel(desk.referee.store, invocation, encounter)
    lines = await time_outs.done_for(desk.referee, encounter, decision, invocation.user)
    await send(interaction, words.done_for(lines), private=True)


async def pass_for_late(interaction: Interaction, encounter: str, decision: int) -> None:
    """Pass for those who are late, as their GM. Raises Refusal."""
    desk = interaction.client.desk
    context = await _late(interaction, encounter, decision)
    asked = still_asked(context.truth, context.ruleset)
    rows = await desk.referee.store.deadlines.reminders(encounter, decision)
    late = {row.user for row in rows if row.stage in (due.LATE, due.LATE_SOON)} & asked
    passes = due.passes_for(context.truth, context.ruleset, late)
    if not passes:
        raise NotNow(_ASKED) if late else Outdated(_OVER)
    await orders.give_in_encounter(interaction, encounter, DirectRequest(due.several(passes)))


async def wait(interaction: Interaction, encounter: str, decision: int) -> Reply:
    """Return the message that replaces a call to the GM after they chose to wait.

    Raises Refusal.
    """
    await _late(interaction, encounter, decision)
    return words.waits(str(interaction.user.id))


async def _late(interaction: Interaction, encounter: str, decision: int) -> OrderContext:
    context = await _context(interaction, encounter)
    having = rights.roles(context.user, context.powers, context.encounter)
    rights.check(Deed.TABLE, having, lambda: rights.own(context.user, context.encounter))
    await _check_present(context, interaction, decision)
    return context


async def _check_present(context: OrderContext, interaction: Interaction, decision: int) -> None:
    """Raise Outdated unless the decision is due, in the window that is now."""
    row: DeadlineRow | None = await interaction.client.desk.referee.store.deadlines.of(context.truth.id)
    if row is None or deadlines.due_in(row, context.truth) is None or row.decision != decision:
        raise Outdated(_OVER)


async def _context(interaction: Interaction, encounter: str) -> OrderContext:
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await presses.check_channel(desk.referee.store, invocation, encounter)
    context = await open_encounter(interaction)
    if context.encounter.id != encounter:
        raise Outdated(_OVER)
    return context


def _meant(context: OrderContext) -> set[str]:
    """Return the users whose decisions the user makes: their own, those of people they stand in for here, and for a
    GM the GM's.
    """
    user, encounter = context.user, context.truth
    others = (c.owner for c in encounter.combatants if personal_settings.stands_in(user, context.powers, c, encounter))
    own = {user, *filter(None, others)}
    return {*own, GMS} if user in encounter.gms else own
