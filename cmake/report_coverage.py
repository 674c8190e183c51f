"""Prints how many lines of each folder, and of the least covered files, the
tests executed in a build tree made with --coverage.

usage: report_coverage.py <source dir> <build dir> <folder>...
"""

import collections
import json
import pathlib
import subprocess
import sys

NUM_WORST = 15


def read_counts(build, root):
    """{file below root: {line: how often it ran}}, over all objects."""
    counts = collections.defaultdict(collections.Counter)
    for data in sorted(build.rglob("*.gcda")):
        said = subprocess.run(["gcov", "--json-format", "--stdout", data],
                              check=True, capture_output=True, cwd=build).stdout
        for file in json.loads(said)["files"]:
            path = (build / file["file"]).resolve()
            if path.is_relative_to(root):
                lines = counts[path.relative_to(root)]
                for line in file["lines"]:
                    lines[line["line_number"]] += line["count"]
    return counts


def describe(lines):
    run = sum(count > 0 for count in lines)
    return f"{100 * run / len(lines):5.1f} % of {len(lines):5} lines"


def main(root, build, folders):
    root = pathlib.Path(root).resolve()
    counts = {path: list(lines.values())
              for path, lines in read_counts(pathlib.Path(build), root).items()
              if path.parts[0] in folders and lines}
    if not counts:
        print("nothing was counted: run the tests of a coverage build first")
        return 1
    for folder in folders:
        lines = [count for path, lines in counts.items()
                 if path.parts[0] == folder for count in lines]
        if lines:
            print(f"{describe(lines)}  {folder}")
    print("\nThe least covered files:")
    worst = sorted(counts, key=lambda p: sum(c > 0 for c in counts[p]) / len(counts[p]))
    for path in worst[:NUM_WORST]:
        print(f"{describe(counts[path])}  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
