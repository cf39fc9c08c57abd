"""Hours of a recorded bot for promtool, which plays the shipped alert rules over them in no time.

A recording is the samples of `/metrics` of a real bot, twice: what lies between the two is taken for a minute. How long
things take depends on the machine, so in an hour everything takes the shortest time that is told apart, unless it is
about that.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

HOST = Path(__file__).resolve().parents[2] / "host" / "monitoring"
ALERTS = HOST / "alerts.yml"
FAILS, HEALED, END = 10, 40, 110
"""Minutes: when a failure begins, when it is over, and when the hours end."""
PROCESSES = {"one:8131": ("0", "1"), "two:8131": ("2", "3"), "three:8131": ("4", "5")}
"""The processes of the hours, each with its shards."""
_SAMPLE = re.compile(r"(\w+)(?:\{(.*)\})?")
_ZERO = f"{0.0:f}"
_COUNTERS = ("_total", "_count", "_sum", "_bucket")
_BOUND = re.compile(r',le="[^"]*"|le="[^"]*",?')

READ = frozenset(re.findall(r"\b(?:referee|process)_\w+\b", ALERTS.read_text(encoding="utf-8")))
"""The metrics that the rules read."""
SHARDS = {"referee_shard_connected", "referee_shard_count"}
"""Those that say that a process is one of several, which the recorded one is not."""

Samples = Mapping[str, float]


@dataclass(frozen=True)
class Minute:
    """A minute: the values of gauges, and by how much counters rise."""

    gauges: Samples
    counters: Samples

    @classmethod
    def between(cls, before: Samples, after: Samples, times: int = 1, as_recorded: Collection[str] = ()) -> Minute:
        """The minute between two looks; counters rise so many times as much. The histograms `as_recorded` keep their
        times."""
        rises = {name: times * (value - before.get(name, 0.0)) for name, value in after.items() if _counts(name)}
        for name in rises:
            family = name.partition("_bucket")[0]
            if "_bucket{" in name and family not in as_recorded:
                rises[name] = rises[_BOUND.sub("", name).replace("_bucket", "_count").replace("{}", "")]
        return cls({name: value for name, value in after.items() if not _counts(name)}, rises)

    def but(self, **gauges: float) -> Minute:
        """Return the minute with other gauges."""
        return Minute({**self.gauges, **gauges}, self.counters)


def _counts(name: str) -> bool:
    return name.partition("{")[0].endswith(_COUNTERS)


@dataclass
class Hours:
    """A quiet time, a failure of the first process from FAILS to HEALED, and a quiet time again.

    `fails` is None if that process is gone meanwhile; `drifts` are gauges that rise by so much in each of its minutes.
    """

    quiet: Minute
    fails: Minute | None
    drifts: Samples = field(default_factory=dict)
    gone: Collection[str] = ()
    """Processes of which Prometheus knows nothing while the failure lasts."""

    def series(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each series with its values, minute by minute."""
        for n, (instance, shards) in enumerate(PROCESSES.items()):
            failing = self.fails if n == 0 else self.quiet
            names = dict.fromkeys([*self.quiet.gauges, *self.quiet.counters])
            if failing is not None:
                names |= dict.fromkeys([*failing.gauges, *failing.counters])
            for name in names:
                # promtool takes long over the hundreds that no rule reads, and over counters that stay at 0.
                values = [*self._values(name, failing, n == 0)] if name.partition("{")[0] in READ - SHARDS else []
                if values and not (_counts(name) and {*values} <= {"_", _ZERO}):
                    yield _labelled(name, instance), values
            up = "_" if instance in self.gone else "0" if failing is None else "1"
            yield _labelled("up", instance), self._while(up, "1")
            connected = failing is not None and failing.gauges.get("referee_gateway_connected", 1.0)
            for shard in shards:
                value = "_" if failing is None else str(int(connected))
                yield _labelled(f'referee_shard_connected{{shard="{shard}"}}', instance), self._while(value, "1")
            yield _labelled("referee_shard_count", instance), self._while("_" if failing is None else "6", "6")

    def _while(self, failing: str, quiet: str) -> list[str]:
        return [failing if FAILS <= minute < HEALED else quiet for minute in range(END + 1)]

    def _values(self, name: str, failing: Minute | None, drifts: bool) -> Iterator[str]:
        total = 0.0
        for minute in range(END + 1):
            now = failing if FAILS <= minute < HEALED else self.quiet
            if now is None:
                yield "_"
                continue
            total += now.counters.get(name, 0.0)
            value = now.gauges.get(name, total)
            if drifts and now is failing:
                value += self.drifts.get(name, 0.0) * (minute - FAILS)
            yield "_" if math.isnan(value) else f"{value:f}"


def _labelled(name: str, instance: str) -> str:
    read = _SAMPLE.fullmatch(name)
    assert read is not None
    labels = ", ".join(filter(None, (read[2], 'job="skirmish-referee"', f'instance="{instance}"')))
    return f"{read[1]}{{{labels}}}"


def promtool(*words: str | Path, cwd: Path | None = None) -> str:
    """Return the output of promtool; the test is skipped without it."""
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed (Debian: apt-get install prometheus)")
    done = subprocess.run(("promtool", *words), capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def play(folder: Path, hours: Hours, rings: Mapping[int, Sequence[str]]) -> None:
    """Have promtool play the hours: at each of these minutes, exactly these alerts ring."""
    test = {
        "rule_files": [str(ALERTS)],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": name, "values": " ".join(values)} for name, values in hours.series()],
                "promql_expr_test": [
                    {
                        "expr": 'group by (alertname) (ALERTS{alertstate="firing"})',
                        "eval_time": f"{minute}m",
                        "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in sorted(names)],
                    }
                    for minute, names in rings.items()
                ],
            }
        ],
    }
    file = folder / "hours.yml"
    # JSON is YAML.
    file.write_text(json.dumps(test), encoding="utf-8")
    promtool("test", "rules", file)
