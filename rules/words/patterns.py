"""Regular expressions that are compiled when they are first used.

The lines that people type are read by many of them. To compile these takes a twenty-fifth of a start, and many hosts
never need them. Type checkers see `re.compile`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["regex"]

if TYPE_CHECKING:
    from re import compile as regex
else:
    import re

    class regex:
        """A pattern that is compiled at the first use, and has the methods of a compiled one then."""

        def __init__(self, pattern: str, flags: int = 0) -> None:
            self._given = pattern, flags

        def __getattr__(self, name: str) -> Any:
            compiled = re.compile(*self._given)
            for member in ("findall", "finditer", "fullmatch", "match", "pattern", "search", "split", "sub"):
                setattr(self, member, getattr(compiled, member))
            return getattr(compiled, name)
