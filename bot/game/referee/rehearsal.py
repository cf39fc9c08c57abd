"""Tests whether a request would be accepted now, so that suggestions never offer one that will be refused.

The request is carried out on a copy of the encounter with simulated dice, and nothing of it is kept. Missing options
are filled in: each fighter who may be meant, each target, a way to move. One that is accepted is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from bot.game.entries.names import refusals_named
from bot.game.referee import odds_comparison
from bot.game.requests import (
    ActionRequest,
    AnswerRequest,
    AttackRequest,
    Incomplete,
    MoveRequest,
    OrderContext,
    Request,
    Undecided,
)
from rules.engine.conduct import conduct
from rules.engine.map.deployments import deployment_of
from rules.engine.records.agenda import Question
from rules.engine.records.errors import RangeWanted, Refusal
from rules.engine.records.orders import Act, Attack
from rules.engine.records.records import Order
from rules.words.places import MOST, Place

_MOST_ACTORS, _MOST_TARGETS, _MOST_ACTS, _MOST_PLACES = 4, 4, 8, 60
_RANGES = (1, 4, 12)
"""Tried where a range is wanted and not given."""
_NEARER = "one space nearer"
_ANYTHING = "waves"
"""Tried as an act in a player's own words."""


def accepted(request: Request, context: OrderContext) -> bool:
    """Return whether the request would be carried out, as it is or with what it leaves open filled in."""
    with suppress(Refusal):
        for one in _completed(request, context):
            if _carried_out(one, context):
                return True
    return False


def why_not(request: Request, context: OrderContext) -> str:
    """Return why the request would be refused, as its user may read it; "" if it would be carried out."""
    try:
        with refusals_named(context.encounter):
            _resolve(context.read(request), context)
    except Refusal as refusal:
        return str(refusal)
    return ""


def answered(request: AttackRequest, context: OrderContext, compare: str = "") -> bool:
    """Return whether a question about odds would be answered, with a comparison if `compare` says with what."""
    try:
        order = request.question(context)
        if compare:
            odds_comparison.compared(context, order, compare)
        else:
            context.odds(order)
    except Refusal:
        return False
    return True


def ruled(order: Order, context: OrderContext, *, odds: bool = False) -> bool:
    """Return whether an order on the stage of a quick ruling would be carried out, or its `odds` told."""
    try:
        if odds and isinstance(order, Attack):
            context.odds(order)
        else:
            _resolve(order, context)
    except RangeWanted:
        if not isinstance(order, Attack) or order.range is not None:
            return False
        return any(ruled(replace(order, range=apart), context, odds=odds) for apart in _RANGES)
    except Refusal:
        return False
    return True


def _carried_out(request: Request, context: OrderContext) -> bool:
    try:
        order = context.read(request)
        _resolve(order, context)
    except Incomplete:
        return True
    except RangeWanted:
        if not isinstance(request, AttackRequest) or request.range is not None:
            return False
    except Refusal:
        return False
    else:
        return True
    for apart in _RANGES:
        try:
            _resolve(context.read(replace(request, range=apart)), context)
        except Incomplete:
            return True
        except Refusal:
            continue
        return True
    return False


def _resolve(order: Order, context: OrderContext) -> None:
    if isinstance(order, Attack) and context.ruleset.inquiry(order):
        context.odds(order)
    elif not context.ruleset.long(order, context.encounter):  # nobody waits for the trial of a long order
        conduct.check(order, context.encounter, context.ruleset)


def _completed(request: Request, context: OrderContext) -> Iterator[Request]:
    """Yield the request with its missing parts filled in, in several ways."""
    if isinstance(request, AnswerRequest):
        yield from _answers(request, context)
        return
    for one in _with_actor(request, context):
        match one:
            case AttackRequest(target=""):
                yield from _with_target(one, context)
            case MoveRequest(to=""):
                yield from _moves(one, context)
            case ActionRequest(verb=verb, how="") if verb is Act:
                acts = context.ruleset.acts(context.encounter, context.actor(one.who))
                yield from (replace(one, how=what) for what, _ in acts[:_MOST_ACTS])
                yield from (replace(one, how=_ANYTHING, cost=cost) for cost in (one.cost, 1))
            case _:
                yield one


def _moves(request: MoveRequest, context: OrderContext) -> Iterator[Request]:
    """Yield a move of each fighter named, by commas, to a place beside them; of several, nearer to their enemies."""
    if "," in request.who:
        yield replace(request, to=_NEARER)
        return
    yield from (replace(request, to=str(place)) for place in _around(context.actor(request.who), context))


def _with_actor(request: Request, context: OrderContext) -> Iterator[Request]:
    """Yield the request; for an attack, whose form asks who it is, by each fighter who may be meant."""
    if not isinstance(request, AttackRequest):
        yield request
        return
    try:
        context.actor(request.who)
        yield request
    except Undecided:
        if request.target and not context.named_target(request.target):
            return
        yield from (replace(request, who=one.name) for one in context.orderable()[:_MOST_ACTORS])
    except Refusal:
        return


def _with_target(request: AttackRequest, context: OrderContext) -> Iterator[Request]:
    """Yield the attack at the likeliest targets; where there are none, at one that is described."""
    names = {one.id: one.name for one in context.encounter.combatants}
    try:
        targets = context.possible_targets(request.question(context))
    except Refusal:
        return
    for id, _ in targets[:_MOST_TARGETS]:
        yield replace(request, target=names.get(id, id))
    if not targets:
        yield replace(request, target=context.ruleset.default_target, unlisted=True)


def _around(actor: str, context: OrderContext) -> Iterator[Place]:
    """Yield places beside a fighter; for a fighter who is not on the map, the first of it, or of the zone where they
    deploy.
    """
    here, battle_map = context.encounter.combatant(actor).place, context.encounter.battle_map
    if deployment := deployment_of(context.encounter, actor):
        yield from sorted(deployment.zone)[:_MOST_PLACES]
        return
    if here is None:
        width, height = (battle_map.width, battle_map.height) if battle_map else (1, 1)
        yield from islice((Place(x, y) for x in range(1, width + 1) for y in range(1, height + 1)), _MOST_PLACES)
        return
    for column in range(max(1, here.column - 1), min(MOST, here.column + 1) + 1):
        for row in range(max(1, here.row - 1), min(MOST, here.row + 1) + 1):
            yield Place(column, row)


def _answers(request: AnswerRequest, context: OrderContext) -> Iterator[Request]:
    if request.choice:
        yield request
        return
    questions = [item for item in context.encounter.agenda if isinstance(item, Question)]
    yield from (replace(request, choice=choice) for question in questions for choice in question.choices)
