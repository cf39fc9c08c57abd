"""The word of a target's side about who the target is aware of (5.4, ruling O74). It overrides the record for a minute.

Separate from the Defensive ALM because it is said by an act of the target, or in `how:` by those who speak for them.
"""

from __future__ import annotations

import re

from rules.engine.books.ruleset import SpeaksFor
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotAllowed, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Attack
from rules.engine.records.private_text import private
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import DEFENSE, on
from rules.phoenix.basics.times import between
from rules.phoenix.book import Scene
from rules.phoenix.optional.records import Word
from rules.phoenix.people.named_combatants import name_now, named
from rules.phoenix.shooting.aim.how import read_how

AWARE, UNAWARE = ("aware of {enemy}", "free"), ("unaware of {enemy}", "free")
WORDS = re.compile(r"(?:is |are )?(?P<un>un)?aware of (?P<who>.+)")
_LASTS = 30
"""The phases (a minute) for which a word counts, as long as a noise tells of its maker."""


def say(order: Act, match: re.Match[str], scene: Scene) -> None:
    """Say whether the fighter is aware of another; takes no time and interrupts nothing."""
    encounter, fighter = scene.encounter, scene.combatant(order.actor)
    if not encounter.timed:
        raise NoRule("In a quick ruling everyone is aware. Write how: unaware for somebody who is not.")
    other = named(name_now(match["who"], order, encounter), fighter, encounter)
    if other.id == fighter.id:
        raise Refusal(f"{fighter.reference} is always aware of themselves. Name another fighter.")
    state, word = soldier(fighter), Word(other.id, not match["un"], encounter.clock)
    kept = tuple(one for one in state.words if one.of != other.id and _counts(one, encounter.clock))
    scene.change(fighter.id, altered(state, words=(*kept, word)))
    scene.conclude(
        private(f"{fighter.reference} is {'aware' if word.aware else 'unaware'} of {other.reference} for a minute."),
        routine=True,
    )


def said(target: Combatant, shooter: str, clock: Clock) -> bool | None:
    """Return whether the target is aware of the shooter (an id) by their side's word, None if they said nothing."""
    return next((one.aware for one in soldier(target).words if one.of == shooter and _counts(one, clock)), None)


def check_speaker(order: Attack, encounter: Encounter, speaks_for: SpeaksFor) -> None:
    """Raise NotAllowed for `aware` or `unaware` about a fighter of a side that is not the user's."""
    word = read_how(order.how).awareness if "aware" in order.how.casefold() else ""
    if not (word and on(encounter, DEFENSE)):
        return
    known = {c.id: c for c in encounter.combatants}
    for id in (target.id for target in order.targets if target.id):
        # In a plan the target may be one of many.
        for target in (known[id],) if id in known else encounter.combatants:
            if speaks_for(target):
                continue
            raise NotAllowed(
                f"Only {target.reference}'s side and the GM say whether they are {word} (5.4). Leave {word} out of"
                " how:."
            )


def _counts(word: Word, clock: Clock) -> bool:
    return between(word.at, clock) < _LASTS
