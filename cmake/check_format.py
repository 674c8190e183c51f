"""Checks that all C++ is formatted as .clang-format says. Exits with 4, which
ctest takes for a skipped test, where there is no clang-format of the version
that the code was formatted with.

usage: check_format.py <source dir> <folder>...
"""

import subprocess
import sys

from house_check import SKIPPED, find_clang_tool, find_sources


def main(root, folders):
    program = find_clang_tool("clang-format")
    if not program:
        return SKIPPED
    files = find_sources(root, folders, (".h", ".cpp", ".cu"))
    if not files:
        print("no files to check")
        return 1
    return subprocess.run([program, "--dry-run", "-Werror", *files]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
