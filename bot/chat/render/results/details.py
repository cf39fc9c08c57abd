"""Details: the whole trace of an interaction, with tables, sections, rulings, changes and where its dice come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.chat.render.results import changes
from bot.chat.render.results.state_after import footer, spoken
from bot.chat.render.text import wording
from bot.chat.render.text.markdown import BARE, CONTENT, DESCRIPTION, MARKDOWN, MOST_PROSE, Style, escaped, fitted, size
from bot.chat.render.text.reply import Reply
from bot.game.entries.entries import Entry, Group
from bot.game.entries.happenings import window
from bot.game.sight import ToAct
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.orders import Next
from rules.engine.records.steps import Roll, Ruling, Step
from rules.engine.scene.effects import Became, Effect, Planned, Rescheduled, Ticked
from rules.words.phrases import counted


def details(group: Group, book: Ruleset, to_act: ToAct, hash: str = "") -> Reply:
    """Return the trace of a group as it was read for the user who asks; what does not fit is in an attached text file.

    `to_act` are those who had to act after it; `hash` is the one of the record, in a sentence.
    """
    parts = spoken(group)
    last = parts[-1]
    changed, provenance = [_changes(entry, book) for entry in parts], _provenance(parts, book)
    lines, whole = (
        [*_trace(parts, changed, provenance, book, style), *([hash] if hash else [])] for style in (MARKDOWN, BARE)
    )
    left_out = any(size(line) > MOST_PROSE for line in whole)

    def rest(n: int) -> str:
        nonlocal left_out
        left_out = True
        return f"… {counted(n, 'more line')} in the attached file"

    below = footer(last, book, to_act)
    order = wording.ordered(last)
    title = f"Details of {_number(last)}" + (f": {order}" if order else "")
    content = "\n".join([escaped(title), *lines, f"-# {escaped(below)}"])
    if size(content) <= CONTENT and not left_out:
        # As content if it fits: some users have embeds switched off.
        return Reply(content)

    def in_words() -> Reply:
        texts = [escaped(long) if size(long) > MOST_PROSE else line for line, long in zip(lines, whole, strict=True)]
        return Reply("\n".join([escaped(title), *texts, escaped(below)]))

    embed = discord.Embed(description=fitted(lines, DESCRIPTION, rest))
    embed.set_footer(text=below)
    if not left_out:
        return Reply(escaped(title, CONTENT), (embed,), in_words=in_words)
    text = "\n".join([title, "", *whole, "", below, ""])
    file = (f"details-{last.number}.txt", text.encode())
    return Reply(escaped(title, CONTENT), (embed,), files=(file,), in_words=in_words)


def _number(entry: Entry) -> str:
    return "quick ruling" if entry.kind == "ruling" else f"#{entry.number}"


def _trace(
    parts: Group, changed: Sequence[Sequence[str]], provenance: Sequence[tuple[str, str]], book: Ruleset, style: Style
) -> list[str]:
    """Return the trace of these parts with their changes and their provenance, in words."""
    lines: list[str] = []
    for n, (entry, in_part) in enumerate(zip(parts, changed, strict=True), 1):
        resolution = entry.resolution
        if len(parts) > 1:
            when = f", {window(entry.state.clock, book)}" if isinstance(entry.order, Next) else ""
            lines += ["", style.strong(f"Part {n}{when}")]
        lines.append(style.line("Outcome", style.text(resolution.outcome)))
        lines += [wording.step(step, style, book) for step in _told_once(resolution.steps)]
        lines += [style.line("Change", style.text(change)) for change in in_part]
    lines.append("")
    lines += [style.line(label, style.text(text)) for label, text in provenance]
    return lines


def _told_once(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps; a ruling that applied to several fighters is noted for each of them."""
    rulings: set[tuple[str, str]] = set()
    for step in steps:
        if isinstance(step, Ruling):
            if (step.id, step.text) in rulings:
                continue
            rulings.add((step.id, step.text))
        yield step


def _changes(entry: Entry, book: Ruleset) -> list[str]:
    """Return effects in words. Of several that replace each other only the last counts."""
    effects = entry.resolution.effects
    last = {_place(effect, n): n for n, effect in enumerate(effects)}
    kept = (effect for n, effect in enumerate(effects) if last[_place(effect, n)] == n)
    return [text for effect in kept if (text := changes.effect(effect, entry.state, book))]


def _place(effect: Effect, n: int) -> object:
    """Return a key that effects share if the later one replaces the earlier: of a condition, the agenda, the clock."""
    if isinstance(effect, Became):
        return effect.combatant
    if isinstance(effect, Planned | Rescheduled):
        return Rescheduled
    return Ticked if isinstance(effect, Ticked) else n


def _provenance(parts: Group, book: Ruleset) -> list[tuple[str, str]]:
    first, last = parts[0], parts[-1]
    rolls = [step for entry in parts for step in entry.resolution.steps if isinstance(step, Roll)]
    lines: list[tuple[str, str]] = []
    drawn = sum(not roll.typed_by for roll in rolls)
    if drawn:
        throws = counted(drawn, "throw")
        if first.kind == "ruling":
            lines.append(("Dice", f"{throws}, drawn from the server's secret and this interaction"))
        else:
            lines.append(("Dice", f"{throws}, drawn from the seed with SHA-256 {first.state.commitment}"))
        if not first.withheld:
            lines.append(("Order", f"SHA-256 {first.digest}"))
    if any(entry.resolution.after_undone for entry in parts):
        lines.append(("Dice", "thrown again after an undone throw"))
    if typists := sorted({roll.typed_by for roll in rolls if roll.typed_by}):
        lines.append(("Dice", f"typed by {', '.join(typists)}"))
    if first.kind != "ruling":
        follows = f", follows #{first.number - 1}" if first.number > 1 else ""
        kind = f", {last.kind}" if last.kind in ("undo", "redo") else ""
        lines.append(("Order", f"#{first.number}{follows}{kind}"))
    lines.append(("Rules", f"{book.title}, preset {last.state.preset}, version {last.rules_version[:12]}"))
    return lines
