"""The files of `host/monitoring/` agree with the bot's metrics and with docs/host.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.chat.background.clock import Clock
from tests.monitoring.hours import ALERTS, HOST
from tests.served import served
from tests.watching import fetched, free_port

pytestmark = pytest.mark.sqlite

PAGE = (HOST.parents[1] / "docs" / "host.md").read_text(encoding="utf-8")
METRIC = re.compile(r"\b(?:referee|process)_\w+\b")


def dashboard() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((HOST / "dashboard.json").read_text(encoding="utf-8"))
    return read


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]]


async def test_every_metric_that_is_read_is_there(tmp_path: Path) -> None:
    asked = [rule["expr"] for rule in rules()]
    asked += [one["expr"] for panel in dashboard()["panels"] for one in panel["targets"]]
    read = {name for expression in asked for name in METRIC.findall(expression)}
    async with served(tmp_path / "bot.sqlite3", Clock(), health_port=(port := free_port())):
        _, text = await fetched(port, "/metrics")
    there = set(re.findall(r"^(\w+)", text, flags=re.MULTILINE))
    assert read - there == set()


def test_the_page_tells_of_every_alert_and_when_it_rings() -> None:
    rows = re.findall(r"^\| ((?:`Referee\w+`(?:, )?)+) \| (.+?) \|", PAGE, flags=re.MULTILINE)
    told = {name: sentence for names, sentence in rows for name in re.findall(r"`(\w+)`", names)}
    assert set(told) == {rule["alert"] for rule in rules()}
    for rule in rules():
        if minutes := rule.get("for", "").removesuffix("m"):
            assert re.search(rf"\b{minutes}\b", told[rule["alert"]]), rule["alert"]


def test_the_panels_of_the_dashboard_lie_beside_each_other() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    taken = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels)
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(taken) == len(set(taken)) and max(x for x, _ in taken) < 24
