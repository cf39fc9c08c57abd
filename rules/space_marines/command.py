"""Who pays for a move: the figure with its own Points, a leader of its side with his Command Points (COMMAND POINTS).

They are for movement alone, while the figure moves, and never for the leader's own; each is worth a Point.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine.errors import NotNow
from rules.engine.model import Combatant, Encounter
from rules.engine.scene import Scene
from rules.space_marines.figure import HALF, figure, points
from rules.space_marines.how_words import Manner
from rules.space_marines.turn import command_points, halves
from rules.words.catalogue import find
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class Purse:
    """Whose Points a move can use, in halves: `own`, and `command` of the `leader`'s (an id, "" if none helps).

    Own Points go first; with `first` it is the leader's.
    """

    mover: str
    own: int
    command: int = 0
    leader: str = ""
    first: bool = False

    @property
    def total(self) -> int:
        """All that there is."""
        return self.own + self.command

    def shares(self, cost: int) -> tuple[int, int]:
        """What of a cost that it reaches is paid by the mover, and by the leader."""
        command = min(self.command, cost) if self.first else max(0, cost - self.own)
        return cost - command, command

    def pay(self, cost: int, scene: Scene) -> Purse:
        """Spend so much, which makes it a figure that has moved; what is left."""
        own, command = self.shares(cost)
        state = figure(scene.combatant(self.mover))
        moved = replace(state, spent=state.spent + own, moved=True)
        if moved != state:
            scene.change(self.mover, moved)
        if command:
            leader = figure(scene.combatant(self.leader))
            scene.change(self.leader, replace(leader, commanded=leader.commanded + command))
        return replace(self, own=self.own - own, command=self.command - command)


def purse(mover: str, manner: Manner, encounter: Encounter) -> Purse:
    """What the move can be paid with. Raises NotNow where no leader can help as it says, UnknownName for one that is
    not known."""
    own = halves(figure(encounter.combatant(mover)).left)
    if not manner.command:
        return Purse(mover, own)
    leader = _leader(mover, manner.leader, encounter)
    left = figure(leader).command_left
    if manner.amount is None:
        return Purse(mover, own, halves(left), leader.id)
    if manner.amount > left:
        raise NotNow(f"{leader.name} has {command_points(left)} left this turn, not {float(manner.amount):g}.")
    return Purse(mover, own, halves(manner.amount), leader.id, first=True)


def purse_still(mover: str, manner: Manner, encounter: Encounter) -> Purse:
    """The same for a move that goes on: a leader who has been hit since helps with what he has left, if anything."""
    alone = Purse(mover, halves(figure(encounter.combatant(mover)).left))
    able = [c for c in leaders(mover, encounter) if manner.leader in ("", c.name)] if manner.command else []
    if not able:
        return alone
    left = figure(able[0]).command_left
    most = left if manner.amount is None else min(left, manner.amount)
    return replace(alone, command=halves(most), leader=able[0].id, first=manner.amount is not None)


def leaders(mover: str, encounter: Encounter) -> list[Combatant]:
    """The other figures of its side with Command Points left, the one with the most first."""
    one = encounter.combatant(mover)
    able = [
        c
        for c in encounter.combatants
        if c.id != mover
        and c.present
        and figure(c).camp == figure(one).camp
        and figure(c).command_left > 0
        and (c.place is not None or one.place is None)
    ]
    return sorted(able, key=lambda c: -figure(c).command_left)


def paid(own: int, command: int, leader: str) -> str:
    """What was paid, in words: "2 Points", "1 Point and 2 Command Points of Sarge"."""
    said = [points(own * HALF)] if own or not command else []
    if command:
        said.append(f"{command_points(command * HALF)} of {leader}")
    return listed(said, "and")


def _leader(mover: str, name: str, encounter: Encounter) -> Combatant:
    able = leaders(mover, encounter)
    if not able:
        one = encounter.combatant(mover)
        who = "other leader" if figure(one).leader else "leader"
        raise NotNow(f"No {who} on {one.name}'s side has Command Points left for it this turn: leave command out.")
    return find(name, {c.name: c for c in able}, "leader with Command Points left") if name else able[0]
