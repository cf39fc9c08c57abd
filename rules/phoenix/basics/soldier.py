"""Phoenix Command's record of one combatant: a dataclass for each group of fields, and `Soldier`, which inherits all.

`Soldier` stays one flat record, whose methods compute only values that follow from it. The records of chapter 5,
scenario 2 and the Tournament Rules, with their mixin, are in `rules.phoenix.optional.records`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import condition_reader
from rules.engine.records.records import Condition
from rules.phoenix.basics.times import after
from rules.phoenix.optional.records import OptionalFields
from rules.tables.cells import NUMBER, Number
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Light:
    """The Encumbrance without the weapons that lie on the ground, in hundredths of a pound, and the values that follow
    from it (1.3, 1.4).
    """

    weight: int
    base_speed: str = ""
    maximum_speed: int | None = None
    actions: int | None = None


HEXSIDE = 60
"""The degrees of a hexside."""


@dataclass(frozen=True, slots=True)
class Turned:
    """Turning in the impulse `at`, on the spot or at the last hex entered (2.3).

    It has the facing before it, the number of hexsides, and the actions paid for it. `turn` are its degrees; they are
    not compared, because older entries have only the hexsides.
    """

    at: Clock
    since: int | None
    sides: int
    paid: int = 0
    turn: int | None = field(default=None, compare=False)

    @property
    def degrees(self) -> int:
        """The degrees turned."""
        return self.sides * HEXSIDE if self.turn is None else self.turn


def turned(at: Clock, since: int | None, degrees: int, paid: int = 0) -> Turned:
    """Return the record of turning so many degrees."""
    return Turned(at, since, -(-degrees // HEXSIDE), paid, degrees)


Position = Literal["standing", "kneeling", "prone"]
Exposure = Literal["", "looking", "firing", "dug in", "exposed", "hidden"]
"""Looking or firing over or around cover, dug in (scenario 1), standing (kneeling, lying) in the open, or out of sight;
"" if nobody has stated it, which counts as in the open and modifies nothing (ruling O25)."""
BodyPart = Literal["", "head", "body", "legs"]
"""The part of the body that is aimed at (3.2); "" for the whole body."""
GaitWord = Literal["", "running", "low crouch", "hands and knees"]
DuckWord = Literal["never", "when fired upon", "ask"]
EffectWord = Literal["", "Out", "Stunned", "Dazed", "Disoriented"]
CareKind = Literal["No Aid", "First Aid", "Aid Station", "Field Hospital", "Trauma Center"]


@dataclass(frozen=True, slots=True)
class Characteristics:
    """STR, INT, WIL, HLT and AGI, 1 to 21 each (1.2)."""

    strength: int = 10
    intelligence: int = 10
    will: int = 10
    health: int = 10
    agility: int = 10


@dataclass(frozen=True, slots=True)
class Armor:
    """The Protection Factors of the armor on the head, over the face, on the body and on the limbs (1.4, ruling
    O29).
    """

    helm: int = 0
    visor: int = 0
    body: int = 0
    limbs: int = 0


@dataclass(frozen=True, slots=True)
class Cover:
    """A thing that a fighter is behind, and its Protection Factor as table 7C prints it ("0.3") (3.8)."""

    name: str
    pf: str

    @property
    def protection(self) -> Number:
        """The Protection Factor."""
        return NUMBER.read(self.pf)


@dataclass(frozen=True, slots=True)
class Equipment:
    """A number of one item of the Equipment Table (1.4)."""

    item: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class Wound:
    """Physical Damage from one hit. `disabling` counts asterisks; it takes effect once the clock has passed `at` (O23).
    `shock` counts for the knockout of that impulse alone (3.3)."""

    points: int
    location: str
    disabling: int
    at: Clock
    shock: int = 0


@dataclass(frozen=True, slots=True)
class Knockout:
    """The knockout throws of an impulse, made at its first wound and kept for its later ones (ruling O22).

    `roll` is 00 to 99; `time` is 0 to 9 for table 8B, None if it was not needed. `until` is None if the fighter is
    still up. Otherwise they are out until then, starting at the end of the impulse `since` if they fell in an earlier
    impulse, or else of `at`.
    """

    at: Clock
    roll: int
    time: int | None = None
    until: Clock | None = None
    since: Clock | None = None
    effect: EffectWord = ""
    """How the fighter is incapacitated (5.13); "" if that rule is not in use."""
    before: EffectWord = ""
    """How the fighter was incapacitated until the end of that impulse, if they already were and it got worse."""


@dataclass(frozen=True, slots=True)
class Care:
    """The best care so far (2.9). `tech` is a Trauma Center's Tech Level, 13 to 18, 0 elsewhere; `since` is when it
    began, `left` when it was given up."""

    kind: CareKind = "No Aid"
    tech: int = 0
    since: Clock = field(default_factory=Clock)
    left: Clock | None = None


@dataclass(frozen=True, slots=True)
class Aimed:
    """The actions of aim taken so far at a combatant (by id) or a place (as written, "D7")."""

    at: str
    actions: int


@dataclass(frozen=True, slots=True)
class Sustained:
    """A burst, as far as it matters to one in the next impulse (3.4): when it was fired, the slot of the weapon, its
    EAL, its targets and everyone in its arc (ids, or a place as written), and the part of the body it was aimed at.

    `aim`: the actions of aim of the first burst, those that count besides included; None in a burst stored before the
    next burst's own terms counted (ruling O76). `bursts`: how many bursts there have been since the aim.
    """

    at: Clock
    slot: int
    accuracy: int
    targets: tuple[str, ...]
    part: BodyPart = ""
    aim: int | None = None
    bursts: int = 1


@dataclass(frozen=True, slots=True)
class Work:
    """The identity of a stretch of work, however it is described: its kind, and the facts that distinguish it from
    other work of that kind (ids of combatants, slots, types of ammunition)."""

    kind: str
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """The actions spent so far on a stretch of work; `what` is its description when they were spent. Layout 2 of the
    journal has only `what`. `fresh` are those of this impulse, which a duck loses (ruling O81). `work` and `fresh` are
    not compared, so that older journals replay the same."""

    what: str
    spent: int
    work: Work | None = field(default=None, compare=False)
    fresh: int = field(default=0, compare=False)

    def on(self, work: Work, what: str) -> bool:
        """Return whether the actions were spent on this work; for a record of layout 2, `what` decides."""
        return self.what == what if self.work is None else self.work == work


@dataclass(frozen=True, slots=True)
class Passed:
    """A hex that a fighter has passed in this impulse, and their posture in it (2.4)."""

    place: Place
    position: Position = "standing"
    exposure: Exposure = ""
    gait: GaitWord = ""
    facing: int | None = None
    cover: Cover | None = None
    cover_side: int | None = None


@dataclass(frozen=True, slots=True)
class Fitted:
    """Gear in use, by its name, on the weapon in a slot; None for gear that the fighter wears (3.1, 5.3)."""

    gear: str
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A move under way: the place and facing at its beginning; its destination, way of moving and cost, as ordered; the
    place reached so far, and the actions spent so far; `fresh` as in `Progress`."""

    start: Place
    facing: int | None
    to: Place
    how: str
    cost: int | None
    at: Place
    spent: int
    fresh: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Values:
    """The values that the sheet line gives and that chapter 1 calculates (1.2 to 1.4); None if the line leaves a value
    open.

    `actions` are Combat Actions when unhurt. `knockout_value` is KV. `weight` is the Encumbrance in hundredths of a
    pound. `vehicle` is a vehicle's speed in hexes a phase.
    """

    characteristics: Characteristics | None = None
    skill: int | None = None
    sal: int | None = None
    isf: int | None = None
    actions: int | None = None
    knockout_value: int | None = None
    base_speed: str = ""
    maximum_speed: int | None = None
    weight: int | None = None
    armor: Armor = Armor()
    equipment: tuple[Equipment, ...] = ()
    drugged: bool = False
    troop: str = ""
    vehicle: int | None = None
    rides: str = ""
    """The vehicle (an id) that the fighter rides in."""
    light: Light | None = None
    """The Encumbrance and the values that follow from it while some of the weapons lie on the ground."""
    rolled: bool = True
    """False on a profile whose characteristics are thrown (3d6) when the fighter joins."""


@dataclass(frozen=True)
class Posture:
    """Position and exposure (2.3, 2.4). `facing` is a bearing in degrees, 0 to the top of the map, clockwise."""

    position: Position = "standing"
    exposure: Exposure = ""
    cover: Cover | None = None
    """The cover that the fighter looks or fires over, or hides behind, if it was stated; None once they move."""
    cover_side: int | None = None
    """The bearing at the middle of the side on which their cover stands (ruling O75); None all around."""
    firing_stance: bool = True
    braced: int | None = None
    """The slot of the weapon that is braced (3.1, 7B); None once the fighter leaves their Firing Stance or position."""
    facing: int | None = None
    spotted: bool = True
    duck: DuckWord = "never"
    low: bool = False
    """Whether the fighter is Low Prone (5.6); False once they change their position."""


@dataclass(frozen=True)
class Spending:
    """The Combat Actions of this impulse, and the results of those spent so far (2.2)."""

    left: int = 0
    """The Combat Actions of this impulse that are not spent yet."""
    spoken: int = 0
    """The actions of this impulse spent on words alone, which do not count as motion (5.2)."""
    progress: Progress | None = None
    aim: Aimed | None = None


@dataclass(frozen=True)
class Movement:
    """The fighter's moving, ducking and hiding (2.3, 2.5). Clocks name the impulse in which something was done."""

    moved: int = 0
    """Hexes moved in this impulse."""
    gait: GaitWord = ""
    """The way in which the fighter moved in this impulse."""
    trace: tuple[Passed, ...] = ()
    """The hexes passed in this impulse, in order, without the present one (ruling O33)."""
    course: Course | None = None
    turned: Turned | None = None
    ducked: Clock | None = None
    asked: Clock | None = None
    """When the fighter last answered whether they duck."""
    appeared: Clock | None = None
    """When the fighter last came out of cover or went behind it."""
    hides: Clock | None = None
    """The impulse at whose end the fighter is out of sight (ruling O33)."""
    foxhole: bool = False
    """Whether a hidden fighter is behind sandbags, and dug in when they rise to fire without having turned."""

    @property
    def was(self) -> Place | None:
        """The place of the fighter when this impulse began, None if they have not moved in it."""
        return self.trace[0].place if self.trace else None


@dataclass(frozen=True)
class Firing:
    """The fighter's last fire, and the state of their weapons (2.4, 2.5, 3.4)."""

    fired: Clock | None = None
    """When the fighter last fired or threw something."""
    burst: Clock | None = None
    """When the fighter last fired a burst."""
    sustained: Sustained | None = None
    """The last burst over an arc, if nothing has interrupted it."""
    unworked: tuple[int, ...] = ()
    """The slots of the weapons whose bolt or pump must be worked before the next shot."""
    broken: tuple[int, ...] = ()
    """The slots of the weapons that a hit has put out of action (ruling O30)."""
    fitted: tuple[Fitted, ...] = ()
    """The gear in use: bipods, stocks, silencers, a gas mask (table 7B)."""
    automatic: tuple[int, ...] = ()
    single: tuple[int, ...] = ()
    """The slots of the weapons that are known to be set to automatic fire, and to single shots (7B)."""


@dataclass(frozen=True)
class Harm:
    """The fighter's wounds, knockout, death and care (2.6 to 2.9)."""

    wounds: tuple[Wound, ...] = ()
    knockout: Knockout | None = None
    died: Clock | None = None
    care: Care = Care()
    recovered: bool = False
    """Whether the Recovery Roll for these wounds was made and survived."""


# A dataclass takes the fields of its bases from the last base to the first.
@dataclass(frozen=True)
class Soldier(OptionalFields, Harm, Firing, Movement, Spending, Posture, Values, Condition):
    """A combatant as on the book's Status Sheet: one flat record, its fields grouped by section of the book."""

    kind = "phoenix.Soldier"

    @property
    def physical_damage(self) -> int:
        """The total of all unhealed wounds."""
        return sum([wound.points for wound in self.wounds])

    @property
    def unhurt_actions(self) -> int | None:
        """Combat Actions when unhurt, with what is carried now (1.3, 1.4)."""
        return self.light.actions if self.light else self.actions

    def shock(self, clock: Clock) -> int:
        """Return the shock points of the wounds of this impulse, which count for its knockout alone (3.3)."""
        return sum([wound.shock for wound in self.wounds if wound.at == clock])

    def out(self, clock: Clock) -> bool:
        """Return whether the fighter is dead or can do nothing at all now. Harm takes effect at the impulse's end
        (ruling O23). Disoriented fighters, and dazed ones after an impulse, are incapacitated and not out (5.13)."""
        if self.died is not None and clock > self.died:
            return True
        if self.knockout is None:  # asked several times an impulse for everybody
            return False
        effect = self.incapacity(clock)
        if effect == "Dazed":  # a dazed fighter recovers to this degree after an impulse (5.13)
            return clock == after(self.knockout.since or self.knockout.at, impulses=1)
        return effect in ("Out", "Stunned")

    def senseless(self, clock: Clock) -> bool:
        """Return whether the fighter is dead or unconscious; stunned fighters are not (5.13)."""
        return (self.died is not None and clock > self.died) or self.incapacity(clock) == "Out"

    def incapacity(self, clock: Clock) -> EffectWord:
        """Return how the fighter is incapacitated now, "" if they are not; "Out" if no more is known (2.7, 5.13)."""
        fell = self.knockout
        if fell is None or fell.until is None or clock >= fell.until:
            return ""
        since = fell.since or fell.at
        if clock > since:
            return fell.effect or "Out"
        return fell.before if clock == since else ""

    @property
    def around_cover(self) -> bool:
        """Whether the fighter looks or fires over or around cover, behind which they can duck (3.1)."""
        return self.exposure in ("looking", "firing", "dug in")

    @property
    def low_prone(self) -> bool:
        """Whether the fighter is Low Prone, by choice or for lack of nerve (5.6)."""
        return self.low or (self.nerve is not None and self.nerve.low)

    @property
    def numb(self) -> bool:
        """Whether a single asterisk does not disable the fighter: under drugs (O32), or in the adrenalin rush
        (5.14).
        """
        return self.drugged or self.rush is not None


def helpless(state: Soldier) -> Soldier:
    """Return the fighter with nothing left to do: no actions, aim, work, way, Firing Stance or wider view."""
    return altered(unsteady(state), view=0, left=0, aim=None, progress=None, course=None)


def fallen(state: Soldier) -> Soldier:
    """Return a fighter who is out: helpless, and prone unless it is a vehicle (ruling O80)."""
    return altered(helpless(state), position="prone" if state.vehicle is None else state.position)


def unsteady(state: Soldier) -> Soldier:
    """Return the fighter after leaving their Firing Stance, without anything that depends on it (5.8, 5.9)."""
    return altered(state, firing_stance=False, braced=None, last_shot=None, pin=None)


soldier = condition_reader(Soldier)
"""Returns the condition of a combatant or profile, which in these rules is always a Soldier."""
