"""The work of `.ci/run` where a browser can be installed and where it cannot; the machine's commands are stood in
for.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.served import ROOT
from tests.waiting import patience

OTHERS = "fonts-dejavu fonts-noto-color-emoji systemd prometheus pgbouncer"
INSTALLING = f"Installing chromium-headless-shell {OTHERS} ..."
SKIPPED = "They cannot be installed ({}); what needs them is skipped."


def run(folder: Path, **commands: str) -> list[str]:
    """The lines `.ci/run` prints where there are these commands alone, each a line of shell."""
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", folder / ".ci/run")
    place = folder / "commands"
    place.mkdir()
    for name in ("env", "bash", "dirname"):
        (place / name).symlink_to(shutil.which(name) or name)
    for name, line in {"make": 'echo "make $*"', "id": "echo 0", **commands}.items():
        (place / name.replace("_", "-")).write_text(f"#!/bin/sh\n{line}\n")
        (place / name.replace("_", "-")).chmod(0o755)
    done = subprocess.run(
        [folder / ".ci/run"],
        env={**os.environ, "PATH": str(place)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=patience(),
        check=True,
    )
    return done.stdout.splitlines()


def test_without_apt_the_tests_run(tmp_path: Path) -> None:
    assert run(tmp_path) == ["make test"]


def test_what_is_there_is_not_installed(tmp_path: Path) -> None:
    assert run(tmp_path, dpkg="exit 0", apt_get="echo no; exit 1") == ["make test"]


def test_it_is_installed_without_a_question(tmp_path: Path) -> None:
    noted = 'echo "$DEBIAN_FRONTEND $*" >> asked; test -t 0 || read -r line || echo ended >> asked'
    assert run(tmp_path, dpkg="exit 1", apt_get=f"{noted}; exit 0") == [INSTALLING, "make test"]
    update, ended, install, ended_too = (tmp_path / "asked").read_text().splitlines()
    assert update.startswith("noninteractive ") and update.endswith(" update")
    assert install.startswith("noninteractive ")
    assert install.endswith(f" install chromium-headless-shell {OTHERS}")
    assert all("DPkg::Lock::Timeout=60" in line for line in (update, install))
    assert ended == ended_too == "ended"


def test_lists_that_cannot_be_fetched_may_be_there_from_before(tmp_path: Path) -> None:
    offline = 'case "$*" in *update) echo "E: no network" >&2; exit 100;; esac'
    assert run(tmp_path, dpkg="exit 1", apt_get=offline) == [INSTALLING, "make test"]


def test_an_older_debian_has_the_whole_browser(tmp_path: Path) -> None:
    older = 'echo "$*" >> asked; case "$*" in *headless*) echo "E: Unable to locate package" >&2; exit 100;; esac'
    assert run(tmp_path, dpkg="exit 1", apt_get=older) == [INSTALLING, "make test"]
    assert (tmp_path / "asked").read_text().splitlines()[-1].endswith(f" install chromium {OTHERS}")


@pytest.mark.parametrize("word", ["E: Could not get lock", "E: Unable to locate package chromium-headless-shell"])
def test_what_stands_in_the_way_is_said_in_a_line(word: str, tmp_path: Path) -> None:
    failing = f'echo "Reading ..."; echo "{word}" >&2; exit 100'
    assert run(tmp_path, dpkg="exit 1", apt_get=failing) == [INSTALLING, SKIPPED.format(word), "make test"]


@pytest.mark.parametrize(
    "sudo", ['shift; exec "$@"', 'test "$1" = -n && echo "sudo: a password is required" >&2; exit 1']
)
def test_who_is_not_root_asks_sudo_and_is_asked_nothing(sudo: str, tmp_path: Path) -> None:
    said = [] if "exec" in sudo else [SKIPPED.format("sudo: a password is required")]
    assert run(tmp_path, dpkg="exit 1", apt_get="exit 0", id="echo 1000", sudo=sudo) == [INSTALLING, *said, "make test"]
