"""Acts that are on no list of actions but have a rule of their own: those of chapter 5 and of scenario 2.

They are tried before the Action Time Table. With its switch off such an act is refused by name, unless a cost is given:
then it is any other act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.engine.errors import Ambiguous, NoRule, Refusal, UnknownName, quoted
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, CombatantOrder
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import acting, riding
from rules.phoenix.optional.arrests import custody, forcing
from rules.phoenix.optional.gunnery import pinning
from rules.phoenix.optional.injury import heroes, knock_down
from rules.phoenix.optional.nerve import courses, leaders, planning, rallying
from rules.phoenix.optional.senses import field_of_view, hearing, quiet, quiet_acts, spotting
from rules.phoenix.optional.timing import declaring
from rules.phoenix.optional.tournament import coming_and_going
from rules.phoenix.sides import enemies, friends
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import (
    FIELD_OF_VIEW,
    HEROES,
    INITIATIVE,
    KNOCK_DOWN,
    MORALE,
    PINNING,
    SHOT_TIMING,
    SOUND,
    SPOTTING,
    TOURNAMENT,
    turned_on,
)
from rules.words.phrases import listed

Rule = Callable[[Act, re.Match[str], Scene], Waiting | None]


@dataclass(frozen=True, slots=True)
class Special:
    """An act with a rule of its own: as it is suggested, its cost in words, the switch that it needs ("" for none), by
    which words it is known (the whole text, in lower case), the rule, and whom it is suggested to.

    Of {enemy} and {comrade} in the name everybody is suggested whose name can stand there.
    """

    name: str
    cost: str
    switch: str
    words: re.Pattern[str]
    rule: Rule
    fits: Callable[[Soldier], bool] | None = None
    """Of a state which it ends: whether he is in it. Then it counts whatever has become of the switch."""
    idle: bool = False
    """Whether whatever he is at goes on meanwhile."""
    free: bool = False
    """Whether it takes no actions, so that a cost given for it would count for nothing."""


SPECIAL: tuple[Special, ...] = (
    Special(*riding.RIDE, "", riding.RIDE_WORDS, riding.ride),
    Special(*riding.DISMOUNT, "", riding.DISMOUNT_WORDS, riding.dismount, lambda state: bool(state.rides)),
    Special("plan", "the Initiative Time, by ISF", INITIATIVE, courses.THINKING, planning.plan, idle=True),
    Special(*coming_and_going.LEAVE, TOURNAMENT, coming_and_going.LEAVE_WORDS, coming_and_going.leave, free=True),
    Special(forcing.NAME, forcing.COST, "", forcing.WORDS, forcing.force),
    Special(*custody.ARMED, "", custody.ARMED_WORDS, custody.see_armed),
    Special(*custody.FREEZE, "", custody.FREEZE_WORDS, custody.tell_to_freeze),
    Special(*custody.DROP, "", custody.DROP_WORDS, custody.tell_to_drop),
    Special(*custody.LEAD, "", custody.LEAD_WORDS, custody.lead),
    Special("order {comrade} to advance", "twice the Initiative Time", INITIATIVE, courses.ORDERING, leaders.order),
    Special(*custody.RESIST, "", custody.RESIST_WORDS, custody.resist, lambda state: bool(state.custody), free=True),
    *(
        Special(name, cost, FIELD_OF_VIEW, said, field_of_view.watch, idle=True, free=True)
        for name, cost, said in field_of_view.WATCHES
    ),
    Special(hearing.NAME, hearing.COST, SOUND, hearing.WORDS, hearing.listen, idle=True),
    Special(quiet.NAME, quiet.COST, SOUND, quiet.WORDS, quiet_acts.quietly),
    Special(spotting.NAME, spotting.COST, SPOTTING, spotting.WORDS, spotting.spot),
    *(
        Special(
            knock_down.ROLL_OVER,
            knock_down.COST,
            switch,
            knock_down.ROLL_WORDS,
            knock_down.roll_over,
            knock_down.lies_as_he_fell,
        )
        for switch in (KNOCK_DOWN, HEROES)
    ),
    Special(heroes.CHARGE, heroes.COST, HEROES, heroes.WORDS, heroes.charge),
    Special("rally", "the Rally Time of his Knockout Value", MORALE, rallying.WORDS, rallying.rally),
    Special("pin D7", "free, in a Firing Stance", PINNING, pinning.WORDS, pinning.pin, free=True),
    Special("unpin", "free", PINNING, pinning.UNPIN_WORDS, pinning.unpin, lambda s: s.pin is not None, free=True),
    Special(*declaring.HOLD, SHOT_TIMING, declaring.HOLD_WORDS, declaring.hold, free=True),
)
"""In the order in which they are tried."""


def act(order: Act, scene: Scene) -> Waiting | None:
    """Carry out an act: one with a rule of its own, or one of the list. Raises Refusal."""
    said = _said(order)
    found = [*_meant(said)]
    for special, match in found:
        if _counts(special, scene.encounter, order.actor):
            acting.check_cost(order)
            acting.check_text(said)
            if special.free and order.cost:
                raise Refusal(f"{quoted(order.what)} takes no actions: leave cost: out.")
            return special.rule(order, match, scene)
    if found and order.cost is None:
        switches = listed([f"“{name}”" for name in dict.fromkeys(special.switch for special, _ in found)])
        raise NoRule(
            f"{quoted(order.what)} counts only with the switch {switches}: /encounter options sets it, or say with"
            " cost: what it takes."
        )
    try:
        return acting.act(order, scene)
    except Ambiguous:
        raise
    except UnknownName:
        if begun := _begun(said, order.actor, scene.encounter):
            raise UnknownName(
                f"{quoted(order.what)} is not understood: say {listed(begun)}, or with cost: what it takes."
            ) from None
        raise


def idle(order: CombatantOrder, encounter: Encounter) -> bool:
    """Whether the order is an act that takes nothing, and interrupts nothing that he is at."""
    if not isinstance(order, Act):
        return False
    found = (special.idle for special, _ in _meant(_said(order)) if _counts(special, encounter, order.actor))
    return next(found, False)


def acts(encounter: Encounter, actor: str, book: Book) -> tuple[tuple[str, str], ...]:
    """All acts that count in this encounter, each as it is shown with what it costs; `actor` may be nobody ("").

    Arrests are no matter of most encounters, and a line for each enemy: they come behind the list.
    """
    by = next((c for c in encounter.combatants if c.id == actor), None)
    found = [one for one in SPECIAL if _counts(one, encounter, actor) and (one.fits is None or one.fits(_state(by)))]
    lines = [(name, one) for one in found for name in _named(one.name, by, encounter)]
    first = [(name, one.cost) for name, one in lines if one.switch or "{" not in one.name]
    last = [(name, one.cost) for name, one in lines if not one.switch and "{" in one.name]
    known = dict((*first, *acting.acts(book), *last))
    return tuple((name, f"{name} · {cost}") for name, cost in known.items())


def _said(order: Act) -> str:
    return " ".join(order.what.split()).rstrip(".").casefold()


def _meant(said: str) -> Iterator[tuple[Special, re.Match[str]]]:
    """Those by whose words it is known, whether they count or not."""
    for special in SPECIAL:
        if match := special.words.fullmatch(said):
            yield special, match


def _begun(said: str, actor: str, encounter: Encounter) -> list[str]:
    """Those that count in this encounter and begin with the same word, as they are said in full."""
    verb = said.partition(" ")[0].removesuffix("s")
    known = (_plainly(special.name) for special in SPECIAL if _counts(special, encounter, actor))
    return [name for name in dict.fromkeys(known) if " " in name and name.partition(" ")[0].casefold() == verb]


def _plainly(name: str) -> str:
    return name.replace("{enemy}", "somebody").replace("{comrade}", "somebody")


def _state(by: Combatant | None) -> Soldier:
    return soldier(by) if by else Soldier()


def _named(name: str, by: Combatant | None, encounter: Encounter) -> Iterator[str]:
    """The name with those of everybody of whom it can be said."""
    if "{" not in name:
        yield name
        return
    for other in encounter.combatants:
        if by is None or other.id == by.id or not other.present or soldier(other).out(encounter.clock):
            continue
        if "{comrade}" in name and friends(by, other):
            yield name.replace("{comrade}", other.name)
        elif "{enemy}" in name and enemies(by, other):
            yield name.replace("{enemy}", other.name)


def _counts(special: Special, encounter: Encounter, actor: str) -> bool:
    if not special.switch or turned_on(encounter, special.switch):
        return True
    by = next((c for c in encounter.combatants if c.id == actor), None)
    return by is not None and special.fits is not None and special.fits(soldier(by))
