"""Where a user can move a fighter by hand: what the rules offer, the directions, and the way into cover.

All of it is worked out on the user's view of the encounter. The places that are offered are tried, as suggestions are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction

from bot.game.referee import rehearsal
from bot.game.requests import MoveRequest, OrderContext
from rules.engine.books.reach import Reach
from rules.engine.map.deployments import deployment_of
from rules.engine.map.pieces import COVER
from rules.engine.map.pieces import names as names_at
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Move
from rules.grid import hexes
from rules.grid.ground import impassable
from rules.words.places import Place

MOST_HOW = 30
"""Characters of `how:` that fit behind a button."""
MOST_OFFERED = 25
"""Places in a list, as many as Discord takes."""
HEXSIDES = ("↖", "↑", "↗", "↙", "↓", "↘")
"""The sides of a hex as they are laid out, three to a row."""
ARROWS = ("↖", "↑", "↗", "←", "→", "↙", "↓", "↘")
_STEPS = dict(zip(ARROWS, ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)), strict=True))
_AROUND = dict(zip(("↑", "↗", "↘", "↓", "↙", "↖"), range(6), strict=True))


@dataclass(frozen=True, slots=True)
class Step:
    """A place that is offered, its `label`, and what `how:` says of the way there."""

    to: Place
    label: str
    how: str = ""
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """The places offered to a fighter (an id), from `reach`.

    `arrows` are the spaces around, by the arrow that leads there; of further places `others` are the best to choose.
    A fighter who is not `here`, on the map, must be placed. `hexes`: the arrows lead over the sides of a hex.
    """

    actor: str
    name: str
    here: Place | None
    reach: Reach
    how: str = ""
    arrows: Mapping[str, Step] = field(default_factory=dict)
    others: Sequence[Step] = ()
    cover: Step | None = None
    back: Step | None = None
    hexes: bool = False


def reach(actor: str, context: OrderContext, how: str = "") -> Reach:
    """Return the places where a fighter (an id) can go, or be placed. Raises Refusal."""
    encounter = context.encounter
    if deployment := deployment_of(encounter, actor):
        there = deployment.zone - impassable(encounter.battle_map)
        return Reach({place: Fraction() for place in sorted(there)})
    return context.ruleset.reach(encounter, actor, how)


def choice(who: str, how: str, context: OrderContext) -> Choice:
    """Return the choices of a user for a fighter's move.

    Raises the Refusal of the order if there are none.
    """
    actor = replace(context, makes=Move).actor(who)
    encounter = context.encounter
    fighter = encounter.combatant(actor)
    found = reach(actor, context, how)
    if fighter.place is None and not found.costs:
        raise NotNow(f"{fighter.name} is not on the map. Give a place with to:, such as C4.")
    offer, names = _Offer(fighter, context, how, found), names_at(encounter.battle_map)
    arrows = dict(offer.arrows())
    near = {step.to for step in arrows.values()}
    ranked = [place for place in _ranked(found, encounter) if place not in near]
    tried = (offer.step(place, f"{names.get(place, place)} · {found.words(place)}") for place in ranked[:MOST_OFFERED])
    others = [step for step in tried if step.allowed]
    if not others and not any(step.allowed for step in arrows.values()):
        raise NotNow(offer.why or f"{fighter.name} cannot move now.")
    cover = next((place for place in _ranked(found, encounter) if _cover_at(place, encounter)), None)
    into = cover and offer.step(cover, f"To cover {cover} · {found.words(cover)}", _joined(how, found.cover))
    return Choice(
        actor, fighter.name, fighter.place, found, how, arrows, others, into or None, offer.back(), offer.on_hexes
    )


def pairs(actor: str, context: OrderContext, how: str = "") -> Iterator[tuple[str, str]]:
    """Yield the places that a fighter can reach, the cheapest first, each with its cost and its contents."""
    found, names = reach(actor, context, how), names_at(context.encounter.battle_map)
    for place in _ranked(found, context.encounter):
        yield str(place), f"{names.get(place, place)} · {found.words(place)}"


def described(choice: Choice, encounter: Encounter) -> Sequence[tuple[str, str]]:
    """Return the places by what they cost: ("2 actions", "B3, C4 (cover: log)")."""
    by_cost: dict[Fraction, list[Place]] = {}
    for place, cost in choice.reach.costs.items():
        by_cost.setdefault(cost, []).append(place)
    lines: list[tuple[str, str]] = []
    names = names_at(encounter.battle_map)
    for cost in sorted(by_cost):
        places = sorted(by_cost[cost])
        later = choice.reach.left is not None and cost > choice.reach.left
        words = choice.reach.words(places[0]) + ("; more than is left now" if later else "")
        lines.append((words, ", ".join(names.get(place, str(place)) for place in places)))
    return lines


class _Offer:
    """Tests the places that are offered to a fighter."""

    def __init__(self, fighter: Combatant, context: OrderContext, how: str, found: Reach) -> None:
        self._fighter, self._context, self._how, self._found = fighter, context, how, found
        self.why = ""

    def step(self, to: Place, label: str, how: str | None = None) -> Step:
        """Return a place, and whether the order would be carried out; the first refusal is kept."""
        how = self._how if how is None else how
        request = MoveRequest(str(to), self._fighter.name, None, how)
        why = rehearsal.why_not(request, self._context)
        self.why = self.why or why
        return Step(to, label, how, not why)

    def arrows(self) -> Iterator[tuple[str, Step]]:
        here = self._fighter.place
        if here is None:
            return
        for arrow in HEXSIDES if self.on_hexes else ARROWS:
            to = self._beside(here, arrow)
            if to is None:
                continue
            if to in self._found.costs:
                yield arrow, self.step(to, f"{arrow} {to} · {self._found.words(to)}")
            else:
                yield arrow, Step(to, f"{arrow} {to}", self._how, False)

    def back(self) -> Step | None:
        """Return a step backward, where the book knows it and the fighter's facing says where that is."""
        here, facing = self._fighter.place, self._facing()
        if here is None or facing is None or not self._found.back:
            return None
        behind = min(hexes.neighbours(here), key=lambda to: _off(hexes.bearing(here, to), facing + 180))
        how = _joined(self._how, self._found.back)
        return self.step(behind, f"Back to {behind}", how) if behind in self._found.costs else None

    def _facing(self) -> int | None:
        return self._context.ruleset.marker(self._fighter, self._context.encounter).facing

    @property
    def on_hexes(self) -> bool:
        """Whether the map has hexes."""
        return self._context.ruleset.space(self._context.encounter) == "hex"

    def _beside(self, here: Place, arrow: str) -> Place | None:
        if self.on_hexes:
            place = hexes.around(here)[_AROUND[arrow]]
        else:
            columns, rows = _STEPS[arrow]
            place = Place(here.column + columns, here.row + rows)
        battle_map = self._context.encounter.battle_map
        inside = place.column >= 1 and place.row >= 1
        return (
            place
            if inside and (battle_map is None or (place.column <= battle_map.width and place.row <= battle_map.height))
            else None
        )


def _off(one: int, other: int) -> int:
    return abs((one - other + 180) % 360 - 180)


def _ranked(found: Reach, encounter: Encounter) -> Sequence[Place]:
    """Return the places, the cheapest first, and of these the ones in cover."""
    return sorted(found.costs, key=lambda place: (found.costs[place], not _cover_at(place, encounter), place))


def _cover_at(place: Place, encounter: Encounter) -> bool:
    battle_map = encounter.battle_map
    return battle_map is not None and any(piece.kind == COVER and place in piece.places for piece in battle_map.pieces)


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))
