"""The models of weapon pages in TOML: one for each section of the Weapon Data Tables, with every figure checked.

The same models read the book's weapons and a server's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from rules.engine.records.errors import quoted
from rules.phoenix.basics.arms import PIECES, Rate
from rules.tables.cells import INT, NUMBER, SUFFIXED, Hits, Kind
from rules.words.catalogue import normalized

MOST_NAME = 40
KINDS_OF_MARK = (
    *("shift", "twin", "sign", "pattern", "spurious", "disputed", "outside", "unknown"),
    *("witnessed", "single", "differing"),
)
_MOST = 1_000_000


def _figure(kind: Kind[Any], expected: str, low: int, high: int, *, blank: bool = False) -> BeforeValidator:
    """Return a validator that returns a figure as text, whether it was written as a number or as text."""

    def check(value: object) -> str:
        text = value if isinstance(value, str) else str(value) if type(value) in (int, float) else ""
        if value == "" and blank:
            return ""
        try:
            parsed = kind.read(text) if len(text) <= 10 else None
        except ValueError:
            parsed = None
        size = (parsed.certain or parsed.chance) if isinstance(parsed, Hits) else parsed
        if size is None or not low <= size <= high:
            actual = f", not {quoted(text or str(value))}" if isinstance(value, str | int | float) else ""
            raise ValueError(f"should be {expected}{actual}")
        return text

    return BeforeValidator(check)


def _columns(value: object) -> object:
    ranges = list(value) if isinstance(value, list | tuple) else []
    if not all(type(hexes) is int and 0 <= hexes <= 5000 for hexes in ranges) or not _rising(ranges):
        raise ValueError("should be ranges in hexes, rising: [10, 20, 40]")
    return tuple(ranges)


def _bursts(value: object) -> object:
    headings = [str(heading) for heading in value] if isinstance(value, list | tuple) else []
    far = headings[1:] if headings[:1] == ["C"] else headings
    if not all(re.fullmatch("[0-9]{1,3}", heading) for heading in far) or not _rising(
        [int(heading) for heading in far]
    ):
        raise ValueError('should be hexes from the burst, rising, "C" for contact first: ["C", "0", "1", "2"]')
    return tuple(headings)


def _aim(value: object) -> object:
    times = list(value) if isinstance(value, dict) else []
    if not all(re.fullmatch("[1-9][0-9]?", time) for time in times) or not _rising([int(time) for time in times]):
        raise ValueError("should be actions with their modifiers, rising: {1 = -22, 2 = -12}")
    return value


def _rising(numbers: list[int]) -> bool:
    return bool(numbers) and numbers == sorted(set(numbers))


def _as_text(value: object) -> object:
    return str(value) if type(value) in (int, float) else value


def _rate(value: object) -> object:
    return Rate.of(value if isinstance(value, str) else "").printed


def _name(value: object) -> object:
    name = " ".join(value.split()) if isinstance(value, str) else ""
    if not 1 <= len(name) <= MOST_NAME or not name.isprintable() or set(name) & set(",:;=") or not normalized(name):
        raise ValueError(f"should be 1 to {MOST_NAME} characters, a letter or digit among them, and none of , : ; =")
    return name


_LINE = Field(min_length=1, max_length=20, strict=False)
_Pound = Annotated[str, _figure(NUMBER, "a number of pounds from 0 to 1,000", 0, 1000)]
_Number = Annotated[str, _figure(NUMBER, "a number from 0 to 1,000", 0, 1000)]
_Signed = Annotated[str, _figure(INT, "a whole number from -99 to 99", -99, 99)]
_Angle = Annotated[str, _figure(INT, 'a whole number from 0 to 90 or ""', 0, 90, blank=True)]
_Time = Annotated[str, _figure(INT, "a time in tenths of a second from 0 to 9999", 0, 9999)]
_Class = Annotated[str, _figure(INT, "a Damage Class from 1 to 10", 1, 10, blank=True)]
_Large = Annotated[str, _figure(SUFFIXED, 'a number up to 1,000,000, "66h" being 6600 (h, k, t)', 0, _MOST)]
_PIECES = 'a chance from -99 to 99 or, with an asterisk, a number of hits ("*2k")'
_Hits = Annotated[str, _figure(PIECES, _PIECES, -99, _MOST)]
_HitsOrMass = Annotated[str, _figure(PIECES, _PIECES + ' or ""', -99, _MOST, blank=True)]
_Numbers = Annotated[tuple[_Number, ...], _LINE]
_SignedLine = Annotated[tuple[_Signed, ...], _LINE]
_Angles = Annotated[tuple[_Angle, ...], _LINE]
_Times = Annotated[tuple[_Time, ...], _LINE]
_Classes = Annotated[tuple[_Class, ...], _LINE]
_LargeLine = Annotated[tuple[_Large, ...], _LINE]
_HitsLine = Annotated[tuple[_Hits, ...], _LINE]
_HitsOrMassLine = Annotated[tuple[_HitsOrMass, ...], _LINE]
_Name = Annotated[str, BeforeValidator(_name)]
_Text = Annotated[str, Field(max_length=60, pattern=r"^[^\x00-\x1f]*$")]
_Doubt = Annotated[str, Field(pattern=rf"^\S+ ({'|'.join(KINDS_OF_MARK)}) [OTWX]\d{{1,3}}$")]
_Witnesses = Annotated[str, Field(pattern=r"^[A-Z]{2}( [A-Z]{2})*$")]
_Figures = Annotated[str, Field(pattern=r"^(\*|[\w.]+(@\d+)?( [\w.]+(@\d+)?)*)$", max_length=2000)]
_Columns = Annotated[tuple[int, ...], BeforeValidator(_columns)]
_Bursts = Annotated[tuple[str, ...], BeforeValidator(_bursts)]
_Whole = Annotated[int, Field(ge=0, le=9999)]
_Rounds = Annotated[int, Field(ge=1, le=9999)]


class _Part(BaseModel):
    # Models that are only extended, or not read here, are never built.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, validate_by_name=False, defer_build=True)


class _Bullet(_Part):
    PEN: _LargeLine
    DC: _Classes


class _Burst(_Part):
    PEN: _LargeLine | None = None
    DC: _Classes | None = None
    BSHC: _HitsLine | None = None
    BC: _LargeLine


class _Shell(_Bullet):
    burst: _Burst


class Page(_Part):
    """The fields that every page has. They have the book's names."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MOST_NAME)] | None = None
    name: _Name
    also: Annotated[tuple[_Name, ...], Field(max_length=9, strict=False)] = ()
    type: _Text = ""
    calibre: _Text = ""
    nation: _Text = ""
    source: _Text | None = None
    line: Annotated[int, Field(ge=0)] | None = None
    L: Annotated[str, BeforeValidator(_as_text), Field(pattern=r"^\d{1,3}(\.\d)?(/\d{1,3}(\.\d)?)?$")]
    W: _Pound
    witnesses: Annotated[dict[_Witnesses, _Figures], Field(max_length=9)] = Field(default_factory=dict)
    """Who transcribed the printed page: which figures ("*": all others) are by which witnesses."""
    doubtful: Annotated[tuple[_Doubt, ...], Field(max_length=200, strict=False)] = ()

    @cached_property
    def rows(self) -> Sequence[tuple[str, tuple[str, ...]]]:
        """The rows of a page in the book's order, by the book's names: ("FMJ.PEN", figures)."""
        return tuple(_rows(self))

    def headings(self, row: str) -> tuple[str, ...]:
        """Return the columns of this row: ranges, or hexes from the burst."""
        return self._bursts if ".burst." in row or not self._ranges else self._ranges

    @cached_property
    def _ranges(self) -> tuple[str, ...]:
        return tuple(map(str, getattr(self, "ranges", ())))

    @cached_property
    def _bursts(self) -> tuple[str, ...]:
        return getattr(self, "bursts", ())

    @classmethod
    def words(cls) -> set[str]:
        """Return the words that a page of this kind may have."""
        return {field.alias or key for key, field in cls.model_fields.items()}

    @model_validator(mode="after")
    def _fits(self) -> Page:
        lengths = {name: len(figures) for name, figures in self.rows}
        problems = [
            f"{name} has {length} figures for {len(self.headings(name))} columns"
            for name, length in lengths.items()
            if length > len(self.headings(name))
        ]
        for name, length in lengths.items():
            other = name.removesuffix("PEN") + "DC"
            if name.endswith("PEN") and lengths.get(other, 0) != length:
                problems.append(f"{other} has not as many figures as {name}")
        unknown = {doubt.partition(" ")[0] for doubt in self.doubtful if " unknown " in doubt}
        for name, figures in self.rows:
            blanks = [
                heading
                for heading, figure in zip(self.headings(name), figures, strict=False)
                if name.endswith("DC") and not figure
            ]
            problems += [
                f"{name} needs a figure at {heading}" for heading in blanks if f"{name}@{heading}" not in unknown
            ]
        if problems:
            raise ValueError("; ".join(problems))
        return self


class _GunPage(Page):
    RT: _Whole
    ROF: Annotated[str, BeforeValidator(_rate)]
    Cap: _Rounds
    AW: _Pound | None = None
    feed: Literal["Mag", "Blt", "Drm", "Rnd"] | None = None
    KD: _Whole | None = None
    SAB: _Whole | None = None
    aim: Annotated[dict[str, Annotated[int, Field(ge=-99, le=99)]], BeforeValidator(_aim)]
    ranges: _Columns


class SmallArmPage(_GunPage):
    """Pistols, sub-machineguns, rifles, machine guns."""

    FMJ: _Bullet
    JHP: _Bullet | None = None
    AP: _Bullet | None = None
    three: Annotated[_SignedLine | None, Field(alias="3RB")] = None
    MA: _Numbers | None = None
    BA: _SignedLine | None = None
    TOF: _Times | None = None


class PistolPage(SmallArmPage):
    """Pistols and revolvers. The book does not print their Action (5.11, ruling O59)."""

    action: Literal["single", "double"] | None = None


class ShotgunPage(_GunPage):
    """Shotguns. Slug and APS are optional."""

    pellets: Annotated[int, Field(ge=1, le=99)]
    shot: _Text = ""
    APS: _Bullet | None = None
    Slug: _Bullet | None = None
    Shot: _Bullet
    SALM: _SignedLine
    BPHC: _HitsOrMassLine
    PR: _Numbers
    MA: _Numbers | None = None
    BA: _SignedLine | None = None
    TOF: _Times | None = None


class ExplosivePage(_GunPage):
    """Grenade and rocket launchers, with HEAT, HE or both."""

    MR: _Whole
    bursts: _Bursts
    HEAT: _Shell | None = None
    HE: _Shell | None = None
    AOI: _Angles | None = None
    MA: _Numbers | None = None
    BA: _SignedLine | None = None
    TOF: _Times | None = None

    @model_validator(mode="after")
    def _loaded(self) -> ExplosivePage:
        if self.HEAT is None and self.HE is None:
            raise ValueError("it needs HEAT or HE")
        return self


class GrenadePage(Page):
    """Hand grenades and charges."""

    AT: Annotated[str, BeforeValidator(_as_text), Field(pattern=r"^(\d{1,2}|V)$")]
    FL: Annotated[str, BeforeValidator(_as_text), Field(pattern=r"^(\d{1,2}|I|V)$")]
    R: _Whole
    bursts: _Bursts
    PEN: _LargeLine | None = None
    DC: _Classes | None = None
    BSHC: _HitsLine | None = None
    BC: _LargeLine


PAGES: dict[str, type[Page]] = {
    "pistols": PistolPage,
    "smgs": SmallArmPage,
    "rifles": SmallArmPage,
    "machine_guns": SmallArmPage,
    "shotguns": ShotgunPage,
    "explosive": ExplosivePage,
    "grenades": GrenadePage,
}
"""The model of each section of the Weapon Data Tables, in the order of the book."""


def _rows(part: BaseModel, within: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    fields = type(part).model_fields
    for key, value in part:
        if isinstance(value, BaseModel):
            yield from _rows(value, f"{within}{key}.")
        elif isinstance(value, tuple) and key not in ("also", "doubtful", "ranges", "bursts"):
            yield f"{within}{fields[key].alias or key}", value
