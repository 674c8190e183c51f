"""Writes libFuzzer's dictionary of the words that a reader knows.

usage: make_dictionary.py <dictionary> <source or folder> ...

A word is what stands in quotation marks in the sources and looks like a name of
an element, attribute, key or value; and numbers that readers trip over.
"""

import pathlib
import re
import sys

QUOTED = re.compile(r'"([A-Za-z_][\w:./ -]*)"')
WORD = re.compile(r"[A-Za-z_][\w:./-]{0,31}")
INCLUDE = re.compile(r"^\s*#.*$", re.M)
NUMBERS = ["0", "-1", "nan", "inf", "1e400", "1e308", "-1e308", "1e-320", "1e9",
           "1000000", "2147483647", "2147483648", "-2147483648", "true", "false",
           "box.obj", "box.stl", "part.xml", "field.bin", "arm.xml", "arm.urdf",
           "arm.sdf"]


def read_words(path):
    files = sorted(path.rglob("*.cpp")) if path.is_dir() else [path]
    for file in files:
        for quoted in QUOTED.findall(INCLUDE.sub("", file.read_text())):
            yield from filter(WORD.fullmatch, quoted.split())


def main():
    output, *sources = map(pathlib.Path, sys.argv[1:])
    words = set(NUMBERS)
    for source in sources:
        words.update(read_words(source))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("".join(f'"{word}"\n' for word in sorted(words)))


if __name__ == "__main__":
    main()
