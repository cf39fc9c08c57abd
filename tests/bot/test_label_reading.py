"""Labels among pairs of value and label: by name, in lists, and never with words that are no details."""

from __future__ import annotations

import pytest

from bot.chat.suggestions.labels import Labels

FOES = Labels([("Foe 1", "Foe 1 (6 hexes)"), ("Foe 10", "Foe 10 (8 hexes, not in view)"), ("Ash", "Ash · 2 of 2")])
ARMS = Labels([("M16", "M16: 30 of 30 rounds, 2 magazines"), ("M60", "M60"), ("Pulse Rifle", "Pulse Rifle 3/16")])
ROWS = Labels(
    [("f414", "Hunt · 2026-11-29 · f414"), ("aa3d", "Hunt · 2026-11-28 · aa3d"), ("fort", "The Fort: a raid")]
)


@pytest.mark.parametrize(
    ("labels", "text", "value"),
    [
        (FOES, "Foe 1 (6 hexes)", "Foe 1"),
        (FOES, "foe 1 (12 hexes)", "Foe 1"),
        (FOES, "Foe 10 (1 hex, not in view)", "Foe 10"),
        (FOES, "Foe 1 · anything", "Foe 1"),
        (FOES, "Foe 1", None),
        (FOES, "Foe 2 (6 hexes)", None),
        (FOES, "Foe 1 (the tall one)", None),
        (FOES, "Foe 1: twice", None),
        (ARMS, "M16: 0 of 30 rounds, 1 magazine", "M16"),
        (ARMS, "M60: 30 of 30 rounds", "M60"),
        (ARMS, "Pulse Rifle 16/16", "Pulse Rifle"),
        (ROWS, "Hunt · 2026-11-28 · aa3d", "aa3d"),
        (ROWS, "The Fort: a raid", "fort"),
        (ROWS, "Hunt · 2026", None),
    ],
)
def test_a_label_is_read_by_its_name(labels: Labels[str], text: str, value: str | None) -> None:
    assert labels.value(text) == value


@pytest.mark.parametrize(
    ("labels", "text", "values"),
    [
        (FOES, "Foe 1 (6 hexes), Foe 10 (8 hexes, not in view)", "Foe 1, Foe 10"),
        (FOES, "Ash · 1 of 2, Foe 1, Foe 10 (9 hexes)", "Ash, Foe 1, Foe 10"),
        (FOES, "Foe 1, Foe 10", None),
        (FOES, "Foe 1 (6 hexes), Guard 9", "Foe 1, Guard 9"),
        (FOES, "Ash · 2 of 2, Guard 9", "Ash, Guard 9"),
        (ARMS, "M16: 30 of 30 rounds, 2 magazines, M60", "M16, M60"),
        (ARMS, "M16: 30 of 30 rounds, 2 oranges", "M16, 2 oranges"),
    ],
)
def test_lists_have_values_in_place_of_their_labels(labels: Labels[str], text: str, values: str | None) -> None:
    assert labels.listed(text) == values


def test_words_without_details_have_no_labels() -> None:
    assert Labels([("arc 3", "arc 3")]).value("arc 3 (4 hexes)") is None
