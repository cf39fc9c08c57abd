"""What a side perceives of a fighter: the records that rulebooks answer with (`Ruleset.glimpse`)."""

from __future__ import annotations

from enum import IntEnum

from rules.engine.agenda import Clock
from rules.engine.frozen import dataclass
from rules.engine.records import Condition
from rules.words.places import Place


class Sight(IntEnum):
    """How far a side perceives a fighter; a greater one is better."""

    UNKNOWN = 0
    """Does not exist for this side."""
    CONTACT = 1
    """Heard or seen before: at most a direction, or the last known place and when that was."""
    SEEN = 2
    """In sight: place, posture, facing, weapon in hand, and what can be seen of their condition."""
    OWN = 3
    """One of their own: everything is known."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a side perceives of a fighter. All fields besides `sight` belong to a contact.

    `place` is the last one known, `since` is when it or the `direction` ("north-east") was perceived. `looks` is what
    was seen of the fighter then. `nameless`: heard or felt alone; the side does not know who it is. `gone`: seen to
    leave play.
    """

    sight: Sight
    place: Place | None = None
    since: Clock | None = None
    direction: str = ""
    looks: Condition | None = None
    nameless: bool = False
    gone: bool = False

    @property
    def known(self) -> bool:
        """Whether the fighter exists for this side."""
        return self.sight is not Sight.UNKNOWN

    @property
    def recognized(self) -> bool:
        """Whether the side knows who it is."""
        return self.known and not self.nameless
