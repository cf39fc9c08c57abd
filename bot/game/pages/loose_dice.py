"""Loose dice for /roll: drawn from a secret of the server and the interaction's id, so that no one can choose them.

No result is stored. A second delivery of the same interaction throws the same dice, and so does a button whose custom
id holds the interaction and the dice: it shows the result of a roll that was hidden (`Hidden`). Nobody can work the
result out without the server's secret.

A user could make many secret rolls and reveal only the best. So the store counts them for a day, and each one carries
its number in its button.
"""

from __future__ import annotations

import hmac
from dataclasses import replace
from enum import Enum

from bot.game.entries.invocation import ONLY_ANSWERS, Invocation
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import NO_ENCOUNTER, Referee
from bot.game.store import Store
from rules.engine.records.errors import BadDice, NotAllowed, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.scene import throws
from rules.engine.scene.dice import KeyedDice, order_digest
from rules.engine.scene.throws import Thrown
from rules.words import dice_lines

_SECRET = "loose dice"
_NEVER_MADE = "I don't know that roll. Roll again with /roll."
LONGEST = 34
"""Characters of the dice of a hidden roll: its button's custom id has 100."""


class Kind(Enum):
    """Who sees a roll; the value is part of what its dice are drawn from."""

    OPEN = "r"
    SECRET = "s"
    """The user who rolls, until they reveal it."""
    BLIND = "b"
    """The GMs of an encounter, and not the user who rolls."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A roll whose result only some see: `by` is the user who rolls or, for a blind roll, the encounter's id."""

    kind: Kind
    by: str
    interaction: str
    line: str
    number: int = 0
    """Of a secret roll, which one it is of this user in this channel within a day; 0 if it was not counted."""
    seal: str = ""
    """Eight characters that only the bot can work out: a roll that was never made has none."""


async def thrown(store: Store, invocation: Invocation, line: str) -> Thrown:
    """Throw a line of dice. Raises BadDice, StoreUnavailable."""
    return await _thrown(store, Kind.OPEN, invocation.interaction, line)


async def hidden(referee: Referee, invocation: Invocation, line: str, *, secret: bool, blind: bool) -> Hidden:
    """Return a secret roll or a blind one, for the GM of the channel's open encounter.

    Raises BadDice, Refusal for both at once, NotNow for a blind one where there is no GM.
    """
    if secret and blind:
        raise Refusal("A roll is secret (only you see it) or blind (only the GM sees it), not both.")
    line = dice_lines.spelled(dice_lines.read(line))
    if len(line) > LONGEST:
        raise BadDice(f"A secret or blind roll has at most {LONGEST} characters. Use two rolls.")
    if secret:
        user, interaction = invocation.user, invocation.interaction
        number = await referee.store.hidden_rolls.count(
            user, invocation.channel, invocation.guild, interaction, invocation.at
        )
        return await _sealed(referee.store, Hidden(Kind.SECRET, user, interaction, line, number))
    encounter = await referee.open_in(invocation.channel)
    head = await referee.journal.head(encounter) if encounter else None
    if head is None:
        raise NotNow(f"Only a GM sees a blind roll. {ONLY_ANSWERS if invocation.is_guest else NO_ENCOUNTER}")
    if not head.state.gms:
        raise NotNow("Only a GM sees a blind roll, and this encounter has none.")
    return await _sealed(referee.store, Hidden(Kind.BLIND, head.encounter_id, invocation.interaction, line))


async def seen(referee: Referee, invocation: Invocation, roll: Hidden) -> Thrown:
    """Return a hidden roll's result to a user who may see it; of a blind one, everybody after the encounter's end.

    Raises NotAllowed, or NotNow for a roll that was never made.
    """
    if roll != await _sealed(referee.store, roll):
        raise NotNow(_NEVER_MADE)
    if roll.kind is Kind.SECRET:
        if invocation.user != roll.by:
            raise NotAllowed("Only the player who rolled can reveal it.")
    else:
        head = await referee.journal.head(roll.by)
        encounter = head.state if head else None
        if encounter is None or not encounter.ended:
            rights.check(Deed.SEE_BLIND, rights.roles(invocation.user, invocation.powers, encounter))
    return await drawn(referee.store, roll)


async def drawn(store: Store, roll: Hidden) -> Thrown:
    """Return a hidden roll's result, for those who may see it."""
    return await _thrown(store, roll.kind, roll.interaction, roll.line)


async def _sealed(store: Store, roll: Hidden) -> Hidden:
    """Return the roll with its seal."""
    # Rolls that an earlier release has made have no number.
    number = f":{roll.number}" if roll.number else ""
    words = f"{roll.kind.value}:{roll.by}:{roll.interaction}:{roll.line}{number}"
    seal = hmac.new(await store.shelf.secret(_SECRET), f"hidden roll {words}".encode(), "sha256").hexdigest()
    return replace(roll, seal=seal[:8])


async def _thrown(store: Store, kind: Kind, interaction: str, line: str) -> Thrown:
    dice = dice_lines.read(line)
    secret = await store.shelf.secret(_SECRET)
    key = f"{kind.value}{interaction}"
    return throws.throw(dice, KeyedDice(secret, key, 1, order_digest(line.encode())))
