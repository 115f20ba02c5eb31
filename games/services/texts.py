"""What people write, as it can be kept."""

import unicodedata

from rules.refusal import Refusal

UNREADABLE = {"Cc", "Cs"}
"""Control characters and halves of characters: no database keeps them."""


def checked_text(field: str, text: str, *, most: int, needed: bool = True) -> str:
    """Readable characters and single spaces; not too long, and not empty where it is needed."""
    if not isinstance(text, str):
        raise Refusal("plain_type", field=field, expected="text", value=str(text))
    clean = " ".join("".join(map(readable, unicodedata.normalize("NFC", text))).split())
    if needed and not clean:
        raise Refusal("text_missing", field=field)
    if len(clean) > most:
        raise Refusal("text_too_long", field=field, value=len(clean), maximum=most)
    return clean


def readable(letter: str) -> str:
    return " " if unicodedata.category(letter) in UNREADABLE else letter
