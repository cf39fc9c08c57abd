"""The service that commands and buttons call: an interaction comes in, an order is carried out, the answer goes out.

Commands know nothing behind it: they hand it a request or ask it a question, and it answers the interaction.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, TypeAlias, Unpack

import discord
from discord.ext import commands

from bot.chat import render
from bot.chat.commands.asked import Asked, note
from bot.chat.commands.picture_service import PictureService
from bot.chat.commands.prompts import Offers, Prompts, TextWindow, Then
from bot.chat.outgoing import side_threads
from bot.chat.outgoing.controls import open_questions, over_row, question_rows
from bot.chat.outgoing.delivery import Delivery
from bot.chat.outgoing.detail import levels_for
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, send
from bot.chat.outgoing.rows import Button, Rows
from bot.chat.outgoing.seats import take_seat
from bot.chat.plots import Studio
from bot.chat.render import Reply
from bot.game.dice.typed_dice import without_dice
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.entries.names import named
from bot.game.files.library import Library
from bot.game.flow import elsewhere, inactivity
from bot.game.journal import presses
from bot.game.journal.anchors import Anchor
from bot.game.pages.reaching import Choice as Places
from bot.game.people.rights import Deed
from bot.game.referee.beginning import Beginning
from bot.game.referee.odds_comparison import compared
from bot.game.referee.referee import NO_ENCOUNTER, Referee
from bot.game.referee.resolving import promising
from bot.game.referee.undo.taking_back import Wanted
from bot.game.requests import AttackRequest, Incomplete, KeepRequest, OrderContext, PlainRequest, Request
from bot.game.requests.asking import AskFirst, CarryOut, Choice
from bot.game.rulings.quick_rulings import Ground
from bot.game.sight import ToAct, number_for, read, view, viewer_of
from bot.game.sight.masks import Masks, masks_of
from bot.game.store import EncounterRow, EntryRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import over
from rules.engine.flow.asking import flows
from rules.engine.map.codes import find_fighter
from rules.engine.records.errors import DiceWanted, NotNow, RangeWanted, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, CombatantOrder
from rules.engine.table import own_records
from rules.words.catalogue import find


class ServedBot(commands.Bot):
    """A client of discord.py whose commands and buttons use the service."""

    service: CommandService


Interaction: TypeAlias = discord.Interaction[ServedBot]


class CommandService(PictureService):
    """One per process. The referee's errors go through to the one error reporter."""

    def __init__(
        self, referee: Referee, library: Library, delivery: Delivery, studio: Studio, prompts: Prompts
    ) -> None:
        super().__init__(referee, library, delivery)
        self._studio = studio
        self._prompts = prompts

    def close(self) -> None:
        """Remove what the plots left on disk."""
        self._studio.close()

    # --- orders

    async def order(self, interaction: Interaction, request: Request, dice: str = "", ruleset: str = "") -> None:
        """Carry a request out and answer. If it lacks something, ask for that in private; nothing is stored then."""
        note(interaction, Asked(request, dice, ruleset))

        async def carry_out(invocation: Invocation, dice: str) -> Group:
            return await self._referee.carry_out(invocation, request, dice, ruleset)

        try:
            await self._carry_out(interaction, carry_out, dice)
        except Incomplete:
            if not isinstance(request, AttackRequest):
                raise
            context = await self.context(interaction)
            await send(interaction, *self._prompts.order_form(context, request, dice), private=True)
        except RangeWanted:
            # Discord opens no window in answer to a window, or after a promise.
            window = interaction.type is discord.InteractionType.modal_submit or interaction.response.is_done()
            if window or not isinstance(request, AttackRequest):
                raise

            async def on_range(answer: Interaction, range: int) -> None:
                await self.order(answer, replace(request, range=range), dice, ruleset)

            context, _ = await self.attack(interaction, request, ruleset)
            target = request.target or context.ruleset.default_target
            space = context.ruleset.space(context.encounter)
            await interaction.response.send_modal(self._prompts.range_window(interaction, target, space, on_range))

    async def order_in(
        self, interaction: Interaction, encounter: str, request: Request, dice: str = "", *, sure: bool = False
    ) -> bool:
        """Carry out a button's request in the encounter with that id and answer. Return whether it was carried out.

        `sure`: the button's text has already asked for the confirmation. Raises NotNow if the encounter is another
        channel's.
        """
        note(interaction, Asked(request, dice, encounter=encounter))
        await presses.check_channel(self._referee.store, invocation_of(interaction), encounter)
        return await self._carry_out(
            interaction,
            lambda invocation, dice: self._referee.carry_out(invocation, request, dice, encounter_id=encounter),
            dice,
            sure=sure,
        )

    async def repeat(self, interaction: Interaction, entry: Entry) -> None:
        """Give the order of an entry again and answer."""
        if isinstance(entry.order, CombatantOrder) and entry.kind != "ruling":
            note(interaction, Asked(PlainRequest(without_dice(entry.order)), encounter=entry.encounter_id))
        await self._carry_out(
            interaction, lambda invocation, _: self._referee.again(invocation, entry.encounter_id, entry.seq)
        )

    async def start(self, interaction: Interaction, **wanted: Unpack[Beginning]) -> None:
        """Begin an encounter in the channel and answer; empty options take their defaults."""
        await self._give(interaction, lambda invocation: self._referee.start(invocation, **wanted))

    async def accept(self, interaction: Interaction, encounter: str = "", who: str = "", fighter: str = "") -> None:
        """Keep a fighter of the user's on their roster and answer, by name or masked id; in the channel's encounter
        if none is named. The rosters of an ended encounter are saved at once. Raises Refusal."""
        invocation = invocation_of(interaction)
        if encounter:
            await presses.check_channel(self._referee.store, invocation, encounter)
        else:
            encounter = await self._referee.current(invocation, ended_too=True)
        head = await self._referee.journal.head(encounter)
        if head is None:
            raise NotNow(NO_ENCOUNTER)
        seen = view(head.state, self.book_of(head.state), viewer_of(invocation.user, head.state))
        fighter = self.masks(encounter).unmask(fighter)
        name = seen.combatant(fighter).name if fighter else who
        if not head.state.ended:
            await self.order_in(interaction, encounter, KeepRequest(name, invocation.user))
            return
        id = fighter or find_fighter(who, head.state.combatants, head.state).id
        kept = await self._library.rosters.accept(invocation, head, id)
        await self.tell(interaction, render.sentence(f"{kept} is on your roster now."))

    async def end(self, interaction: Interaction, encounter: str = "") -> None:
        """End the channel's encounter, or the one of that id, and answer: in private for one of another channel."""
        invocation = invocation_of(interaction)
        with self._delivery.handling(invocation.interaction) as first:
            if not first:
                return
            if encounter:
                group = await elsewhere.end(self._referee, invocation, encounter)
            else:
                group = await self._referee.end(invocation)
            if group[-1].channel_id == invocation.channel:
                await self._delivery.answer(interaction, group)
            else:
                state = group[-1].state
                book = self.book_of(state)
                reading = read(group, book, viewer_of(invocation.user, state))
                detail = (await levels_for(interaction, self._referee.store)).private.detail
                await self.tell(interaction, render.answer(reading, book, ToAct(), detail=detail))

    async def make_threads(
        self, interaction: Interaction, side: str, channel: side_threads.Named | None, private: bool
    ) -> None:
        """Make the encounter's threads, name a channel for a side, or give them up for private answers; answer in
        private. Raises Refusal."""
        await self.check_right(interaction, Deed.TABLE)
        if (private and channel is not None) or (not private and bool(side) != (channel is not None)):
            raise NotNow("Give both side: and channel:, or neither to create private threads.")
        head = await self.head(await self._referee.current(invocation_of(interaction)))
        row = await self._referee.store.journal.encounter(head.encounter_id) if head else None
        if head is None or row is None:
            raise NotNow(NO_ENCOUNTER)
        if private:
            sentence = await side_threads.give_up(self._referee, head, side)
        elif channel is not None:
            sentence = await side_threads.name_channel(self._referee, interaction, head, side, channel)
        else:
            await defer(interaction)
            sentence = await side_threads.make(self._referee, interaction, head, row.started_at)
        await self.tell(interaction, Reply(sentence))

    async def undo(self, interaction: Interaction, expected: Entry | None = None, to: str = "") -> None:
        """Undo the last order, or of a run what came after the time `to`, and answer.

        Raises Outdated if it is not the order that `expected` is part of.
        """
        encounter = expected.encounter_id if expected else ""
        # A redone order is known by the entry that it restored.
        wanted = Wanted(expected.origin if expected else None, to)
        await self._carry_out(interaction, lambda invocation, _: self._referee.undo(invocation, encounter, wanted))

    async def redo(self, interaction: Interaction) -> None:
        """Redo the order that was undone last and answer."""
        await self._give(interaction, self._referee.redo)

    async def keep_open(self, interaction: Interaction, encounter: str, made: int) -> Encounter:
        """Keep the encounter open that was announced as inactive then (Unix time). Raises NotAllowed, NotNow."""
        invocation = invocation_of(interaction)
        await presses.check_channel(self._referee.store, invocation, encounter)
        return await inactivity.keep_open(self._referee, invocation, encounter, made)

    async def answer_if_stored(self, interaction: Interaction) -> bool:
        """Answer with what an earlier delivery of this interaction stored. Return False if there is nothing."""
        if group := await self._referee.journal.by_interaction(str(interaction.id)):
            await self._delivery.answer(interaction, group)
        return bool(group)

    async def _carry_out(
        self, interaction: Interaction, carry_out: CarryOut, dice: str = "", *, sure: bool = False
    ) -> bool:
        """Carry out an order and answer. Return whether it was carried out.

        Otherwise its player is asked in private for missing dice or for a choice.
        """
        try:
            await self._give(interaction, lambda invocation: carry_out(invocation, dice))
        except DiceWanted as wanted:

            async def resume(answer: Interaction, more: str) -> None:
                await self._carry_out(answer, carry_out, f"{dice.replace('?', '')} {more}".strip())

            prompt = self._prompts.dice_prompt(interaction, wanted, resume)
            await send(interaction, *prompt, private=True)
            return False
        except AskFirst as asked:
            meant = asked.choices[0].carry_out
            if sure:
                await self._give(interaction, lambda invocation: meant(invocation, dice))
                return True

            async def carry_on(answer: Interaction, choice: Choice) -> None:
                await self._carry_out(answer, choice.carry_out, dice)

            await send(interaction, *self._prompts.choice_prompt(interaction, asked, carry_on), private=True)
            return False
        return True

    def offered(
        self, by: Interaction, offers: Offers, now: OrderContext | None, then: Then | None, asked: Asked | None = None
    ) -> list[list[Button]]:
        """Return the buttons for orders that would be accepted: after a refusal of what was `asked`, or as a
        next step.
        """
        return self._prompts.remedies(by, asked, offers, now, then)

    async def ask_text(self, interaction: Interaction, window: TextWindow) -> None:
        """Open a window with one field."""
        await interaction.response.send_modal(self._prompts.text_window(interaction, window))

    def place_rows(self, offered: Places, context: OrderContext) -> Rows:
        """Return a button for each place that a fighter can go to."""
        return self._prompts.place_rows(offered, context)

    async def take_seat(self, interaction: Interaction) -> None:
        """Let a press in a direct message count as in its encounter's channel. Raises NotAllowed, TROUBLE."""
        await take_seat(interaction, self._referee.store)

    # --- answers of which nothing is stored

    async def tell(self, interaction: Interaction, reply: Reply, *, private: bool = True) -> None:
        """Answer with this reply."""
        await send(interaction, reply, None, private=private)

    async def tell_questions(self, interaction: Interaction, encounter: str) -> None:
        """Answer with the open questions that the user may answer, and their choices, in private; without any, ask a GM
        whether to continue a fight that is over. Raises NotNow."""
        head = await self._referee.journal.head(encounter)
        if head is None:
            raise NotNow(NO_ENCOUNTER)
        book = self.book_of(head.state)
        viewer = viewer_of(str(interaction.user.id), head.state)
        seen = replace(head, state=view(head.state, book, viewer), number=number_for(head, viewer))
        asked = tuple(question for question in open_questions(seen.state) if question.choices)
        if not asked and viewer.everything and flows(head.state) and (whether := over.question(head.state, book)):
            answers = Rows([over_row(Anchor.of(seen))])
            await send(interaction, render.sentence(named(whether, head.state)), answers, private=True)
            return
        if not asked:
            raise NotNow("Your side's fighters have no question to answer.")
        rows = Rows(question_rows(replace(seen, state=replace(seen.state, agenda=asked)), self.masks(encounter)))
        await send(interaction, render.questions(asked, seen.state, book), rows, private=True)

    async def tell_comparison(self, interaction: Interaction, context: OrderContext, order: Attack, words: str) -> None:
        """Answer with the chances of an attack beside those of others, in numbers and as a picture, in private.

        If the picture cannot be drawn, the numbers are sent without it. Raises Refusal.
        """
        await defer(interaction)
        comparison = await asyncio.to_thread(compared, context, order, words)
        picture = await self._studio.drawn(render.plot(comparison))
        await self.tell(interaction, render.comparison(comparison, picture))

    async def drawn(self, plot: dict[str, Any]) -> bytes | None:
        """Return a plot as a PNG; None if that fails."""
        return await self._studio.drawn(plot)

    # --- the encounter

    async def context(self, interaction: Interaction) -> OrderContext:
        """Return the same. Raises NotNow if none is open."""
        context = await self.open_context(interaction)
        if context is None:
            raise NotNow(NO_ENCOUNTER)
        return context

    async def attack(
        self, interaction: Interaction, request: AttackRequest, ruleset: str = ""
    ) -> tuple[OrderContext, Attack]:
        """Return the attack as it would be ordered here, to ask about its odds; the target may be open.

        Raises Refusal.
        """
        context = None if ruleset else await self.open_context(interaction)
        if context is None:
            invocation = invocation_of(interaction)
            context = await self._referee.improvised(invocation, request, ruleset)
            shooter, *targets = (c.id for c in context.encounter.combatants)
            return context, request.against(shooter, *targets)
        return context, request.question(context)

    async def ground(self, interaction: Interaction, ruleset: str = "") -> Ground:
        """Return the ground of a quick ruling here. Raises UnknownName for the rulebook."""
        return await self._referee.ground(invocation_of(interaction), ruleset)

    async def check_press(self, interaction: Interaction, anchor: Anchor) -> EntryRow:
        """Return the last entry of a pressed button's order.

        Raises Outdated if it is no longer stored, NotNow if it belongs to another channel.
        """
        return await presses.check(self._referee.store, invocation_of(interaction), anchor)

    async def pressed_group(self, interaction: Interaction, anchor: Anchor) -> Group:
        """Return the entries that a pressed button belongs to. Raises as `check_press`."""
        row = await self.check_press(interaction, anchor)
        group = self._referee.journal.group(anchor.encounter, row.seq)
        return await promising(invocation_of(interaction).promise, group)

    async def pressed_entry(self, interaction: Interaction, anchor: Anchor) -> Entry:
        """Return the entry of a pressed button's order, with its state as the user may know it.

        Raises as `check_press`.
        """
        row = await self.check_press(interaction, anchor)
        entry = await self._referee.journal.entry(anchor.encounter, row.seq)
        assert entry is not None
        viewer = await self._referee.viewer(str(interaction.user.id), anchor.encounter)
        return replace(entry, state=view(entry.state, self.book_of(entry.state), viewer))

    def masks(self, encounter: str) -> Masks:
        """Return the masks for the ids of an encounter's fighters."""
        return masks_of(self._referee.store, encounter)

    async def head(self, encounter: str) -> Entry | None:
        """Return the last entry of an encounter."""
        return await self._referee.journal.head(encounter)

    # --- weapons and cards: the server's own, and an encounter's

    async def keep_homebrew(self, interaction: Interaction, book: Ruleset, card: discord.Attachment | str) -> None:
        """Keep the weapon or card that a file or a text describes and answer. Raises Refusal.

        Who keeps the server's records adds it to these; another GM brings it into the channel's encounter alone.
        """
        if await self.may(interaction, Deed.KEEP_RECORDS):
            await defer(interaction)
            record = await self._files.homebrew(book.id, card)
            await self.tell(interaction, render.page(await self.add_homebrew(interaction, book, record)))
        else:
            # No deferral: what it brings in is shown in public, a refusal in private.
            record = await self._files.homebrew(book.id, card)
            await self.order(interaction, PlainRequest(own_records.adding(record)))

    async def drop_homebrew(self, interaction: Interaction, book: Ruleset, name: str) -> None:
        """Remove the weapon or card of that name, the server's or the encounter's own, and answer. Raises Refusal."""
        servers, own = await self.removable(interaction, book)
        if not (servers or own):
            if await self.may(interaction, Deed.KEEP_RECORDS):
                raise UnknownName(f"This server has added nothing of its own to {book.title}.")
            raise UnknownName(
                "This encounter has no weapon or card of its own. Removing the server's needs "
                "Discord's permission Manage Server."
            )
        name = find(name, (*servers, *own), "weapon or card that was added here")
        if name in servers:
            await self.remove_homebrew(interaction, book, name)
            sentence = f"{name} is removed. Open encounters keep theirs."
            await self.tell(interaction, render.sentence(sentence))
        else:
            await self.order(interaction, PlainRequest(own_records.RemoveRecord(name)))

    async def encounters_endable(self, interaction: Interaction) -> list[EncounterRow]:
        """Return the server's open encounters that the user may end."""
        return await elsewhere.endable(self._referee, invocation_of(interaction))
