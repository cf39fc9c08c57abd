"""Positions, Firing Stances, cover and turning: their costs and their changes (2.3 to 2.5; rulings O33, O34)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import AlreadySo, NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.phoenix.basics.soldier import Exposure, Position, Soldier, turned, unsteady
from rules.phoenix.book import Book
from rules.phoenix.ground.acts import action_list
from rules.phoenix.ground.acts.action_list import Source
from rules.phoenix.ground.cover_side import turned_along
from rules.phoenix.ground.facing import by_hexside, hexsides, turn_between, turning_cost
from rules.tables.cells import INT

StateChange = Callable[[Soldier, Clock], Soldier]
_TURN, _TURN_IN_STANCE = "60 - 120 Degree Facing Change", "60 Degree Facing Change in Firing Stance"
FLAT = 1
"""The actions between lying prone and lying Low Prone (5.6)."""
_GIVES_UP = " and gives up the advantages of being dug in"
POSITIONS: Mapping[str, Position] = MappingProxyType(
    {action_list.KNEEL: "kneeling", action_list.STAND: "standing", action_list.PRONE: "prone"}
)


def _same(state: Soldier, clock: Clock) -> Soldier:
    return state


def _allowed(state: Soldier, name: str) -> None:
    """Allow an act in every state."""


@dataclass(frozen=True, slots=True)
class Change:
    """The change by an act: with its first action (`begun`), and when it is `done`.

    `check` raises NotNow if the act makes no sense now. `words` say what the fighter does; `after` is added at the end
    of the sentence. `rulings`: the id, the text and the section of each.
    """

    begun: StateChange = _same
    done: StateChange = _same
    check: Callable[[Soldier, str], None] = _allowed
    words: str = ""
    after: str = ""
    rulings: tuple[tuple[str, str, str], ...] = ()


def take(position: Position, state: Soldier, name: str, book: Book) -> tuple[int, Source | None, Change]:
    """Return the actions, the cell of the cost and the change of taking another position.

    Raises NotNow for the current position. 7B has no line between prone and Low Prone: it takes FLAT, like the shortest
    change of position.
    """
    if state.position != position:
        cost, source = _of_7b(f"Go from {state.position.capitalize()} to {position.capitalize()}", book)
    elif state.low:
        cost, source = FLAT, None
    else:
        raise AlreadySo(f"{name} is already {position}.")
    words = {"standing": "stands up", "kneeling": "kneels", "prone": "goes prone"}[position]

    def done(state: Soldier, clock: Clock) -> Soldier:
        return altered(_out_of_the_sandbags(state), position=position, low=False, braced=None)

    return cost, source, Change(done=done, words=words, after=_GIVES_UP if state.exposure == "dug in" else "")


def turn(state: Soldier, bearing: int, book: Book, encounter: Encounter) -> tuple[int, Source | None, Change]:
    """Return the actions, the cell of the cost and the change of turning on the spot.

    It is free if the facing was unknown. In an impulse in which a hex was entered, the turning that comes with that hex
    is free, unless a Firing Stance was taken since (2.3).
    """
    clock = encounter.clock
    sides = 0 if state.facing is None else hexsides(state.facing, bearing)
    degrees = turn_between(state.facing, bearing, by_hexside(encounter))
    last = state.turned if state.turned and state.turned.at == clock else turned(clock, state.facing, 0)
    moves = bool(state.moved) and not (state.firing_stance or state.rides)
    each, source = _of_7b(_TURN_IN_STANCE if state.firing_stance else _TURN, book)
    if moves:
        cost = each * turning_cost(degrees, last.degrees, by_hexside(encounter))
    else:
        cost = each * (sides if state.firing_stance else -(-sides // 2))

    def done(state: Soldier, clock: Clock) -> Soldier:
        faces = altered(turned_along(state, bearing), course=None, pin=None if sides else state.pin)
        if not sides:
            return faces
        so_far = turned(clock, last.since, last.degrees + degrees, last.paid + cost)
        return _out_of_the_sandbags(altered(faces, turned=so_far, braced=None))

    after = " while moving" if moves and sides and not cost else ""
    after += _GIVES_UP if sides and state.exposure == "dug in" else ""
    return cost, source, Change(done=done, after=after)


def brace(slot: int) -> Change:
    """Return the change by bracing the weapon in this slot, until the fighter moves or changes position (4B)."""

    def check(state: Soldier, name: str) -> None:
        _raised(state, name)
        if state.braced == slot:
            raise NotNow(f"{name} has already braced their weapon.")

    return Change(done=lambda state, clock: altered(state, braced=slot), check=check, words="braces their weapon")


def _out_of_the_sandbags(state: Soldier) -> Soldier:
    """Return the fighter no longer dug in, not even when they rise again: they fire over cover (scenario 1)."""
    return altered(state, exposure="firing" if state.exposure == "dug in" else state.exposure, foxhole=False)


def _of_7b(row: str, book: Book) -> tuple[int, Source]:
    cost = book.tables.worded(INT, "7b").lookup("", row)[0]
    assert isinstance(cost, int)
    return cost, Source("7b", (row,))


def _into_sight(exposure: Exposure) -> StateChange:
    """Return the change to this exposure; a fighter that comes out of hiding appears in this impulse (ruling O33)."""

    def begun(state: Soldier, clock: Clock) -> Soldier:
        appears = state.exposure == "hidden"
        sandbags = state.exposure == "dug in" or (appears and state.foxhole)
        shown_as = "dug in" if sandbags and exposure == "firing" else exposure
        return altered(state, exposure=shown_as, hides=None, appeared=clock if appears else state.appeared)

    return begun


def _stance(over: bool, hip: bool = False) -> Change:
    in_cover = _into_sight("firing")

    def begun(state: Soldier, clock: Clock) -> Soldier:
        behind = state.exposure in ("hidden", "looking", "firing", "dug in")
        return in_cover(state, clock) if over or behind else state

    def done(state: Soldier, clock: Clock) -> Soldier:
        return unsteady(state) if hip else altered(state, firing_stance=True)

    def check(state: Soldier, name: str) -> None:
        as_now = begun(state, Clock()).exposure == state.exposure and state.hides is None
        if as_now and state.firing_stance != hip:
            raise AlreadySo(f"{name} is already in that stance.")

    kind = "a Hip Firing Stance" if hip else "a Firing Stance"
    return Change(begun, done, check, words=f"assumes {kind}{' over cover' if over else ''}")


def goes_behind(state: Soldier, clock: Clock) -> Soldier:
    """Return the fighter after going behind cover, out of sight when the impulse ends (ruling O33)."""
    return altered(unsteady(state), hides=clock, appeared=clock, aim=None, course=None)


def _not_hidden(state: Soldier, name: str) -> None:
    if state.exposure == "hidden":
        raise AlreadySo(
            f"{name} is already out of sight. Use /act look over cover, fire over cover or step out to come up."
        )
    if state.hides is not None:
        raise AlreadySo(f"{name} is already going behind cover, and will be out of sight when this impulse ends.")


def _in_cover(state: Soldier, name: str) -> None:
    if state.exposure == "looking":
        raise AlreadySo(f"{name} is already looking over cover. Use /act fire over cover, step out or duck back.")


def _behind_something(state: Soldier, name: str) -> None:
    if state.exposure == "exposed":
        raise AlreadySo(f"{name} is already in the open.")


def _raised(state: Soldier, name: str) -> None:
    if not state.firing_stance:
        raise NotNow(f"{name} is not in a Firing Stance.")


COVERING = frozenset((action_list.STANCE_OVER, action_list.HIP, action_list.LOOK, action_list.DUCK_BACK))
"""Acts that bring a fighter into cover."""
CHANGES: Mapping[str, Change] = MappingProxyType(
    {
        action_list.STANCE: _stance(over=False),
        action_list.STANCE_OVER: _stance(over=True),
        action_list.HIP: _stance(over=True, hip=True),
        action_list.LOOK: Change(
            _into_sight("looking"),
            lambda state, clock: unsteady(state),
            _in_cover,
            "looks over or around cover",
        ),
        action_list.STEP_OUT: Change(_into_sight("exposed"), check=_behind_something, words="steps out of cover"),
        action_list.DUCK_BACK: Change(
            done=goes_behind,
            check=_not_hidden,
            words="goes back behind cover",
            after=" and is out of sight when this impulse ends",
            rulings=(
                ("O16", "going behind cover on purpose costs 1 action; the reflexive duck is free", "2.5"),
                ("O33", "a fighter who hides can be seen until the impulse ends", "2.4"),
            ),
        ),
        action_list.LOWER: Change(done=lambda state, clock: unsteady(state), check=_raised, words="lowers the weapon"),
        action_list.HOLD: Change(
            done=lambda state, clock: altered(state, progress=None, course=None), words="holds still"
        ),
    }
)
