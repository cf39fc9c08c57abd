"""Listening for a noise that cannot be seen (5.3): the Effective Sound Magnitude, the chance to hear it, one throw.

Listening takes no time and interrupts nothing. A continuous noise can be listened for again in each phase. For a single
noise there is one throw for each listener; the word `another` means a different noise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.map.codes import find_fighter
from rules.engine.map.pieces import BRUSH
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.records.private_text import private
from rules.engine.records.steps import Term
from rules.engine.sight.sight import mapped, side_of
from rules.grid.ground import check_on_map
from rules.grid.hexes import blocking, distance
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import GROUND, on
from rules.phoenix.basics.times import between
from rules.phoenix.book import Scene
from rules.phoenix.ground import trace
from rules.phoenix.optional.records import Listened
from rules.phoenix.optional.senses.glimpses import noticed
from rules.phoenix.optional.senses.hearing import hearing_words
from rules.phoenix.optional.senses.hearing.hearing_words import ISOLATED, Heard
from rules.phoenix.optional.senses.hearing.noises import ACTIONS, ON_THE_GROUND, QUIET, Noise, worded
from rules.tables.cells import INT, ODDS
from rules.words.phrases import counted, listed
from rules.words.places import Place

NAME, COST = "listen for dog bark, 6 hexes", "free"
WORDS = re.compile(r"listens? (?:for |to )?(?P<line>.+)")
_RECENTLY = 30
"""Phases (a minute) for which a shot impairs its shooter's hearing, and for which a noise tells of its maker."""
FIRED, BRUSH_BETWEEN = "Fired Weapon Recently", "Through Brush"
"""Rows of the tables: a listener who fired lately, and brush between the two."""
_BRUSH = "Brush"
_LEAST, _ODD = -3, (-2, -1)
"""The lowest Effective Sound Magnitude with a chance, and those with odd chances, which are used as printed (T43)."""
_LABELS = (
    ("sound_terrain", "Ground"),
    ("sound_intervening", "Between"),
    ("sound_background", "Background"),
    ("sound_listener", "Listener"),
)


def listen(order: Act, match: re.Match[str], scene: Scene) -> None:
    """Listen for a noise.

    Raises Refusal, before anything is thrown, if the words or the moment do not allow it.
    """
    if order.cost:
        raise Refusal("Listening takes no actions (5.3). Leave cost: out.")
    listener = scene.combatant(order.actor)
    heard = hearing_words.read(match["line"], listener, scene.encounter)
    heard = _with_record(heard, listener, scene.encounter)
    hexes, where, place = _range(heard, listener, scene.encounter)
    heard = _with_brush(heard, place, listener, scene.encounter)
    noise = _noise_key(heard, where)
    _check_again(heard, noise, listener, scene.encounter)
    total = scene.sum("ESM", *_terms(heard, hexes, scene), section="5.3")
    name = heard.noise.name
    chance = _chance(total, scene)
    if chance is None:
        scene.rule("T43", f"nothing is heard below {_LEAST}, no roll", section="5.3")
        scene.conclude(
            scene.outcome(private(f"{listener.reference} cannot hear it"), private(f"{name}, {where}.")), "miss"
        )
        return
    why = f"whether {listener.reference} hears {name}"
    got = scene.throw("Heard", why, 0, 99, f"{chance:02} or less", section="5.3") <= chance
    if scene.encounter.timed:
        _keep(noise, heard, listener, got, scene)
    if heard.continuous and not got:
        scene.note("Again", "the noise continues: roll again in the next phase", detail=True, section="5.3")
    result = "hears it" if got else "hears nothing"
    scene.conclude(
        scene.outcome(private(f"{listener.reference} {result}"), private(f"{name}, {where}.")), "hit" if got else "miss"
    )


def heard_lately(listener: Combatant, maker: str, clock: Clock) -> bool:
    """Return whether the listener has heard a noise from this fighter (an id) in the last minute."""
    return any(
        maker in one.by and one.heard is not None and between(one.heard, clock) < _RECENTLY
        for one in soldier(listener).listened
    )


def _with_record(heard: Heard, listener: Combatant, encounter: Encounter) -> Heard:
    """Return the noise with the listener's record added: that they fired in the last minute."""
    if FIRED in heard.listener or not fired_lately(listener, encounter.clock):
        return heard
    return replace(heard, listener=(*heard.listener, FIRED))


def fired_lately(listener: Combatant, clock: Clock) -> bool:
    """Return whether the listener has fired in the last minute, which impairs their hearing."""
    fired = soldier(listener).fired
    return fired is not None and between(fired, clock) < _RECENTLY


def _with_brush(heard: Heard, place: Place | None, listener: Combatant, encounter: Encounter) -> Heard:
    """Return the noise with the brush that is on the map and not in its words: between the two, and under movers."""
    battle_map = mapped(encounter, listener.owner).battle_map
    if battle_map is None or place is None or listener.place is None or not on(encounter, GROUND):
        return heard
    growth = brush(battle_map)
    rows, ground = heard.between, heard.ground
    if not ISOLATED.intersection(rows) and blocking(listener.place, place, growth):
        rows = (*rows, BRUSH_BETWEEN)
    if not ground and place in growth and heard.noise.row in ON_THE_GROUND:
        ground = _BRUSH
    return replace(heard, between=rows, ground=ground)


def brush(battle_map: BattleMap) -> frozenset[Place]:
    """Return the places with brush on them."""
    return frozenset[Place]().union(*(piece.places for piece in battle_map.pieces if piece.kind == BRUSH))


def _range(heard: Heard, listener: Combatant, encounter: Encounter) -> tuple[int, str, Place | None]:
    """Return the range in hexes, and in words with its source: as given now, else from the map, else as last given; and
    the place, if it is known.
    """
    if heard.hexes is not None:
        return heard.hexes, f"{counted(heard.hexes, 'hex')} off", None
    maker, place = heard.noise.by, None
    if heard.of:
        try:
            place = Place.parse(heard.of)
        except UnknownName:
            maker = _named(heard.of, listener, encounter)
        else:
            check_on_map(encounter, place)
    here = listener.place
    if place is None and maker is not None and here is not None:
        place = nearest_entered(maker, here)
    if place is not None and here is not None:
        hexes = distance(here, place)
        return hexes, f"{counted(hexes, 'hex')} off at {place}", place
    last_given = encounter.apart(listener.id, maker.id) if maker else None
    if last_given is None:
        raise NotNow("How far away is it? Add the range in hexes (2 yards each), a place (at D7), or who makes it.")
    return last_given, f"{counted(last_given, 'hex')} off, as given before", None


def nearest_entered(maker: Combatant, here: Place) -> Place | None:
    """Return the hex at which a fighter is heard from `here`: the nearest of those that they entered in this impulse,
    or else the one where they are; None if it is unknown.
    """
    entered = trace.way(maker)[1:] or (maker,)
    return min((one.place for one in reversed(entered) if one.place), key=lambda at: distance(here, at), default=None)


def _named(name: str, listener: Combatant, encounter: Encounter) -> Combatant:
    others = [c for c in encounter.combatants if c.id != listener.id]
    try:
        return find_fighter(name, others, encounter, "place, and nobody here,")
    except UnknownName as unknown:
        message = (
            f"{quoted(name)} is neither a place nor a fighter here. Use at D7, from Guard 1, or a range"
            " such as 6 hexes."
        )
        raise UnknownName(message, unknown.nearest) from None


def _noise_key(heard: Heard, where: str) -> str:
    """Return the key under which the record keeps that the noise was listened for."""
    made = heard.noise
    if made.by:
        return f"{made.by.id} {made.row} {made.at.turn}.{made.at.impulse}" if made.at else f"{made.by.id} {made.row}"
    return f"{made.row}{' quietly' * (heard.pace == QUIET)}, {where}"


def _check_again(heard: Heard, noise: str, listener: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for a second throw for a single noise, or for a continuous one in the same phase."""
    last = next((one.at for one in soldier(listener).listened if one.noise == noise), None)
    if last is None or not encounter.timed:
        return
    if heard.continuous and last.turn == encounter.clock.turn:
        raise NotNow(f"{listener.reference} has listened for it in this phase. Listen again in the next phase.")
    if not heard.continuous and not heard.another:
        raise NotNow(
            f"{listener.reference} has listened for it, and a single noise gets one roll. Add another for"
            " a new noise, or continuous if it continues."
        )


def _terms(heard: Heard, hexes: int, scene: Scene) -> Iterator[Term]:
    """Yield the Sound Magnitude and all its modifiers; each cell is recorded."""
    yield _magnitude(heard.noise, heard.pace, scene)
    table = scene.book.tables.of(INT, "sound_range")
    value = scene.lookup("Range", table, hexes, detail=True, section="5.3") or 0
    if str(hexes) not in table.rows.labels:
        scene.rule("O37", f"{counted(hexes, 'hex')} count as the next farther range", section="5.3")
    yield Term(counted(hexes, "hex"), value, "5.3")
    loudest = _loudest(heard.besides, scene)
    for (id, label), rows in zip(_LABELS, ((heard.ground,), heard.between, loudest, heard.listener), strict=True):
        for row in filter(None, rows):
            value = scene.lookup(label, scene.book.tables.of(INT, id), row, detail=True, section="5.3") or 0
            if row in ("Gravel", "Brush", "Gravel / Brush"):
                scene.rule(
                    "T44", ("gravel and brush differ underfoot, but share one line as background noise"), section="5.3"
                )
            also = "background " if id == "sound_background" and row.startswith("Wind") else ""
            yield Term(f"{also}{worded(row)}", value, "5.3")


def _magnitude(noise: Noise, pace: str, scene: Scene) -> Term:
    table, at = scene.book.tables.of(INT, noise.table), (noise.row, pace) if noise.table == ACTIONS else (noise.row,)
    value = scene.lookup("Sound", table, *at, detail=True, section="5.3")
    assert value is not None
    if noise.row == "Stalk 1 HPP":
        scene.rule("T31", "stalking is 1 hex a phase", section="5.3")
    return Term(f"{noise.name}{', quietly' * (at[-1] == QUIET)}", value, "5.3")


def _loudest(besides: tuple[str, ...], scene: Scene) -> tuple[str, ...]:
    """Return the loudest background noise. The others add nothing."""
    table = scene.book.tables.of(INT, "sound_background")
    by_noise = sorted(besides, key=lambda row: table.lookup("", row)[0] or 0)
    if len(by_noise) > 1:
        drowned = listed(by_noise[1:], "and")
        scene.note("Background", f"the loudest counts: {by_noise[0]}, over {drowned}", detail=True, section="5.3")
    return tuple(by_noise[:1])


def _chance(total: int, scene: Scene) -> int | None:
    if total in _ODD:
        scene.rule("T43", f"an ESM of {total} has the printed chance", section="5.3")
    return scene.lookup("Chance", scene.book.tables.of(ODDS, "sound_detection"), total, detail=True, section="5.3")


def _keep(noise: str, heard: Heard, listener: Combatant, got: bool, scene: Scene) -> None:
    """Record that the listener has listened for it; for a continuous noise only the last phase matters."""
    now, state = scene.encounter.clock, soldier(listener)
    kept = tuple(one for one in state.listened if one.noise != noise)
    last = next((one.heard for one in state.listened if one.noise == noise), None)
    fresh = Listened(noise, now, _makers(heard, listener, scene.encounter), now if got else last)
    scene.change(listener.id, altered(state, listened=(*kept, fresh)))
    if got:
        for maker in fresh.by:
            noticed(side_of(listener), scene.combatant(maker), listener.place, scene)


def _makers(heard: Heard, listener: Combatant, encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of the fighters who made the noise: one fighter, or everybody at a place."""
    if heard.noise.by:
        return (heard.noise.by.id,)
    if not heard.of:
        return ()
    try:
        place = Place.parse(heard.of)
    except UnknownName:
        return (_named(heard.of, listener, encounter).id,)
    return tuple(c.id for c in encounter.combatants if c.present and c.place == place and c.id != listener.id)
