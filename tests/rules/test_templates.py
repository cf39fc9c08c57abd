"""Templates are read whole or not at all, and a trial finds what could not be set up: every problem is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.setups import Template
from rules.engine.conduct import conduct
from rules.engine.conduct.trials import unfit_templates
from rules.engine.records.errors import BrokenData
from rules.engine.records.orders import Start
from rules.engine.records.steps import Lookup, Note, Roll, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.table.templates import load_templates
from rules.shelf import shelf
from rules.words.places import Place
from tests.duel import duel
from tests.rules.phoenix.skirmish import phoenix

ALIENS, PHOENIX = shelf()["aliens"], phoenix()
WHOLE = """\
title = "Vault"
sentence = "One waits for two"

[map]
size = "5x4"
walls = "C1-C3"

[switches]
ammunition = "off"

[[combatants]]
sheet = "apone"
side = "Marines"
at = ["A1"]

[[combatants]]
name = "Alien"
sheet = "alien"
count = 2
at_roll = ["D1", "D2", "D3", "D4", "E1", "E2", "E3", "E4", "A3", "A4"]

[[combatants]]
name = "Spare"
sheet = "alien"

[notes]
Task = "hold out"
"""


def load(folder: Path, **files: str) -> dict[str, Template]:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return dict(load_templates(folder, ALIENS))


def problems(folder: Path, **files: str) -> tuple[str, ...]:
    with pytest.raises(BrokenData) as caught:
        load(folder, **files)
    return tuple(caught.value.problems)


def unfit(folder: Path, book: Ruleset, **files: str) -> list[str]:
    """Return the problems that a trial finds in templates that do read."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return list(unfit_templates(replace(book, templates=load_templates(folder, book))))  # type: ignore[type-var]


def begun(template: Template, *dice: int) -> tuple[Part, ...]:
    book = replace(duel(), templates={"vault": template})
    order = Start("e1", "Vault", "duel", "duel", "gm", "ab", "vault")
    return conduct.resolve(order, Scene(conduct.UNOPENED, ScriptedDice(dice)), book)


def test_a_template_is_what_its_file_says(tmp_path: Path) -> None:
    template = load(tmp_path, vault=WHOLE)["vault"]
    assert (template.title, template.sentence, template.preset) == ("Vault", "One waits for two", "aliens")
    assert template.battle_map is not None and Place(3, 2) in template.battle_map.obstructions
    assert (dict(template.switches), template.notes) == ({"ammunition": "off"}, (("Task", "hold out"),))
    apone, aliens, spare = template.newcomers
    assert (apone.name, apone.side, apone.count, apone.places) == ("Apone", "Marines", 1, (Place(1, 1),))
    assert (aliens.name, aliens.count, len(aliens.among), aliens.among[9]) == ("Alien", 2, 10, Place(1, 4))
    assert (spare.places, spare.among) == ((), ())


def test_it_is_set_up_in_parts_each_with_its_throws(tmp_path: Path) -> None:
    start, chart, switch, apone, aliens, spare = begun(load(tmp_path, vault=WHOLE)["vault"], 6, 9)
    assert start.resolution.outcome == "Vault begins."
    assert Note("Task", "hold out") in start.resolution.steps
    assert chart.resolution.outcome == "The map is 5 by 4 squares."
    assert dict(switch.encounter.switches)["ammunition"] == "off"
    assert [(c.name, str(c.place), c.owner) for c in spare.encounter.combatants] == [
        ("Apone", "A1", None),
        ("Alien 1", "E3", None),
        ("Alien 2", "A4", None),
        ("Spare", "None", None),
    ]
    rolls = [step for step in aliens.resolution.steps if isinstance(step, Roll)]
    assert [(roll.why, roll.low, roll.high, roll.value) for roll in rolls] == [
        ("where Alien 1 is", 0, 9, 6),
        ("where Alien 2 is", 0, 9, 9),
    ]
    assert not any(isinstance(step, Roll) for step in apone.resolution.steps)


def test_where_somebody_stands_already_it_is_the_next_place(tmp_path: Path) -> None:
    placed = begun(load(tmp_path, vault=WHOLE)["vault"], 9, 9)[-1].encounter.combatants
    assert [str(c.place) for c in placed[1:3]] == ["A4", "D1"]


def test_every_problem_of_every_file_is_named(tmp_path: Path) -> None:
    bad = """\
title = "Bad"
sentence = "Nothing is right"
preset = "hard"
[map]
size = "99x1"
[[combatants]]
sheet = "marvin"
[[combatants]]
sheet = "alien"
count = 2
at = ["A1"]
[[combatants]]
sheet = "alien"
at_roll = ["A1", "A2"]
[[combatants]]
sheet = "alien"
at = ["nowhere"]
"""
    found = problems(tmp_path, bad=bad, broken="title = ", odd='title = "x"\nrules = 1', vault=WHOLE)
    starts = [
        "templates/bad.toml: map: Give the map's size",
        "templates/bad.toml: combatants.0: ",
        "templates/bad.toml: combatants.1: at: needs one place for each of 2, not 1",
        "templates/bad.toml: combatants.2: at_roll: needs at most 10 places",
        "templates/bad.toml: combatants.3: “nowhere” is not a place",
        "templates/bad.toml: preset: hard is not one of aliens",
        "templates/broken.toml: cannot be read",
        "templates/odd.toml: sentence: Field required",
        "templates/odd.toml: combatants: Field required",
        "templates/odd.toml: rules: Extra inputs are not permitted",
    ]
    assert [start for start, said in zip(starts, found, strict=True) if not said.startswith(start)] == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            'ammunition = "off"',
            'ammunition = "x"\nmist = "on"',
            "switches.ammunition: “ammunition” can be on, tokens or off.",
        ),
        ('ammunition = "off"', 'ammunition = "x"\nmist = "on"', "switches.mist: The switches of this encounter are"),
        ('at = ["A1"]', 'at = ["C2"]', "combatants.0: There is an obstruction at C2. Choose another place."),
        ('"D1", "D2"', '"D1", "Z9"', "combatants.1.at_roll: Z9 is off the map"),
        ('name = "Spare"', 'name = "Spare, too"', "combatants.2: A name has 1 to 40 characters"),
        ("[notes]", '[[events]]\ntext = "x"\nturn = 1\n[notes]', "events.0: It is turn 1. Give a turn from 2"),
        ('name = "Spare"', "count = 58", "together: An encounter holds 60 combatants. There is room for 57 more."),
    ],
)
def test_what_cannot_be_set_up_is_found_by_a_trial(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert WHOLE.count(before) == 1
    found = unfit(tmp_path, ALIENS, vault=WHOLE.replace(before, after))
    assert [problem for problem in found if problem.startswith(f"templates/vault.toml: {said}")] != [], found


@pytest.mark.parametrize("ruleset", shelf())
def test_every_template_of_the_rulebooks_can_be_set_up(ruleset: str) -> None:
    book = shelf()[ruleset]
    assert book.templates
    assert list(unfit_templates(book)) == []


def test_aliens_has_one() -> None:
    corridor = ALIENS.templates["corridor"]
    assert sum(group.count for group in corridor.newcomers) == 10


def test_no_folder_is_no_template(tmp_path: Path) -> None:
    assert load_templates(tmp_path / "templates", ALIENS) == {}


OWN = """\
title = "Own"
sentence = "With a card of its own"
houses = [
    '''
name = "Trooper"
actions = 3
[[weapons]]
name = "Pulse Rifle"
type = "Pulse Rifle"
aim.1 = [8, 6, 5, 3, 1]
''',
]

[[combatants]]
sheet = "Trooper"
"""
LOT = """\
title = "Raid"
sentence = "Three guards and their rifles"

[[combatants]]
name = "Guard"
sheet = "M16"
count = 3

[combatants.throw]
table = "rifle_distance"
column = "Guard"
label = "Rifle"
why = "where {name}’s rifle is"
words = { 0 = "{name} has it", 1 = "{name} is 1 hex off", other = "{name} is {cell} hexes off" }
"""


def test_a_card_of_its_own_is_known_to_its_sheet_lines_alone(tmp_path: Path) -> None:
    own = load(tmp_path, own=OWN)["own"]
    assert own.newcomers[0].name == "Trooper"
    assert [carried.weapon.name for carried in own.newcomers[0].profile.carried] == ["Pulse Rifle"]
    other = WHOLE.replace('"apone"', '"Trooper"')
    [found] = problems(tmp_path, own=OWN, vault=other)
    assert found.startswith("templates/vault.toml: combatants.0: ")


def test_a_card_that_does_not_read_is_named(tmp_path: Path) -> None:
    found = problems(tmp_path, own=OWN.replace("actions = 3", "actions = 0"))
    assert found[0].startswith("templates/own.toml: houses.0: I can't use this card: actions")


def test_a_lot_is_drawn_for_each_on_a_table_of_the_book(tmp_path: Path) -> None:
    (tmp_path / "raid.toml").write_text(LOT)
    book = replace(PHOENIX, templates=load_templates(tmp_path, PHOENIX))
    order = Start("e1", "Raid", "phoenix", "phoenix-basic", "gm", "ab", "raid")
    parts = conduct.resolve(order, Scene(conduct.UNOPENED, ScriptedDice([2, 5, 9])), book)
    told = [step for step in parts[1].resolution.steps if not isinstance(step, Ruling) and step.label == "Rifle"]
    rolls = [(step.why, step.value) for step in told if isinstance(step, Roll)]
    assert rolls == [(f"where Guard {n}’s rifle is", value) for n, value in ((1, 2), (2, 5), (3, 9))]
    assert [step.text for step in told if isinstance(step, Note)] == [
        "Guard 1 has it",
        "Guard 2 is 1 hex off",
        "Guard 3 is 4 hexes off",
    ]
    read = [(step.table, step.at[0][1], step.value, step.detail) for step in told if isinstance(step, Lookup)]
    assert read == [("rifle_distance", cell, value, True) for cell, value in (("2", "0"), ("3-6", "1"), ("9", "4"))]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"rifle_distance"', '"bow_distance"', "throw: bow_distance is not one of 1a, "),
        ('column = "Guard"\n', "", "throw: give the column of a table with named columns"),
        ('column = "Guard"', 'column = "Cook"', "I don't know the suspect “Cook”"),
        (', other = "{name} is {cell} hexes off"', "", "throw: no text for 2, which 7 can give"),
        ('"rifle_distance"', '"2a"', "throw: give the column of a table with named columns"),
        ('"rifle_distance"', '"police"', "throw: police has one column"),
    ],
)
def test_a_lot_that_could_not_be_drawn_is_found_at_start(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert LOT.count(before) == 1
    (tmp_path / "raid.toml").write_text(LOT.replace(before, after))
    with pytest.raises(BrokenData) as caught:
        load_templates(tmp_path, PHOENIX)
    [found] = caught.value.problems
    assert found.startswith(f"templates/raid.toml: combatants.0: {said}"), found


ADVANCED = """\
title = "Cellar"
sentence = "Somebody waits in the dark"
preset = "{preset}"
[switches]
{switches}
[[combatants]]
sheet = "green, AKM 47"
"""


def phoenix_problems(folder: Path, preset: str, switches: str) -> list[str]:
    """Return the problems of the switches of a template of Phoenix Command."""
    return unfit(folder, PHOENIX, cellar=ADVANCED.format(preset=preset, switches=switches))


@pytest.mark.parametrize(
    ("preset", "switches"),
    [
        ("phoenix-basic", 'cover = "on"'),
        ("phoenix-basic", '"automatic fire" = "on"\n"target sizes" = "on"'),
        ("phoenix-advanced", 'light = "half moon"\n"stray fire" = "on"\n"target sizes" = "off"'),
    ],
)
def test_switches_fit_one_after_the_other(tmp_path: Path, preset: str, switches: str) -> None:
    assert phoenix_problems(tmp_path, preset, switches) == []


def test_every_switch_that_does_not_fit_is_named(tmp_path: Path) -> None:
    wrong = phoenix_problems(
        tmp_path,
        "phoenix-basic",
        'gravity = "off"\nlight = "neon"\n"target sizes" = "on"\ncover = "on"\ndamage = "off"',
    )
    begin = "templates/cellar.toml: switches."
    assert len(wrong) == 4
    assert wrong[0].startswith(f"{begin}gravity: This encounter has no switch “gravity”")
    assert wrong[1] == f"{begin}light: “light” can be good, dusk, full moon, half moon or no moon."
    assert wrong[2].startswith(f"{begin}target sizes: “target sizes” needs one of automatic fire, shotguns or")
    assert wrong[3] == f"{begin}cover: it ends up off, because another switch is set after it"
