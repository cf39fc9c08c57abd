"""Words beside a person or a verb: which of them belong to it."""

from __future__ import annotations

import pytest

from bot.game.rulings import Missing, Ruling, read
from bot.game.rulings.lines.preparing import with_strikes
from bot.game.rulings.words.lexicon import Lexicon
from bot.game.rulings.words.typed_words import typed_words
from rules.engine.conduct import conduct
from rules.engine.records.errors import Refusal
from rules.shelf import shelf

BOOK = shelf()["phoenix"]
SPACE = BOOK.space(conduct.stage(BOOK))


def ruled(line: str) -> Ruling:
    return read(line, BOOK.vocabulary({}), SPACE)


@pytest.mark.parametrize("word", ["later", "either", "together", "whenever", "higher", "another", "number"])
def test_a_word_in_er_that_names_nobody_is_left_out(word: str) -> None:
    assert ruled(f"M16 at the hostage taker {word} 40m").names[1] == "hostage taker"
    ruling = ruled(f"M16 at guard {word} 40m")
    assert (ruling.names[1], ruling.spaces) == ("guard", 22)
    assert word in " ".join(one.words for one in ruling.left_out)


@pytest.mark.parametrize("deed", ["wielded", "used", "loaded", "aimed"])
def test_who_is_behind_by_shoots_whatever_they_did(deed: str) -> None:
    assert ruled(f"M16 {deed} by Trent at guard 40m").names == ("Trent", "guard")


def test_what_happens_by_a_thing_names_nobody() -> None:
    assert ruled("Trent, blinded by the flare, fires M16 at guard 40m").names == ("Trent", "guard")


def test_at_me_is_the_shooter_s_behind_a_verb_and_the_target_s_behind_a_person() -> None:
    ruling = ruled("guard fires through the windows at me, M16 40m")
    assert ruling.names == ("guard", "") and [one.words for one in ruling.left_out] == ["through the windows"]
    assert ruled("I shoot the guard charging at me, M16 40m").names == ("", "guard")


def test_a_line_about_a_tire_in_the_line_of_sight_is_english() -> None:
    with pytest.raises(Missing) as missing:
        ruled("LOS clear, M16 at guard behind the tire")
    assert missing.value.question == "How far is guard?"


def test_a_line_in_another_language_is_told_so() -> None:
    with pytest.raises(Refusal, match=r"I read only English\. Type a shot such as: "):
        ruled("je tire sur le garde avec un Uzi")


def test_a_target_before_a_term_of_a_game_is_asked_about() -> None:
    with pytest.raises(Missing) as missing:
        ruled("M16 at guard edge of the roof 40m")
    assert missing.value.question == "Is “guard” the target's name?"


def test_a_second_blow_loses_no_word() -> None:
    vocabulary = BOOK.vocabulary({})
    spans = Lexicon(vocabulary).spans(typed_words("thug claws me, thug claws me, thug punches guard"))
    typed = [span.typed for span in with_strikes(spans, vocabulary)]
    assert typed == ["thug", "claws", "me", "me", ",", "thug", "claws", "me", "me", ",", "thug", "punches", "guard"]
