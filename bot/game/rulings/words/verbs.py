"""The verbs of a ruling's line: what is done with a weapon, in the books' words and as players say it.

An idiom is a verb in each of its forms: "take a pop", "takes a pop", "lights them up". Some of them say more than an
attack, which no book counts, such as a whole magazine; these are named in the answer as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from bot.game.rulings.words.situations import Situation
from bot.game.rulings.words.small_words import ARTICLES, POSSESSIVES
from bot.game.rulings.words.spans import BURST, FIRE, THROW, Sort, Span

_IRREGULAR: Mapping[str, tuple[str, ...]] = {
    "take": ("take", "takes", "taking", "took"),
    "draw": ("draw", "draws", "drawing", "drew"),
    "let": ("let", "lets", "letting"),
    "have": ("have", "has", "having", "had"),
    "light": ("light", "lights", "lighting", "lit", "lighted"),
    "shoot": ("shoot", "shoots", "shooting", "shooted"),
    "throw": ("throw", "throws", "throwing", "threw"),
    "put": ("put", "puts", "putting"),
    "get": ("get", "gets", "getting", "got"),
    "fling": ("fling", "flings", "flinging", "flung"),
    "mow": ("mow", "mows", "mowing", "mowed"),
    "give": ("give", "gives", "giving", "gave"),
    "hit": ("hit", "hits", "hitting"),
    "go": ("go", "goes", "going", "went"),
    "blow": ("blow", "blows", "blowing", "blew"),
}
SINGLE = ("single shot", "single fire", "just one round")
"""Words for one round."""
_OBJECTS = ("him", "her", "them", "em", "it")
"""Pronouns inside a verb: "light them up"."""
_SHOTS = ("a shot", "a round", "one shot", "one round")


def _forms(phrase: str) -> Iterator[str]:
    """Yield a phrase with its first word, a verb, in each of its forms: "pop off", "pops off", "popping off"."""
    verb, _, rest = phrase.partition(" ")
    for form in _IRREGULAR.get(verb) or (verb, _third(verb), f"{_stem(verb)}ing", f"{_stem(verb, 'y')}ed"):
        yield f"{form} {rest}".strip()


def _third(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s"


def _stem(verb: str, past: str = "") -> str:
    """Return a verb as it is before "ing", or before "ed": "hos(e)", "popp", "empti"."""
    if verb.endswith("e"):
        return verb[:-1]
    if past and verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}i"
    short = len(verb) > 1 and verb[-1] not in f"{_VOWELS}wxy" and verb[-2] in _VOWELS and verb[-3:-2] not in _VOWELS
    single = sum(sign in _VOWELS for sign in verb) == 1
    return verb + verb[-1] if short and single and len(verb) > len("ab") else verb


_VOWELS = "aeiou"


def _verbs(verb: str, *phrases: str) -> Mapping[tuple[str, ...], str]:
    return {tuple(form.split()): verb for phrase in phrases for form in _forms(phrase)}


def _parted(*phrases: str) -> Iterator[str]:
    """Yield verbs with a particle, together and apart: "light up", "light them up"."""
    for phrase in phrases:
        verb, particle = phrase.split()
        yield phrase
        yield from (f"{verb} {one} {particle}" for one in _OBJECTS)


def _said(verb: str, *phrases: str) -> Mapping[tuple[str, ...], str]:
    return {tuple(phrase.split()): verb for phrase in phrases}


_NOMINAL: Mapping[tuple[str, ...], str] = {
    **_said(BURST, "burst", "auto", "automatic", "autofire", "auto fire", "full auto", "fully automatic"),
    **_said(BURST, "full automatic", "automatic fire", "fully auto", "short burst", "long burst", "fa"),
    **_said(THROW, "thrown"),
    **_said(FIRE, *SINGLE, "semi auto", "semi", "one shot"),
}
"""Words that say how it is done, and nobody does: "M16, full auto, at guard"."""
_OFF = ("snap", "squeeze", "crank", "fire", "loose", "let", "pop")
_ATTEMPTS = ("pop", "potshot", "pot shot", "crack", "bead", "shot", "quick shot")
_VERBS: Mapping[tuple[str, ...], str] = {
    **_NOMINAL,
    **_verbs(BURST, "fire burst", "fire a burst", "put a burst", "let rip", "go full auto", "go auto"),
    **_said(BURST, "bursts", "spray and pray", "sprays and prays"),
    **_verbs(
        BURST,
        "spray",
        "hose",
        "rake",
        "pepper",
        "riddle",
        "strafe",
        *_parted("hose down", "spray down", "mow down"),
    ),
    **_verbs(THROW, "throw", "toss", "lob", "hurl", "chuck", "yeet", "fling", "heave"),
    **_verbs(FIRE, "fire", "shoot", "attack", "hit", "kill", "engage", "snipe", "blast", "pop", "cap", "plug"),
    **_verbs(FIRE, "return fire", "shoot back", "fire back", "waste", "roast", "toast", "torch"),
    **_verbs(FIRE, "rip into", "tear into", "unload on", "unload into", "blaze away", "let have it", "fan"),
    **_verbs(FIRE, "zap", "line up", "open fire", "open up", "line up on"),
    **_said(FIRE, "snap shoots", "snap shooting"),
    **_verbs(FIRE, *(f"{verb} a {one}" for verb, one in product(("take", "have", "get", "draw"), _ATTEMPTS))),
    **_verbs(FIRE, *(f"{verb} {one}" for verb, one in product(("pop", "loose", "fire", "take", "shoot"), _SHOTS))),
    **_verbs(FIRE, *(f"{verb} off {one}".strip() for verb, one in product(_OFF, ("", *_SHOTS)))),
    **_verbs(FIRE, *(f"get off {one}" for one in _SHOTS)),
    **_verbs(
        FIRE,
        "take aim",
        "take the shot",
        "pull the trigger",
        "line up a shot",
        "line up the shot",
        "let fly",
        "let loose",
        "put one",
        "pop one",
    ),
    **_verbs(
        FIRE,
        *_parted(
            "light up",
            "gun down",
            "shoot out",
            "shoot down",
            "shoot up",
            "pick off",
            "take out",
            "take down",
            "blow away",
        ),
    ),
    **_said(FIRE, "shot at", "shoot at", "aim at", "aims at", "aiming at", "targets", "targeting", "targetting"),
    **_said(FIRE, "fight", "fights", "fight with", "fights with", "fighting with"),
    **_said(FIRE, "potshot", "potshots", "pot shot", "pot shots", "flame", "flames", "burn"),
    **_said(FIRE, "burns", "burned", "torches", "torched", "fries", "fried"),
}

_EMPTIES = frozenset(form for verb in ("dump", "empty", "unload") for form in _forms(verb))
_MAGAZINES = frozenset({"mag", "magazine", "clip", "drum"})
_OF_IT = ARTICLES | POSSESSIVES | {"half", "whole", "entire", "of"}
_MORE = frozenset(("suppress", "suppresses", "suppressing", *_forms("unload"), "empties", "emptying", "emptied"))
"""Verbs that say more than one attack: it is not counted."""
_LONGEST = max(map(len, _VERBS))


def verb_at(words: Sequence[str]) -> Span | None:
    """Return the verb that the words begin with: "fires", "full auto", "takes a pop"."""
    for length in range(min(_LONGEST, len(words)), 0, -1):
        begins = tuple(words[:length])
        if verb := _VERBS.get(begins):
            return Span(Sort.VERB, length, " ".join(begins), verb)
    if words[0:1] == ["double"] and words[1:2] and words[1] in ("taps", "tapped", "tapping"):
        return Span(Sort.VERB, 2, " ".join(words[:2]), FIRE, situation=Situation(("double tap",), is_shot=True))
    length = _emptied(words) or int(words[:1] != [] and words[0] in _MORE)
    return Span(Sort.VERB, length, " ".join(words[:length]), FIRE, situation=Situation()) if length else None


def _emptied(words: Sequence[str]) -> int:
    """Return how many words at the beginning empty a magazine: "dumps half the clip"."""
    if not words or words[0] not in _EMPTIES:
        return 0
    end = next((at for at, word in enumerate(words) if at and word not in _OF_IT), 0)
    return end + 1 if end and words[end] in _MAGAZINES else 0


def is_burst(words: Sequence[str]) -> bool:
    """Return whether the words begin with a word for a burst."""
    return _VERBS.get(tuple(words[:1])) == BURST


def is_deed(span: Span | None) -> bool:
    """Return whether a span is a verb that somebody does: "fires", but not "burst"."""
    return span is not None and span.sort is Sort.VERB and tuple(span.text.split()) not in _NOMINAL
