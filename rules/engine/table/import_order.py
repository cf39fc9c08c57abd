"""The order `Import`: an encounter begins with the state of another encounter that was exported.

`bot.game.files.imports` reads, checks and adapts the file beforehand. The order holds the whole state, so that it can
be resolved again. Only GMs may read it.
"""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.scene.effects import Opened
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import fog, veiled
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Origin:
    """The encounter that was exported: its id and title, when it was exported (ISO 8601), and how many orders led to
    its last state.

    Its throws are counted in three groups: the seed in the file gave `verified`, people typed `typed`, and `unverified`
    are those whose seed is still secret. `ended`: the encounter had ended.
    """

    id: str
    title: str
    exported: str
    orders: int
    ended: bool = False
    verified: int = 0
    unverified: int = 0
    typed: int = 0

    @property
    def words(self) -> str:
        """Which encounter it was and when it was exported; everybody may know this."""
        when = self.exported[:16].replace("T", " ")
        return f"“{self.title}” ({self.id}), {'ended, ' if self.ended else ''}exported {when} UTC"

    @property
    def past(self) -> str:
        """How much has happened in it, and how far its dice are verified."""
        throws = [f"{counted(self.verified, 'throw')} verified"]
        throws += [f"{self.unverified:,} not verified: the seed was still secret"] if self.unverified else []
        throws += [f"{self.typed:,} typed by players"] if self.typed else []
        return f"{counted(self.orders, 'order')}; {', '.join(throws)}"


@dataclass(frozen=True, slots=True)
class Import(Order):
    """Begin an encounter with this state, which came from `origin`; `dice` is the rule by which dice are drawn."""

    kind = "Import"

    encounter: Encounter
    origin: Origin
    dice: int


def bring(order: Import, scene: Scene, ruleset: Ruleset) -> None:
    """Begin the encounter and say where it comes from.

    The number of earlier orders is public only where nobody is hidden.
    """
    encounter, origin = order.encounter, order.origin
    scene.do(Opened(encounter))
    scene.note("From", origin.words)
    is_open = fog(encounter) == OFF and not veiled(encounter, ruleset)
    with scene.concerning("" if is_open else GMS):
        scene.note("So far", origin.past)
    scene.note("Rulebook", f"{ruleset.title}, {ruleset.presets[encounter.preset].title}")
    scene.note("Dice", f"drawn from a new secret seed; its SHA-256 is {encounter.commitment}")
    scene.note("Next", "give players their fighters with /combatant owner, then play: /encounter show, /next")
    scene.conclude(f"{encounter.title} is imported and continues here.")
