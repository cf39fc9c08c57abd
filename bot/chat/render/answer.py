"""The public reply to an interaction: outcome lines that stand alone, pings, and one embed with the reasoning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.chat.render import wording
from bot.chat.render.markdown import CONTENT, DESCRIPTION, MARKDOWN, TITLE, bare, clip, fitted, plain
from bot.chat.render.reply import Reply
from bot.game.journal import Entry, Group
from bot.game.names import entries_named, name_of
from rules.engine import conduct, switching
from rules.engine.errors import UnknownName
from rules.engine.model import Encounter
from rules.engine.orders import Next, Start
from rules.engine.ruleset import Ruleset
from rules.engine.steps import LEFT, Note, Step
from rules.words.phrases import counted, listed

COLOURS = {"hit": 0x2E9E5B, "miss": 0x8A929E, "done": 0x3B82C4, "undone": 0xC9902B}
"""By verdict; a verdict not named here looks like `done`."""

MOST_PINGS = 20
_LINE = 700
_NAMES = 200
_FOOTER = 500


def answer(group: Group, book: Ruleset) -> Reply:
    """The reply to one interaction, whatever the number of its parts."""
    parts = entries_named(spoken(group))
    last = parts[-1]
    pinged = _pinged(parts, book)
    calls = " ".join(f"<@{user}>" for user in pinged)
    room = CONTENT - len(calls) - 1
    outcomes = [plain(wording.outcome(entry.resolution), room if len(parts) == 1 else _LINE) for entry in parts]
    content = fitted(outcomes, room, lambda n: f"… and {n} more, under Details").strip() or "Done."
    reasoning = _reasoning(parts, book)
    embed = discord.Embed(
        # With nothing to explain, the title would only say again what the outcome says.
        title=plain(wording.ordered(last.order, last.state), TITLE) if reasoning else None,
        description=reasoning or None,
        colour=COLOURS.get(_verdict(parts), COLOURS["done"]),
    )
    embed.set_footer(text=footer(last, book))
    return Reply(f"{content}\n{calls}" if calls else content, (embed,), pinged)


def unembedded(reply: Reply, why: str) -> Reply:
    """The same for where no embed may be posted: the content stands alone, and says where the steps are."""
    hint = f"-# The steps are under Details: {plain(why)}."
    return replace(reply, content=f"{clip(reply.content, CONTENT - len(hint) - 1)}\n{hint}", embeds=())


def unposted(lost: Sequence[tuple[int, str]]) -> str:
    """What could not be posted, (entry number, reason) each, as a sentence."""
    reasons = "; ".join(dict.fromkeys(reason for _, reason in lost))
    numbers = listed([f"#{seq}" for seq, _ in lost], "and")
    shown = "it" if len(lost) == 1 else "them"
    return f"{counted(len(lost), 'result')} could not be posted here ({reasons}): {numbers}; /log shows {shown}."


def spoken(group: Group) -> Group:
    """The entries that people are told of: a quick ruling's stage is none."""
    return [e for e in group if not (e.kind == "ruling" and isinstance(e.order, Start))] or list(group)


def footer(entry: Entry, book: Ruleset) -> str:
    """Preset, clock, entry number and who is waited for; no Markdown works there."""
    state = entry.state
    if entry.kind == "ruling":
        return clip(bare(f"{state.preset or book.id} · quick ruling"), _FOOTER)
    return clip(bare(f"{standing(state, book)} · #{entry.seq} · {waiting(state, book)}"), _FOOTER)


def standing(encounter: Encounter, book: Ruleset) -> str:
    """Preset and clock, plain text."""
    return f"{encounter.preset} · {book.clock(encounter)}"


def waiting(encounter: Encounter, book: Ruleset) -> str:
    """Who is waited for, by name, plain text."""
    if encounter.ended:
        return "ended"
    names = [bare(name_of(id, encounter)) for id in book.awaited(encounter)]
    if not names:
        if not encounter.combatants:
            return "waiting for: fighters (/combatant add)"
        gm_alone = switching.standing(conduct.TABLE_OPTIONS[conduct.NEXT], encounter) == "gm"
        return "waiting for: the GM (/next)" if gm_alone else "waiting for: /next"
    said: list[str] = []
    while names and len(", ".join([*said, names[0]])) <= _NAMES:
        said.append(names.pop(0))
    return f"waiting for: {', '.join(said)}" + (f" and {len(names)} more" if names else "")


def _reasoning(parts: Group, book: Ruleset) -> str:
    lines: list[str] = []
    # A single line tells by itself which part it belongs to.
    headed = len(parts) > 1 and any(sum(map(wording.shown, entry.resolution.steps)) > 1 for entry in parts)
    for n, entry in enumerate(parts, 1):
        told = [s for s in entry.resolution.steps if wording.shown(s) and not _idle(s, entry)]
        said = wording.brief(told, MARKDOWN, book)
        if entry.kind in ("undo", "redo"):
            said.insert(0, MARKDOWN.line("Now", MARKDOWN.text(f"everything stands as after #{entry.origin}")))
        if headed and said:
            # What came of it stands above already, as does what needs no explaining.
            lines.append(f"**{n}** {plain(entry.resolution.outcome.partition(': ')[0], _LINE)}")
        lines += said
    return fitted(lines, DESCRIPTION, lambda n: f"… {counted(n, 'more line')} under Details")


def _idle(step: Step, entry: Entry) -> bool:
    """After a quick ruling nobody goes on with what he has left."""
    return entry.kind == "ruling" and isinstance(step, Note) and step.label == LEFT


def _verdict(parts: Group) -> str:
    verdicts = [entry.resolution.verdict for entry in parts]
    return next((v for v in ("hit", "miss") if v in verdicts), verdicts[-1])


def _pinged(parts: Group, book: Ruleset) -> tuple[str, ...]:
    """Owners of who is concerned, but for the one who ordered; after Next, failing that, of who is up."""
    last = parts[-1]
    if last.private or last.kind != "order":
        return ()
    owners = _owners([(id, entry.state) for entry in parts for id in entry.resolution.concerned], last.user)
    if not owners and isinstance(last.order, Next) and not last.state.ended:
        owners = _owners([(id, last.state) for id in book.awaited(last.state)], last.user)
    return owners


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
