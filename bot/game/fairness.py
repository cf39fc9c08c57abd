"""Checks an exported encounter: that every throw is the one its secret seed gives, and nothing was changed since.

An independent witness: the standard library only, nothing from rules/, so that it runs offline and on its own
(`python -m bot.fairness FILE`, or this one file copied elsewhere).

Throw n (from 0) of an order: HMAC-SHA256(seed, "encounter:origin:digest:n") as four 8-byte big-endian integers; the
first below the largest multiple of the span gives low + integer mod span; if none is, ":1", ":2", ... is added.
Origin is that of the entry whose state the order acted on; digest the SHA-256 of the order's canonical JSON; n counts
what the bot threw, not what people typed in, through all parts of the order. Rolls left out at the very end of an
order cannot be missed here: only the rules know how many it takes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT, VERSION = "skirmish-referee-export", 1
_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Report:
    """How many throws were computed again and compared, every problem, and how many throws people typed."""

    checked: int
    problems: tuple[str, ...]
    typed: int


def verify(document: dict[str, Any]) -> Report:
    """Check a whole export. Whatever the file holds, nothing is raised: what cannot be read is a problem too."""
    witness = _Witness()
    try:
        if (document["format"], document["version"]) != (FORMAT, VERSION):
            raise ValueError("this is no export of a version known here")
        witness.read_seeds(document["seeds"])
        witness.check_entries(document["encounter"]["id"], document["entries"])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as wrong:
        reason = f"there is no {wrong}" if isinstance(wrong, KeyError) else str(wrong)
        witness.problems.append(f"the rest cannot be read: {reason}")
    return Report(witness.checked, tuple(witness.problems), witness.typed)


def derive(seed: bytes, message: str, low: int, high: int) -> int:
    """The throw of `low` to `high` that a seed gives for "encounter:origin:digest:n"."""
    span = high - low + 1
    if not 0 < span <= _WORD:
        raise ValueError(f"no die shows {low} to {high}")
    suffix, attempt = "", 0
    while True:
        block = hmac.new(seed, (message + suffix).encode(), hashlib.sha256).digest()
        for drawn in struct.unpack(">4Q", block):
            if drawn < _WORD // span * span:
                return low + int(drawn) % span
        attempt += 1
        suffix = f":{attempt}"


class _Witness:
    def __init__(self) -> None:
        self.checked = self.typed = 0
        self.problems: list[str] = []
        self.seeds: dict[str, bytes | None] = {}

    def read_seeds(self, seeds: list[dict[str, Any]]) -> None:
        for each in seeds:
            posted, seed = each["commitment"], each["seed"]
            self.seeds[posted] = None
            if seed is None:
                self.problems.append(f"the seed is not yet shown (commitment {posted})")
            elif hashlib.sha256(bytes.fromhex(seed)).hexdigest() != posted:
                self.problems.append(f"the seed is not the one that was committed to (commitment {posted})")
            else:
                self.seeds[posted] = bytes.fromhex(seed)

    def check_entries(self, encounter: str, entries: list[dict[str, Any]]) -> None:
        origins: list[int] = []
        part_of: object = None
        key, n = "", 0
        for place, entry in enumerate(entries, start=1):
            seq, origin = entry["seq"], entry["origin"]
            if seq != place or entry["parent"] != (place - 1 or None):
                raise ValueError(f"entry {place} is missing, or entry {seq} does not follow the one before it")
            if origin != seq and not (entry["kind"] in ("undo", "redo") and origin in origins):
                self.problems.append(f"entry {seq}: its origin cannot be {origin}")
            digest = hashlib.sha256(_canonical(entry["order"])).hexdigest()
            if digest != entry["digest"]:
                self.problems.append(f"entry {seq}: the order is not the one its digest was taken of")
            # All parts of an order act on the state before its first part, and share one count.
            if entry.get("group") is None or (entry["group"], digest) != part_of:
                key, n = f"{encounter}:{origins[-1] if origins else 0}:{digest}", 0
            part_of = entry.get("group"), digest
            for roll in (step for step in entry["steps"] if step["type"] == "roll"):
                self.check_roll(f"entry {seq}, {roll['why']}", roll, entry["commitment"], f"{key}:{n}")
                n += not roll["typed_by"]
            origins.append(origin)

    def check_roll(self, where: str, roll: dict[str, Any], posted: str, message: str) -> None:
        low, high, value = roll["low"], roll["high"], roll["value"]
        if roll["typed_by"]:
            self.typed += 1
            if not low <= value <= high:
                self.problems.append(f"{where}: {value} was typed in for a die of {low} to {high}")
            return
        if posted not in self.seeds:
            self.problems.append(f"{where}: its seed is not in the file (commitment {posted})")
        elif (seed := self.seeds[posted]) is not None:
            self.checked += 1
            if value != (right := derive(seed, message, low, high)):
                self.problems.append(f"{where}: {value} is recorded, the seed gives {right}")


def _canonical(order: Any) -> bytes:
    return json.dumps(order, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def main(arguments: list[str]) -> int:
    """Print the verdict on one file; 0 if all is well, 1 if not, 2 if there is nothing to judge."""
    if len(arguments) != 1:
        print("Name one exported file: python -m bot.fairness FILE")
        return 2
    try:
        document = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except OSError as wrong:
        print(f"The file cannot be read: {wrong.strerror or wrong}")
        return 2
    except (ValueError, RecursionError):
        print("This is no export: it is not JSON. /export writes one.")
        return 2
    report = verify(document)
    for problem in report.problems:
        print("PROBLEM:", "".join(sign if sign.isprintable() else "?" for sign in problem))
    print(f"{report.checked} throws checked against the seed, {report.typed} typed in by people.")
    if report.problems:
        print(f"NOT VERIFIED: {len(report.problems)} problem(s).")
        return 1
    print("VERIFIED, if these are the commitments that were posted before the dice were thrown:")
    for each in document["seeds"]:
        print(f"  {each['commitment']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
