"""Everything on the Action Time Table, and any other act at two actions a second (2.2; table 7B; rulings O16, O57)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from rules.engine.agenda import Clock
from rules.engine.copies import altered
from rules.engine.effects import Drawn
from rules.engine.errors import Ambiguous, BadSheet, NoRule, NotNow, Refusal, UnknownName, quoted
from rules.engine.model import Combatant
from rules.engine.orders import Act
from rules.phoenix import action_points
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import action_list, cover, stances, weapon_handling
from rules.phoenix.ground.action_list import Source
from rules.phoenix.ground.facing import direction
from rules.phoenix.ground.stances import Change, Changed
from rules.phoenix.ground.view import warn_aimers
from rules.phoenix.harm.fitness import check_spine, disabled_arms
from rules.phoenix.optional.arrests import dropping
from rules.phoenix.optional.records import Dropped
from rules.phoenix.optional.senses import quiet
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.soldier import Cover, Soldier, soldier
from rules.phoenix.switches import ACCURACY, COVER, on
from rules.words.phrases import counted, listed

MOST_COST = 1_000
MOST_TEXT = 200
_BEARINGS = ("turn", "face", "facing", "look")
_KEEPS_AIM = frozenset((action_list.BRACE, "Safety or Fire Select Switch", action_list.COCK))
_FEET = frozenset(("Kick Open a Door", "Climb through a Window", "Get Out of a Trench or Foxhole"))
"""What a man without the use of his hands can do as well."""
_BEHIND = re.compile(r"(.+?)\s+(behind\s+.+)", re.IGNORECASE)
_HANDS = Change(done=lambda s, clock: altered(s, aim=None, braced=None, course=None))
"""What keeps the hands busy costs the aim."""


@dataclass(frozen=True, slots=True)
class _Doing:
    """An act as it will be done: what is said of who does it, its cost, the change it makes.

    `hands`: whether it takes a hand. `source`: table and row of the cost. `draws`: the slot of the weapon that is then
    in hand. `did` is said of it once it is done, if not what was said before. `unloads`: whether what is in the weapon
    in hand is out of it then. `name` is the line of the list.
    """

    said: str
    cost: int
    change: Change
    source: Source | None = None
    hands: bool = False
    draws: int | None = None
    did: str = ""
    unloads: bool = False
    name: str = ""


def act(order: Act, scene: Scene, *, quietly: bool = False) -> Waiting | None:
    """Do something on the list, or anything else at the cost that is given; `quietly` for ten times the cost (5.3)."""
    check_cost(order)
    text = " ".join(order.what.split()).rstrip(".")
    check_text(text)
    combatant = scene.combatant(order.actor)
    state, clock = soldier(combatant), scene.encounter.clock
    doing = _doing(text, order.cost, combatant, scene)
    sound = quiet.row(doing.name or text, combatant)
    if quietly:
        quiet.check(doing.name or text, combatant)
        doing = _quietly(doing)
    if doing.hands and disabled_arms(state, clock) > 1:
        raise NotNow(f"Both arms of {combatant.name} are disabled: that takes a hand, and waits until they are healed.")
    if state.progress is None or state.progress.what != doing.said:
        doing.change.check(state, combatant.name)
    waiting = action_points.work(combatant.id, doing.said, doing.cost, scene)
    if waiting is None or waiting.spent:
        _became(combatant.id, doing.change.begun, scene)
    if waiting:
        return waiting
    _became(combatant.id, doing.change.done, scene)
    if doing.draws is not None:
        scene.do(Drawn(combatant.id, doing.draws))
        dropping.picked_up(combatant.id, doing.draws, scene)
    if doing.unloads:
        weapon_handling.unload(combatant.id, scene)
    counts = action_points.counted(combatant.id, scene)
    if doing.source and order.cost is None and counts:
        scene.lookup("Cost", scene.book.tables.by_id[doing.source.table], *doing.source.keys, detail=True)
    for ruling in doing.change.rulings:
        scene.rule(*ruling)
    quiet.tell(sound, quietly, scene)
    cost = f" ({counted(doing.cost, 'action')})" if counts else ""
    now = soldier(scene.combatant(combatant.id))
    if now.hides == clock:
        warn_aimers(combatant.id, scene)
    # Of somebody who goes out of sight it goes without saying.
    lowered = state.firing_stance and not now.firing_stance and now.hides is None
    ends = "; his Firing Stance ends" if lowered else ""
    scene.conclude(f"{combatant.name}{doing.did or f' {doing.said}'}{cost}{doing.change.after}{ends}.")
    return None


def check_cost(order: Act) -> None:
    """Raises Refusal for a cost that cannot be."""
    if order.cost is not None and not 0 <= order.cost <= MOST_COST:
        raise Refusal(f"A cost goes from 0 to {MOST_COST:,} actions, not {order.cost}.")


def check_text(text: str) -> None:
    """Raises Refusal for what nobody can mean, or is too long to be told."""
    if len(text) > MOST_TEXT or not any(s.isalnum() or unicodedata.category(s) == "So" for s in text):
        raise Refusal(f"Say in 1 to {MOST_TEXT} characters what is done, a letter or digit among them.")


def acts(book: Book) -> tuple[tuple[str, str], ...]:
    """What is on the list, and what it costs in words."""
    return tuple((line.name, line.words) for line in action_list.lines(book))


def _doing(text: str, given: int | None, combatant: Combatant, scene: Scene) -> _Doing:
    """What the text means. Raises Refusal if that is nothing on the list, and no cost was given."""
    try:
        said, behind = _covered(text, scene)
        known = _known(said, combatant, scene)
        check_spine(combatant, scene.encounter, "do that")
    except (UnknownName, NoRule, BadSheet):
        if given is None:
            raise
        return _Doing(f"is at work ({text})", given, Change(), did=f": {text}")
    if behind:
        known = replace(known, change=_behind(known.change, behind))
    return known if given is None else replace(known, cost=given)


def _covered(text: str, scene: Scene) -> tuple[str, Cover | None]:
    """The text without the cover of table 7C at its end, and that: "take cover behind brick wall 6 inch" (3.8).

    Raises BadSheet for cover that is not known behind an act that is.
    """
    match = _BEHIND.fullmatch(text)
    if match is None or not on(scene.encounter, COVER):
        return text, None
    try:
        return match[1], cover.known(match[2], scene.book)
    except BadSheet:
        if _listed(text, scene.book) or not _listed(match[1], scene.book):
            return text, None
        raise


def _listed(text: str, book: Book) -> bool:
    try:
        action_list.listed_as(text, book)
    except UnknownName:
        return False
    return True


def _behind(change: Change, cover: Cover) -> Change:
    """The same change, with that cover from then on."""

    def done(state: Soldier, clock: Clock) -> Soldier:
        return altered(change.done(state, clock), cover=cover)

    return replace(change, done=done, after=f"{change.after}; behind {cover.name}, PF {cover.pf}")


def _known(text: str, combatant: Combatant, scene: Scene) -> _Doing:
    """The act of the rules or of the list. Raises Refusal."""
    state = soldier(combatant)
    puts_down = weapon_handling.puts_down(text, combatant)
    if (bearing := _bearing(text, combatant, scene)) is not None:
        cost, source, change = stances.turn(state, bearing, scene.book)
        return _Doing(f"turns to {bearing} degrees", cost, change, source)
    if handled := weapon_handling.taken(text, combatant, scene.book):
        return _Doing(
            f"takes the {handled.weapon} in hand", handled.cost, _HANDS, handled.line.source, True, handled.slot
        )
    if command := action_list.elsewhere(text):
        raise NoRule(f"{command} does that; /act is for what else takes time.")
    try:
        line = action_list.listed_as(action_list.PICK_UP if puts_down else text, scene.book)
    except UnknownName as unknown:
        raise _unlisted(text, unknown) from None
    if line.name == action_list.TURN:
        raise Refusal("Say which way: turn to north, to 90 degrees, left, right, around, to a place or to somebody.")
    if position := stances.POSITIONS.get(line.name):
        cost, source, change = stances.take(position, state, combatant.name, scene.book)
        return _Doing(change.said, cost, change, source)
    if line.name in (action_list.WORK, action_list.COCK):
        weapon_handling.check_action(line.name, combatant, scene.encounter)
    cost = weapon_handling.cost(line.name, combatant) if line.cost is None else line.cost
    change = stances.CHANGES.get(line.name) or (Change() if line.name in _KEEPS_AIM else _HANDS)
    if line.name == action_list.WORK:
        slot = combatant.in_hand
        change = Change(
            done=lambda s, clock: altered(s, unworked=tuple(n for n in s.unworked if n != slot)),
            said="works the bolt or pump",
        )
    elif line.name == action_list.BRACE and on(scene.encounter, ACCURACY):
        change = stances.brace(kit.held(combatant).slot)
    elif line.name == action_list.COCK:
        change = weapon_handling.cock(combatant, scene.encounter)
    elif puts_down and combatant.holding:
        kit.check_in_hand(kit.held(combatant), combatant)
        slot = combatant.in_hand
        down = Dropped(slot, combatant.place)
        change = Change(
            done=lambda s, clock: altered(_HANDS.done(s, clock), dropped=(*s.dropped, down)),
            after=f"; the {combatant.holding.weapon.name} is {dropping.words(down)}",
        )
    did = "" if change.said else f": {line.name}"
    hands = line.name not in stances.CHANGES and line.name not in _FEET
    said, unloads = change.said or f"is at work ({line.name})", line.name == action_list.UNLOAD
    return _Doing(said, cost, change, line.source, hands, did=did, unloads=unloads, name=line.name)


def _quietly(doing: _Doing) -> _Doing:
    """The same for ten times its cost."""
    did = f"{doing.did}, quietly" if doing.did else ""
    return replace(doing, said=f"{doing.said}, quietly", did=did, cost=doing.cost * quiet.TIMES)


def _unlisted(text: str, unknown: UnknownName) -> Refusal:
    if isinstance(unknown, Ambiguous):
        return Ambiguous(f"{quoted(text)} could be {listed(unknown.nearest)}: say which.", unknown.nearest)
    near = f" (nearest: {listed(unknown.nearest)})" if unknown.nearest else ""
    return UnknownName(
        f"{quoted(text)} is not on the Action Time Table{near}: say with cost: what it takes, two actions a second.",
        unknown.nearest,
    )


def _bearing(text: str, combatant: Combatant, scene: Scene) -> int | None:
    """Where he turns to, if the text says that he turns."""
    first, _, rest = text.strip().partition(" ")
    verb = first.casefold().removesuffix("s")
    if verb not in _BEARINGS or not rest or (verb == "look" and not rest.casefold().startswith(("to ", "towards "))):
        return None
    to = rest.strip()
    for little in ("to face ", "to ", "towards ", "toward "):
        if to.casefold().startswith(little):
            to = to[len(little) :]
            break
    return direction(to, combatant, scene.encounter)


def _became(actor: str, change: Changed, scene: Scene) -> None:
    state = soldier(scene.combatant(actor))
    if (changed := change(state, scene.encounter.clock)) != state:
        scene.change(actor, changed)
