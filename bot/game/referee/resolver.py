"""Resolves a short order at once and a long one in another process, so that nobody waits for it.

1. The rulebook says beforehand, from the order and the encounter alone, whether an order takes long (`Ruleset.long`).
2. For a long one, an `Executor` carries out the same function with the same state and dice, and returns its parts,
   already written for the journal.
3. If that takes longer than a second, the user is promised an answer meanwhile (`Invocation.promise`): most take less.
4. The caller keeps the encounter's lock meanwhile. An order that raises has changed nothing, wherever it was resolved.

Tests, replays and simulations have everything done `InProcess`.

A user who does not know the whole encounter is refused in words that tell no more than they know:

1. An order is read, asked about and refused by the user's view of the encounter; the truth enters as it is resolved.
2. The view mostly refuses the same orders as the truth: the user reads the view's sentence.
3. If only the truth refuses it, the reason is somebody or something that the user does not perceive, or a detail of
   another side's fighter that is kept from them, and the sentence says no more than that.
4. Words such as "turn to Zorro" are read by the rules. If there is somebody that the user does not know, an order with
   such words is tried on the view first, so that an unknown name means nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from bot.game.dice.typed_dice import resolved
from bot.game.entries import codec
from bot.game.entries.entries import Written
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.flow import run
from rules.engine.records.errors import BadDice, NotNow, RangeWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Several
from rules.engine.records.records import Order
from rules.engine.scene.dice import Dice, SeededDice, TypedDice
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Part, Scene

UNPERCEIVED = "That is impossible, for a reason that is not known to your side. Give another order."
_SOON = 1.0
"""Seconds after which an answer is promised: with a turn's wait before it, this stays below Discord's three."""

R = TypeVar("R")


class Executor(Protocol):
    """Does work without holding up the event loop."""

    def run(self, work: Callable[..., Iterable[R]], *given: Any) -> Coroutine[Any, Any, list[R]]:
        """Return all that the work yields. Raises what it raises, and Interrupted if it does not come to an end.

        Work is a function of a module. Its arguments and results may be copied.
        """
        ...


class InProcess:
    """Does all work at once, in this process."""

    async def run(self, work: Callable[..., Iterable[R]], *given: Any) -> list[R]:
        return list(work(*given))


@dataclass(frozen=True, slots=True)
class Resolved:
    """The order, with the dice that are kept for it, and its parts.

    `written` are their resolutions as `codec.dump_resolution` writes them, if that is done already.
    """

    order: Order
    parts: tuple[Part, ...]
    written: Sequence[Written] | None = None


async def resolve(
    order: Order,
    truth: Encounter,
    book: Ruleset,
    dice: Dice,
    executor: Executor,
    promise: Callable[[], Awaitable[None]],
    seen: Encounter | None = None,
) -> Resolved:
    """Carry an order out, for a user who knows the encounter as `seen`; None for a user who may know all of it.

    Raises Refusals as that user may read them, and what `typed_dice.resolved` and the executor raise.
    """
    unknowing = None if seen is truth else seen
    if unknowing is not None and _has_words(order) and not _all_perceived(unknowing, truth):
        await resolve(order, unknowing, book, SeededDice(0), executor, promise)
    try:
        if book.long(order, truth) or run.long(order, truth):
            order, *pieces = await promising(promise, executor.run(_pieces, order, truth, book, dice))
            parts, written = zip(*(piece for piece in pieces if not isinstance(piece, Effect)), strict=True)
            return Resolved(order, parts, written)
        if isinstance(dice, TypedDice):
            return Resolved(*resolved(order, truth, book, dice))
        return Resolved(order, conduct.resolve(order, Scene(truth, dice), book))
    except (BadDice, RangeWanted):
        raise
    except Refusal:
        if unknowing is None:
            raise
    await resolve(order, unknowing, book, SeededDice(0), executor, promise)
    raise NotNow(UNPERCEIVED)


async def promising(promise: Callable[[], Awaitable[None]], work: Coroutine[Any, Any, R]) -> R:
    """Return the result of the work, and promise an answer if the work takes long."""
    task = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=_SOON)
        if not done:
            await promise()
        return await task
    finally:
        task.cancel()


def _pieces(order: Order, encounter: Encounter, book: Ruleset, dice: Dice) -> Iterator[Any]:
    """Yield the order, and each part with its written resolution, after its effects.

    Those of 60 who walk take long to read at once. Entries read alone are not read again with their part.
    """
    order, parts = resolved(order, encounter, book, dice)
    yield order
    for part in parts:
        yield from part.resolution.effects
        yield part, codec.dump_resolution(part.resolution)


def _all_perceived(seen: Encounter, truth: Encounter) -> bool:
    """Return whether every fighter of the encounter is in the view, at their true place."""
    return seen is truth or (
        len(seen.combatants) == len(truth.combatants)
        and all(one.place == other.place for one, other in zip(seen.combatants, truth.combatants, strict=True))
    )


def _has_words(order: Order) -> bool:
    if isinstance(order, Several):
        return any(map(_has_words, order.orders))
    return isinstance(order, Act) or bool(getattr(order, "how", ""))
