"""Checks that the C++ in README.md stands, line for line, in a program that is
compiled and run by a test.

usage: check_readme.py <source dir> <program>
"""

import pathlib
import re
import sys


def main(root, program):
    root = pathlib.Path(root)
    code = (root / program).read_text()
    blocks = re.findall(r"```cpp\n(.*?)```", (root / "README.md").read_text(), re.S)
    if not blocks:
        print("README.md shows no C++")
        return 1
    for block in blocks:
        if block not in code:
            print(f"this block of README.md is not in {program}:\n{block}")
            return 1
    print(f"{len(blocks)} block(s) of README.md are in {program}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
