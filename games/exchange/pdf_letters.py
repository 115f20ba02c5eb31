"""Letters for PDF, so that everybody's name comes out right.

Source Sans and Source Serif come with the program and have Latin with all its marks, Greek and Cyrillic. What they lack
is taken from DejaVu Sans, if the machine has it; Chinese, Japanese and Korean from the fonts that readers of PDF bring
along. A sign that nobody has is printed as an empty box: one sees that something is missing, and nothing fails.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFError, TTFont

SANS, BOLD, SERIF = "Sans", "Sans bold", "Serif"
OWN = {
    SANS: font_source_sans_pro.font_files_ttf["SourceSansPro"],
    BOLD: font_source_sans_pro.font_files_ttf["SourceSansProSemibold"],
    SERIF: font_source_serif_pro.font_files_ttf["SourceSerifProSemibold"],
}
SYSTEM = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
FURTHER = {SANS: "DejaVuSans.ttf", BOLD: "DejaVuSans-Bold.ttf", SERIF: "DejaVuSerif-Bold.ttf"}

JAPANESE, CHINESE, KOREAN = "HeiseiKakuGo-W5", "STSong-Light", "HYGothic-Medium"
RANGES = ((0x3040, 0x30FF, JAPANESE), (0x3000, 0x303F, JAPANESE), (0xAC00, 0xD7A3, KOREAN), (0x4E00, 0x9FFF, CHINESE))
"""Which scripts readers of PDF bring along."""
BOX = "☐"
"""For what nobody has."""


@cache
def font(name: str) -> TTFont | None:
    """A font by its name here, made known once; None where the machine does not have it."""
    path = OWN.get(name) or next(iter(found_on_this_machine(name)), None)
    if path is None:
        return None
    try:
        made = TTFont(name, str(path))
    except TTFError:
        return None
    registerFont(made)
    return made


def found_on_this_machine(name: str) -> Iterator[Path]:
    for folder in SYSTEM:
        yield from Path(folder).rglob(name) if Path(folder).is_dir() else ()


@cache
def brought_along(name: str) -> str:
    registerFont(UnicodeCIDFont(name))
    return name


def tidy(text: str) -> str:
    """Letters and their marks as one, and nothing that is not printed."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(" " if letter.isspace() else letter for letter in composed if shown(letter))


def shown(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Cn", "Co")


@cache
def font_for(letter: str, face: str) -> str:
    """The font that has this letter; empty if none has."""
    for name in (face, FURTHER[face], FURTHER[SANS]):
        known = font(name)
        if known is not None and ord(letter) in known.face.charToGlyph:
            return name
    return next((brought_along(name) for low, high, name in RANGES if low <= ord(letter) <= high), "")


def runs(text: str, face: str) -> list[tuple[str, str]]:
    """The text in pieces, each with the font that has all its letters."""
    letters = [(font_for(letter, face), letter) for letter in tidy(text)]
    known = [(name, letter) if name else (font_for(BOX, face), BOX) for name, letter in letters]
    return [(name, "".join(letter for _, letter in run)) for name, run in groupby(known, key=lambda each: each[0])]


def width_of(text: str, face: str, size: float) -> float:
    """In points."""
    return sum(float(stringWidth(piece, name, size)) for name, piece in runs(text, face))


def fitted(text: str, face: str, size: float, room: float, *, least: float = 0.7) -> tuple[str, float]:
    """The text as large as it fits, down to a part of its size; what is still too long ends with dots."""
    wide = width_of(text, face, size)
    if wide <= room:
        return text, size
    size *= max(least, room / wide)
    if width_of(text, face, size) <= room * 1.001:
        return text, size
    kept = tidy(text)
    while kept and width_of(kept.rstrip() + "…", face, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…", size


def broken(word: str, face: str, size: float, room: float) -> list[str]:
    """A word in pieces that fit, mostly one."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, face, size) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def wrapped(text: str, face: str, size: float, room: float) -> list[str]:
    """In lines, broken between words; a word that is longer than a line is broken anywhere."""
    lines: list[str] = []
    for word in (piece for each in tidy(text).split() for piece in broken(each, face, size, room)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
