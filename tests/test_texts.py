"""The output of `python -m tests.texts`: the texts that are gone or new, and none that only moved."""

from __future__ import annotations

from tests.texts.__main__ import missing
from tests.texts.listing import ROOT, Text, found


def test_a_text_that_moved_is_no_difference() -> None:
    old = [Text("a.py", "one", "You miss."), Text("a.py", "one", "You hit."), Text("a.py", "two", "You hit.")]
    new = [Text("b.py", "", "You hit."), Text("b.py", "", "You hit it.")]
    assert missing(old, new) == [old[0], old[2]]
    assert missing(new, old) == [new[1]]


def test_texts_of_python_toml_and_the_page_are_found() -> None:
    suffixes = {one.file.rpartition(".")[2] for one in found(ROOT)}
    assert suffixes == {"py", "toml", "html", "js"}
