"""The report on an export is bounded, whatever the file holds: the bot itself reads and shows it."""

from __future__ import annotations

import hashlib
import json

from bot import fairness
from bot.chat.workers.read_export import report


def test_thousands_of_seeds_are_not_told() -> None:
    secrets = [n.to_bytes(32, "big") for n in range(5000)]
    seeds = [{"commitment": hashlib.sha256(seed).hexdigest(), "seed": seed.hex()} for seed in secrets]
    document = {"format": fairness.FORMAT, "version": 2, "encounter": {"id": "e"}, "seeds": seeds, "entries": []}
    found = report(json.dumps(document).encode())
    assert found["report"]["problems"] == [] and 0 < len(found["commitments"]) <= 500
