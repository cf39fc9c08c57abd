"""Custom ids are all that survives a restart: they read back as written, and only one part answers to each."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.outgoing.controls import VERBS as BUTTON_VERBS
from bot.chat.outgoing.controls import application_id, control_id, question_id
from bot.chat.outgoing.poster import shows
from bot.chat.views.private.draft import SELECTS, Draft, Words, mark
from bot.chat.views.registry import PARTS
from bot.game.journal.anchors import Anchor
from bot.game.sight.masks import MaskedId, Masks
from rules.engine.records.orders import ATTACKS
from rules.words.places import Place
from tests.bot.render.table import Skirmish

TEMPLATES = {part.__name__: part.__discord_ui_compiled_template__ for part in PARTS}

encounters = st.from_regex(r"[0-9a-f]{10}|q[0-9]{17,20}", fullmatch=True)
stamps = st.from_regex(r"[0-9a-f]{6}", fullmatch=True)
anchors = st.builds(Anchor, encounters, st.integers(1, 999_999_999), stamps | st.just(""))
# Buttons from before ids were masked have those of the journal.
combatants = st.integers(1, 999).map("c{}".format).map(MaskedId) | st.integers(1, 999).map("c{}".format).map(
    Masks(b"these tests").mask
)
places = st.builds(Place, st.integers(1, 99), st.integers(1, 99))
weapons = st.text(max_size=60).map(mark) | st.just("")
drafts = st.builds(
    Draft,
    verb=st.sampled_from(sorted(ATTACKS)),
    encounter=encounters,
    actor=combatants,
    target=combatants | places.map(str) | st.just(""),
    weapon=weapons,
    aim=st.integers(0, 9999).map(str) | st.just(""),
)
drafts |= st.builds(replace, drafts, seq=st.integers(1, 999_999_999), stamp=stamps)
typed_dice = st.lists(st.integers(0, 99), min_size=1).map(lambda dice: " ".join(map(str, dice)))
one_line = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=80).map(lambda t: " ".join(t.split()))


def answering(custom_id: str) -> list[str]:
    return [name for name, template in TEMPLATES.items() if template.fullmatch(custom_id)]


@given(st.sampled_from(BUTTON_VERBS), anchors)
def test_a_button_reads_back_as_written(verb: str, anchor: Anchor) -> None:
    custom_id = control_id(verb, anchor)
    found = TEMPLATES["Control"].fullmatch(custom_id)
    assert found is not None
    assert (found["verb"], Anchor.parsed(found)) == (verb, anchor)
    assert answering(custom_id) == ["Control"]
    assert len(custom_id) <= 100


@given(anchors, combatants, st.integers(0, 99))
def test_an_answer_reads_back_as_written(anchor: Anchor, to: MaskedId, choice: int) -> None:
    custom_id = question_id(anchor, to, choice)
    found = TEMPLATES["QuestionButton"].fullmatch(custom_id)
    assert found is not None
    assert (Anchor.parsed(found), found["to"], found["choice"]) == (anchor, to, str(choice))
    assert answering(custom_id) == ["QuestionButton"]
    assert len(custom_id) <= 100


def test_the_longest_ids_fit() -> None:
    anchor, longest = Anchor("e" * 40, 999_999_999, "f" * 6), MaskedId("c" * 10)
    assert len(control_id("details", anchor)) <= 100
    assert len(question_id(anchor, longest, 99)) <= 100
    # Forms belong to open encounters, whose ids have ten characters.
    draft = Draft("throw", "e" * 10, longest, longest, "f" * 8, "9999", 999_999_999, "f" * 6)
    assert max(len(draft.custom_id(part)) for part in (*SELECTS, "go")) <= 100


@given(encounters, st.integers(1, 2**64 - 1).map(str), st.booleans())
def test_an_answer_to_a_request_reads_back_as_written(encounter: str, id: str, admit: bool) -> None:
    custom_id = application_id(encounter, id, admit)
    found = TEMPLATES["JoinRequestButton"].fullmatch(custom_id)
    assert found is not None
    assert found.groupdict() == {"encounter": encounter, "id": id, "answer": "in" if admit else "no"}
    assert answering(custom_id) == ["JoinRequestButton"]
    assert len(custom_id) <= 100


@given(drafts, st.sampled_from([*SELECTS, "go"]))
def test_a_form_reads_back_as_written(draft: Draft, part: str) -> None:
    custom_id = draft.custom_id(part)
    owner = "FormButton" if part == "go" else "FormSelect"
    found = TEMPLATES[owner].fullmatch(custom_id)
    assert found is not None
    assert (Draft.parsed(found), found["part"]) == (draft, part)
    assert answering(custom_id) == [owner]
    assert len(custom_id) <= 100


@pytest.mark.parametrize("owner", sorted(TEMPLATES))
@given(data=st.data())
def test_no_two_parts_answer_to_one_id(owner: str, data: st.DataObject) -> None:
    custom_id = data.draw(st.from_regex(TEMPLATES[owner], fullmatch=True))
    assert answering(custom_id) == [owner]


@pytest.mark.parametrize(
    "custom_id",
    [
        "sr:details:ab:",
        "sr:fire:ab:1",
        "sr:next:AB:1",
        "sr:next:ab:1:2",
        "sr:next:ab:١",
        "srf:go:fire:ab:c1:c2::1:",
        "srf:go:duck:ab:c1:c2::",
        "srd:xyz",
        "other:sr:next:ab:1",
    ],
)
def test_nothing_else_is_answered(custom_id: str) -> None:
    assert answering(custom_id) == []


def test_details_ids_are_as_promised() -> None:
    assert control_id("details", Anchor("ab12", 41, "0a1b2c")) == "sr:details:ab12:41:0a1b2c"
    assert control_id("details", Anchor("ab12", 41)) == "sr:details:ab12:41"


@given(
    st.builds(
        Words,
        range=st.none() | st.integers(-5, 5000),
        how=one_line,
        mod=one_line | st.just("-3 smoke: thick"),
        dice=typed_dice | st.sampled_from(["", "?"]),
    )
)
def test_the_words_of_a_form_survive_its_footer(words: Words) -> None:
    assert Words.read(words.written()) == words


def test_a_strange_footer_says_nothing() -> None:
    assert Words.read("phoenix-basic\nrange: far\nhow:") == Words()


def test_marks_keep_weapons_apart() -> None:
    assert re.fullmatch("[0-9a-f]{8}", mark("Flame Unit"))
    assert len({mark(f"Weapon {n}") for n in range(200)}) == 200


@pytest.mark.parametrize(
    ("interaction", "message", "shown"),
    [("9002", 9003, True), ("9002", 9001, False), ("clock:abc:due:1", 9003, False), (None, 9003, False)],
)
def test_a_details_button_without_a_stamp_is_of_an_order_before_its_message(
    interaction: str | None, message: int, shown: bool
) -> None:
    group = [replace(one, interaction_id=interaction) for one in Skirmish().entries]
    button = SimpleNamespace(custom_id="sr:details:abc:1")
    assert shows(cast("discord.Message", SimpleNamespace(id=message, components=[button])), group) is shown
