"""The words of `how:` with a shot: fire mode, number of dice, target number."""

from __future__ import annotations

from rules.engine.ammunition.ammunition import AUTOMATIC_FIRE, DOUBLE_TAP, RAPID_ATTACK, SINGLE_SHOT, THREE_ROUND_BURST
from rules.engine.records.errors import BadSheet
from rules.engine.records.frozen import dataclass
from rules.savage.shooting.arms import MOST_RATE
from rules.words.sheet import Grammar, Number, Phrase, number

TARGET_NUMBER = 4
MOST_RAPID = 6
"""The most shots of a rapid attack, however many tokens there are (Ammunition Depletion)."""
_MOST_NUMBER = 40
GRAMMAR = Grammar(
    [
        Phrase("mode", {"single shot": SINGLE_SHOT, "single": SINGLE_SHOT}),
        Phrase("mode", {"double tap": DOUBLE_TAP}),
        Phrase("mode", dict.fromkeys(("three-round burst", "3-round burst", "burst of 3", "3RB"), THREE_ROUND_BURST)),
        Phrase("mode", dict.fromkeys(("automatic", "automatic fire", "auto", "full auto"), AUTOMATIC_FIRE)),
        Number("rapid", ("rapid attack", "rapid"), 1, MOST_RAPID),
        Number("dice", ("dice", "die", "Shooting dice"), 1, MOST_RATE),
        Number("tn", ("target number", "TN"), 1, _MOST_NUMBER),
    ]
)


@dataclass(frozen=True, slots=True)
class ShotOptions:
    """The options of a shot that `how:` gives.

    `mode`: the fire mode, "" if not given; `dice`: dice of automatic fire or shots of a rapid attack, 0 if not given.
    """

    mode: str = ""
    dice: int = 0
    target_number: int = TARGET_NUMBER


def read_how(how: str) -> ShotOptions:
    """Return the options that `how:` gives.

    Raises BadSheet, which names words that are unknown or contradict each other.
    """
    reading = GRAMMAR.read(how)
    mode, rapid, dice = str(reading.get("mode", "")), number(reading, "rapid"), number(reading, "dice")
    if rapid and mode:
        raise BadSheet(f"Rapid attack and {mode} exclude each other. Use one of them.")
    if dice and (rapid or mode not in ("", AUTOMATIC_FIRE)):
        raise BadSheet("Only automatic fire has dice in how:. Leave them out, or leave out the other fire mode.")
    if rapid:
        mode = RAPID_ATTACK
    return ShotOptions(mode, rapid or dice, number(reading, "tn", TARGET_NUMBER))
