"""The readers of the answer to `/encounter show`: the one who asked, or all if that is asked for."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.conftest import laid_out, told, types
from tests.cogs.test_story import YARD


async def test_the_encounter_is_shown_in_private_unless_it_is_to_be_public(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as yard:
        private = await types(yard, "Ann: /encounter show")
        public = await types(yard, "Ann: /encounter show public: True")
    assert (private.ephemeral, public.ephemeral) == (True, False)
    assert "Trent" in told(private) and "Trent" in told(public)
