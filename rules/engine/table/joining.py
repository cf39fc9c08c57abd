"""How players come into an encounter: the sides that are open to them, and requests that a GM answers.

A player who may bring in a fighter at once gives a `Muster`. A player who needs a GM's permission gives an `Apply`,
which stays in the encounter until a `Decide`. `bot.game.people.joining` decides who needs permission.
"""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter, JoinRequest
from rules.engine.records.orders import Muster
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sight.sight import fog, known_to, side_key
from rules.engine.table.muster import MOST_COMBATANTS
from rules.words.phrases import counted, listed

MOST_APPLICATIONS, MOST_REFUSALS, MOST_SIDES = 12, 3, 12
"""The most open requests in an encounter, refusals for a user in an encounter, and sides open to players."""
_REFUSALS_KEPT = 300
UNNAMED = "a fighter"
"""In the fog, everyone except GMs reads this in place of the name of a fighter in a request."""
_DECIDES = "A GM decides: Let in or Refuse."
SETTLED = "That request is no longer open. Nothing changed."


@dataclass(frozen=True, slots=True)
class OpenSide(Order):
    """Open a side to players, or close it (`open` False)."""

    kind = "OpenSide"

    side: str
    open: bool = True


@dataclass(frozen=True, slots=True)
class Apply(Order):
    """Ask a GM for permission to carry out `application.muster`; `why` says why that is needed, without a period."""

    kind = "Apply"

    application: JoinRequest
    why: str = ""


@dataclass(frozen=True, slots=True)
class Decide(Order):
    """Answer the request of this id."""

    kind = "Decide"

    id: str
    admit: bool


@dataclass(frozen=True, slots=True)
class SidesOpened(Effect):
    """These sides are open to players."""

    kind = "SidesOpened"

    sides: tuple[str, ...]

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, sides=self.sides)


@dataclass(frozen=True, slots=True)
class Applied(Effect):
    """A request waits for a GM."""

    kind = "Applied"

    application: JoinRequest

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, applications=(*encounter.applications, self.application))


@dataclass(frozen=True, slots=True)
class Decided(Effect):
    """A request is answered."""

    kind = "Decided"

    id: str
    admitted: bool

    def on(self, encounter: Encounter) -> Encounter:
        left = tuple(a for a in encounter.applications if a.id != self.id)
        vain = tuple(a.user for a in encounter.applications if a.id == self.id and not self.admitted)
        return altered(encounter, applications=left, refused=(*encounter.refused, *vain)[-_REFUSALS_KEPT:])


def open_sides(encounter: Encounter, without: str = "") -> tuple[str, ...] | None:
    """Return the sides that players may join: those opened by a GM, or else the only one there is; None for any.

    `without` is a fighter (an id) that may have any side if nobody else has one. "" means no side.
    """
    if encounter.sides:
        return encounter.sides
    sided = [c for c in encounter.combatants if c.side]
    if all(c.id == without for c in sided):
        return None
    sides = {c.side for c in sided}
    return ("", *sides) if len(sides) == 1 else ()


def open_side(order: OpenSide, scene: Scene) -> None:
    """Open or close a side to players. Raises NotNow if that is already so."""
    sides = scene.encounter.sides
    if (order.side in sides) == order.open:
        raise NotNow(f"{order.side} is already {'open' if order.open else 'closed'} to players.")
    if order.open and len(sides) >= MOST_SIDES:
        raise NotNow(
            f"{MOST_SIDES} sides are already open: {listed(sides, 'and')}. Close one first with players: False."
        )
    left = (*sides, order.side) if order.open else tuple(side for side in sides if side != order.side)
    scene.do(SidesOpened(left))
    if left:
        scene.note("Open to players", listed(left, "and"))
    scene.conclude(f"{order.side} is now {'open' if order.open else 'closed'} to players.")


def apply(order: Apply, scene: Scene, ruleset: Ruleset) -> None:
    """Keep a request for a GM. Raises NotNow if its user or the encounter has too many."""
    encounter, asked = scene.encounter, order.application
    assert isinstance(asked.muster, Muster)
    if waiting := [_bringing(a) for a in encounter.applications if a.user == asked.user]:
        raise NotNow(f"Your request to bring in {waiting[0].name} still waits for a GM. You can cancel it with /undo.")
    if encounter.refused.count(asked.user) >= MOST_REFUSALS:
        raise NotNow(
            f"A GM has refused you {MOST_REFUSALS} times in this encounter. Ask them to bring your"
            " fighter in with /combatant add and owner:."
        )
    if len(encounter.applications) >= MOST_APPLICATIONS:
        raise NotNow(
            f"{counted(MOST_APPLICATIONS, 'request')} already wait for a GM. Try again when some are answered."
        )
    if len(known_to(encounter, ruleset, side_key(asked.muster.side, asked.user)).combatants) >= MOST_COMBATANTS:
        raise Refusal(f"An encounter holds {MOST_COMBATANTS} combatants, and this one is full.")
    scene.do(Applied(asked))
    if order.why:
        scene.note("Why", order.why)
    side = f" ({asked.muster.side})" if asked.muster.side else ""
    newcomer = _named(f"{asked.muster.name}{side}", scene)
    scene.conclude((scene.clause(f"{asked.name} asks to bring in "), newcomer, scene.clause(f". {_DECIDES}")))


def decide(order: Decide, scene: Scene) -> Muster | None:
    """Answer a request; return the Muster that follows if it is granted. Raises NotNow if it is no longer open."""
    asked = next((a for a in scene.encounter.applications if a.id == order.id), None)
    if asked is None:
        raise NotNow(SETTLED)
    bringing = _bringing(asked)
    scene.do(Decided(order.id, order.admit))
    if order.admit:
        return bringing
    lead = scene.clause(f"The GM does not let {asked.name} bring in ")
    scene.conclude((lead, _named(bringing.name, scene), scene.clause(".")))
    return None


def _named(newcomer: str, scene: Scene) -> Clause:
    """Return the clause for the fighter of a request.

    In the fog only GMs read the name and side, because nobody may have perceived the fighter yet.
    """
    if fog(scene.encounter) == OFF:
        return scene.clause(newcomer)
    return scene.clause(newcomer, GMS, unseen=UNNAMED)


def _bringing(application: JoinRequest) -> Muster:
    assert isinstance(application.muster, Muster)
    return application.muster
