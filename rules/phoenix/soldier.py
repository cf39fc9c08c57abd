"""What Phoenix Command keeps about one combatant: a dataclass for each group of fields, and `Soldier`, which
inherits them all and so stays one flat record.

Nothing is reckoned here but what follows from the record alone. What chapter 5, scenario 2 and the Tournament Rules
keep is in `rules.phoenix.optional.records`, with the mixin that holds it.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rules.engine.agenda import Clock
from rules.engine.copies import altered
from rules.engine.frozen import dataclass
from rules.engine.model import Combatant, Profile
from rules.engine.records import Condition
from rules.phoenix.ground.turned import Turned
from rules.phoenix.optional.records import OptionalFields
from rules.phoenix.people.light import Light
from rules.phoenix.times import after
from rules.tables.cells import NUMBER, Number
from rules.words.places import Place

Position = Literal["standing", "kneeling", "prone"]
Exposure = Literal["", "looking", "firing", "dug in", "exposed", "hidden"]
"""Looking or firing over or around cover, dug in (scenario 1), standing (kneeling, lying) in the open, out of sight;
"" where nobody has said, which counts as in the open and modifies nothing (ruling O25)."""
BodyPart = Literal["", "head", "body", "legs"]
"""What of somebody is aimed at (3.2); "" for all of him."""
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
    """Protection Factors of what is worn on the head, over the face, on the body and on the limbs (1.4, ruling O29)."""

    helm: int = 0
    visor: int = 0
    body: int = 0
    limbs: int = 0


@dataclass(frozen=True, slots=True)
class Cover:
    """What somebody stands behind, and its Protection Factor as table 7C prints it ("0.3") (3.8)."""

    name: str
    pf: str

    @property
    def protection(self) -> Number:
        """The Protection Factor."""
        return NUMBER.read(self.pf)


@dataclass(frozen=True, slots=True)
class Equipment:
    """So many of something on the Equipment Table (1.4)."""

    item: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class Wound:
    """Physical Damage from one hit. `disabling` counts asterisks; it bites once the clock has passed `at` (O23).

    `shock` counts for the knockout of that impulse alone (3.3)."""

    points: int
    location: str
    disabling: int
    at: Clock
    shock: int = 0


@dataclass(frozen=True, slots=True)
class Knockout:
    """The knockout throws of an impulse, made at its first wound and kept for its later ones (ruling O22).

    `roll` is 00 to 99, `time` 0 to 9 for table 8B, None while that was not needed. `until` is None for somebody who is
    still up; else he is out until then, from the end of the impulse `since` if he fell in an earlier one, or else `at`.
    """

    at: Clock
    roll: int
    time: int | None = None
    until: Clock | None = None
    since: Clock | None = None
    effect: EffectWord = ""
    """How far he is incapacitated (5.13); "" where that is not asked."""
    before: EffectWord = ""
    """How far he was until the end of that impulse, if he was already and fell deeper in it."""


@dataclass(frozen=True, slots=True)
class Care:
    """The best care had so far (2.9). `tech` is a Trauma Center's Tech Level, 13 to 18, 0 elsewhere; `since` is when it
    began, `left` when it was given up."""

    kind: CareKind = "No Aid"
    tech: int = 0
    since: Clock = field(default_factory=Clock)
    left: Clock | None = None


@dataclass(frozen=True, slots=True)
class Aimed:
    """Actions of aim taken so far at a combatant (by id) or a place (as written, "D7")."""

    at: str
    actions: int


@dataclass(frozen=True, slots=True)
class Sustained:
    """A burst as far as it matters to one in the next impulse (3.4): when it was fired, with the weapon in which slot,
    its EAL, who was named or in its arc (ids, or a place as written), and the part of the body it was aimed at."""

    at: Clock
    slot: int
    accuracy: int
    targets: tuple[str, ...]
    part: BodyPart = ""


@dataclass(frozen=True, slots=True)
class Work:
    """Which stretch of work it is, whatever it is called: its kind, and what tells it from others of that kind (ids of
    combatants, slots, types of ammunition)."""

    kind: str
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Actions spent so far on a stretch of work; `what` is how it was described when they were spent.

    Layout 2 of the journal has only `what`. `work` is not compared, so that a journal of that layout replays the same.
    """

    what: str
    spent: int
    work: Work | None = field(default=None, compare=False)

    def on(self, work: Work, what: str) -> bool:
        """Return whether the actions were spent on this work; `what` decides where layout 2 stored no more."""
        return self.what == what if self.work is None else self.work == work


@dataclass(frozen=True, slots=True)
class Passed:
    """A hex that a fighter has passed in this impulse, and how they showed themselves in it (2.4)."""

    place: Place
    position: Position = "standing"
    exposure: Exposure = ""
    gait: GaitWord = ""
    facing: int | None = None
    cover: Cover | None = None


@dataclass(frozen=True, slots=True)
class Fitted:
    """Gear in use, by its name, on the weapon in a slot; None for what the fighter wears (3.1, 5.3)."""

    gear: str
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A move under way: from where and facing how it began; where to, how and at what cost, as said; where it has come
    to, and the actions spent on it so far."""

    start: Place
    facing: int | None
    to: Place
    how: str
    cost: int | None
    at: Place
    spent: int


@dataclass(frozen=True)
class Values:
    """What the sheet line gives and chapter 1 reckons (1.2 to 1.4); None where the sheet line leaves a value open.

    `actions` are Combat Actions when unhurt. `knockout_value` is KV. `weight` is the Encumbrance in hundredths of a
    pound. `vehicle`: hexes a phase, for what drives.
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
    """The vehicle (an id) that he rides in."""
    light: Light | None = None
    """The Encumbrance and what follows from it while some of the weapons lie on the ground."""
    rolled: bool = True
    """False on a profile whose characteristics are to be thrown (3d6) when he joins."""


@dataclass(frozen=True)
class Posture:
    """How he stands and shows himself (2.3, 2.4). `facing` is a bearing in degrees, 0 to the top of the map,
    clockwise."""

    position: Position = "standing"
    exposure: Exposure = ""
    cover: Cover | None = None
    """What he looks or fires over, or hides behind, if anybody has said so; None once he moves."""
    firing_stance: bool = True
    braced: int | None = None
    """The slot of the weapon that is braced (3.1, 7B); None once he leaves his Firing Stance or position."""
    facing: int | None = None
    spotted: bool = True
    duck: DuckWord = "never"
    low: bool = False
    """Whether he lies Low Prone (5.6); False once he changes his position."""


@dataclass(frozen=True)
class Spending:
    """The Combat Actions of this impulse, and what those spent so far have come to (2.2)."""

    left: int = 0
    """Combat Actions of this impulse that are not spent yet."""
    spoken: int = 0
    """Actions of this impulse spent on words alone, which move nobody (5.2)."""
    progress: Progress | None = None
    aim: Aimed | None = None


@dataclass(frozen=True)
class Movement:
    """How he moves, ducks and hides (2.3, 2.5). Clocks name the impulse in which something was done."""

    moved: int = 0
    """Hexes moved in this impulse."""
    gait: GaitWord = ""
    """How he moved in this impulse."""
    trace: tuple[Passed, ...] = ()
    """The hexes passed in this impulse, in order, without the one where he is now (ruling O33)."""
    course: Course | None = None
    turned: Turned | None = None
    ducked: Clock | None = None
    asked: Clock | None = None
    """When he last answered whether he ducks."""
    appeared: Clock | None = None
    """When he last came out of cover or went behind it."""
    hides: Clock | None = None
    """The impulse at whose end he is out of sight (ruling O33)."""
    foxhole: bool = False
    """Whether, hidden, he is behind his sandbags: coming up to fire he is dug in again, if he has not turned."""

    @property
    def was(self) -> Place | None:
        """Where he was when this impulse began, None if he has not moved in it."""
        return self.trace[0].place if self.trace else None


@dataclass(frozen=True)
class Firing:
    """What he last fired, and the state of his weapons (2.4, 2.5, 3.4)."""

    fired: Clock | None = None
    """When he last fired or threw something."""
    burst: Clock | None = None
    """When he last fired a burst."""
    sustained: Sustained | None = None
    """The last burst over an arc, if nothing has interrupted it."""
    unworked: tuple[int, ...] = ()
    """Slots of the weapons whose bolt or pump is to be worked before the next shot."""
    broken: tuple[int, ...] = ()
    """Slots of the weapons that a hit has put out of action (ruling O30)."""
    fitted: tuple[Fitted, ...] = ()
    """The gear in use: bipods, stocks, silencers, a gas mask (table 7B)."""
    automatic: tuple[int, ...] = ()
    single: tuple[int, ...] = ()
    """Slots of the weapons that are known to be set on automatic fire, and on single shots (7B)."""


@dataclass(frozen=True)
class Harm:
    """His wounds, whether they have knocked him out or killed him, and his care (2.6 to 2.9)."""

    wounds: tuple[Wound, ...] = ()
    knockout: Knockout | None = None
    died: Clock | None = None
    care: Care = Care()
    recovered: bool = False
    """Whether the Recovery Roll for these wounds was made and survived."""


# The fields of a dataclass come in the order of its bases from the last to the first.
@dataclass(frozen=True)
class Soldier(OptionalFields, Harm, Firing, Movement, Spending, Posture, Values, Condition):
    """A combatant as the book's Status Sheet has him: one flat record, its fields grouped by section of the book."""

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
        """Return whether he is dead or can do nothing at all now; what befalls him bites at the impulse's end (ruling
        O23).

        The disoriented, and the dazed after an impulse, are incapacitated and not out (5.13).
        """
        if self.died is not None and clock > self.died:
            return True
        if self.knockout is None:  # asked several times an impulse of everybody
            return False
        effect = self.incapacity(clock)
        if effect == "Dazed":  # who comes to himself so far after an impulse (5.13)
            return clock == after(self.knockout.since or self.knockout.at, impulses=1)
        return effect in ("Out", "Stunned")

    def incapacity(self, clock: Clock) -> EffectWord:
        """Return how far he is incapacitated now, "" if he is not; "Out" where only that is known (2.7, 5.13)."""
        fell = self.knockout
        if fell is None or fell.until is None or clock >= fell.until:
            return ""
        since = fell.since or fell.at
        if clock > since:
            return fell.effect or "Out"
        return fell.before if clock == since else ""

    @property
    def around_cover(self) -> bool:
        """Whether he looks or fires over or around cover, which he can duck behind (3.1)."""
        return self.exposure in ("looking", "firing", "dug in")

    @property
    def low_prone(self) -> bool:
        """Whether he lies Low Prone, by choice or for want of nerve (5.6)."""
        return self.low or (self.nerve is not None and self.nerve.low)

    @property
    def numb(self) -> bool:
        """Whether one asterisk does not disable him: under drugs (O32), in the adrenalin rush (5.14)."""
        return self.drugged or self.rush is not None


def helpless(state: Soldier) -> Soldier:
    """He as soon as he can do nothing more: no actions, aim, work, way, Firing Stance or wider view is left to him."""
    return altered(unsteady(state), view=0, left=0, aim=None, progress=None, course=None)


def unsteady(state: Soldier) -> Soldier:
    """He breaks his Firing Stance, and with it goes what counts only as long as he stays in it (5.8, 5.9)."""
    return altered(state, firing_stance=False, braced=None, last_shot=None, pin=None)


def soldier(of: Combatant | Profile) -> Soldier:
    """Return the condition of a combatant or profile, which in these rules is always a Soldier."""
    condition = of.condition
    if not isinstance(condition, Soldier):
        raise TypeError(f"{of.name} is not a combatant of this rulebook")
    return condition
