"""Every test of the bot runs in both homes of the store, except those that look into an SQLite file."""

from __future__ import annotations

import pytest

from tests.homes import home, on_both

__all__ = ["home"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have each test run in both homes."""
    on_both(metafunc)
