"""The service behind `/encounter deadline`, `/my`, and the buttons under reminders and calls of the GM."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

import discord

from bot.chat.background.deadlines import Timekeeper
from bot.chat.commands.prompts import Prompts
from bot.chat.commands.service import Interaction, ServedBot
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import send
from bot.chat.render import Reply
from bot.chat.render.notices import deadlines as words
from bot.errors import Outdated
from bot.game.flow import deadlines, due, time_outs
from bot.game.journal import presses
from bot.game.people import rights, standing_in, zones
from bot.game.people.rights import Deed
from bot.game.people.standing_in import Person
from bot.game.referee.referee import Referee
from bot.game.requests import AttackRequest, OrderContext, PlainRequest
from bot.game.sight import PUBLIC, asked_openly, to_act, viewer_of
from bot.game.sight.undecided import still_asked, to_decide
from bot.game.store import DeadlineRow
from rules.engine.books.table_options import OFF
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Fire, Pass
from rules.engine.records.references import GMS
from rules.engine.sight.sight import fog

_OVER = "That decision is already made. Nothing has changed."
_ASKED = "They must answer a question first, so nobody can pass for them."
_NOTHING = "None of your fighters needs to act now."
_NO_RULE = "There is no deadline yet. Set one first, for example 24h or daily 20:00."
_MEANWHILE = "The deadline has just changed. Try again."


class DeadlineService:
    """One per process."""

    def __init__(self, referee: Referee, timekeeper: Timekeeper, prompts: Prompts) -> None:
        self._referee = referee
        self._store = referee.store
        self._timekeeper = timekeeper
        self._prompts = prompts

    # --- the encounter's deadline

    async def deadline(self, interaction: Interaction, time: str) -> None:
        """Show the deadline of the channel's encounter, or change it as its GM and tell all. Raises Refusal."""
        service, invocation = interaction.client.service, invocation_of(interaction)
        await service.check_right(interaction, Deed.TABLE if time else Deed.SEE)
        encounter = await self._referee.current(invocation)
        if time:
            await asyncio.to_thread(zones.zones)
            own = await standing_in.person_of(self._store, invocation.guild, invocation.user)
            await self._change(encounter, deadlines.wish(time, own.zone))
            self._timekeeper.on_changed(encounter)
        row = await self._timekeeper.look(encounter)
        head = await self._referee.journal.head(encounter)
        assert head is not None
        book = self._referee.library.shelf[head.state.ruleset]
        viewer = PUBLIC if time else viewer_of(invocation.user, head.state)
        state = replace(head.state, paused=False)
        asked = bool(to_act(state, book, viewer) or asked_openly(state, book))
        await send(interaction, Reply(words.deadline(row, invocation.at, asked=asked)), private=not time)

    async def _change(self, encounter: str, wish: deadlines.Wish) -> None:
        if wish.off:
            await self._store.deadlines.set(encounter, "", 0)
            return
        row = await self._timekeeper.look(encounter)
        if wish.rule is not None:
            grace = wish.grace if wish.grace is not None else timedelta(seconds=row.grace if row else 0)
            await self._store.deadlines.set(encounter, deadlines.written(wish.rule), int(grace.total_seconds()))
            return
        if row is None or not row.rule:
            raise NotNow(_NO_RULE)
        new = row
        if wish.extend is not None:
            new = deadlines.extended(new, wish.extend, self._timekeeper.clock.now())
        if wish.grace is not None:
            new = replace(new, grace=int(wish.grace.total_seconds()))
        if not await self._store.deadlines.advance(row, new):
            raise NotNow(_MEANWHILE)

    # --- what people set for themselves

    async def settings(
        self,
        interaction: Interaction,
        quiet: str,
        zone: str,
        pings: str,
        detail: str = "",
        screen_reader: str = "",
        notify: str = "",
    ) -> None:
        """Change what the user has set on this server and show it. Raises Refusal."""
        invocation = invocation_of(interaction)
        # The names of zones are read from files, once.
        await asyncio.to_thread(zones.zones)
        person = await standing_in.change(
            self._store, invocation.guild, invocation.user, quiet, zone, pings, detail, screen_reader, notify
        )
        await self._show(interaction, person)

    async def away(self, interaction: Interaction, until: str) -> None:
        """Note until when the user is away and show it. Raises Refusal."""
        invocation = invocation_of(interaction)
        await self._show(
            interaction,
            await standing_in.go_away(self._store, invocation.guild, invocation.user, until, invocation.at),
        )

    async def substitute(self, interaction: Interaction, who: discord.User | None) -> None:
        """Name who orders the user's fighters while they are away, or nobody, and show it. Raises Refusal."""
        if who is not None and who.bot:
            raise Refusal("A bot cannot be a substitute. Name a person.")
        invocation = invocation_of(interaction)
        substitute = str(who.id) if who else ""
        person = await standing_in.name_substitute(self._store, invocation.guild, invocation.user, substitute)
        await self._show(interaction, person, await self._plays_elsewhere(interaction, substitute))

    async def _plays_elsewhere(self, interaction: Interaction, substitute: str) -> str:
        """Return a warning if a substitute plays for another side than the user in the channel's encounter, as far as
        the user may know it; "" otherwise.
        """
        context = await interaction.client.service.open_context(interaction) if substitute else None
        if context is None:
            return ""
        sides = [{c.side for c in context.encounter.combatants if c.owner == id} for id in (context.user, substitute)]
        own, theirs = sides
        if not own or not theirs or own & theirs:
            return ""
        fogged = fog(context.truth) != OFF
        return words.plays_elsewhere(substitute, sorted(filter(None, theirs)), context.encounter.title, fogged=fogged)

    async def show(self, interaction: Interaction) -> None:
        """Show what the user has set on this server."""
        invocation = invocation_of(interaction)
        await self._show(interaction, await standing_in.person_of(self._store, invocation.guild, invocation.user))

    async def _show(self, interaction: Interaction, person: Person, warning: str = "") -> None:
        lines = [*([warning] if warning else []), words.person(person, interaction.created_at)]
        await send(interaction, Reply("\n".join(lines)), private=True)

    # --- buttons

    async def order_form(self, interaction: Interaction, encounter: str) -> None:
        """Answer with the order form for the user's first fighter who needs a decision. Raises Refusal."""
        context = await self._context(interaction, encounter)
        rights.check_request(Pass, context.user, context.powers, context.encounter)
        known = [id for id in self._theirs(context) if id in context.encounter.positions]
        who = context.encounter.combatant(known[0]).name if known else ""
        form = self._prompts.order_form(context, AttackRequest(Fire, who=who), "")
        await send(interaction, *form, private=True)

    async def pass_all(self, interaction: Interaction, encounter: str) -> None:
        """Pass for all fighters that the user has to decide for. Raises Refusal."""
        context = await self._context(interaction, encounter)
        rights.check_request(Pass, context.user, context.powers, context.encounter)
        users = self._meant(context)
        passes = due.passes_for(context.truth, context.ruleset, users)
        if not passes:
            raise NotNow(_NOTHING)
        await interaction.client.service.order_in(interaction, encounter, PlainRequest(due.several(passes)))

    async def stop(self, interaction: Interaction, encounter: str, decision: int) -> None:
        """Remind the user no more of this decision. Raises Refusal."""
        context = await self._context(interaction, encounter)
        rights.check_request(Pass, context.user, context.powers, context.encounter)
        stages = [(user, due.STOP) for user in self._meant(context)]
        await self._store.deadlines.remind(encounter, decision, stages, self._timekeeper.clock.now(), done=True)
        await send(interaction, Reply("I will not remind you of this decision again."), private=True)

    async def tell_done(self, interaction: Interaction, encounter: str, decision: int) -> None:
        """Tell the user in private what the clock did for them when they were late for a decision. Raises Refusal."""
        invocation = invocation_of(interaction)
        await presses.check_channel(self._store, invocation, encounter)
        lines = await time_outs.done_for(self._referee, encounter, decision, invocation.user)
        await send(interaction, words.done_for(lines), private=True)

    async def pass_for_late(self, interaction: Interaction, encounter: str, decision: int) -> None:
        """Pass for those who are late, as their GM. Raises Refusal."""
        context = await self._late(interaction, encounter, decision)
        asked = still_asked(context.truth, context.ruleset)
        rows = await self._store.deadlines.reminders(encounter, decision)
        late = {row.user for row in rows if row.stage in (due.LATE, due.LATE_SOON)} & asked
        passes = due.passes_for(context.truth, context.ruleset, late)
        if not passes:
            raise NotNow(_ASKED) if late else Outdated(_OVER)
        await interaction.client.service.order_in(interaction, encounter, PlainRequest(due.several(passes)))

    async def wait(self, interaction: Interaction, encounter: str, decision: int) -> Reply:
        """Return the message that replaces a call to the GM after they chose to wait.

        Raises Refusal.
        """
        await self._late(interaction, encounter, decision)
        return words.waits(str(interaction.user.id))

    async def _late(self, interaction: Interaction, encounter: str, decision: int) -> OrderContext:
        context = await self._context(interaction, encounter)
        having = rights.roles(context.user, context.powers, context.encounter)
        rights.check(Deed.TABLE, having, lambda: rights.own(context.user, context.encounter))
        row: DeadlineRow | None = await self._store.deadlines.of(encounter)
        if row is None or row.decision != decision or row.due_at is None:
            raise Outdated(_OVER)
        return context

    async def _context(self, interaction: Interaction, encounter: str) -> OrderContext:
        invocation = invocation_of(interaction)
        await presses.check_channel(self._store, invocation, encounter)
        context = await interaction.client.service.context(interaction)
        if context.encounter.id != encounter:
            raise Outdated(_OVER)
        return context

    def _meant(self, context: OrderContext) -> set[str]:
        """Return the users whose decisions the user makes: their own, those of people they stand in for, and for a GM
        the GM's.
        """
        own = {context.user, *context.powers.stands_in_for}
        return {*own, GMS} if context.user in context.truth.gms else own

    def _theirs(self, context: OrderContext) -> list[str]:
        return [id for user in sorted(self._meant(context)) for id in to_decide(context.truth, context.ruleset, user)]


class TimedBot(ServedBot):
    """A client whose commands use the deadline service as well."""

    deadlines: DeadlineService


TimedInteraction: TypeAlias = discord.Interaction[TimedBot]
