"""Words of a line that are names by what is beside them, "Ripley holds", "Lady Ashworth fires", "the hostage taker";
and people who are only named to say where somebody else is, or what they did before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.game.rulings.who.phrases import is_deed, is_of_one
from bot.game.rulings.words.background import is_background, is_scenery
from bot.game.rulings.words.persons import RANKED, RANKS, is_called
from bot.game.rulings.words.situations import Situation
from bot.game.rulings.words.small_words import ARTICLES, is_manner, is_plural
from bot.game.rulings.words.spans import Sort, Span, nothing
from bot.game.rulings.words.typed_words import STOP

_PEOPLE = frozenset({Sort.PERSON, Sort.NAME, Sort.KNOWN})


def with_subjects(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with the first word of a sentence as a name if it has a capital and does something: "Ripley
    holds Newt"; so is one before a name that does: "Lady Ashworth fires".
    """
    rest = list(spans)
    first = next((at for at, span in enumerate(rest) if span.sort is not Sort.EMPTY), 0)
    starts = {first, *(at for at, span in enumerate(rest, 1) if span.typed == STOP)}
    for at, (span, deed) in enumerate(pairwise(rest)):
        if at not in starts or span.sort is not Sort.WORD or not is_called(span.typed) or is_scenery(span.text):
            continue
        does = deed.sort in (Sort.WORD, Sort.SITUATION) or deed.typed in ("takes", "has", "gets")
        titled = deed.sort is Sort.NAME and deed.typed.istitle() and _shoots(rest[at + 2 :])
        if titled or (does and deed.typed.islower() and is_plural(deed.typed.split()[0])):
            rest[at] = Span(Sort.NAME, 1, span.typed, typed=span.typed, own=span.own)
    return rest


def _shoots(behind: Sequence[Span]) -> bool:
    """Return whether somebody does what follows, because nobody else is named before it: ", prone, fires"."""
    first = next((one for one in behind if one.sort in _PEOPLE or is_deed(one)), None)
    return is_of_one(first)


def with_agents(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with an unknown word behind a word for a person or a rank as its part: "the hostage taker"."""
    rest = list(spans)
    for at, (span, behind) in enumerate(pairwise(rest), 1):
        ranked = not span.own and behind.sort is Sort.WORD and not is_manner(behind.text)
        in_full = span.typed.casefold() in RANKS and not (is_background(behind.text) or _tells(behind.text))
        if ranked and (in_full or span.typed.casefold() in RANKED):
            # "Pfc jenkins".
            rest[at] = Span(Sort.NAME, behind.length, behind.typed, typed=behind.typed)
            continue
        agent = behind.sort is Sort.WORD and behind.typed.islower() and behind.typed.endswith(_AGENTS)
        agent = agent and not (behind.text in _NO_AGENTS or is_manner(behind.text))
        if agent and span.sort is Sort.PERSON and span.text == span.typed and len(behind.typed) >= _SHORTEST_AGENT:
            rest[at] = Span(Sort.PERSON, behind.length, behind.text, typed=behind.typed)
    return rest


def _tells(word: str) -> bool:
    """Return whether a word behind a rank says what they do: "sergeant draws"."""
    return not word.isalpha() or is_plural(word) or word.endswith(("ing", "ed"))


_AGENTS, _SHORTEST_AGENT = ("er", "ist", "man", "woman"), 5
_NO_AGENTS = frozenset(
    (
        *("either", "neither", "whether", "rather", "another", "altogether", "forever", "moreover", "hereafter"),
        *("ever", "however", "whatever", "whenever", "wherever", "whichever", "whoever", "after", "thereafter"),
        *("closer", "nearer", "farther", "further", "higher", "lower", "deeper", "upper", "faster", "slower", "sooner"),
        *("better", "easier", "harder", "bigger", "larger", "smaller", "taller", "shorter", "longer", "greater"),
        *("darker", "lighter", "heavier", "lesser", "fewer", "older", "younger", "former", "latter", "proper"),
        *("number", "exist", "human", "undercover", "corner", "water", "river", "tower", "shelter"),
    )
)
"""Words with such an end that name nobody."""


def with_bystanders(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with those as places who are only named beside somebody in a line that says who shoots: "2
    squares from Hicks", "the alien on Hudson"; and without what somebody did before: "the alien that killed Dietrich".
    """
    rest = list(spans)
    deeds = [at for at, span in enumerate(rest) if is_deed(span)]
    for at, span in enumerate(rest):
        solid = [one for one in rest[:at] if one.sort is not Sort.EMPTY]
        behind = next((one for one in rest[at + 1 :] if one.text not in ARTICLES), None)
        before = solid[-1] if solid else None
        if not deeds or before is None or behind is None or behind.sort not in (Sort.NAME, Sort.KNOWN):
            continue
        far = span.text == "from" and before.sort is Sort.RANGE
        upon = span.text in ("on", "near") and span.sort in (Sort.ROLE, Sort.EMPTY, Sort.WORD)
        upon = upon and before.sort in (Sort.PERSON, Sort.FIGHTER) and deeds[0] > at
        if far or upon:
            rest[at] = Span(Sort.OUTSIDE, span.length, span.text, typed=span.typed)
    for at, (span, behind) in enumerate(pairwise(rest)):
        relative = at > 0 and rest[at - 1].typed.casefold() in ("that", "who", "which")
        past = (is_deed(span) or span.text == "shot") and span.typed.split()[-1].endswith(("ed", "t"))
        if relative and past and behind.sort in _PEOPLE and any(deed > at for deed in deeds):
            typed = f"{span.typed} {behind.typed}"
            rest[at] = Span(Sort.SITUATION, span.length, typed, typed=typed, situation=Situation())
            rest[at + 1] = nothing(behind)
    return rest
