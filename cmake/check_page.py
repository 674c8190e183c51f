"""Checks that the C++ on a page stands, line for line, in a program that is compiled
and run by a test.

usage: check_page.py <page> <program>
"""

import pathlib
import re
import sys


def main(page, program):
    code = pathlib.Path(program).read_text()
    blocks = re.findall(r"```cpp\n(.*?)```", pathlib.Path(page).read_text(), re.S)
    if not blocks:
        print(f"{page} shows no C++")
        return 1
    for block in blocks:
        if block not in code:
            print(f"this block of {page} is not in {program}:\n{block}")
            return 1
    print(f"{len(blocks)} block(s) of {page} are in {program}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
