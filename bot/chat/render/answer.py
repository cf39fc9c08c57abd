"""The public reply to an interaction: outcome lines that need no context, pings, and one embed with the reasoning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import discord

from bot.chat.render import wording
from bot.chat.render.markdown import CONTENT, DESCRIPTION, MARKDOWN, TITLE, bare, clip, fitted, plain, strong
from bot.chat.render.reply import Reply
from bot.game.journal import Entry, Group
from bot.game.names import name_of
from bot.game.sight import ToAct
from rules.engine import conduct, switching
from rules.engine.errors import UnknownName
from rules.engine.joining import Apply
from rules.engine.model import Encounter
from rules.engine.orders import Next, Start
from rules.engine.ruleset import Ruleset
from rules.engine.steps import LEFT, Note, Step
from rules.engine.table_options import NEXT, TABLE_OPTIONS
from rules.words.phrases import counted, listed

COLOURS = {"hit": 0x2E9E5B, "miss": 0x8A929E, "done": 0x3B82C4, "undone": 0xC9902B}
"""By verdict; a verdict not named here looks like `done`."""

Lost: TypeAlias = tuple[int, str, str]
"""What could not be posted: the order's number, the thread it should be in ("": here), and why."""

MOST_PINGS = 20
NOTHING_SEEN = "Your side saw nothing of this."
_LINE = 700
_NAMES = 200
_FOOTER = 500
_NUMBERS = 20


def answer(group: Group, book: Ruleset, to_act: ToAct) -> Reply:
    """The reply to one interaction, whatever the number of its parts: the group as it was read for those who get it;
    `to_act` are those who have to act after it."""
    parts = spoken(group)
    last = parts[-1]
    pinged = _pinged(parts, to_act)
    calls = " ".join(f"<@{user}>" for user in pinged)
    room = CONTENT - len(calls) - 1
    # Who has won comes before how it came to that.
    outcomes = [strong(entry.resolution.outcome) for entry in parts if _decides(entry)]
    outcomes += [
        plain(wording.outcome(entry.resolution), room if len(parts) == 1 and entry.kind == "order" else _LINE)
        for entry in parts
        if not _decides(entry)
    ]
    content = fitted(outcomes, room, lambda n: f"… and {n} more, under Details").strip() or "Done."
    reasoning = _reasoning(parts, book)
    embed = discord.Embed(
        # With nothing to explain, the title would only repeat the outcome.
        title=plain(wording.ordered(last), TITLE) or None if reasoning else None,
        description=reasoning or None,
        colour=COLOURS.get(_verdict(parts), COLOURS["done"]),
    )
    embed.set_footer(text=footer(last, book, to_act))
    return Reply(f"{content}\n{calls}" if calls else content, (embed,), pinged)


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
    return clip(bare(f"{standing(state, book)} · #{entry.number} · {waiting(state, to_act)}"), _FOOTER)


def standing(encounter: Encounter, book: Ruleset) -> str:
    """Preset and clock, plain text."""
    return f"{encounter.preset} · {book.clock(encounter)}"


def waiting(encounter: Encounter, to_act: ToAct) -> str:
    """The names of those who still have to act, plain text; `encounter` as its reader may know it."""
    if encounter.ended:
        return "ended"
    if to_act.decided:
        return "decided (/encounter end)"
    if not encounter.combatants and not to_act:
        return "waiting for: fighters (/combatant add)"
    if not to_act:
        gm_alone = switching.standing(TABLE_OPTIONS[NEXT], encounter) == "gm"
        return "waiting for: the GM (/next)" if gm_alone else "waiting for: /next"
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
        return f"waiting for: {', '.join(names)} and others" if names else "waiting for: others"
    return f"waiting for: {', '.join(names)}" + (f" and {rest} more" if rest else "")


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


def _pinged(parts: Group, to_act: ToAct) -> tuple[str, ...]:
    """The owners of the fighters concerned, without the user who ordered; if there are none after Next, the owners of
    those who can act. GMs are for a request to join.

    Nobody is called who has no fighter left in play that the readers know.
    """
    last = parts[-1]
    if last.private or last.kind != "order":
        return ()
    if isinstance(last.order, Apply):
        return tuple(gm for gm in last.state.gms if gm != last.user)[:MOST_PINGS]
    owners = _owners([(id, entry.state) for entry in parts for id in entry.resolution.concerned], last.user)
    if not owners and isinstance(last.order, Next) and not last.state.ended:
        owners = _owners([(id, last.state) for id in to_act.known], last.user)
    playing = {c.owner for c in last.state.combatants if c.present}
    return tuple(owner for owner in owners if owner in playing)


def _owners(combatants: list[tuple[str, Encounter]], orderer: str) -> tuple[str, ...]:
    owners: list[str] = []
    for id, encounter in combatants:
        try:
            owner = encounter.combatant(id).owner
        except UnknownName:
            continue
        if owner and owner.isdecimal() and owner != orderer and owner not in owners:
            owners.append(owner)
    return tuple(owners[:MOST_PINGS])
