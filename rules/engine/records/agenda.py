"""Time in an encounter's state: the clock, and the agenda of everything that will or may still happen.

No coroutine waits for a person. Everything that has to wait is a pending item on the agenda, and the next order takes
it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Order
from rules.engine.records.users import TypedText, UserId
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


CONTACT, FIRED_UPON, HIT, EMPTY, WITHIN, AT, ELSE = "shows", "fired upon", "hit", "empty", "within", "at", "else"
"""The kinds of conditions."""
TOLD = "told of"
"""Another kind of condition: a comrade sees an enemy."""
DOWN = "down"
"""The end of a repeated line: its targets have visibly fallen or are out of play. EMPTY is the other end."""
THEM = "them"
"""In an order of a plan: the id of the fighter that met the line's condition."""
NEAREST = "nearest"
"""In an order of a plan: the id of the nearest enemy at the time the order is carried out."""


@dataclass(frozen=True, slots=True)
class When:
    """The condition of a plan's line, of one of the kinds above.

    `who` is the fighter (an id) that has to show, be seen by a comrade or come within `within` of the ruleset's spaces;
    "" is any enemy. `at` is when a line is due. ELSE holds if no other line has anything to do.
    """

    kind: str
    who: str = ""
    within: int = 0
    at: Clock | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plan: `text` as the player gave it, with references in place of names, and its orders.

    A line without orders means that the fighter stays. A line without `when` is carried out once the lines before it
    are done. A line with a condition is carried out once, as soon as the condition holds; one with ELSE, whenever
    nothing else is to do.

    A line may be carried out several `times`, or repeatedly `until` its targets are DOWN or the weapon is EMPTY. Once
    begun, it needs its condition no more, and its orders name the fighter who met it. `count` is how many times it has
    been begun. With `fallen` it is carried out at fighters who have visibly fallen as well, with `anyway` whatever
    cautions the rulebook has. `failed` is why it was skipped last, as the fighter's side has read it. `trigger` is the
    fighter (an id) who met the condition last, "" where no fighter meets it; None before that, and once that fighter no
    longer meets it.
    """

    text: TypedText
    orders: tuple[Order, ...] = ()
    when: When | None = None
    done: bool = False
    times: int = field(default=1, metadata={"late": True})
    until: str = field(default="", metadata={"late": True})
    fallen: bool = field(default=False, metadata={"late": True})
    count: int = field(default=0, metadata={"late": True})
    failed: str = field(default="", metadata={"late": True})
    trigger: str | None = field(default=None, metadata={"late": True})
    anyway: bool = field(default=False, metadata={"late": True})

    @property
    def repeated(self) -> bool:
        """Whether the line may be carried out more than once after its condition has held."""
        return self.times > 1 or bool(self.until)

    @property
    def under_way(self) -> bool:
        """Whether the line has been begun and has to be repeated."""
        last = self.when is not None and self.when.kind == ELSE
        return self.repeated and self.count > 0 and not self.done and not last

    def once_more(self) -> Line:
        """Return the line after it was begun once more."""
        count = self.count + 1
        last = self.when is not None and self.when.kind == ELSE and not self.repeated
        done = not self.until and not last and count >= self.times
        return replace(self, count=count, done=done, failed="")


@dataclass(frozen=True, slots=True)
class Plan:
    """The orders that `actor` carries out without being asked; `by` is the user who planned them.

    The plan ends as soon as `until` holds. `seen` are the enemies (ids) that the fighter has had in sight since the
    plan was given, so that only others show; `reported` are those that comrades have had in sight. `threat` is the
    worst that has happened to the fighter since the plan was given: FIRED_UPON, HIT or "". `acted` is the clock at
    which the plan last carried out an order, `waits` the clock at which its next line has to wait. `alert`: a run has
    stopped for something that happened to the fighter or their side, and time waits for a second thought. `begun` is
    the number of the line whose order is under way, 0 for none; `readying`: what is under way only comes before that
    order, such as turning. `kept` is the clock at which the player last kept the plan, `worked` the clock at which it
    last carried out an order of a line without ELSE. `answered` is the kind of the line that has answered the last
    threat, "" for none. `after`: no line counts yet, because the order under way when the plan was set comes first.
    """

    actor: str
    lines: tuple[Line, ...]
    by: UserId = ""
    until: When | None = None
    seen: tuple[str, ...] = ()
    threat: str = ""
    acted: Clock | None = None
    waits: Clock | None = None
    alert: bool = False
    reported: tuple[str, ...] = field(default=(), metadata={"late": True})
    begun: int = field(default=0, metadata={"late": True})
    kept: Clock | None = field(default=None, metadata={"late": True})
    worked: Clock | None = field(default=None, metadata={"late": True})
    readying: bool = field(default=False, metadata={"late": True})
    answered: str = field(default="", metadata={"late": True})
    after: bool = field(default=False, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Declaration:
    """An order that `actor` has declared. All declared orders are carried out together (`rules.engine.flow`).

    `follows`: the order comes after the one declared before it, once that one is done. `alone`: it does so, but could
    be carried out without those before it as well.
    """

    actor: str
    order: Order
    follows: bool = False
    alone: bool = field(default=False, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Spot:
    """Where `actor` will appear: their `order` is a Move, or a Pass for a fighter that stays off the map."""

    actor: str
    order: Order


@dataclass(frozen=True, slots=True)
class Deployment:
    """A side (its name) that places its fighters in a `zone`.

    The side appears when `until` is reached, or once all its fighters are placed (`rules.engine.flow.deploying`).
    """

    side: str
    zone: frozenset[Place]
    spots: tuple[Spot, ...] = ()
    until: Clock | None = None


Pending = Task | Watch | Timer | Question | Plan | Declaration | Deployment
Agenda = tuple[Pending, ...]


def ask(kind: str, to: str, text: str, choices: Mapping[str, str], rest: tuple[Order, ...] = ()) -> Question:
    """Return a question; `choices` are words by id."""
    return Question(to, text, tuple(choices.values()), rest, kind, tuple(choices))


def put_to(actor: str, agenda: Agenda, kind: str = "") -> Question | None:
    """Return the first open question to a combatant, of this kind if one is named."""
    questions = (item for item in agenda if isinstance(item, Question) and item.to == actor)
    return next((question for question in questions if kind in ("", question.kind)), None)


def whose(item: Pending) -> str | None:
    """Return the combatant that carries an item out, has to choose or is concerned; None if there is none."""
    match item:
        case Task() | Watch() | Plan() | Declaration():
            return item.actor
        case Question():
            return item.to
        case Timer():
            return item.of or None
        case Deployment():
            return None
