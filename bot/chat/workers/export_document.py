"""The document in an attached export."""

from __future__ import annotations

import json
from typing import Any

from bot import fairness
from bot.chat.workers.text import text_of


def document_of(data: bytes) -> Any:
    """Return the document of an export, None for a file that holds no JSON. Raises NotText."""
    try:
        # The digest of a plan is that of its text with references.
        return json.loads(text_of(fairness.unpacked(data), marked=True))
    except (ValueError, RecursionError):
        return None
