"""Time in an encounter's state: the clock, and the agenda of everything that will or may still happen.

No coroutine waits for a person. What waits is a pending item on the agenda, and the next order takes it up.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.frozen import dataclass
from rules.engine.records import Order
from rules.words.places import Place


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """The current turn (a phase in Phoenix Command) and, if the book divides turns, the impulse."""

    turn: int = 1
    impulse: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """An order that takes `cost` actions of `actor`, of which `spent` are done."""

    actor: str
    order: Order
    spent: int
    cost: int


@dataclass(frozen=True, slots=True)
class Watch:
    """`actor` covers `area` until `until`; a fighter who enters it triggers `shot`."""

    actor: str
    area: tuple[Place, ...]
    until: Clock
    shot: Order


@dataclass(frozen=True, slots=True)
class Timer:
    """An order that falls due at `at`; `of` is the combatant it is about, "" if it is about none."""

    at: Clock
    order: Order
    of: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """`to` (a combatant) has to choose; `rest` is carried out after the answer.

    `kind` says which rule takes the answer. An answer is given, and stored, in the words of `choices`; `ids` are what
    the rule knows them by.
    """

    to: str
    text: str
    choices: tuple[str, ...]
    rest: tuple[Order, ...]
    kind: str = ""
    ids: tuple[str, ...] = ()

    def chosen(self, choice: str) -> str:
        """Return the id of a choice that is given in words."""
        return self.ids[self.choices.index(choice)]


Pending = Task | Watch | Timer | Question
Agenda = tuple[Pending, ...]


def ask(kind: str, to: str, text: str, choices: Mapping[str, str], rest: tuple[Order, ...] = ()) -> Question:
    """Return a question; `choices` are words by id."""
    return Question(to, text, tuple(choices.values()), rest, kind, tuple(choices))


def put_to(actor: str, agenda: Agenda, kind: str = "") -> Question | None:
    """Return the first open question to a combatant, of this kind if one is named."""
    questions = (item for item in agenda if isinstance(item, Question) and item.to == actor)
    return next((question for question in questions if kind in ("", question.kind)), None)


def whose(item: Pending) -> str | None:
    """Return the combatant who carries an item out, has to choose or is concerned; None if there is none."""
    match item:
        case Task() | Watch():
            return item.actor
        case Question():
            return item.to
        case Timer():
            return item.of or None
