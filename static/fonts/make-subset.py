#!/usr/bin/env python3
"""Cut the four faces that Qipin prints with out of Noto Serif CJK SC and Noto Serif.

    apt-get install fonts-noto-cjk fonts-noto-core unicode-data
    pip install fonttools==4.68.0
    python3 static/fonts/make-subset.py

The same sources give the same bytes. See README.md beside this file for what each face is for.
"""

import bz2
import pathlib
import tomllib

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parent
CATALOGUE = HERE.parent.parent / "src/text/catalogue/print.toml"
SONG = "/usr/share/fonts/opentype/noto/NotoSerifCJK-{}.ttc"
SIMPLIFIED_CHINESE = 2  # the face of the collection with mainland forms
WESTERN = "/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf"
UNIHAN = "/usr/share/unicode/Unihan_{}.txt.bz2"

# Beyond every list below, and yet in people's names.
RARE = "\u3402\U00020BB7\U0002B7F9" + "髙﨑濵栁邉"
# Big5 puts its 5,401 common characters before this code.
BIG5_COMMON_ENDS = 0xC6A1


def unihan(file):
    """Property of one of Unihan's files -> {code point: value}."""
    found = {}
    with bz2.open(UNIHAN.format(file), "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("U+"):
                point, name, value = line.rstrip("\n").split("\t")
                found.setdefault(name, {})[int(point[2:], 16)] = value
    return found


def gb2312():
    """Every character of GB 2312-1980: hanzi, punctuation, kana, Greek, Cyrillic, tone marks."""
    points = set()
    for row in range(0xA1, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                points.add(ord(bytes((row, cell)).decode("gb2312")))
            except UnicodeDecodeError:
                pass
    return points


def latin():
    """Latin with its accents, general punctuation, and the full-width forms."""
    ranges = [(0x20, 0x7E), (0xA0, 0x24F), (0x1E00, 0x1EFF), (0x2010, 0x2044), (0xFF01, 0xFF5E)]
    return {point for first, last in ranges for point in range(first, last + 1)}


def title_words():
    """The characters of all fixed words on the paper, both languages, and the numerals of a grade."""

    def leaves(table):
        for value in table.values():
            if isinstance(value, dict):
                yield from leaves(value)
            else:
                yield value

    words = "".join(leaves(tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))))
    return {ord(c) for c in words if c.isprintable()} | set(range(0x20, 0x7F)) | {0xB7}


def western():
    """Latin, Greek and Cyrillic letters that the Song face lacks: Łukasz, Dvořák, Ağaoğlu."""
    ranges = [(0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x2FF), (0x370, 0x52F), (0x1E00, 0x1EFF), (0x2010, 0x2044)]
    return {point for first, last in ranges for point in range(first, last + 1)}


def cut(source, points, family, file):
    """Write one face with those of `points` that the source has."""
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern"]
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "BASE", "MATH", "VORG", "vhea", "vmtx", "DSIG"]
    options.name_IDs = ["*"]
    options.recalc_timestamp = False
    number = SIMPLIFIED_CHINESE if source.endswith(".ttc") else -1
    font = TTFont(source, fontNumber=number, recalcTimestamp=False)
    here = points & set(font.getBestCmap())
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=here)
    subsetter.subset(font)
    rename(font, family)
    font.save(HERE / file)
    print(f"{file}: {len(here)} characters, {(HERE / file).stat().st_size} bytes")


def rename(font, family):
    """A modified face carries its own name; the copyright and the licence stay as they are."""
    ours = {1: family, 2: "Regular", 3: f"{family} 1.0", 4: family, 6: family.replace(" ", ""), 16: None, 17: None}
    table = font["name"]
    table.names = [r for r in table.names if r.nameID in (0, 5, 7, 8, 9, 10, 11, 13, 14)]
    for number, text in ours.items():
        if text:
            table.setName(text, number, 3, 1, 0x409)
    if "CFF " not in font:
        return
    top = font["CFF "].cff
    top.fontNames = [family.replace(" ", "")]
    top.topDictIndex[0].FullName = family
    top.topDictIndex[0].FamilyName = family


def main():
    lists = unihan("OtherMappings")
    han = lambda name: set(lists[name])
    first = gb2312() | han("kTGH") | latin() | {ord(c) for c in RARE}
    common_big5 = {p for p, code in lists["kBigFive"].items() if int(code.split()[0], 16) < BIG5_COMMON_ENDS}
    traditional = {
        int(other[2:], 16)
        for point, others in unihan("Variants")["kTraditionalVariant"].items()
        if point in lists["kTGH"]
        for other in others.split()
    }
    second = (common_big5 | traditional | han("kJoyoKanji") | han("kJinmeiyoKanji")) - first
    cut(SONG.format("Regular"), first, "Qipin Song", "qipin-song.otf")
    cut(SONG.format("Regular"), second, "Qipin Song Two", "qipin-song-2.otf")
    cut(SONG.format("Bold"), title_words(), "Qipin Title", "qipin-title.otf")
    cut(WESTERN, western(), "Qipin Western", "qipin-western.ttf")


if __name__ == "__main__":
    main()
