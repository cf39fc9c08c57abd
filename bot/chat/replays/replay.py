"""Writes a replay: the page with the frames in it, one a line, so that an encounter is never whole in memory.

1. The page's files are put together once. Its policy (CSP) allows the page's own script and style by their digests,
   and nothing else: no network, no script that came in with a name.
2. The frames are JSON in a script element that nobody runs. Every `<` in it is written as an escape, so that no text
   ends the element.
3. A shape, a map or a fighter's line that was there in an earlier frame is named by its number.
4. After the end, each throw says what it was drawn for, and the seeds follow, so that the page can check them. The same
   independent witness as in `/dice verify` finds that out (`bot.fairness`).
5. `packed`: for long encounters the JSON is compressed, in base64, and the page unpacks it.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from bot.chat.replays import frames
from bot.chat.replays.frames import Values
from bot.fairness import Witness
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import CLOCK, PROGRAM
from bot.game.files.exports import Lines, described
from bot.game.maps import PALETTES, Highlights, Window
from bot.game.maps.pictures import picture, pointed_out
from bot.game.pages.doers import doer
from bot.game.pages.history import Source
from bot.game.people.people import People
from bot.game.sight import contacts, read, view
from bot.game.sight.named_fighters import NamedFighters, named_fighters
from bot.game.store import SeedRow
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.undone_throws import MARKED_BY_THROW

FORMAT, VERSION = "skirmish-referee-replay", 1
_FILES = Path(__file__).parent / "page"
_SCRIPTS = ("hashing.js", "dice.js", "map.js", "watching.js")
_DATA = b"@@DATA@@"
_WHOLE = Window(whole=True, legend=False)


class Replay:
    """Writes what one reader may read of an encounter, as a page to watch it.

    It opens at the first frame after the entry `since`. `people` are the names in place of user ids.
    """

    def __init__(self, source: Source, people: People, since: int, packed: bool, file: BinaryIO) -> None:
        self._source, self._people, self._since = source, people, since
        self._ended = source.head.state.ended
        self._numbers: dict[str, dict[bytes, int]] = {"shapes": {}, "maps": {}, "fighters": {}}
        self._lines = Lines()
        self._witness = Witness(source.row.id, source.head.state.dice)
        self._opens, self._count, self._drawn = -1, 0, 0
        self._before: Encounter | None = None
        self._file, self._packed = file, packed
        before, self._after = page().split(_DATA)
        file.write(before.replace(b"@@PACKED@@", b"gzip" if packed else b""))
        self._sink = _Packing(file) if packed else file
        last = view(source.head.state, source.book, source.viewer)
        opening = {
            "format": FORMAT,
            "version": VERSION,
            "filtered": not source.viewer.everything,
            "encounter": described(source.row, last),
            "book": source.book.title,
        }
        self._sink.write(_safe(people.without_ids(orjson.dumps(opening)))[:-1] + b',"frames":[')
        self._separator = b"\n"

    def add(self, page: Group) -> None:
        """Write the frames of the next entries of the journal."""
        source = self._source
        truth = {entry.seq: entry.state for entry in page}
        named: dict[int, list[NamedFighters]] = {}
        for one in named_fighters(page, source.book, source.viewer):
            named.setdefault(one.seq, []).append(one)
        checks = {entry.seq: self._check(entry) for entry in page} if self._ended else {}
        for entry, part in frames.visible_parts(read(page, source.book, source.viewer), source.book):
            frame = frames.words(entry, part, self._by(entry), source.book)
            frame |= self._seen(entry, truth[entry.seq], named.get(entry.seq, []))
            frame |= checks.get(entry.seq, {})
            self._sink.write(self._separator + _safe(self._people.without_ids(orjson.dumps(frame))))
            self._separator = b",\n"
            if self._opens < 0 and entry.seq > self._since:
                self._opens = self._count
            self._count += 1

    def close(self, seeds: Iterable[SeedRow]) -> None:
        """Write the end: where the replay opens, and after the end of the encounter its seeds.

        A reader who has seen everything begins with the last frame, or after the end with the first.
        """
        opens = self._opens if self._opens >= 0 else 0 if self._ended else max(0, self._count - 1)
        rows = {row.commitment: row.seed.hex() for row in seeds} if self._ended else {}
        shown = {commitment: rows[commitment] for commitment in self._lines.commitments if commitment in rows}
        end = {
            "opens": opens,
            "seeds": shown if self._ended else None,
            "report": self._report() if self._ended else None,
        }
        self._sink.write(b"\n]," + _safe(orjson.dumps(end))[1:])
        if isinstance(self._sink, _Packing):
            self._sink.close()
        self._file.write(self._after)

    def _report(self) -> Values:
        """Return what the page can prove and what it claims, in the words of the check; it has no hashes of entries."""
        report = replace(self._witness.report(), checked=self._drawn, first=0)
        return {"opening": report.opening, "proven": report.proven, "claimed": report.claimed}

    def _by(self, entry: Entry) -> str:
        user = doer(entry)
        if user in PROGRAM:
            return "the clock" if user == CLOCK else "the bot"
        return self._people.name(user) if user else ""

    def _seen(self, entry: Entry, truth: Encounter, named: list[NamedFighters]) -> Values:
        """Return the map and the fighters after an entry, as numbers of what the replay has, and what it has not had
        yet.
        """
        book, viewer = self._source.book, self._source.viewer
        new: dict[str, list[Any]] = {}
        rows = frames.fighters(entry.state, book, contacts(truth, book, viewer))
        seen: Values = {"fighters": [self._number("fighters", row, new) for row in rows]}
        highlights = Highlights()
        if self._before and entry.kind == "order":
            highlights = pointed_out(named, self._before, truth, book, viewer)
        self._before = truth
        if sketch := picture(truth, book, viewer, highlights, _WHOLE):
            drawing = sketch()
            ground, above = drawing.shapes[: drawing.ground], drawing.shapes[drawing.ground :]
            # Most maps stay the same all through: then their shapes need not be looked at one by one.
            known = self._numbers["maps"].get(orjson.dumps(ground))
            if known is None:
                known = self._number("maps", ground, new, [self._number("shapes", one, new) for one in ground])
            seen["map"] = {
                "size": [drawing.width, drawing.height],
                "ground": known,
                "above": [self._number("shapes", one, new) for one in above],
                "alt": drawing.alt,
            }
        return {**seen, **({"new": new} if new else {})}

    def _number(self, sort: str, one: Any, new: dict[str, list[Any]], written: Any = None) -> int:
        """Return the number of a value of this sort; one that is new is `written` in full, as itself if nothing is
        given.
        """
        numbers = self._numbers[sort]
        key = orjson.dumps(one)
        if (number := numbers.get(key)) is None:
            number = numbers[key] = len(numbers)
            new.setdefault(sort, []).append(one if written is None else written)
        return number

    def _check(self, entry: Entry) -> Values:
        """Return the keys that an entry's throws were drawn for: the key and the count of each, and the order with its
        digest.
        """
        line = orjson.loads(orjson.dumps(self._lines.line(entry)))
        self._witness.check_entries([line])
        drawn_for = self._witness.drawn_for
        if not any(drawn_for):
            return {}
        self._drawn += sum(map(bool, drawn_for))
        digest, begin = entry.digest, f"{self._source.row.id}:"
        keys = [one.removeprefix(begin).split(f":{digest}:") if one else None for one in drawn_for]
        order = entry.keyed
        older = entry.state.dice < MARKED_BY_THROW
        changed = older and (entry.original is not None or self._people.without_ids(order, Order) != order)
        return {
            "drawn": {
                "commitment": line["commitment"],
                "digest": digest,
                "order": None if changed else order.decode(),
                "keys": keys,
            }
        }


class _Packing:
    """A file that compresses everything written to it, and encodes it as base64."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._left = file, b""
        self._packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)

    def write(self, data: bytes) -> int:
        """Write another piece and return its length."""
        self._encode(self._packer.compress(data))
        return len(data)

    def close(self) -> None:
        """Write the rest and end the data."""
        self._encode(self._packer.flush(), last=True)

    def _encode(self, packed: bytes, *, last: bool = False) -> None:
        packed = self._left + packed
        # Base64 takes three bytes at a time.
        end = len(packed) if last else len(packed) // 3 * 3
        self._left = packed[end:]
        self._file.write(base64.b64encode(packed[:end]))


def _safe(written: bytes) -> bytes:
    """Return JSON escaped for use inside a script element."""
    return written.replace(b"<", b"\\u003c")


@cache
def page() -> bytes:
    """Return the page without its frames, put together from its files."""
    style = (_FILES / "style.css").read_text("utf-8")
    for theme, roles in PALETTES.items():
        style = style.replace(f"/*{theme.upper()}*/", _properties(roles))
    script = "\n".join((_FILES / name).read_text("utf-8") for name in _SCRIPTS)
    markup = (_FILES / "index.html").read_text("utf-8")
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    for mark, text in (("@@POLICY@@", policy), ("@@STYLE@@", style), ("@@SCRIPT@@", script)):
        markup = markup.replace(mark, text)
    return markup.encode()


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _properties(roles: Mapping[str, str]) -> str:
    """Return the colors of a map as properties of a style sheet."""
    return " ".join(f"--map-{role.replace(' ', '-')}: {color};" for role, color in roles.items())
