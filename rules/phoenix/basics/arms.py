"""Phoenix Command's weapons as records: small arms, shotguns, explosive weapons, hand grenades and charges.

A weapon keeps its page as printed, a row of figures for each value; figures become exact numbers when they are looked
up. Ranges are in hexes of 2 yards, times in Action Counts, weights in pounds.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import field
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Literal

from rules.engine.records.errors import NoRule, Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Weapon
from rules.engine.records.steps import Lookup
from rules.tables.cells import INT, NUMBER, SUFFIXED, Hits, Kind, Number
from rules.words.phrases import counted, listed
from rules.words.places import Place

BASIC = 10
"""The range, in hexes, whose column counts at every range in the Basic Game (ruling O28)."""
CONTACT = "C"
SHOT = "Shot"
"""The ammunition of a shotgun whose pellets spread."""

PIECES: Kind[Hits] = Kind(
    "pieces",
    "chance, or number of hits with an asterisk",
    re.compile(r"(\*[0-9]{1,6}[hkt]?)|(-?[0-9]{1,2})"),
    lambda match: Hits(certain=int(SUFFIXED.read(match[1][1:]))) if match[1] else Hits(chance=int(match[2])),
)
"""Pellets or fragments that hit: `*2k` is 2000.

A chance below 0 is no chance; with 3.7 it is a line of table 5A (R19).
"""

ROWS: Mapping[str, Kind[Any]] = MappingProxyType(
    {
        "PEN": SUFFIXED,
        "DC": INT,
        "3RB": INT,
        "SALM": INT,
        "BPHC": PIECES,
        "PR": NUMBER,
        "BSHC": PIECES,
        "BC": SUFFIXED,
        "AOI": INT,
        "MA": NUMBER,
        "BA": INT,
        "TOF": INT,
    }
)
"""The figures in a weapon's rows: Penetration and Damage Class; the figure for a Three Round Burst; of shot the
pattern's ALM, Base Pellet Hit Chance and Pattern Radius (hexes); of an explosion Base Shrapnel Hit Chance and Base
Concussion (PD); AOI, which the book does not explain; Minimum Arc (hexes); Ballistic Accuracy; Time of Flight (tenths
of a second).
"""

_BLANK = MappingProxyType({"BPHC": "one mass"})  # ruling O52


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a weapon's page ("FMJ.PEN", "HEAT.burst.BC", "TOF"): the figures as printed, from the first column on.

    There are fewer figures than columns if the printed row ends early; "" is a blank between figures.
    """

    name: str
    figures: tuple[str, ...]

    @property
    def kind(self) -> Kind[Any]:
        """The kind of the row's figures."""
        return ROWS[self.name.rpartition(".")[2]]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A figure that is misprinted or disputed: "FMJ.PEN@200", "aim@9", "ROF", "*" for all of them.

    `kind` is the reason in the errata's word, `erratum` the entry there.
    """

    figure: str
    kind: str
    erratum: str


@dataclass(frozen=True, slots=True)
class Rate:
    """Rate of Fire. `printed` is one of `-`, `2`, `*`, `*7`, `**`, `**8` (errata W26).

    `chamber`: actions to work the bolt or pump for the next round, 0 if it loads itself or has no magazine.
    `automatic`: rounds in a burst of half a second, 0 if it has none. `three`: fires Three Round Bursts.
    """

    printed: str
    self_loading: bool = False
    chamber: int = 0
    automatic: int = 0
    three: bool = False

    @classmethod
    def of(cls, printed: str) -> Rate:
        """Return the rate that is printed this way. Raises ValueError that lists the valid forms."""
        match = re.fullmatch(r"-|([1-9][0-9]?)|(\*{1,2})([1-9][0-9]{0,2})?", printed)
        if match is None:
            raise ValueError(
                'a ROF is "2" (actions for the next round), "*" (self-loading), "*7" (also automatic, 7 rounds a '
                'burst), "**" or "**8" (also three round bursts) or "-" (no magazine)'
            )
        stars = match[2] or ""
        return cls(printed, bool(stars), int(match[1] or 0), int(match[3] or 0), stars == "**")


@dataclass(frozen=True, slots=True)
class Arm(Weapon):
    """The fields that every weapon has. `name` is unique; `printed` is the page's name, which several weapons may
    share.

    `group`: the section of the Weapon Data Tables ("rifles"). `length`: inches, folded and deployed ("8/21"). `weight`:
    pounds, loaded, as printed. `also`: its other names. `source`: the book, or the owner of an invented weapon.
    `bursts`: the columns of its explosion's rows, in hexes from the burst, "C" for contact; empty if it does not
    explode.
    """

    id: str
    printed: str
    group: str
    type: str
    calibre: str
    nation: str
    length: str
    weight: str
    also: tuple[str, ...]
    source: str
    rows: tuple[Row, ...]
    doubtful: tuple[Doubt, ...]
    bursts: tuple[str, ...]
    rounds: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The weapon's types of ammunition as on the page, the usual type first, such as FMJ, JHP and AP; a grenade has
    none.
    """
    _rows: Mapping[str, Row] = field(init=False, repr=False, compare=False)
    _read: dict[tuple[str, int, bool], tuple[Any, Lookup]] = field(init=False, repr=False, compare=False)
    """The figures of the page that have been read, with their steps."""

    def __post_init__(self) -> None:
        names = (row.name for row in self.rows if row.name.endswith(".PEN"))
        object.__setattr__(self, "rounds", tuple(name.removesuffix(".PEN") for name in names if name.count(".") == 1))
        object.__setattr__(self, "_rows", {row.name: row for row in self.rows})
        object.__setattr__(self, "_read", {})

    def row(self, name: str) -> Row | None:
        """Return the row of this name, None if the page has none."""
        return self._rows.get(name)

    def doubt(self, figure: str) -> Doubt | None:
        """Return the doubt about a figure ("FMJ.PEN@200") in the errata, None if there is none."""
        return next((doubt for doubt in self.doubtful if doubt.figure in (figure, "*")), None)

    def explosion(self, row: str, hexes: int | str, round: str = "", *, detail: bool = False) -> tuple[Any, Lookup]:
        """Return a figure of its explosion (PEN, DC, BSHC, BC) at this range from the burst, and the step.

        Between two columns the farther one counts; past the last the figure is None (ruling O37). `hexes` may be "C",
        in contact; a round without that column uses range 0 (O51). Raises NoRule if the weapon does not explode,
        UnknownName for a round that it does not have.
        """
        printed = self.row(f"{round}.burst.{row}" if round else row)
        if not self.bursts:
            raise NoRule(f"The {self.name} does not explode.")
        if printed is None:
            self._check_round(round)
            return None, self._step(Row(row, ()), "burst", str(hexes), "", detail)
        at = _outward(self.bursts, 0 if hexes == CONTACT and CONTACT not in self.bursts else hexes)
        figure = printed.figures[at] if at is not None and at < len(printed.figures) else ""
        heading = self.bursts[at] if at is not None else f"over {self.bursts[-1]}"
        return printed.kind.read(figure) if figure else None, self._step(printed, "burst", heading, figure, detail)

    def _check_round(self, round: str) -> None:
        """Raise UnknownName if the weapon has no such round."""

    def _step(self, row: Row, axis: str, heading: str, figure: str, detail: bool) -> Lookup:
        last = row.name.rpartition(".")[2]
        text = figure or _BLANK.get(last, "none")
        return Lookup(last, self.id, self.name, (("row", row.name.replace(".", " ")), (axis, heading)), text, detail)


@dataclass(frozen=True, slots=True)
class Gun(Arm):
    """A weapon that is loaded and aimed. `reload`: Reload Time, actions for a full reload. `capacity`: rounds.

    `feed`: "Mag", "Blt", "Drm" or "Rnd" (round by round), `feed_weight` pounds of one as printed, "" if the page has
    none. `knock_down` (KD), `recoil` (Sustained Automatic Burst, SAB): None if the page has none. `aim`: Aim Times in
    actions with their modifiers, rising. `ranges`: hexes, the columns of the rows.
    """

    reload: int
    rate: Rate
    capacity: int
    feed: str
    feed_weight: str
    knock_down: int | None
    recoil: int | None
    aim: tuple[tuple[int, int], ...]
    ranges: tuple[int, ...]

    def aimed(self, actions: int, *, detail: bool = False) -> tuple[int, Lookup]:
        """Return the Aim Time Mod for this many actions of aim, and the step.

        Between and beyond the page's Aim Times the next lower one counts. Raises Refusal for fewer actions than the
        first Aim Time (ruling O15).
        """
        if actions < self.aim[0][0]:
            raise Refusal(f"The {self.name} needs at least {counted(self.aim[0][0], 'action')} of aim, not {actions}.")
        at = bisect_right(self.aim, actions, key=itemgetter(0)) - 1
        read = self._read.get(("aim", at, detail))
        if read is None:
            time, mod = self.aim[at]
            read = mod, Lookup("Aim", self.id, self.name, (("aim", str(time)),), f"{mod:+d}" if mod else "0", detail)
            self._read["aim", at, detail] = read
        return read

    def figure(self, row: str, hexes: int, *, detail: bool = False) -> tuple[Any, Lookup]:
        """Return a figure of the row ("BA", "3RB") at this range, None for a blank, and the step.

        Between two columns the farther one counts. Raises Refusal past the last figure (ruling O37), NoRule for a row
        that this weapon does not have.
        """
        printed = self.row(row)
        if printed is None:
            raise NoRule(f"The {self.name} has no {row.replace('.', ' ')}.")
        at = bisect_left(self.ranges, hexes)
        if at >= len(printed.figures):
            last = self.ranges[len(printed.figures) - 1]
            raise Refusal(
                f"The {self.name} has no {row.replace('.', ' ')} beyond {last} hexes. The target is {hexes} hexes away."
            )
        read = self._read.get((row, at, detail))
        if read is None:
            figure = printed.figures[at]
            value = printed.kind.read(figure) if figure else None
            read = value, self._step(printed, "range", str(self.ranges[at]), figure, detail)
            self._read[row, at, detail] = read
        return read

    def pen(self, round: str, hexes: int, *, detail: bool = False) -> tuple[Number, Lookup]:
        """Return the Penetration of this round at this range (in the Basic Game: BASIC), and the step.

        Raises as `figure` does, and UnknownName for a round that the weapon does not have.
        """
        self._check_round(round)
        return self.figure(f"{round}.PEN", hexes, detail=detail)

    def dc(self, round: str, hexes: int, *, detail: bool = False) -> tuple[int, Lookup]:
        """Return the Damage Class, 1 to 10, and the step. Raises as `pen` does, and NoRule for one that is unknown."""
        self._check_round(round)
        value, step = self.figure(f"{round}.DC", hexes, detail=detail)
        if value is None:
            others = listed([other for other in self.rounds if other != round], "or")
            raise NoRule(
                f"The Damage Class of {round} from the {self.name} is not known at {hexes} hexes (ruling O85)."
                f" Load {others}."
            )
        return value, step

    def _check_round(self, round: str) -> None:
        if round not in self.rounds:
            raise UnknownName(f"The {self.name} has no {quoted(round)}. It fires {listed(self.rounds)}.", self.rounds)


@dataclass(frozen=True, slots=True)
class SmallArm(Gun):
    """A pistol, sub-machinegun, rifle or machine gun.

    Rows: PEN and DC of each type of ammunition, then 3RB, MA, BA, TOF.
    """

    kind = "phoenix.SmallArm"


@dataclass(frozen=True, slots=True)
class Handgun(SmallArm):
    """A pistol or revolver whose page says how it is cocked (5.11, ruling O59).

    `action`: by hand for each shot ("single"), or by the trigger as well ("double").
    """

    kind = "phoenix.Handgun"

    action: Literal["single", "double"]


@dataclass(frozen=True, slots=True)
class Shotgun(Gun):
    """A shotgun. Rows: PEN and DC of Slug (or APS) and Shot, then SALM, BPHC, PR, MA, BA, TOF. `pellets` of size
    `shot`."""

    kind = "phoenix.Shotgun"

    pellets: int
    shot: str


@dataclass(frozen=True, slots=True)
class ExplosiveWeapon(Gun):
    """A grenade or rocket launcher. `most_range` (MR): hexes.

    Its ammunition is HEAT, HE or both. Rows: for each type, PEN and DC of the projectile by
    range, and those of the burst by range from it; then AOI, MA, BA, TOF. The columns of some end before their Maximum
    Range; the projectile's rows have the same figure throughout.
    """

    kind = "phoenix.ExplosiveWeapon"

    most_range: int

    def pen(self, round: str, hexes: int, *, detail: bool = False) -> tuple[Number, Lookup]:
        """Return the Penetration as for any gun, up to the Maximum Range."""
        return Gun.pen(self, round, min(hexes, self.ranges[-1]), detail=detail)

    def dc(self, round: str, hexes: int, *, detail: bool = False) -> tuple[int, Lookup]:
        """Return the Damage Class as for any gun, up to the Maximum Range."""
        return Gun.dc(self, round, min(hexes, self.ranges[-1]), detail=detail)


@dataclass(frozen=True, slots=True)
class Grenade(Arm):
    """A hand grenade or charge. Rows: PEN, DC, BSHC, BC by range from the burst.

    `arm_time` (AT): actions to arm it, "V" for any time. `fuse` (FL): phases, "I" on impact, "V" for any time. `throw`
    (R): hexes a kneeling fighter can throw it.
    """

    kind = "phoenix.Grenade"

    arm_time: str
    fuse: str
    throw: int


def _outward(headings: tuple[str, ...], at: int | str) -> int | None:
    """Return the index of the column for a range: its own or the next farther one, None past the last."""
    if isinstance(at, str):
        return headings.index(at)
    return next((index for index, heading in enumerate(headings) if heading != CONTACT and int(heading) >= at), None)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A weapon, by its slot, that lies on the ground, and its place, None off the map (scenario 2)."""

    slot: int
    place: Place | None = None
