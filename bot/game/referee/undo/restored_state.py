"""The state after an undo or a redo: the state it restores, with the seed in force and the throws that are undone
now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce

from bot.game.entries.entries import Entry, Group
from bot.game.entries.names import names_in
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Encounter, UndoneThrow
from rules.engine.records.orders import Redo, Undo
from rules.engine.records.references import GMS, OPENING, put_names_in, reference
from rules.engine.records.steps import Note
from rules.engine.scene.dice_keys import KEYED_BY_CLOCK, still_undone, undone_throws
from rules.engine.scene.effects import Committed, Effect, Undid
from rules.engine.scene.scene import FOR_GMS, Clause, Part, Resolution, Unseen
from rules.engine.sight.sight import Learned, side_of
from rules.words.phrases import counted, listed

_MOST_LEARNED = 5


def check_seed(taken: Group, restored: Encounter, head: Encounter) -> None:
    """Raise NotNow if this would end the encounter again, or choose again what a seed shown since has decided."""
    if restored.ended:
        raise NotNow("An undone end cannot be redone. End the encounter again with /encounter end.")
    if taken[-1].state.commitment != head.commitment:
        raise NotNow(
            "That order came before an undone end, which has shown the seed of its dice, so nothing "
            "before that end can be undone. The GM"
            " can correct fighters with /adjust."
        )


def restoring(
    order: Undo | Redo,
    taken: Group,
    restored: Encounter,
    below: Encounter,
    head: Encounter,
    commitment: str,
    learned: Sequence[Learned] = (),
) -> Part:
    """Return the part that takes a group back, or brings it back: `restored`, with the commitment in force.

    `below` is the state under what is undone: the same as `restored`, except that it knows what was undone since.
    The outcome ends with the facts that sides `learned` by the undone orders, for GMs only: it cannot be forgotten.
    """
    undone = _undone(order, taken, restored, below, head)
    effects: tuple[Effect, ...] = () if restored.commitment == commitment else (Committed(commitment),)
    effects += () if restored.undone == undone else (Undid(undone),)
    state = reduce(lambda encounter, effect: effect.on(encounter), effects, restored)
    # No number of an order: each reader has their own.
    to = order.to if isinstance(order, Undo) else ""
    when = f"at {to}" if to else "before that order" if isinstance(order, Undo) else "after that order"
    steps: tuple[Note, ...] = (Note("Now", f"everything is as it was {when}"),)
    if head.ended:
        steps += (Note("Dice", f"drawn from a new secret seed; its SHA-256 is {commitment}"),)
    deed = "Undone" if isinstance(order, Undo) else "Redone"
    lead = Clause("", f"{deed}, back to {to}: " if to else f"{deed}: ", lead=True)
    between = Clause("", " ", lead=True)
    clauses = [lead]
    for n, entry in enumerate(taken):
        clauses += [*([between] if n else []), *_quoted(entry)]
    unseen = _unseen(taken)
    if learned:
        clauses.append(Clause(GMS, f" {_learned_words(learned, taken[-1].state)}"))
        unseen += (FOR_GMS,)
    return Part(Resolution(tuple(clauses), "undone", steps, effects, unseen=unseen), state)


def _learned_words(learned: Sequence[Learned], encounter: Encounter) -> str:
    """Return the sides and the fighters they have learned of, in sentences."""
    sentences: list[str] = []
    for side in dict.fromkeys(one.side for one in learned):
        ids = [one.id for one in learned if one.side == side]
        fighters = [encounter.combatant(id) for id in ids[:_MOST_LEARNED] if id in encounter.positions]
        of = ["the map"] if "" in ids else []
        of += [f"{one.name} at {one.place}" if one.place else one.name for one in fighters]
        of += [counted(len(ids) - len(of), "other")] if len(ids) > len(of) else []
        first = next((c.name for c in encounter.combatants if side_of(c) == side), "A fighter who left")
        whose = f"{first}’s side" if OPENING in side else side
        sentences.append(f"{whose} has learned of {listed(of, 'and')}.")
    return " ".join(sentences)


def _undone(
    order: Undo | Redo, taken: Group, restored: Encounter, below: Encounter, head: Encounter
) -> tuple[UndoneThrow, ...]:
    """Return the undone throws after this: those known so far and those undone now, or without those brought back."""
    if restored.dice < KEYED_BY_CLOCK:
        return ()
    known = {*restored.undone, *head.undone}
    if isinstance(order, Redo):
        back = {entry.seq for entry in taken}
        return still_undone((one for one in known if one.seq not in back), restored)
    known |= {*below.undone}
    parts = [(entry.seq, Part(entry.resolution, entry.state)) for entry in taken]
    return still_undone(known.union(undone_throws(taken[0].order, restored, parts)), restored)


def _quoted(entry: Entry) -> Iterator[Clause]:
    """Yield the outcome of an entry with the names of then, because the state that is restored may lack them.

    A fighter that some side did not perceive stays a reference in what is about others.
    """
    unseen, name_of = {one.id for one in entry.resolution.unseen}, names_in(entry)
    for clause in entry.resolution.clauses:
        hidden = unseen - {clause.about}

        def name(id: str, hidden: Collection[str] = hidden) -> str:
            return reference(id) if id in hidden else name_of(id)

        if clause.start is not None and any(one.id == clause.about for one in entry.resolution.watched):
            # Which side saw how much of the way is noted there.
            clause = replace(clause, own=True, others=f"{reference(clause.about)} moves", start=None)
        yield put_names_in(clause, name)


def _unseen(taken: Group) -> tuple[Unseen, ...]:
    """Return the fighters that some side did not see or hear in one of these.

    An undo quotes to nobody more than they have read.
    """
    by: dict[str, frozenset[str]] = {}
    known: dict[str, frozenset[str]] = {}
    for entry in taken:
        for one in entry.resolution.unseen:
            perceived, knew = frozenset(one.by), frozenset((*one.by, *one.known_by))
            by[one.id], known[one.id] = by.get(one.id, perceived) & perceived, known.get(one.id, knew) & knew
    return tuple(Unseen(id, tuple(sorted(by[id])), tuple(sorted(known[id] - by[id]))) for id in sorted(by))
