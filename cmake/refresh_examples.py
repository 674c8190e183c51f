"""Runs the commands that a page shows, and puts what they print in its place; or,
with --check, says where a page is not what they print, times apart.

usage: refresh_examples.py [--check] <page.md> <tactus>

A block of the page that begins with "$ tactus ..." holds a command and its
output, and "(exit code N)" as its last line where the command fails. --check
passes over

* blocks of motion that is "sensitive", of which no two machines print the same,
* blocks of a witness that is "not independent", which take as long as a method gets
  that is too slow,
* lines that begin with "beside:" or "not independent:", and times and shares of time,
  which depend on the machine's speed.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"```\n\$ (tactus .*)\n((?:.*\n)*?)```")
TIME = re.compile(r"[\d.]+ (m?s\b|%)")
PASSED_OVER = ("sensitive", "not independent")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")
# Compilers and processors round differently.
TOLERANCE = 0.1


def run(command, program):
    """What the command prints, in an empty folder, and its exit code."""
    words = shlex.split(command)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, *words[1:]], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    code = f"(exit code {done.returncode})\n" if done.returncode else ""
    return done.stdout + code


def split(text):
    """The words of a text without its times, and its numbers."""
    lines = [line for line in text.splitlines()
             if not re.match(r"\s*(beside|not independent):", line)]
    timeless = TIME.sub("TIME", "\n".join(lines))
    return (NUMBER.sub("NUMBER", timeless).split(),
            [float(number) for number in NUMBER.findall(timeless)])


def is_close(a, b):
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b))


def agree(shown, printed):
    words, numbers = split(shown)
    new_words, new_numbers = split(printed)
    return words == new_words and all(map(is_close, numbers, new_numbers))


def check(page, program):
    """The commands whose output is not what the page shows, and the number of those
    that were run."""
    blocks = [block for block in BLOCK.findall(page.read_text())
              if not any(words in block[1] for words in PASSED_OVER)]
    errors = [f"{page}: not what it prints now: {command}"
              for command, shown in blocks
              if not agree(shown, run(command, program))]
    return errors, len(blocks)


def refresh(page, program):
    """Rewrites the page. The number of its examples."""
    text, count = BLOCK.subn(
        lambda block: f"```\n$ {block[1]}\n{run(block[1], program)}```",
        page.read_text())
    page.write_text(text)
    return count


def main(arguments):
    checks = arguments[0] == "--check"
    page, program = map(pathlib.Path, arguments[-2:])
    program = str(program.resolve())
    if not checks:
        count, errors = refresh(page, program), []
    else:
        errors, count = check(page, program)
    print("\n".join(errors) or f"{count} example(s) of {page} are as printed")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
