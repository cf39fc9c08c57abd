"""Reads lines of loose dice as people type them, and spells them.

    line       = set ("," set)* [remark]
    set        = [number ("#" | "x" | "times")] sum [comparison]        3#d20, 3 x d20: three sets
    sum        = ["+" | "-"] product (("+" | "-") product)*
    product    = factor (("*" | "x" | "/") factor)*                     2d6*2, d6/2 (rounded down)
    factor     = "(" sum ")" [comparison] | dice | number
    dice       = [number] "d" sides [keep] ["!"] [comparison] ["!"]     4d6kh3, 2d6!, 10d10>=7, d%, 4dF
               | "s" number | "d" number "!w"                           s8, d8!w: a trait die with its Wild Die
    keep       = ("kh" | "kl" | "k" | "dh" | "dl") [number]             keep or drop the highest or lowest
    comparison = (">=" | ">" | "<=" | "<" | "=") number

A comparison behind dice counts those that fit; behind one die, a sum or a parenthesis it checks the result. A remark
follows "#" or is words in front or behind. Each sign has one of these places: two numbers are never joined, and nothing
is left out. A line that does not fit is refused with the nearest lines that do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.records.copies import replace
from rules.engine.records.errors import BadDice, quoted
from rules.engine.scene.throws import (
    Check,
    Comparison,
    Constant,
    DiceLine,
    Expression,
    Pool,
    Product,
    Sum,
    Trait,
    check,
    has_die,
)
from rules.words import dice_words as words
from rules.words.phrases import listed, visible

EXAMPLES = "d10, 2d6+1 or d100-5"
MOST_SIGNS, MOST_REMARK, _MOST_TYPED = 200, 100, 400
_MOST_PARENTHESES = 20


class _NoFit(Exception):
    """The text does not fit from here on; `near` are lines that were meant, if it can mean several."""

    def __init__(self, at: int, near: tuple[str, ...] = ()) -> None:
        super().__init__(at)
        self.at = at
        self.near = near


def read(text: str) -> DiceLine:
    """Return what a line of dice says. Raises BadDice for a line that is not dice, or too much of it."""
    if not text.strip():
        raise BadDice(f"Which dice? Use {EXAMPLES}.")
    line, remark = words.without_remark(text[: _MOST_TYPED + 1].translate(words.SIGNS))
    line = words.with_advantage(words.in_figures(line[: MOST_SIGNS + 1].rstrip(" ,;.")))
    start = words.START.search(line)
    too_long = len(line) > MOST_SIGNS or len(text) > _MOST_TYPED or line.count("(") > _MOST_PARENTHESES
    if start is None or too_long:
        raise BadDice(f"I don't understand {quoted(text)} as dice. Use {EXAMPLES}.")
    filler = words.FILLER.match(line)
    lead = line[filler.end() : start.start()].strip(" :=") if filler else ""
    line = line[start.start() :]
    try:
        rolls, behind = _rolls(line)
        if lead and not words.is_remark(lead):
            raise _NoFit(0, (spelled(DiceLine(rolls)),))
    except _NoFit as wrong:
        raise _refusal(text, line, wrong) from None
    found = DiceLine(rolls, visible(" ".join(filter(None, (lead, behind, remark))))[:MOST_REMARK])
    if not all(has_die(one) for _, one in rolls):
        raise BadDice(f"{quoted(text)} has {'no die' if len(rolls) == 1 else 'a roll without a die'}. Use {EXAMPLES}.")
    check(found)
    return found


def spelled(line: DiceLine) -> str:
    """Return the dice of a line as they are written: "2d6+1"."""
    return ",".join((f"{times}#" if times != 1 else "") + in_signs(one) for times, one in line.rolls)


def in_signs(of: Expression) -> str:
    """Return an expression as it is written: "4d6kh3+1"."""
    match of:
        case Constant(value=value):
            return str(value)
        case Pool():
            keep = f"k{'h' if of.keep > 0 else 'l'}{abs(of.keep)}" if of.keep else ""
            counted = compared(of.counted) if of.counted else ""
            return f"{of.count}d{of.high if of.low == 1 else 'F'}{keep}{counted}{'!' if of.again else ''}"
        case Trait(sides=sides):
            return f"s{sides}"
        case Sum(terms=terms):
            signs = "".join(f"{'-' if sign < 0 else '+'}{_inside(one, Sum)}" for sign, one in terms)
            return signs.removeprefix("+")
        case Product(first=first, factors=factors):
            return _inside(first, Product) + "".join(f"{sign}{_inside(one, Product)}" for sign, one in factors)
        case Check(of=one, comparison=comparison):
            return f"({in_signs(one)}){compared(comparison)}"


def compared(comparison: Comparison) -> str:
    """Return a comparison as it is written: ">=7"."""
    return f"{comparison.sign}{comparison.number}"


def _inside(of: Expression, outside: type[Expression]) -> str:
    """Return a part of an expression, in parentheses if it would read otherwise without them."""
    loose = isinstance(of, Sum | Check) or (isinstance(of, Product) and outside is Product)
    counts = isinstance(of, Pool) and of.counted is not None
    return f"({in_signs(of)})" if loose or counts else in_signs(of)


# --- signs


def _rolls(line: str) -> tuple[tuple[tuple[int, Expression], ...], str]:
    """Return the sets of a line and the remark behind them. Raises _NoFit."""
    reader = _Reader(line)
    rolls = [reader.roll()]
    while reader.took(words.NEXT_SET):
        rolls.append(reader.roll())
    rest = line[reader.at :]
    if pause := words.PAUSE.match(rest):
        rest = rest[pause.end() :]
    if rest and not (line[reader.at] in words.BEFORE_REMARK and words.is_remark(rest)):
        raise _NoFit(reader.at)
    return tuple(rolls), rest.strip(" :\"'“”")


class _Reader:
    """Reads the signs of a line from left to right; `at` is the first that is not read yet."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0
        self._bare: list[Pool] = []
        """The dice of the present sum that are counted without parentheses."""

    def took(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what a pattern matches here, if it does not end within a number."""
        found = pattern.match(self.line, self.at)
        if found is None or (found[0][-1].isdigit() and self.line[found.end() : found.end() + 1].isdigit()):
            return None
        self.at = found.end()
        return found

    def roll(self) -> tuple[int, Expression]:
        """Read an expression with the number of times it is thrown. Raises _NoFit."""
        self.took(words.BLANKS)
        start, times = self.at, 1
        if found := self.took(words.SETS):
            # "x" means sets before dice, and only there: 3x2 is a product.
            if found[2] == "#" or (found[2] != "*" and words.BEFORE_DICE.match(self.line, self.at)):
                times = int(found[1])
            else:
                self.at = start
        one = self._sum()
        compared = self.took(words.COMPARISON)
        if times == 1 and (found := self.took(words.SETS_BEHIND)):
            times = int(found[1] or (2 if found[2] else 3))
        return times, Check(one, _comparison(compared)) if compared else one

    def _sum(self) -> Expression:
        outside, self._bare = self._bare, []
        sign = self.took(words.ADDING)
        terms = [(_sign(sign), self._product())]
        while sign := self.took(words.ADDING):
            terms.append((_sign(sign), self._product()))
        one = terms[0][1] if terms[0][0] == len(terms) == 1 else Sum(tuple(terms))
        if self._bare and isinstance(one, Sum | Product):
            raise _NoFit(self.at, (*_whole_compared(one), in_signs(one)))
        self._bare = outside
        return one

    def _product(self) -> Expression:
        first, factors = self._factor(), list[tuple[str, Expression]]()
        while sign := self.took(words.MULTIPLYING):
            divided = sign[1].lower() in ("/", "divided by")
            at, one = self.at, self._factor()
            if sign[1].lower() == "x" and isinstance(one, Constant):
                # So many sets, or a product.
                before = in_signs(first)
                raise _NoFit(at, (f"{one.value}#{before}", f"{before}*{one.value}"))
            if divided and not (isinstance(one, Constant) and one.value):
                raise _NoFit(at)
            factors.append(("/" if divided else "*", one))
        return Product(first, tuple(factors)) if factors else first

    def _factor(self) -> Expression:
        self.took(words.BLANKS)
        if self.took(words.OPENING):
            one = self._sum()
            if not self.took(words.CLOSING):
                raise _NoFit(self.at)
            compared = self.took(words.COMPARISON)
            return Check(one, _comparison(compared)) if compared else one
        if found := self.took(words.TRAIT):
            return Trait(int(found[1]))
        if found := self.took(words.DICE):
            if found[2] == "66" and not found[1]:
                # Two dice, of which one shows the tens.
                raise _NoFit(self.at, ("10*1d6+1d6", "1d66"))
            return self._dice(int(found[1] or 1), found[2].lower())
        if found := self.took(words.NUMBER):
            return Constant(int(found[0]))
        raise _NoFit(self.at)

    def _dice(self, count: int, sides: str) -> Expression:
        fudge = sides == "f"
        pool = Pool(count, 1 if fudge else 100 if sides == "%" else int(sides), -1 if fudge else 1)
        if self.took(words.WITH_WILD):
            if count != 1 or fudge:
                raise _NoFit(self.at, () if fudge else (f"s{pool.high}",))
            return Trait(pool.high)
        if kept := self.took(words.KEEP):
            pool = replace(pool, keep=_kept(kept, count))
        if self.took(words.AGAIN):
            # A comparison directly behind "!" could be the number from which dice are thrown again.
            if (found := words.COMPARISON.match(self.line, self.at)) and self.line[self.at - 1] == "!":
                meant = replace(pool, again=True, keep=0, counted=_comparison(found))
                raise _NoFit(self.at, (in_signs(meant),))
            pool = replace(pool, again=True)
        if pool.again and fudge:
            raise _NoFit(self.at)
        # Of kept dice, and of one die, the result is compared.
        if pool.keep or (count == 1 and not pool.again) or not (found := self.took(words.COMPARISON)):
            return pool
        counted = _comparison(found)
        fits = {
            counted.fits(value) for value in (pool.low, pool.high, counted.number) if pool.low <= value <= pool.high
        }
        if len(fits) == 1:
            raise _NoFit(self.at, (in_signs(Check(pool, counted)),))
        pool = replace(pool, counted=counted, again=pool.again or self.took(words.AGAIN) is not None)
        self._bare.append(pool)
        return pool


def _sign(found: re.Match[str] | None) -> int:
    return -1 if found and found[1].lower() in ("-", "minus") else 1


def _comparison(found: re.Match[str]) -> Comparison:
    sign = (found[1] or found[4]).lower()
    return Comparison(words.COMPARED.get(sign, sign), int(found[2] or found[3]))


def _kept(found: re.Match[str], count: int) -> int:
    """Return how many of so many dice are kept, negative for the lowest. Raises BadDice if none is left."""
    way, end = (found["way"] or "").lower(), (found["end"] or found["first"] or found["only"] or "").lower()
    keeps = way[:1] == "k" or (not way and (found["verb"] or "keep").lower() != "drop")
    high = (way[1:] or words.ENDS.get(end, "h" if keeps else "l")) == "h"
    number = int(found["number"] or found["before"] or found["behind"] or found["many"] or 1)
    if not keeps:
        number, high = count - number, not high
    if not 1 <= number <= count:
        raise BadDice(f"Of {count} dice you can keep 1 to {count} and drop fewer than {count}.")
    return number if high else -number


def _whole_compared(one: Sum | Product) -> tuple[str, ...]:
    """Return a sum or product whose last dice are counted as one that is compared as a whole."""
    bare = one
    match one:
        case Sum(terms=(*rest, (sign, Pool(counted=Comparison() as counted) as pool))):
            bare = Sum((*rest, (sign, replace(pool, counted=None))))
        case Product(first=first, factors=(*others, (sign_, Pool(counted=Comparison() as counted) as pool))):
            bare = Product(first, (*others, (sign_, replace(pool, counted=None))))
        case _:
            return ()
    return (in_signs(Check(bare, counted)),)


# --- refusals


def _refusal(text: str, line: str, wrong: _NoFit) -> BadDice:
    """Return the refusal of a line, with the nearest lines that fit."""
    rest = line[wrong.at :].strip()
    near = list(wrong.near)
    for candidate in _repaired(line, wrong.at) if not near else ():
        if (one := _spelled(candidate)) and one not in near:
            near.append(one)
    if (
        not near
        and rest[:1].isalpha()
        and line[wrong.at] == " "
        and not words.DICE.match(rest)
        and (first := _spelled(line[: wrong.at]))
    ):
        return BadDice(f"I can't use {quoted(rest, 20)}. Put # before a remark: {first} # {visible(rest)[:20]}.")
    meant = f"Did you mean {listed(near[:2])}?" if near else f"Use {EXAMPLES}."
    return BadDice(f"I don't understand {quoted(text)} as dice. {meant}")


def _repaired(line: str, at: int) -> Iterator[str]:
    """Yield lines with one sign more or less where the line does not fit, the likeliest first."""
    before, behind = line[:at].rstrip(), line[at:].lstrip()
    if behind[:1].isalpha() and line[at] == " ":
        if words.DICE.search(behind):
            yield words.BETWEEN_DICE.sub("+", line)
            yield words.BETWEEN_DICE.sub(",", line)
            yield words.WORDS.sub("", line)
        return
    if before[-1:] in "+-*/" and behind[:1] in "+-*/":
        yield before + behind.lstrip("+-*/ ")
    if behind.startswith("(") or before.endswith(")"):
        signs = ["*", "+"]
    elif before[-1:].isdigit() and behind[:1].isdigit():
        signs = [">="] if behind.rstrip().endswith("+") else ["#", "+", ""]
    else:
        signs = ["+", "dl"] if behind[:1].lower() == "d" else ["", "+"]
    for sign in signs:
        yield before + sign + (behind[1:] if sign == "dl" else behind.rstrip(" +"))
    yield before
    yield before.rstrip("+-*/x( ")


def _spelled(line: str) -> str:
    """Return a line that fits as it is spelled, or ""."""
    try:
        found = DiceLine(_rolls(line)[0])
        check(found)
    except (_NoFit, BadDice):
        return ""
    return spelled(found) if all(has_die(one) for _, one in found.rolls) else ""
