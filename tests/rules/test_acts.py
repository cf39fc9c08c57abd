"""The text of an act."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import Refusal
from rules.engine.sharing.acts import act_text


@pytest.mark.parametrize("text", ["x" * 200, "7", "🔥"])
def test_an_act_is_a_text_of_1_to_200_characters(text: str) -> None:
    assert act_text(f" {text}.") == text


@pytest.mark.parametrize("text", ["x" * 201, "", "...", "?!"])
def test_a_text_that_is_no_act(text: str) -> None:
    with pytest.raises(Refusal, match="1 to 200 characters"):
        act_text(text)
