"""Words with which a GM incapacitates a fighter (2.7, 5.13)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType

from rules.phoenix.basics.soldier import EffectWord
from rules.words.sheet import Number, Reading, Terms

EFFECTS: Mapping[str, EffectWord] = MappingProxyType(
    {"unconscious": "", "stunned": "Stunned", "dazed": "Dazed", "disoriented": "Disoriented"}
)
"""Words for an incapacitation of some phases or until “awake”. The first needs no switch."""
OPPOSED = (
    *(("dead", word) for word in EFFECTS),
    *(("awake", word) for word in EFFECTS),
    *combinations(EFFECTS, 2),
)
"""Pairs of words that exclude each other."""


def terms(longest: int) -> Terms:
    """Return the terms; `longest` is the longest incapacitation in phases."""
    return (
        Number("unconscious", ("unconscious", "incapacitated", "unconscious for"), 1, longest, otherwise=0),
        *(Number(word, (word, f"{word} for"), 1, longest, otherwise=0) for word in list(EFFECTS)[1:]),
    )


def effect(reading: Reading) -> str:
    """Return the word for an incapacitation in the reading, "" for none."""
    return next((word for word in EFFECTS if word in reading), "")
