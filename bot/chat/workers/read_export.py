"""Checks the dice of an exported encounter: the file comes in on standard input, the report goes out as JSON.

Run as a script in a process of its own (`resource_limits.py`): what it may read was made by anybody.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from bot import fairness
from bot.chat.workers.export_document import document_of
from bot.chat.workers.text import NotText

_MOST_PROBLEMS, _LONGEST_PROBLEM, _MOST_SEEDS = 1000, 500, 500
"""The most problems in a report, the most characters of one, and the most seeds."""
_NO_EXPORT = "That file is not an encounter's export. Get one with /export."


def report(data: bytes, noted_hash: str = "") -> dict[str, Any]:
    """Return the report on an export as JSON values, or the refusal if the file is no export; `noted_hash` is a hash
    that somebody wrote down."""
    try:
        document = document_of(data)
    except NotText as wrong:
        return {"refusal": str(wrong)}
    if not isinstance(document, dict):
        return {"refusal": _NO_EXPORT}
    if document.get("format") == fairness.READING:
        return {"refusal": fairness.FILTERED}
    verified = fairness.verify(document, noted_hash)
    problems = [problem[:_LONGEST_PROBLEM] for problem in verified.problems[:_MOST_PROBLEMS]]
    if more := len(verified.problems) - len(problems):
        problems.append(f"and {more:,} more problems")
    # A document without problems holds a list of seeds.
    seeds = [] if problems else [str(seed["commitment"]) for seed in document["seeds"][:_MOST_SEEDS]]
    encounter = document.get("encounter")
    id = str(encounter.get("id", ""))[:_LONGEST_PROBLEM] if isinstance(encounter, dict) else ""
    return {"report": {**asdict(verified), "problems": problems}, "commitments": seeds, "encounter": id}


if __name__ == "__main__":
    print(json.dumps(report(sys.stdin.buffer.read(), *sys.argv[1:])))
