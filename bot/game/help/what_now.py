"""The orders that a user can give now in an encounter, as far as they know it.

Each way is tried on a copy of the user's view (`bot.game.referee.rehearsal`), so that nothing is offered that
would be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot.game.entries.names import named
from bot.game.referee import rehearsal
from bot.game.requests import ActionRequest, AttackRequest, MoveRequest, NextRequest, OrderContext, Request
from bot.game.sight import ToAct, to_act
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.orders import VERBS, Act, Attack, Burst, Duck, Fire, Heal, Pass, Reload, Throw
from rules.words.phrases import listed

_MOST_TARGETS, _MOST_ACTS, _MOST_OTHERS = 3, 6, 6


@dataclass(frozen=True, slots=True)
class Way:
    """Something that would be accepted now: the command to type, a few words about it, and what it asks for."""

    line: str
    words: str
    request: Request

    @property
    def label(self) -> str:
        """A few words for a button: "fire at Kane"."""
        return self.line.removeprefix("/").replace(" target: ", " at ").removeprefix("act what: ")


@dataclass(frozen=True, slots=True)
class WhatNow:
    """The orders that a user can give. `fighter` is the name of the one that can act, "" for none; `state` is what they
    can still do, or `fading` why they can act only until the impulse ends. `own`: the fighter is the user's own, or
    nobody's for a GM who owns none.

    `others` are more fighters of the user who still have to act. `note` says why there is no fighter. `still` are those
    who have to act, as the user may know it.
    """

    clock: str
    fighter: str = ""
    state: str = ""
    ways: tuple[Way, ...] = ()
    others: tuple[str, ...] = ()
    note: str = ""
    still: ToAct = ToAct()
    fading: str = ""
    own: bool = True


def what_now(context: OrderContext) -> WhatNow:
    """Return the actions that the user can take in the encounter. This may take longer than the event loop may wait."""
    encounter, book = context.encounter, context.ruleset
    clock = book.clock(encounter)
    mine = context.orderable()
    asked = [item.to for item in encounter.agenda if isinstance(item, Question) and item.choices]
    if asked := [one.name for one in mine if one.id in asked]:
        return WhatNow(clock, note=f"{listed(asked, 'and')} must answer a question first: /answer, or /encounter show.")
    to_decide = context.awaited
    awaited = [one for one in mine if one.id in to_decide]
    still = to_act(context.truth, book, context.viewer)
    if not mine:
        fallen = any(one.owner == context.user for one in encounter.combatants)
        note = (
            "All of your fighters are down or gone, so nobody waits for you. /help topic: give up says what follows."
            if fallen
            else "You have no fighter in play here. /combatant add brings one in."
        )
        return WhatNow(clock, ways=tuple(_time(context)), note=note, still=still)
    if not awaited:
        note = f"{'None of your fighters needs' if len(mine) > 1 else f'{mine[0].name} does not need'} to act now."
        return WhatNow(clock, ways=tuple(_time(context)), note=note, still=still)
    plays = {one.id for one in context.own(encounter.combatants)}

    def rank(one: Combatant) -> tuple[bool, bool]:
        return one.id not in plays, bool(book.fading(one, encounter))

    best = min(map(rank, awaited))
    alike = [one for one in awaited if rank(one) == best]
    fighter = next((one for one in alike if one.id == context.last), alike[0])
    others = tuple(one.name for one in awaited if one is not fighter)[:_MOST_OTHERS]
    state = named(book.brief(fighter, encounter).beside(fighter.name), encounter)
    if fading := book.fading(fighter, encounter):
        fading = f"is {fading} and can act until this {book.impulse_name or book.turn_name} ends"
    ways = tuple(_ways(fighter, context))
    return WhatNow(clock, fighter.name, state, ways, others, still=still, fading=fading, own=fighter.id in plays)


def _ways(fighter: Combatant, context: OrderContext) -> Iterator[Way]:
    for verb in (Fire, Burst, Throw):
        if targets := [*islice(_targets(verb, fighter, context), _MOST_TARGETS)]:
            request = AttackRequest(verb, target=targets[0], who=fighter.name)
            yield Way(f"/{VERBS[verb]} target: {targets[0]}", f"at {listed(targets)}", request)
    for action, words in ((Reload, "load the weapon"), (Duck, "get behind cover"), (Heal, "treat a wound")):
        wanted = ActionRequest(action, who=fighter.name)
        if not rehearsal.why_not(wanted, context):
            yield Way(f"/{VERBS[action]}", words, wanted)
    if rehearsal.accepted(MoveRequest("", who=fighter.name), context):
        yield Way("/move", "choose a place on the map", MoveRequest("", who=fighter.name))
    if acts := [what for what, _ in islice(_acts(fighter, context), _MOST_ACTS)]:
        yield Way(f"/act what: {acts[0]}", listed(acts), ActionRequest(Act, who=fighter.name, how=acts[0]))
    done = ActionRequest(Pass, who=fighter.name)
    if not rehearsal.why_not(done, context):
        yield Way("/pass", "done for now", done)


def _targets(verb: type[Attack], fighter: Combatant, context: OrderContext) -> Iterator[str]:
    """Yield the names of enemies that the attack would be accepted against, the likeliest first."""
    names = {one.id: one.name for one in context.encounter.combatants}
    request = AttackRequest(verb, who=fighter.name)
    try:
        context.ruleset.check_verb(verb)
        targets = context.possible_targets(request.question(context))
    except Refusal:
        return
    encounter, book = context.encounter, context.ruleset
    found = [(id, encounter.combatant(id) if id in encounter.positions else None) for id, _ in targets]
    # Fire at the fallen is no first choice.
    found.sort(key=lambda pair: bool(pair[1] and (book.down(pair[1], encounter) or book.fading(pair[1], encounter))))
    for id, other in found[: 2 * _MOST_TARGETS]:
        if other is not None and book.friends(fighter, other):
            continue
        name = names.get(id, id)
        if rehearsal.accepted(AttackRequest(verb, target=name, who=fighter.name), context):
            yield name


def _acts(fighter: Combatant, context: OrderContext) -> Iterator[tuple[str, str]]:
    for what, label in context.ruleset.acts(context.encounter, fighter.id):
        if not rehearsal.why_not(ActionRequest(Act, who=fighter.name, how=what), context):
            yield what, label


def _time(context: OrderContext) -> Iterator[Way]:
    if not rehearsal.why_not(NextRequest(), context):
        yield Way("/next", "time continues", NextRequest())
