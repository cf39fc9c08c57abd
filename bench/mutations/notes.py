"""The findings of a run so far, in files to which it only adds: it continues there after an interruption."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.mutations.places import Place


@dataclass(frozen=True, slots=True)
class Reach:
    """A test: how long it took in seconds, whether it passed, whether it is long, and the keys it reached."""

    test: str
    seconds: float
    passed: bool
    long: bool
    places: Sequence[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A stage's finding about a place: who noticed the change, "" for nobody; and how many of the tests that reach it
    were tried."""

    key: str
    stage: str
    noticed: str
    tried: int = 0
    of: int = 0


class Notes:
    """The folder of a sample."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._sample, self._map, self._verdicts = (
            folder / name for name in ("sample.json", "map.jsonl", "verdicts.jsonl")
        )

    def keep_sample(self, places: Sequence[Place]) -> None:
        """Keep the sample; a map of another sample is forgotten, verdicts of places that are still there are not."""
        text = json.dumps([asdict(place) for place in places])
        if self._sample.exists() and {p.key for p in self.sample()} != {p.key for p in places}:
            self._map.unlink(missing_ok=True)
        self._sample.write_text(text, encoding="utf-8")

    def sample(self) -> list[Place]:
        """Return the sample."""
        return [Place(**one) for one in json.loads(self._sample.read_text(encoding="utf-8"))]

    def add_reach(self, reach: Reach) -> None:
        """Add a test to the map."""
        _append(self._map, asdict(reach))

    def map(self) -> dict[str, Reach]:
        """Return the tests of the map by their ids."""
        return {one["test"]: Reach(**one) for one in _lines(self._map)}

    def add_verdict(self, verdict: Verdict) -> None:
        """Add a verdict."""
        _append(self._verdicts, asdict(verdict))

    def verdicts(self) -> dict[str, list[Verdict]]:
        """Return the verdicts by key, in their order."""
        found: dict[str, list[Verdict]] = {}
        for one in _lines(self._verdicts):
            found.setdefault(one["key"], []).append(Verdict(**one))
        return found

    def noticed(self) -> dict[str, str]:
        """Return who noticed what, by key."""
        return {key: last.noticed for key, all in self.verdicts().items() for last in all if last.noticed}

    def open(self, stage: str) -> list[Place]:
        """Return the places that nobody has noticed and that this stage has not looked at."""
        verdicts = self.verdicts()
        done = {key for key, all in verdicts.items() if any(one.noticed or one.stage == stage for one in all)}
        return [place for place in self.sample() if place.key not in done]

    def forget_unnoticed(self) -> None:
        """Have all stages look again at what nobody has noticed."""
        kept = [one for all in self.verdicts().values() for one in all if one.noticed]
        self._verdicts.write_text("".join(json.dumps(asdict(one)) + "\n" for one in kept), encoding="utf-8")


def _append(path: Path, line: dict[str, Any]) -> None:
    # Several processes write whole lines.
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(file, json.dumps(line).encode() + b"\n")
    finally:
        os.close(file)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())
