"""Checks that the papers cited in the code, as in [Kurtz25], and those listed in
README.md are the same, and that the code has what docs/architecture.md names, as in
`IcfIsland::Update()`.

usage: check_references.py <source dir> <folder>...
"""

import re
import sys

from house_check import run

KEY = r"[A-Z][A-Za-z]+\d{2}"
CITED = re.compile(rf"\[({KEY})\b")
LISTED = re.compile(rf"^[-*] \[({KEY})\]", re.M)
QUOTED = re.compile(r"`([^`\n]+)`")
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
SUFFIXES = {".h", ".cpp", ".cu", ".cuh", ".js", ".mjs"}


def check(root, folders):
    """All errors, and the number of papers."""
    listed = set(LISTED.findall((root / "README.md").read_text()))
    cited, words, errors = set(), set(), []
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            text = path.read_text()
            words.update(WORD.findall(text))
            for number, line in enumerate(text.splitlines(), 1):
                for key in CITED.findall(line):
                    cited.add(key)
                    if key not in listed:
                        errors.append(f"{path.relative_to(root)}:{number}: "
                                      f"[{key}] is not in README.md")
    errors += [f"README.md: [{key}] is never cited"
               for key in sorted(listed - cited)]
    return errors + find_unknown_names(root, words), len(cited)


def find_unknown_names(root, words):
    """Errors at names with a capital letter, as those of classes and functions."""
    page = root / "docs/architecture.md"
    if not page.exists():
        return []
    return [f"docs/architecture.md:{number}: the code has no '{name}'"
            for number, line in enumerate(page.read_text().splitlines(), 1)
            for quoted in QUOTED.findall(line)
            for name in WORD.findall(quoted)
            if name != name.lower() and name not in words]


if __name__ == "__main__":
    sys.exit(run(check, sys.argv[1], sys.argv[2:],
                 "{} papers, all listed and all cited"))
