"""Is the API reference whole, and does making it find what is wrong with its sources?

usage: reference_test.py <source dir> <work dir> <doxygen> <version> <headers>
"""

import pathlib
import re
import shutil
import sys
import unittest

SOURCE_DIR, WORK_DIR = pathlib.Path(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1))
DOXYGEN, VERSION = sys.argv.pop(1), sys.argv.pop(1)
HEADERS = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE_DIR / "cmake"))
sys.dont_write_bytecode = True

import make_reference  # noqa: E402

HEADER = """#pragma once

#include <vector>

namespace tactus::systems {

/// A tank, level < height.
struct Tank {
  /// @param inflow  of water [m^3/s].
  void Fill(double inflow);
};

}  // namespace tactus::systems
"""


class SmallReference(unittest.TestCase):
    """Of one header, a page and a program."""

    def setUp(self):
        self.root = WORK_DIR / "small"
        shutil.rmtree(self.root, ignore_errors=True)
        self.write("systems/tank.h", HEADER)
        self.write("systems/valve.cpp", "")
        self.write("README.md", "# Tanks\n\n[How](docs/how.md#in-short)\n")
        self.write("docs/architecture.md", "# Architecture\n")
        self.write("docs/how.md", "# How\n\n## In short\n\n[Fill](../systems/tank.h)\n"
                   "[by a valve](../systems/valve.cpp) [there](../systems)\n")
        self.write("examples/manual/README.md", "# Manual\n\n1. [fill](fill.cpp): it\n")
        self.write("examples/manual/fill.cpp", "// One tank.\nint main() {}\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def make(self):
        return make_reference.make(self.root, WORK_DIR / "small_reference", DOXYGEN,
                                   "1.0", {"systems/tank.h": "systems"})

    def page(self, name):
        return (WORK_DIR / "small_reference/html" / f"{name}.html").read_text()

    def refuses(self, name, old, new, message):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))
        errors = self.make()
        self.assertIn(message, "\n".join(errors))

    def test_links_lead_to_pages_headings_headers_and_layers(self):
        self.assertEqual(self.make(), [])
        self.assertIn('href="page_docs_how.html#page_docs_how_in-short"',
                      self.page("index"))
        how = self.page("page_docs_how")
        self.assertIn('href="tank_8h.html"', how)
        self.assertIn('href="group__layer__systems.html"', how)
        self.assertIn("by a valve", how)
        self.assertIn('href="structtactus_1_1systems_1_1Tank.html"',
                      self.page("group__layer__systems"))
        self.assertIn("// One tank.", self.page("page_examples_manual_fill"))

    def test_comments_say_less_by_its_sign(self):
        self.assertEqual(self.make(), [])
        self.assertIn("level &lt; height",
                      self.page("structtactus_1_1systems_1_1Tank"))

    def test_a_parameter_that_is_none_is_found(self):
        self.refuses("systems/tank.h", "@param inflow", "@param outflow",
                     "systems/tank.h:9: error: argument 'outflow'")

    def test_an_unknown_command_is_found(self):
        self.refuses("systems/tank.h", "A tank", "A @tank",
                     "systems/tank.h:7: error: Found unknown command '@tank'")

    def test_a_heading_that_is_not_there_is_found(self):
        self.refuses("README.md", "#in-short", "#at-length",
                     "page_docs_how_at-length")

    def test_a_file_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(ValueError, "docs/how.md: ../pipes leads nowhere"):
            self.refuses("docs/how.md", "(../systems)", "(../pipes)", "")

    def test_links_of_made_pages_are_checked(self):
        self.assertEqual(self.make(), [])
        html = WORK_DIR / "small_reference/html"
        (html / "tank_8h.html").unlink()
        self.assertIn("page_docs_how.html: tank_8h.html",
                      make_reference.find_broken_links(html))


class Reference(unittest.TestCase):
    """Of Tactus."""

    @classmethod
    def setUpClass(cls):
        cls.headers = make_reference.read_headers(HEADERS.read_text())
        cls.errors = make_reference.make(SOURCE_DIR, WORK_DIR / "reference", DOXYGEN,
                                         VERSION, cls.headers)
        cls.html = WORK_DIR / "reference/html"

    def test_doxygen_has_nothing_to_say_and_links_hold(self):
        self.assertEqual(self.errors, [])

    def test_pages_have_what_they_should(self):
        for name, text in {
                "index": "instead of a time step",
                "classtactus_1_1systems_1_1Simulator": "Advances a .*through time",
                "classtactus_1_1integrators_1_1Cenic": "Convex error-controlled",
                "classtactus_1_1multibody_1_1MultibodyPlant": "state_output",
                "group__layer__contact__icf": "IcfSolver",
                "page_docs_scenario": "add_ground",
                "page_examples_manual_magnet": "F = c / d\\^2",
        }.items():
            with self.subTest(name):
                page = (self.html / f"{name}.html").read_text()
                self.assertTrue(re.search(text, page), text)

    def test_every_public_header_and_program_has_a_page(self):
        texts = "".join(path.read_text() for path in self.html.glob("*_8h.html"))
        self.assertEqual([header for header in self.headers
                          if f": tactus/{header} File Reference<" not in texts], [])
        for program in (SOURCE_DIR / make_reference.MANUAL).glob("*.cpp"):
            self.assertTrue(
                (self.html / f"page_examples_manual_{program.stem}.html").is_file())

    def test_nothing_is_fetched(self):
        for page in self.html.glob("*.html"):
            with self.subTest(page.name):
                self.assertIsNone(re.search(r'(src|css" href)="https?:', page.read_text()))


if __name__ == "__main__":
    unittest.main()
