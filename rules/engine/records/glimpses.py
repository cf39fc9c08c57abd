"""Glimpses: the records that say what a side perceives of a fighter. Rulebooks return them (`Ruleset.glimpse`)."""

from __future__ import annotations

from enum import IntEnum

from rules.engine.records.agenda import Clock
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Condition
from rules.words.places import Place


class Sight(IntEnum):
    """How well a side perceives a fighter; a greater value is better."""

    UNKNOWN = 0
    """The fighter does not exist for this side."""
    CONTACT = 1
    """Heard or seen before: at most a direction, or the last known place and when that was."""
    SEEN = 2
    """In sight: place, posture, facing, weapon in hand, and what can be seen of their condition."""
    OWN = 3
    """One of the side's own fighters: everything is known."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A side's perception of a fighter. All fields except `sight` describe a contact.

    `place` is the last known place; `since` is when the place or the `direction` ("north-east") was perceived. `looks`
    is what was seen of the fighter then. `nameless`: the fighter was only heard or felt, and the side does not know who
    it is. `gone`: the fighter was seen to leave play.
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
        return not self.nameless and self.sight is not Sight.UNKNOWN
