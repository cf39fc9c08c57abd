"""Hexes: distances and bearings, what lies near, lines of sight along and across borders."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.grid.hexes import along, bearing, blocking, distance, neighbours, path, sector, span, within
from rules.words.places import MOST, Place

places = st.builds(Place, st.integers(1, 40), st.integers(1, 40))
inner = st.builds(Place, st.integers(10, 40), st.integers(10, 40))
some = st.frozensets(places, max_size=12)


def at(text: str) -> Place:
    return Place.parse(text)


def many(text: str) -> frozenset[Place]:
    return frozenset(at(place) for place in text.split())


@pytest.mark.parametrize(
    ("a", "b", "apart", "degrees"),
    [
        ("C3", "C2", 1, 0),
        ("C3", "D2", 1, 60),  # column C stands higher: D2 is half a hex above it
        ("C3", "D3", 1, 120),
        ("C3", "B3", 1, 240),
        ("D3", "E3", 1, 60),  # column D stands lower
        ("D3", "E4", 1, 120),
        ("D3", "C3", 1, 300),
        ("C3", "E3", 2, 90),  # over a corner of the hex
        ("C3", "D1", 2, 30),
        ("C3", "D4", 2, 150),
        ("A1", "C1", 2, 90),
        ("A1", "B2", 2, 150),
        ("A1", "K1", 10, 90),
        ("A1", "K6", 10, 120),
        ("K3", "K14", 11, 180),
        ("B1", "A9", 8, 187),
        ("C3", "C3", 0, 0),
    ],
)
def test_distance_and_bearing(a: str, b: str, apart: int, degrees: int) -> None:
    assert (distance(at(a), at(b)), bearing(at(a), at(b))) == (apart, degrees)


def test_neighbours_go_round_clockwise_from_the_top() -> None:
    assert neighbours(at("C3")) == tuple(at(p) for p in ["C2", "D2", "D3", "C4", "B3", "B2"])
    assert neighbours(at("D3")) == tuple(at(p) for p in ["D2", "E3", "E4", "D4", "C4", "C3"])
    assert set(neighbours(at("A1"))) == many("B1 A2")
    assert set(neighbours(at("B1"))) == many("A1 A2 B2 C1 C2")
    assert len(neighbours(Place(MOST, MOST))) == 3


@given(inner)
def test_neighbours_are_one_away_in_six_directions(place: Place) -> None:
    around = neighbours(place)
    assert [bearing(place, other) for other in around] == [0, 60, 120, 180, 240, 300]
    assert all(distance(place, other) == 1 and place in neighbours(other) for other in around)


@given(places, places, places)
def test_distance_is_one(a: Place, b: Place, c: Place) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(places, places)
def test_the_way_back_is_the_opposite_bearing(a: Place, b: Place) -> None:
    assume(a != b)
    assert (bearing(a, b) + 180) % 360 == bearing(b, a)


@given(inner, st.integers(0, 5))
def test_what_is_within_a_radius(place: Place, radius: int) -> None:
    near = within(place, radius)
    assert len(near) == 1 + 3 * radius * (radius + 1)
    assert all(distance(place, other) <= radius for other in near)


def test_within_ends_with_the_map() -> None:
    assert within(at("A1"), 1) == many("A1 A2 B1")
    assert within(at("B1"), 0) == many("B1")


@pytest.mark.parametrize(
    ("a", "b", "walls", "blocked"),
    [
        ("C3", "C7", "C5", "C5"),
        ("C3", "C7", "C6 C4", "C4"),
        ("C3", "C7", "B5 D5 B4 D4", None),  # beside the column
        ("C3", "C7", "C3 C7", None),  # the ends never block
        ("C3", "C4", "C3 C4 D3 B3", None),
        ("C3", "E3", "D3", None),  # the line runs between D2 and D3
        ("C3", "E3", "D2", None),
        ("C3", "E3", "D2 D3", "D2"),
        ("C3", "G3", "D3 F2", None),  # two borders, one obstruction at each
        ("C3", "G3", "D3 F2 F3", "F2"),
        ("C3", "G3", "E3", "E3"),
        ("C3", "D1", "C2 D2", "C2"),  # along a border at 30 degrees
        ("C3", "D1", "C2", None),
        ("A1", "E3", "B1", "B1"),  # slanted: only what the line goes through
        ("A1", "F9", "C3 E5", None),
        ("A1", "F9", "D5", "D5"),
        ("C3", "C7", "C2 C8 C9", None),  # behind either end
    ],
)
def test_lines_of_sight(a: str, b: str, walls: str, blocked: str | None) -> None:
    found = blocking(at(a), at(b), many(walls))
    assert found == (at(blocked) if blocked else None)
    assert (blocking(at(b), at(a), many(walls)) is None) == (blocked is None)


@given(places, places, some)
def test_a_line_of_sight_goes_both_ways(a: Place, b: Place, walls: frozenset[Place]) -> None:
    one, other = blocking(a, b, walls), blocking(b, a, walls)
    assert (one is None) == (other is None)
    assert one is None or one in walls - {a, b}


@given(places, places, some, some)
def test_more_walls_never_open_a_line(a: Place, b: Place, walls: frozenset[Place], more: frozenset[Place]) -> None:
    if blocking(a, b, walls):
        assert blocking(a, b, walls | more)


@given(inner, inner)
def test_a_ring_of_walls_hides_what_is_inside(a: Place, b: Place) -> None:
    assume(distance(a, b) > 2)
    assert blocking(a, b, within(b, 2) - within(b, 1))


@given(places, places)
def test_the_straight_way_is_the_shortest(a: Place, b: Place) -> None:
    way = path(a, b)
    assert len(way) == distance(a, b)
    assert all(distance(here, there) == 1 for here, there in zip((a, *way), way, strict=False))
    assert not way or way[-1] == b


@given(inner, inner)
def test_the_way_follows_the_line(a: Place, b: Place) -> None:
    way = path(a, b)
    alone = [hex for hex in within(a, distance(a, b)) - {a, b} if blocking(a, b, frozenset((hex,)))]
    assert all(hex in way or set(neighbours(hex)) & {a, *way} for hex in alone)


def test_the_way_takes_the_free_hex_of_two() -> None:
    assert path(at("C3"), at("E3")) == (at("D2"), at("E3"))
    assert path(at("C3"), at("E3"), lambda place: place != at("D2")) == (at("D3"), at("E3"))
    assert path(at("A1"), at("C1")) == (at("B1"), at("C1"))
    assert path(at("C3"), at("C3")) == ()


@pytest.mark.parametrize(
    ("a", "b", "hexes", "there"),
    [
        ("C3", "C2", 1, "C2"),
        ("C9", "C6", 5, "C4"),
        ("A1", "K1", 12, "M1"),
        ("A1", "K1", 0, "A1"),
        ("D3", "F4", 4, "H5"),
        ("J9", "G3", 3, "I7"),
    ],
)
def test_so_far_along_a_line(a: str, b: str, hexes: int, there: str) -> None:
    assert along(at(a), at(b), hexes) == at(there)


@given(inner, inner, st.integers(0, 60))
def test_a_line_goes_straight_on(a: Place, b: Place, hexes: int) -> None:
    assume(a != b)
    there = along(a, b, hexes)
    assert distance(a, there) == hexes
    assert distance(b, there) == abs(hexes - distance(a, b))


def test_no_line_leads_to_itself() -> None:
    with pytest.raises(ValueError, match="no line leads from C3 to itself"):
        along(at("C3"), at("C3"), 2)


@pytest.mark.parametrize(
    ("named", "width"),
    [
        ("A11", "1"),
        ("A11 A15", "1"),  # one behind the other
        ("A11 B11", "1.9"),  # B stands 0.87 hexes to the side, half a hex farther: .83 at the distance of A11
        ("A11 C11", "2.8"),  # 1.73 hexes
        ("A11 C11 E11", "4.5"),  # 3.47
        ("A6 A11 C11", "1.9"),  # half as far, half as wide: .87
    ],
)
def test_how_wide_hexes_are(named: str, width: str) -> None:
    places = [at(place) for place in named.split()]
    assert span(at("A1"), places[0], places) == Fraction(width)


@pytest.mark.parametrize(
    ("width", "inside"),
    [
        ("0.4", "A6 A11 A30"),
        ("1", "A6 A11 A30"),
        ("1.6", "A6 A11 A30"),
        ("1.7", "A6 A11 A30 B11"),
        ("3.1", "A6 A11 A30 B11"),
        ("3.2", "A6 A11 A30 B6 B11"),
        ("3.4", "A6 A11 A30 B6 B11"),
        ("3.5", "A6 A11 A30 B6 B11 C11"),
    ],
)
def test_what_lies_in_a_sector(width: str, inside: str) -> None:
    """Around A11, ten hexes away: B11 is 0.83 off, C11 1.73, B6 1.58; B1 stands beside A1."""
    seen = sector(at("A1"), at("A11"), [at("A11")], Fraction(width))
    asked = many("A1 A6 A11 A30 B1 B6 B11 C11 E11")
    assert {place for place in asked if place in seen} == many(inside)


@pytest.mark.parametrize(
    ("place", "inside"),
    [
        ("B1", True),  # 0.37 hexes off the line, the sector is 0.03 wide there
        ("B2", True),  # 0.25
        ("C2", False),  # 0.74
        ("C3", True),  # 0.12
        ("C4", True),  # 0.495
        ("D4", True),  # 0.12
        ("K12", True),
        ("K13", False),  # 0.62
        ("L11", False),  # 0.99
        ("L12", True),  # 0.37
    ],
)
def test_a_sector_is_nowhere_narrower_than_a_hex(place: str, inside: bool) -> None:
    """From A1 to K12: in hexes 8.66 over and 11 down."""
    assert (at(place) in sector(at("A1"), at("K12"), [at("K12")], Fraction(2, 5))) == inside


def test_a_sector_has_all_it_covers_in_its_middle() -> None:
    places = [at("A11"), at("C11")]
    seen = sector(at("A1"), at("A11"), places, span(at("A1"), at("A11"), places))
    assert at("A11") in seen
    assert at("C11") in seen
    assert at("B11") in seen
    assert at("D11") not in seen


def test_nothing_lies_ahead_of_the_hex_one_is_in() -> None:
    for place in ("A1", "K11"):
        with pytest.raises(ValueError, match="ahead of K11"):
            span(at("K11"), at("K20"), [at("K20"), at(place)])


@given(places, places, places)
def test_width_agrees_with_trigonometry(apex: Place, aim: Place, other: Place) -> None:
    assume(apex != aim)
    off = math.radians(_turned(apex, aim, other))
    assume(apex != other and abs(off) < math.radians(80))
    across = math.tan(off) * _apart(apex, aim)
    assert 0 <= span(apex, aim, [aim, other]) - 1 - abs(Fraction(across)) + Fraction(1, 10**6) < Fraction(101, 1000)


@given(places, places, st.lists(places, min_size=1, max_size=4), st.integers(0, 40))
def test_a_wide_enough_sector_has_all_its_hexes(apex: Place, aim: Place, some: list[Place], more: int) -> None:
    assume(all(apex != place and abs(_turned(apex, aim, place)) < 80 for place in [aim, *some]) and apex != aim)
    seen = sector(apex, aim, some, span(apex, aim, some) + Fraction(more, 10))
    assert all(place in seen for place in some)


def _real(place: Place) -> tuple[float, float]:
    """The center, in hexes."""
    return place.column * math.sqrt(3) / 2, place.row + (place.column % 2 == 0) / 2


def _apart(a: Place, b: Place) -> float:
    return math.dist(_real(a), _real(b))


def _turned(apex: Place, aim: Place, other: Place) -> float:
    """The angle between two directions in degrees."""
    (x, y), (ax, ay), (ox, oy) = _real(apex), _real(aim), _real(other)
    angle = math.degrees(math.atan2(oy - y, ox - x) - math.atan2(ay - y, ax - x))
    return (angle + 180) % 360 - 180
