"""Pages for people are true: commands are described as they are registered, and links lead somewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click import Group

from bot.__main__ import main
from publish import commands

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = sorted(ROOT / f"{name}.md" for name in ("CONTRIBUTING", "README", "SECURITY"))
"""Pages that are not on the site."""
PAGES = sorted([*OUTSIDE, *(ROOT / "docs").glob("*.md")])

_LINK = re.compile(r"\]\(([^)\s]+)\)")
# A command as it is typed: in backticks, or on a line of its own in a block.
_TYPED = re.compile(r"(?:`|^ *)/([a-z][^`\n/]*?)(?:`|$)", re.MULTILINE)
_PATH = re.compile(r"`((?:bot|cogs|rules|standin|data|docs|tests|migrations|bench)/[\w./]*)`")
_OPTION = re.compile(r"\b([a-z]+): ")


@pytest.fixture(scope="module")
def registered() -> dict[str, list[str]]:
    """The names of each command's options."""
    return {name: [one.display_name for one in command.parameters] for name, command in commands.registered().items()}


def test_every_command_is_described_with_its_options_and_its_picture() -> None:
    page = commands.PAGE.read_text(encoding="utf-8")
    pictures = frozenset(file.stem for file in commands.PICTURES.glob("*.png"))
    assert page == commands.written(page, pictures), "write it again: python -m publish.commands"
    named = set(re.findall(r"^### `/([^`]+)`", page, re.MULTILINE))
    assert named == set(commands.registered())
    # These take a file, and answer with one sentence.
    unpictured = {name for name in named if commands.picture_name(name) not in pictures}
    assert unpictured == {"encounter import", "weapon remove"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_told_to_type_can_be_typed(page: Path, registered: dict[str, list[str]]) -> None:
    families = {name.split()[0] for name in registered if " " in name}
    wrong: list[str] = []
    for said in _TYPED.findall(page.read_text(encoding="utf-8")):
        name = next((n for n in sorted(registered, key=len, reverse=True) if f"{said} ".startswith(f"{n} ")), None)
        if name is None:
            wrong += [said] if said not in families else []
        else:
            known = registered[name]
            # The lines of a plan have colons of their own.
            options = _OPTION.findall(said.removeprefix(name).partition(" lines: ")[0])
            wrong += [said for option in options if option not in known]
    assert wrong == []


def test_the_readme_is_short_and_tells_of_each_verb(registered: dict[str, list[str]]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") <= 120
    verbs = [
        name for name, options in registered.items() if {"how", "dice", "ruleset"} <= {*options} and name != "odds"
    ]
    assert [verb for verb in verbs if f"`/{verb}`" not in readme] == []


def test_the_page_for_hosts_tells_of_all_that_the_program_does_and_of_each_setting() -> None:
    page = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
    assert isinstance(main, Group)
    assert [name for name in main.commands if f"| `referee {name}" not in page] == []
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\|", page, re.MULTILINE)
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert rows == re.findall(r"^([A-Z_]+)=(.*)$", example, re.MULTILINE)


def test_the_site_is_made_without_a_warning_and_needs_no_other_address(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    made = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"], cwd=tmp_path, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    pages = {page.stem for page in (tmp_path / "site").glob("*.html")} - {"404"}
    assert pages == {page.stem for page in PAGES if page not in OUTSIDE}
    loaded = [
        address
        for page in (tmp_path / "site").glob("*.html")
        for address in re.findall(r"""(?:src|<link[^>]+href)=["'](https?:[^"']+)""", page.read_text(encoding="utf-8"))
    ]
    assert loaded == []


def test_every_page_is_in_the_menu_of_the_site() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    listed = re.findall(r"'([\w-]+\.md)'", str(site["project"]["nav"]))
    assert sorted(listed) == sorted(page.name for page in PAGES if page not in OUTSIDE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-") for heading in headings}


def links() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            if not link.startswith(("http://", "https://")):
                yield page, link


def test_every_link_and_image_leads_somewhere() -> None:
    broken: list[str] = []
    for page, link in links():
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(f"{page.name}: {link}")
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_and_folders_that_are_named_exist(page: Path) -> None:
    named = set(_PATH.findall(page.read_text(encoding="utf-8")))
    assert [path for path in named if not (ROOT / path).exists() and not (ROOT / f"{path}.py").exists()] == []


def test_every_target_of_make_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z]+)", page.read_text(encoding="utf-8"))}
    assert named - targets == set()
    assert {"play", "run", "test", "bench"} <= named
