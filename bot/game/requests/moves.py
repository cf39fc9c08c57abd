"""Requests to move: one fighter or several, to places or nearer to their enemies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from bot.game.requests.context.context import OrderContext
from bot.game.requests.context.words import short
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Move, Several
from rules.engine.records.records import Order
from rules.grid.approach import Approach, Costs
from rules.words.patterns import regex
from rules.words.phrases import counted
from rules.words.places import Place

_NEARER = regex(
    r"(?:each )?(?:(?P<spaces>one|an?|[0-9]{1,2}) )?(?:(?:squares?|hex(?:es)?|spaces?|steps?) )?(?:nearer|closer)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move, at the ruleset's cost or at a given one: to a place, or "one square nearer" to the nearest enemy.

    Several fighters, separated by commas, have a place each, or all move nearer.
    """

    makes: ClassVar[type[Order]] = Move

    to: str
    who: str = ""
    cost: int | None = None
    how: str = ""

    def order(self, context: OrderContext) -> Order:
        context.ruleset.check_verb(Move)
        movers = context.actors(self.who)
        nearer = _NEARER.fullmatch(" ".join(self.to.split()))
        moves = self._nearer(movers, _spaces(nearer["spaces"]), context) if nearer else self._to_places(movers)
        how = short(self.how, option="how:")
        orders = tuple(Move(id, place, self.cost, how) for id, place in moves)
        return orders[0] if len(movers) == 1 else Several(orders)

    def _to_places(self, movers: list[str]) -> list[tuple[str, Place]]:
        if len(movers) == 1:
            return [(movers[0], Place.parse(self.to))]
        parts = self.to.split(",") if "," in self.to else self.to.split()
        places = [Place.parse(part) for part in parts]
        if len(places) != len(movers):
            raise Refusal(
                f"Give {counted(len(movers), 'place')} with commas, one for each fighter, not "
                f"{len(places)}. Or use to: one space nearer."
            )
        return list(zip(movers, places, strict=True))

    def _nearer(self, movers: list[str], spaces: int, context: OrderContext) -> list[tuple[str, Place]]:
        """Return the place that each mover can get to, the nearest mover first, so that they do not hinder each
        other.
        """
        encounter, ruleset = context.encounter, context.ruleset
        at = {c.id: c.place for c in encounter.combatants if c.present and c.place}
        goals = {id: _enemies(encounter.combatant(id), at, context) for id in movers}
        alike = dict[tuple[frozenset[Place], Costs | None], list[str]]()
        for id in movers:
            costs = ruleset.step_costs(encounter, encounter.combatant(id), self.how)
            alike.setdefault((goals[id], costs), []).append(id)
        ways = dict[str, Approach]()
        for (against, costs), ids in alike.items():
            starts = [at[id] for id in ids]
            ways |= dict.fromkeys(ids, Approach.to(against, starts, encounter, ruleset.space(encounter), costs))
        moves: list[tuple[str, Place]] = []
        for id in sorted(movers, key=lambda id: ways[id].steps(at[id])):
            others = frozenset() if ruleset.crowded else frozenset(place for other, place in at.items() if other != id)
            to = ways[id].nearer(at[id], spaces, others)
            if to != at[id]:
                moves.append((id, to))
                at[id] = to
        if not moves:
            who = f"{encounter.combatant(movers[0]).name} cannot" if len(movers) == 1 else "None of them can"
            raise NotNow(f"{who} get nearer to an enemy: they are next to one, or the way is blocked.")
        return moves


def _spaces(number: str | None) -> int:
    return int(number) if number and number.isdecimal() else 1


def _enemies(mover: Combatant, at: Mapping[str, Place], context: OrderContext) -> frozenset[Place]:
    """Return the places of the mover's enemies.

    Raises NotNow for a mover who is not on the map, or without enemies.
    """
    if mover.id not in at:
        raise NotNow(f"{mover.name} is not on the map. Give a place with to:, such as C4.")
    others = (c for c in context.encounter.combatants if c.id in at and c.id != mover.id)
    enemies = frozenset(at[c.id] for c in others if not context.ruleset.friends(mover, c))
    if not enemies:
        raise NotNow(f"No enemy of {mover.name} is on the map. Give a place with to:, such as C4.")
    return enemies
