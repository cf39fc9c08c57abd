"""A word has one meaning in the names of modules, classes, functions, fields and variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.house import SOURCES, parsed

ROOMS: dict[str, tuple[str, str]] = {
    "board": (
        "the encounter at a glance: what /encounter show answers, and the live board",
        r"bot\.(?!.*\.requests).*|cogs\.encounter|rules\.engine\.books\.table_options",
    ),
    "head": (
        "a part of the body, and the last entry of an encounter; cogs.records has an option of that name",
        r"rules\.phoenix\.(harm|optional\.injury)\..*|cogs\.records|bot\.__main__|bot\.fairness"
        r"|bot\.chat\.(background|commands|desk\.context|outgoing|views)\b.*"
        r"|bot\.game\.(entries|flow|journal|pages|people|referee|rulings|store\.(parts|rows|state_retention))\b.*",
    ),
    "plain": (
        "text without Markdown, for screen readers; and the key in files of weapons that are counted one by one",
        r"bot\.chat\.(connection\.client|outgoing|render)\b.*|rules\.savage\..*",
    ),
    "standing": ("a posture, which is a value and no name", r"(?!)"),
    "token": (
        "Discord's permission to answer an interaction, the bot's own, and a unit of Abstract Ammunition Tracking",
        r"bot\.(__main__|settings|host|watch)\b.*|bot\.chat\.(connection|outgoing)\..*"
        r"|bot\.game\.(entries|journal|referee\.personal_data|store\.(parts\.outbox|rows))\b.*"
        r"|cogs\.ammo|rules\.engine\.ammunition\..*|rules\.savage\..*",
    ),
}
"""For each word its meaning, and the modules that may have it in a name: those where it has this meaning."""


@cache
def names() -> tuple[tuple[str, str], ...]:
    """Return every module of ours with each name that it gives."""
    modules = [module for module in SOURCES if not module.startswith("standin")]
    return tuple([(module, name) for module in modules for name in sorted({*names_in(module)})])


def names_in(module: str) -> Iterator[str]:
    """Yield the name of a module and those of its classes, functions, arguments and variables."""
    yield module.rpartition(".")[2]
    for node in ast.walk(parsed(SOURCES[module])):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def words_of(name: str) -> set[str]:
    """Return the words of a name in the singular: "HEADS_KEPT" and "BoardRow" have head, and board."""
    return {word.casefold().removesuffix("s") for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


@pytest.mark.parametrize("word", ROOMS)
def test_a_word_has_one_meaning(word: str) -> None:
    meaning, rooms = ROOMS[word]
    found = [(module, name) for module, name in names() if word in words_of(name)]
    wrong = [f"{module}: {name}" for module, name in found if not re.fullmatch(rooms, module)]
    assert not wrong, f"{word} is {meaning}"


def test_the_words_of_a_name() -> None:
    assert words_of("_HEADS_KEPT") == {"head", "kept"}
    assert words_of("BoardRow") == {"board", "row"}
    assert words_of("read_plain_text") == {"read", "plain", "text"}
