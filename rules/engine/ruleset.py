"""What a rulebook has to offer the referee: the `Ruleset` protocol and the records it speaks in.

`rules.engine.rulebook.Rulebook` has what most books answer alike. A ruleset is registered by hand in `rules.shelf`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from rules.engine.agenda import Pending
from rules.engine.events import Foresee
from rules.engine.model import Board, Combatant, Encounter, Profile
from rules.engine.orders import Attack
from rules.engine.records import Condition, Order
from rules.engine.scene import Scene
from rules.tables.table import Table
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a ruleset: one sentence on what it changes, its values, the one it starts with.

    It can leave its default only while of each group in `needs`, other switches, one at least has left its own. `group`
    is the part of the book that it belongs to, where there are many.
    """

    name: str
    sentence: str
    values: tuple[str, ...]
    default: str
    needs: tuple[tuple[str, ...], ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named setting of the switches; those not named stand at their defaults."""

    id: str
    title: str
    switches: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances laid out as a small grid of text: `rows` under `columns`, and remarks.

    Where there is room for a line each, the first `brief` columns are enough (None: all of them).
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()
    brief: int | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of one way to attack as exact numbers: each of the `points` has an aim, in the book's actions or
    Points, and for each of the `measures` a chance. Of these each holds until the next.

    `at` is whom it goes at; `range` is in the ruleset's spaces; `way` says how, where that is no single shot ("burst");
    `remarks` are what one has to know to compare.
    """

    weapon: str
    at: str
    range: int
    measures: tuple[str, ...]
    points: tuple[tuple[int, tuple[Fraction, ...]], ...]
    way: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """What a player can choose for an attack right now: (id or name, what to show) pairs, likeliest first.

    A target is a combatant by id or, where places are aimed at, a place as it is written ("D7").
    """

    targets: tuple[tuple[str, str], ...]
    weapons: tuple[tuple[str, str], ...]
    aims: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A combatant for the board and the status sheet: `short` fits on a phone's line, `lines` are label and text.

    Name, side and place are the same in all rulebooks and told by whoever shows it.
    """

    short: str
    lines: tuple[tuple[str, str], ...]

    def beside(self, name: str) -> str:
        """`short` for where the name stands already; empty if that says it: "Alien 1: Alien" would be no news."""
        return "" if {*self.short.casefold().split()} <= {*name.casefold().split()} else self.short


Grid = tuple[tuple[str, ...], ...]
"""Cells as text by rows, the heading first."""


@dataclass(frozen=True, slots=True)
class Lot:
    """What is left to a throw of 0 to 9 for each of a group: it is looked up on `table` (an id), in `column` if that
    has any, and `words` say what the cell means, by its text, "other" for all that are not listed.

    `why` is what is thrown for. There and in the words {name} stands for who it is, in these {cell} for the cell.
    """

    label: str
    table: str
    column: str
    why: str
    words: Mapping[str, str]

    def asked(self, name: str) -> str:
        """What is thrown for."""
        return self.why.replace("{name}", name)

    def told(self, cell: str, name: str) -> str | None:
        """What the cell means for him, None if there are no words for it."""
        words = self.words.get(cell, self.words.get("other"))
        return words and words.replace("{cell}", cell).replace("{name}", name)


@dataclass(frozen=True, slots=True)
class Newcomers:
    """`count` combatants of a template: each at his own of the `places`, if there are any; or each at that of the ten
    places `among` which a throw of 0 to 9 names. A `lot` is drawn for each."""

    profile: Profile
    name: str
    side: str
    count: int = 1
    places: tuple[Place, ...] = ()
    among: tuple[Place, ...] = ()
    lot: Lot | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What each is called where nobody else is called so."""
        return (self.name,) if self.count == 1 else tuple(f"{self.name} {n}" for n in range(1, self.count + 1))


@dataclass(frozen=True, slots=True)
class Template:
    """How an encounter can begin: map, switches that differ from the preset's, combatants, what happens in later turns;
    `notes` are shown then."""

    title: str
    sentence: str
    preset: str
    board: Board | None
    switches: Mapping[str, str]
    newcomers: tuple[Newcomers, ...]
    notes: tuple[tuple[str, str], ...] = ()
    events: tuple[Foresee, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a book's data as text: a weapon, a character card.

    `notes` stand behind the grids; `also` are other names by which it is asked for.
    """

    title: str
    lines: tuple[str, ...]
    grids: tuple[Grid, ...] = ()
    source: str = ""
    notes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HomebrewRecord:
    """A validated record of a server's own: a card or a weapon, as it is kept (`record`) and found (`name`)."""

    name: str
    record: Mapping[str, object]


Homebrew = Mapping[str, Mapping[str, object]]
"""A server's own records by name."""


class Ruleset(Protocol):
    """One rulebook. All refusals are `rules.engine.errors.Refusal`, one sentence that names what is allowed."""

    @property
    def id(self) -> str:
        """The word in orders and data."""

    @property
    def title(self) -> str:
        """The book's name."""

    @property
    def version(self) -> str:
        """A hash of the ruleset's data and a number that is bumped when a rule changes."""

    @property
    def crowded(self) -> bool:
        """Whether several may stand in one space."""

    @property
    def knows_rough(self) -> bool:
        """Whether it has a rule for spaces of the map that are rough to walk in."""

    @property
    def spans(self) -> Mapping[str, int]:
        """The book's own units of time in seconds, by name in the singular: {"phase": 2}; none in a book of turns."""

    @property
    def aims_at_places(self) -> bool:
        """Whether a place of the map can be a target."""

    @property
    def presets(self) -> Mapping[str, Preset]:
        """By id; the first is the default."""

    @property
    def options(self) -> Mapping[str, Option]:
        """The switches by name."""

    @property
    def tables(self) -> Mapping[str, Table[Any]]:
        """The book's tables by id."""

    @property
    def templates(self) -> Mapping[str, Template]:
        """The encounters that can be begun set up, by id (`rules.engine.templates` reads them)."""

    @property
    def sheet_example(self) -> str:
        """A sheet line that players can imitate."""

    @property
    def default_target(self) -> str:
        """The sheet line of whom a quick ruling aims at if nobody is named."""

    @property
    def turn_name(self) -> str:
        """What the clock counts, in the singular: `turn`, `phase`, `round`."""

    @property
    def homebrew_example(self) -> str:
        """The text of a house record that a GM can fill in (TOML)."""

    def space(self, encounter: Encounter) -> str:
        """What the map consists of and distances are counted in, in the singular: `square`, `hex`."""

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        """Read a sheet line. Raises BadSheet naming every word not known, with the nearest known."""

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        """A combatant of that profile (id, name, side and owner are the caller's to fill in); what is left to the dice
        is thrown on the scene."""

    def joined(self, id: str, scene: Scene) -> None:
        """What follows from somebody's having joined: wounds of an earlier encounter that still threaten him."""

    def finale(self, scene: Scene) -> None:
        """What is told as the encounter ends, as notes: who has won."""

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        """How he is when the encounter ends, to be kept for later ones, whose clocks know nothing of this one's."""

    def check_verb(self, verb: type[Order]) -> None:
        """Raises NoRule, saying what to do instead, for a verb that the book has no rule for, whatever its options."""

    def resolve(self, order: Order, scene: Scene) -> None:
        """Carry out an order of the book on the scene; `rules.engine.conduct` resolves those of the table."""

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        """Set a combatant right as the GM says, in sheet words; returns what changed, for the outcome line."""

    def switched(self, name: str, before: Encounter, scene: Scene) -> None:
        """What follows from a switch of the book's having been set, which in `before` it was not yet: it stands in the
        scene's encounter already."""

    def inquiry(self, order: Order) -> bool:
        """Whether this order only asks (it is answered privately by `odds` and changes nothing)."""

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        """The chances of this attack by aim, as the shooter stands."""

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        """The same as numbers, to be compared: of the single shot, or of a Burst, by each aim; the order names none.

        Raises Refusal as `odds`, RangeWanted where nobody knows the range, NoRule where no aim decides.
        """

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        """What there is to choose from for this attack, as far as it is known: whom, with what, for how long.

        The weapons are those of any such attack, whichever is named. Raises Refusal for a weapon that is not known.
        """

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        """The book's action list for /act as the actor stands: (name, what to show) pairs."""

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        """Words that `how:` understands with this verb, to be suggested; in an encounter those that count there."""

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        """What is pending, in words that stand alone; "" for what nobody needs to see.

        Questions are the same in all rulebooks, and told by whoever shows them.
        """

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        """Who may still act before `Next`, by combatant id; while a Question is open, who has to answer."""

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        """The combatant for people to read."""

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[str, ...]:
        """Everything he has of ammunition, a line for each weapon and each supply."""

    def clock(self, encounter: Encounter) -> str:
        """Where play stands, in the book's words."""

    def homebrew_record(self, text: str) -> HomebrewRecord:
        """Validate a server's own record. Raises BadSheet naming every problem."""

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        """Everything /weapon can show, by name."""
