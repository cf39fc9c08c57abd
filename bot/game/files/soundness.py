"""Checks, before anything uses it, whether a state from a file is one that orders could have led to.

Types are the codec's work. Checked here are the bounds of every encounter, that all parts fit together and belong to
the rulebook, and at last that the rules can carry on from it (`_try`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from bot.game.entries import codec
from bot.game.files import bounds
from bot.game.sight import PUBLIC, Viewer, view
from rules.engine.books.events import Happens
from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.map.map_orders import MOST_PIECES
from rules.engine.map.pieces import BARRED, KINDS, OPENINGS, SIDES
from rules.engine.records.agenda import Deployment, whose
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder, Nearer, Next
from rules.engine.records.records import Condition, Family, Order, Weapon
from rules.engine.scene.dice import KeyedDice
from rules.engine.scene.effects import MOST_SIGHTINGS
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import sides
from rules.engine.table import own_records
from rules.engine.table.joining import MOST_SIDES
from rules.engine.table.muster import MOST_COMBATANTS, RESERVE
from rules.engine.table.own_records import MOST_RECORDS, MOST_SIGNS
from rules.engine.table.secrecy import MOST_NOTE, MOST_NOTES
from rules.words.maps import MOST_SIDE, good_words, ground_words
from rules.words.places import MOST

MOST_STATE = RESERVE * bounds.MOST_STATE
"""The largest state that is taken: as large as an encounter can be with all that some of its players do not know."""
MOST_OPENED = 2 << 20
"""The largest state in the order that begins the encounter, with each weapon wherever it is carried. That of 120
fighters with a rifle and grenades has a quarter of it.
"""
_LARGEST = 500
"""The largest number that a rule may have to count up to, except by the name of its field in `_LARGER`."""
_LARGER: Mapping[str, int] = {
    # Ten years have 160 million phases.
    **dict.fromkeys(("turn", "since"), 10**9),
    # Physical Damage, and how long somebody is out.
    **dict.fromkeys(("wounds.points", "wounds.shock", "time", "left", "worst", "hit", "out", "owes", "roll"), 10**7),
    **dict.fromkeys(("weight", "price", "cost_each", "mustered"), 10**6),
    **dict.fromkeys(("range", "ranges", "most_range"), 10**5),
    **dict.fromkeys(("loaded", "capacity", "count", "number", "short", "finest", "cost", "spent"), 10**4),
}
_LONGEST = 4_000
"""Characters of a text, except the encounter's own records."""
_UNFIT = "That export does not fit its rulebook here: {}. Nothing was imported."
_FIGHTER = re.compile("c[1-9][0-9]{0,8}")


class _Unfit(Exception):
    """The contradiction, as the end of a sentence."""


def check_sound(encounter: Encounter, book: Ruleset) -> None:
    """Raise Refusal, one sentence, if something in the encounter is not as orders leave it."""
    try:
        _check_sizes(encounter)
        _check_table(encounter, book)
        _check_fighters(encounter, book)
        _check_agenda(encounter, book)
        bounds.check_counts(conduct.UNOPENED, encounter)
        _try(encounter, book)
    except MemoryError:
        raise
    except _Unfit as wrong:
        raise Refusal(_UNFIT.format(wrong)) from None
    except Refusal as wrong:
        raise Refusal(_UNFIT.format(str(wrong).rstrip("."))) from None
    except Exception:
        raise Refusal(_UNFIT.format("the rules cannot continue from it")) from None


def _need(right: bool, what: str) -> None:
    if not right:
        raise _Unfit(what)


def _check_sizes(encounter: Encounter) -> None:
    written = codec.dump_state(encounter)
    for size, most in ((len(written), MOST_STATE), (len(codec.dump(encounter, Encounter)), MOST_OPENED)):
        _need(size <= most, f"the encounter in it would have {size >> 10:,} KiB, and the limit is {most >> 10:,}")
    for value, name, of in _values(codec.parsed(written), ""):
        if isinstance(value, str):
            _need(len(value) <= _LONGEST or name == "records", "a text in it is too long")
        elif isinstance(value, int):
            most = _LARGER.get(f"{of}.{name}") or _LARGER.get(name, _LARGEST)
            _need(abs(value) <= most, "a number in it is too large")


def _values(value: Any, name: str) -> Iterator[tuple[Any, str, str]]:
    """Yield every number and text in a value, with the name of its field and that of the record that has the field."""
    inner = value.items() if isinstance(value, dict) else ((name, one) for one in value)
    for key, one in inner:
        if isinstance(one, dict | list):
            yield from _values(one, key)
        else:
            yield one, key, name


def _check_table(encounter: Encounter, book: Ruleset) -> None:
    _need(encounter.preset in book.presets, "I don't know its preset")
    options = conduct.options(book)
    for name, value in encounter.switches:
        _need(name in options and value in options[name].values, "I don't know one of its switches")
    names = [name for name, _ in encounter.switches]
    _need(len({*names}) == len(names) and sorted(names) == names, "its switches are not in order")
    _need(encounter.timed and min(encounter.clock.turn, encounter.clock.impulse) >= 1, "its clock does not run")
    _need(encounter.clock.impulse <= book.impulses, "its clock does not run")
    notes = (*encounter.notes, *encounter.secret_notes)
    _need(len(notes) <= MOST_NOTES and all(len(note) <= MOST_NOTE for note in notes), "it has too many notes")
    _need(len(encounter.sides) <= MOST_SIDES, "too many sides are open")
    for side in encounter.sides:
        _need(good_name(side, "side") == side, "a side has no name")
    records = encounter.records
    fits = len(records) <= MOST_RECORDS and sum(len(text) for _, text in records) <= MOST_SIGNS
    _need(fits, "it has too many weapons and cards of its own")
    if records:
        homebrew = own_records.homebrew({}, encounter)
        _need(
            {good_name(name) for name in homebrew} <= book.pages(homebrew).keys(), "a weapon or card has another name"
        )
        book.profile(book.sheet_example, homebrew)
    _check_map(encounter)


def _check_map(encounter: Encounter) -> None:
    battle_map = encounter.battle_map
    if battle_map is None:
        return
    _need(
        1 <= min(battle_map.width, battle_map.height) <= max(battle_map.width, battle_map.height) <= MOST_SIDE,
        "its map has an impossible size",
    )
    _need(len(battle_map.pieces) <= MOST_PIECES, "its map has too many pieces")
    for piece in battle_map.pieces:
        _need(piece.kind in KINDS and good_words(piece.words) == piece.words, "a piece of its map is unknown")
        _need(ground_words(piece.kind, piece.words) == piece.words, "a piece of its map is of an unknown sort")
        opens = piece.kind in OPENINGS and not (piece.open and piece.bar)
        _need(opens or not (piece.open or piece.bar), "a piece of its map is open or barred and cannot be")
        _need(piece.bar in ("", BARRED, *SIDES), "a door or window of its map is barred on no side")
    areas = [
        battle_map.obstructions,
        battle_map.rough,
        battle_map.barred,
        *(piece.places for piece in battle_map.pieces),
    ]
    for place in frozenset().union(*areas):
        _need(
            1 <= place.column <= battle_map.width and 1 <= place.row <= battle_map.height, "its map has places outside"
        )
    hidden = battle_map.hidden_walls <= battle_map.obstructions and battle_map.hidden_rough <= battle_map.rough
    _need(hidden and battle_map.hidden_barred <= battle_map.barred, "its map hides places that do not exist")


def _check_fighters(encounter: Encounter, book: Ruleset) -> None:
    fighters = encounter.combatants
    _need(len(fighters) <= RESERVE * MOST_COMBATANTS, f"an encounter holds {RESERVE * MOST_COMBATANTS} fighters")
    _need(len(encounter.positions) == len(fighters), "two fighters have one id")
    for one in fighters:
        _need(bool(_FIGHTER.fullmatch(one.id)) and int(one.id[1:]) <= encounter.mustered, "a fighter's id is wrong")
        _need(_belongs(one.condition, book), "a fighter belongs to another rulebook")
        _need(all(_belongs(carried.weapon, book) for carried in one.carried), "a weapon belongs to another rulebook")
        _need(0 <= one.in_hand < max(len(one.carried), 1), "a fighter has a missing weapon in hand")
        _need(one.place is None or (1 <= one.place.column <= MOST and 1 <= one.place.row <= MOST), "a place is wrong")
        _need(not one.glimpsed, "a fighter is stored as others see them")
    ids = encounter.positions.keys()
    _need({*encounter.passed} <= ids, "a missing fighter has passed")
    _need(all({apart.one, apart.other} <= ids and apart.range >= 0 for apart in encounter.ranges), "a range is wrong")
    _need(len(encounter.ranges) <= len(fighters) ** 2, "it has too many ranges")
    seen = encounter.sightings
    _need(len(seen) <= MOST_SIGHTINGS and {one.id for one in seen} <= ids, "a side remembers a missing fighter")
    _need(
        all(one.looks is None or _belongs(one.looks, book) for one in seen),
        "a side remembers somebody who is not a fighter",
    )


def _belongs(record: Family, book: Ruleset) -> bool:
    return record.kind.partition(".")[0] == book.id


def _check_agenda(encounter: Encounter, book: Ruleset) -> None:
    for item in encounter.agenda:
        _need(whose(item) in (None, *encounter.positions), "a missing fighter is busy")
        if isinstance(item, Deployment):
            there = all(spot.actor in encounter.positions for spot in item.spots)
            _need(there and good_name(item.side, "side") == item.side, "a missing fighter deploys")
            _need(all(min(place) >= 1 and max(place) <= MOST for place in item.zone), "a zone has places outside")
    kinds = {*_kinds(codec.parsed(codec.dump_state(encounter))["agenda"])}
    known = {*Order.kinds, *Weapon.kinds, *Condition.kinds}
    _need(all(kind in known for kind in kinds if "." in kind), "something unknown is under way")
    for kind in kinds & Order.kinds.keys():
        order = Order.kinds[kind]
        fits = issubclass(order, CombatantOrder | Happens | Nearer) or kind.startswith(f"{book.id}.")
        _need(fits, "something impossible is under way")


def _kinds(value: Any) -> Iterator[str]:
    """Yield the kinds of the records in a value; questions have a kind as well, and a type."""
    if isinstance(value, Mapping):
        if "type" not in value and isinstance(kind := value.get("kind"), str):
            yield kind
        value = [*value.values()]
    for one in value if isinstance(value, list) else ():
        yield from _kinds(one)


def _try(encounter: Encounter, book: Ruleset) -> None:
    """Read everything as people would, and let time continue, on a copy: what the rules cannot use raises something."""
    _need(codec.state(codec.dump_state(encounter), codec.SCHEMA) == encounter, "it changes as it is stored")
    dice = KeyedDice(bytes(32), "trial")
    _read(encounter, book)
    with suppress(Refusal):
        scene = Scene(encounter, dice)
        conduct.resolve(Next(), scene, book)
        _read(scene.encounter, book)


def _read(encounter: Encounter, book: Ruleset) -> None:
    for viewer in (PUBLIC, *(Viewer(frozenset({side})) for side in sides(encounter))):
        seen = view(encounter, book, viewer)
        for one in seen.combatants:
            book.summary(one, seen)
    for one in encounter.combatants:
        book.summary(one, encounter)
        book.ammunition(one, encounter)
        book.carried_over(one, encounter)
    for item in encounter.agenda:
        book.pending_text(item, encounter)
    book.result(encounter)
    book.awaited(encounter)
    book.clock(encounter)
