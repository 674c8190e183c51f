"""Checks that the libraries use nothing of the standard library that Clang 14, which
builds the fuzzers and their sanitizers, does not compile with the headers of GCC 12:
views, and algorithms on ranges that return one.

usage: check_clang.py <source dir> <folder>...
"""

import re
import sys

from house_check import find_sources, run

NOT_FOR_CLANG = re.compile(
    r"std::views::\w+|std::ranges::(?:\w+_view|subrange|unique|remove|remove_if|rotate|"
    r"equal_range|partition|stable_partition|search|search_n|find_end)\b")


def check(root, folders):
    """All errors, and the number of files."""
    sources = find_sources(root, folders, (".h", ".cpp"))
    errors = []
    for path in sources:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := NOT_FOR_CLANG.search(line.split("//")[0]):
                errors.append(f"{path.relative_to(root)}:{number}: "
                              f"{match[0]} is not for Clang 14")
    return errors, len(sources)


if __name__ == "__main__":
    sys.exit(run(check, sys.argv[1], sys.argv[2:], "{} files are for Clang 14, too"))
