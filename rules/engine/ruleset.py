"""What a rulebook offers to the referee: the `Ruleset` protocol and the records that it takes and returns.

`rules.engine.rulebook.Rulebook` has what most books answer alike. A ruleset is registered by hand in `rules.shelf`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from rules.engine.agenda import Clock, Pending, Plan, Question
from rules.engine.frozen import dataclass
from rules.engine.glimpses import Glimpse
from rules.engine.model import Combatant, Encounter, Profile, Sighting
from rules.engine.orders import Attack
from rules.engine.reach import Mapped
from rules.engine.records import Condition, Order
from rules.engine.results import Result
from rules.engine.scene import Scene
from rules.engine.setups import Template
from rules.engine.tokens import Drawn
from rules.engine.usual import Usual
from rules.tables.table import Table
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a ruleset: a sentence on what it changes, its values, its default.

    `needs` are groups of other switches: in each group, one at least must differ from its default before this one can.
    `group` is the part of the book that the switch belongs to, for rulesets with many switches. `older` is the value in
    an encounter that is older than the switch, if it is not the default: how the rule was read until then.
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
    """Chances as a small grid of text: `rows` under `columns`, and remarks.

    Short answers show the first `brief` columns only (None: all of them).
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()
    brief: int | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of one way to attack as exact numbers.

    Each of the `points` has an aim, in the book's actions or Points, and a chance for each of the `measures`, which
    apply up to the next point. `at` is the target's name; `range` is in the ruleset's spaces; `way` is the way to
    attack, "" for a single shot; `remarks` are what a reader has to know to compare.
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
    """What a player can choose for an attack right now: pairs of id or name and label, likeliest first.

    A target is a combatant by id or, if the book aims at places, a place as text ("D7").
    """

    targets: tuple[tuple[str, str], ...]
    weapons: tuple[tuple[str, str], ...]
    aims: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A combatant for the board and the status sheet: `short` fits on a phone's line, `lines` are label and text.

    `harm` is their wounds and what these forbid, `covers` what they pin or cover; "" for none. The bot adds name, side
    and place, which are the same in all rulebooks.
    """

    short: str
    lines: tuple[tuple[str, str], ...]
    harm: str = ""
    covers: str = ""

    def beside(self, name: str) -> str:
        """Return `short` for use beside the name; "" if the name says it already ("Alien 1: Alien")."""
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
    """A page of a book's data: a weapon, a character card.

    `notes` come after the grids; `also` are other names of the page.
    """

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


class Ruleset(Drawn, Mapped, Protocol):
    """One rulebook. Every refusal is a `rules.engine.errors.Refusal`: one sentence that names what is allowed."""

    @property
    def id(self) -> str:
        """Return the ruleset's id in orders and data."""

    @property
    def title(self) -> str:
        """Return the book's name."""

    @property
    def version(self) -> str:
        """Return a hash of the ruleset's data with a number that is raised when a rule changes."""

    @property
    def simultaneous(self) -> bool:
        """Return whether all fighters act at the same time, so that orders can be declared and carried out at once."""

    @property
    def knows_rough(self) -> bool:
        """Return whether the book has a rule for rough ground."""

    @property
    def spans(self) -> Mapping[str, int]:
        """Return the book's units of time in seconds, by name in the singular: {"phase": 2}."""

    @property
    def aims_at_places(self) -> bool:
        """Return whether a place on the map can be a target."""

    @property
    def presets(self) -> Mapping[str, Preset]:
        """Return the presets by id; the first is the default."""

    @property
    def options(self) -> Mapping[str, Option]:
        """Return the switches by name."""

    @property
    def tables(self) -> Mapping[str, Table[Any]]:
        """Return the book's tables by id."""

    @property
    def templates(self) -> Mapping[str, Template]:
        """Return the set-ups to begin with, by id (`rules.engine.templates` reads them)."""

    @property
    def sheet_example(self) -> str:
        """Return a sheet line that players can imitate."""

    @property
    def default_target(self) -> str:
        """Return the sheet line of a quick ruling's target if nobody is named."""

    @property
    def turn_name(self) -> str:
        """Return what the clock counts, in the singular: `turn`, `phase`, `round`."""

    @property
    def impulses(self) -> int:
        """Return into how many parts the clock divides a turn, 1 if it does not."""

    @property
    def impulse_name(self) -> str:
        """Return what these parts are called, in the singular: `impulse`, `phase`; "" if there are none."""

    @property
    def acts_listed(self) -> bool:
        """Return whether /act without a cost takes only what is on the book's list."""

    @property
    def homebrew_example(self) -> str:
        """Return the text of a homebrew record that a GM can fill in (TOML)."""

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        """Return the profile of a sheet line. Raises BadSheet with every unknown word and the nearest known ones."""

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        """Return a combatant of this profile, without id, name, side and owner, which the caller fills in.

        Anything that the profile leaves to dice is thrown on the scene.
        """

    def joined(self, id: str, scene: Scene) -> None:
        """Carry out what follows after a fighter has joined, for example from wounds of an earlier encounter."""

    def revealed(self, id: str, scene: Scene) -> None:
        """Have everybody know of a fighter whom the GM reveals and who would still be unknown to some side."""

    def leaving(self, id: str, scene: Scene) -> None:
        """Carry out what follows from a fighter's leaving the encounter, while they are still in it."""

    def lay(self, id: str, weapon: str, spaces: int, among: tuple[Place, ...], scene: Scene) -> None:
        """Lay a fighter's weapon on the ground, so many spaces away: at one of these places, chosen by a throw.

        Raises UnknownName for a weapon that the fighter does not carry, NoRule in a book without weapons on the ground.
        """

    def finale(self, scene: Scene) -> None:
        """Note what the book counts as the encounter ends, for example Victory Points."""

    def result(self, encounter: Encounter) -> Result | None:
        """Return how the fight stands, None if the book does not say or only one camp is there."""

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        """Return the condition that a fighter carries over to later encounters, which have clocks of their own."""

    def friends(self, one: Combatant, other: Combatant) -> bool:
        """Return whether the two fight on the same side."""

    def hides(self, encounter: Encounter) -> bool:
        """Return whether the book may keep fighters from the other sides' sight here; a quick first question.

        It follows from the fighters, the switches and what sides remember alone.
        """

    def glimpse(self, encounter: Encounter, side: str, combatant: Combatant) -> Glimpse:
        """Return what a side perceives of another side's fighter, by the book's rules alone.

        `side` is a key of `rules.engine.sight.side_of`. It may be a side without fighters.
        """

    def lost(self, before: Encounter, after: Encounter) -> tuple[Sighting, ...]:
        """Return how sides last saw the fighters of whom they lose sight between two states of one order."""

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        """Return a fighter as other sides see them: without ammunition, aim, plans and exact wounds.

        It follows from the fighter, the clock and the switches alone.
        """

    def check_verb(self, verb: type[Order]) -> None:
        """Raise NoRule, saying what to do instead, for a verb for which the book has no rule at all."""

    def long(self, order: Order, encounter: Encounter) -> bool:
        """Estimate, erring on the long side, whether an order takes longer than 50 ms, or an attack's odds do."""

    def resolve(self, order: Order, scene: Scene) -> None:
        """Carry out an order of the book on the scene; `rules.engine.conduct` resolves those of the table."""

    def after(self, clock: Clock, seconds: int) -> Clock:
        """Return the clock so many seconds later. Raises NoRule in a book that does not count seconds."""

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        """Return what a fighter does before a planned order: the order itself for nothing else, None to wait.
        `threat`: the order answers one, at once."""

    def forearmed(self, plan: Plan, scene: Scene) -> Plan:
        """Prepare what a plan says beforehand, such as ducking when fired upon; return the plan as it is kept."""

    def standing(self, order: Order) -> bool:
        """Return whether an order only says what its fighter does later, and takes no time: it is never declared."""

    def cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        """Return what this order would do that its player may not mean, in sentences with references; () for nothing.
        The referee has the player confirm them before it resolves the order. Nothing may be thrown or changed here."""

    def aims_wanted(self, encounter: Encounter, order: Order) -> tuple[tuple[int, str], ...]:
        """Return the aims to choose from, each with a label that names its chance, if the player has to give one."""

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        """Carry out a GM's correction, in sheet words; return what changed, for the outcome line."""

    def switched(self, name: str, before: Encounter, scene: Scene) -> None:
        """Carry out what follows after a switch was set: `before` has the old value, the scene's encounter the new."""

    def inquiry(self, order: Order) -> bool:
        """Return whether this order only asks for odds: it is answered privately by `odds` and changes nothing."""

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        """Return the chances of this attack by aim, in the shooter's current state."""

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        """Return the chances of a single shot or a Burst as numbers, for every aim; the order names no aim.

        Raises Refusal as `odds`, RangeWanted if the range is not known, NoRule if aim does not matter.
        """

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        """Return what can be chosen for this attack: targets, weapons and aims, as far as they are known.

        The weapons are all that fit such an attack, even if the order names one. Raises Refusal for an unknown weapon.
        """

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        """Return the book's action list for /act in the actor's current state: pairs of name and label."""

    def sheet_words(self, homebrew: Homebrew) -> tuple[str, ...]:
        """Return words to suggest for a sheet line behind its first comma, besides the titles of pages."""

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        """Return words to suggest for `how:` with this verb; in an encounter, those that its switches allow."""

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        """Return a pending item in words that can be read alone, "" for an item that nobody needs to see.
        The bot describes questions, which are the same in all rulebooks."""

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        """Return the ids of fighters still to act before `Next`; while a question is open, those who have to answer."""

    def in_play(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter may still act at some time: present and not out."""

    def acted(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter has acted since the turn or impulse began; True in books in which everyone can."""

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter has less to act with than as the turn or impulse began: what is refused for that
        may be possible in the next."""

    def planned_answer(self, question: Question, plan: Plan) -> str:
        """Return the choice that a fighter's plan has made beforehand, "" if the question is to be asked."""

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        """Return the combatant for people to read."""

    def wounds(self, combatant: Combatant) -> int | None:
        """Return how many wounds a fighter has, None in a book that does not count them."""

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        """Return all ammunition of a combatant, a line for each weapon and each supply."""

    def clock(self, encounter: Encounter) -> str:
        """Return the current turn in the book's words."""

    def homebrew_record(self, text: str) -> HomebrewRecord:
        """Return a validated record of a server's own. Raises BadSheet with every problem."""

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        """Return every page that /weapon can show, by name."""

    def usual(self, homebrew: Homebrew) -> Usual:
        """Return what a ruling of one line may name, and what it takes for granted."""
