"""The text of a foreign file."""

from __future__ import annotations

import codecs

from rules.engine.records.references import without_marks

_SHEETS = (
    b"xl/",
    b"[Content_Types].xml",
    b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    b"Index/Document.iwa",
)
_ZIPPED, _OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OPENING = 4096
SPREADSHEET = "That file is a spreadsheet. Save it as CSV and attach the CSV file."


class NotText(Exception):
    """The bytes are not Unicode text; `str()` is a sentence for the user."""


def text_of(data: bytes, *, marked: bool = False) -> str:
    """Return the text of a file; without the marks of references, unless it may be `marked`. Raises NotText."""
    if data.startswith(_OLD_OFFICE) or (data.startswith(_ZIPPED) and any(sign in data[:_OPENING] for sign in _SHEETS)):
        raise NotText(SPREADSHEET)
    # Spreadsheets write UTF-16 with a byte order mark.
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise NotText("That file is not UTF-8 text. Save it as plain text and attach it again.") from None
    return text if marked else without_marks(text)
