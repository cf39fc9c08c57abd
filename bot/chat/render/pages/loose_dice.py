"""Loose dice: a line for each set that shows every die, kept and dropped apart, and the total."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.chat.render.text.markdown import escaped, strong
from bot.chat.render.text.reply import Reply
from rules.engine.scene.throws import Check, Comparison, Die, Pool, Product, Result, Sum, Thrown, Trait
from rules.words.dice_lines import in_signs
from rules.words.phrases import ordinal

_COMPARED = {">=": "{} or more", ">": "over {}", "<=": "{} or less", "<": "under {}", "=": "exactly {}"}


def thrown(dice: Thrown, *, secret: bool = False) -> Reply:
    """Return the answers of /roll, and the results of hidden rolls."""
    alone = "; only you see this" if secret else ""
    return Reply(f"{_remark(dice.remark)}{_results(dice)} (loose dice, not part of an encounter{alone})")


def blind(name: str, line: str, remark: str) -> Reply:
    """Return the post about a blind roll for the channel."""
    return Reply(f"{escaped(name)} rolls {escaped(line)} blind{f' ({escaped(remark)})' if remark else ''}.")


def blind_result(name: str, dice: Thrown) -> Reply:
    """Return the result of a blind roll for the GMs' thread."""
    return Reply(f"{escaped(name)} rolls blind: {_remark(dice.remark)}{_results(dice)}")


def revealed(name: str, dice: Thrown, at: datetime) -> Reply:
    """Return the post about a revealed secret roll for the channel; `at` is when it was rolled."""
    return Reply(f"{escaped(name)} reveals a secret roll of <t:{int(at.timestamp())}:T>: {_results(dice)}.")


def which_roll(name: str, number: int, since: int, *, today: bool) -> str:
    """Return the sentence that tells which of a user's hidden rolls in the channel was revealed, of those of one day.

    `since` is how many they have made after it. "" for a roll that was not counted.
    """
    if not number:
        return ""
    later = f", and {since:,} more since" if since else ""
    return f" {escaped(name)}'s {ordinal(number)} hidden roll here {'today' if today else 'that day'}{later}."


def in_words(comparison: Comparison) -> str:
    """Return a comparison as people read it: "7 or more"."""
    return _COMPARED[comparison.sign].format(comparison.number)


def _remark(remark: str) -> str:
    return f"{escaped(remark)}: " if remark else ""


def _results(dice: Thrown) -> str:
    if len(dice.sets) == 1:
        return _result(dice.sets[0])
    return "\n" + "\n".join(f"{number}: {_result(one)}" for number, one in enumerate(dice.sets, 1))


def _result(one: Result) -> str:
    if isinstance(one.of, Check):
        return f"{_result(one.parts[0])}, {in_words(one.of.comparison)}: {_yes(one)}"
    return f"{_written(one)} = {strong(str(one.value))}"


def _yes(one: Result) -> str:
    return strong("yes" if one.value else "no")


def _written(one: Result) -> str:
    """Return an expression with the dice that were thrown for it."""
    match one.of:
        case Pool() as pool:
            return f"{in_signs(pool)} ({_dice(one.dice, 'not counted' if pool.counted else 'dropped', pool.low < 0)})"
        case Trait(sides=sides):
            named = [f"{name} {_die(die)}" for name, die in zip((f"d{sides}", "Wild Die"), one.dice, strict=True)]
            best, other = named if one.dice[0].kept else reversed(named)
            return f"{in_signs(one.of)} ({best}; dropped {other})"
        case Sum(terms=terms):
            signs = ["−" if sign < 0 else "+" for sign, _ in terms]
            written = (f"{sign} {_part(part)}" for sign, part in zip(signs, one.parts, strict=True))
            return " ".join(written).removeprefix("+ ")
        case Product(factors=factors):
            first, *others = map(_part, one.parts)
            ways = ["×" if way == "*" else "÷" for way, _ in factors]
            down = " rounded down" if "÷" in ways else ""
            return first + "".join(f" {way} {part}" for way, part in zip(ways, others, strict=True)) + down
        case Check(comparison=comparison):
            return f"{_written(one.parts[0])}, {in_words(comparison)}: {_yes(one)}"
        case _:
            return str(one.value)


def _part(one: Result) -> str:
    return f"({_written(one)})" if isinstance(one.of, Sum | Product | Check) else _written(one)


def _dice(dice: Iterable[Die], others: str, signed: bool) -> str:
    """Return dice, those that are part of the result first."""
    kept, rest = ([_die(die, signed) for die in dice if die.kept is is_kept] for is_kept in (True, False))
    shown = ", ".join(kept) or "none"
    return f"{shown}; {others} {', '.join(rest)}" if rest else shown


def _die(die: Die, signed: bool = False) -> str:
    return "+".join(f"{value:+}".replace("-", "−") if signed and value else str(value) for value in die.values)
