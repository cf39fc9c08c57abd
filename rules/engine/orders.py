"""Everything that can be ordered, as plain records: what somebody wants done, names already resolved; what is given
up of it.

Names of combatants are ids here. `actor` is who acts; the orders of the GM's table-work have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.engine.agenda import Agenda, Pending, Question, Task, Watch
from rules.engine.model import Board, Profile
from rules.engine.records import Order
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Target:
    """A combatant by id, one described on the spot by a sheet line (nothing is kept of him), or a place of the map."""

    id: str = ""
    profile: Profile | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class CombatantOrder(Order):
    """An order somebody carries out himself."""

    actor: str


@dataclass(frozen=True, slots=True)
class Attack(CombatantOrder):
    """The options the aiming and shooting verbs share; None or empty where nothing was said.

    `aim` counts actions (or Points) of aim, `range` the ruleset's spaces; `how` and `mod` are read by the ruleset.
    """

    targets: tuple[Target, ...] = ()
    aim: int | None = None
    weapon: str = ""
    range: int | None = None
    how: str = ""
    mod: str = ""


@dataclass(frozen=True, slots=True)
class Aim(Attack):
    """Aim, without firing yet."""

    kind = "Aim"


@dataclass(frozen=True, slots=True)
class Fire(Attack):
    """Fire one shot."""

    kind = "Fire"


@dataclass(frozen=True, slots=True)
class Burst(Attack):
    """Fire automatically."""

    kind = "Burst"


@dataclass(frozen=True, slots=True)
class Throw(Attack):
    """Throw a grenade or the like."""

    kind = "Throw"


@dataclass(frozen=True, slots=True)
class Duck(CombatantOrder):
    """Get out of sight."""

    kind = "Duck"

    how: str = ""


@dataclass(frozen=True, slots=True)
class Reload(CombatantOrder):
    """Put a fresh load into a weapon."""

    kind = "Reload"

    weapon: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Buy(CombatantOrder):
    """Purchase a supply of a sort of ammunition.

    `price` is that of 50 shots or of one item, as `per` says ("50", "item"); `die` are the sides of the trait die that
    is rolled for it, `mod` is read as an attack's. `term` is for how long, "" for whichever can be had.
    """

    kind = "Buy"

    what: str
    price: int
    per: str
    die: int
    mod: str = ""
    term: str = ""


@dataclass(frozen=True, slots=True)
class Drop(CombatantOrder):
    """Give a supply of ammunition up: its month or its mission is over."""

    kind = "Drop"

    what: str


@dataclass(frozen=True, slots=True)
class Heal(CombatantOrder):
    """Care for a wound."""

    kind = "Heal"

    targets: tuple[Target, ...] = ()
    how: str = ""


@dataclass(frozen=True, slots=True)
class Act(CombatantOrder):
    """Anything else on the book's action list, or any text with a cost in actions.

    `of`: the ids of those whom `what` names, once the act is under way; a rename changes nothing then. It is not
    compared: layout 2 of the journal does not have it.
    """

    kind = "Act"

    what: str
    cost: int | None = None
    of: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Move(CombatantOrder):
    """Move to a place; `cost` in actions overrides the ruleset's. `how` (running, facing north) is the ruleset's."""

    kind = "Move"

    to: Place
    cost: int | None = None
    how: str = ""


@dataclass(frozen=True, slots=True)
class Pass(CombatantOrder):
    """Do nothing more for now."""

    kind = "Pass"


@dataclass(frozen=True, slots=True)
class Answer(CombatantOrder):
    """Choose at a Question."""

    kind = "Answer"

    choice: str


VERBS: Mapping[type[Order], str] = {
    Aim: "aim",
    Fire: "fire",
    Burst: "burst",
    Throw: "throw",
    Duck: "duck",
    Reload: "reload",
    Heal: "heal",
    Move: "move",
    Act: "act",
    Pass: "pass",
    Buy: "buy",
    Drop: "drop",
}
"""The verbs as players type them."""


@dataclass(frozen=True, slots=True)
class Next(Order):
    """Let time go on to the next turn or impulse in which something can happen, or for so many `seconds`."""

    kind = "Next"

    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Start(Order):
    """Begin an encounter, set up after a template if one is named.

    `commitment` is the hash of the seed its dice will come from.
    """

    kind = "Start"

    id: str
    title: str
    ruleset: str
    preset: str
    gm: str
    commitment: str
    template: str = ""


@dataclass(frozen=True, slots=True)
class Muster(Order):
    """Bring `count` combatants of one profile in; several are numbered."""

    kind = "Muster"

    profile: Profile
    name: str
    side: str
    owner: str | None
    count: int = 1
    places: tuple[Place, ...] = ()
    roster: str = ""


@dataclass(frozen=True, slots=True)
class Several(Order):
    """Orders of the table given as one: all are carried out, each as a part, or none is."""

    kind = "Several"

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Adjust(Order):
    """The GM sets something right: `changes` in the ruleset's sheet words and a few of the table's own."""

    kind = "Adjust"

    subject: str
    changes: str


@dataclass(frozen=True, slots=True)
class Rename(Order):
    """Give a combatant another name or side; empty leaves it."""

    kind = "Rename"

    subject: str
    name: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Dismiss(Order):
    """Take a combatant out of the encounter."""

    kind = "Dismiss"

    subject: str


@dataclass(frozen=True, slots=True)
class Handover(Order):
    """Give a combatant to another player; None gives him to the GM."""

    kind = "Handover"

    subject: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class Switch(Order):
    """Set one of the ruleset's switches."""

    kind = "Switch"

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Appoint(Order):
    """Make somebody a GM of this encounter as well: his user id, and his name as shown."""

    kind = "Appoint"

    gm: str
    name: str = "Somebody"


@dataclass(frozen=True, slots=True)
class Chart(Order):
    """Lay out the map."""

    kind = "Chart"

    board: Board


@dataclass(frozen=True, slots=True)
class End(Order):
    """End the encounter and show the seed (hexadecimal) its dice came from."""

    kind = "End"

    seed: str


@dataclass(frozen=True, slots=True)
class Undo(Order):
    """Go back to the state before the last order; a matter of the journal, not of the rules."""

    kind = "Undo"


@dataclass(frozen=True, slots=True)
class Redo(Order):
    """Bring back what was undone; a matter of the journal, not of the rules."""

    kind = "Redo"


def without(agenda: Agenda, actor: str) -> Agenda:
    """The agenda once `actor` has stopped whatever he was in the middle of: his tasks and watches are gone, and no
    order of his waits at a Question any more; one at which nothing waits is gone as well."""
    return tuple(_without(agenda, actor))


def _without(agenda: Agenda, actor: str) -> Iterator[Pending]:
    for item in agenda:
        match item:
            case Task() | Watch() if item.actor == actor:
                continue
            case Question(rest=rest):
                left = tuple(
                    order for order in rest if not (isinstance(order, CombatantOrder) and order.actor == actor)
                )
                if left or not rest:
                    yield replace(item, rest=left)
            case _:
                yield item
