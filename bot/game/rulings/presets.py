"""Words of a ruling that count only in another preset of the same rulebook."""

from __future__ import annotations

from dataclasses import replace

from bot.game.rulings.chances import odds_of
from bot.game.rulings.lines.errors import Missing
from bot.game.rulings.lines.ruling import Ruling
from bot.game.rulings.quick_rulings import Ground
from rules.engine.books.ruling_vocabulary import LeftOut
from rules.engine.records.errors import RangeWanted, Refusal, quoted
from rules.words.phrases import listed


def check_counts(ruling: Ruling, ground: Ground) -> None:
    """Raise Missing if words of `how:` count only in another preset: with it, or without them. This takes 0.3 s at
    most.
    """
    if not ruling.how or _counts(ruling, ground):
        return
    alone = [words for words in ruling.how if not _counts(replace(ruling, how=(words,)), ground)]
    for preset in ground.book.presets:
        there = replace(ground, preset=preset)
        if preset != ground.preset and alone and all(_counts(replace(ruling, how=(one,)), there) for one in alone):
            raise _elsewhere(ruling, alone, there, ground)


def _elsewhere(ruling: Ruling, words: list[str], there: Ground, here: Ground) -> Missing:
    title = there.book.presets[there.preset].title
    vocabulary, space = here.vocabulary, here.space
    kept = tuple(one for one in ruling.how if one not in words)
    without = replace(ruling, how=kept, left_out=(*ruling.left_out, *map(LeftOut, words)))
    named = listed([quoted(one) for one in words], "and")
    question = (
        f"{named} {'counts' if len(words) == 1 else 'count'} only in {title}. Add ruleset: {there.preset}, or leave"
        f" {'it' if len(words) == 1 else 'them'} out."
    )
    choices = [
        (f"Rule with {title}", ruling.written(vocabulary, space), there.preset),
        (f"Leave {'it' if len(words) == 1 else 'them'} out", without.written(vocabulary, space), here.preset),
    ]
    if words == ["head"] and _counts(replace(ruling, how=(*kept, "called shot")), here):
        called = replace(ruling, how=(*kept, "called shot"))
        choices.append(("Called shot", called.written(vocabulary, space), here.preset))
    return Missing(question, choices, ruling.written(vocabulary, space, whole=False), ruling.left_out)


def _counts(ruling: Ruling, ground: Ground) -> bool:
    """Return whether the book has a rule for the ruling in this preset."""
    try:
        odds_of(ruling, ground)
    except RangeWanted:
        return True
    except Refusal:
        return False
    return True
