"""Checks that tests are named `Unit: input -> expectation`, once in each program of
tests, and without what ctest and Catch take apart: a list of tests splits at
semicolons, a test that is named there is not found.

usage: check_test_names.py <source dir> <folder>...
"""

import collections
import re
import sys

from house_check import find_sources, run

# A test's macro, the fixture that it may have, and its name, a row of adjacent
# literals.
TEST = re.compile(r'^(?:TEMPLATE_)?TEST_CASE\w*\(\s*(?:[\w:]+,\s*)?'
                  r'((?:"(?:\\.|[^"\\\n])*"\s*)+)', re.M)
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
FORM = re.compile(r"\S.*: \S.* -> \S")
SPLITTING = re.compile(r'[;\\"]')


def find_names(text):
    """(offset, name) of all tests."""
    for match in TEST.finditer(text):
        yield match.start(), "".join(LITERAL.findall(match[1]))


def check(root, folders):
    """All errors, and the number of tests."""
    errors, places = [], collections.defaultdict(list)
    for folder in folders:
        for path in find_sources(root, [folder], (".cpp",)):
            text = path.read_text()
            for offset, name in find_names(text):
                line = text.count("\n", 0, offset) + 1
                place = f"{path.relative_to(root)}:{line}"
                places[folder, name].append(place)
                if not FORM.match(name):
                    errors.append(f"{place}: '{name}' is not of the form "
                                  "'Unit: input -> expectation'")
                if SPLITTING.search(name):
                    errors.append(f"{place}: '{name}' has a character at which names "
                                  "of tests are split")
    errors += [f"{places[key][1]}: there is a '{key[1]}' at {places[key][0]}, too"
               for key in places if len(places[key]) > 1]
    return errors, sum(map(len, places.values()))


if __name__ == "__main__":
    sys.exit(run(check, sys.argv[1], sys.argv[2:],
                 "{} tests are named alike, and each once"))
