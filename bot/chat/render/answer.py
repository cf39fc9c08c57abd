"""The public reply to an interaction: outcome lines that need no context, pings, and one embed with the reasoning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import discord

from bot.chat.render import wording
from bot.chat.render.markdown import CONTENT, DESCRIPTION, MARKDOWN, TITLE, bare, clip, fitted, plain, size, strong
from bot.chat.render.reply import Reply
from bot.chat.render.ruling import headed
from bot.chat.render.story import is_run, is_story, story
from bot.game.happenings import tells_time
from bot.game.invocation import CLOCK
from bot.game.journal import Entry, Group
from bot.game.names import name_of
from bot.game.quick_rulings import ruled_in
from bot.game.sight import ToAct
from rules.engine import conduct, switching
from rules.engine.flow.asking import flows
from rules.engine.flow.stops import WAITS
from rules.engine.model import Encounter
from rules.engine.orders import Start
from rules.engine.references import GMS
from rules.engine.ruleset import Ruleset
from rules.engine.steps import LEFT, Note, Step
from rules.engine.table_options import DELAY, NEXT, TABLE_OPTIONS
from rules.words.phrases import counted, listed

COLOURS = {"hit": 0x2E9E5B, "miss": 0x8A929E, "done": 0x3B82C4, "undone": 0xC9902B}
"""By verdict; a verdict not named here looks like `done`."""

Lost: TypeAlias = tuple[int, str, str]
"""What could not be posted: the order's number, the thread it should be in ("": here), and why."""

NOTHING_SEEN = "Your side saw nothing of this."
_LINE = 700
_NAMES = 200
_PEOPLE = 20
_FOOTER = 500
_NUMBERS = 20


def answer(group: Group, book: Ruleset, to_act: ToAct, called: Sequence[str] = ()) -> Reply:
    """The reply to one interaction, whatever the number of its parts: the group as it was read for those who get it;
    `to_act` are those who have to act after it, `called` the ids of users who are mentioned."""
    parts = spoken(group)
    last = parts[-1]
    calls = " ".join(f"<@{user}>" for user in called)
    still = asked(to_act)
    room = CONTENT - len(calls) - len(still) - 1
    # Who has won comes before how it came to that.
    won = [strong(entry.resolution.outcome) for entry in parts if _decides(entry)]
    outcomes = _outcomes([entry for entry in parts if not _decides(entry)], book, to_act, room)
    reasoning = "" if is_run(parts) else _reasoning(parts, book)
    if is_story(parts) and size("\n".join([*won, *outcomes])) > room:
        # Where time has stopped can be read by those who turn embeds off.
        reasoning = fitted(outcomes[:-1], DESCRIPTION, lambda n: f"… and {n} more, under Details")
        outcomes = outcomes[-1:]
    content = fitted([*won, *outcomes], room, lambda n: f"… and {n} more, under Details").strip() or "Done."
    if told := ruled_in(group):
        content = headed(content, told[0], parts, room)
    content += still
    embed = discord.Embed(
        # With nothing to explain, the title would only repeat the outcome.
        title=plain(wording.ordered(last), TITLE) or None if reasoning else None,
        description=reasoning or None,
        colour=COLOURS.get(_verdict(parts), COLOURS["done"]),
    )
    embed.set_footer(text=footer(last, book, to_act))
    passing = not called and not last.state.ended and all(map(tells_time, parts))
    return Reply(f"{content}\n{calls}" if calls else content, (embed,), tuple(called), passing=passing)


def _outcomes(parts: Group, book: Ruleset, to_act: ToAct, room: int) -> list[str]:
    if parts and is_story(parts):
        # Elsewhere the line below has it.
        open_run = is_run(parts) and not (parts[-1].state.ended or to_act.decided)
        return story(parts, book, still_to_act(parts[-1], to_act) if open_run else "")
    return [
        plain(wording.outcome(entry.resolution), room if len(parts) == 1 and entry.kind == "order" else _LINE)
        for entry in parts
    ]


def still_to_act(entry: Entry, to_act: ToAct) -> str:
    """Who still has to act, in a sentence; "" if nobody has."""
    names = "" if to_act.people else _names(entry.state, to_act)
    return f"Still to act: {names}." if names else ""


def updated(reply: Reply) -> Reply:
    """What the user who let time go on is told in private where the reply takes the place of the last time line."""
    return Reply(f"Updated above: {clip(reply.content, CONTENT // 2)}")


def unembedded(reply: Reply, why: str) -> Reply:
    """The reply without its embed, for channels that forbid them: a line says where the steps are."""
    hint = f"-# The steps are under Details: {plain(why)}."
    return replace(reply, content=f"{clip(reply.content, CONTENT - len(hint) - 1)}\n{hint}", embeds=())


def without_thread(reply: Reply, sides: Sequence[str]) -> Reply:
    """The GM's reply with a line about new sides that have no thread."""
    have = "has" if len(sides) == 1 else "have"
    hint = f"-# {plain(listed(sides, 'and'), _NAMES)} {have} no thread: `/encounter threads` makes one."
    return replace(reply, content=f"{clip(reply.content, CONTENT - len(hint) - 1)}\n{hint}")


def elsewhere(channel: str) -> Reply:
    """The private answer to an order whose result is posted in that channel; "": in this one."""
    return Reply(f"The result is in <#{channel}>." if channel else "The result is posted below.")


def notices(warning: str, lost: Sequence[Lost], unanswered: Sequence[int]) -> Reply | None:
    """What a user should hear besides an answer: a warning, what could not be posted, and which private answers did not
    get through; None if there is nothing."""
    sentences = [plain(warning)] if warning else []
    places = dict.fromkeys(place for _, place, _ in lost)
    sentences += [
        _unposted(place, [(number, why) for number, where, why in lost if where == place]) for place in places
    ]
    if unanswered:
        answers = "answer" if len(unanswered) == 1 else "answers"
        sentences.append(f"Discord did not take my private {answers} to {_numbers(unanswered)}; see /log.")
    return Reply(clip(" ".join(sentences), CONTENT)) if sentences else None


def _unposted(place: str, lost: Sequence[tuple[int, str]]) -> str:
    reasons = "; ".join(dict.fromkeys(plain(reason) for _, reason in lost))
    where = f"in <#{place}>" if place else "here"
    them = "it" if len(lost) == 1 else "them"
    numbers = _numbers([number for number, _ in lost])
    return f"{counted(len(lost), 'result')} could not be posted {where} ({reasons}): {numbers}; /log shows {them}."


def _numbers(numbers: Sequence[int]) -> str:
    """Orders by their numbers, the latest of many."""
    latest = [f"#{number}" for number in numbers[-_NUMBERS:]]
    earlier = len(numbers) - len(latest)
    return listed([f"{earlier:,} earlier", *latest] if earlier else latest, "and")


def spoken(group: Group) -> Group:
    """The entries that people see: not the stage of a quick ruling."""
    return [e for e in group if not (e.kind == "ruling" and isinstance(e.order, Start))] or list(group)


def footer(entry: Entry, book: Ruleset, to_act: ToAct) -> str:
    """Preset, clock, entry number and who still has to act; plain text, because Markdown does not work in a footer."""
    state = entry.state
    if entry.kind == "ruling":
        return clip(bare(f"{state.preset or book.id} · quick ruling"), _FOOTER)
    return clip(bare(f"{standing(state, book)} · #{entry.number} · {waiting(state, to_act, entry)}"), _FOOTER)


def standing(encounter: Encounter, book: Ruleset) -> str:
    """Preset and clock, plain text."""
    return f"{encounter.preset} · {book.clock(encounter)}"


def waiting(encounter: Encounter, to_act: ToAct, last: Entry | None = None) -> str:
    """The names of those who still have to act, or what time waits for after the `last` entry; plain text.

    `encounter` is as its reader may know it.
    """
    if encounter.ended:
        return "ended"
    if to_act.decided:
        return "decided (/encounter end)"
    if encounter.paused:
        return "paused (/encounter pause)"
    if not encounter.combatants and not to_act:
        return "waiting for: fighters (/combatant add)"
    if not to_act and flows(encounter):
        return _onward(encounter, last)
    if to_act.people:
        return f"waiting for: {counted(len(to_act.people), 'player')}{' and others' if to_act.others else ''}"
    if not to_act:
        gm_alone = switching.standing(TABLE_OPTIONS[NEXT], encounter) == "gm"
        return "waiting for: the GM (/next)" if gm_alone else "waiting for: /next"
    return f"waiting for: {_names(encounter, to_act)}"


def _names(encounter: Encounter, to_act: ToAct) -> str:
    names: list[str] = []
    room = _NAMES
    for id in to_act.known:
        name = bare(name_of(id, encounter))
        room -= len(name) + (2 if names else 0)
        if room < 0:
            break
        names.append(name)
    rest = len(to_act.known) - len(names)
    if to_act.others:
        return f"{', '.join(names)} and others" if names else "others"
    return ", ".join(names) + (f" and {rest} more" if rest else "")


def _onward(encounter: Encounter, last: Entry | None) -> str:
    """What time waits for once all have decided, where it goes on by itself."""
    if last is not None and (last.kind == "undo" or last.resolution.verdict == WAITS):
        return "waiting for: an order, or /next"
    if last is None or last.user == CLOCK:
        return "all have decided"
    delay = switching.standing(TABLE_OPTIONS[DELAY], encounter)
    return f"time goes on in {delay} s" if delay != "0" else "time goes on"


def asked(to_act: ToAct) -> str:
    """The people who still have to decide, as a line of small print that mentions nobody; "" where fighters are
    named."""
    if not to_act.people:
        return ""
    users = ["the GM" if user == GMS else f"<@{user}>" if user.isdecimal() else "somebody" for user in to_act.people]
    names = [*dict.fromkeys(users[:_PEOPLE]), *(["others"] if to_act.others or len(users) > _PEOPLE else [])]
    return f"\n-# Still to act: {', '.join(names)}"


def _decides(entry: Entry) -> bool:
    """Whether this part says who has won."""
    return entry.resolution.verdict == conduct.DECIDED


def _reasoning(parts: Group, book: Ruleset) -> str:
    lines: list[str] = []
    parts = [entry for entry in parts if not _decides(entry)]
    # A single line needs no heading to say which part it belongs to.
    headed = len(parts) > 1 and any(sum(not step.detail for step in entry.resolution.steps) > 1 for entry in parts)
    for n, entry in enumerate(parts, 1):
        steps = tuple(s for s in entry.resolution.steps if not (s.detail or _idle(s, entry)))
        texts = wording.brief(steps, MARKDOWN, book)
        if headed and texts:
            # The result is above already, and so are parts that need no explanation.
            lines.append(f"**{n}** {plain(entry.resolution.deed, _LINE)}")
        lines += texts
    return fitted(lines, DESCRIPTION, lambda n: f"… {counted(n, 'more line')} under Details")


def _idle(step: Step, entry: Entry) -> bool:
    """Whether a step says what a fighter has left: after a quick ruling nobody continues with it."""
    return entry.kind == "ruling" and isinstance(step, Note) and step.label == LEFT


def _verdict(parts: Group) -> str:
    verdicts = [entry.resolution.verdict for entry in parts]
    return next((v for v in ("hit", "miss") if v in verdicts), verdicts[-1])
