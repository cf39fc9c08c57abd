"""A typed line: the command it means, and the options as the page would have them."""

from __future__ import annotations

from typing import Any

import pytest

from standin.errors import PageError
from standin.interactions import typed_command
from standin.world.scenery import Json

STRING, INTEGER, BOOLEAN, USER, NUMBER = 3, 4, 5, 6, 10


def option(name: str, kind: int = STRING, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "description": "d", **more}


FIRE = {"name": "fire", "type": 1, "options": [option("target"), option("aim", INTEGER), option("how")]}
NEXT = {"name": "next", "type": 1}
ROLL = {"name": "roll", "options": [option("dice", required=True), option("why")]}
MENU = {"name": "fire", "type": 2}
START = {"name": "start", "type": 1, "options": [option("title"), option("ruleset")]}
SHOW = {"name": "show", "type": 1, "options": [option("public", BOOLEAN)]}
ENCOUNTER = {"name": "encounter", "type": 1, "options": [START, SHOW]}
NOTES = {"name": "notes", "options": [{"name": "more", "type": 2, "options": [{**SHOW, "name": "all"}]}]}
KNOWN: list[Json] = [MENU, NEXT, FIRE, ROLL, ENCOUNTER, NOTES]


@pytest.mark.parametrize(
    ("line", "name", "texts"),
    [
        ("/next", "next", {}),
        ("/fire", "fire", {}),
        ("/fire target: Alien 1 aim: 2", "fire", {"target": "Alien 1", "aim": "2"}),
        ("/fire aim:2   target:Alien \n 1 ", "fire", {"aim": "2", "target": "Alien 1"}),
        ("/fire target: at 10:30, the door: B4", "fire", {"target": "at 10:30, the door: B4"}),
        ("/fire target: Alien 1 speed: 3 aim: 1", "fire", {"target": "Alien 1 speed: 3", "aim": "1"}),
        ("/fire target: aimless aim: 1 aim: 2", "fire", {"target": "aimless", "aim": "2"}),
        ("/roll 2d6 + 1", "roll", {"dice": "2d6 + 1"}),
        ("/roll 2d6 why: luck", "roll", {"why": "luck", "dice": "2d6"}),
        ("/encounter start title: The corridor", "encounter start", {"title": "The corridor"}),
        ("/notes more all public: true", "notes more all", {"public": "true"}),
    ],
)
def test_a_line_is_read(line: str, name: str, texts: dict[str, str]) -> None:
    read = typed_command.read(KNOWN, line)
    assert read.name == name
    assert {option["name"]: text for option, text in read.given} == texts


@pytest.mark.parametrize(
    "line",
    [
        "fire",
        "",
        "/",
        "/firefight",
        "/encounter",
        "/encounter go",
        "/fire Alien 1",
        "/next turn",
        "/roll 3d6 dice: 2d6",
    ],
)
def test_what_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(PageError):
        typed_command.read(KNOWN, line)


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        (option("aim", INTEGER), "-2", -2),
        (option("share", NUMBER), "0.5", 0.5),
        (option("public", BOOLEAN), "True", True),
        (option("public", BOOLEAN), "false", False),
        (option("title"), "12", "12"),
        (option("side", choices=[{"name": "The Marines", "value": "marines"}]), "the marines", "marines"),
        (option("turns", INTEGER, choices=[{"name": "two", "value": 2}]), "two", 2),
    ],
)
def test_a_text_becomes_the_options_value(asked: dict[str, Any], text: str, value: Any) -> None:
    assert typed_command.value(asked, text) == value
    assert type(typed_command.value(asked, text)) is type(value)


@pytest.mark.parametrize(("kind", "text"), [(INTEGER, "two"), (NUMBER, "much"), (BOOLEAN, "yes please")])
def test_a_text_that_does_not_fit_is_refused(kind: int, text: str) -> None:
    with pytest.raises(PageError, match="aim"):
        typed_command.value(option("aim", kind), text)
