"""Cover of known material: which projectiles it stops, and which only lose force in it (3.8; table 7C).

Between two thicknesses of 7C the thinner one counts; below the thinnest there is no cover. Separate from `view`, which
only knows whether a fighter is behind cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from rules.engine.map.pieces import COVER, WINDOW, obstructs
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import BadSheet, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter, Piece
from rules.engine.sight.sight import mapped
from rules.grid.hexes import blocking
from rules.phoenix.basics import switches
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Cover, Soldier
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Behind
from rules.tables.cells import NUMBER, Number
from rules.words.phrases import counted
from rules.words.places import Place
from rules.words.sheet import Barred, Grammar, Phrase, Reading, Terms, number
from rules.words.sheet import Number as Figure

_LISTED, _THICK = "7c", ("7c_thin", "7c_thick")
_COVER, _PF, _OF, _UNIT = "cover", "cover pf", "cover of ", "unit of cover"
_NO_COVER = "none"
_OPEN = ("", "exposed")
_PER = " (per 10 hexes)"
_HEXES = 10
_PHRASINGS = ("behind {}", "behind a {}", "cover {}")
_MOST_PF, _MOST_INCHES, _MOST_HEXES = 20_000, 120, 1_000
_PLACES = 100
_OTHER_UNITS = dict.fromkeys(
    ("foot", "feet", "ft", "cm", "yard", "yards"), "a thickness is in inches: behind wood 2 inches"
)


def terms(book: Book) -> Terms:
    """Return the phrases for cover: "behind brick wall 6 inch", "cover wood 2 inches", "behind light woods 20", "cover
    PF 4", "no cover".
    """
    listed = book.tables.by_id[_LISTED].rows.labels
    phrases = {"no cover": _NO_COVER}
    for row in listed:
        if not row.endswith(_PER):
            phrases |= dict.fromkeys(_phrasings(row), row)
            phrases |= dict.fromkeys(_phrasings(row.replace("inch", "inches")), row)
    return (
        Phrase(_COVER, phrases),
        *(
            Figure(_OF + row, _phrasings(row.removesuffix(_PER)), 1, _MOST_HEXES, otherwise=_HEXES)
            for row in listed
            if row.endswith(_PER)
        ),
        *(Figure(_OF + material, _phrasings(material), 0, _MOST_INCHES, places=2) for material in _materials(book)),
        Figure(_PF, ("cover PF", "behind PF", "behind cover PF"), 0, _MOST_PF, places=1),
        Phrase(_UNIT, dict.fromkeys(("inch", "inches", "hex", "hexes"), "")),
    )


def with_cover(reading: Reading, state: Soldier, book: Book) -> Soldier:
    """Return the combatant behind the cover that was read; a fighter in the open then fires over it, unless the words
    give another exposure.

    Raises BadSheet for several kinds of cover, and for material that 7C does not list.
    """
    if not _keys(reading):
        return state
    cover = _cover_of(reading, book)
    comes = cover is not None and "exposure" not in reading and state.exposure in _OPEN
    return altered(state, cover=cover, exposure="firing" if comes else state.exposure)


def parse_cover(text: str, book: Book) -> Cover | None:
    """Return the cover that a text names, None for "no cover". Raises BadSheet."""
    reading = _grammar(book).read(text)
    if not _keys(reading):
        raise BadSheet("What is the cover? Use behind interior wood door, behind wood 2 inches, or cover PF 4.")
    return _cover_of(reading, book)


def cover_at(combatant: Combatant, encounter: Encounter, book: Book) -> Cover | None:
    """Return the cover of a material in table 7C at a combatant's place on the map, as far as their side knows it.

    Returns None without the switch.
    """
    battle_map = mapped(encounter, combatant.owner).battle_map
    if battle_map is None or not switches.on(encounter, switches.COVER):
        return None
    for piece in battle_map.pieces:
        if piece.kind == COVER and combatant.place in piece.places:
            return of_material(piece.words, book)
    return None


@lru_cache(maxsize=256)
def of_material(words: str, book: Book) -> Cover | None:
    """Return the cover of a piece of the map with this material; None for a material that table 7C does not list."""
    with suppress(BadSheet):
        return parse_cover(f"cover {words}", book) if words else None
    return None


def in_cover(
    named: Sequence[AimedTarget],
    how: How,
    weapon: Gun,
    sort: str,
    hexes: int,
    encounter: Encounter,
    book: Book,
    here: Place | None = None,
) -> tuple[AimedTarget, ...]:
    """Return the targets as these rounds find them behind their cover at this range; `here`: where the shooter is.

    `how` is about the first target only, and overrides the cover in its record. Raises BadSheet for cover that 7C does
    not list, Refusal past the weapon's last Penetration.
    """
    if not switches.on(encounter, switches.COVER):
        return tuple(named)
    targets = list[AimedTarget]()
    for at in named:
        at = at if targets else with_stated_cover(at, how, book)
        cover = at.state.cover
        if cover and at.behind is None and at.state.exposure not in _OPEN:
            at = as_projectile_finds(at, cover, weapon.pen(sort, hexes)[0])
        elif at.behind is None and at.state.exposure in _OPEN and (pane := _pane(here, at.place, encounter, book)):
            at = _behind_pane(at, pane, weapon.pen(sort, hexes)[0])
        targets.append(at)
    return tuple(targets)


def check_pane(at: AimedTarget) -> None:
    """Raise NotNow for a target behind a closed window that stops these rounds."""
    if at.behind and at.behind.pane and at.behind.blocking:
        raise NotNow(f"{at.name} is {at.behind.words}. Nothing gets through. Choose another target.")


def unlisted_panes(here: Place | None, there: Place | None, encounter: Encounter, book: Book) -> Sequence[Place]:
    """Return the closed windows between two places that are no cover, because table 7C has no row for their glass."""
    crossed = ((place, piece) for piece, place in _crossed(here, there, encounter))
    return [place for place, piece in crossed if of_material(piece.words, book) is None]


def _crossed(here: Place | None, there: Place | None, encounter: Encounter) -> Iterator[tuple[Piece, Place]]:
    """Yield the closed windows that the line between two places crosses; boarded ones hide what is behind them."""
    if here is None or there is None or encounter.battle_map is None:
        return
    for piece in encounter.battle_map.pieces:
        if piece.kind == WINDOW and not piece.open and not obstructs(piece):
            for place in sorted(piece.places):
                if blocking(here, there, frozenset({place})):
                    yield piece, place


def _pane(here: Place | None, there: Place | None, encounter: Encounter, book: Book) -> Cover | None:
    """Return the strongest closed window between two places as cover, None if none is of a material in table 7C."""
    found = [
        replace(of, name=f"the closed window at {place} ({of.name})")
        for piece, place in _crossed(here, there, encounter)
        if (of := of_material(piece.words, book))
    ]
    return max(found, key=lambda pane: pane.protection, default=None)


def _behind_pane(at: AimedTarget, pane: Cover, pen: Number) -> AimedTarget:
    """Return the target as a projectile of this Penetration finds it behind a window, which covers all of it."""
    behind = Behind(pane, pen, at.state.exposure, pane=True)
    return replace(at, state=altered(at.state, exposure="hidden") if behind.blocking else at.state, behind=behind)


def with_stated_cover(at: AimedTarget, how: How, book: Book) -> AimedTarget:
    """Return the target behind the cover that `how:` names; a fighter in the open then fires over it.

    Raises as `in_cover` does, and Refusal for a place.
    """
    if not how.cover:
        return at
    if at.ground:
        raise Refusal(f"Cover protects people, and {at.name} is a place. Leave it out of how:.")
    exposure = "firing" if at.state.exposure in _OPEN else at.state.exposure
    state = altered(at.state, cover=parse_cover(how.cover, book), exposure=exposure)
    return replace(at, state=state, stated=True, cover_note="")


def with_cover_unmet(at: AimedTarget) -> AimedTarget:
    """Return the target with its cover as it was before a projectile met it."""
    return replace(at, state=altered(at.state, exposure=at.behind.exposure), behind=None) if at.behind else at


def as_fragment_finds(at: AimedTarget, pen: Number, encounter: Encounter) -> AimedTarget:
    """Return the target as a fragment or stray round of this Penetration finds it behind the cover in its record."""
    kept = at.state.cover
    if kept is None or at.behind or at.state.exposure in _OPEN or not switches.on(encounter, switches.COVER):
        return at
    return as_projectile_finds(at, kept, pen)


def as_projectile_finds(at: AimedTarget, cover: Cover, pen: Number) -> AimedTarget:
    """Return the target as a projectile of this Penetration finds it: in the open if the projectile gets through the
    cover.
    """
    behind = Behind(cover, pen, at.state.exposure)
    state = at.state if behind.blocking else altered(at.state, exposure="exposed")
    return replace(at, state=state, behind=behind)


@lru_cache(maxsize=8)
def _grammar(book: Book) -> Grammar:
    return Grammar((*terms(book), Barred(_OTHER_UNITS)))


def _materials(book: Book) -> tuple[str, ...]:
    rows = (book.tables.by_id[id].rows.labels for id in _THICK)
    return tuple(dict.fromkeys(row for labels in rows for row in labels))


def _phrasings(name: str) -> tuple[str, ...]:
    return tuple((way.replace(" a ", " an ") if name[0] in "AEI" else way).format(name) for way in _PHRASINGS)


def _keys(reading: Reading) -> list[str]:
    return [key for key in reading if key.startswith(_COVER)]


def _cover_of(reading: Reading, book: Book) -> Cover | None:
    keys = _keys(reading)
    if len(keys) > 1:
        raise BadSheet("Only one piece of cover counts. Name it, or give its PF: cover PF 4.")
    [key] = keys
    value = reading[key]
    if key == _COVER:
        return None if value == _NO_COVER else _cover(str(value), _listed(str(value), book))
    if key == _PF:
        return _cover("cover", Fraction(number(reading, key), 10))
    name, figure = key.removeprefix(_OF), number(reading, key)
    if name.endswith(_PER):
        pf = _listed(name, book) * Fraction(figure, _HEXES)
        return _cover(f"{name.removesuffix(_PER)}, {counted(figure, 'hex')}", pf)
    return _of(name, Fraction(figure, _PLACES), book)


def _listed(row: str, book: Book) -> Number:
    pf, _ = book.tables.of(NUMBER, _LISTED).lookup("", row)
    assert pf is not None, "7C has no blanks"
    return pf


def _of(material: str, inches: Fraction, book: Book) -> Cover:
    """Return the cover of this many inches, by the thickest column that is not thicker."""
    columns = list(_columns(material, book))
    within = [(thick, pf) for thick, pf in columns if thick <= inches]
    if not within:
        raise BadSheet(
            f"Table 7C has {material} from {_decimal(columns[0][0])} inches up, not {_decimal(inches)}. Give"
            " its Protection Factor: cover PF 4."
        )
    thick, pf = within[-1]
    counts = "" if thick == inches else f", counted as {_decimal(thick)}"
    return _cover(f"{material} {_decimal(inches)} inches{counts}", pf)


def _columns(material: str, book: Book) -> Iterator[tuple[Number, Number]]:
    """Yield the thicknesses of a material in inches with their Protection Factors, in rising order."""
    for id in _THICK:
        table = book.tables.of(NUMBER, id)
        if material in table.rows.labels:
            assert table.columns is not None
            for label in table.columns.labels:
                thick = NUMBER.read(label)
                pf, _ = table.lookup("", material, thick)
                assert pf is not None, "7C has no blanks"
                yield thick, pf


def _cover(name: str, pf: Number) -> Cover:
    if pf <= 0:
        raise BadSheet("Cover has a Protection Factor above 0. If there is none, use no cover.")
    return Cover(name, _decimal(pf))


def _decimal(exact: Number) -> str:
    return f"{float(exact):.6g}"
