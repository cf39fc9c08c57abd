"""The advice in refusals, typed: what a refusal tells people to write must be understood when they do.

A line that was refused is typed again with the words that its refusal gives as an example, in the option that they are
for, and the commands that it names are typed. Every world in which a test has something refused is asked at its end
(`tests.cogs.conftest.laid_out`), so each refusal of those tests is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.words.catalogue import normalized
from standin.driver import Answer

_EXAMPLES = (
    re.compile(r"(?:such as|[Ff]or example:?|Start with a number:) (?P<words>[^.;)]+)"),
    re.compile(r"Use (?P<words>[a-z][^/.;:]*), or give cost"),
    re.compile(r"(?:Use|[Uu]se|with) (?P<words>(?:how|mod|weapon): [^.;,]+)"),
    re.compile(r"Give its (?:PF|Protection Factor): (?P<words>[^.;]+)"),
    re.compile(r": use (?P<words>\d+ (?:magazine|round|belt)s?)"),
    re.compile(r"Write (?P<words>[a-z][^.;]*)"),
    re.compile(r"(?P<words>/act (?:what: )?[^.;(]+)"),
)
_ASIDE = re.compile(
    r",? (?:or ask the GM|for example|each from|with their|first|before /"
    r"|to (?:end|cancel|come|cock|give|get|think)\b).*"
)
_OPTION = re.compile(r"(?P<option>[a-z]+): ?(?P<words>.+)")
_GIVEN = re.compile(r" (?P<option>[a-z]+): (?P<value>.*?)(?= [a-z]+: |$)")
_MISREAD = re.compile(
    r"I don.t (?:know|understand)|is not a[n ]|is neither|needs (?:its|a)\b|has no option|is not possible|is loaded by"
)
_OPTIONS_OF_WORDS = ("how", "what", "changes", "sheet", "mod", "dice", "to", "at", "size", "lines", "until")
_NO_ADVICE = re.compile(r"Leave troops|can be done quietly|has no rule for purchases|Shooters give")
"""Examples of what is not possible, and what others may do about it."""


def advised(typed: str, refusal: str, somebody: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each example that a refusal gives, with the lines in which it may be meant; `somebody` is the name of a
    fighter, where the example has NAME."""
    if _NO_ADVICE.search(refusal):
        return
    for pattern in _EXAMPLES:
        for found in pattern.finditer(refusal):
            words = _ASIDE.sub("", found["words"])
            option = re.match(r"[a-z]+: ", words)
            for one in re.split(r",? or |, " if " or " in words else ",? or ", words):
                example = one.strip(" ,:").replace("NAME", somebody)
                if option and not _OPTION.fullmatch(example):
                    example = f"{option[0]}{example}"
                yield example, [*_lines(typed, refusal, example)]


def taken(answer: Answer) -> bool:
    """Return whether a line was understood; it may be refused for another reason than its words."""
    if answer.modal or not answer.ephemeral or answer.embeds:
        return True
    return not _MISREAD.search(answer.content)


def _lines(typed: str, refusal: str, words: str) -> Iterator[str]:
    """Yield the lines, the likeliest first."""
    person, _, line = typed.partition(": ")
    given = {found["option"]: found["value"] for found in _GIVEN.finditer(line)}
    if words.startswith("/act"):
        who = f" who: {given['who']}" if "who" in given else ""
        yield f"{person}: /act{who} what: {re.sub(r'^/act (?:what: )?', '', words)}"
        return
    if "sheet line" in refusal and "who" not in refusal:
        yield f"GM: /combatant add sheet: {words}"
        return
    if "/adjust" in refusal:
        yield f"GM: /adjust who: {given.get('who') or refusal.split()[0]} changes: {words}"
        return
    if (option := _OPTION.fullmatch(words)) and option["option"] != "label":
        yield f"{person}: {_with(line, option['option'], option['words'])}"
        return
    named = [option for option in re.findall(r"\b([a-z]+):", refusal) if option in _OPTIONS_OF_WORDS or option == "who"]
    quoted = re.search(r"“([^”]*)”", refusal)
    about = [name for name, value in given.items() if quoted and normalized(quoted[1]) in normalized(value)]
    if "sheet" in given:
        yield f"{person}: {_with(line, 'sheet', ', '.join((*given['sheet'].split(', ')[:-1], words)))}"
    for name in dict.fromkeys((*named, *about, *(name for name in given if name in _OPTIONS_OF_WORDS))):
        yield f"{person}: {_with(line, name, words)}"


def _with(line: str, option: str, words: str) -> str:
    """Return a line with these words in an option."""
    if re.search(rf" {option}: ", line):
        return re.sub(rf" {option}: .*?(?= [a-z]+: |$)", lambda _: f" {option}: {words}", line)
    return f"{line} {option}: {words}"
