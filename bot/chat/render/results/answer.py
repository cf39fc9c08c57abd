"""The public reply to an interaction: outcome lines that need no context, pings, and one embed with the reasoning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import discord

from bot.chat.render.results.compact import normal, short
from bot.chat.render.results.ruling import headed
from bot.chat.render.results.state_after import asked, footer, spoken, still_to_act
from bot.chat.render.results.story import contact_lines, fell, is_run, is_story, story
from bot.chat.render.results.throws import chains, laid_out
from bot.chat.render.results.visible_result import LONGEST_LINE, VisibleResult, decides, idle, mention
from bot.chat.render.text import wording
from bot.chat.render.text.markdown import CONTENT, DESCRIPTION, MARKDOWN, TITLE, clip, escaped, fitted, size
from bot.chat.render.text.reply import Reply
from bot.game.entries.detail import Detail, chosen
from bot.game.entries.entries import Group
from bot.game.entries.happenings import tells_time
from bot.game.sight import ToAct
from rules.engine.books.ruleset import Ruleset
from rules.words.phrases import counted, listed

Lost: TypeAlias = tuple[int, str, str]
"""Results that could not be posted: the order's number, the thread it should be in ("": here), and why."""

NOTHING_SEEN = "Your side saw nothing of this."
_NAMES = 200
_NUMBERS = 20


def answer(
    group: Group, book: Ruleset, to_act: ToAct, called: Sequence[str] = (), detail: Detail | None = None
) -> Reply:
    """Return the reply to one interaction, whatever the number of its parts: the group as it was read for those who get
    it.

    `to_act` are those who have to act after it, `called` the ids of users who are mentioned, `detail` is how much of it
    is told at once (None: the usual).
    """
    parts = spoken(group)
    result = VisibleResult(group, parts, book, to_act, tuple(called))
    content, embed = {Detail.SHORT: short, Detail.NORMAL: normal, Detail.FULL: _full}[detail or chosen()](result)
    passing = all(map(tells_time, parts)) and not (called or parts[-1].state.ended or fell(parts, book))
    return Reply(
        content,
        (embed,) if embed else (),
        tuple(called),
        passing=passing,
        in_words=partial(_in_words, content, embed) if embed else None,
    )


def _in_words(content: str, embed: discord.Embed) -> Reply:
    """The result in one message without an embed, for screen readers: the lines that have room."""
    below = [line for text in (embed.title, embed.description) if text for line in text.split("\n")]
    below += [escaped(embed.footer.text)] if embed.footer.text else []
    return Reply(
        fitted([*content.split("\n"), *below], CONTENT, lambda n: f"… {counted(n, 'more line')} under Details")
    )


def _full(result: VisibleResult) -> tuple[str, discord.Embed]:
    """Return the result with every step."""
    parts, book, to_act, last = result.parts, result.book, result.to_act, result.last
    calls, still = " ".join(map(mention, result.called)), asked(to_act)
    room = CONTENT - len(calls) - len(still) - 1
    outcomes = _outcomes(result, room)
    told_below = ""
    if is_story(parts) and size("\n".join([*result.won, *outcomes])) > room:
        # Where time has stopped can be read by those who turn embeds off.
        told_below = fitted(outcomes[:-1], DESCRIPTION // 2, lambda n: f"… and {n} more, under Details")
        outcomes = outcomes[-1:]
    reasoning = _thrown(result, DESCRIPTION - size(told_below) - 1) if is_run(parts) else _reasoning(parts, book)
    reasoning = "\n".join(filter(None, [told_below, reasoning if is_run(parts) or not told_below else ""]))
    content = fitted([*result.won, *outcomes], room, lambda n: f"… and {n} more, under Details").strip() or "Done."
    if result.ruled:
        content = headed(content, result.ruled, parts, room)
    content += still
    embed = discord.Embed(
        # With nothing to explain, the title would only repeat the outcome.
        title=escaped(wording.ordered(last), TITLE) or None if reasoning else None,
        description=reasoning or None,
        colour=result.colour,
    )
    embed.set_footer(text=footer(last, book, to_act))
    return f"{content}\n{calls}" if calls else content, embed


def _thrown(result: VisibleResult, most: int) -> str:
    """Return the throws of a run, which has too many steps to show them all."""
    return laid_out(chains(result.rest, result.book), DESCRIPTION, most)


def _outcomes(result: VisibleResult, room: int) -> list[str]:
    rest, to_act = result.rest, result.to_act
    if rest and is_story(rest):
        # Elsewhere the line below has it.
        open_run = is_run(rest) and not (rest[-1].state.ended or to_act.decided)
        return story(rest, result.book, still_to_act(rest[-1], to_act) if open_run else "").lines
    whole = len(rest) == 1
    lines = [result.line(one, room if whole and one.kind == "order" else LONGEST_LINE) for one in rest]
    return [*contact_lines(rest, result.book), *fell(rest, result.book), *lines]


def updated(reply: Reply) -> Reply:
    """Return the private answer to the user who let time continue, where the reply replaces the last time line."""
    return Reply(f"Updated above: {clip(reply.content, CONTENT // 2)}")


def unembedded(reply: Reply, why: str) -> Reply:
    """Return the reply without its embed, for channels that forbid them: a line says where the steps are."""
    hint = f"-# The steps are under Details: {escaped(why)}."
    return replace(reply, content=f"{clip(reply.content, CONTENT - len(hint) - 1)}\n{hint}", embeds=())


def without_thread(reply: Reply, sides: Sequence[str]) -> Reply:
    """Return the GM's reply with a line about new sides that have no thread."""
    have = "has" if len(sides) == 1 else "have"
    hint = f"-# {escaped(listed(sides, 'and'), _NAMES)} {have} no thread: `/encounter threads` makes one."
    return replace(reply, content=f"{clip(reply.content, CONTENT - len(hint) - 1)}\n{hint}")


def elsewhere(channel: str) -> Reply:
    """Return the private answer to an order whose result is posted in that channel; "": in this one."""
    return Reply(f"The result is in <#{channel}>." if channel else "The result is posted below.")


def notices(warning: str, lost: Sequence[Lost], unanswered: Sequence[int]) -> Reply | None:
    """Return a notice besides an answer: a warning, what could not be posted, and which private answers did not
    get through; None if there is nothing."""
    sentences = [escaped(warning)] if warning else []
    places = dict.fromkeys(place for _, place, _ in lost)
    sentences += [
        _unposted(place, [(number, why) for number, where, why in lost if where == place]) for place in places
    ]
    if unanswered:
        answers = "answer" if len(unanswered) == 1 else "answers"
        sentences.append(f"Discord refused my private {answers} to {_numbers(unanswered)}. See /log.")
    return Reply(clip(" ".join(sentences), CONTENT)) if sentences else None


def _unposted(place: str, lost: Sequence[tuple[int, str]]) -> str:
    reasons = "; ".join(dict.fromkeys(escaped(reason) for _, reason in lost))
    where = f"in <#{place}>" if place else "here"
    them = "it" if len(lost) == 1 else "them"
    numbers = _numbers([number for number, _ in lost])
    return f"{counted(len(lost), 'result')} could not be posted {where} ({reasons}): {numbers}; /log shows {them}."


def _numbers(numbers: Sequence[int]) -> str:
    """Return orders by their numbers, the latest of many."""
    latest = [f"#{number}" for number in numbers[-_NUMBERS:]]
    earlier = len(numbers) - len(latest)
    return listed([f"{earlier:,} earlier", *latest] if earlier else latest, "and")


def _reasoning(parts: Group, book: Ruleset) -> str:
    lines: list[str] = []
    parts = [entry for entry in parts if not decides(entry)]
    # A single line needs no heading to say which part it belongs to.
    headed = len(parts) > 1 and any(sum(not step.detail for step in entry.resolution.steps) > 1 for entry in parts)
    for n, entry in enumerate(parts, 1):
        steps = tuple(s for s in entry.resolution.steps if not (s.detail or idle(s, entry)))
        texts = wording.brief(steps, MARKDOWN, book)
        if headed and texts:
            # The result is above already, and so are parts that need no explanation.
            lines.append(f"**{n}** {escaped(entry.resolution.deed, LONGEST_LINE)}")
        lines += texts
    return fitted(lines, DESCRIPTION, lambda n: f"… {counted(n, 'more line')} under Details")
