"""Listening: the sum of the tables, the chance, one throw for a single noise, one a phase for what goes on (5.3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.map.pieces import lay
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Act, Adjust, Aim, Chart, Fire, Move, Switch
from rules.engine.records.steps import Ruling
from rules.engine.scene.scene import Resolution
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

DOG = "listen for dog bark, 6 hexes, light exterior wall, small group conversation, preoccupied"
# From the Sound Detection table.
CHANCES = {9: 98, 8: 97, 7: 95, 6: 92, 5: 88, 4: 82, 3: 72, 2: 50, 1: 20, 0: 8, -1: 2, -2: 2, -3: 0}


def night(preset: str = "phoenix-basic", *, switch: str = "on") -> Skirmish:
    skirmish = Skirmish(preset)
    skirmish.order(Switch("sound", switch))
    skirmish.sheet("Trent", "SAL 14, M16, CA 8")
    skirmish.sheet("Guard 2", "SAL 10, M92F, CA 4")
    return skirmish


def hear(skirmish: Skirmish, line: str, *dice: int, who: str = "Trent") -> Resolution:
    return skirmish.order(Act(skirmish.id(who), line), *dice)


def esm(line: str, *dice: int, skirmish: Skirmish | None = None) -> int:
    return total(hear(skirmish or night(), line, *dice), "ESM")


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_the_guards_and_the_dog(preset: str) -> None:
    skirmish = night(preset)
    before = skirmish.state("Trent").left
    heard = hear(skirmish, DOG, 8)
    assert (total(heard, "ESM"), heard.verdict, heard.outcome) == (0, "hit", "Trent hears it: dog bark, 6 hexes off.")
    assert [(roll.low, roll.high, roll.needed) for roll in rolls(heard)] == [(0, 99, "08 or less")]
    assert skirmish.state("Trent").left == before
    assert hear(skirmish, DOG, 9, who="Guard 2").verdict == "miss"


@pytest.mark.parametrize("level", CHANCES)
def test_the_chance_is_that_of_the_table(level: int) -> None:
    found = phoenix().book.tables.by_id["sound_detection"].lookup("", level)[0]
    assert found == CHANCES[level]


@pytest.mark.parametrize(
    ("line", "level", "needed"),
    [
        ("whisper, 2 hexes", 8, "97 or less"),
        ("whisper, 2 hexes, preoccupied", 7, "95 or less"),
        ("whisper, 2 hexes, through brush", 6, "92 or less"),
        ("whisper, 2 hexes, critically preoccupied", 5, "88 or less"),
        ("whisper, 2 hexes, interior door", 4, "82 or less"),
        ("whisper, 2 hexes, interior door, wind low", 3, "72 or less"),
        ("whisper, 2 hexes, wind high", 2, "50 or less"),
        ("whisper, 3 hexes, wind moderate", 1, "20 or less"),
        ("whisper, 2 hexes, interior door, interior door", 0, "08 or less"),
        ("whisper, 2 hexes, wind gale force", -1, "02 or less"),
        ("whisper, 2 hexes, light wall", -2, "02 or less"),
        ("whisper, 2 hexes, light wall, wind low", -3, "00 or less"),
        ("whisper, 2 hexes, indoors", 11, "99 or less"),
    ],
)
def test_what_is_between_and_how_he_heeds_it(line: str, level: int, needed: str) -> None:
    heard = hear(night(), f"listen for a {line}", 50)
    assert (total(heard, "ESM"), rolls(heard)[0].needed) == (level, needed)


def test_below_minus_3_nothing_is_thrown() -> None:
    heard = hear(night(), "listen for whisper, 6 hexes, interior wall")
    assert (total(heard, "ESM"), rolls(heard), heard.verdict) == (-6, [], "miss")
    assert heard.outcome == "Trent cannot hear it: whisper, 6 hexes off."
    assert "T43" in {step.id for step in heard.steps if isinstance(step, Ruling)}


@pytest.mark.parametrize(("hexes", "value"), [(0, 0), (5, -22), (6, -22), (7, -24), (15000, -90), (5001, -90)])
def test_between_two_ranges_the_next_outward_holds(hexes: int, value: int) -> None:
    assert esm(f"listen for air raid siren, {hexes} hexes", 99) == 125 + value


def test_the_ground_counts_for_who_moves_and_the_background_is_another_table() -> None:
    assert esm("listen for footsteps on gravel, 4 hexes", 9) == 43 + 11 - 18
    assert esm("listen for walking, on brush, 4 hexes", 9) == 43 + 12 - 18
    heard = hear(night(), "listen for dog, 4 hexes, walking on gravel", 9)
    assert total(heard, "ESM") == 88 - 18 - 54
    assert "T44" in {step.id for step in heard.steps if isinstance(step, Ruling)}
    with pytest.raises(NoRule, match="ground"):
        esm("listen for dog bark, 4 hexes, on gravel")


def test_of_several_background_noises_the_loudest_counts() -> None:
    heard = hear(night(), "listen for dog, 4 hexes, crickets, normal voice, background wind low", 9)
    assert total(heard, "ESM") == 88 - 18 - 45
    assert note(heard, "Background") == "the loudest counts: Normal Voice, over Outdoor Crickets and Wind Low"


def test_a_single_noise_has_one_throw_and_one_that_goes_on_one_a_phase() -> None:
    skirmish = night()
    hear(skirmish, "listen for gunshot, 90 hexes", 99)
    skirmish.next(seconds=4)
    with pytest.raises(NotNow, match="another"):
        hear(skirmish, "listen for gunshot, 90 hexes")
    hear(skirmish, "listen for gunshot, 91 hexes", 50)
    hear(skirmish, "listen for another gunshot, 90 hexes", 50)
    hear(skirmish, DOG, 50)
    for _ in range(3):  # impulses of the same phase
        with pytest.raises(NotNow, match="in the next"):
            hear(skirmish, DOG)
        skirmish.next()
    skirmish.next()
    hear(skirmish, DOG, 50)
    hear(skirmish, "listen for gunfire, continuous, 50 hexes", 50)
    skirmish.next(seconds=2)
    hear(skirmish, "listen for gunfire, continuous, 50 hexes", 50)
    hear(skirmish, "listen for dog bark, once, 50 hexes", 50)
    with pytest.raises(NotNow, match=r"one roll\. Add another for"):
        hear(skirmish, "listen for dog bark, once, 50 hexes")
    skirmish.order(Adjust(skirmish.id("Trent"), "has not listened"))
    hear(skirmish, "listen for dog bark, once, 50 hexes", 50)


def test_who_has_fired_in_the_last_minute_hears_less() -> None:
    skirmish = night()
    skirmish.make("Trent", fired=Clock(1, 1))
    assert esm("listen for whisper, 2 hexes", 9, skirmish=skirmish) == 20 - 12 - 6
    skirmish.make("Trent", fired=Clock(1, 1), listened=())
    skirmish.next(seconds=58)
    assert esm("listen for whisper, 2 hexes, once", 9, skirmish=skirmish) == 20 - 12 - 6
    skirmish.next(seconds=2)
    assert esm("listen for whisper, 2 hexes", 9, skirmish=skirmish) == 20 - 12
    assert esm("listen for whisper, 1 hex, fired recently", 9, skirmish=skirmish) == 20 - 6 - 6


def test_somebody_is_heard_as_he_fires_and_as_he_moves() -> None:
    skirmish = night()
    with pytest.raises(NotNow, match="neither fires"):
        hear(skirmish, "listen for Guard 2, 20 hexes")
    skirmish.order(Fire(skirmish.id("Guard 2"), (skirmish.target("Trent"),), aim=1, range=20), 99)
    assert esm("listen for Guard 2", 9, skirmish=skirmish) == 105 - 33  # as the range was last given
    with pytest.raises(NotNow, match=r"one roll\. Add another for"):
        hear(skirmish, "listen for Guard 2 firing")
    with pytest.raises(NotNow, match=r"no silencer on\. Use /act what: attach the silencer"):
        hear(skirmish, "listen for Guard 2 firing, silenced, 20 hexes")
    skirmish.make("Guard 2", left=9)
    skirmish.order(Act(skirmish.id("Guard 2"), "attach the silencer"))
    assert esm("listen for Guard 2 firing, 20 hexes", 9, skirmish=skirmish) == 60 - 33
    skirmish.map(30, 30)
    skirmish.put("Trent", "D2")
    skirmish.put("Guard 2", "D10")
    skirmish.next(seconds=2)
    skirmish.order(Move(skirmish.id("Guard 2"), Place.parse("D14")))
    assert esm("listen for Guard 2, on gravel", 9, skirmish=skirmish) == 56 + 11 - 27  # 4 hexes a phase, at D11


def test_the_range_is_measured_to_a_place_or_to_somebody() -> None:
    skirmish = night()
    skirmish.map(30, 30)
    skirmish.put("Trent", "D2")
    skirmish.put("Guard 2", "D10")
    assert esm("listen for a whistle at D10", 9, skirmish=skirmish) == 90 - 24
    assert esm("listen for shout, from guard 2", 9, skirmish=skirmish) == 85 - 24
    with pytest.raises(NotNow, match="How far away is it"):
        hear(night(), "listen for shout")
    with pytest.raises(UnknownName, match="neither a place"):
        hear(night(), "listen for shout, from nobody")


def test_it_costs_nothing() -> None:
    skirmish = night()
    with pytest.raises(Refusal, match="takes no actions"):
        skirmish.order(Act(skirmish.id("Trent"), DOG, 2))


def test_it_ends_neither_aim_nor_work() -> None:
    skirmish = night()
    skirmish.order(Aim(skirmish.id("Trent"), (skirmish.target("Guard 2"),), aim=5, range=20))
    aimed, task = skirmish.state("Trent").aim, skirmish.encounter.task(skirmish.id("Trent"))
    assert aimed and task
    hear(skirmish, DOG, 99)
    assert (skirmish.state("Trent").aim, skirmish.encounter.task(skirmish.id("Trent"))) == (aimed, task)


def test_without_the_switch_nobody_listens() -> None:
    skirmish = night(switch="off")
    with pytest.raises(NoRule, match="switch “sound”"):
        hear(skirmish, DOG)
    assert "listen for dog bark, 6 hexes" not in dict(phoenix().acts(skirmish.encounter, skirmish.id("Trent")))
    with pytest.raises(NotNow, match="sound"):
        skirmish.order(Adjust(skirmish.id("Trent"), "has not listened"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("listen for nothing at all, 6 hexes", "I know no such noise and no fighter of that name"),
        ("listen for dog bark, 6 hexes, nonsense", "nonsense"),
        ("listen for dog bark, 20000 hexes", "15000"),
        ("listen for dog bark quietly, 6 hexes", "quietly"),
        ("listen for continuous, 6 hexes", "Name the noise first"),
        ("listen for dog bark, 6 hexes, sleeping, focused", "contradicts"),
        ("listen for Trent, 6 hexes", "I know no such noise and no fighter of that name"),
    ],
)
def test_what_is_not_known_is_named(line: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        hear(night(), line)


_NOISES = ("dog bark", "gunshot", "footsteps", "a whisper", "cock revolver quietly", "siren")
_WORDS = ("indoors", "light exterior wall", "wind high", "crickets", "on a busy street", "focused", "in power armor")


@examples(80)
@given(
    st.sampled_from(_NOISES),
    st.integers(0, 15_000),
    st.lists(st.sampled_from(_WORDS), max_size=5, unique=True),
    st.integers(0, 99),
)
def test_farther_off_nothing_is_louder_and_heard_is_what_was_thrown(
    noise: str, hexes: int, words: list[str], roll: int
) -> None:
    def at(far: int, *dice: int) -> Resolution:
        return hear(night(), ", ".join((f"listen for {noise}", f"{far} hexes", *words)), *dice)

    def some(far: int) -> tuple[int, Any]:
        try:
            heard = at(far, roll)
        except AssertionError:
            heard = at(far)  # nothing was thrown
            assert total(heard, "ESM") < -3 and heard.verdict == "miss"
            return total(heard, "ESM"), None
        needed = int(rolls(heard)[0].needed[:2])
        assert heard.verdict == ("hit" if roll <= needed else "miss")
        return total(heard, "ESM"), needed

    near, far = some(min(hexes, 14_999)), some(min(hexes, 14_999) + 1)
    assert far[0] <= near[0]
    assert (far[1] if far[1] is not None else -1) <= (near[1] if near[1] is not None else -1)


@pytest.mark.parametrize(
    ("brush", "line", "more"),
    [
        ("brush D4", "listen for walking at D6", -2),
        ("brush D6", "listen for walking at D6", 12),
        ("brush D4 D6", "listen for walking at D6", 10),
        ("brush D4 D6", "listen for walking at D6, line of sight, gravel", 11),
        ("brush D4", "listen for walking at D6, interior wall", -4),
        ("brush D6", "listen for dog bark at D6", 0),
        ("brush A1", "listen for walking at D6", 0),
    ],
)
def test_brush_on_the_map_counts_between_and_under_those_who_move(brush: str, line: str, more: int) -> None:
    levels = []
    for pieces in ("", brush):
        skirmish = night()
        battle_map = BattleMap(12, 12)
        skirmish.order(Chart(lay(battle_map, read_pieces(pieces, battle_map)) if pieces else battle_map))
        skirmish.put("Trent", "D2")
        heard = hear(skirmish, line, 50)
        levels.append(total(heard, "ESM"))
    words = {"gravel": 11, "interior wall": -4}
    assert levels[1] - levels[0] == more - sum(value for word, value in words.items() if word in line)
