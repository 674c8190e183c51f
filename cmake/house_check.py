"""What the checks of the house rules have in common: how each reports, and the tools
that they run."""

import pathlib
import re
import shutil
import subprocess

CLANG = "14"  # Debian 12's; others break lines elsewhere and warn of other things.
SKIPPED = 4  # What ctest takes for a skipped test.


def run(check, root, rules, summary):
    """Prints the errors of check(root, rules), which gives (errors, count), or else
    `summary` with the count. True: there are errors."""
    errors, count = check(pathlib.Path(root), rules)
    print("\n".join(errors) or summary.format(count))
    return bool(errors)


def find_clang_tool(name):
    """The path of clang-format or clang-tidy, of version CLANG; else None."""
    for candidate in (f"{name}-{CLANG}", name):
        program = shutil.which(candidate)
        if program:
            said = subprocess.run([program, "--version"], check=True, text=True,
                                  capture_output=True).stdout
            if re.search(rf"version {CLANG}\.", said):
                return program
    print(f"skipped: there is no {name} {CLANG}")
    return None


def find_sources(root, folders, suffixes):
    return [path for folder in folders
            for path in sorted((pathlib.Path(root) / folder).rglob("*"))
            if path.suffix in suffixes]
