"""Checks that the papers cited in the code, as in [Kurtz25], and those listed in
README.md are the same.

usage: check_references.py <source dir> <folder>...
"""

import re
import sys

from house_check import run

KEY = r"[A-Z][A-Za-z]+\d{2}"
CITED = re.compile(rf"\[({KEY})\b")
LISTED = re.compile(rf"^[-*] \[({KEY})\]", re.M)
SUFFIXES = {".h", ".cpp", ".cu", ".cuh", ".js", ".mjs"}


def check(root, folders):
    """All errors, and the number of papers."""
    listed = set(LISTED.findall((root / "README.md").read_text()))
    cited, errors = set(), []
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for key in CITED.findall(line):
                    cited.add(key)
                    if key not in listed:
                        errors.append(f"{path.relative_to(root)}:{number}: "
                                      f"[{key}] is not in README.md")
    errors += [f"README.md: [{key}] is never cited"
               for key in sorted(listed - cited)]
    return errors, len(cited)


if __name__ == "__main__":
    sys.exit(run(check, sys.argv[1], sys.argv[2:],
                 "{} papers, all listed and all cited"))
