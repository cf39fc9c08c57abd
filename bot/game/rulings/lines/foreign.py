"""The weapon of a line that its book does not have."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.rulings.who.places import SHOOTER, TARGET
from bot.game.rulings.who.roles import Roles
from bot.game.rulings.words.persons import SURROUNDINGS, person
from bot.game.rulings.words.spans import BURST, Sort, Span
from rules.engine.books.ruling_vocabulary import Vocabulary


def foreign_weapon(spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary) -> str:
    """Return the weapon that the book does not have, "" for none.

    Behind "at" or "by" such a word is a name if there is no other for that side; before a verb, a class that is
    also a word for a person is the shooter.
    """
    found = roles.thing
    for at, span in enumerate(spans):
        if span.sort is not Sort.FOREIGN:
            continue
        before = next((one for one in reversed(spans[:at]) if one.sort is not Sort.EMPTY), None)
        behind = spans[at + 1] if at + 1 < len(spans) else None
        role_word = before.key if before is not None and before.sort is Sort.ROLE else ""
        if span.key and before is not None and before.text == "for":
            # "The odds for a Colt Python".
            role_word = ""
        deed = behind is not None and behind.sort is Sort.VERB and behind.key != BURST
        place = SHOOTER if not span.key and deed and person([span.text])[1] else role_word
        if place == SHOOTER and span.typed in SURROUNDINGS:
            # "By the bar".
            continue
        if place in (SHOOTER, TARGET) and not roles.roles[place].named:
            roles.roles[place].name, roles.roles[place].named = span.typed, True
        elif not found:
            number = next((one.typed for one in (behind,) if one is not None and one.sort is Sort.FIGURE), "")
            spare = any(one.sort is Sort.RANGE for one in spans) or bool(vocabulary.no_range)
            found = f"{span.typed} {number}".strip() if number and spare else span.typed
            if found != span.typed:
                roles.numbers = [one for one in roles.numbers if one != number]
    return found
