"""Phoenix Command's weapons as records: small arms, shotguns, explosive weapons, hand grenades and charges.

A weapon is kept as its page prints it, a row of figures for each of its values; figures become exact numbers when they
are looked up. Ranges are in hexes of 2 yards, times in Action Counts, weights in pounds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from rules.engine.errors import NoRule, Refusal, UnknownName, quoted
from rules.engine.records import Weapon
from rules.engine.steps import Lookup
from rules.tables.cells import INT, NUMBER, SUFFIXED, Hits, Kind, Number
from rules.words.phrases import listed

BASIC = 10
"""The range, in hexes, whose column holds at every range in the Basic Game (ruling O28)."""
CONTACT = "C"
SHOT = "Shot"
"""The rounds of a shotgun that spread."""

PIECES: Kind[Hits] = Kind(
    "pieces",
    "chance, or number of hits with an asterisk",
    re.compile(r"(\*[0-9]{1,6}[hkt]?)|(-?[0-9]{1,2})"),
    lambda match: Hits(certain=int(SUFFIXED.read(match[1][1:]))) if match[1] else Hits(chance=int(match[2])),
)
"""Pellets or fragments that hit: `*2k` is 2000; a chance below 0 is none, and a line of table 5A for 3.7 (R19)."""

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
"""What a weapon's rows hold: Penetration and Damage Class; that of a Three Round Burst; of shot the pattern's ALM,
Base Pellet Hit Chance and Pattern Radius (hexes); of an explosion Base Shrapnel Hit Chance and Base Concussion (PD);
AOI, which the book does not explain; Minimum Arc (hexes); Ballistic Accuracy; Time of Flight (tenths of a second)."""

_BLANK = MappingProxyType({"BPHC": "one mass"})  # ruling O52


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a weapon's page ("FMJ.PEN", "HE.burst.BC", "TOF"): the figures as printed, from the first column on.

    There are fewer figures than columns where the print ends; "" is a blank between figures."""

    name: str
    figures: tuple[str, ...]

    @property
    def kind(self) -> Kind[Any]:
        """What its figures are."""
        return ROWS[self.name.rpartition(".")[2]]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A figure that is not read as it is printed, or is disputed: "FMJ.PEN@200", "aim@9", "ROF", "*" for all of them.

    `kind` is the reason in the errata's word, `erratum` the entry there."""

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
        """The rate that is printed so. Raises ValueError that says what may be."""
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
    """What every weapon has. `name` is unlike all others; `printed` is the page's, which several may share.

    `group`: the section of the Weapon Data Tables ("rifles"). `length`: inches, folded and deployed ("8/21"). `weight`:
    pounds, loaded, as printed. `also`: other names it goes by. `source`: the book, or whose weapon it is. `bursts`:
    hexes from the explosion, the columns of its rows, "C" for contact; none if it does not explode.
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

    def row(self, name: str) -> Row | None:
        """The row of this name, if the page has it."""
        return next((row for row in self.rows if row.name == name), None)

    def doubt(self, figure: str) -> Doubt | None:
        """What the errata say of a figure ("FMJ.PEN@200")."""
        return next((doubt for doubt in self.doubtful if doubt.figure in (figure, "*")), None)

    def explosion(self, row: str, hexes: int | str, round: str = "", *, detail: bool = False) -> tuple[Any, Lookup]:
        """A figure of its explosion (PEN, DC, BSHC, BC) at this range from the burst, and the step.

        Between two columns the next outward holds; past the last there is none, which gives None (ruling O37). `hexes`
        may be "C", in contact with it; of a round that has no such column that is range 0 (O51). Raises NoRule if it
        does not explode, UnknownName for a round that it has not.
        """
        found = self.row(f"{round}.burst.{row}" if round else row)
        if not self.bursts:
            raise NoRule(f"The {self.name} does not explode.")
        if found is None:
            self._known(round)
            return None, self._step(Row(row, ()), "burst", str(hexes), "", detail)
        at = _outward(self.bursts, 0 if hexes == CONTACT and CONTACT not in self.bursts else hexes)
        figure = found.figures[at] if at is not None and at < len(found.figures) else ""
        head = self.bursts[at] if at is not None else f"over {self.bursts[-1]}"
        return found.kind.read(figure) if figure else None, self._step(found, "burst", head, figure, detail)

    def _known(self, round: str) -> None:
        """Raises UnknownName if it has no such round."""

    def _step(self, row: Row, axis: str, head: str, figure: str, detail: bool) -> Lookup:
        last = row.name.rpartition(".")[2]
        shown = figure or _BLANK.get(last, "none")
        return Lookup(last, self.id, self.name, (("row", row.name.replace(".", " ")), (axis, head)), shown, detail)


@dataclass(frozen=True, slots=True)
class Gun(Arm):
    """What is loaded and aimed. `reload`: Reload Time, actions for a full reload. `capacity`: rounds.

    `feed`: "Mag", "Blt", "Drm" or "Rnd" (round by round), `feed_weight` pounds of one as printed, "" where none is
    given. `knock_down` (KD), `recoil` (Sustained Automatic Burst, SAB): None where none is given. `aim`: Aim Times in
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

    @property
    def rounds(self) -> tuple[str, ...]:
        """Its types of ammunition as on the page, the first the usual one: FMJ, JHP, AP; HEAT, HE; slug and shot."""
        names = (row.name for row in self.rows if row.name.endswith(".PEN"))
        return tuple(name.removesuffix(".PEN") for name in names if name.count(".") == 1)

    def aimed(self, actions: int, *, detail: bool = False) -> tuple[int, Lookup]:
        """The Aim Time Mod for this many actions of aim, and the step.

        Between and beyond the page's Aim Times the next lower one holds; less than the first is refused (ruling O15).
        """
        listed_times = [(time, mod) for time, mod in self.aim if time <= actions]
        if not listed_times:
            raise Refusal(f"The {self.name} takes {self.aim[0][0]} or more actions of aim, not {actions}.")
        time, mod = listed_times[-1]
        return mod, Lookup("Aim", self.id, self.name, (("aim", str(time)),), f"{mod:+d}" if mod else "0", detail)

    def figure(self, row: str, hexes: int, *, detail: bool = False) -> tuple[Any, Lookup]:
        """A figure of the row ("BA", "3RB") at this range, None for a blank, and the step.

        Between two columns the next outward holds; past the last figure it is refused (ruling O37). Raises NoRule
        for a row that this weapon has not.
        """
        found = self.row(row)
        if found is None:
            raise NoRule(f"The {self.name} has no {row.replace('.', ' ')}.")
        at = bisect_left(self.ranges, hexes)
        if at >= len(found.figures):
            last = self.ranges[len(found.figures) - 1]
            raise Refusal(
                f"The {self.name} has no {row.replace('.', ' ')} beyond {last} hexes; the target is at {hexes}."
            )
        figure = found.figures[at]
        value = found.kind.read(figure) if figure else None
        return value, self._step(found, "range", str(self.ranges[at]), figure, detail)

    def pen(self, round: str, hexes: int, *, detail: bool = False) -> tuple[Number, Lookup]:
        """Penetration of this round at this range (in the Basic Game: BASIC), and the step. Raises as `figure`,
        UnknownName for a round that it has not."""
        self._known(round)
        return self.figure(f"{round}.PEN", hexes, detail=detail)

    def dc(self, round: str, hexes: int, *, detail: bool = False) -> tuple[int, Lookup]:
        """Damage Class, 1 to 10, likewise."""
        self._known(round)
        return self.figure(f"{round}.DC", hexes, detail=detail)

    def _known(self, round: str) -> None:
        if round not in self.rounds:
            raise UnknownName(f"The {self.name} has no {quoted(round)}; it fires {listed(self.rounds)}.", self.rounds)


@dataclass(frozen=True, slots=True)
class SmallArm(Gun):
    """A pistol, sub-machinegun, rifle or machine gun. Rows: PEN and DC of FMJ, JHP, AP, then 3RB, MA, BA, TOF."""

    kind = "phoenix.SmallArm"


@dataclass(frozen=True, slots=True)
class Handgun(SmallArm):
    """A pistol or revolver of which its page says how it is cocked (5.11, ruling O59): by hand for each shot, "single",
    or by the trigger as well, "double"."""

    kind = "phoenix.Handgun"

    action: Literal["single", "double"]


@dataclass(frozen=True, slots=True)
class Shotgun(Gun):
    """Rows: PEN and DC of Slug (or APS) and Shot, then SALM, BPHC, PR, MA, BA, TOF. `pellets` of size `shot`."""

    kind = "phoenix.Shotgun"

    pellets: int
    shot: str


@dataclass(frozen=True, slots=True)
class ExplosiveWeapon(Gun):
    """A grenade or rocket launcher. Rows: of HEAT and HE the projectile's PEN and DC by range and the burst's by range
    from it, then AOI, MA, BA, TOF. `most_range` (MR): hexes.

    The columns of some end before their Maximum Range; a row of the projectile holds the same figure throughout.
    """

    kind = "phoenix.ExplosiveWeapon"

    most_range: int

    def pen(self, round: str, hexes: int, *, detail: bool = False) -> tuple[Number, Lookup]:
        """As of any gun, to the Maximum Range."""
        return Gun.pen(self, round, min(hexes, self.ranges[-1]), detail=detail)

    def dc(self, round: str, hexes: int, *, detail: bool = False) -> tuple[int, Lookup]:
        """As of any gun, to the Maximum Range."""
        return Gun.dc(self, round, min(hexes, self.ranges[-1]), detail=detail)


@dataclass(frozen=True, slots=True)
class Grenade(Arm):
    """A hand grenade or charge. Rows: PEN, DC, BSHC, BC by range from the burst.

    `arm_time` (AT): actions to arm it, "V" as one likes. `fuse` (FL): phases, "I" on impact, "V" as one likes. `throw`
    (R): hexes it can be thrown, kneeling.
    """

    kind = "phoenix.Grenade"

    arm_time: str
    fuse: str
    throw: int


def _outward(heads: tuple[str, ...], at: int | str) -> int | None:
    """The index of the column for a range: its own or the next outward, None past the last."""
    if isinstance(at, str):
        return heads.index(at)
    return next((index for index, head in enumerate(heads) if head != CONTACT and int(head) >= at), None)
