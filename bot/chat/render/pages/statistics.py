"""Dice and fights in numbers and as a picture, with alt text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.chat.render.results.fallen import fallen
from bot.chat.render.text.layout import aligned, grid, laid_out
from bot.chat.render.text.markdown import bare, clip, escaped, prose
from bot.chat.render.text.reply import Reply
from bot.game.dice.fair_dice import Face, faces, likelihood, needed
from bot.game.entries.invocation import CLOCK
from bot.game.pages.statistics import MOST_ENTRIES, Counted, Dice, Die, Fighter, Fights, Scope
from rules.engine.records.copies import replace
from rules.words.phrases import counted

PICTURE = "dice.png"
_ALT, _MOST_PEOPLE, _MOST_FIGHTERS, _MOST_TITLES = 1024, 15, 60, 10
_UNDRAWN = "The picture could not be drawn. These are its numbers."
_NONE = "–"


def dice(scope: Scope, tally: Dice, counted_: Counted, die: Die | None, picture: bytes | None) -> Reply:
    """Return how often each face of a die was thrown, whether fair dice do that, and who threw, with the picture if
    there is one.
    """
    title = f"Dice of {scope.title}"
    if die is None:
        return laid_out(title, [*_heading(scope), f"The bot has thrown no dice yet.{_typed(tally)}", *_cut(counted_)])
    spread = faces(*die, tally.faces[die])
    rows = [(face.name, f"{face.thrown:,}", f"{face.expected:.1f}") for face in spread]
    remarks = [_verdict(die, spread), *([] if picture else [_UNDRAWN])]
    blocks = [
        *_heading(scope),
        _totals(tally),
        *grid((_called(die), "thrown", "expected"), rows),
        *map(prose, remarks),
        *_people(scope, tally),
        *_by_encounter(scope, tally),
        *_cut(counted_),
    ]
    whole = "\n".join([bare(title), "", *aligned((_called(die), "thrown", "expected"), rows), "", *remarks, ""])
    reply = laid_out(title, blocks, whole=whole, name="dice.txt")
    pictures = ((PICTURE, picture, _alt(title, die, spread)),) if picture else ()
    return replace(reply, pictures=pictures)


def histogram(tally: Dice, die: Die) -> dict[str, Any]:
    """Return the distribution as `bot/chat/plots/plotter.py` draws it."""
    spread = faces(*die, tally.faces[die])
    return {
        "title": f"{_called(die)}, {counted(sum(face.thrown for face in spread), 'throw')}",
        "bars": [{"name": face.name, "thrown": face.thrown, "expected": face.expected} for face in spread],
    }


def fights(scope: Scope, tally: Fights, counted_: Counted) -> Reply:
    """Return shots, hits and wounds by fighter, those who shot most first."""
    title = f"Fights of {scope.title}"
    fighters = sorted(tally.fighters.values(), key=lambda one: (-one.shots, -one.hits, one.name))
    if tally.unknown.shots and not scope.whose:
        fighters.append(tally.unknown)
    if not fighters:
        return laid_out(title, [*_heading(scope), "There are no fighters to count.", *_cut(counted_)])
    with_wounds = any(one.wounds is not None for one in fighters)
    heading = ("Fighter", "shots", "hits", "was hit", *(["wounds"] if with_wounds else []))
    rows = [_fighter(one, with_wounds) for one in fighters]
    blocks = [
        *_heading(scope),
        *grid(heading, rows[:_MOST_FIGHTERS]),
        *fallen((one.name, one.out) for one in fighters),
        *([prose("Wounds are the fighter's present wounds.")] if with_wounds else []),
        *_cut(counted_),
    ]
    whole = "\n".join([bare(title), "", *aligned(heading, rows), ""])
    return laid_out(title, blocks, whole=whole, name="fights.txt")


def _fighter(one: Fighter, with_wounds: bool) -> Sequence[str]:
    share = f" ({100 * one.hits // one.shots}%)" if one.shots else ""
    wounds = [_NONE if one.wounds is None else str(one.wounds)] if with_wounds else []
    return one.name, str(one.shots), f"{one.hits}{share}", str(one.hit), *wounds


def called(die: Die) -> str:
    """Return the die by its number of faces: "d10"."""
    return f"d{die[1] - die[0] + 1}"


def _called(die: Die) -> str:
    return f"{called(die)} ({die[0]} to {die[1]})"


def _heading(scope: Scope) -> list[str]:
    whose = "you" if scope.mine else f"<@{scope.whose}>" if scope.whose else ""
    of = f"{counted(len(scope.encounters), 'encounter')}" if scope.mine else ""
    return ["Counted for " + ", ".join(filter(None, [whose, of])) + "."] if whose else []


def _totals(tally: Dice) -> str:
    dice = sorted(tally.faces, key=lambda die: -tally.faces[die].total())
    each = ", ".join(f"{called(die)} {tally.faces[die].total():,}" for die in dice)
    return f"{counted(sum(faces.total() for faces in tally.faces.values()), 'throw')}: {each}.{_typed(tally)}"


def _typed(tally: Dice) -> str:
    return f" Not counted: {counted(tally.typed, 'throw')} typed by players." if tally.typed else ""


def _verdict(die: Die, spread: Sequence[Face]) -> str:
    """Return the test in words."""
    share, thrown = likelihood(spread), sum(face.thrown for face in spread)
    if share is None:
        return f"Too few throws to test the dice: {thrown} of {needed(*die)} ({called(die)})."
    return f"Fair dice are this uneven, or more, in {_in_100(share)}."


def _in_100(share: float) -> str:
    if share >= 0.01:
        return "nearly all cases" if share > 0.995 else f"{round(100 * share)} of 100 cases"
    return f"{round(1000 * share)} of 1,000 cases" if share >= 0.001 else "fewer than 1 of 1,000 cases"


def _people(scope: Scope, tally: Dice) -> list[str]:
    if scope.whose:
        return []
    people = ((dice.total(), user) for user, dice in tally.users.items())
    threw = sorted(people, key=lambda one: (one[1] != CLOCK, *one), reverse=True)
    shown = [f"{_user(user)} {n:,}" for n, user in threw[:_MOST_PEOPLE]]
    more = len(threw) - len(shown)
    return [f"Thrown by: {', '.join(shown)}{f' and {more} more' if more else ''}."] if threw else []


def _user(user: str) -> str:
    if user == CLOCK:
        return "while time continued by itself"
    return f"<@{user}>" if user.isdecimal() else escaped(user, 40) or "somebody unseen"


def _by_encounter(scope: Scope, tally: Dice) -> list[str]:
    if not scope.mine:
        return []
    titles = {row.id: row.title for row, _ in scope.encounters}
    most = tally.encounters.most_common(_MOST_TITLES)
    shown = ", ".join(f"{titles[id] or id} {n:,}" for id, n in most)
    more = len(tally.encounters) - len(most)
    return [f"By encounter: {escaped(shown, 700)}{f' and {more} more' if more else ''}."] if most else []


def _cut(counted_: Counted) -> Iterator[str]:
    if counted_.cut:
        yield f"Only the latest {MOST_ENTRIES:,} entries are counted."


def _alt(title: str, die: Die, spread: Sequence[Face]) -> str:
    each = "; ".join(f"{face.name}: {face.thrown}" for face in spread)
    expected = (
        f"{spread[0].expected:.1f} of each" if len({face.expected for face in spread}) == 1 else "drawn as a line"
    )
    text = f"{title}: how often each face of a {_called(die)} was thrown. {each}. Expected of fair dice: {expected}."
    return clip(bare(text), _ALT)
