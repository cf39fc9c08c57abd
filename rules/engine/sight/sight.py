"""Each side's knowledge of each fighter, derived from the encounter.

1. A *side* is a key (`side_of`): the name of a side, or the owner of fighters without one.
2. `glimpse` returns a side's perception of a fighter. First comes what no sense can perceive (`imperceptible`): secret
   fighters, and those who are not on the map yet. Then comes the switch `fog`, then the rulebook (`Ruleset.glimpse`).
   No glimpse is stored.
3. `remembered` notes in each part how sides last saw the fighters that go out of their sight in it
   (`Encounter.sightings`); from then on these are contacts.

Who witnessed each part of an order is in `rules.engine.sight.witnesses`.

`bot.game.sight` works out from these what a reader gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter, is_

from rules.engine.books import switch_values
from rules.engine.books.ruleset import Ruleset, SightRules
from rules.engine.books.table_options import FOG, OFF, TABLE_OPTIONS
from rules.engine.map.deployments import appeared, deployments
from rules.engine.map.pieces import layers, secrets
from rules.engine.records.agenda import whose
from rules.engine.records.copies import altered
from rules.engine.records.derived import derived
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.references import OPENING
from rules.engine.scene.effects import Sighted
from rules.engine.scene.scene import Perception
from rules.words.places import Place

_SECRET, _PLACE, _SIDE = attrgetter("secret"), attrgetter("place"), attrgetter("side", "owner")
_NOWHERE = frozenset[Place]()
_BASIS = ("combatants", "clock", "battle_map", "ranges", "switches", "sightings", "ended", "timed", "agenda")
"""The fields of an encounter on which the sight of its fighters depends."""
NO_SIDE = OPENING * 2
"""A made-up side without fighters, which has perceived nobody: it decides where there is no other side yet."""
_OWN, _SEEN, _UNKNOWN = Glimpse(Sight.OWN), Glimpse(Sight.SEEN), Glimpse(Sight.UNKNOWN)


def disclosed(encounter: Encounter) -> bool:
    """Return whether nothing is kept from anybody: after the end, and in a quick ruling."""
    return encounter.ended or not encounter.timed


def fog(encounter: Encounter) -> str:
    """Return the value of the switch `fog`; `off` where everything is disclosed."""
    if disclosed(encounter):
        return OFF
    return encounter.settings.get(FOG) or switch_values.value_of(TABLE_OPTIONS[FOG], encounter)


@derived("combatants", "sightings", "switches", "ended", "timed", "battle_map", "agenda")
def veiled(encounter: Encounter, book: SightRules) -> bool:
    """Return whether some side may not know all fighters here: the first question wherever something can be hidden."""
    if disclosed(encounter):
        return False
    fighters = encounter.combatants
    if any(map(_SECRET, fighters)):
        return True
    # On most maps everyone has a place, and nobody is asked about one by one.
    off_map = encounter.battle_map is not None and None in map(_PLACE, fighters)
    if off_map and any(unplaced(encounter, one) for one in fighters):
        return True
    return fog(encounter) != OFF and book.hides(encounter)


def unplaced(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether there is a map on which a fighter has yet to appear: in the fog everyone without a place,
    otherwise those whose side deploys.
    """
    if combatant.place is not None or encounter.battle_map is None:
        return False
    return fog(encounter) != OFF or any(one.side == combatant.side for one in deployments(encounter))


def imperceptible(encounter: Encounter, side: str, combatant: Combatant) -> bool:
    """Return whether no fighter of a side can see, hear or sense another fighter at present, by any book's rules: the
    fighter is secret and the side has not met them, or they are not on the map yet.
    """
    if combatant.place is not None and not combatant.secret:
        return False
    apart = side != side_of(combatant) and not disclosed(encounter)
    return apart and (not _may_know(side, combatant) or unplaced(encounter, combatant))


def side_of(combatant: Combatant) -> str:
    """Return the key of a fighter's side; the key of a fighter without a side cannot be typed."""
    return combatant.side or side_key("", combatant.owner)


def side_key(side: str, owner: str | None) -> str:
    """Return the key of the side of fighters with this side and owner."""
    return side or f"{OPENING}{owner or ''}"


@derived("combatants")
def sides(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides that have or had a fighter here, in the order of their first one."""
    return _sides(tuple(map(_SIDE, encounter.combatants)))


@derived("combatants")
def by_side(encounter: Encounter) -> Mapping[str, frozenset[str]]:
    """Return the ids of the fighters of each side."""
    fighters: dict[str, set[str]] = {}
    for one in encounter.combatants:
        fighters.setdefault(side_of(one), set()).add(one.id)
    return {side: frozenset(ids) for side, ids in fighters.items()}


@lru_cache(maxsize=64)
def _sides(fighters: tuple[tuple[str, str | None], ...]) -> tuple[str, ...]:
    """Return the keys of the sides of fighters, given as side and owner; few orders change these."""
    return tuple({side_key(side, owner): None for side, owner in fighters})


def glimpse(encounter: Encounter, book: SightRules, side: str, combatant: Combatant) -> Glimpse:
    """Return a side's perception of a fighter."""
    kept = _glimpses(encounter, book)
    if kept is None:
        return _OWN if side == side_of(combatant) else _SEEN
    # An order asks of each state several times: for its witnesses, its readers, and those it calls.
    last = kept.get((side, combatant.id))
    if last is None or last[0] is not combatant:
        last = kept[side, combatant.id] = combatant, _glimpse(encounter, book, side, combatant)
    return last[1]


def _glimpse(encounter: Encounter, book: SightRules, side: str, combatant: Combatant) -> Glimpse:
    if side == side_of(combatant):
        return _OWN
    if not _may_know(side, combatant):
        return _UNKNOWN
    limited = fog(encounter) != OFF
    if unplaced(encounter, combatant) and not book.borne(encounter, combatant):
        # The side may remember them.
        return book.glimpse(encounter, side, combatant) if limited and book.hides(encounter) else _UNKNOWN
    return book.glimpse(encounter, side, combatant) if limited else _SEEN


def mapped(encounter: Encounter, owner: str | None) -> Encounter:
    """Return the encounter with the map by which the orders of an owner's fighters are planned.

    For players, that is the map without its secret pieces. The GM, who orders fighters without an owner, knows them.
    """
    battle_map = encounter.battle_map
    if battle_map is None or owner is None or battle_map.open is battle_map:
        return encounter
    return altered(encounter, battle_map=battle_map.open)


def known_to(encounter: Encounter, book: SightRules, side: str) -> Encounter:
    """Return the encounter as a side knows it: without unknown fighters, and with contacts at their last known places.

    The side's orders are planned by it. Its players read another view (`bot.game.sight.view`).
    """
    if not veiled(encounter, book):
        return encounter
    fighters = [one for c in encounter.combatants if (one := _as_known(encounter, book, side, c))]
    if len(fighters) == len(encounter.combatants) and all(map(is_, fighters, encounter.combatants)):
        return encounter
    ids = {one.id for one in fighters}
    hidden = any(not {apart.one, apart.other} <= ids for apart in encounter.ranges)
    smaller = altered(
        encounter,
        combatants=tuple(fighters),
        agenda=tuple(item for item in encounter.agenda if whose(item) in (None, *ids)),
        ranges=tuple(a for a in encounter.ranges if {a.one, a.other} <= ids) if hidden else encounter.ranges,
    )
    # The copy keeps the known lines of sight, but positions in the tuple have changed.
    smaller.__dict__.pop("positions", None)
    return smaller


def unknown_to(encounter: Encounter, book: SightRules, side: str) -> frozenset[str]:
    """Return the ids of the fighters that a side does not see.

    Contacts count, because their present place is unknown.
    """
    if not veiled(encounter, book):
        return frozenset()
    return frozenset([c.id for c in encounter.combatants if glimpse(encounter, book, side, c).sight < Sight.SEEN])


def _as_known(encounter: Encounter, book: SightRules, side: str, combatant: Combatant) -> Combatant | None:
    perceived = glimpse(encounter, book, side, combatant)
    if not perceived.recognized:
        return None
    return as_contact(combatant, perceived) if perceived.sight is Sight.CONTACT else combatant


def as_contact(combatant: Combatant, contact: Glimpse) -> Combatant:
    """Return a fighter as remembered by a side that does not see them: as they looked, without weapons.

    If the side does not know who it is, the name is only a direction ("Somebody to the north").
    """
    condition = combatant.condition if contact.looks is None else contact.looks
    last = altered(
        combatant, place=contact.place, condition=condition, carried=(), in_hand=0, present=not contact.gone, sheet=""
    )
    if not contact.nameless:
        return last
    return altered(last, name=f"Somebody to the {contact.direction}", side="", owner=None, keeper="")


def public_glimpse(encounter: Encounter, book: SightRules, combatant: Combatant) -> Glimpse:
    """Return the least perception of a fighter among the other sides, for the channel and spectators.

    A secret fighter is unknown until the GM reveals them or every other side has met them. Only fighters that the
    fighter's own side knows count, because a text in the channel must not tell that side that somebody unknown sees
    them.
    """
    kept = _public(encounter, book)
    if kept is None:
        return _SEEN
    last = kept.get(combatant.id)
    if last is None or last[0] is not combatant:
        last = kept[combatant.id] = combatant, _least(encounter, book, combatant)
    return last[1]


def _least(encounter: Encounter, book: SightRules, combatant: Combatant) -> Glimpse:
    own = side_of(combatant)
    others = [side for side in sides(encounter) if side != own]
    open_to_own = overt(encounter, book, own)
    glimpses = [glimpse(open_to_own, book, side, combatant) for side in others or [NO_SIDE]]
    # Who is remembered at a place from where they would see a fighter may be elsewhere now.
    glimpses += [glimpse(encounter, book, side, combatant) for side in others if open_to_own is not encounter]
    if all(one.sight is Sight.SEEN for one in glimpses):
        return _SEEN
    least = min(glimpses, key=lambda one: (one.recognized, one.sight))
    if not least.recognized:
        return _UNKNOWN
    contacts = [one for one in glimpses if one.sight is Sight.CONTACT]
    # Sides may remember different places.
    return least if all(one == least for one in contacts) else Glimpse(Sight.CONTACT, looks=contacts[0].looks)


def overt(encounter: Encounter, book: SightRules, side: str) -> Encounter:
    """Return the encounter as a side knows it, without the sightings that only other sides have."""
    by_side = _overts(encounter)
    if side not in by_side:
        known = known_to(encounter, book, side)
        open_to_side = tuple(one for one in known.sightings if one.side == side or one.revealed)
        if len(open_to_side) < len(known.sightings):
            known = altered(known, sightings=open_to_side)
        # Neither encounter must keep a reference to itself.
        if known is not encounter:
            _overts.forget(known)
        by_side[side] = None if known is encounter else known
    return by_side[side] or encounter


@derived(*_BASIS)
def _glimpses(encounter: Encounter, book: SightRules) -> dict[tuple[str, str], tuple[Combatant, Glimpse]] | None:
    """Return the results of `glimpse` so far, each with the fighter as they were, by side and fighter; None where
    nothing can be hidden.
    """
    return {} if veiled(encounter, book) else None


@derived(*_BASIS)
def _public(encounter: Encounter, book: SightRules) -> dict[str, tuple[Combatant, Glimpse]] | None:
    """Return the results of `public_glimpse` so far, each with the fighter as they were, by fighter; None where nothing
    can be hidden.
    """
    return {} if veiled(encounter, book) else None


@derived(*_BASIS)
def _overts(encounter: Encounter) -> dict[str, Encounter | None]:
    """Return the results of `overt` so far, by side; None for the encounter itself."""
    return {}


def perceived_by_all(encounter: Encounter, book: SightRules, combatant: Combatant) -> bool:
    """Return whether every other side perceives a fighter."""
    return public_glimpse(encounter, book, combatant).known


@dataclass(frozen=True, slots=True)
class Learned:
    """A side has come to perceive a fighter (an id), or perceives them better than before; "" for secret pieces of the
    map.
    """

    side: str
    id: str


def learned(before: Encounter, states: Iterable[Encounter], book: SightRules) -> tuple[Learned, ...]:
    """Return what sides have learned of each other's fighters and of the map in an order; `states` are those that its
    parts left.

    A newcomer counts only for the sides that they ran into. The end, at which everything is disclosed, does not count.
    """
    return tuple({one: None for after in states if not after.ended for one in _learned(before, after, book)})


def _learned(before: Encounter, after: Encounter, book: SightRules) -> Iterator[Learned]:
    there = sides(before)
    if _shows_more(before, after) or appeared(before, after):
        yield from (Learned(side, "") for side in there)
    if not veiled(before, book):
        return
    for combatant in after.combatants:
        if combatant.id not in before.positions:
            continue
        was = before.combatant(combatant.id)
        yield from (Learned(side, was.id) for side in combatant.met if side not in (*there, *was.met))
        for side in there:
            earlier = glimpse(before, book, side, was).sight
            if earlier < Sight.SEEN and earlier < glimpse(after, book, side, combatant).sight:
                yield Learned(side, was.id)


def _shows_more(before: Encounter, after: Encounter) -> bool:
    """Return whether a piece of the map that was secret is no longer so."""
    if before.battle_map is None or after.battle_map is None:
        return False
    if before.battle_map is after.battle_map:
        return False
    now, still = layers(after.battle_map), secrets(after.battle_map)
    return any(
        (places & now.get(layer, _NOWHERE)) - still.get(layer, _NOWHERE)
        for layer, places in secrets(before.battle_map).items()
    )


def remembered(before: Encounter, after: Encounter, book: SightRules) -> Sighted | None:
    """Return the sightings of fighters that go out of sight in a part of an order; None for none.

    If the switch `fog` changes in the part, nothing is remembered.
    """
    if fog(before) == OFF or fog(before) != fog(after):
        return None
    lost = tuple([one for one in book.lost(before, after) if _may_know(one.side, before.combatant(one.id))])
    return Sighted(lost) if lost else None


def _may_know(side: str, combatant: Combatant) -> bool:
    """Return whether a side may know of a fighter, because the GM does not keep them secret or the side has met
    them.
    """
    return not combatant.secret or side in combatant.met


class Perceived(Perception):
    """The sides' perception of each other's fighters by the rules of a book."""

    def __init__(self, book: Ruleset) -> None:
        self._book = book
        self.limited = False
        """Whether, in a part so far, some side may not have known all fighters."""
        self._encounter: Encounter | None = None
        self._known: dict[tuple[str, str | None], Encounter] = {}
        """The results of `known` for that encounter: plans ask for each enemy in turn."""

    def uncertain(self, encounter: Encounter) -> bool:
        return not disclosed(encounter)

    def known(self, encounter: Encounter, fighter: Combatant) -> Encounter:
        if encounter is not self._encounter:
            self._encounter, self._known = encounter, {}
        side, owner = side_of(fighter), fighter.owner
        if (side, owner) not in self._known:
            self._known[side, owner] = mapped(known_to(encounter, self._book, side), owner)
        return self._known[side, owner]

    def readable(self, encounter: Encounter, fighter: Combatant) -> Encounter:
        known = self.known(encounter, fighter)
        if fog(encounter) == OFF:
            return known
        side = side_of(fighter)
        fighters = [c if side_of(c) == side else self._book.outward(c, known) for c in known.combatants]
        return altered(known, combatants=tuple(fighters))

    def glimpse(self, encounter: Encounter, fighter: Combatant, other: Combatant) -> Glimpse:
        return glimpse(encounter, self._book, side_of(fighter), other)

    def perceives(self, encounter: Encounter, fighter: Combatant) -> bool:
        return self._book.perceives(fighter, encounter)

    def remembered(self, before: Encounter, after: Encounter) -> Sighted | None:
        if not (veiled(before, self._book) or veiled(after, self._book)):
            return None
        self.limited = True
        return remembered(before, after, self._book)
