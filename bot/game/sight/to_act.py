"""Who still has to act, as a viewer may know it: a function of the fighters that the viewer sees and of who takes part.

Whether an unknown fighter has to act, exists at all, or has just been killed changes no word of it. The fighters seen
count with everything that is true of them, such as their plans, which a view lacks. Of another side that places its
fighters in secret everyone knows that it does, because it was announced, and nobody knows how far it is.

Where time continues by itself in the fog, people are named and not fighters: who can act is nobody's to read but the
GM's. That somebody takes part is no secret, what their fighters do is:

- A player still has to decide or is ready, the same for everyone, whether or not the viewer sees their fighters. If
  their last fighter fell unperceived, they are ready in every window, like somebody who passes until something happens.
- The GM counts by the fighters seen alone. Once all others have decided, time is said to wait for the GM, whether or
  not a GM still has to decide for somebody hidden.
"""

from __future__ import annotations

from bot.game.entries.bounded_mapping import Results
from bot.game.entries.names import named
from bot.game.sight.undecided import still_asked
from bot.game.sight.view import view
from bot.game.sight.viewer import PUBLIC, Viewer
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.flow.over import over, over_as_known, question
from rules.engine.flow.pending_decisions import by_windows, flows, to_decide
from rules.engine.map.deployments import deployments
from rules.engine.records.agenda import whose
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.references import GMS
from rules.engine.sight.sight import fog, veiled


@dataclass(frozen=True, slots=True)
class ToAct:
    """The fighters (ids) who still have to act, or the `people` (users, GMS for the GM) who have to decide.

    `decided`: the fight is won. `sides` are the names of other sides that place their fighters. `by_people`: people are
    named in place of fighters, and whether the GM has to decide is not known. `over` says why the fight is over, as far
    as the viewer knows, where time would continue by itself: it waits for the GM. `asks` is the question to a GM
    whether to continue the fight.
    """

    known: tuple[str, ...] = ()
    decided: bool = False
    people: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    by_people: bool = False
    over: str = ""
    asks: str = ""

    def __bool__(self) -> bool:
        return bool(self.known or self.people or self.sides)


def deciding(encounter: Encounter, book: Ruleset) -> tuple[str, ...]:
    """Return the ids of the fighters that need a decision before time continues."""
    # The answer to an order names them, and the next order asks for them.
    if (found := _latest_deciding.get(None, encounter)) is not None:
        return found
    return _latest_deciding.keep(to_decide(encounter, book), None, encounter)


_latest_deciding: Results[tuple[str, ...]] = Results(64)
"""The latest of these fighters, by encounter."""


def to_act(encounter: Encounter, book: Ruleset, viewer: Viewer) -> ToAct:
    """Return the fighters who still have to act in this encounter, as far as a viewer may know it."""
    # An order's calls, its answer and the board ask for the same.
    if (found := _latest.get(viewer, encounter)) is not None:
        return found
    return _latest.keep(_to_act(encounter, book, viewer), viewer, encounter)


_latest: Results[ToAct] = Results(64)
"""The latest results, by viewer and encounter."""


def _to_act(encounter: Encounter, book: Ruleset, viewer: Viewer) -> ToAct:
    if encounter.ended:
        return ToAct()
    # Everybody reads the result of a fight that is decided, so this is nobody's secret.
    result = book.result(encounter)
    decided = result is not None and result.decided
    seen, sides = among_seen(encounter, book, viewer), _deploying(encounter, viewer)
    ended = _over(encounter, book, viewer) if flows(encounter) else ""
    if by_windows(encounter) and not viewer.everything:
        asked = asked_openly(encounter, book, viewer)
        people = tuple(user for user in taking_part(encounter, book, viewer) if user in asked)
        return ToAct((), decided, people, sides, True, ended)
    asks = asked_of_gm(encounter, book, viewer)
    return ToAct(deciding(seen, book), decided, sides=sides, over=ended, asks=asks)


def _over(encounter: Encounter, book: Ruleset, viewer: Viewer) -> str:
    known = view(encounter, book, viewer)
    return named(over_as_known(known, book), known)


def asked_openly(encounter: Encounter, book: Ruleset, viewer: Viewer = PUBLIC) -> frozenset[str]:
    """Return the users who have to decide, as far as a viewer may know it, and the channel unless one is named; GMS for
    the GM.
    """
    seen = among_seen(encounter, book, viewer)
    asked = still_asked(seen, book)
    if seen is encounter:
        return asked
    players = still_asked(encounter, book, as_in_fog=True) - {GMS}
    # Without fog, those with a fighter that everyone sees count by what that can do.
    return asked | (players - _owners(seen) if fog(encounter) == OFF else players)


def taking_part(encounter: Encounter, book: Ruleset, viewer: Viewer) -> tuple[str, ...]:
    """Return the users who take part, as far as the viewer may know it, in the order in which they joined; GMS for the
    GM, if the viewer sees a fighter of theirs.
    """
    seen = among_seen(encounter, book, viewer)
    known = _owners(seen)
    there = (c for c in encounter.combatants if c.id in seen.positions or (c.owner and c.owner not in known))
    return tuple(dict.fromkeys(c.owner or GMS for c in there))


def there(encounter: Encounter, book: Ruleset, viewer: Viewer) -> tuple[Combatant, ...]:
    """Return the fighters that the viewer sees and that are still in play by the looks of them."""
    seen = among_seen(encounter, book, viewer).positions
    known = view(encounter, book, viewer)
    return tuple([c for c in known.combatants if c.id in seen and c.present and book.in_play(c, known)])


def still_playing(encounter: Encounter, book: Ruleset, viewer: Viewer) -> tuple[str, ...]:
    """Return the users who take part; of those whose fighters the viewer sees, only the ones with one still `there`."""
    seen = _owners(among_seen(encounter, book, viewer))
    playing = {c.owner or GMS for c in there(encounter, book, viewer)}
    return tuple(user for user in taking_part(encounter, book, viewer) if user in playing or user not in seen)


def _owners(encounter: Encounter) -> frozenset[str]:
    return frozenset(c.owner or GMS for c in encounter.combatants)


def asked_of_gm(encounter: Encounter, book: Ruleset, viewer: Viewer) -> str:
    """Return the question to a GM whether to continue a fight that is over; "" for other viewers, while the fight
    continues, and where time does not continue by itself.
    """
    ends = viewer.everything and flows(encounter) and over(encounter, book)
    return named(question(encounter, book), encounter) if ends else ""


def _deploying(encounter: Encounter, viewer: Viewer) -> tuple[str, ...]:
    """Return the other sides whose deployment was announced and holds time up."""
    if not (waiting := [one.side for one in deployments(encounter) if one.until is None]):
        return ()
    announced = {c.side for c in encounter.combatants if not (c.secret or viewer.owns(c))}
    return tuple([side for side in waiting if side in announced])


def among_seen(encounter: Encounter, book: Ruleset, viewer: Viewer) -> Encounter:
    """Return the encounter as it truly is, but without the fighters that the viewer does not see."""
    if viewer.everything or not veiled(encounter, book):
        return encounter
    fighters = [c for c in encounter.combatants if viewer.glimpse(c, encounter, book).sight >= Sight.SEEN]
    ids = {one.id for one in fighters}
    return replace(
        encounter,
        combatants=tuple(fighters),
        agenda=tuple(item for item in encounter.agenda if whose(item) in (None, *ids)),
    )
