"""Forged exports: what each checker finds, and what it can only list as claimed. The table is in docs/dice.md.

Every forger here is a good one: they hold the file with its seeds, and compute digests and hashes again after each
change (`tests.rechained`). Four checkers look at each file: `bot/fairness.py` alone, `referee verify --replay`, both
with a hash that somebody wrote down, and the bot itself. `python -m tests.cogs.test_forgeries` writes the table.
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import random
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot import fairness
from bot.__main__ import main
from tests.clocks import Stopped
from tests.cogs.conftest import Game, types
from tests.cogs.exporting import file_of
from tests.cogs.test_hashes import hash_of
from tests.rechained import rechained
from tests.served import Served, served

Document = dict[str, Any]
PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
BEGIN, END = "<!-- forgeries -->", "<!-- end of forgeries -->"
FIGHT = (
    "GM: /encounter start ruleset: aliens title: Sub-level 3",
    "GM: /combatant add sheet: apone owner: @Ann side: Marines",
    "GM: /combatant add sheet: rifleman owner: @Ben side: Marines",
    "GM: /combatant add sheet: alien side: Aliens",
    "Ann: /fire target: Alien range: 2",
    "GM: /undo",
    "Ann: /fire target: Alien range: 3",
    "GM: /adjust who: Alien changes: alive",
    "Ben: /fire target: Alien range: 2 dice: 9 5 5",
    "GM: /adjust who: Alien changes: alive",
    "Ben: /fire target: Alien range: 4",
    "GM: /next",
    "GM: /adjust who: Alien changes: alive",
    "Ann: /fire target: Alien range: 2",
    "GM: /encounter end",
)
LATER = b"later" * 6 + b"x."
"""A seed of the forger's own."""


def shots(given: Document) -> list[Document]:
    """The entries with throws of the bot."""
    return [entry for entry in given["entries"] if rolls(entry)]


def rolls(entry: Document) -> list[Document]:
    return [step for step in entry["steps"] if step["type"] == "roll" and not step["typed_by"]]


def renumbered(given: Document) -> None:
    """Number the entries without gaps, with what refers to them."""
    numbers = {entry["seq"]: n for n, entry in enumerate(given["entries"], 1)}
    for entry in given["entries"]:
        entry["seq"] = numbers[entry["seq"]]
        entry["parent"] = entry["seq"] - 1 or None
        entry["origin"] = numbers.get(entry["origin"], entry["seq"])


def cut_the_undone(given: Document) -> None:
    undo = next(n for n, entry in enumerate(given["entries"]) if entry["kind"] == "undo")
    marked = given["entries"][undo + 1]
    del given["entries"][undo - 1 : undo + 1]
    renumbered(given)
    marked["after_undone"] = None
    marked["resolution"].pop("after_undone", None)


def call_typed(given: Document) -> None:
    die = rolls(shots(given)[-1])[0]
    die.update(value=die["low"], typed_by="Ann")
    shots_entry = next(entry for entry in given["entries"] if die in entry["steps"])
    salt = hashlib.sha256(b"salt").hexdigest()[:32]
    at = ["steps", shots_entry["steps"].index(die), "typed_by"]
    shots_entry["chain"]["leaves"].append({"at": at, "salt": salt})
    shots_entry["effects"] = [one for one in shots_entry["effects"] if one["kind"] != "Threw"]


def another_target(given: Document) -> None:
    shots(given)[-1]["order"]["targets"][0]["id"] = "c2"
    shots(given)[-1]["redacted"] = True


def drop_the_roll(n: int) -> Callable[[Document], None]:
    def change(given: Document) -> None:
        entry = shots(given)[n]
        entry["steps"].remove(rolls(entry)[-1])

    return change


def one_roll_more(given: Document) -> None:
    entry = shots(given)[-1]
    entry["steps"].append({**rolls(entry)[-1], "value": drawn(given, entry, rolls(entry)[-1], len(rolls(entry)))})


def another_die(faces: int) -> Callable[[Document], None]:
    def change(given: Document) -> None:
        entry = shots(given)[-1]
        die = rolls(entry)[0]
        die["high"] += faces
        die["value"] = drawn(given, entry, die, 0)

    return change


def drawn(given: Document, entry: Document, die: Document, n: int) -> int:
    """The value that the seed gives for a die."""
    seed = next(one["seed"] for one in given["seeds"] if one["commitment"] == entry["commitment"])
    key = ":".join(str(entry["key"][name]) for name in ("turn", "impulse", "actor", "k"))
    message = f"{given['encounter']['id']}:{key}:{entry['digest']}:{n}"
    return fairness.derive(bytes.fromhex(seed), message, die["low"], die["high"])


def other_outcome(given: Document) -> None:
    entry = shots(given)[-1]
    clause = entry["resolution"]["clauses"][-1]
    clause["text"] += " Nobody else saw it."
    entry["outcome"] += " Nobody else saw it."


def other_verdict(given: Document) -> None:
    entry = shots(given)[-1]
    entry["verdict"] = entry["resolution"]["verdict"] = "miss" if entry["verdict"] == "hit" else "hit"


def other_effects(given: Document) -> None:
    effect = {"kind": "Appeared", "combatant": "c2", "present": False}
    shots(given)[-1]["effects"].insert(0, effect)


def other_user(given: Document) -> None:
    shots(given)[-1]["user"] = "Cleo"


def other_time(given: Document) -> None:
    shots(given)[-1]["at"] = "2020-01-01T00:00:00+00:00"


def second_seed(given: Document, first: int = 8) -> None:
    """All entries from one on are of a seed of the forger's own; it is committed to in a correction."""
    commitment = hashlib.sha256(LATER).hexdigest()
    given["seeds"].append({"commitment": commitment, "seed": LATER.hex()})
    for entry in given["entries"][first:]:
        entry["commitment"] = commitment
    given["entries"][first - 1]["effects"].append({"kind": "Committed", "commitment": commitment})
    thrown_again(given, first)


def thrown_again(given: Document, first: int) -> None:
    """The dice that the seeds give from an entry on, whatever follows from them."""
    for entry in given["entries"][first:]:
        for n, die in enumerate(rolls(entry)):
            die["value"] = drawn(given, entry, die, n)


def own_seed(given: Document) -> None:
    commitment = hashlib.sha256(LATER).hexdigest()
    text = json.dumps(given).replace(given["seeds"][0]["commitment"], commitment)
    given.clear()
    given.update(json.loads(text))
    given["seeds"] = [{"commitment": commitment, "seed": LATER.hex()}]
    given.update(rechained(given))
    thrown_again(given, 0)


def other_value(given: Document) -> None:
    die = rolls(shots(given)[-1])[0]
    die["value"] = die["low"] if die["value"] != die["low"] else die["high"]


def plain_target(given: Document) -> None:
    shots(given)[-1]["order"]["range"] = 1


def no_marks(given: Document) -> None:
    for entry in given["entries"]:
        entry["after_undone"] = None
        entry["resolution"].pop("after_undone", None)


def other_encounter(given: Document) -> None:
    given["encounter"]["id"] = "0123456789"


def one_field_more(given: Document) -> None:
    shots(given)[-1]["order"]["luck"] = 1


def other_version(given: Document) -> None:
    given["version"] = 3


def swapped(given: Document) -> None:
    entries = given["entries"]
    entries[-3], entries[-2] = entries[-2], entries[-3]
    renumbered(given)


def cut_the_undo(given: Document) -> None:
    undo = next(n for n, entry in enumerate(given["entries"]) if entry["kind"] == "undo")
    del given["entries"][undo]
    renumbered(given)


def one_correction_more(given: Document) -> None:
    at = next(n for n, entry in enumerate(given["entries"]) if entry["order"]["kind"] == "Adjust")
    entry = copy.deepcopy(given["entries"][at])
    entry["seq"] = entry["group"] = None
    given["entries"].insert(at, entry)
    for n, one in enumerate(given["entries"], 1):
        one["origin"] = one["origin"] + (n > at + 1) if one["seq"] else n
        one.update(seq=n, parent=n - 1 or None)


def other_name(given: Document) -> None:
    text = json.dumps(given["entries"]).replace('"Apone"', '"Dietrich"').replace("Apone ", "Dietrich ")
    given["entries"] = json.loads(text)


def name_without_salt(given: Document) -> None:
    for entry in given["entries"]:
        for leaf in entry["chain"]["leaves"]:
            if leaf["at"][-1] == "changes" and "salt" in leaf:
                salt = bytes.fromhex(leaf.pop("salt"))
                leaf["hash"] = hashlib.sha256(salt + entry["order"]["changes"].encode()).hexdigest()
                entry["order"]["changes"] = "dead"


def other_rules(given: Document) -> None:
    other_effects(given)
    shots(given)[-1]["rules_version"] = "0"


def effect_of_an_undo(given: Document) -> None:
    undo = next(entry for entry in given["entries"] if entry["kind"] == "undo")
    undo["effects"].append({"kind": "Appeared", "combatant": "c1", "present": False})


def no_chain(given: Document) -> None:
    for entry in given["entries"]:
        del entry["chain"]


def other_key(given: Document) -> None:
    shots(given)[-1]["key"]["k"] += 1


def end_cut_off(given: Document) -> None:
    del given["entries"][-4:]
    given["encounter"]["ended"] = False


def cut_before_the_end(given: Document) -> None:
    del given["entries"][-4:-1]
    renumbered(given)
    key = next(entry["key"] for entry in given["entries"][-2::-1] if entry["key"])
    given["entries"][-1]["key"].update(turn=key["turn"], impulse=key["impulse"])


def other_group(given: Document) -> None:
    shots(given)[-1]["group"] = "1"


def heading(**changes: str) -> Callable[[Document], None]:
    def change(given: Document) -> None:
        (given if "exported" in changes else given["encounter"]).update(changes)

    return change


def other_side(given: Document) -> None:
    given["entries"] = json.loads(
        json.dumps(given["entries"]).replace("Marines", "Pirates").replace("marines", "pirates")
    )


FORGERIES: dict[str, tuple[Callable[[Document], None], bool]] = {
    "an undone throw is cut out with its undo, the rest renumbered": (cut_the_undone, True),
    "a value is changed and called typed": (call_typed, True),
    "a target is changed, with `redacted`": (another_target, True),
    "the deciding roll is removed, its `Threw` stays (the last shot)": (drop_the_roll(-1), True),
    "the deciding roll is removed, its `Threw` stays (an earlier shot)": (drop_the_roll(1), True),
    "a roll too many, with the value that the seed gives": (one_roll_more, True),
    "another die, of one face more": (another_die(1), True),
    "another die, of two faces more": (another_die(2), True),
    "an outcome is changed": (other_outcome, True),
    "a verdict is changed": (other_verdict, True),
    "effects are changed": (other_effects, True),
    "a user is changed": (other_user, True),
    "a time is changed": (other_time, True),
    "the end is cut off": (end_cut_off, True),
    "the last orders before the end are cut out": (cut_before_the_end, True),
    "a second seed from the middle on": (second_seed, True),
    "all dice are from the forger's own seed": (own_seed, True),
    "a value is changed": (other_value, True),
    "an order is changed": (plain_target, True),
    "marks are removed": (no_marks, True),
    "the id is another encounter's": (other_encounter, True),
    "an order has a field more": (one_field_more, True),
    "the version is changed": (other_version, True),
    "two entries are swapped": (swapped, True),
    "an undo is cut out, the rest renumbered": (cut_the_undo, True),
    "a correction is added": (one_correction_more, True),
    "a fighter's name is changed everywhere": (other_name, True),
    "a correction's words are changed, its leaf has only the hash": (name_without_salt, True),
    "effects are changed, as if by other rules": (other_rules, True),
    "an undo has an effect more": (effect_of_an_undo, True),
    "all hashes are removed": (no_chain, False),
    "a key of dice is changed": (other_key, True),
    "an entry is of another command": (other_group, True),
    "a value is changed, the hashes are not": (other_value, False),
    "the title in the heading is changed": (heading(title="Sub-level 4"), True),
    "the start in the heading is changed": (heading(started="2020-01-01T00:00:00+00:00"), True),
    "the time at which the file was made is changed": (heading(exported="2020-01-01T00:00:00+00:00"), True),
    "a side's name is changed everywhere": (other_side, True),
}
"""The altered part of each forgery, and whether digests and hashes are computed again."""


def forged(given: Document, name: str) -> Document:
    change, again = FORGERIES[name]
    document = copy.deepcopy(given)
    change(document)
    return rechained(document) if again else document


def witness(path: Path, *more: str) -> list[str]:
    """Return the findings of bot/fairness.py on a file."""
    said = StringIO()
    with redirect_stdout(said):
        fairness.main([str(path), *more])
    return said.getvalue().splitlines()


def command(path: Path, *more: str) -> list[str]:
    """Return the findings of `referee verify` on a file."""
    return CliRunner().invoke(main, ["verify", str(path), *more]).output.splitlines()


CAUGHT = {
    "its content does not match its hash": "the chain",
    "does not match its digest": "the digest",
    "the seed gives": "the dice",
    "undone throw": "the marks",
    "throws that it says are undone": "the marks",
    "it restores #": "the order of events",
    "is missing, or": "the order of events",
    "its dice are drawn for": "the key of the dice",
    "it counts": "the count of throws",
    "contradicts its resolution": "the outcome",
    "has the effect": "the effects of an undo",
    "the rules of this version give another result": "the rules",
    "cannot be resolved again": "the rules",
    "the rest cannot be read": "the format",
    "it has no hash": "the chain",
    "no entry has the hash": "the hash",
    "in the heading contradicts": "the heading",
    "the entries have no end": "the seed that is shown",
}


def finding(lines: list[str]) -> str:
    """Return the check that found the first problem; "" if there is none."""
    problems = [line for line in lines if line.startswith("PROBLEM: ")]
    if not problems:
        assert any(line.startswith("VERIFIED") for line in lines), lines
        return ""
    return next(by for words, by in CAUGHT.items() if words in problems[0])


def listed(lines: list[str]) -> list[str]:
    """The second list."""
    return [line.removeprefix("  - ") for line in lines[lines.index(fairness.CLAIMED) + 1 :]]


REPLACED = {
    "a user is changed": "who gave the orders, and when",
    "a correction's words are changed, its leaf has only the hash": "in which names or other words replace the real",
    "the time at which the file was made is changed": "when the file was made",
}
"""The forgeries of texts that an export with names replaces, and of what no entry says: also with a hash these are only
claimed."""
CLAIMS = {
    "by other versions of the rules": "claimed: results by other rules",
    "which this version tells in other words": "claimed: the words of results",
    "that this is the file of what was played": "claimed: what was played",
    "who gave the orders, and when": "claimed: who gave the orders",
    "in which names or other words replace the real": "claimed: replaced texts",
    "when the file was made": "claimed: when the file was made",
}


def claim(lines: list[str], name: str) -> str:
    """Under which claim of the second list a forgery is that nobody found."""
    found = listed(lines)
    words = REPLACED.get(name) or next(words for words in CLAIMS if any(words in line for line in found))
    assert any(words in line for line in found), (name, found)
    return CLAIMS[words]


async def fought(bot: Served) -> tuple[Game, Document, str]:
    """The fight with the same seed each time, its export, and the hash that everybody is shown after its end."""
    game = Game(bot.playground, bot.client)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", random.Random("forgeries").randbytes)
        for line in FIGHT:
            await types(game, line)
    _, content = await file_of(game, game.gm)
    head = await hash_of(game, "Ben")
    assert head is not None
    given = json.loads(content)
    assert rechained(given) == given and len(shots(given)) >= 3
    return game, given, head[1]


async def rows(folder: Path, given: Document, head: str) -> Iterator[tuple[str, ...]]:
    """The table: each forgery with what the checkers find."""
    found = []
    for name in FORGERIES:
        path = folder / "forged.json"
        path.write_text(json.dumps(forged(given, name)), encoding="utf-8")
        alone, again = witness(path), command(path, "--replay")
        with_head = witness(path, "--head", head), command(path, "--head", head, "--replay")
        assert finding(with_head[0]) or name in REPLACED, name
        each = (alone, again, with_head[0])
        found.append((name, *(finding(lines) or claim(lines, name) for lines in each)))
    return iter(found)


def table(lines: Iterator[tuple[str, ...]]) -> str:
    head = ("forgery", "`fairness.py FILE`", "`referee verify FILE --replay`", "with `--head`")
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ("---",) * 4, *lines))


async def test_the_page_has_the_table_of_forgeries(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3", Stopped()) as bot:
        game, given, head = await fought(bot)
        path = tmp_path / "true.json"
        path.write_text(json.dumps(given), encoding="utf-8")
        for check in (witness, command):
            assert finding(check(path, "--head", head)) == "" == finding(check(path))
        again = command(path, "--head", head, "--replay")
        assert finding(again) == "" and again[0] == f"The hash that you gave is that of entry {len(given['entries'])}."
        assert not any("result" in line for line in listed(again))
        page = PAGE.read_text(encoding="utf-8")
        assert page.partition(BEGIN)[2].partition(END)[0].strip() == table(await rows(tmp_path, given, head))
        # The bot compares with its own record, whether or not a hash is given.
        for name in FORGERIES:
            content = json.dumps(forged(given, name)).encode()
            said = await game.whispers(game.ben, "dice verify", file=("forged.json", content))
            claims = (*[words for one, words in REPLACED.items() if one == name], "that the record ends here")
            assert said.startswith("**Not verified") or any(words in said for words in claims), (name, said)


async def test_a_hash_proves_the_users_whose_ids_are_in_the_file(tmp_path: Path) -> None:
    """With names in place of ids they are only claimed."""
    async with served(tmp_path / "bot.sqlite3", Stopped()) as bot:
        game, _, head = await fought(bot)
        given = json.loads((await file_of(game, game.gm, ids=True))[1])
        path = tmp_path / "forged.json"
        for document, found in ((given, ""), (forged(given, "a user is changed"), "the hash")):
            path.write_text(json.dumps(document), encoding="utf-8")
            for check in (witness, command):
                assert finding(check(path, "--head", head)) == found
                assert finding(check(path)) == ""
        content = path.read_bytes()
        said = await game.whispers(game.ben, "dice verify", file=("forged.json", content))
        assert said.startswith("**Not verified")


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder) / "bot.sqlite3", Stopped()) as bot:
            _, given, head = await fought(bot)
            lines = table(await rows(Path(folder), given, head))
    page = PAGE.read_text(encoding="utf-8")
    written = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n\n{lines}\n\n{END}", page, flags=re.DOTALL)
    PAGE.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(asyncio.run(_write()))
