"""Every order as a record, with ids in place of names; `actor` is the fighter that acts, if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rules.engine.records.agenda import Line, When
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Profile
from rules.engine.records.records import Order
from rules.engine.records.users import DisplayName, TypedText, UserId
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Target:
    """A combatant by id, a combatant described by a sheet line for this order only (`profile`), or a place on
    the map.
    """

    id: str = ""
    profile: Profile | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class CombatantOrder(Order):
    """An order that a fighter carries out."""

    actor: str


@dataclass(frozen=True, slots=True)
class TypedFor:
    """Dice that `by` (a display name) typed for an attack that is resolved later."""

    values: tuple[int, ...]
    by: DisplayName


@dataclass(frozen=True, slots=True)
class Attack(CombatantOrder):
    """The options that aiming and shooting share; None or empty if not given.

    `aim` is in actions (or Points), `range` in the ruleset's spaces; the ruleset reads `how` and `mod`. `dice` are kept
    for the time when the attack is resolved. They are not compared, because older layouts do not have them.
    """

    targets: tuple[Target, ...] = ()
    aim: int | None = None
    weapon: str = ""
    range: int | None = None
    how: str = ""
    mod: str = ""
    dice: TypedFor | None = field(default=None, compare=False)


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
    """Load a weapon with a spare load."""

    kind = "Reload"

    weapon: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Buy(CombatantOrder):
    """Buy a supply of one sort of ammunition.

    `price` is for 50 shots or for one item, as `per` says ("50", "item"). `die` is the number of sides of the trait die
    that is rolled; `mod` is read as for an attack. `term` is the duration, "" for any that is available.
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
    """Give up a supply of ammunition, because its month or its mission is over."""

    kind = "Drop"

    what: str


@dataclass(frozen=True, slots=True)
class Heal(CombatantOrder):
    """Treat a wound."""

    kind = "Heal"

    targets: tuple[Target, ...] = ()
    how: str = ""


@dataclass(frozen=True, slots=True)
class Act(CombatantOrder):
    """Anything else on the book's action list, or any text with a cost in actions.

    `of`: the ids of the fighters named in `what`, once the act is under way, so that a rename does not matter. It is
    not compared, because layout 2 of the journal does not have it.
    """

    kind = "Act"

    what: str
    cost: int | None = None
    of: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Move(CombatantOrder):
    """Move to a place; `cost` in actions overrides the ruleset's.

    `how` ("running", "facing north") is for the ruleset.
    """

    kind = "Move"

    to: Place
    cost: int | None = None
    how: str = ""


@dataclass(frozen=True, slots=True)
class Pass(CombatantOrder):
    """Do nothing more for now, or (with `until`) until a condition holds, which is a plan without lines."""

    kind = "Pass"

    until: When | None = field(default=None, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class SetPlan(CombatantOrder):
    """Set the orders that the fighter carries out without being asked, in place of an earlier plan; `by` is the user's
    id. `after`: the plan begins once the order under way is done.
    """

    kind = "SetPlan"

    lines: tuple[Line, ...]
    by: UserId = ""
    after: bool = field(default=False, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class ClearPlan(CombatantOrder):
    """Give up the fighter's plan."""

    kind = "ClearPlan"


@dataclass(frozen=True, slots=True)
class Answer(CombatantOrder):
    """Answer a Question."""

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
"""The verbs as players type them: the one table of them."""
ATTACKS: Mapping[str, type[Attack]] = {word: verb for verb, word in VERBS.items() if issubclass(verb, Attack)}
"""The attacks by their verbs."""
RULED: tuple[type[Order], ...] = tuple(verb for verb in VERBS if verb not in (Act, Pass, Buy, Drop))
"""The verbs for which a book may have no rule."""


@dataclass(frozen=True, slots=True)
class Next(Order):
    """Continue to the next turn or impulse in which something can happen, or for a number of `seconds`; if `run`, until
    somebody has to decide (`rules.engine.flow`); for at most `windows` (impulses, turns) if that is not 0.
    """

    kind = "Next"

    seconds: int = 0
    run: bool = field(default=False, metadata={"late": True})
    windows: int = field(default=0, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Pause(Order):
    """Stop deadlines and time that runs by itself; `paused` is False to let them continue."""

    kind = "Pause"

    paused: bool = True


@dataclass(frozen=True, slots=True)
class Start(Order):
    """Begin an encounter, with the set-up of a template if one is named, or with the orders of a server's own `setup`.

    `commitment` is the hash of the seed that its dice will come from; `dice` is the rule by which they are drawn.
    """

    kind = "Start"

    id: str
    title: TypedText
    ruleset: str
    preset: str
    gm: UserId
    commitment: str
    template: str = ""
    dice: int = field(default=1, metadata={"late": True})
    setup: tuple[Order, ...] = field(default=(), metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Muster(Order):
    """Bring in `count` combatants of one profile, numbered if several; `keeper` is the user who brings in their own."""

    kind = "Muster"

    profile: Profile
    name: TypedText
    side: str
    owner: UserId | None
    count: int = 1
    places: tuple[Place, ...] = ()
    roster: str = ""
    keeper: UserId = field(default="", metadata={"late": True})
    kept: str = field(default="", metadata={"late": True})
    remark: str = field(default="", metadata={"late": True})
    secret: bool = field(default=False, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Several(Order):
    """Several orders in one: all of them are carried out, each as a part, or none.

    If a Question opens, the orders done so far stay, and fighters' remaining orders are not carried out.
    """

    kind = "Several"

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Adjust(Order):
    """A correction by the GM: `changes` in the ruleset's sheet words and the words of every ruleset (`adjustment`)."""

    kind = "Adjust"

    subject: str
    changes: TypedText


@dataclass(frozen=True, slots=True)
class Rename(Order):
    """Give a combatant another name or side; an empty field leaves it unchanged."""

    kind = "Rename"

    subject: str
    name: TypedText = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Dismiss(Order):
    """Take a combatant out of the encounter."""

    kind = "Dismiss"

    subject: str


@dataclass(frozen=True, slots=True)
class Handover(Order):
    """Give a combatant to another player, or to the GM (None)."""

    kind = "Handover"

    subject: str
    owner: UserId | None


@dataclass(frozen=True, slots=True)
class Switch(Order):
    """Set one of the ruleset's switches."""

    kind = "Switch"

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Appoint(Order):
    """Make a user another GM of this encounter: their user id, and their display name."""

    kind = "Appoint"

    gm: UserId
    name: DisplayName = "Somebody"


@dataclass(frozen=True, slots=True)
class TakeOver(Order):
    """Become a GM of this encounter, as a manager of its channel or server: the user's id, and their display name."""

    kind = "TakeOver"

    gm: UserId
    name: DisplayName = "Somebody"


@dataclass(frozen=True, slots=True)
class Chart(Order):
    """Lay out the map."""

    kind = "Chart"

    battle_map: BattleMap = field(metadata={"stored": "board"})


@dataclass(frozen=True, slots=True)
class End(Order):
    """End the encounter and show its seed (hexadecimal), perhaps because nobody gave an order for `idle_days` days."""

    kind = "End"

    seed: str
    idle_days: int = field(default=0, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Undo(Order):
    """Go back to the state before the last order, or to the last state at the time `to`; the journal does that."""

    kind = "Undo"
    to: str = field(default="", metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Redo(Order):
    """Bring back what was undone. The journal does that, not the rules."""

    kind = "Redo"


@dataclass(frozen=True, slots=True)
class Nearer(CombatantOrder):
    """In a plan: move this many spaces nearer to `goal` (an id, or `THEM`), "" for the nearest enemy.

    It becomes a Move when it is carried out (`rules.engine.flow.resolve_pronouns`).
    """

    kind = "Nearer"

    spaces: int = 1
    goal: str = ""
    how: str = ""
