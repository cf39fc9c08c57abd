"""What chapter 5, the Tournament Rules and scenario 2 keep about a combatant: a record each, and the mixin
`OptionalFields` with which `Soldier` inherits them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.agenda import Clock
from rules.phoenix.shooting.carrying.dropped import Dropped
from rules.words.places import Place

NerveWord = Literal["taking cover", "broken", "fleeing"]
CustodyWord = Literal["", "surrendered", "frozen", "disarmed", "prisoner"]
"""How far somebody has been arrested (scenario 2), or has surrendered by himself (5.6)."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody (by id) whom he has spotted, and where that was, None off the map: a pinned position (5.2)."""

    id: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Listened:
    """A noise that he has listened for, and when last (5.3)."""

    noise: str
    at: Clock


PlanStage = Literal["thinks", "ready", "under way"]
"""He thinks of it; has thought, and nothing of it is begun; something is."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A Course of Action (5.5): actions still to be thought, of `time`; actions of it that are left, of `number`.

    `doing` is the one that was begun last, at `since`; while he thinks that is when he last had something else in mind.
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
    """How he has lost his nerve (5.6). `low`: he lies Low Prone; `fled`: where he began to flee; `tried`: the impulse
    in which he was last given a chance to be rallied."""

    state: NerveWord
    low: bool = False
    fled: Place | None = None
    tried: Clock | None = None


@dataclass(frozen=True, slots=True)
class LastShot:
    """The hex, or whoever is off the map, that he last fired at with the weapon in which slot (5.8)."""

    at: str
    slot: int


@dataclass(frozen=True, slots=True)
class Pin:
    """The location that he has pinned: a hex, off the map what it is called or by whom (`of`) it is known; and who was
    in sight there already (ids) (5.9)."""

    place: Place | None = None
    called: str = ""
    of: str = ""
    there: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Footing:
    """Actions that he still needs to regain his balance; when he was knocked down, until he has the use of his hands
    again (5.12). `at` is the impulse of the last hit that knocked him, `worst` what he needed from then on in all."""

    owes: int = 0
    fell: Clock | None = None
    at: Clock | None = None
    worst: int = 0

    @property
    def unsteady(self) -> bool:
        """Whether he is off balance or off his feet still."""
        return self.owes > 0 or self.fell is not None


@dataclass(frozen=True, slots=True)
class Harmed:
    """In which impulse he was last hit, on which Master Phasing Count first, and on which he was disabled, knocked out
    or killed, None if he was not (5.7)."""

    at: Clock
    hit: int
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """So many times the event of the Victory Points table (4.4)."""

    event: str
    times: int = 1


@dataclass(frozen=True)
class OptionalFields:
    """What chapter 5, the Tournament Rules and scenario 2 keep about him; empty where none of them is used."""

    view: int = 0
    """Degrees by which his Field of View is widened: 60, 120 or 180 (5.1)."""
    known: tuple[Known, ...] = ()
    """Whom he has spotted (5.2)."""
    listened: tuple[Listened, ...] = ()
    """What he has listened for (5.3)."""
    plan: Plan | None = None
    """His Course of Action (5.5)."""
    nerve: Nerve | None = None
    """How he has lost his nerve (5.6)."""
    last_shot: LastShot | None = None
    """Where a second shot counts more (5.8)."""
    pin: Pin | None = None
    """The place that he has pinned (5.9)."""
    cocked: tuple[int, ...] = ()
    """Slots of the weapons whose hammer is cocked (5.11)."""
    footing: Footing | None = None
    """How he has been knocked off balance or off his feet (5.12)."""
    harmed: Harmed | None = None
    """On which Master Phasing Count he was last hit (5.7)."""
    rush: Clock | None = None
    """Since when the adrenalin rush carries him (5.14)."""
    charge: Clock | None = None
    """When he last charged, or went to a comrade's aid, by word alone (5.14)."""
    custody: CustodyWord = ""
    """How far he is arrested (scenario 2)."""
    dropped: tuple[Dropped, ...] = ()
    """His weapons that lie on the ground (scenario 2)."""
    baseline: Place | None = None
    """Where he came in (4.4)."""
    awards: tuple[Award, ...] = ()
    """What he has Victory Points for (4.4)."""
