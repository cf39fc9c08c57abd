"""The way on for a refused user: orders that would be accepted now.

1. Rules and requests refuse with remedies (`Refusal.remedies`), with names that are nearly right, or because it is not
   clear which fighter is meant. Each becomes a request: the refused one with a change, or an order that comes first.
   An order at a target that is on no list can also be given as a ruling without the encounter, or anyway.
2. Each is tried on a copy of the user's view (`bot.game.referee.rehearsal`); what would be refused is not offered.
3. A press carries the request out like any other, as long as the clock is what it was.

Names and remedies come from the user's view, so they tell nothing of fighters that the user does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import islice

from bot.game.entries.names import SOMEBODY, named
from bot.game.referee import rehearsal
from bot.game.requests import (
    ActionRequest,
    AttackRequest,
    ConfirmedRequest,
    Incomplete,
    OrderContext,
    Request,
    Undecided,
    Unlisted,
    described,
)
from bot.game.rulings.quick_rulings import Ground
from rules.engine.books.table_options import HIDDEN, OFF
from rules.engine.records.errors import BadSheet, NotAllowed, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import VERBS, Burst, Fire
from rules.engine.records.records import Order
from rules.engine.sight.sight import fog, perceived_by_all
from rules.words.catalogue import abbreviates, nearest

_MOST, _MOST_TRIED = 5, 8
_AT_SOMEBODY: Mapping[type[Order], str] = {Fire: "Shoot", Burst: "Shoot"}
_TEXTS = ("target", "weapon", "who", "how", "to", "choice", "name")
"""The options in which a name may be nearly right."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A button: its label, and the request that it carries out.

    `corrected`: the request is the refused one with a change, and the dice typed for that one are used for it.
    `ruleset` makes it a quick ruling.
    """

    label: str
    request: Request
    corrected: bool = False
    ruleset: str = ""


def offers(refused: Request, refusal: Refusal, context: OrderContext) -> tuple[Offer, ...]:
    """Return the requests that would be accepted instead of a refused one.

    This may take longer than the event loop may wait.
    """
    found: list[Offer] = []
    for offer in islice(_candidates(refused, refusal, context), _MOST_TRIED):
        if len(found) < _MOST and (offer.ruleset or _accepted(offer.request, context)):
            found.append(offer)
    return tuple(found)


def ruling_offers(refused: AttackRequest | ActionRequest, refusal: Refusal, ground: Ground) -> tuple[Offer, ...]:
    """Return the offers after a refused quick ruling: the names of weapons that are nearly right."""
    found: list[Offer] = []
    for offer in islice(_nearly_right(refused, refusal), _MOST):
        assert isinstance(offer.request, AttackRequest | ActionRequest)
        if _ruled(offer.request, ground):
            found.append(offer)
    return tuple(found)


def _ruled(request: AttackRequest | ActionRequest, ground: Ground) -> bool:
    """Return whether a request would be accepted as a quick ruling."""
    try:
        context, order = ground.staged(request)
        return rehearsal.ruled(order, context)
    except Refusal:
        return False


def _candidates(refused: Request, refusal: Refusal, context: OrderContext) -> Iterator[Offer]:
    if refusal.remedies:
        order = _order(refused, context)
        for remedy in refusal.remedies:
            if order is not None or remedy.order is not None:
                given = remedy.applied(order) if order is not None else remedy.order
                assert given is not None
                label = named(remedy.label, context.encounter, SOMEBODY)
                sure = ConfirmedRequest(given, context.encounter.clock)
                yield Offer(label, sure, corrected=remedy.order is None)
    yield from _nearly_right(refused, refusal)
    if isinstance(refusal, Unlisted) and isinstance(refused, AttackRequest | ActionRequest):
        yield from _at_nobody(refused, context)
    if isinstance(refusal, Undecided | NotAllowed) and hasattr(refused, "who"):
        for name in _meant(refused, refusal, context):
            yield Offer(f"With {name}", replace(refused, who=name), corrected=True)  # type: ignore[type-var]


def _at_nobody(refused: AttackRequest | ActionRequest, context: OrderContext) -> Iterator[Offer]:
    """Yield a ruling without the encounter, and the order against somebody who is not on its list."""
    yield from _ruling(refused, context)
    verb = _AT_SOMEBODY.get(refused.verb, VERBS[refused.verb].capitalize())
    yield Offer(f"{verb} anyway", replace(refused, unlisted=True), corrected=True)


def _ruling(refused: AttackRequest | ActionRequest, context: OrderContext) -> Iterator[Offer]:
    """Yield a quick ruling by the sheet line of the fighter who acts, if everyone in the channel may read it."""
    encounter, book = context.encounter, context.ruleset
    fighter = encounter.combatant(context.actor(refused.who))
    open_to_all = fog(encounter) == OFF or (
        fog(encounter) == HIDDEN and fighter.owner == context.user and perceived_by_all(encounter, book, fighter)
    )
    if fighter.secret or not (open_to_all and fighter.sheet):
        return
    request: AttackRequest | ActionRequest = replace(refused, who=fighter.sheet)
    if isinstance(request, AttackRequest):
        try:
            described(refused.target, lambda line: book.profile(line, context.homebrew))
            request = replace(request, names=(fighter.name, ""))
        except BadSheet:
            request = replace(request, target=book.default_target, names=(fighter.name, refused.target))
    ruleset = encounter.preset or book.id
    ground = Ground(book, encounter.preset, context.homebrew, context.user)
    if _ruled(request, ground):
        yield Offer("Ruling without the encounter", request, corrected=True, ruleset=ruleset)


def _order(refused: Request, context: OrderContext) -> Order | None:
    """Return the order that was refused, or None if its words were."""
    try:
        return context.read(refused)
    except (Refusal, Incomplete):
        return None


def _nearly_right(refused: Request, refusal: Refusal) -> Iterator[Offer]:
    """Yield the request with a name in place of one that looks like it, or that abbreviates it."""
    if not isinstance(refusal, UnknownName):
        return
    given = {one.name for one in fields(refused)} if hasattr(refused, "__dataclass_fields__") else set()  # type: ignore[arg-type]
    for name in refusal.nearest:
        for option in _TEXTS:
            text = getattr(refused, option) if option in given else ""
            if isinstance(text, str) and text and (meant := _corrected(text, name)):
                yield Offer(name, replace(refused, **{option: meant}), corrected=True)  # type: ignore[type-var]
                break


def _corrected(text: str, name: str) -> str:
    """Return the text with the name in place of the part that means it; "" if none does."""
    parts = [part.strip() for part in text.split(",")]
    for number, part in enumerate(parts):
        alike = abbreviates(part, name) is not None or bool(nearest(part, [name]))
        if part and part != name and alike:
            return ", ".join((*parts[:number], name, *parts[number + 1 :]))
    return ""


def _meant(refused: Request, refusal: Refusal, context: OrderContext) -> Iterator[str]:
    """Yield the names of fighters that the user may have meant: those who still have to act, or can, first."""
    if isinstance(refusal, NotAllowed) and not getattr(refused, "who", ""):
        return
    yield from (one.name for one in context.orderable() if one.name != getattr(refused, "who", ""))


def _accepted(request: Request, context: OrderContext) -> bool:
    try:
        return rehearsal.accepted(request, context)
    except Incomplete:
        return True
