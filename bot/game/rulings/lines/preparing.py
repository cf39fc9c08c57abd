"""The changes of a line before its words get their roles: modifiers and denied words are taken out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.game.rulings.who.phrases import ARMS, follows, is_deed
from bot.game.rulings.words.lexicon import Lexicon
from bot.game.rulings.words.persons import SURROUNDINGS, person
from bot.game.rulings.words.situations import DOORS, PLACES, Situation, situation
from bot.game.rulings.words.small_words import (
    ADDRESSED,
    ARTICLES,
    BODY,
    OBJECTS,
    POSSESSIVES,
    SHOTS,
    STRIKES,
    TERMS,
    THING,
    TO,
    is_manner,
    is_plural,
)
from bot.game.rulings.words.spans import FIRE, Sort, Span, nothing
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.words.patterns import regex
from rules.words.sheet import words_of

_MOST_REASON = 3
_NO_REASONS = frozenset(
    (
        *(Sort.BREAK, Sort.ROLE, Sort.RANGE, Sort.AIM, Sort.VERB, Sort.WEAPON, Sort.CLASS, Sort.FIGURE, Sort.MOD),
        *(Sort.KNOWN, Sort.PERSON, Sort.NAME, Sort.NOT, Sort.MINE),
    )
)
"""Spans that end the words for what a modifier is."""
_NEGATED = frozenset(
    (
        *(Sort.FIGHTER, Sort.HOW, Sort.SITUATION, Sort.AIM, Sort.WORD, Sort.VERB, Sort.FOREIGN),
        *(Sort.WEAPON, Sort.CLASS, Sort.MINE, Sort.PERSON),
    )
)
_FURTHER = frozenset({"other", "more", "further", "enemy", "friendly"})
_PARTS = frozenset({Sort.BREAK, Sort.ROLE, Sort.VERB, Sort.RANGE, Sort.AND})
"""Spans that end what is between "from" and "to"."""
_ANDS = frozenset({"and", "or", "&"})
_BECAUSE = frozenset({"for", "because", "due"})
_SOMEBODY = frozenset({Sort.PERSON, Sort.NAME, Sort.KNOWN, Sort.FIGHTER})
_EVERYDAY = frozenset({"mag", "mags", "car", "cars", "saw", "arm", "arms", "charge", "charges"})
"""Everyday words that are weapons as well, if there is no other."""
_DIE = regex(r"(?i)d\d+")
_PLACE, _BLAST = "size", "around"
"""The keys of the words of `how:` for a place as the target, and for what is around a blast."""


def without_modifiers(spans: Sequence[Span]) -> tuple[list[Span], list[str]]:
    """Return the spans without modifiers, and these: a signed number, and up to three words for what it is."""
    rest: list[Span] = []
    mods: list[str] = []
    at = 0
    while at < len(spans):
        span = spans[at]
        at += 1
        if span.sort is not Sort.MOD:
            rest.append(span)
            continue
        reason: list[str] = []
        if at < len(spans) and spans[at].text in _BECAUSE:
            at += 1
        while at < len(spans) and spans[at].sort not in _NO_REASONS:
            words = spans[at].typed.split()
            if len(reason) + len(words) > _MOST_REASON:
                break
            reason += words
            at += 1
        while reason and reason[-1].casefold() in _ANDS:
            reason.pop()
        mods.append(" ".join([span.text, *reason]).rstrip("."))
        rest.append(nothing(span, Sort.BREAK))
    return rest, mods


def with_shooters(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with a brand or class that fires a weapon as a name ("Smith fires an Uzi"), and with the weapon
    of the target as a word.
    """
    rest = list(spans)
    arms = [at for at, span in enumerate(rest) if span.sort in (Sort.WEAPON, Sort.CLASS)]
    arms += [at for at, span in enumerate(rest) if span.sort is Sort.FOREIGN and _is_shot_at(rest, at)]
    for at, (span, behind) in enumerate(pairwise(rest)):
        held = span.text.startswith("with ") or (at > 0 and follows(THING, rest[at - 1]))
        if len(arms) > 1 and at in arms and is_deed(behind) and not held:
            rest[at] = Span(Sort.NAME, span.length, span.typed, typed=span.typed)
        if len(arms) > 1 and at + 1 in arms and span.sort is Sort.NAME and behind.typed.istitle():
            # "M16 at John Smith", who is no pistol.
            rest[at + 1] = Span(Sort.NAME, behind.length, behind.typed, typed=behind.typed)
    arms = [at for at in arms if rest[at].sort is not Sort.NAME]
    others = [at for at, span in enumerate(rest) if span.sort is Sort.FOREIGN and at not in arms]
    arms += [at for at in others if not rest[at].key and person([rest[at].text])[1] and len(arms) + len(others) > 1]
    for at in arms:
        is_somebody = rest[at].sort in (Sort.CLASS, Sort.FOREIGN) and person([rest[at].text])[1]
        if is_somebody and (len({*arms, *others}) > 1 or _is_shot_at(rest, at)):
            # "The sniper on the roof fires an M16", "I shoot the sniper".
            rest[at] = Span(Sort.PERSON, rest[at].length, rest[at].text, typed=rest[at].typed)
    arms = [at for at in arms if rest[at].sort not in (Sort.PERSON, Sort.FOREIGN)]
    for at, (somebody, span) in enumerate(pairwise(rest), 1):
        if span.sort in ARMS and span.typed in _EVERYDAY and is_plural(span.typed) and somebody.sort in _SOMEBODY:
            # "Sarge charges".
            rest[at] = Span(Sort.WORD, span.length, span.text, typed=span.typed)
    arms = [at for at in arms if rest[at].sort is not Sort.WORD]
    everyday = [at for at in arms if rest[at].typed in _EVERYDAY]
    if len(everyday) < len(arms) or any(span.sort is Sort.FOREIGN for span in rest):
        # "M16 30 rd mag" has no FN MAG, "M16 at the car" no CAR 16.
        for at in everyday:
            rest[at] = Span(Sort.WORD, rest[at].length, rest[at].text, typed=rest[at].typed)
        arms = [at for at in arms if at not in everyday]
    for at in (*arms, *others):
        if _is_borne(rest, at, arms):
            bearer = next(place for place in range(at - 1, -1, -1) if rest[place].text not in ARTICLES)
            typed = f"{rest[bearer].typed} {rest[at].typed}"
            rest[bearer] = nothing(rest[bearer])
            rest[at] = Span(Sort.SITUATION, rest[at].length, typed, typed=typed, situation=Situation())
    target = next((at for at, span in enumerate(rest) if follows(TO, span)), len(rest))
    if arms and arms[0] < target:
        # "M16 at the guard with an Uzi": the Uzi is not fired.
        for at, span in enumerate(rest):
            before = next((one for one in reversed(rest[:at]) if one.text not in ARTICLES), span)
            is_target = span.sort is Sort.FOREIGN and follows(TO, before)
            if at > target and (at in arms or is_target):
                rest[at] = Span(Sort.WORD, span.length, span.text, typed=span.typed)
    return rest


def _is_borne(spans: Sequence[Span], at: int, arms: Sequence[int]) -> bool:
    """Return whether a weapon belongs to somebody shot at with another: "shoot the guy with the RPG with my FAL",
    "Uzi, a guy with a knife".
    """
    owner = [one for one in spans[:at] if one.text not in ARTICLES][-2:]
    if len(owner) < len(("somebody", "with")) or owner[0].sort not in _SOMEBODY or not follows(THING, owner[1]):
        return False
    mine = [other for other in arms if other and spans[other - 1].typed.casefold() == "my"]
    mine += [other for other in arms if other > 1 and spans[other - 2].typed.casefold() in ("got", "has", "have")]
    before = arms[:1] and spans[arms[0]] in spans[: spans.index(owner[0])]
    return bool([*mine] != [at] and mine) or bool(before and not any(follows(TO, one) for one in spans))


def _is_shot_at(spans: Sequence[Span], at: int) -> bool:
    """Return whether words follow "shoot", with an article or without."""
    before = next((one for one in reversed(spans[:at]) if one.text not in ARTICLES), None)
    return before is not None and is_deed(before) and before.text.split()[0].startswith(("shoot", "hit", "kill"))


def with_counts(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with what is counted but is no target, since somebody else is: "I have 2 wounds and shoot at
    the cultist".
    """
    rest = list(spans)
    if not vocabulary.no_range and not any(span.sort is Sort.RANGE for span in rest):
        # It may be the range.
        return rest
    for at, (span, behind) in enumerate(pairwise(rest)):
        if span.sort is not Sort.FIGURE or behind.sort is not Sort.WORD or not is_plural(behind.text):
            continue
        before = next((one for one in reversed(rest[:at]) if one.text not in ARTICLES), None)
        if behind.text in SHOTS or (before is not None and _is_somebody(before, vocabulary)):
            continue
        others = [place for place in _marked(rest, vocabulary) if place not in (at, at + 1)]
        if others and not (follows(TO, before) or is_deed(before)):
            text = f"{span.typed} {behind.typed}"
            rest[at] = Span(Sort.SITUATION, span.length, text, typed=text, situation=Situation())
            rest[at + 1] = nothing(behind)
    return rest


def _marked(spans: Sequence[Span], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the places of people behind "at" or a verb."""
    for at, span in enumerate(spans):
        before = next((one for one in reversed(spans[:at]) if one.text not in ARTICLES | POSSESSIVES), None)
        if _is_somebody(span, vocabulary) and (follows(TO, before) or is_deed(before)):
            yield at


def with_rapid_shots(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with a rapid attack and its shots together: "rapid attack with the revolver, three shots"."""
    rest = list(spans)
    rapid = next((at for at, one in enumerate(rest) if one.sort is Sort.SITUATION and "rapid" in one.text), None)
    shots = next(
        (at for at, (one, two) in enumerate(pairwise(rest)) if one.sort is Sort.FIGURE and two.text == "shots"), None
    )
    if rapid is None or shots is None or vocabulary.how is None:
        return rest
    text = f"rapid attack {rest[shots].figure}"
    key, length = vocabulary.how.phrase(words_of(text))
    if key and length == len(words_of(text)):
        rest[rapid] = replace(rest[rapid], sort=Sort.HOW, text=text, key=key, situation=None)
        rest[shots], rest[shots + 1] = nothing(rest[shots]), nothing(rest[shots + 1])
    return rest


def without_address(spans: Sequence[Span]) -> tuple[list[Span], list[tuple[int, str]]]:
    """Return the spans without those who are spoken to at the end ("good luck guys"), and these with their place."""
    rest = list(spans)
    words = [at for at, span in enumerate(rest) if span.sort not in (Sort.BREAK, Sort.EMPTY)]
    if len(words) > 1 and rest[words[-1]].typed.casefold() in ADDRESSED:
        last, before = words[-1], rest[words[-2]]
        beside = rest[last - 1].sort in (Sort.WORD, Sort.SITUATION, Sort.BREAK, Sort.PERSON, Sort.RANGE, Sort.AIM)
        if beside and before.sort is not Sort.ROLE and not is_deed(before):
            address = rest[last]
            rest[last] = nothing(address)
            return rest, [(last, address.typed)]
    return rest, []


def with_strikes(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with blows as verbs: "the bug kicks me", "the sergeant charges the bot"."""
    rest: list[Span] = []
    for at, span in enumerate(spans):
        object_ = _object(spans, at, vocabulary) if span.typed in STRIKES or span.typed == "charges" else None
        if object_ is None:
            rest.append(span)
        elif span.typed == "charges":
            rest.append(Span(Sort.WORD, span.length, span.text, typed=span.typed))
        elif span.sort is Sort.WORD or spans[at - 1].key in vocabulary.no_shooters:
            rest.append(Span(Sort.VERB, span.length, "attacks", FIRE, typed=span.typed))
        else:
            at_user = object_.text in _USER
            rest += [span, *([replace(object_, sort=Sort.ROLE, text="at", key=TO)] if at_user else [])]
    return rest


def _object(spans: Sequence[Span], at: int, vocabulary: Vocabulary) -> Span | None:
    """Return who is behind a deed at a place, None if nobody is, or nobody before it."""
    behind = next((one for one in spans[at + 1 :] if one.text not in ARTICLES | POSSESSIVES), None)
    if behind is None or not at or not _is_somebody(spans[at - 1], vocabulary):
        return None
    return behind if _is_somebody(behind, vocabulary) or behind.text in _USER else None


_USER = frozenset({"me", "us"})


def with_target_states(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with the range before "target" where it parts it from the target's state: "target 26 hexes
    moving".
    """
    rest = list(spans)
    for at, (span, far, state) in enumerate(zip(rest, rest[1:], rest[2:], strict=False)):
        is_target = span.sort is Sort.ROLE and span.text == "target"
        if is_target and far.sort is Sort.RANGE and state.key in vocabulary.postures:
            rest[at], rest[at + 1] = far, span
    return rest


def with_deeds(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with an unknown deed as an attack that is named ("Trent zonks the guard", "zonk them"); a
    pronoun is followed by no name, and "I am at" by no target.
    """
    rest = with_strikes(spans, vocabulary)
    pairs = [*pairwise([*rest, nothing(rest[-1])])] if rest else []
    marked = any(is_deed(span) or (follows(TO, span) and behind.sort not in _LENGTHS) for span, behind in pairs)
    for at, span in enumerate(rest):
        if not marked and _is_ordered(rest, at, vocabulary):
            rest[at] = Span(Sort.VERB, span.length, "attack", FIRE, typed=span.typed, situation=Situation())
    for at, (before, span) in enumerate(pairwise(rest), 1):
        supports = span.sort is Sort.ROLE and span.text in ("on", "against", "upon")
        supported = before.text.startswith(_SUPPORTED) or before.key in vocabulary.postures
        if supports and supported and not _is_about(rest[at + 1 :], vocabulary):
            # "Braced on a tree".
            rest[at] = replace(span, sort=Sort.OUTSIDE, key="")
        happens = span.text == "by" and before.typed.endswith("ed") and not is_deed(before)
        if happens and not _is_about(rest[at + 1 :], vocabulary):
            # "Blinded by the flare", but not "wielded by Trent".
            rest[at] = replace(span, sort=Sort.OUTSIDE, key="")
        somebody_at = before.text == "is" and _is_about(rest[at + 1 :], vocabulary)
        is_far = at + 1 < len(rest) and rest[at + 1].sort in (Sort.RANGE, Sort.FIGURE)
        if (
            span.sort is Sort.ROLE
            and span.text in ("at", "on")
            and before.text in _AM
            and not is_far
            and not somebody_at
        ):
            # "I'm at the window": no target.
            rest[at] = replace(span, sort=Sort.OUTSIDE, key="")
        next_one = rest[at + 1] if at + 1 < len(rest) else None
        if span.text == "shooting" and span.sort is Sort.VERB and _DIE.fullmatch(before.typed):
            # "D10 shooting" is a skill.
            rest[at] = nothing(span)
        if before.text in ("shoot", "shooting") and before.sort is Sort.VERB and _DIE.fullmatch(span.typed):
            rest[at - 1] = nothing(before)
        role_word = next((one for one in reversed(rest[: at - 1]) if one.text not in ARTICLES), None)
        is_target = follows(TO, role_word) or is_deed(role_word)
        if span.typed.casefold() in TERMS and before.sort in (Sort.NAME, Sort.PERSON) and not is_target:
            # "Marksman edge" is nobody.
            rest[at - 1], rest[at] = (
                replace(one, sort=Sort.SITUATION, situation=Situation()) for one in (before, span)
            )
        if span.key == "leader" and before.text in ARTICLES | POSSESSIVES and at > 1 and is_deed(rest[at - 2]):
            # "The bot shoots my leader".
            rest[at - 1] = Span(Sort.ROLE, before.length, "at", TO, typed=before.typed)
        led = before.key in vocabulary.figures and span.key == "leader"
        if led and is_target:
            # "At the marine leader": who shoots leads nobody.
            rest[at] = replace(span, sort=Sort.SITUATION, key="", situation=Situation())
        aimed_alone = span.typed.casefold() == "aimed" and before.sort is Sort.BREAK
        if aimed_alone and (next_one is None or next_one.sort is Sort.BREAK):
            rest[at] = replace(span, sort=Sort.SITUATION, situation=Situation(hint="give the aim in numbers"))
        if span.text == "skill" and before.text == "shooting":
            rest[at - 1], rest[at] = nothing(before), nothing(span)
        moves = before.key == "gait" or (before.sort in _MOVES and before.typed.endswith(("ing", "s")) and at > 1)
        moves = moves and not _fires_last(rest[:at], vocabulary)
        if next_one is not None and next_one.text in _USER and moves and follows(TO, span):
            # "Running at me": it is the target who runs.
            rest[at], rest[at + 1] = nothing(span), nothing(next_one)
        if span.text == "as" and next_one is not None and next_one.sort in (Sort.NAME, Sort.KNOWN, Sort.MINE):
            # "Rain hammers on the roof as Donovan leans out".
            rest[at] = nothing(span, Sort.BREAK)
        if before.text == "so" and [one.text for one in rest[at + 1 : at + 2]] == ["can"]:
            # "So Kim can move".
            rest[at - 1] = replace(before, sort=Sort.OUTSIDE)
        if span.sort is Sort.WORD and before.text in _SUBJECTS:
            rest[at] = replace(span, sort=Sort.SITUATION, situation=Situation())
        behind = next((one for one in rest[at + 1 :] if one.sort is not Sort.EMPTY), None)
        if marked or behind is None or before.own or not _is_unknown_deed(span):
            continue
        first = before.sort is Sort.WORD and (at == 1 or rest[at - 2].sort is Sort.BREAK)
        if not (first or before.sort is Sort.MINE or _is_somebody(before, vocabulary)):
            continue
        if behind.sort in ARMS or _is_somebody(behind, vocabulary):
            rest[at] = Span(
                Sort.VERB, span.length, "attacks", FIRE, typed=span.typed, situation=span.situation or Situation()
            )
    return rest


def _fires_last(spans: Sequence[Span], vocabulary: Vocabulary) -> bool:
    """Return whether nobody is named behind the last verb: "fires from stairs", but not "I shoot the guard running"."""
    last = next((one for one in reversed(spans) if is_deed(one) or _is_somebody(one, vocabulary)), None)
    return last is not None and is_deed(last)


_MOVES = frozenset({Sort.WORD, Sort.SITUATION})
_SUPPORTED = ("brace", "bipod", "support", "rest")
_AM = frozenset({"im", "am", "is", "hes", "shes", "theyre"})
_SUBJECTS = frozenset({"he", "she", "they", "who", "it", "how"})


def _is_ordered(spans: Sequence[Span], at: int, vocabulary: Vocabulary) -> bool:
    """Return whether an unknown word at the head is a deed, because somebody is behind it: "waste the guard", "ice
    them".
    """
    span, behind = spans[at], spans[at + 1 : at + 2]
    first = all(one.sort is Sort.EMPTY for one in spans[:at]) or spans[at - 1].sort is Sort.BREAK
    if not (first and behind) or is_manner(span.text):
        return False
    if span.sort is not Sort.WORD and span.text not in _ALSO_DEEDS:
        return False
    if behind[0].typed.casefold() in OBJECTS:
        return True
    somebody = next((one for one in spans[at + 2 :] if one.key not in vocabulary.postures), None)
    return behind[0].text in ARTICLES | POSSESSIVES and somebody is not None and _is_somebody(somebody, vocabulary)


_LENGTHS = frozenset({Sort.RANGE, Sort.FIGURE})
_ALSO_DEEDS = frozenset({"smoke", "gun", "scope"})
"""Words of a shot that are an attack where somebody is behind them: "smoke the guard"."""


def _is_unknown_deed(span: Span) -> bool:
    is_unknown = span.sort is Sort.WORD or (span.situation is not None and not span.situation.hint)
    return is_unknown and span.typed.islower() and is_plural(span.typed.split()[-1])


def _is_somebody(span: Span, vocabulary: Vocabulary) -> bool:
    is_figure = span.sort is Sort.FIGHTER and span.key in vocabulary.figures | {"leader"}
    return is_figure or span.sort in (Sort.NAME, Sort.KNOWN, Sort.PERSON)


def _is_about(behind: Sequence[Span], vocabulary: Vocabulary) -> bool:
    """Return whether the first word behind a role word is for somebody: "on the target", "by me"."""
    who = next((one for one in behind if one.text not in ARTICLES | POSSESSIVES), None)
    return who is not None and (who.sort in (Sort.MINE, Sort.ROLE) or _is_somebody(who, vocabulary))


def with_from_to(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with "to" before the target, if the shooter is behind "from": "from Trent to the guard"."""
    rest = list(spans)
    start = next((at for at, span in enumerate(rest) if span.sort is Sort.ROLE and span.text == "from"), len(rest))
    to = next((at for at in range(start, len(rest)) if rest[at].text == "to" and rest[at].sort is Sort.EMPTY), None)
    between = rest[start + 1 : to]
    if to is not None and between and not any(span.sort in _PARTS for span in between):
        rest[to] = Span(Sort.ROLE, 1, "to", TO, typed=rest[to].typed)
    return rest


def with_numbered_targets(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with "Target 3" as somebody where it is in the place of a person: "at Target 3"."""
    rest = list(spans)
    for at, span in enumerate(rest[1:-1], 1):
        marked = rest[at - 1].sort is Sort.ROLE or is_deed(rest[at - 1])
        if span.sort is Sort.ROLE and span.text == "target" and marked and rest[at + 1].sort is Sort.FIGURE:
            rest[at] = Span(Sort.PERSON, 1, span.text, typed=span.typed)
    return rest


def with_things(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with weapons that the book does not have as words where they are a place ("behind a tank"), and
    with parts of the body as words where they are not the target's ("over Trent's head", "the head nurse"). Behind the
    others "of" marks the target: "the head of the guard".
    """
    rest = list(spans)
    outside = held = False
    for at, span in enumerate(rest):
        if _is_head_of(rest, at):
            # "At the head guard".
            rest[at] = Span(Sort.ROLE, span.length, "at", TO, typed=span.typed)
            continue
        elsewhere = (outside and span.sort is Sort.FOREIGN) or ((outside or held) and is_part(span))
        if elsewhere or _is_title(rest, at):
            rest[at] = Span(Sort.WORD, span.length, span.text, typed=span.typed)
        elif is_part(span) and at and rest[at - 1].text in _HURT:
            # "Wounded in the leg".
            rest[at] = replace(span, sort=Sort.SITUATION, situation=Situation())
        elif is_part(span) and _is_of_place(rest[at + 1 :]):
            # "The guard at the head of the stairs".
            rest[at] = replace(span, sort=Sort.SITUATION, situation=Situation())
        elif is_part(span) and at + 2 < len(rest) and rest[at + 1].text == "of":
            rest[at + 1] = Span(Sort.ROLE, 1, "at", TO, typed=rest[at + 1].typed)
        goes_on = span.sort is Sort.EMPTY or span.own
        outside = span.sort is Sort.OUTSIDE or (outside and goes_on)
        held = span.text == "holding" or (held and goes_on)
    return rest


_HURT = frozenset({"wounded", "injured", "hurt", "bleeding", "badly wounded"})


def _is_head_of(spans: Sequence[Span], at: int) -> bool:
    """Return whether "at the head" is before somebody, who is the head one."""
    behind = spans[at + 1 : at + 2]
    before_one = bool(behind) and behind[0].sort in (Sort.PERSON, Sort.FIGHTER) and not behind[0].own
    return before_one and spans[at].sort in (Sort.HOW, Sort.SITUATION) and spans[at].typed.casefold() in _AT_HEADS


_AT_HEADS = frozenset({"at the head", "for the head", "at head"})


def is_part(span: Span) -> bool:
    """Return whether a span is about a part of the target's body: "aims for the head", "face"."""
    return span.sort in (Sort.HOW, Sort.SITUATION) and span.text.split()[-1:] != [] and span.text.split()[-1] in BODY


def _is_of_place(behind: Sequence[Span]) -> bool:
    words = [one.text for one in behind if one.text not in ARTICLES]
    return words[:1] == ["of"] and not SURROUNDINGS.isdisjoint(words[1:2])


def _is_title(spans: Sequence[Span], at: int) -> bool:
    """Return whether a part of the body is what somebody is, or of what they are the head: "the head nurse", "the head
    of the column".
    """
    span = spans[at]
    if not is_part(span) or span.length > 1:
        return False
    behind = [one for one in spans[at + 1 :] if one.text not in ARTICLES]
    if [one.text for one in behind[:1]] == ["of"]:
        return len(behind) > 1 and behind[1].sort is Sort.WORD
    owned = at > 0 and spans[at - 1].text in ARTICLES | POSSESSIVES
    return owned and bool(behind) and behind[0] is spans[at + 1] and behind[0].sort in (Sort.PERSON, Sort.FIGHTER)


def without_negated(spans: Sequence[Span]) -> tuple[list[Span], list[tuple[int, str]]]:
    """Return the spans without what is denied ("not prone", "no scope"), and this, each with its place."""
    rest = list(spans)
    negated: list[tuple[int, str]] = []
    for at, span in enumerate(rest):
        if span.sort is not Sort.NOT:
            continue
        behind = at + 1
        while behind < len(rest) and (rest[behind].sort is Sort.EMPTY or follows(THING, rest[behind])):
            # "No scope", "does not use the M16".
            behind += 1
        if rest[behind : behind + 1] and rest[behind].text in _FURTHER and behind + 1 < len(rest):
            # "No other Marines near".
            behind += 1
        if rest[behind : behind + 1] and rest[behind].sort is Sort.PERSON and behind + 1 < len(rest):
            behind += rest[behind + 1].sort is Sort.FIGURE
        denied = rest[at + 1 : behind + 1]
        if behind < len(rest) and (rest[behind].sort in _NEGATED or rest[behind - 1].sort is Sort.PERSON):
            negated.append((at, " ".join(one.typed for one in (span, *denied))))
            rest[at : behind + 1] = [nothing(one) for one in (span, *denied)]
        else:
            negated.append((at, span.typed))
            rest[at] = nothing(span)
    return rest, negated


def without_owned(spans: Sequence[Span], vocabulary: Vocabulary) -> tuple[list[Span], list[tuple[int, str]]]:
    """Return the spans without the target's own aim and skill ("guard's aim 4"), and these, each with its place: they
    are not the shooter's.
    """
    rest, owned = list(spans), list[tuple[int, str]]()
    target = next((at for at, span in enumerate(rest) if follows(TO, span)), len(rest))
    for at in range(target + 1, len(rest) - 1):
        behind = at + 1
        while behind < len(rest) - 1 and rest[behind].sort is Sort.EMPTY:
            behind += 1
        span = rest[behind]
        is_shooters = span.sort is Sort.AIM or (span.sort is Sort.FIGHTER and span.key in vocabulary.shooters)
        if rest[at].own and is_shooters:
            owned.append((at, f"{rest[at].typed}'s {span.typed}"))
            rest[behind] = nothing(span)
            if any(one.typed.casefold() == rest[at].typed.casefold() for one in rest[target:at]):
                rest[at] = nothing(rest[at])
    return rest, owned


def with_places(spans: Sequence[Span], lexicon: Lexicon, vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with windows, doors and hexes as targets, and what is around a blast, only for weapons that
    can be fired at them.
    """
    rest = list(spans)
    arms = {name for span in rest if span.sort in (Sort.WEAPON, Sort.CLASS) for name in span.names}
    at_places = bool(arms & vocabulary.at_places)
    for at, span in enumerate(rest):
        last = span.text.split()[-1:]
        if span.sort is Sort.HOW and span.key in (_PLACE, _BLAST if arms else _PLACE) and not at_places:
            known, _ = situation(last)
            sort = Sort.SITUATION if known else Sort.WORD
            rest[at] = Span(sort, span.length, span.text, typed=span.typed, situation=known)
        elif span.sort is Sort.SITUATION and at_places and lexicon.understands(last[0]):
            rest[at] = Span(Sort.HOW, span.length, last[0], _PLACE, typed=span.typed)
        situated = rest[at].situation
        if last and last[0] in PLACES and situated is not None:
            rest[at] = _as_place(rest, at, situated, at_places)
    return rest


def _as_place(spans: Sequence[Span], at: int, known: Situation, at_places: bool) -> Span:
    """Return the span of a place that covers nobody: the target itself ("lights up the doorway", "a grenade at the
    bunker"), a post ("the door guard"), or where they are ("the guard at the door"); others as they are.
    """
    span = spans[at]
    before = next((one for one in reversed(spans[:at]) if one.text not in ARTICLES), None)
    behind = spans[at + 1] if at + 1 < len(spans) else None
    if span.length > 1:
        is_beside = before is not None and before.sort in _SOMEBODY and span.text.split()[-1] in DOORS
        uncovered = span.text.startswith("at ") and (is_beside or at_places)
        return replace(span, situation=replace(known, question="")) if uncovered else span
    rested = [one.sort for one in spans[:at] if one.text not in ARTICLES][-2:-1]
    if before is not None and before.text in ("on", "against") and rested in ([Sort.HOW], [Sort.FIGHTER]):
        # "Braced on the sandbags".
        return replace(span, situation=replace(known, question=""))
    if behind is not None and behind.sort is Sort.PERSON:
        return Span(Sort.WORD, span.length, span.text, typed=span.typed)
    against = before is not None and before.text in ("into", "vs", "versus", "against")
    if is_deed(before) or against or (at_places and follows(TO, before)):
        return Span(Sort.PERSON, span.length, span.text, typed=span.typed)
    return span
