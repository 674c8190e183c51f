"""Checks that all C++ is formatted as .clang-format says. Exits with 4, which
ctest takes for a skipped test, where there is no clang-format of the version
that the code was formatted with.

usage: check_format.py <source dir> <folder>...
"""

import pathlib
import re
import shutil
import subprocess
import sys

VERSION = "14"  # Debian 12's; others break lines elsewhere.
SKIPPED = 4


def find_clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            said = subprocess.run([program, "--version"], check=True, text=True,
                                  capture_output=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return program
    return None


def main(root, folders):
    program = find_clang_format()
    if not program:
        print(f"skipped: there is no clang-format {VERSION}")
        return SKIPPED
    files = [path for folder in folders
             for path in sorted((pathlib.Path(root) / folder).rglob("*"))
             if path.suffix in (".h", ".cpp", ".cu")]
    if not files:
        print("no files to check")
        return 1
    return subprocess.run([program, "--dry-run", "-Werror", *files]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
