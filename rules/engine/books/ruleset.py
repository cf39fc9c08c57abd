"""The `Ruleset` protocol, by which the referee uses a rulebook, and the records that it takes and returns.

It has a part for each subject. `rules.engine.defaults.rulebook.Rulebook` has the answers that most books share, in
`rules.engine.defaults` a class for each part. `rules.shelf` lists the rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from rules.engine.books.fitness import Fitness
from rules.engine.books.markers import Drawn
from rules.engine.books.planned import Planned
from rules.engine.books.reach import Mapped
from rules.engine.books.results import Result
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.books.setups import Template
from rules.engine.records.agenda import Clock, Pending
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import Combatant, Encounter, Profile, Sighting
from rules.engine.records.orders import Attack
from rules.engine.records.records import Condition, Order
from rules.engine.scene.scene import Scene
from rules.tables.table import Table
from rules.words.places import Place

SpeaksFor = Callable[[Combatant], bool]
"""Returns whether a user may say what only a fighter's side knows: its players, and the GM for everyone."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a ruleset: a sentence on what it changes, its values, its default.

    `needs` are groups of other switches: in each group, at least one must differ from its default before this one can.
    `group` is the part of the book that the switch belongs to, for rulesets with many switches. `older` is the value in
    an encounter that is older than the switch, if it is not the default: the reading of the rule until then.
    """

    name: str
    sentence: str
    values: tuple[str, ...]
    default: str
    needs: tuple[tuple[str, ...], ...] = ()
    group: str = ""
    older: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named setting of the switches; switches that it does not name have their defaults."""

    id: str
    title: str
    switches: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances as a grid of text: `rows` under `columns`, and remarks. Short answers show the first `brief` columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()
    brief: int | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of one way to attack as exact numbers.

    Each of the `points` has an aim, in the book's actions or Points, and a chance for each of the `measures`. The
    chances apply up to the next point. `at` is the target's name; `range` is in the ruleset's spaces; `way` is the way
    to attack, "" for a single shot; `remarks` are notes that a reader needs for comparing.
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
    """The choices for an attack right now: pairs of id or name and label, likeliest first.

    A target is a combatant by id or, if the book aims at places, a place as text ("D7").
    """

    targets: tuple[tuple[str, str], ...]
    weapons: tuple[tuple[str, str], ...]
    aims: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A combatant for the board and the status sheet: `short` fits on a phone's line, `lines` are label and text.

    `harm` describes their wounds and the actions these forbid, `covers` the area that they pin or cover; "" for none.
    The bot adds name, side and place, which are the same in all rulebooks.
    """

    short: str
    lines: tuple[tuple[str, str], ...]
    harm: str = ""
    covers: str = ""

    def beside(self, name: str) -> str:
        """Return `short` for use beside the name; "" if the name contains it already ("Alien 1: Alien")."""
        return "" if {*self.short.casefold().split()} <= {*name.casefold().split()} else self.short


Grid = tuple[tuple[str, ...], ...]
"""Cells as text, by rows; the first row is the heading."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled line of a page: "Side: Marines"."""

    label: str
    text: str

    def __str__(self) -> str:
        return f"{self.label}: {self.text}"


Line = str | Fact
"""A line of a page: a sentence or a fact."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a book's data: a weapon, a character card. `notes` come after the grids; `also` are its other names."""

    title: str
    lines: tuple[Line, ...]
    grids: tuple[Grid, ...] = ()
    source: str = ""
    notes: tuple[Line, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HomebrewRecord:
    """A server's own card or weapon, validated: its `name`, and the `record` to store."""

    name: str
    record: Mapping[str, object]


Homebrew = Mapping[str, Mapping[str, object]]
"""A server's own records by name."""


class FighterRules(Fitness, Protocol):
    """The fighters: how they join and leave, whose friends they are, what is shown of them."""

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        """Return the profile of a sheet line. Raises BadSheet with every unknown word and the nearest known ones."""

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        """Return a combatant of this profile, without id, name, side and owner, which the caller fills in.

        Values that the profile leaves to dice are thrown on the scene.
        """

    def joined(self, id: str, scene: Scene) -> None:
        """Carry out the consequences of a fighter's joining, for example of wounds from an earlier encounter."""

    def revealed(self, id: str, scene: Scene) -> None:
        """Let everybody know of a fighter that the GM reveals and that would still be unknown to some side."""

    def leaving(self, id: str, scene: Scene) -> None:
        """Carry out the consequences of a fighter's leaving the encounter, while they are still in it."""

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        """Return the condition that a fighter carries over to later encounters, which have clocks of their own."""

    def friends(self, one: Combatant, other: Combatant) -> bool:
        """Return whether the two fight on the same side."""

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        """Carry out a GM's correction, in sheet words; return the changes in words, for the outcome."""

    def wounds(self, combatant: Combatant) -> int | None:
        """Return how many wounds a fighter has, None in a book that does not count them."""

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        """Return all ammunition of a combatant, a line for each weapon and each supply."""

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        """Return a summary of the combatant for people to read."""

    def brief(self, combatant: Combatant, encounter: Encounter) -> Summary:
        """Return the summary for the board, whose `lines` and what follows from them may be missing."""

    def result(self, encounter: Encounter) -> Result | None:
        """Return the state of the fight, None if the book has no rule for it or only one camp is there."""


class OrderRules(Planned, Protocol):
    """Orders and time: what an order does, what its player should know first, the switches."""

    @property
    def simultaneous(self) -> bool:
        """Whether all fighters act at the same time, so that orders can be declared and carried out at once."""

    @property
    def spans(self) -> Mapping[str, int]:
        """The book's units of time in seconds, by name in the singular: {"phase": 2}."""

    @property
    def turn_name(self) -> str:
        """The unit of the clock, in the singular: `turn`, `phase`, `round`."""

    @property
    def impulses(self) -> int:
        """The number of parts into which the clock divides a turn, 1 if it does not."""

    @property
    def impulse_name(self) -> str:
        """The name of these parts, in the singular: `impulse`, `phase`; "" if there are none."""

    def day(self, clock: Clock) -> int:
        """Return the day of the fight in which that is, where its turn says little; 0 on the first day."""

    @property
    def acts_listed(self) -> bool:
        """Whether /act without a cost takes only the acts on the book's list."""

    def check_verb(self, verb: type[Order]) -> None:
        """Raise NoRule for a verb for which the book has no rule at all; the sentence says what to do instead."""

    def check_words(self, order: Order, encounter: Encounter, speaks_for: SpeaksFor) -> None:
        """Raise NotAllowed for words about another fighter that only those who speak for that fighter may say."""

    def long(self, order: Order, encounter: Encounter) -> bool:
        """Return whether an order or an attack's odds may take longer than 50 ms; if in doubt, True."""

    def resolve(self, order: Order, scene: Scene) -> None:
        """Carry out an order of the book on the scene; `rules.engine.conduct.conduct` resolves those of the table."""

    def after(self, clock: Clock, seconds: int) -> Clock:
        """Return the clock this many seconds later. Raises NoRule in a book that does not count seconds."""

    def is_instruction(self, order: Order) -> bool:
        """Return whether an order only gives a standing instruction for later and takes no time; it is never
        declared.
        """

    def cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        """Return consequences of this order that its player may not intend, in sentences with references; () for none.

        The player confirms them before the referee resolves the order. Nothing may be thrown or changed here.
        """

    def aims_wanted(self, encounter: Encounter, order: Order) -> tuple[tuple[int, str], ...]:
        """Return the aims to choose from, each with a label that names its chance, if the player has to choose one."""

    @property
    def presets(self) -> Mapping[str, Preset]:
        """The presets by id; the first is the default."""

    @property
    def options(self) -> Mapping[str, Option]:
        """The switches by name."""

    def switched(self, name: str, before: Encounter, scene: Scene) -> None:
        """Carry out the consequences after a switch was set: `before` has the old value, the scene's encounter the new
        one.
        """

    def lay(self, id: str, weapon: str, spaces: int, among: tuple[Place, ...], scene: Scene) -> None:
        """Lay a fighter's weapon on the ground, this many spaces away: at one of these places, chosen by a throw.

        Raises UnknownName for a weapon that the fighter does not carry, NoRule in a book without weapons on the ground.
        """

    def finale(self, scene: Scene) -> None:
        """Note the book's final counts when the encounter ends, for example Victory Points."""

    def clock(self, encounter: Encounter) -> str:
        """Return the current turn in the book's words."""

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        """Return a pending item in words that can be read alone, "" for questions and items that nobody needs
        to see.
        """

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        """Return the book's action list for /act in the actor's current state: pairs of name and label."""


class SightRules(Mapped, Drawn, Protocol):
    """The map, and what each side perceives of a fighter."""

    def hides(self, encounter: Encounter) -> bool:
        """Return whether the book may keep fighters from the other sides' sight, by the fighters, the switches and the
        sides' sightings; a quick first question."""

    def glimpse(self, encounter: Encounter, side: str, combatant: Combatant) -> Glimpse:
        """Return a side's perception of another side's fighter, by the book's rules alone; `side` is as in `sight`."""

    def borne(self, encounter: Encounter, combatant: Combatant) -> bool:
        """Return whether a fighter without a place is carried by somebody who is on the map."""

    def lost(self, before: Encounter, after: Encounter) -> tuple[Sighting, ...]:
        """Return how sides last saw the fighters that go out of their sight between two states of one order."""

    def found(self, before: Encounter, after: Encounter) -> Iterable[tuple[str, str]]:
        """Return the sides, each with a fighter (an id), whose sight of that fighter may be better in the second of two
        states of one order."""

    def watched(self, encounter: Encounter, side: str, combatant: Combatant) -> tuple[tuple[Place | None, bool], ...]:
        """Return the places of a fighter's way in this window, in order, their present place last, and whether a side
        sees them there, by the book's rules alone."""

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        """Return a fighter as other sides see them: without ammunition, aim, plans and exact wounds.

        The result depends only on the fighter, the clock and the switches.
        """


class ChanceRules(Protocol):
    """The chances of an attack before it, and the choices for it."""

    @property
    def aims_at_places(self) -> bool:
        """Whether a place on the map can be a target."""

    def inquiry(self, order: Order) -> bool:
        """Return whether this order only asks for odds: `odds` answers it in private, and it changes nothing."""

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        """Return the chances of this attack by aim, in the shooter's current state."""

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        """Return the chances of a single shot or a Burst as numbers, for every aim; the order names no aim.

        Raises Refusal as `odds` does, RangeWanted if the range is not known, NoRule if aim does not matter.
        """

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        """Return the choices for this attack: targets, weapons and aims, as far as they are known.

        The weapons are all that fit such an attack, even if the order names one. Raises Refusal for an unknown weapon.
        """

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        """Return the targets of `choices` alone, without the chances that a choice of the aim needs.

        Raises Refusal as `choices` does.
        """


class WordRules(Protocol):
    """The words that people type, and the book's tables and pages."""

    @property
    def tables(self) -> Mapping[str, Table[Any]]:
        """The book's tables by id."""

    @property
    def templates(self) -> Mapping[str, Template]:
        """The set-ups to begin with, by id (`rules.engine.table.templates` reads them)."""

    @property
    def sheet_example(self) -> str:
        """A sheet line that players can imitate."""

    @property
    def default_target(self) -> str:
        """The sheet line of a quick ruling's target if the line names none."""

    def sheet_words(self, homebrew: Homebrew) -> tuple[str, ...]:
        """Return words to suggest for a sheet line after its first comma, besides the titles of pages."""

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        """Return words to suggest for `how:` with this verb; in an encounter, those that its switches allow."""

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        """Return every page that /weapon can show, by name."""

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        """Return the names and assumptions for a quick ruling in one line."""


class HomebrewRules(Protocol):
    """A server's own cards and weapons."""

    @property
    def homebrew_example(self) -> str:
        """The text of a homebrew record that a GM can fill in (TOML)."""

    def homebrew_record(self, text: str) -> HomebrewRecord:
        """Return a validated record of a server's own. Raises BadSheet with every problem."""


class Ruleset(FighterRules, OrderRules, SightRules, ChanceRules, WordRules, HomebrewRules, Protocol):
    """One rulebook. Every refusal is a `rules.engine.records.errors.Refusal`: one sentence that names what is
    allowed.
    """

    @property
    def id(self) -> str:
        """The ruleset's id in orders and data."""

    @property
    def title(self) -> str:
        """The book's name."""

    @property
    def version(self) -> str:
        """A hash of the ruleset's data with a number that is raised when a rule changes."""
