"""The records that the rules of chapter 5, the Tournament Rules and scenario 2 keep of a combatant.

`Soldier` inherits them with the mixin `OptionalFields`.
"""

from __future__ import annotations

from typing import Literal

from rules.engine.records.agenda import Clock
from rules.engine.records.frozen import dataclass
from rules.phoenix.basics.arms import Dropped
from rules.words.places import Place

NerveWord = Literal["taking cover", "broken", "fleeing"]
CustodyWord = Literal["", "surrendered", "frozen", "disarmed", "prisoner"]
"""The stage of an arrest (scenario 2), or that the fighter has surrendered (5.6)."""


@dataclass(frozen=True, slots=True)
class Known:
    """A fighter (an id) who was spotted, with the hex (None off the map), which is now a pinned position (5.2)."""

    id: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    """An enemy (an id) who has been in view and is not spotted yet (5.2).

    `spent` is the part of the Spotting Time that was done before the impulse `since`. From then on each impulse adds to
    it. If `since` is None, nothing is added.
    """

    id: str
    spent: int = 0
    since: Clock | None = None


@dataclass(frozen=True, slots=True)
class Listened:
    """A noise that the fighter has listened for, and the impulse of the last time (5.3).

    `by`: the fighters (ids) who made it, as far as they are known. `heard`: when the fighter last heard it.
    """

    noise: str
    at: Clock
    by: tuple[str, ...] = ()
    heard: Clock | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """The word of the fighter's side, given at that time, on whether they are aware of another (an id) (5.4)."""

    of: str
    aware: bool
    at: Clock


PlanStage = Literal["thinks", "ready", "under way"]
"""Still thinking; finished and not begun; begun."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A Course of Action (5.5): `thinking` of `time` actions of thought and `left` of `number` actions remain.

    `doing` is the action begun last, at `since`. While the fighter thinks, `since` is when something last distracted
    them.
    """

    thinking: int
    left: int
    time: int = 0
    number: int = 0
    stage: PlanStage = "thinks"
    text: str = ""
    doing: str = ""
    since: Clock | None = None


@dataclass(frozen=True, slots=True)
class Nerve:
    """How a fighter has lost their nerve (5.6).

    `low`: they are Low Prone. `fled`: the hex where they began to flee. `tried`: the impulse of the last attempt to
    rally them.
    """

    state: NerveWord
    low: bool = False
    fled: Place | None = None
    tried: Clock | None = None


@dataclass(frozen=True, slots=True)
class LastShot:
    """The hex, or the target if there is no map, last fired at with the weapon in `slot` (5.8)."""

    at: str
    slot: int


@dataclass(frozen=True, slots=True)
class Pin:
    """The location that a fighter has pinned (5.9).

    It is a hex; off the map it has a name or is where the fighter `of` (an id) is. `there`: the ids of the fighters who
    were already in sight there.
    """

    place: Place | None = None
    called: str = ""
    of: str = ""
    there: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Footing:
    """How a fighter was knocked off balance or down (5.12).

    `owes`: the actions still needed to regain balance. `fell`: when they were knocked down, or None if they have the
    use of their hands. `at`: the impulse of the last hit that knocked them. `worst`: all actions needed from then on.
    """

    owes: int = 0
    fell: Clock | None = None
    at: Clock | None = None
    worst: int = 0

    @property
    def unsteady(self) -> bool:
        """Whether the fighter is still off balance or knocked down."""
        return self.owes > 0 or self.fell is not None


@dataclass(frozen=True, slots=True)
class Harmed:
    """The impulse in which a fighter was last hit, and two Master Phasing Counts in it (5.7): that of the first hit,
    and that on which they were disabled, knocked out or killed (None if they were not).
    """

    at: Clock
    hit: int
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """An event of the Victory Points table, and how often it happened (4.4)."""

    event: str
    times: int = 1


@dataclass(frozen=True)
class OptionalFields:
    """The fields of chapter 5, the Tournament Rules and scenario 2 for a fighter.

    They are empty if none of these rules is used.
    """

    view: int = 0
    """Degrees by which the Field of View is widened: 60, 120 or 180 (5.1)."""
    known: tuple[Known, ...] = ()
    """The fighters spotted (5.2)."""
    sought: tuple[Sought, ...] = ()
    """The enemies looked for (5.2)."""
    looks_for: str = ""
    """The enemy (an id) looked for first (5.2)."""
    listened: tuple[Listened, ...] = ()
    """The noises listened for (5.3)."""
    words: tuple[Word, ...] = ()
    """The statements of the fighter's side about the shooters that they know of (5.4)."""
    plan: Plan | None = None
    """The Course of Action (5.5)."""
    nerve: Nerve | None = None
    """How the fighter has lost their nerve (5.6)."""
    last_shot: LastShot | None = None
    """Where a second shot counts more (5.8)."""
    pin: Pin | None = None
    """The location pinned (5.9)."""
    cocked: tuple[int, ...] = ()
    """Slots of the weapons whose hammer is cocked (5.11)."""
    footing: Footing | None = None
    """How the fighter was knocked off balance or down (5.12)."""
    harmed: Harmed | None = None
    """The Master Phasing Count of the last hit (5.7)."""
    rush: Clock | None = None
    """When the adrenalin rush began (5.14)."""
    charge: Clock | None = None
    """When the fighter last charged, or went to a comrade's aid, by an act instead of a move (5.14)."""
    custody: CustodyWord = ""
    """How far an arrest is (scenario 2)."""
    surprised: bool = False
    """Whether the fighter is surprised by the raid (scenario 2, O82)."""
    dropped: tuple[Dropped, ...] = ()
    """The fighter's weapons that lie on the ground (scenario 2)."""
    baseline: Place | None = None
    """Where the fighter entered play (4.4)."""
    leaves: Clock | None = None
    """The impulse at whose end the fighter leaves the field (4.4)."""
    awards: tuple[Award, ...] = ()
    """The events that gave Victory Points (4.4)."""
