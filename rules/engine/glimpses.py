"""What a side perceives of a fighter: the records that rulebooks answer with (`Ruleset.glimpse`)."""

from __future__ import annotations

from enum import Enum

from rules.engine.agenda import Clock
from rules.engine.frozen import dataclass
from rules.words.places import Place


class Sight(Enum):
    """How far a side perceives a fighter."""

    OWN = "own"
    """One of their own: everything is known."""
    SEEN = "seen"
    """In sight: place, posture, facing, weapon in hand, and what can be seen of their condition."""
    CONTACT = "contact"
    """Heard or seen before: at most a direction, or the last known place and when that was."""
    UNKNOWN = "unknown"
    """Does not exist for this side."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a side perceives of a fighter. `place`, `since` and `direction` ("north-east") belong to a contact."""

    sight: Sight
    place: Place | None = None
    since: Clock | None = None
    direction: str = ""

    @property
    def known(self) -> bool:
        """Whether the fighter exists for this side."""
        return self.sight is not Sight.UNKNOWN
