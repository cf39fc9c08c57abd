"""The offline witness: it believes a genuine export, and nothing that was changed since."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot.fairness
from bot.fairness import Report, derive, main, verify
from rules.engine.scene.dice import KeyedDice, TypedDice, commitment, order_digest
from tests.waiting import patience

FIRST = bytes(range(32))
SECOND = bytes(range(100, 132))
ENCOUNTER = "a1b2c3"
Document = dict[str, Any]


class Play:
    """An encounter written down as the export has it, its dice thrown by rules.engine.scene.dice."""

    def __init__(self) -> None:
        self.entries: list[Document] = []
        self.seed = FIRST

    def add(self, kind: str, order: Document, steps: list[Document], origin: int | None = None, **more: Any) -> None:
        seq = len(self.entries) + 1
        self.entries.append(
            {
                "seq": seq,
                "parent": seq - 1 or None,
                "origin": seq if origin is None else origin,
                "kind": kind,
                "at": "2024-05-01T20:00:00+00:00",
                "actor": "1001",
                "commitment": commitment(self.seed),
                "order": order,
                "digest": order_digest(canonical(order)),
                "steps": steps,
                "outcome": "",
                **more,
            }
        )

    def dice(self, order: Document) -> KeyedDice:
        return KeyedDice(self.seed, ENCOUNTER, self.entries[-1]["origin"], order_digest(canonical(order)))

    def order(self, order: Document, *parts: list[tuple[int, int]], group: str | None = None) -> None:
        dice = self.dice(order)
        thrown = [[rolled(dice, low, high) for low, high in part] for part in parts]
        for steps in thrown:
            more: Document = {} if group is None else {"group": group}
            self.add("order", order, [{"type": "note", "label": "", "text": "before"}, *steps], **more)

    def document(self) -> Document:
        return {
            "format": "skirmish-referee-export",
            "version": 1,
            "encounter": {"id": ENCOUNTER, "title": "Hadley", "ruleset": "aliens", "preset": "aliens"},
            "seeds": [{"commitment": commitment(seed), "seed": seed.hex()} for seed in (FIRST, SECOND)],
            "entries": self.entries,
        }


def canonical(order: Document) -> bytes:
    return json.dumps(order, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def rolled(dice: KeyedDice | TypedDice, low: int, high: int) -> Document:
    value, typed_by = dice.throw("to hit", low, high)
    return {"type": "roll", "label": "Hit", "why": "to hit", "low": low, "high": high, "value": value} | {
        "needed": "",
        "typed_by": typed_by,
    }


def genuine() -> Document:
    """Eight entries: single shots, a Next of three parts, typed dice, an undo, and a second seed."""
    play = Play()
    fire = {"kind": "fire", "actor": "c1", "targets": ["Ålien 1"], "aim": 2, "mod": None}
    play.add("order", {"kind": "start"}, [])
    play.order(fire, [(0, 9), (0, 99)])
    play.order({"kind": "next"}, [(0, 9)], [(0, 9), (0, 9)], [(1, 6)], group="i77")
    typed = TypedDice((7, 3), "Trent")
    play.add("order", fire, [rolled(typed, 0, 9), rolled(play.dice(fire), 0, 99), rolled(typed, 0, 9)])
    play.add("undo", {"kind": "undo"}, [], origin=2)
    play.seed = SECOND
    play.order(fire, [(0, 9), (0, 999)])
    return play.document()


def test_a_genuine_export_verifies() -> None:
    assert verify(genuine()) == Report(checked=9, problems=(), typed=2)


def test_an_undone_order_gets_the_same_dice_again() -> None:
    play = Play()
    fire = {"kind": "fire", "actor": "c1"}
    play.add("order", {"kind": "start"}, [])
    play.order(fire, [(0, 999999)])
    play.add("undo", {"kind": "undo"}, [], origin=1)
    play.order(fire, [(0, 999999)])
    assert play.entries[1]["steps"] == play.entries[3]["steps"]
    assert verify(play.document()) == Report(2, (), 0)


def entry(seq: int, **changes: Any) -> Callable[[Document], None]:
    return lambda document: document["entries"][seq - 1].update(changes)


def roll(seq: int, step: int, **changes: Any) -> Callable[[Document], None]:
    return lambda document: document["entries"][seq - 1]["steps"][step].update(changes)


def other_value(seq: int, step: int) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        die = document["entries"][seq - 1]["steps"][step]
        die["value"] = die["low"] if die["value"] != die["low"] else die["high"]

    return change


def another_order(document: Document) -> None:
    order = {"kind": "fire", "actor": "c2"}
    document["entries"][1].update(order=order, digest=order_digest(canonical(order)))


def moved_parts(document: Document) -> None:
    for seq in (3, 4, 5):
        document["entries"][seq - 1]["group"] = f"i{seq}"


def swapped_parts(document: Document) -> None:
    entries = document["entries"]
    entries[2]["steps"], entries[3]["steps"] = entries[3]["steps"], entries[2]["steps"]


def drop(seq: int) -> Callable[[Document], None]:
    return lambda document: document["entries"].pop(seq - 1)


def other_seed(document: Document) -> None:
    document["seeds"][0]["seed"] = SECOND.hex()


def both_seeds_forged(document: Document) -> None:
    forged = b"x" * 32
    document["seeds"][0] = {"commitment": commitment(forged), "seed": forged.hex()}
    for each in document["entries"]:
        if each["commitment"] == commitment(FIRST):
            each["commitment"] = commitment(forged)


TAMPERING: dict[str, tuple[Callable[[Document], Any], str]] = {
    "a roll": (other_value(2, 1), "entry 2, to hit: "),
    "a second roll": (other_value(2, 2), "entry 2, to hit: "),
    "a roll in a later part": (other_value(5, 1), "entry 5, to hit: "),
    "a roll after typed ones": (other_value(6, 1), "entry 6, to hit: "),
    "a roll under the second seed": (other_value(8, 2), "entry 8, to hit: "),
    "the die": (roll(8, 2, high=998), "entry 8, to hit: "),
    "a list as a step": (lambda given: given["entries"][1].update(steps=[[]]), "the rest cannot be read: a value is"),
    "a die that cannot be": (roll(2, 1, low=10), "the rest cannot be read: no die shows 10 to 9"),
    "a typed die off its die": (roll(6, 0, value=17), "entry 6, to hit: 17 was typed in for a die of 0 to 9"),
    "a typed roll passed off as thrown": (roll(6, 0, typed_by=""), "entry 6, to hit: "),
    "an order": (entry(2, order={"kind": "fire", "actor": "c2"}), "entry 2: the order does not match its digest"),
    "an order and its digest": (another_order, "entry 2, to hit: "),
    "a digest": (entry(2, digest="0" * 64), "entry 2: the order does not match its digest"),
    "the seed": (other_seed, "the seed does not match its commitment"),
    "the seed, its commitment and the entries": (both_seeds_forged, "entry 2, to hit: "),
    "a commitment that is not in the file": (entry(2, commitment="0" * 64), "its seed is not in the file"),
    "the wrong one of two commitments": (entry(8, commitment=commitment(FIRST)), "entry 8, to hit: "),
    "the origin of an order": (entry(2, origin=1), "entry 2: its origin cannot be 1"),
    "the origin of an undo": (entry(7, origin=5), "entry 8, to hit: "),
    "an origin that never was": (entry(7, origin=9), "entry 7: its origin cannot be 9"),
    "the parent": (entry(6, parent=2), "entry 6 does not follow the one before it"),
    "the encounter": (lambda document: document["encounter"].update(id="zzzzzz"), "entry 2, to hit: "),
    "the parts of an order, made single": (moved_parts, "entry 4, to hit: "),
    "the parts of an order, swapped": (swapped_parts, "entry 4, to hit: "),
    "an entry left out": (drop(4), "entry 4 is missing"),
    "the first entry left out": (drop(1), "entry 1 is missing"),
    "a roll left out": (lambda document: document["entries"][1]["steps"].pop(1), "entry 2, to hit: "),
    "a roll added": (
        lambda document: document["entries"][1]["steps"].insert(1, document["entries"][1]["steps"][1]),
        "entry 2, to hit: ",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_caught(what: str) -> None:
    document = genuine()
    tamper, problem = TAMPERING[what]
    tamper(document)
    problems = verify(document).problems
    assert [line for line in problems if problem in line], problems


def test_a_group_cannot_be_stretched_to_roll_again() -> None:
    """Undone and ordered once more, the second attempt must not go on counting where the first one ended."""
    play = Play()
    fire = {"kind": "fire", "actor": "c1"}
    play.add("order", {"kind": "start"}, [])
    dice = play.dice(fire)
    play.add("order", fire, [rolled(dice, 0, 999999)], group="i1")
    play.add("undo", {"kind": "undo"}, [], origin=1)
    play.add("order", fire, [rolled(dice, 0, 999999)], group="i1")
    assert [problem[:7] for problem in verify(play.document()).problems] == ["entry 4"]


def test_an_open_encounter_has_not_shown_its_seed() -> None:
    document = genuine()
    document["seeds"][1]["seed"] = None
    report = verify(document)
    assert report.problems == (f"the seed is still secret (commitment {commitment(SECOND)})",)
    assert (report.checked, report.typed) == (7, 2)


@pytest.mark.parametrize("seed", [b"", b"short"])
def test_a_seed_of_any_length_is_checked(seed: bytes) -> None:
    play = Play()
    play.seed = seed
    play.add("order", {"kind": "start"}, [])
    play.order({"kind": "fire"}, [(0, 9)])
    document = play.document()
    document["seeds"] = [{"commitment": commitment(seed), "seed": seed.hex()}]
    assert verify(document) == Report(1, (), 0)
    other_value(2, 1)(document)
    assert len(verify(document).problems) == 1


@given(
    st.binary(min_size=1, max_size=40),
    st.integers(-(2**40), 2**40),
    st.one_of(st.integers(0, 1000), st.integers(0, 2**64 - 1)),
)
def test_both_derivations_agree(seed: bytes, low: int, more: int) -> None:
    dice = KeyedDice(seed, "e", 3, "d")
    for n in range(3):
        assert dice.throw("agreement", low, low + more) == (derive(seed, f"e:3:d:{n}", low, low + more), "")


def test_the_witness_knows_the_known_answer() -> None:
    # openssl dgst -sha256 -mac HMAC over "e2:1:<digest>:0" is rejected four times for this span; ":1" is not.
    digest = "0419196818bcf400fc96dd4525ed7d09d4d1a79d64d1e6aa151a2e16386e13c4"
    assert derive(FIRST, f"e2:1:{digest}:0", 0, 2**63) == 1154226008344286219


@pytest.mark.parametrize(
    "document",
    [{}, [], None, {"format": "skirmish-referee-export", "version": 2}, {"format": "skirmish-referee-export"}],
)
def test_what_is_no_export_is_a_problem(document: Any) -> None:
    assert len(verify(document).problems) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"seeds": 5},
        {"seeds": [{}]},
        {"seeds": [{"commitment": "x", "seed": "zz"}]},
        {"seeds": [{"commitment": [], "seed": None}]},
        {"entries": None},
        {"entries": [{}]},
        {"entries": ["x"]},
        {"encounter": None},
    ],
)
def test_nonsense_inside_is_a_problem(wrong: Document) -> None:
    assert verify(genuine() | wrong).problems


@pytest.mark.parametrize("key", ["low", "high", "value"])
@pytest.mark.parametrize("value", [None, "x", [], {}, 1e308, float("inf")])
def test_nonsense_in_a_roll_is_a_problem(key: str, value: Any) -> None:
    document = genuine()
    roll(8, 2, **{key: value})(document)
    assert verify(document).problems


def test_the_verdict_of_a_genuine_file(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps(genuine()), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", bot.fairness.__file__, str(file)],
        capture_output=True,
        text=True,
        timeout=patience(),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == [
        "Nothing ties this file to what was posted. Compare the SHA-256 of the seeds.",
        "9 throws checked against the seed, 2 typed by players.",
    ]
    assert "VERIFIED" in done.stdout
    assert f"  {commitment(FIRST)}\n  {commitment(SECOND)}\n" in done.stdout


def test_the_verdict_of_a_changed_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = genuine()
    roll(2, 1, value=10, why="to \x1b[2J hit")(document)
    file = tmp_path / "export.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert main([str(file)]) == 1
    said = capsys.readouterr().out
    assert "PROBLEM: entry 2, to ?[2J hit: 10 is recorded, the seed gives " in said
    assert said.endswith("NOT VERIFIED: 1 problem(s).\n")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_file_that_does_not_read(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(content)
    assert main([str(file)]) == 2
    assert capsys.readouterr().out == "This is not an export: it is not JSON. Get one with /export.\n"


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 2
    assert main([]) == 2
    assert capsys.readouterr().out.splitlines() == [
        "The file cannot be read: No such file or directory",
        "Name one exported file: python3 fairness.py FILE [--head HASH]",
    ]


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse(Path(bot.fairness.__file__).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
