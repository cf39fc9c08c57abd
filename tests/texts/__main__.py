"""Writes the golden list of all texts that people can see: `python -m tests.texts`."""

from __future__ import annotations

from tests.texts.listing import GOLDEN, listed

for room, text in listed().items():
    (GOLDEN / f"{room}.txt").write_text(text, encoding="utf-8")
    print(f"{room}: {text.count(chr(10) + '  ')} texts")
