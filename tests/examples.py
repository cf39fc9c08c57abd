"""The thoroughness of Hypothesis: in every run the same examples, a quarter of all; in `make test-all` all of them, and
new ones each time."""

from __future__ import annotations

from hypothesis import settings

QUICK, FULL = "quick", "full"

settings.register_profile(FULL, max_examples=100, deadline=None)
settings.register_profile(QUICK, max_examples=25, deadline=None, derandomize=True)


def examples(full: int) -> settings:
    """So many examples by the full profile, for a test that needs other than 100."""
    return settings(max_examples=share(full))


def share(full: int) -> int:
    """So many of anything by the full profile, a quarter of them by the quick one."""
    return full if settings.get_current_profile_name() == FULL else max(1, full // 4)
