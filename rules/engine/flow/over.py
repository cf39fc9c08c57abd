"""The end of a fight: nobody can fight any more, only friends can, or none of the players' fighters can.

The encounter is not ended then: in some books the fallen wake up, and others may still come. `over` says what is true
in an encounter, and `openly_over` what everybody knows: whether somebody hidden can still fight changes no word of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.records.copies import replace
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.sight.sight import as_contact, disclosed, fog, glimpse, public_glimpse, side_of, sides, veiled
from rules.words.phrases import listed

CONTINUE = "Continue, or end?"
WHEN_READY = "Time continues when the GM is ready."
_DECIDES = "The GM decides whether to continue or to end."
"""True also where somebody hidden can still fight, and the GM is not asked."""


def able(encounter: Encounter, book: Ruleset) -> tuple[Combatant, ...]:
    """Return the fighters that can still do something in the fight."""
    return tuple([one for one in encounter.combatants if not book.down(one, encounter)])


def over(encounter: Encounter, book: Ruleset) -> str:
    """Return why the fight is over, in a sentence with references; "" while it continues, and after the end."""
    result = book.result(encounter)
    if disclosed(encounter) or not encounter.combatants:
        return ""
    if result is not None and result.decided:
        return result.sentence
    left = able(encounter, book)
    if len(left) == len(encounter.combatants):
        return ""
    camps = _camps(encounter.combatants, book)
    if not left:
        return {1: "Everybody is down.", 2: "Both sides are down."}.get(len(camps), "All sides are down.")
    fallen = [camp for camp in camps if not any(one in left for one in camp)]
    if len(camps) - len(fallen) == 1 and fallen:
        names = [camp[0].side or camp[0].reference for camp in fallen]
        return f"{listed(names, 'and')} {'is' if len(names) == 1 else 'are'} down."
    owned = any(one.owner is not None for one in encounter.combatants)
    return "All fighters of the players are down." if owned and all(one.owner is None for one in left) else ""


def waits_for_gm(sentence: str) -> str:
    """Return what time waits for; `sentence` says why the fight is over, and is "" for readers who do not know it."""
    return f"{sentence} {_DECIDES}" if sentence else WHEN_READY


def over_as_known(known: Encounter, book: Ruleset) -> str:
    """Return why the fight is over as somebody knows it, or "". A reader who knows of one side alone knows no end."""
    sentence = over(known, book)
    return sentence if sentence and len(_camps(known.combatants, book)) > 1 else ""


def openly_over(encounter: Encounter, book: Ruleset) -> str:
    """Return why the fight is over, as far as everybody knows who reads the channel, or ""."""
    if not encounter.sightings and len(able(encounter, book)) == len(encounter.combatants):
        return ""  # nobody is down, nor remembered so
    known = _as_everybody_knows(encounter, book)
    sentence = over_as_known(known, book)
    return "" if sentence and _may_fight(encounter, known, book) else sentence


def _may_fight(encounter: Encounter, known: Encounter, book: Ruleset) -> bool:
    """Return whether somebody who only went out of sight may still fight beside fighters who are all down."""
    left = able(known, book)
    there = {one.id for one in known.combatants}
    unseen = [one for one in encounter.combatants if one.id not in there and _was_seen(one, encounter, book)]
    return any(not any(book.friends(one, other) for other in left) for one in unseen)


def _was_seen(combatant: Combatant, encounter: Encounter, book: Ruleset) -> bool:
    """Return whether every other side sees a fighter, or has last seen them fit for the fight."""
    seen = {one.side: one for one in encounter.sightings if one.id == combatant.id and one.looks is not None}
    others = [side for side in sides(encounter) if side != side_of(combatant)]
    for side in others:
        last = seen.get(side)
        if last is None:
            if glimpse(encounter, book, side, combatant).sight is not Sight.SEEN:
                return False
        elif last.gone or book.down(as_contact(combatant, Glimpse(Sight.CONTACT, looks=last.looks)), encounter):
            return False
    return bool(others)


def winner(encounter: Encounter, book: Ruleset) -> str:
    """Return the side of the fighters who are left in a fight that is over, by name; "" if they are of several sides,
    or if there are none.
    """
    left = able(encounter, book)
    if not left or not all(book.friends(left[0], one) or one is left[0] for one in left):
        return ""
    camps = {camp.side or camp.reference: None for camp in left}
    return next(iter(camps)) if len(camps) == 1 else ""


def question(encounter: Encounter, book: Ruleset) -> str:
    """Return the question to the GMs whether to continue a fight that is over, in truth or as far as everybody knows;
    "" if it is neither.
    """
    if not (sentence := over(encounter, book)):
        known = openly_over(encounter, book)
        return f"{known.removesuffix('.')}, as far as the players know. {CONTINUE}" if known else ""
    if able(encounter, book):
        return " ".join(filter(None, [sentence, book.next_fate(encounter), CONTINUE]))
    until = book.next_due(encounter)
    return f"{sentence} Continue{f' {until}' if until else ''}, or end?"


def _camps(fighters: Sequence[Combatant], book: Ruleset) -> list[list[Combatant]]:
    """Return the fighters by the friends that they fight beside."""
    camps: list[list[Combatant]] = []
    for one in fighters:
        camp = next((camp for camp in camps if book.friends(camp[0], one)), None)
        if camp is None:
            camps.append([one])
        else:
            camp.append(one)
    return camps


def _as_everybody_knows(encounter: Encounter, book: Ruleset) -> Encounter:
    """Return the encounter with the fighters that every side knows, as they look."""
    hidden = veiled(encounter, book)
    if not hidden and fog(encounter) == OFF:
        return encounter
    return replace(encounter, combatants=tuple(_known(encounter, book, hidden)))


def _known(encounter: Encounter, book: Ruleset, hidden: bool) -> Iterator[Combatant]:
    for one in encounter.combatants:
        looks = one if fog(encounter) == OFF else book.outward(one, encounter)
        if not hidden:
            yield looks
            continue
        public = public_glimpse(encounter, book, one)
        if public.recognized:
            yield as_contact(looks, public) if public.sight is Sight.CONTACT else looks
