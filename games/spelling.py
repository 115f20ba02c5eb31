"""Names as one looks them up in a list, and as one types them into a search."""

import re
import unicodedata

PLAIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"})
"""Letters that Unicode does not take apart, and with which letter they are looked for."""


def without_marks(text: str) -> str:
    """Łukasz stands between Luisa and Lutz, and Élodie at E."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(PLAIN)


def in_one_letter(text: str) -> str:
    """Mueller as Müller without its dots."""
    return re.sub("([aou])e", r"\1", text)
