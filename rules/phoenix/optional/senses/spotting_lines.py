"""The lines about spotted fighters for the board and the Status Sheet, and a GM's corrections of them (5.1, 5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import FIELD_OF_VIEW, SPOTTING, SPOTTING_SKILL, on
from rules.phoenix.book import Book
from rules.phoenix.optional.senses import field_of_view, looking, spotting
from rules.phoenix.optional.senses.spotting_progress import looked_for
from rules.phoenix.optional.senses.spotting_time import spotting_actions, words
from rules.phoenix.people.named_combatants import named
from rules.words.phrases import listed

_KNOWS = re.compile(r"has (?P<no>not |never )?spotted (?P<who>.+)")


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield, for the board, the enemy that the fighter looks for first, and the enemies who have spotted the
    fighter.
    """
    if not spotting.counts(encounter):
        return
    first, task = soldier(combatant).looks_for, encounter.task(combatant.id)
    if first and not (task and looking.looks(task)):
        yield from ((5, f"looks for {c.name}") for c in encounter.combatants if c.id == first)
    by = [c.name for c in encounter.combatants if c.present and _has_spotted(c, combatant)]
    if by:
        yield 6, f"spotted by {by[0] if len(by) == 1 else len(by)}"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the lines about spotting for the Status Sheet."""
    if not spotting.counts(encounter):
        return
    names = {c.id: c.name for c in encounter.combatants}
    spotted = [
        f"{names[one.id]}{f' at {one.place}' if one.place else ''}"
        for one in soldier(combatant).known
        if one.id in names
    ]
    if spotted:
        yield "Has spotted", listed(spotted, "and")
    if sought := [*_sought(combatant, names, encounter, book)]:
        yield "Looks for", listed(sought, "and")
    if on(encounter, SPOTTING_SKILL):
        yield "Spots with", f"{spotting_actions(combatant, book)} actions a phase"


def correct(changes: str, subject: str, scene: Scene) -> tuple[list[str], str]:
    """Carry out a GM's corrections: "has spotted Guard 2", "has not spotted Guard 2", "watches 300 degrees".

    Return the changes made, in words, and the other corrections as typed. Raises NoRule while the switch is off,
    UnknownName for an unknown name.
    """
    changed, rest = list[str](), list[str]()
    for item in changes.split(","):
        change = " ".join(item.split()).casefold()
        combatant = scene.combatant(subject)
        state, watching = soldier(combatant), field_of_view.corrected(change, soldier(combatant))
        if watching is not None:
            _check_on(FIELD_OF_VIEW, "The Field of View", scene)
            changed.append(f"watches {field_of_view.words(watching)}")
            state = watching
        elif match := _KNOWS.fullmatch(change):
            _check_on(SPOTTING, "Who has been spotted", scene)
            target = named(match["who"], combatant, scene.encounter)
            if not enemies(combatant, target):
                raise NotNow(
                    f"{target.reference} is on {combatant.reference}'s own side, and {combatant.reference} knows"
                    " where they are. Leave that out."
                )
            kept = tuple(one for one in state.known if one.id != target.id)
            changed.append(f"has {match['no'] or ''}spotted {target.reference}")
            if match["no"]:
                state = altered(state, known=kept)
            else:
                scene.do(spotting.with_known(combatant, target))
                continue
        else:
            rest.append(item)
            continue
        if state != soldier(combatant):
            scene.change(subject, state)
    return changed, ",".join(rest)


def _sought(combatant: Combatant, names: Mapping[str, str], encounter: Encounter, book: Book) -> Iterator[str]:
    """Yield the enemies that the fighter looks for, each with the progress of the Spotting Time."""
    first = soldier(combatant).looks_for
    ids = dict.fromkeys(filter(None, [first, *(one.id for one in soldier(combatant).sought)]))
    for id in ids:
        if id in names:
            done = words(looked_for(combatant, id, encounter, book), encounter)
            yield f"{names[id]} {'first ' * (id == first)}({done})"


def _has_spotted(spotter: Combatant, target: Combatant) -> bool:
    return any(one.id == target.id for one in soldier(spotter).known)


def _check_on(switch: str, what: str, scene: Scene) -> None:
    if not on(scene.encounter, switch):
        raise NoRule(f"{what} counts only with the switch “{switch}” on. Set it with /encounter options.")
