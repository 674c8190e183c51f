"""Checks sources by the fast checks of clang-tidy, with the flags of
compile_flags.txt, so that nothing needs to be built; `make tidy` runs all checks of
.clang-tidy over all sources. Exits with 4, which ctest takes for a skipped test,
where there is no clang-tidy of Debian 12's version.

usage: check_tidy.py <source dir> <folder>...
"""

import concurrent.futures
import os
import subprocess
import sys

from house_check import SKIPPED, find_clang_tool, find_sources

CHECKS = ",".join((
    "-*", "bugprone-*", "-bugprone-easily-swappable-parameters",
    "-bugprone-narrowing-conversions", "cppcoreguidelines-slicing",
    "cppcoreguidelines-virtual-class-destructor", "google-build-namespaces",
    "google-explicit-constructor", "misc-definitions-in-headers",
    "misc-unused-parameters", "modernize-use-nullptr", "modernize-use-override",
    "modernize-use-using", "performance-*", "readability-misleading-indentation"))


def main(root, folders):
    program = find_clang_tool("clang-tidy")
    if not program:
        return SKIPPED
    files = find_sources(root, folders, (".cpp",))
    if not files:
        print("no files to check")
        return 1

    def check(file):
        return subprocess.run(
            [program, "-quiet", "-p", root, f"--checks={CHECKS}",
             "--warnings-as-errors=*", file],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(check, files))
    print("".join(one.stdout for one in done)
          or f"clang-tidy has nothing to say of {len(files)} sources")
    return int(any(one.returncode for one in done))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
