"""Shot that spreads (3.5): the pattern, whom it covers, the pellets of it that hit, one mass at close range."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.orders import Aim, Burst, Fire, Switch, Target
from rules.engine.records.steps import Lookup, Ruling
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Resolution, Scene
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Cover, Soldier
from rules.phoenix.basics.switches import GROUPED, PELLETS, SEPARATE, SHOTGUNS, SIZES, TOGETHER
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.firing.patterns import alm, expected
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.tables.cells import Hits
from rules.words.places import Place
from tests.examples import examples
from tests.reading import resolve
from tests.rules.phoenix.shooting.duel import gun, rounds
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

BOOK = phoenix().book
SPAS = "Franchi SPAS 12"
AXLY = Soldier(sal=7, skill=1, actions=8, firing_stance=True)
COVERED = Soldier(actions=8, exposure="firing")
OPEN = Soldier(actions=8, exposure="exposed")
WEAPON = 17
"""A throw for the location that does nothing to somebody in the open: the weapon in hand."""
COLUMNS = (1, 2, 4, 6, 8, 10, 15, 20, 30, 40, 80)


class Page(NamedTuple):
    """The rows for shot of a shotgun's page, by COLUMNS; BPHC from 2 hexes on."""

    pellets: int
    salm: str
    bphc: str
    radius: str
    pen: str
    dc: str


_WIDE, _NARROW = "-13 -8 -3 0 2 4 7 9 12 14 19", "-14 -9 -4 -1 1 2 5 7 10 12 17"
_AROUND, _CLOSER = "0 0 0 .1 .1 .1 .2 .2 .3 .4 .9", "0 0 0 .1 .1 .1 .1 .2 .3 .4 .7"
_COMMON = Page(
    12,
    _WIDE,
    "*11 *10 *9 *5 *3 *2 93 42 23 5",
    _AROUND,
    "5.3 1.6 1.5 1.5 1.4 1.4 1.3 1.2 1.1 .9 .5",
    "8 3 3 2 2 2 2 2 2 2 1",
)
_PUMP = Page(
    12,
    _NARROW,
    "*11 *10 *9 *7 *5 *2 *1 62 35 8",
    _CLOSER,
    "5.4 1.7 1.7 1.6 1.6 1.6 1.4 1.4 1.2 1.0 .6",
    "8 3 3 3 3 3 2 2 2 2 1",
)
PAGES = {
    SPAS: Page(
        12,
        _WIDE,
        "*11 *10 *9 *5 *4 *2 94 42 24 5",
        _AROUND,
        "5.3 1.6 1.5 1.5 1.4 1.4 1.3 1.2 1.1 .9 .5",
        "8 3 3 3 3 3 2 2 2 2 1",
    ),
    "Olin - Heckler & Koch CAWS": Page(
        8,
        _WIDE.replace("12", "11"),
        "*7 *7 *6 *4 *2 *1 66 30 16 3",
        _AROUND,
        "5.6 2.4 2.4 2.3 2.3 2.2 2.1 2.0 1.7 1.5 .9",
        "8 4 4 4 4 4 3 3 3 3 2",
    ),
    "Mossberg Bullpup 12": _PUMP._replace(pen="5.4 1.7 1.6 1.6 1.6 1.5 1.4 1.3 1.1 1.0 .6"),
    "Remington M870": _PUMP,
    "High Standard M10B": _COMMON,
    "Atchisson Assault 12": _COMMON._replace(pen="5.4 1.6 1.5 1.5 1.4 1.4 1.3 1.2 1.1 .9 .5"),
}
EVERY = [(name, at) for name in PAGES for at in range(len(COLUMNS))]
SPACINGS = {
    -14: 1, -13: 1, -12: 1, -11: 1, -10: 2, -9: 2, -8: 2, -7: 2, -6: 3, -5: 3, -4: 4, -3: 4, -2: 6, -1: 6, 0: 8, 1: 8,
    2: 11, 3: 11, 4: 14, 5: 14, 6: 19, 7: 19, 8: 25, 9: 25, 10: 34, 11: 34, 12: 45, 13: 45, 14: 60, 15: 60, 16: 79,
    17: 79, 18: 100, 19: 100,
}  # fmt: skip
"""Hit Location Spacing by SALM, as table and T34 have it."""


def weapon(name: str = SPAS) -> Gun:
    arm = BOOK.arms[name]
    assert isinstance(arm, Gun)
    return arm


def standoff(
    name: str = SPAS, *, sort: str = "Shot", axly: Soldier = AXLY, opponent: Soldier = COVERED, **switches: str
) -> Skirmish:
    """Return Axly with a shotgun, an opponent and a hostage; no map. The hostage is fully exposed.

    The switches are SEPARATE pellets and no target sizes unless said.
    """
    skirmish = Skirmish("phoenix-advanced")
    for switch, value in {"sizes": "off", "pellets": SEPARATE, **switches}.items():
        skirmish.order(Switch({"sizes": SIZES, "pellets": PELLETS, "shotguns": SHOTGUNS}[switch], value))
    skirmish.join("Axly", axly, gun(name, sort=sort))
    skirmish.join("Opponent", opponent, gun("M16A1"))
    skirmish.join("Hostage", OPEN)
    skirmish.make("Axly", left=2)
    return skirmish


def fire(skirmish: Skirmish, *others: str, at: int | None = 15, aim: int = 2, how: str = "") -> Fire:
    """Axly's shot at the opponent, from 15 hexes unless said; others are named besides."""
    targets = tuple(skirmish.target(name) for name in ("Opponent", *others))
    return Fire(skirmish.id("Axly"), targets, aim=aim, range=at, how=how)


def mapped(skirmish: Skirmish, **places: str) -> Skirmish:
    """The skirmish on a map: Axly at A1, the opponent and the hostage 15 hexes away unless said."""
    for name, at in {"Axly": "A1", "Opponent": "A16", "Hostage": "A16", **places}.items():
        skirmish.put(name, at)
    return skirmish


def where(told: Resolution) -> list[str]:
    """Return the victim of each throw for a location."""
    return [roll.why for roll in rolls(told) if roll.label.startswith("Where")]


def rulings(told: Resolution) -> set[str]:
    return {step.id for step in told.steps if isinstance(step, Ruling)}


def test_the_hostage_of_the_book_on_the_map() -> None:
    """The book's example: EAL 14, 27 to hit, 23 is thrown, and two pellets in each."""
    skirmish = mapped(standoff())
    told = skirmish.order(fire(skirmish, at=None), 23, 94, 95, WEAPON, WEAPON)
    assert total(told, "Accuracy") == 7 - 13 + 13 + 7 == 14
    assert rolls(told)[0].needed == "27 or less"
    assert where(told) == ["where Opponent is hit"] * 2 + ["where Hostage is hit"] * 2
    assert note(told, "Opponent") == note(told, "Hostage") == "2 pellets"
    assert told.verdict == "hit"
    assert "Opponent: 2 HITS" in told.outcome and "Hostage: 2 HITS" in told.outcome
    assert rounds(skirmish, "Axly") == 6


def test_the_hostage_of_the_book_by_name() -> None:
    skirmish = standoff()
    told = skirmish.order(fire(skirmish, "Hostage"), 23, 94, 95, WEAPON, WEAPON)
    assert total(told, "Accuracy") == 14
    assert where(told) == ["where Opponent is hit"] * 2 + ["where Hostage is hit"] * 2


def test_who_is_neither_named_nor_on_the_map_is_not_covered() -> None:
    skirmish = standoff()
    told = skirmish.order(fire(skirmish), 23, 94, 95)
    assert where(told) == ["where Opponent is hit"] * 2


def test_the_book_groups_the_pellets_in_the_hostage() -> None:
    """SALM 7 uses 6's spacing of 19: from a 07 on the second falls between 00 and 26."""
    skirmish = mapped(standoff(opponent=OPEN, pellets=GROUPED))
    told = skirmish.order(fire(skirmish, at=None), 23, WEAPON, WEAPON, 8, 26)
    assert [(roll.low, roll.high) for roll in rolls(told)[1:]] == [(0, 99), (0, 36), (0, 99), (0, 27)]
    assert [wound.location for wound in skirmish.state("Hostage").wounds] == ["Shoulder Glance", "Liver - Rib"]


def test_all_pellets_in_one_place() -> None:
    skirmish = standoff(opponent=OPEN, pellets=TOGETHER)
    told = skirmish.order(fire(skirmish, at=8), 0, 9)
    # DC 3 and PEN 1.4: 23 points in the shoulder, five times.
    assert [(wound.location, wound.points) for wound in skirmish.state("Opponent").wounds] == [("Shoulder", 5 * 23)]
    assert "HIT" in told.outcome


def test_a_pattern_that_misses_hits_nobody() -> None:
    skirmish = mapped(standoff())
    told = skirmish.order(fire(skirmish, at=None), 28)
    assert len(rolls(told)) == 1 and told.verdict == "miss" and told.outcome.endswith("MISS.")
    assert skirmish.state("Hostage").wounds == skirmish.state("Opponent").wounds == ()
    assert rounds(skirmish, "Axly") == 6


def test_a_pattern_may_hit_with_no_pellet() -> None:
    """At 20 hexes 94 or less hits with one pellet, thrown for each who is covered."""
    skirmish = standoff(opponent=OPEN)
    told = skirmish.order(fire(skirmish, "Hostage", at=20), 0, 95, 94, WEAPON)
    assert [roll.label for roll in rolls(told)] == ["Hit", "Pellets", "Pellets", "Where"]
    assert "Opponent: no pellet hits; Hostage: HIT, weapon critical" in told.outcome
    assert told.verdict == "hit"
    skirmish = standoff(opponent=OPEN)
    none = skirmish.order(fire(skirmish, at=20), 0, 95)
    assert none.verdict == "miss" and none.outcome.endswith("20 hexes: Opponent: no pellet hits.")


@pytest.mark.parametrize(("name", "at"), EVERY)
def test_every_shotgun_at_every_range(name: str, at: int) -> None:
    page, hexes = PAGES[name], COLUMNS[at]
    skirmish = standoff(name, axly=Soldier(sal=34, skill=10, actions=8, firing_stance=True), opponent=OPEN)
    skirmish.make("Axly", left=8)
    shot = fire(skirmish, at=hexes, aim=8)
    salm = alm(weapon(name), "Shot", hexes, skirmish.encounter)
    if at == 0:
        # One mass, whatever SALM says.
        assert salm is None
        told = skirmish.order(shot, 0, WEAPON)
        assert "O52" in rulings(told)
        assert "HIT" in told.outcome
        return
    base = page.bphc.split()[at - 1]
    assert salm == int(page.salm.split()[at])
    if base.startswith("*"):
        number = int(base[1:])
        told = skirmish.order(shot, 0, *[WEAPON] * number)
        assert where(told) == ["where Opponent is hit"] * number
    else:
        told = skirmish.order(shot, 0, int(base), WEAPON)
        assert rolls(told)[1].needed == f"{int(base):02} or less"
        assert len(where(told)) == 1
    read = {step.label: step.value for step in told.steps if isinstance(step, Lookup)}
    assert float(read["PR"]) == float(page.radius.split()[at])
    assert (float(read["PEN"]), int(read["DC"])) == (float(page.pen.split()[at]), int(page.dc.split()[at]))


@pytest.mark.parametrize(("hexes", "column"), [(3, 4), (5, 6), (11, 15), (16, 20), (79, 80)])
def test_between_two_ranges_the_next_outward_holds(hexes: int, column: int) -> None:
    skirmish = standoff()
    at = COLUMNS.index(column)
    assert alm(weapon(), "Shot", hexes, skirmish.encounter) == int(PAGES[SPAS].salm.split()[at])


def test_past_the_page_shot_is_refused() -> None:
    skirmish = standoff(opponent=OPEN)
    with pytest.raises(Refusal, match="no BPHC beyond 80 hexes"):
        skirmish.order(fire(skirmish, at=81))
    assert rounds(skirmish, "Axly") == 7


@pytest.mark.parametrize("name", PAGES)
def test_what_else_a_shotgun_fires_does_not_spread(name: str) -> None:
    slug = weapon(name).rounds[0]
    skirmish = standoff(name, sort=slug, opponent=OPEN)
    told = skirmish.order(fire(skirmish), 0, WEAPON)
    assert "O52" not in rulings(told) and "O43" not in rulings(told)
    assert not [roll for roll in rolls(told) if roll.label == "Pellets"]
    with pytest.raises(Refusal, match="Only shot that spreads"):
        skirmish.order(fire(skirmish, "Hostage"))


def test_without_the_switch_shot_is_a_bullet() -> None:
    skirmish = standoff(opponent=OPEN, shotguns="off")
    told = skirmish.order(fire(skirmish), 0, WEAPON)
    assert "O43" in rulings(told)
    with pytest.raises(Refusal, match="Only a burst that sweeps a hex has several targets"):
        skirmish.order(fire(skirmish, "Hostage"))


def test_the_larger_of_size_and_pattern_counts() -> None:
    """At 8 hexes the SALM is 2: somebody exposed (+7) is larger, somebody around cover (0) is smaller."""
    totals = []
    for state in (OPEN, COVERED):
        skirmish = standoff(opponent=state)
        totals.append(total(skirmish.order(fire(skirmish, at=8), 99), "Accuracy"))
    assert totals == [7 - 13 + 18 + 7, 7 - 13 + 18 + 2]


@pytest.mark.parametrize(("at", "told"), [("A17", "A17"), ("B16", "B16")])
def test_somebody_beside_is_not_covered(at: str, told: str) -> None:
    skirmish = mapped(standoff(), Hostage=at)
    assert len(where(skirmish.order(fire(skirmish, at=None), 23, 94, 95))) == 2
    with pytest.raises(Refusal, match=f"covers 0.2 hexes around Opponent at A16. Hostage is at {told}"):
        skirmish.order(fire(skirmish, "Hostage", at=None))


def test_somebody_out_of_sight_is_not_covered() -> None:
    skirmish = mapped(standoff())
    skirmish.make("Hostage", exposure="hidden")
    assert where(skirmish.order(fire(skirmish, at=None), 23, 94, 95)) == ["where Opponent is hit"] * 2


def test_named_twice_he_is_covered_once() -> None:
    skirmish = mapped(standoff())
    told = skirmish.order(fire(skirmish, "Hostage", "Hostage", at=None), 23, 94, 95, WEAPON, WEAPON)
    assert len(where(told)) == 4


def test_a_place_is_no_target() -> None:
    skirmish = mapped(standoff())
    for named in ((Target(place=Place.parse("A16")),), (skirmish.target("Opponent"), Target(place=Place.parse("A16")))):
        with pytest.raises(NoRule, match="/fire needs a person as its target"):
            skirmish.order(Fire(skirmish.id("Axly"), named, aim=2))


@pytest.mark.parametrize("duck", ["when fired upon", "ask"])
def test_only_whom_it_is_aimed_at_is_warned(duck: str) -> None:
    skirmish = mapped(standoff())
    skirmish.make("Hostage", duck=duck, left=2)
    told = skirmish.order(fire(skirmish, at=None), 23, 94, 95, WEAPON, WEAPON)
    assert len(where(told)) == 4


def test_a_part_of_the_body_smaller_than_the_pattern_is_lost_in_it() -> None:
    """The head is -3 (4E): at 15 hexes the SALM of 7 decides, at 4 hexes that of -3 does not."""
    skirmish = standoff(opponent=OPEN)
    told = skirmish.order(fire(skirmish, how="head"), 23, WEAPON, 99)
    assert total(told, "Accuracy") == 14
    assert [(roll.low, roll.high) for roll in rolls(told)[1:]] == [(0, 99), (0, 99)]
    skirmish = mapped(standoff(opponent=OPEN, pellets=TOGETHER), Opponent="A5", Hostage="A5")
    told = skirmish.order(fire(skirmish, at=None, how="head"), 0, 32, WEAPON)
    assert total(told, "Accuracy") == 7 - 13 + 23 - 3
    assert [(roll.low, roll.high) for roll in rolls(told)[1:]] == [(0, 32), (0, 99)]
    assert skirmish.state("Opponent").wounds[0].location == "Mouth"


def test_what_how_says_is_of_whom_it_is_aimed_at() -> None:
    skirmish = standoff(opponent=OPEN)
    told = skirmish.order(fire(skirmish, "Hostage", how="firing over cover"), 23, 94, 94, 94, 94)
    locations = {name: {wound.location for wound in skirmish.state(name).wounds} for name in ("Opponent", "Hostage")}
    # 94 is the weapon in hand over cover, and the foot in the open.
    assert locations == {"Opponent": set(), "Hostage": {"Ankle - Foot"}}
    assert "2 HITS, 2 x weapon critical" in told.outcome


def test_pellets_go_through_nonblocking_cover() -> None:
    """PEN 1.3 against PF 1: all of the target counts, and the part behind the cover is met by .3 (3.8)."""
    skirmish = standoff(opponent=Soldier(actions=8, exposure="firing", cover=Cover("cover", "1")))
    told = skirmish.order(fire(skirmish), 23, 9, 50)
    assert total(told, "Accuracy") == 14
    assert [(wound.location, wound.points) for wound in skirmish.state("Opponent").wounds] == [
        ("Shoulder", 7),
        ("Pelvis", 18),
    ]


def test_a_pattern_of_no_radius_covers_all_who_are_in_its_hex() -> None:
    """At 4 hexes *10 pellets for each (3.5); to be named besides is to be covered."""
    skirmish = mapped(standoff(), Opponent="A5", Hostage="A5")
    told = skirmish.order(fire(skirmish, "Hostage", at=None), 0, *[WEAPON] * 20)
    assert note(told, "Opponent") == note(told, "Hostage") == "10 pellets"


def test_each_pattern_of_a_burst_has_its_own_pellets() -> None:
    """At 20 hexes a pattern is a matter of chance, and 93 or less a pellet of it."""
    skirmish = standoff("Atchisson Assault 12", opponent=OPEN)
    order = Burst(skirmish.id("Axly"), (skirmish.target("Opponent"),), aim=2, range=20)
    told = skirmish.order(order, 0, 0, 93, WEAPON)
    assert [roll.label for roll in rolls(told)] == ["Elevation", "Opponent", "Pellets", "Where"]
    skirmish = standoff("Atchisson Assault 12", opponent=OPEN)
    order = Burst(skirmish.id("Axly"), (skirmish.target("Opponent"),), aim=2, range=2)
    # Over .2 hexes 4 rounds are *3 (5A), of 11 pellets each.
    told = skirmish.parts(order, 0, *[WEAPON] * 33)[0].resolution
    assert note(told, "Opponent") == "11 pellets + 11 pellets + 11 pellets"
    assert rounds(skirmish, "Axly") == 16


def likely(name: str, hexes: int, state: Soldier, *, sizes: str) -> Hits:
    """Return the hits to be expected of the pellets on the opponent."""
    skirmish = standoff(name, opponent=state, sizes=sizes)
    at = AimedTarget(skirmish.id("Opponent"), "Opponent", state)
    arm = weapon(name)
    attempt = Attempt(
        skirmish.one("Axly"), arm, at, How(), (), hexes, False, alm(arm, "Shot", hexes, skirmish.encounter)
    )
    return expected(attempt, at, skirmish.encounter, BOOK)[0]


@pytest.mark.parametrize(
    ("name", "hexes", "state", "plain", "sized"),
    [
        # Auto Width of somebody who looks over cover is -3, over cover 2, standing 1, kneeling 3, prone 2 (4E, 5A).
        (SPAS, 15, COVERED, Hits(2), Hits(3)),
        (SPAS, 40, OPEN, Hits(0, 24), Hits(0, 28)),
        (SPAS, 80, Soldier(exposure="looking"), Hits(0, 5), Hits(0, 1)),
        ("Remington M870", 30, Soldier(exposure="looking"), Hits(0, 62), Hits(0, 21)),
        # No more pellets than there are in it.
        (SPAS, 2, Soldier(exposure="exposed", position="kneeling"), Hits(11), Hits(12)),
        ("Olin - Heckler & Koch CAWS", 2, OPEN, Hits(7), Hits(8)),
    ],
)
def test_size_moves_the_pellets_by_lines(name: str, hexes: int, state: Soldier, plain: Hits, sized: Hits) -> None:
    assert likely(name, hexes, state, sizes="off") == plain
    assert likely(name, hexes, state, sizes="on") == sized


@pytest.mark.parametrize("salm", SPACINGS)
def test_every_row_of_the_multiple_hit_table(salm: int) -> None:
    found, _ = BOOK.tables.by_id["shotgun_multiple"].lookup("", salm)
    assert found == SPACINGS[salm]


@examples(60)
@given(
    seed=st.integers(0, 100_000),
    name=st.sampled_from(sorted(PAGES)),
    hexes=st.integers(1, 80),
    manner=st.sampled_from([SEPARATE, TOGETHER, GROUPED]),
    sizes=st.sampled_from(["on", "off"]),
    exposure=st.sampled_from(["", "looking", "firing", "exposed"]),
)
def test_never_more_hits_than_pellets_nor_rounds_than_one(
    seed: int, name: str, hexes: int, manner: str, sizes: str, exposure: str
) -> None:
    skirmish = mapped(
        standoff(
            name,
            axly=Soldier(sal=30, actions=8, firing_stance=True),
            opponent=Soldier(exposure=exposure),  # type: ignore[arg-type]
            pellets=manner,
            sizes=sizes,
        ),
        Opponent="A10",
        Hostage="A10",
    )
    before = rounds(skirmish, "Axly")
    [part] = resolve(fire(skirmish, at=hexes), Scene(skirmish.encounter, SeededDice(seed)), phoenix())
    skirmish.encounter = part.encounter
    for whom in ("Opponent", "Hostage"):
        hits = [why for why in where(part.resolution) if whom in why]
        assert len(hits) <= PAGES[name].pellets
    assert rounds(skirmish, "Axly") == before - 1


def test_aim_is_told_with_the_pattern() -> None:
    """The book's 14, SALM 7 for size 0; past its page the size alone."""
    skirmish = standoff()
    aimed = Aim(skirmish.id("Axly"), (skirmish.target("Opponent"),), aim=2, range=15)
    assert total(skirmish.order(aimed), "Accuracy") == 14
    far = Aim(skirmish.id("Axly"), (skirmish.target("Opponent"),), aim=2, range=90)
    assert "pattern (SALM)" not in str(skirmish.order(far).steps)


@pytest.mark.parametrize(("pf", "covered"), [("1", True), ("1.3", False)])
def test_pellets_find_who_is_hidden_behind_what_they_penetrate(pf: str, covered: bool) -> None:
    """PEN 1.3 of a pellet at 15 hexes."""
    skirmish = mapped(standoff())
    skirmish.make("Hostage", exposure="hidden", cover=Cover("it", pf))
    dice = (23, 94, 95, *(WEAPON, WEAPON) * covered)
    assert ("where Hostage is hit" in where(skirmish.order(fire(skirmish, at=None), *dice))) is covered


def test_the_dead_are_not_in_a_pattern() -> None:
    skirmish = mapped(standoff())
    skirmish.make("Hostage", died=skirmish.encounter.clock)
    assert where(skirmish.order(fire(skirmish, at=None), 23, 94, 95)) == ["where Opponent is hit"] * 2
