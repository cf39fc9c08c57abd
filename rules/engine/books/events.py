"""Scheduled events in any rulebook: a text that is announced at the start of a turn, once or every few turns.

The order `Foresee` plans an event or drops it. A planned event is a Timer that holds `Happens`. When a turn begins, the
ruleset calls `happen`, which announces the events that are due.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from rules.engine.records.agenda import Clock, Pending, Timer
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.records.users import TypedText
from rules.engine.scene.scene import Scene
from rules.words.catalogue import normalized
from rules.words.phrases import counted, listed

MOST_TEXT, MOST_TURN = 200, 1_000_000
SECTION = "Events"
GONE_BY = "{n}"
"""The placeholder in a text for the number of turns since the event was planned."""


@dataclass(frozen=True, slots=True)
class Foresee(Order):
    """Plan an event for the start of a turn, repeated every `every` turns (0: once).

    Turn 0 drops the event with this text. Only GMs know of a `secret` event until it is due.
    """

    kind = "Foresee"

    text: TypedText
    turn: int
    every: int = 0
    secret: bool = field(default=False, metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Happens(Order):
    """An event happens, repeated every `every` turns (0: once).

    It was planned in the turn `since`, and may be `secret`.
    """

    kind = "Happens"

    text: TypedText
    every: int
    since: int
    secret: bool = field(default=False, metadata={"late": True})


def foresee(order: Foresee, scene: Scene, unit: str) -> None:
    """Plan an event, or drop it. `unit` is what the book's clock counts, in the singular.

    Raises Refusal for an impossible text or number, NotNow for a turn that has begun, UnknownName if there is no such
    event to drop.
    """
    text = _good(order.text)
    if order.turn == 0:
        _drop(text, scene)
        return
    now = scene.encounter.clock.turn
    if not now < order.turn <= MOST_TURN:
        raise NotNow(f"It is {unit} {now}. Give a {unit} from {now + 1} to {MOST_TURN:,}, or 0 to cancel the event.")
    if not 0 <= order.every <= MOST_TURN:
        raise Refusal(f"An event happens once (every: 0), or every 1 to {MOST_TURN:,} {unit}s.")
    if any(normalized(event.text) == normalized(text) for _, event in planned(scene.encounter.agenda)):
        raise NotNow(f"{quoted(text)} is already planned. turn: 0 cancels it.")
    event = Timer(Clock(order.turn), Happens(text, order.every, now, order.secret))
    with scene.concerning(GMS if order.secret else ""):
        scene.plan(event)
        scene.conclude(f"{pending(event, unit)}.")


def set_secret(text: str, secret: bool, scene: Scene, unit: str) -> None:
    """Make the planned event with this text known to GMs alone, or to everybody.

    Raises NotNow if that is already so, UnknownName if there is no such event.
    """
    agenda = scene.encounter.agenda
    timer = _planned_as(text, agenda)
    event = timer.order
    assert isinstance(event, Happens)
    if event.secret == secret:
        raise NotNow(f"{quoted(event.text)} is {'already secret' if secret else 'not secret: everyone knows of it'}.")
    changed = replace(timer, order=replace(event, secret=secret))
    scene.reschedule(tuple(changed if item == timer else item for item in agenda))
    scene.conclude(f"{pending(changed, unit)}.")


def is_secret(item: Pending) -> bool:
    """Return whether an item is an event that is known to GMs alone."""
    return isinstance(item, Timer) and isinstance(item.order, Happens) and item.order.secret


def planned(agenda: Sequence[Pending]) -> list[tuple[Timer, Happens]]:
    """Return the events that are still to come."""
    return [(m, m.order) for m in agenda if isinstance(m, Timer) and isinstance(m.order, Happens)]


def happen(scene: Scene) -> str:
    """Announce the events that are due, each as a step, the earliest first, and plan repeated ones again.

    Returns the text to add to the outcome of the turn that begins: "" or " Event: the reactor blows."
    """
    now = scene.encounter.clock
    due = sorted((t for t, _ in planned(scene.encounter.agenda) if t.at <= now), key=lambda timer: timer.at)
    if not due:
        return ""
    texts: list[str] = []
    again: list[Timer] = []
    for timer in due:
        event = timer.order
        assert isinstance(event, Happens)
        text = event.text.replace(GONE_BY, str(now.turn - event.since))
        scene.note("Event", text, section=SECTION)
        texts.append(text)
        if event.every:
            missed = (now.turn - timer.at.turn) // event.every
            # An event that has happened once is no longer a secret.
            known = replace(event, secret=False)
            again.append(Timer(Clock(timer.at.turn + (missed + 1) * event.every), known))
    scene.reschedule((*(m for m in scene.encounter.agenda if m not in due), *again))
    return f" Event: {'; '.join(texts)}."


def pending(item: Pending, unit: str) -> str:
    """Return an event in words, "" for any other pending item: "At the start of turn 5: the reactor blows"."""
    if not (isinstance(item, Timer) and isinstance(item.order, Happens)):
        return ""
    event = item.order
    every = f", then every {counted(event.every, unit) if event.every > 1 else unit}" if event.every else ""
    return f"At the start of {unit} {item.at.turn}{every}{' (secret)' if event.secret else ''}: {event.text}"


def _good(text: str) -> str:
    bare = " ".join(text.split()).rstrip(".")
    if not 1 <= len(bare) <= MOST_TEXT or not any(sign.isalnum() for sign in bare):
        raise Refusal(f"Describe the event in 1 to {MOST_TEXT} characters, with at least one letter or digit.")
    return bare


def _drop(text: str, scene: Scene) -> None:
    timer = _planned_as(text, scene.encounter.agenda)
    event = timer.order
    assert isinstance(event, Happens)
    with scene.concerning(GMS if event.secret else ""):
        scene.drop(timer)
        scene.conclude(f"Canceled: {event.text}.")


def _planned_as(text: str, agenda: Sequence[Pending]) -> Timer:
    """Return the event with this text. Raises UnknownName if it is not planned."""
    events = planned(agenda)
    for timer, event in events:
        if normalized(event.text) == normalized(text):
            return timer
    texts = [quoted(event.text) for _, event in events]
    raise UnknownName(
        f"{quoted(text)} is not planned. " + (f"Planned: {listed(texts, 'and')}." if texts else "No event is planned.")
    )
