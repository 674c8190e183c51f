"""Runs the commands that a page shows, and puts what they print in its place.

usage: refresh_examples.py <page.md> <tactus>

A block of the page that begins with "$ tactus ..." holds a command and its
output, and "(exit code N)" as its last line where the command fails.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def run(command, program, folder):
    words = shlex.split(command)
    done = subprocess.run(
        [program, *words[1:]],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    code = f"(exit code {done.returncode})\n" if done.returncode else ""
    return f"$ {command}\n{done.stdout}{code}"


def main(page, program):
    page = pathlib.Path(page)
    program = str(pathlib.Path(program).resolve())
    count = 0

    def refresh(block):
        nonlocal count
        count += 1
        with tempfile.TemporaryDirectory() as folder:
            return f"```\n{run(block.group(1), program, folder)}```"

    text = re.sub(
        r"```\n\$ (tactus .*)\n(?:.*\n)*?```", refresh, page.read_text()
    )
    page.write_text(text)
    print(f"{count} example(s) of {page} are as the program prints them")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
