"""The Points that pay for a move: the figure's own Points, and Command Points of a leader of its side (COMMAND POINTS).

Command Points only pay for the movement of other figures; each is worth a Point.
"""

from __future__ import annotations

from rules.engine.map.codes import find_fighter
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.scene import Scene
from rules.space_marines.figures.continuations import Proceed
from rules.space_marines.figures.figure import HALF, figure, points
from rules.space_marines.figures.turn import command_points, halves
from rules.space_marines.moves.how_words import MoveOptions
from rules.words.phrases import listed

SECTION = "COMMAND POINTS"


@dataclass(frozen=True, slots=True)
class Funds:
    """The Points that a move can use, in halves: `own`, and `command` of the `leader` (an id, "" if none helps).

    Own Points are spent first, or the leader's if `first`.
    """

    mover: str
    own: int
    command: int = 0
    leader: str = ""
    first: bool = False

    @property
    def total(self) -> int:
        """All Points that the move can use, in halves."""
        return self.own + self.command

    def shares(self, cost: int) -> tuple[int, int]:
        """Return the shares of a cost, in halves, that the mover and the leader pay; the cost is at most `total`."""
        command = min(self.command, cost) if self.first else max(0, cost - self.own)
        return cost - command, command

    def pay(self, cost: int, scene: Scene) -> Funds:
        """Spend a cost, in halves, record that the figure moved, and return what is left."""
        own, command = self.shares(cost)
        state = figure(scene.combatant(self.mover))
        moved = replace(state, spent=state.spent + own, moved=True)
        if moved != state:
            scene.change(self.mover, moved)
        if command:
            leader = figure(scene.combatant(self.leader))
            scene.change(self.leader, replace(leader, commanded=leader.commanded + command))
        return replace(self, own=self.own - own, command=self.command - command)


def find_funds(mover: str, options: MoveOptions, encounter: Encounter) -> Funds:
    """Return the Points that a move can use.

    Raises NotNow if no leader can help, UnknownName if there is no such leader.
    """
    own = halves(figure(encounter.combatant(mover)).left)
    if not options.command:
        return Funds(mover, own)
    leader = _leader(mover, options.leader, encounter)
    left = figure(leader).command_left
    if options.amount is None:
        return Funds(mover, own, halves(left), leader.id)
    if options.amount > left:
        raise NotNow(f"{leader.reference} has {command_points(left)} left this turn, not {float(options.amount):g}.")
    return Funds(mover, own, halves(options.amount), leader.id, first=True)


def find_remaining_funds(move: Proceed, options: MoveOptions, encounter: Encounter) -> Funds:
    """Return the Points for a move that continues; a leader that was hit in the meantime helps with the Points they
    have left.
    """
    alone = Funds(move.actor, halves(figure(encounter.combatant(move.actor)).left))
    able = leaders(move.actor, encounter) if options.command else []
    if options.leader:
        able = [c for c in able if (c.id == move.leader if move.leader else c.name == options.leader)]
    if not able:
        return alone
    left = figure(able[0]).command_left
    most = left if options.amount is None else min(left, options.amount)
    return replace(alone, command=halves(most), leader=able[0].id, first=options.amount is not None)


def leaders(mover: str, encounter: Encounter) -> list[Combatant]:
    """Return the other figures of its side with Command Points left, most first."""
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


def paid_words(own: int, command: int, leader: str) -> str:
    """Return the payment in words: "2 Points", "1 Point and 2 Command Points of Sarge"."""
    words = [points(own * HALF)] if own or not command else []
    if command:
        words.append(f"{command_points(command * HALF)} of {leader}")
    return listed(words, "and")


def _leader(mover: str, name: str, encounter: Encounter) -> Combatant:
    able = leaders(mover, encounter)
    if not able:
        one = encounter.combatant(mover)
        who = "other leader" if figure(one).leader else "leader"
        raise NotNow(f"No {who} on {one.reference}'s side has Command Points left for it this turn. Leave command out.")
    return find_fighter(name, able, encounter, "leader with Command Points left") if name else able[0]
