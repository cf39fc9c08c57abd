"""Labels among pairs of value and label: by name, in lists, and never with words that are no details."""

from __future__ import annotations

import pytest

from bot.chat.desk.labels import Labels

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


@pytest.mark.parametrize(
    ("labels", "text", "values"),
    [
        (FOES, "fire at Foe 1 (6 hexes) aim 4", "fire at Foe 1 aim 4"),
        (FOES, "fire at foe 10 (9 hexes, behind smoke); duck", "fire at Foe 10; duck"),
        (FOES, "when Foe 1 (6 hexes) shows: fire at them", "when Foe 1 shows: fire at them"),
        (FOES, "heal Ash · 1 of 2, then wait", "heal Ash, then wait"),
        (FOES, "heal Ash (B2): 1 of 2 · wait", "heal Ash · wait"),
        (FOES, "fire at Foe 1 (the tall one)", "fire at Foe 1 (the tall one)"),
        (FOES, "fire at Foe 1 (aim 4)", "fire at Foe 1 (aim 4)"),
        (FOES, "fire at Foe 1 (3 rounds)", "fire at Foe 1 (3 rounds)"),
        (FOES, "fire at Foe 1 (3)", "fire at Foe 1 (3)"),
        (FOES, "until Foe 1: 2 shots", "until Foe 1: 2 shots"),
        (FOES, "fire at Foe 2 (6 hexes)", "fire at Foe 2 (6 hexes)"),
        (ARMS, "fire with M16: 3 of 30 rounds, 2 magazines, aim 4", "fire with M16, aim 4"),
        (ARMS, "reload Pulse Rifle 3/16 again", "reload Pulse Rifle again"),
        (ARMS, "with M16, 3 rounds", "with M16, 3 rounds"),
    ],
)
def test_between_other_words_a_label_ends_with_its_details(labels: Labels[str], text: str, values: str) -> None:
    assert labels.within(text) == values


def test_words_without_details_have_no_labels() -> None:
    assert Labels([("arc 3", "arc 3")]).value("arc 3 (4 hexes)") is None
