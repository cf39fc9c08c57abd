"""`/act`: everything on the Action Time Table, and any other act at its given cost (2.2; table 7B; rulings O16, O57).

A second is two actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import Ambiguous, BadSheet, NoRule, NotNow, Refusal, UnknownAct, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Act
from rules.engine.records.private_text import private
from rules.engine.records.remedies import Remedy
from rules.engine.scene.effects import Drawn
from rules.engine.scene.scene import Clause
from rules.engine.sharing.acts import act_text
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.arms import Dropped
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Cover, Soldier, Work, soldier, unsteady
from rules.phoenix.basics.switches import ACCURACY, COVER, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover, cover_side
from rules.phoenix.ground.acts import action_list, doors, stances, weapon_handling
from rules.phoenix.ground.acts.action_list import ActLine, Source
from rules.phoenix.ground.acts.stances import Change, StateChange
from rules.phoenix.ground.cover_side import FIELD_OF_FIRE
from rules.phoenix.ground.cover_words import FACING, NAMED, tell_side
from rules.phoenix.ground.facing import NoPlace, compass, direction
from rules.phoenix.ground.moves import riding
from rules.phoenix.ground.view import warn_aimers
from rules.phoenix.harm.fitness import check_hands, check_spine
from rules.phoenix.shooting.carrying import by_hand, dropped_weapons, gear, kit
from rules.phoenix.shooting.carrying.by_hand import HandLoading
from rules.words.phrases import counted, listed
from rules.words.places import Place

MOST_COST = 1_000
_BEARINGS = ("turn", "face", "facing", "look")
_KEEPS_AIM = frozenset((action_list.BRACE, action_list.SELECTOR, action_list.COCK))
_STANCES = frozenset((action_list.STANCE, action_list.STANCE_OVER))
_FEET = frozenset(("Kick Open a Door", "Climb through a Window", "Get Out of a Trench or Foxhole"))
"""Acts that need no hands."""
_SIDE_AT_END = re.compile(
    r"(?P<act>.*\bcover\b.*)\s(?:to|towards?|against|from)\s+(?:the\s+)?(?P<way>.+)", re.IGNORECASE
)
_COVER_AT_END = re.compile(r"(.+?)\s+(behind\s+.+)", re.IGNORECASE)


def _busy(state: Soldier, clock: Clock) -> Soldier:
    return altered(unsteady(state), aim=None, course=None)


_HANDS = Change(begun=_busy, done=_busy)
"""The change by an act that lowers the weapon: from its first action it costs the aim and the Firing Stance."""
QUIET_CHECKS = Hook[Callable[[str, Combatant], None]]()
"""Each raises NoRule for an act, by its name on the list or as it was typed, that cannot be done quietly."""
DONE = Hook[Callable[[str, Combatant, bool, Scene], None]]()
"""Called after a fighter has done an act, quietly or not, with the fighter as they were before it."""


@dataclass(frozen=True, slots=True)
class _PlannedAct:
    """An act that is about to be done: its work, its words, its cost and the change it makes.

    `hands`: whether it needs a hand. `source`: table and row of the cost. `draws`: the slot of the weapon that it takes
    in hand. `did`: the words once it is done, if they differ. `unloads`: whether it empties the weapon in hand. `name`:
    its line in the list. `loads`: the rounds that it moves by hand. `both`: whether it needs both hands. `opening`: the
    place of the door or window that it changes on the map. `side`: the bearing that it names for the fighter's cover.
    """

    this: Work
    words: str
    cost: int
    change: Change
    source: Source | None = None
    hands: bool = False
    draws: int | None = None
    did: str = ""
    unloads: bool = False
    name: str = ""
    loads: HandLoading | None = None
    both: bool = False
    opening: Place | None = None
    side: int | None = None


def act(order: Act, scene: Scene, *, quietly: bool = False) -> Waiting | None:
    """Carry out an act of the list, or any other act at the given cost; `quietly` at ten times the cost (5.3)."""
    check_cost(order)
    text = act_text(order.what)
    combatant = scene.combatant(order.actor)
    state, clock = soldier(combatant), scene.encounter.clock
    planned = _planned_act(text, order.cost, combatant, scene)
    if quietly:
        for check in QUIET_CHECKS.all:
            check(planned.name or text, combatant)
        planned = _quietly(planned)
    if planned.hands:
        check_hands(combatant, scene.encounter, planned.both)
    before = action_points.spent_on(planned.this, planned.words, combatant.id, scene)
    if before is None:
        planned.change.check(state, combatant.reference)
    waiting = action_points.work(combatant.id, planned.this, planned.words, planned.cost, scene)
    if waiting is None or waiting.spent:
        _apply(combatant.id, planned.change.begun, planned.side, scene)
    if loads := planned.loads:  # rounds that are loaded stay loaded after an interruption
        spent = waiting.spent if waiting else planned.cost
        done = (
            loads.times * spent // planned.cost - loads.times * (before or 0) // planned.cost
            if planned.cost
            else loads.times
        )
        by_hand.move(combatant.id, loads, done, scene)
    if waiting:
        if state.firing_stance and not soldier(scene.combatant(combatant.id)).firing_stance:
            scene.note("Stance", f"the Firing Stance of {combatant.reference} ends", section="2.5")
        return waiting
    _apply(combatant.id, planned.change.done, planned.side, scene)
    tell_side(state, combatant.id, NAMED if planned.side is not None else FACING, scene)
    if planned.draws is not None:
        scene.do(Drawn(combatant.id, planned.draws))
        dropped_weapons.picked_up(combatant.id, planned.draws, scene)
    dropped_weapons.reckon_weight(combatant.id, scene)
    if planned.unloads:
        weapon_handling.unload(combatant.id, scene)
    counts = action_points.counts_actions(combatant.id, scene)
    if planned.source and order.cost is None and counts:
        table = scene.book.tables.by_id[planned.source.table]
        scene.lookup("Cost", table, *planned.source.keys, detail=True, section="2.2")
    for id, ruling, section in planned.change.rulings:
        scene.rule(id, ruling, section=section)
    for rule in DONE.all:
        rule(planned.name or text, combatant, quietly, scene)
    cost = f" ({counted(planned.cost, 'action')})" if counts else ""
    did, met = planned.did or f" {planned.words}", tuple[Clause, ...]()
    if planned.opening:
        did, met = doors.act_on(planned.name, planned.opening, combatant.id, scene)
    now = soldier(scene.combatant(combatant.id))
    if now.hides == clock:
        warn_aimers(combatant.id, scene)
    # Going out of sight always ends a Firing Stance, so it is not mentioned then.
    lowered = state.firing_stance and not now.firing_stance and now.hides is None
    ends = "; their Firing Stance ends" if lowered else ""
    outcome, more = f"{combatant.reference}{did}{private(cost)}", f"{planned.change.after}{ends}."
    scene.conclude(
        (scene.clause(outcome), *met, scene.clause(more)) if met else outcome + more,
        routine=planned.this.kind == "turn",
    )
    return None


def check_cost(order: Act) -> None:
    """Raise Refusal for a cost outside the limits."""
    if order.cost is not None and not 0 <= order.cost <= MOST_COST:
        raise Refusal(f"Cost is 0 to {MOST_COST:,} actions, not {order.cost}.")


def acts(book: Book) -> tuple[tuple[str, str], ...]:
    """Return the names of all acts on the list, each with its cost in words."""
    return tuple((line.name, line.words) for line in action_list.lines(book))


def _planned_act(text: str, given: int | None, combatant: Combatant, scene: Scene) -> _PlannedAct:
    """Return the act that the text means. Raises Refusal if the list does not have it and no cost was given."""
    try:
        act_text, side = _split_side(text, combatant, scene)
        act_text, behind = _split_cover(act_text, scene)
        planned = _known_act(act_text, combatant, scene)
        check_spine(combatant, scene.encounter, "do that")
    except (UnknownName, NoRule, BadSheet):
        if given is None:
            raise
        return _PlannedAct(Work("anything", (text,)), f"carries out “{text}”", given, Change(), did=f": {text}")
    if behind:
        planned = replace(planned, change=_with_cover(planned.change, behind))
    if side is not None:
        after = f"{planned.change.after}; cover to the {compass(side)}"
        planned = replace(planned, change=replace(planned.change, after=after), side=side)
    return planned if given is None else replace(planned, cost=given)


def _split_side(text: str, combatant: Combatant, scene: Scene) -> tuple[str, int | None]:
    """Return a text without the side of the cover at its end, and that side: "take cover to the west", "look over cover
    toward Guard 1" (ruling O75).

    Raises Refusal for a side that is no direction.
    """
    match = _SIDE_AT_END.fullmatch(text)
    if match is None:
        return text, None
    act_text, _ = _split_cover(match["act"], scene)
    if not _is_listed(act_text, scene.book) or action_list.find_act(act_text, scene.book).name not in stances.COVERING:
        return text, None
    return match["act"], direction(match["way"], combatant, scene.known(combatant.id))


def _split_cover(text: str, scene: Scene) -> tuple[str, Cover | None]:
    """Return a text without the cover of table 7C at its end, and the cover: "take cover behind brick wall 6 inch"
    (3.8).

    Raises BadSheet for unknown cover after a known act.
    """
    match = _COVER_AT_END.fullmatch(text)
    if match is None or not on(scene.encounter, COVER):
        return text, None
    try:
        return match[1], cover.parse_cover(match[2], scene.book)
    except BadSheet:
        if _is_listed(text, scene.book) or not _is_listed(match[1], scene.book):
            return text, None
        raise


def _is_listed(text: str, book: Book) -> bool:
    try:
        action_list.find_act(text, book)
    except UnknownName:
        return False
    return True


def _with_cover(change: Change, cover: Cover) -> Change:
    """Return the same change, which also puts the fighter behind this cover."""

    def done(state: Soldier, clock: Clock) -> Soldier:
        return altered(change.done(state, clock), cover=cover)

    return replace(change, done=done, after=f"{change.after}; behind {cover.name}, PF {cover.pf}")


def _known_act(text: str, combatant: Combatant, scene: Scene) -> _PlannedAct:
    """Return the act of the rules or of the list. Raises Refusal."""
    state = soldier(combatant)
    puts_down = weapon_handling.puts_down(text, combatant)
    if (bearing := _bearing(text, combatant, scene)) is not None:
        cost, source, change = stances.turn(state, bearing, scene.book, scene.encounter)
        return _PlannedAct(
            Work("turn", (str(bearing),)), f"turns to face {compass(bearing)} ({bearing}°)", cost, change, source
        )
    if taken := weapon_handling.weapon_taken(text, combatant, scene.book):
        this, words = Work("draw", (str(taken.slot),)), f"takes the {taken.weapon} in hand"
        return _PlannedAct(this, words, taken.cost, _HANDS, taken.line.source, True, taken.slot)
    if action_list.arms(text):
        raise NoRule(
            "Arming is part of the throw: /throw takes the grenade from the pouch, arms it, aims and throws it."
        )
    if command := action_list.other_command(text):
        raise NoRule(f"{command} does that. /act is for other actions that take time.")
    several = by_hand.several(action_list.without_articles(text))
    door_text, at = doors.split_place(text)
    listed_as = several.line if several else action_list.PICK_UP if puts_down else door_text
    try:
        line = action_list.find_act(listed_as, scene.book)
    except UnknownName as unknown:
        raise _unlisted(text, unknown) from None
    if line.name == action_list.TURN:
        raise Refusal("Which way? Turn to north, to 90 degrees, left, right, around, to a place or to a fighter.")
    if position := stances.POSITIONS.get(line.name):
        cost, source, change = stances.take(position, state, combatant.reference, scene.book)
        return _PlannedAct(Work("act", (line.name,)), change.words, cost, change, source)
    if line.name in (action_list.WORK, action_list.COCK):
        weapon_handling.check_action(line.name, combatant, scene.encounter)
    cost = weapon_handling.cost(line.name, combatant) if line.cost is None else line.cost
    change = stances.CHANGES.get(line.name) or (Change() if line.name in _KEEPS_AIM else _HANDS)
    if line.name == action_list.WORK:
        slot = combatant.in_hand
        change = Change(
            done=lambda s, clock: altered(s, unworked=tuple(n for n in s.unworked if n != slot)),
            words="works the bolt or pump",
        )
    elif line.name == action_list.SELECTOR:
        change = weapon_handling.select(text, combatant)
    elif line.name == action_list.BRACE and on(scene.encounter, ACCURACY):
        change = stances.brace(kit.held(combatant).slot)
    elif line.name == action_list.COCK:
        change = weapon_handling.cock(combatant, scene.encounter)
    elif fitting := gear.of_act(line.name):
        change = _fit(*fitting, combatant)
    elif line.name in (by_hand.ROUND, by_hand.STRIP, by_hand.LINK):
        return _load_by_hand(several or HandLoading(line.name), line, cost, combatant, scene)
    elif puts_down and combatant.holding:
        kit.check_in_hand(kit.held(combatant), combatant)
        slot = combatant.in_hand
        down = Dropped(slot, combatant.place)
        change = Change(
            done=lambda s, clock: altered(_HANDS.done(s, clock), dropped=(*s.dropped, down)),
            after=f"; the {combatant.holding.weapon.name} is {dropped_weapons.words(down)}",
        )
    if line.name in _STANCES and combatant.place and scene.encounter.battle_map:
        change = replace(change, after=f"{change.after}{private(f'; sees {2 * FIELD_OF_FIRE} degrees to the front')}")
    did = "" if change.words else f": {line.name}"
    hands = line.name not in stances.CHANGES and line.name not in _FEET
    words, unloads = change.words or f"carries out “{line.name}”", line.name == action_list.UNLOAD
    this = Work("act", (line.name,))
    both = line.name in action_list.BOTH_HANDS and not _thumbed(line.name, combatant)
    planned = _PlannedAct(
        this, words, cost, change, line.source, hands, did=did, unloads=unloads, name=line.name, both=both
    )
    if line.name in doors.ACTS and (opening := doors.meant(line.name, at, combatant, scene.known(combatant.id))):
        words = doors.phrase(line.name, opening)
        return replace(planned, this=Work("act", (line.name, str(opening))), words=words, opening=opening)
    return planned


def _thumbed(name: str, combatant: Combatant) -> bool:
    """Return whether the act works a weapon that one hand holds and works."""
    return name == action_list.WORK and kit.one_handed(kit.held(combatant).weapon)


def _load_by_hand(loads: HandLoading, line: ActLine, each: int, combatant: Combatant, scene: Scene) -> _PlannedAct:
    """Return the act of putting rounds into a magazine or linking a belt, as often as the player gives (7B)."""
    times = f", {loads.times} times" if loads.times > 1 else ""

    def check(state: Soldier, name: str) -> None:
        if scene.encounter.timed:
            by_hand.check(loads, combatant)

    this = Work("act", (line.name, loads.sort, str(loads.times)) if loads.times > 1 or loads.sort else (line.name,))
    words, did = f"carries out “{line.name}{times}”", f": {line.name}{times}"
    change = replace(_HANDS, check=check)
    cost = each * loads.times
    both = line.name in action_list.BOTH_HANDS
    return _PlannedAct(this, words, cost, change, line.source, True, did=did, name=line.name, loads=loads, both=both)


def _fit(piece: gear.Gear, on: bool, combatant: Combatant) -> Change:
    """Return the change by putting gear into use or away (3.1, 7B). Raises Refusal if it does not fit."""
    if combatant.holding is None and not piece.worn:
        return _HANDS
    if not piece.worn:
        kit.check_in_hand(kit.held(combatant), combatant)
    gear.check_act(piece, on, combatant)
    slot = combatant.in_hand
    return Change(
        begun=_HANDS.begun,
        done=lambda s, clock: gear.changed(_HANDS.done(s, clock), piece, slot, on),
        after=f"; {piece.shown(on)}",
    )


def _quietly(planned: _PlannedAct) -> _PlannedAct:
    """Return the same act at ten times its cost."""
    did = f"{planned.did}, quietly" if planned.did else ""
    this, cost = replace(planned.this, of=(*planned.this.of, "quietly")), planned.cost * action_points.QUIETLY
    return replace(planned, this=this, words=f"{planned.words}, quietly", did=did, cost=cost)


def _unlisted(text: str, unknown: UnknownName) -> Refusal:
    if isinstance(unknown, Ambiguous):
        return Ambiguous(f"{quoted(text)} could be {listed(unknown.nearest)}. Which one?", unknown.nearest)
    near = f" (nearest: {listed(unknown.nearest)})" if unknown.nearest else ""
    return UnknownAct(
        f"{quoted(text)} is not on the Action Time Table{near}. Give cost: in actions; 2 actions are 1 second.",
        unknown.nearest,
    )


def _bearing(text: str, combatant: Combatant, scene: Scene) -> int | None:
    """Return the bearing to turn to, None if the text is not about turning."""
    first, _, rest = text.strip().partition(" ")
    verb = first.casefold().removesuffix("s")
    if verb not in _BEARINGS or not rest or (verb == "look" and not rest.casefold().startswith(("to ", "towards "))):
        return None
    to = rest.strip()
    for preposition in ("to face ", "to ", "towards ", "toward "):
        if to.casefold().startswith(preposition):
            to = to[len(preposition) :]
            break
    try:
        return direction(to, combatant, scene.known(combatant.id))
    except NoPlace as unplaced:
        heard = scene.glimpse(combatant.id, unplaced.id).direction
        if not heard:
            raise
        instead = f"turn to {heard.replace('-', '')}"
        raise NotNow(
            f"{scene.name(unplaced.id)} was heard to the {heard}, at no known place. Use /act what: {instead}."
        ).helped_by(Remedy.instead(f"Turn to {heard}", what=instead)) from None


def _apply(actor: str, change: StateChange, side: int | None, scene: Scene) -> None:
    state = soldier(scene.combatant(actor))
    changed = cover_side.settled(change(state, scene.encounter.clock), scene.encounter, side)
    if changed != state:
        scene.change(actor, changed)
        if changed.vehicle is not None:
            riding.turn_along(actor, scene)
