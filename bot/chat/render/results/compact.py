"""Results in few lines: short, a line or two without an embed, and normal, the result with its throws.

A normal result keeps to a share of a phone's screen: a third for one shot, half for a ruling and for an attack with
several results, all of it for a story. Whatever has no room is under Details, like everything.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.chat.render.results.ruling import not_counted, understood, with_chance
from bot.chat.render.results.state_after import afterwards
from bot.chat.render.results.story import contact_lines, fell, is_story, story
from bot.chat.render.results.throws import Chain, chains, laid_out
from bot.chat.render.results.visible_result import LONGEST_LINE, VisibleResult, idle, mention
from bot.chat.render.text import phone, wording
from bot.chat.render.text.markdown import CONTENT, DESCRIPTION, MARKDOWN, clip, escaped, fitted, size
from bot.game.entries.entries import Entry
from bot.game.entries.happenings import tells_time, window
from rules.engine.records.orders import Attack, Burst, End, Next, Several, Start
from rules.engine.records.steps import LEFT, Note
from rules.engine.table.import_order import Import
from rules.words.phrases import counted

_MOST_LEFT, _MOST_UNDERSTOOD = 120, 140
_FEW_ROWS, _MANY_ROWS = 2, 6
"""The rows of throws for which a result takes a larger share of a screen: of a shot, and of many at most."""
_RUN_ROWS = 10
"""The rows that a run keeps for its throws."""
_SHORTEST_STORY = 400
"""Characters of a short story."""
_SEPARATOR = " · "


def short(result: VisibleResult) -> tuple[str, discord.Embed | None]:
    """Return the result in one line, and small print with remaining actions and who still has to act."""
    if ruled := result.ruled:
        line = with_chance(ruled, result.parts, _line(result))
        lines = filter(None, [not_counted(ruled.left_out), line, escaped(ruled.meaning)])
        return _two("\n".join(lines), _small([understood(ruled, _MOST_UNDERSTOOD)])), None
    # Everyone must be able to read the promise of the dice, and the seed at the end.
    promised = isinstance(result.last.order, Start | Import | End) and result.last.kind == "order"
    more = [line for entry in result.rest for line in _steps(result, entry)] if promised else _left(result)
    return _two(_line(result), _small([*more, *_after(result, clock=False)], result.called)), None


def normal(result: VisibleResult) -> tuple[str, discord.Embed | None]:
    """Return the result, an embed with its throws, and in small print the time and who still has to act.

    Where the height of a screen is short, the small print yields first, then throws, except the one that decided it.
    """
    if is_story(result.parts):
        return _run(result)
    lines = [*result.won, *_outcomes(result)]
    if ruled := result.ruled:
        first, below = not_counted(ruled.left_out), escaped(ruled.meaning)
        lines = [*filter(None, [first]), with_chance(ruled, result.parts, lines[0]), *lines[1:], *filter(None, [below])]
        smalls = [[understood(ruled, _MOST_UNDERSTOOD)]]
    else:
        left = _left(result) if isinstance(result.last.order, Attack) else []
        after = _after(result)
        smalls = [[*after, *left], after, after[1:], []]
    thrown = chains(result.rest, result.book)
    if not thrown:
        content = _content(lines, smalls[0], result)
        return content, _embed(result, content)
    return _with_throws(lines, smalls, thrown, result)


def _with_throws(
    lines: Sequence[str], smalls: Sequence[Sequence[str]], thrown: Sequence[Chain], result: VisibleResult
) -> tuple[str, discord.Embed]:
    """Return the result with its throws, in the smallest share of a screen that has room for some of them."""
    whole = laid_out(thrown, phone.MOST_ROWS)
    wanted = phone.rows_of(whole)
    shortest = _content(lines, smalls[-1], result)
    shares = (phone.SHOT, phone.BURST, phone.RUN) if len(thrown) == 1 else (phone.BURST, phone.RUN)
    least = min(wanted, max(_FEW_ROWS, min(len(thrown) + 1, _MANY_ROWS)))
    most = next((share for share in shares if phone.rows_left(shortest, share) >= least), phone.RUN)
    for small in smalls:
        content = _content(lines, small, result)
        if phone.rows_left(content, most) >= wanted:
            return content, discord.Embed(description=whole, colour=result.colour)
    text = laid_out(thrown, phone.rows_left(shortest, most))
    return shortest, discord.Embed(description=text, colour=result.colour)


def _content(lines: Sequence[str], small: Sequence[str], result: VisibleResult) -> str:
    print = _small(small, result.called)
    return _two(fitted(lines, CONTENT - size(print) - 1, _more).strip() or "Done.", print)


def _line(result: VisibleResult) -> str:
    """Return the whole result in one line of Markdown."""
    if is_story(result.parts):
        *before, last = [*result.won, *story(result.rest, result.book).lines] or ["Done."]
        kept = fitted(before, max(_SHORTEST_STORY - size(last), 0), _more) if before else ""
        return _SEPARATOR.join(filter(None, [*kept.split("\n"), last]))
    return _SEPARATOR.join([*result.won, *_outcomes(result)]) or "Done."


def _outcomes(result: VisibleResult) -> list[str]:
    rest = result.rest
    if rest and is_story(rest):
        return story(rest, result.book).lines
    lines = [result.line(entry, LONGEST_LINE if len(rest) > 1 else CONTENT // 2) for entry in rest]
    return [*contact_lines(rest, result.book), *fell(rest, result.book), *lines]


def _after(result: VisibleResult, *, clock: bool = True) -> list[str]:
    """Return the time and the order's number, and who still has to act; nothing after a ruling."""
    last = result.last
    if last.kind == "ruling":
        return []
    when = [f"{window(last.state.clock, result.book)} · #{last.number}"] if clock else []
    return [*map(escaped, when), afterwards(last, result.to_act)]


def _left(result: VisibleResult) -> list[str]:
    """Return the actions and ammunition that the acting fighter has left."""
    notes = [note for entry in result.rest for note in _notes(entry)]
    return [escaped(note.text, _MOST_LEFT) for note in notes[-1:]]


def _notes(entry: Entry) -> list[Note]:
    """Return the notes on what the acting fighter has left."""
    return [s for s in entry.resolution.steps if isinstance(s, Note) and s.label == LEFT and not idle(s, entry)]


def _embed(result: VisibleResult, content: str) -> discord.Embed | None:
    """Return the steps of a result without throws, as far as they have room."""
    # The length of an answer must not show facts that its reader may not know.
    limited = result.last.withheld or isinstance(result.last.order, Attack | Next | Several)
    lines = [line for entry in result.rest for line in _steps(result, entry)]
    if limited and result.last.kind in ("order", "ruling"):
        lines = phone.embedded(lines, phone.rows_left(content, _share(result, content)))
    text = fitted(lines, DESCRIPTION, _more_lines)
    return discord.Embed(description=text, colour=result.colour) if text else None


def _steps(result: VisibleResult, entry: Entry) -> list[str]:
    if tells_time(entry):
        return []
    steps = [step for step in entry.resolution.steps if not (step.detail or idle(step, entry))]
    return wording.brief(steps, MARKDOWN, result.book)


def _more_lines(n: int) -> str:
    return f"… {counted(n, 'more line')} under Details"


def _share(result: VisibleResult, content: str) -> int:
    """Return the share of a screen that a result may have: the smallest for its order in which the content has room."""
    shares = [phone.SHOT, phone.BURST, phone.RUN]
    several = len(result.rest) > 1 or (isinstance(result.last.order, Burst | Several) and not result.last.withheld)
    return next((most for most in shares[several:] if phone.fits(content, most)), phone.RUN)


def _run(result: VisibleResult) -> tuple[str, discord.Embed | None]:
    """Return a story and its throws on one screen."""
    small, thrown = _small(_after(result), result.called), chains(result.rest, result.book)
    if not thrown:
        return _screenful(result, small, phone.STORY), None
    wanted = phone.rows_of(laid_out(thrown, phone.MOST_ROWS))
    content = _screenful(result, small, phone.above(min(wanted, _RUN_ROWS), phone.STORY))
    text = laid_out(thrown, phone.rows_left(content, phone.STORY))
    return content, discord.Embed(description=text, colour=result.colour)


def _screenful(result: VisibleResult, small: str, most: int) -> str:
    """Return a story of this height; lines without room are counted. Shots are left out only if a message is full."""
    report = story(result.rest, result.book)
    others = sum(not line.always for line in report.body)

    def below(kept: int) -> str:
        cut = [_more(others - kept)] if kept < others else []
        return "\n".join(filter(None, [*cut, report.end, small]))

    def whole(kept: int) -> str:
        return "\n".join([*result.won, *report.shortened(kept), below(kept)])

    kept = others
    while kept and not phone.fits(whole(kept), most):
        kept -= 1
    while kept and size(whole(kept)) > CONTENT:
        kept -= 1
    above = fitted(
        [*result.won, *report.shortened(kept)],
        CONTENT - size(below(kept)) - 1,
        lambda n: f"… and {counted(n, 'more line')} of shots, under Details",
    )
    return clip("\n".join(filter(None, [above, below(kept)])), CONTENT)


def _two(above: str, small: str) -> str:
    return "\n".join(filter(None, [clip(above, CONTENT - size(small) - 1), small]))


def _small(parts: Sequence[str], called: Sequence[str] = ()) -> str:
    """Return small print, with a mention of the users who are called."""
    text = clip(_SEPARATOR.join(filter(None, parts)), CONTENT // 2)
    text = _SEPARATOR.join(filter(None, [text, " ".join(m for m in map(mention, called) if m not in text)]))
    return f"-# {text}" if text else ""


def _more(n: int) -> str:
    return f"… and {n} more, under Details"
