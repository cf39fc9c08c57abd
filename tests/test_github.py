"""The files for GitHub are what GitHub reads: nothing of them can run here, so their schemas are checked, and what they
name exists.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.dependabot": [GITHUB / "dependabot.yml"],
    "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE/config.yml"],
    "vendor.github-issue-forms": [
        form for form in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if form.stem != "config"
    ],
}


def steps(workflow: Path) -> list[dict[str, Any]]:
    """The steps of all jobs of a workflow."""
    return [
        step for job in yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values() for step in job["steps"]
    ]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_each_file_is_as_its_schema_wants(schema: str) -> None:
    files = SCHEMAS[schema]
    assert files
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_workflow_has_more_rights_than_it_needs() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    if not zizmor.exists():
        pytest.skip("zizmor is not installed: it has no wheel for this platform")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", str(GITHUB)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.stem)
def test_the_files_that_a_workflow_names_are_there(workflow: Path) -> None:
    lines = "\n".join(step.get("run", "") for step in steps(workflow))
    named = re.findall(r"(?<![\w/])(\.ci/run|host/\w+|[\w-]+\.txt)", lines)
    assert ".ci/run" in named
    assert [name for name in named if not (ROOT / name).exists()] == []
