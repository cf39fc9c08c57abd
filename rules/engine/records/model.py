"""The nouns of a skirmish, all immutable: the encounter, its combatants, the things they carry, the map.

An order never changes these; it yields effects (`rules.engine.scene.effects`), and an effect yields a new encounter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from rules.engine.records.agenda import Agenda, Clock, Task
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Condition, Order, Weapon
from rules.engine.records.references import reference
from rules.engine.records.users import DisplayName, SideKey, TypedText, UserId
from rules.words.places import Place

C = TypeVar("C", bound=Condition)


@dataclass(frozen=True, slots=True)
class Spare:
    """`number` further loads (magazines, boxes, single rounds) of `count` each; `sort` is their type ("AP").

    `short`: how many pieces of the finest measure each is short of what its count is worth (`Ammunition.finest`).
    """

    count: int
    number: int = 1
    sort: str = ""
    short: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if self.count < 1 or self.number < 1:
            raise ValueError(f"impossible spare loads: {self!r}")


@dataclass(frozen=True, slots=True)
class Ammunition:
    """The ammunition loaded in a weapon, and its spare loads.

    `measure` is `rounds`, `boxes`, `tokens` or `grenades`. `spares` are further loads; None is an unlimited number.
    `sort` is the loaded type, "" if there is only one type. `loose` are single rounds that are in no load.

    A load that was not full when it was converted to a coarser measure counts as a little more than it is. So that
    converting it back adds nothing, `finest` is the capacity in the finest measure so far (0: in this one), and `short`
    is what the load in the weapon lacks, as for spare loads.
    """

    measure: str
    capacity: int
    loaded: int
    spares: tuple[Spare, ...] | None = ()
    sort: str = ""
    loose: tuple[Spare, ...] = field(default=(), metadata={"late": True})
    finest: int = field(default=0, compare=False)
    short: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.loaded <= self.capacity or any(s.count > self.capacity for s in self.spares or ()):
            raise ValueError(f"impossible ammunition: {self!r}")

    @property
    def loads(self) -> int | None:
        """The number of spare loads, None if it is unlimited."""
        return None if self.spares is None else sum(spare.number for spare in self.spares)

    @property
    def stacks(self) -> tuple[Spare, ...]:
        """The spare loads as people count them: loads of one size and type together, whatever they lack."""
        alike: dict[tuple[int, str], int] = {}
        for spare in self.spares or ():
            alike[spare.count, spare.sort] = alike.get((spare.count, spare.sort), 0) + spare.number
        return tuple(Spare(count, number, sort) for (count, sort), number in alike.items())

    def take(self, *sorts: str, size: int | None = None) -> tuple[Spare, Ammunition] | None:
        """Return the fullest spare load and the ammunition without it, None if there is none.

        If any `sorts` are named, the load is of one of them. Of equal loads, one of the loaded sort comes first. If the
        number of loads is unlimited, `size` is the size of the load, a full one by default.
        """
        if self.spares is None:
            return Spare(size or self.capacity, 1, sorts[0] if sorts else self.sort), self
        fitting = [spare for spare in self.spares if not sorts or spare.sort in sorts]
        if not fitting:
            return None
        best = max(fitting, key=lambda spare: (spare.count, spare.sort == self.sort, -spare.short))
        left = (replace(best, number=best.number - 1),) if best.number > 1 else ()
        at = next(at for at, spare in enumerate(self.spares) if spare is best)
        return replace(best, number=1), replace(self, spares=(*self.spares[:at], *left, *self.spares[at + 1 :]))

    def put(self, count: int, sort: str = "", short: int = 0) -> Ammunition:
        """Return this ammunition with one more spare load of `count` pieces; an empty load is not kept."""
        if self.spares is None or count == 0:
            return self
        for at, spare in enumerate(self.spares):
            if (spare.count, spare.sort, spare.short) == (count, sort, short):
                more = replace(spare, number=spare.number + 1)
                return replace(self, spares=(*self.spares[:at], more, *self.spares[at + 1 :]))
        return replace(self, spares=(*self.spares, Spare(count, 1, sort, short)))

    def holding(self, load: Spare) -> Ammunition:
        """Return this ammunition with a load in the weapon in place of the one that was in it."""
        return replace(self, loaded=load.count, sort=load.sort, short=load.short)

    def emptied(self) -> Ammunition:
        """Return this ammunition with nothing in the weapon."""
        return replace(self, loaded=0, short=0)


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon that a combatant carries; `ammunition` is None if it is not counted."""

    weapon: Weapon
    ammunition: Ammunition | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """The values from which a combatant is made when they join, and that a roster keeps between encounters.

    `in_hand` is the slot of the weapon in hand. `task` is what a fighter from a roster was doing when their encounter
    ended; in the next one they continue it, under their new id.
    """

    name: str
    sheet: str
    carried: tuple[Carried, ...]
    condition: Condition
    in_hand: int = field(default=0, metadata={"late": True})
    task: Task | None = field(default=None, metadata={"late": True})


@dataclass(frozen=True)
class Combatant:
    """One fighter. `owner` is a user's id, None for the GM's own; `present` is False once removed from play.

    `keeper` is the user who brought the fighter in as their own or accepted them. `roster` names the keeper's profile
    that wounds and ammunition are written back to, and `kept` is the link to the profile they came from
    (`bot.game.people.rosters`). In encounters from before there were keepers, the profile is the owner's.
    """

    id: str
    name: TypedText
    side: str
    owner: UserId | None
    carried: tuple[Carried, ...]
    condition: Condition
    in_hand: int = 0
    place: Place | None = None
    present: bool = True
    sheet: str = ""
    roster: str = ""
    keeper: UserId = field(default="", metadata={"late": True})
    kept: str = field(default="", metadata={"late": True})
    secret: bool = field(default=False, metadata={"late": True})
    """Whether the GM keeps this fighter secret from every other side that has not `met` them."""
    met: tuple[SideKey, ...] = field(default=(), metadata={"late": True})
    glimpsed: bool = field(default=False, metadata={"late": True})
    """Whether this record shows how the fighter looks to other sides (`Ruleset.outward`); never set in a stored
    encounter.
    """

    @property
    def reference(self) -> str:
        """The reference to this fighter, which texts hold in place of the name."""
        return reference(self.id)

    @property
    def holding(self) -> Carried | None:
        """The weapon in hand, None if they carry none."""
        return self.carried[self.in_hand] if self.carried else None


@dataclass(frozen=True, slots=True)
class Piece:
    """A named thing on the map: a wall of some material, a door, a window, cover, water, a bridge, a hill, a label.

    `words` are its material ("brick", "log") or a label's text. `open` and `bar` are for doors and windows: `bar` is
    the side of the bar on a barred one ("south"), "barred" if nobody named the side, "" without a bar. Only GMs see a
    `secret` piece.
    """

    kind: str
    places: frozenset[Place]
    words: str = ""
    open: bool = False
    secret: bool = False
    bar: str = field(default="", metadata={"late": True})


@dataclass(frozen=True, slots=True)
class BattleMap:
    """The map: `width` x `height` spaces, some obstructed, some rough to walk in (if the book has a rule for that).

    Nobody can stand on a `barred` place either, but it hides nobody: water, a window. `pieces` are the things on the
    map.
    """

    width: int
    height: int
    obstructions: frozenset[Place] = frozenset()
    rough: frozenset[Place] = frozenset()
    hidden_walls: frozenset[Place] = field(default=frozenset(), metadata={"late": True})
    hidden_rough: frozenset[Place] = field(default=frozenset(), metadata={"late": True})
    """The obstructed and rough places that the GM keeps secret; they are among the others."""
    pieces: tuple[Piece, ...] = field(default=(), metadata={"late": True})
    barred: frozenset[Place] = field(default=frozenset(), metadata={"late": True})
    hidden_barred: frozenset[Place] = field(default=frozenset(), metadata={"late": True})
    """The barred places that the GM keeps secret; they are among the others."""

    @property
    def open(self) -> BattleMap:
        """The map as everybody knows it."""
        pieces = tuple([piece for piece in self.pieces if not piece.secret])
        if not (self.hidden_walls or self.hidden_rough or self.hidden_barred) and len(pieces) == len(self.pieces):
            return self
        walls, rough = self.obstructions - self.hidden_walls, self.rough - self.hidden_rough
        barred = self.barred - self.hidden_barred
        return BattleMap(self.width, self.height, walls, rough, pieces=pieces, barred=barred)


@dataclass(frozen=True, slots=True)
class Apart:
    """The range last given between two combatants, in the ruleset's spaces; it applies until one of them moves."""

    one: str
    other: str
    range: int


@dataclass(frozen=True, slots=True, order=True)
class UndoneThrow:
    """A throw of the bot's dice for `actor` at this clock, in the entry `seq`, which was undone later.

    `name` is the fighter's at that time, case-folded; "" for none, and in encounters that mark by orders.
    """

    clock: Clock
    actor: str
    seq: int
    name: TypedText = field(default="", metadata={"late": True})


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A player's request to bring in a fighter, which a GM still has to answer; if the GM agrees, `muster` is carried
    out.

    `id` is the interaction with which `user` asked; `name` is their display name.
    """

    id: str
    user: UserId
    name: DisplayName
    muster: Order


@dataclass(frozen=True, slots=True)
class Sighting:
    """How a side (`rules.engine.sight.sight.side_of`) last perceived a fighter (an id) that it may not perceive now.

    `place` and `looks` are how the fighter was last seen, None if they never were; `gone`: they were seen to leave
    play. `revealed`: the GM has told everybody. `direction` ("north-east") is where they were last heard, or where
    their shot came from. `since` is when.
    """

    side: SideKey
    id: str
    since: Clock
    place: Place | None = None
    direction: str = ""
    looks: Condition | None = None
    gone: bool = False
    revealed: bool = False


class Settings(dict[str, str]):
    """The values of switches by name; encounters with the same switches share them.

    `derived` holds values that follow from the switches alone, by the rule that computes them: the set of rules in
    force, for example.
    """

    def __init__(self, switches: tuple[tuple[str, str], ...]) -> None:
        super().__init__(switches)
        self.derived: dict[object, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _settings, (tuple(self.items()),)


@lru_cache(maxsize=256)
def _settings(switches: tuple[tuple[str, str], ...]) -> Settings:
    return Settings(switches)


@dataclass(frozen=True)
class Encounter:
    """Everything about one skirmish. `commitment` is the SHA-256 of the secret seed its dice are drawn from.

    `timed` is False for a quick ruling: no clock runs, everything is done at once and no actions are counted. `dice` is
    the rule by which throws are drawn (`rules.engine.scene.dice_keys`). It uses `throws`, the number of each actor's
    orders that threw at this clock, and `undone`, the throws at this clock or a later one that were undone. `sides` are
    open to players, `brought` are the users who brought in a fighter of their own, `applications` wait for a GM, and
    `refused` are the users whose requests were refused, once for each time.
    """

    id: str
    title: TypedText
    ruleset: str
    preset: str
    gms: tuple[UserId, ...]
    commitment: str
    switches: tuple[tuple[str, str], ...] = ()
    combatants: tuple[Combatant, ...] = ()
    mustered: int = 0
    clock: Clock = field(default_factory=Clock)
    agenda: Agenda = ()
    battle_map: BattleMap | None = field(default=None, metadata={"stored": "board"})
    ranges: tuple[Apart, ...] = ()
    passed: tuple[str, ...] = ()
    ended: bool = False
    timed: bool = True
    records: tuple[tuple[str, str], ...] = field(default=(), metadata={"late": True})
    """Weapons and cards of this encounter alone, as names and JSON (`rules.engine.table.own_records`)."""
    dice: int = field(default=1, metadata={"late": True})
    throws: tuple[tuple[str, int], ...] = field(default=(), metadata={"late": True})
    undone: tuple[UndoneThrow, ...] = field(default=(), metadata={"late": True})
    sides: tuple[str, ...] = field(default=(), metadata={"late": True})
    brought: tuple[UserId, ...] = field(default=(), metadata={"late": True})
    applications: tuple[JoinRequest, ...] = field(default=(), metadata={"late": True})
    refused: tuple[UserId, ...] = field(default=(), metadata={"late": True})
    notes: tuple[TypedText, ...] = field(default=(), metadata={"late": True})
    secret_notes: tuple[TypedText, ...] = field(default=(), metadata={"late": True})
    """The GM's notes: those that everybody may read, and those for the GMs alone."""
    sightings: tuple[Sighting, ...] = field(default=(), metadata={"late": True})
    """The sightings of fighters that sides do not perceive now, one for each side and fighter."""
    paused: bool = field(default=False, metadata={"late": True})
    """Whether deadlines, and time that runs by itself, are stopped."""

    def __getstate__(self) -> dict[str, object]:
        """Return a copy, because another thread may add cached properties while this one is pickled."""
        return self.__dict__.copy()

    @cached_property
    def settings(self) -> Settings:
        """The values of the switches by name."""
        return _settings(self.switches)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """The position of each combatant in `combatants`, by id."""
        return {combatant.id: at for at, combatant in enumerate(self.combatants)}

    def combatant(self, id: str) -> Combatant:
        """Return the combatant with this id. Raises UnknownName if there is none, for example for an old button."""
        at = self.positions.get(id)
        if at is None:
            raise UnknownName("That fighter is no longer in this encounter. See who is with /encounter show.")
        return self.combatants[at]

    def task(self, actor: str) -> Task | None:
        """Return the task that `actor` is working on, None if there is none."""
        for item in self.agenda:
            if isinstance(item, Task) and item.actor == actor:
                return item
        return None

    def apart(self, one: str, other: str) -> int | None:
        """Return the range last given between two combatants, None if none was given."""
        pairs = (one, other), (other, one)
        for apart in self.ranges:
            if (apart.one, apart.other) in pairs:
                return apart.range
        return None

    def with_combatant(self, changed: Combatant) -> Encounter:
        """Return this encounter with the combatant of the same id replaced."""
        at = self.positions.get(changed.id)
        if at is None:
            return self
        return altered(self, combatants=(*self.combatants[:at], changed, *self.combatants[at + 1 :]))


def condition_reader(kind: type[C], noun: str = "combatant") -> Callable[[Combatant | Profile], C]:
    """Return the function by which a rulebook reads the condition of a combatant or profile.

    It raises TypeError for a condition of another kind; `noun` is the book's word for a fighter.
    """

    def read(of: Combatant | Profile) -> C:
        condition = of.condition
        if not isinstance(condition, kind):
            raise TypeError(f"{of.name} is not a {noun} of this rulebook")
        return condition

    return read
