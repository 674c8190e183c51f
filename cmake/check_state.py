"""Checks that the libraries keep no state outside of objects: no thread_local, and
no static or global variables that can change; and that what is const stays as it is,
without mutable members. Values that depend on such state depend on who computed what
before, in which thread.

usage: check_state.py <source dir> <folder>...
"""

import re
import sys

from house_check import run

# The files that may, and why.
EXCEPTIONS = {
    "common/parallel_for.cpp":
        "the pool of threads is the process's, as its processors are",
    "examples/manual/supply_derivatives.cpp":
        "counts evaluations to show how many there are; nothing is computed from it",
    "systems/context.h":
        "the cache holds what the rest of a context says, each thread has a context",
}
# Comments, and texts with what is in them.
NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.S)
# From `static` to where a variable's name or a function's parameters end.
STATIC = re.compile(r"\bstatic\b([^;{}()=]*)([;{(=])")
# A member, not a lambda.
MUTABLE = re.compile(r"\bmutable\s+[A-Za-z_][^;{=]*")
# Code in namespaces is not indented, that of functions and classes is.
GLOBAL = re.compile(
    r"^(?!(?:using|namespace|typedef|template|class|struct|enum|union|friend|extern|"
    r"inline\s+namespace|static|public|private|protected|return|concept|requires)\b)"
    r"((?:inline\s+)?[A-Za-z_][\w:<>,&*\s]*?[\s&*>]\w+)\s*(?:\[\w*\]\s*)?([;{=])", re.M)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def is_constant(declaration):
    """Is the variable itself, not only what it points to?"""
    return bool(re.search(r"\bconstexpr\b", declaration)
                or re.search(r"\bconst\b", declaration.rsplit("*", 1)[-1]))


def is_function(declaration, end):
    """Functions are CamelCase, variables are snake_case or kNames."""
    name = re.search(r"(\w*)\s*$", declaration)[1]
    return end == "(" and (bool(re.match(r"[A-Z]", name)) or "operator" in declaration)


def find_state(text):
    """(offset, what is declared) of all that is mutable and outlives a call."""
    code = NO_CODE.sub(blank, text)
    for match in re.finditer(r"\bthread_local\b", code):
        yield match.start(), "thread_local"
    for match in MUTABLE.finditer(code):
        yield match.start(), " ".join(match[0].split())
    for pattern in (STATIC, GLOBAL):
        for match in pattern.finditer(code):
            declaration, end = match[1], match[2]
            if "thread_local" in declaration or is_function(declaration, end):
                continue
            if not is_constant(declaration):
                yield match.start(), " ".join(match[0].split())


def check(root, folders):
    """All errors, and the number of files."""
    errors, num_files, excused = [], 0, set()
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".cu", ".cuh"):
                continue
            num_files += 1
            name, text = str(path.relative_to(root)), path.read_text()
            for offset, what in find_state(text):
                if name in EXCEPTIONS and what != "thread_local":
                    excused.add(name)
                    continue
                line = text.count("\n", 0, offset) + 1
                errors.append(f"{name}:{line}: state outside of objects: {what}")
    errors += [f"{name}: needs no exception any more"
               for name in EXCEPTIONS
               if (root / name).is_file() and name not in excused]
    return errors, num_files


if __name__ == "__main__":
    sys.exit(run(check, sys.argv[1], sys.argv[2:],
                 "{} files keep no state of their own"))
