"""The board: the map, combatants by side as its legend, and what is pending."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

import discord

from bot.chat.render.boards.picture import Picture, picture
from bot.chat.render.results import changes
from bot.chat.render.results.state_after import NOBODY_IN_SIGHT, asked, preset_and_clock, waiting
from bot.chat.render.text.markdown import (
    CONTENT,
    DESCRIPTION,
    MARKDOWN,
    bare,
    clip,
    escaped,
    fenced,
    fitted,
    size,
    strong,
)
from bot.chat.render.text.reply import Reply
from bot.game.entries.entries import Entry
from bot.game.maps import Drawing, map_in_words
from bot.game.sight import EVERYTHING, ToAct, to_act
from bot.game.sight.viewer import remembered
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.map.codes import codes
from rules.engine.map.map_orders import called
from rules.engine.map.pieces import secrets
from rules.engine.records.agenda import Question
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import Combatant, Encounter
from rules.words.phrases import counted

_OUT = "Out"
_MAP = "On the map:"
_SHORT = 200
_GMS = 20
_NAMES = 900


def status(
    encounter: Encounter,
    book: Ruleset,
    still: ToAct | None = None,
    contacts: Mapping[str, Glimpse] = MappingProxyType({}),
    hash: str = "",
    *,
    last: Entry | None = None,
    pictured: bool = False,
) -> Reply:
    """Return the encounter at a glance, as its reader may know it; the list of combatants is the map's legend.

    `still` are those who have to act; for a reader who knows everything it may be left out. `contacts` are fighters
    that the reader does not perceive at present, by id. `hash` is the one of the record. `last` is the last entry, if
    time waits since then. Where the map is `pictured`, it is not drawn in letters.
    """
    still = to_act(encounter, book, EVERYTHING) if still is None else still
    waited = escaped(waiting(encounter, still, last)) + asked(still)
    headline = f"{strong(encounter.title)} · {escaped(preset_and_clock(encounter, book))} · {waited}"
    if still.asks:
        headline = f"{strong(escaped(still.asks))}\n{headline}"
    by_id = codes(encounter.combatants)
    drawing = Picture() if pictured else picture(encounter, by_id, book.space(encounter))
    lines = [*_lines(encounter, book, by_id, contacts), *([hash] if hash else [])]
    files = (("map.txt", "\n".join([*drawing.whole, ""]).encode()),) if drawing.whole else ()
    block = f"\n{fenced(drawing.lines)}" if drawing.lines else ""

    def in_words() -> Reply:
        there = map_in_words(encounter, book, contacts)
        return Reply("\n".join([headline, *([_MAP, *map(escaped, there.split("\n")), ""] if there else []), *lines]))

    content = "\n".join([headline + block, *lines])
    if size(content) <= CONTENT:
        # As content if it fits: some users have embeds switched off.
        return Reply(content, files=files, in_words=in_words)
    embed = discord.Embed(description=fitted(lines, DESCRIPTION, _more))
    return Reply(clip(headline, CONTENT - len(block)) + block, (embed,), files=files, in_words=in_words)


def places(drawn: Drawing, pictured: bool) -> Reply:
    """Return the pieces and fighters of a map with their places, to go with its picture or to replace it."""
    before = [] if pictured else ["The picture could not be drawn. The places in words:"]
    lines = [*before, *drawn.places.split("\n")]
    return Reply(
        fitted([escaped(line, _SHORT) for line in lines], CONTENT, lambda n: f"… and {counted(n, 'more line')}")
    )


def questions(put: Iterable[Question], encounter: Encounter, book: Ruleset) -> Reply:
    """Return the questions, a line each."""
    lines = [escaped(changes.pending_text(question, encounter, book)) for question in put]
    return Reply(clip("\n".join(lines), CONTENT))


def _lines(encounter: Encounter, book: Ruleset, by_id: Mapping[str, str], contacts: Mapping[str, Glimpse]) -> list[str]:
    lines: list[str] = []
    for side in sorted({c.side: None for c in encounter.combatants}, key=lambda side: not side):
        members = [c for c in encounter.combatants if c.side == side]
        lines += [*([""] if lines else []), strong(side or "No side")]
        lines += _present([c for c in members if c.present], encounter, book, by_id, contacts)
        if out := [_out(c, encounter, book) for c in members if not c.present]:
            lines.append(MARKDOWN.line(_OUT, escaped(", ".join(out), _NAMES)))
    lines += [""] if lines else [NOBODY_IN_SIGHT]
    if gms := " ".join(f"<@{gm}>" for gm in encounter.gms[:_GMS] if gm.isdecimal()):
        lines.append(MARKDOWN.line("GM", gms))
    pending = filter(None, (changes.pending_text(m, encounter, book) for m in encounter.agenda))
    lines += [MARKDOWN.line("Pending", escaped(text, _SHORT)) for text in pending]
    lines += [MARKDOWN.line("Note", escaped(text, _SHORT)) for text in encounter.notes]
    lines += [MARKDOWN.line("Note for GMs", escaped(text, _SHORT)) for text in encounter.secret_notes]
    if battle_map := encounter.battle_map:
        kept = [f"{called(layer)} {' '.join(map(str, sorted(at)))}" for layer, at in secrets(battle_map).items()]
        lines += [MARKDOWN.line("Secret on the map", escaped("; ".join(kept), _SHORT))] if kept else []
    if switched := _switched(encounter, book):
        lines.append(MARKDOWN.line("Switches", escaped(", ".join(switched), _SHORT)))
    return lines


def _present(
    members: Sequence[Combatant],
    encounter: Encounter,
    book: Ruleset,
    by_id: Mapping[str, str],
    contacts: Mapping[str, Glimpse],
) -> list[str]:
    """Return a line for each combatant; numbered ones that are alike and not on the map share one."""
    summaries = {
        c.id: remembered(c, contacts[c.id], book, encounter) if c.id in contacts else _summary(c, encounter, book)
        for c in members
    }

    def alike(combatant: Combatant) -> tuple[str, ...]:
        stem, _, number = combatant.name.rpartition(" ")
        if combatant.place or encounter.battle_map is None or not number.isdecimal():
            return (combatant.id,)
        return (stem, summaries[combatant.id], combatant.owner or "")

    lines = []
    for _, run in groupby(members, alike):
        first, *others = run
        short = f": {summary}" if (summary := bare(summaries[first.id])) else ""
        if others:
            lines.append(clip(f"{strong(first.name)} to {strong(others[-1].name)}{escaped(short)}", _SHORT))
            continue
        spot = f" ({first.place})" if first.place and first.id not in contacts else ""
        lines.append(f"`{by_id[first.id]}` **{escaped(first.name, _SHORT)}**{spot}{clip(escaped(short), _SHORT)}")
    return lines


def _summary(combatant: Combatant, encounter: Encounter, book: Ruleset) -> str:
    short = book.brief(combatant, encounter).beside(combatant.name)
    return ", ".join(filter(None, ("secret" if combatant.secret else "", short)))


def _out(combatant: Combatant, encounter: Encounter, book: Ruleset) -> str:
    short = bare(book.brief(combatant, encounter).beside(_OUT))
    return f"{combatant.name} ({short})" if short else combatant.name


def _switched(encounter: Encounter, book: Ruleset) -> list[str]:
    preset = book.presets.get(encounter.preset)
    usual = {name: option.default for name, option in conduct.options(book).items()}
    usual |= dict(preset.switches) if preset else {}
    return [f"{name}: {value}" for name, value in encounter.switches if usual.get(name) != value]


def _more(n: int) -> str:
    return f"… and {counted(n, 'more line')}; see /combatant show"
