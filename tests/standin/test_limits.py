"""Discord's size limits, each at its edge and one past it."""

from __future__ import annotations

from typing import Any

import pytest

from standin import limits
from standin.errors import ApiError
from standin.world import Upload
from standin.world.scenery import Json


def button(number: int) -> Json:
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"id{number}"}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def select(options: int) -> Json:
    return {"type": 3, "custom_id": "s", "options": [{"label": "l", "value": str(n)} for n in range(options)]}


def field(name: int = 1, value: int = 1) -> Json:
    return {"name": "n" * name, "value": "v" * value}


@pytest.mark.parametrize(
    ("body", "too_much", "where"),
    [
        ({"content": "x" * 2000}, {"content": "x" * 2001}, "content"),
        ({"embeds": [{}] * 10}, {"embeds": [{}] * 11}, "embeds"),
        ({"embeds": [{"title": "x" * 256}]}, {"embeds": [{"title": "x" * 257}]}, "embeds"),
        ({"embeds": [{"description": "x" * 4096}]}, {"embeds": [{"description": "x" * 4097}]}, "embeds"),
        ({"embeds": [{"fields": [field()] * 25}]}, {"embeds": [{"fields": [field()] * 26}]}, "embeds"),
        ({"embeds": [{"fields": [field(256, 1024)]}]}, {"embeds": [{"fields": [field(257)]}]}, "embeds"),
        ({"embeds": [{"fields": [field(1, 1024)]}]}, {"embeds": [{"fields": [field(1, 1025)]}]}, "embeds"),
        ({"embeds": [{"fields": [field()]}]}, {"embeds": [{"fields": [field(1, 0)]}]}, "embeds"),
        (
            {"embeds": [{"footer": {"text": "x" * 2048}}]},
            {"embeds": [{"footer": {"text": "x" * 2049}}]},
            "embeds",
        ),
        (
            {"embeds": [{"description": "x" * 3000}] * 2},
            {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
            "embeds",
        ),
        (
            {"components": [row(*(button(n) for n in range(5)))]},
            {"components": [row(*(button(n) for n in range(6)))]},
            "components",
        ),
        (
            {"components": [row(button(n)) for n in range(5)]},
            {"components": [row(button(n)) for n in range(6)]},
            "components",
        ),
        ({"components": [row(select(25))]}, {"components": [row(select(26))]}, "components"),
        ({"components": [row(select(1))]}, {"components": [row(select(1), button(1))]}, "components"),
        ({"components": [row(button(1), button(2))]}, {"components": [row(button(1), button(1))]}, "components"),
        (
            {"components": [row({**button(1), "label": "x" * 80})]},
            {"components": [row({**button(1), "label": "x" * 81})]},
            "components",
        ),
        (
            {"components": [row({**button(1), "custom_id": "x" * 100})]},
            {"components": [row({**button(1), "custom_id": "x" * 101})]},
            "components",
        ),
    ],
)
def test_messages(body: Json, too_much: Json, where: str) -> None:
    limits.check_message(body, [])
    with pytest.raises(ApiError) as refused:
        limits.check_message(too_much, [])
    assert refused.value.code == 50035
    assert refused.value.errors is not None
    assert list(refused.value.errors) == [where]


def test_files() -> None:
    limits.check_message({}, [Upload("x", bytes(10 * 1024 * 1024))])
    with pytest.raises(ApiError, match="40005"):
        limits.check_message({}, [Upload("x", bytes(10 * 1024 * 1024 + 1))])


def command(**changes: Any) -> Json:
    return {"name": "fire", "description": "Fires", "options": [], **changes}


def option(number: int, **changes: Any) -> Json:
    return {"type": 3, "name": f"o{number}", "description": "d", **changes}


@pytest.mark.parametrize(
    ("fits", "does_not"),
    [
        (command(), command(name="Fire")),
        (command(description="x" * 100), command(description="x" * 101)),
        (command(options=[option(n) for n in range(25)]), command(options=[option(n) for n in range(26)])),
        (
            command(options=[option(1, choices=[{"name": "c", "value": str(n)} for n in range(25)])]),
            command(options=[option(1, choices=[{"name": "c", "value": str(n)} for n in range(26)])]),
        ),
        (
            command(options=[option(1, required=True), option(2)]),
            command(options=[option(1), option(2, required=True)]),
        ),
        (command(options=[option(1), option(2)]), command(options=[option(1), option(1)])),
    ],
)
def test_commands(fits: Json, does_not: Json) -> None:
    limits.check_commands([fits])
    with pytest.raises(ApiError) as refused:
        limits.check_commands([does_not])
    assert refused.value.code == 50035


def test_a_command_weighs_at_most_8000_characters() -> None:
    def weighing(last: int) -> Json:
        """9 of its own, 3 + 5000, 3 + 2800, 2 + 100 and 2 + `last` of its options."""
        choice = {"name": "n" * 100, "value": "v" * 100}
        first, second = option(1, choices=[choice] * 25), option(2, choices=[choice] * 14)
        described = [option(3, description="x" * 100), option(4, description="x" * last)]
        return command(options=[first, second, *described])

    limits.check_commands([weighing(81)])
    with pytest.raises(ApiError) as refused:
        limits.check_commands([weighing(82)])
    assert "8001 characters" in str(refused.value.errors)


def test_modals_and_choices() -> None:
    text = {"type": 4, "custom_id": "t", "style": 1, "label": "l" * 45}
    limits.check_modal({"title": "t" * 45, "custom_id": "m", "components": [row(text)]})
    wrong: list[Json] = [{"title": "t" * 46}, {"components": []}, {"components": [row({**text, "label": "l" * 46})]}]
    for changed in wrong:
        with pytest.raises(ApiError, match="50035"):
            limits.check_modal({"title": "t", "custom_id": "m", "components": [row(text)], **changed})
    limits.check_choices([{"name": "n" * 100, "value": "v" * 100}] * 25)
    for choices in (
        [{"name": "n", "value": "v"}] * 26,
        [{"name": "n" * 101, "value": "v"}],
        [{"name": "", "value": 1}],
    ):
        with pytest.raises(ApiError, match="50035"):
            limits.check_choices(choices)


V2: Json = {"flags": 1 << 15}
TEXT: Json = {"type": 10, "content": "words"}


@pytest.mark.parametrize(
    ("body", "too_much", "where"),
    [
        ({**V2, "components": [TEXT] * 40}, {**V2, "components": [TEXT] * 41}, ["components"]),
        (
            {**V2, "components": [{**TEXT, "content": "x" * 2000}] * 2},
            {**V2, "components": [{**TEXT, "content": "x" * 2000}, {**TEXT, "content": "x" * 2001}]},
            ["components"],
        ),
        ({**V2, "components": [row(button(1))]}, {**V2, "components": [button(1)]}, ["components", "0", "type"]),
        ({"components": [row(button(1))]}, {"components": [TEXT]}, ["components", "0", "type"]),
        (
            {"components": [row(button(1)), row(button(2), button(3))]},
            {"components": [row(button(1)), row(button(2), {**button(3), "label": "x" * 81})]},
            ["components", "1", "components", "1", "label"],
        ),
        (
            {**V2, "components": [{"type": 17, "components": [row(button(1))]}]},
            {**V2, "components": [{"type": 17, "components": [row(button(1), button(1))]}]},
            ["components", "0", "components", "0", "components", "1", "custom_id"],
        ),
    ],
)
def test_components(body: Json, too_much: Json, where: list[str]) -> None:
    limits.check_message(body, [])
    with pytest.raises(ApiError, match="50035") as refused:
        limits.check_message(too_much, [])
    found = refused.value.errors
    for key in where:
        assert found is not None
        assert list(found) == [key]
        found = found[key]
    assert found is not None
    assert list(found) == ["_errors"]


@pytest.mark.parametrize("key", ["content", "embeds"])
def test_components_take_the_place_of_words_and_embeds(key: str) -> None:
    whole: Json = {**V2, "content": "", "embeds": [], "components": [TEXT]}
    limits.check_whole(whole)
    limits.check_whole({**whole, key: ["something"], "flags": 0})
    with pytest.raises(ApiError, match="50035") as refused:
        limits.check_whole({**whole, key: ["something"]})
    assert list(refused.value.errors or {}) == [key]
