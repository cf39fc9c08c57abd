"""The database of a test's stores: a parameter of the test, else the option `--home`, else an SQLite file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests import homes
from tests.homes import PARTITIONED, POSTGRESQL, SQLITE, THREE


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    kinds = [SQLITE, POSTGRESQL, PARTITIONED, THREE]
    text = "where the stores of tests that do not choose are at home; three: three processes are one bot"
    parser.addoption("--home", choices=kinds, default=SQLITE, help=text)


@pytest.fixture(autouse=True)
def home(request: pytest.FixtureRequest) -> Iterator[str]:
    """The home of the stores that the test opens."""
    apart = request.node.get_closest_marker(SQLITE)
    kind: str = getattr(request, "param", SQLITE if apart else request.config.getoption("--home"))
    with homes.at(kind):
        yield kind


def at_home_in(kinds: Sequence[str], metafunc: pytest.Metafunc) -> None:
    """Have each test that has a folder of its own run in these homes, except those marked `sqlite`, which look into the
    file itself. For `pytest_generate_tests`."""
    if "tmp_path" in metafunc.fixturenames and not metafunc.definition.get_closest_marker(SQLITE):
        metafunc.parametrize("home", kinds, indirect=True)
