"""Do the checks in cmake/ catch what they are there to catch?

usage: checks_test.py <source dir>
"""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE_DIR = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE_DIR / "cmake"))
sys.dont_write_bytecode = True

import check_format  # noqa: E402
import check_layers  # noqa: E402
import check_readme  # noqa: E402
import check_references  # noqa: E402


class Tree(unittest.TestCase):
    """A small source tree on disk for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class CheckLayers(Tree):
    USES = {"solvers": set(), "systems": set(), "contact": {"solvers"},
            "multibody": {"systems", "contact", "solvers"},
            "apps": {"multibody"}}

    def setUp(self):
        super().setUp()
        for folder in self.USES:
            self.write(f"{folder}/types.h", "#include <vector>\n")

    def check(self):
        return check_layers.check(self.root, self.USES)[0]

    def refuses(self, name, text, message):
        self.write(name, text)
        errors = self.check()
        self.assertEqual(len(errors), 1, errors)
        self.assertIn(message, errors[0])

    def test_accepts_a_tree_that_keeps_the_rules(self):
        self.write("contact/narrow_phase/box2d_v3.cpp",
                   '#include <boost/graph/adjacency_list.hpp>\n'
                   '#include "tactus/contact/types.h"\n'
                   '#include "tactus/solvers/types.h"\n')
        self.write("contact/broad_phase.cpp", "#include <fcl/math/bv/AABB.h>\n")
        self.write("multibody/multibody_plant.h",
                   '#include "tactus/systems/types.h"\n')
        self.write("apps/report.h", "#include <nlohmann/json.hpp>\n")
        self.assertEqual(self.check(), [])

    def test_upward_includes(self):
        self.refuses("solvers/newton.cpp", '#include "tactus/contact/types.h"\n',
                     "solvers may not include contact/types.h")

    def test_upward_includes_from_deep_down_with_odd_names(self):
        self.write("contact/deep/box2_x.h", "")
        self.refuses("solvers/a/b/c2_d.cpp",
                     '  #  include "tactus/contact/deep/box2_x.h"\n',
                     "solvers may not include contact/deep/box2_x.h")

    def test_missing_headers(self):
        self.refuses("solvers/newton.cpp", '#include "tactus/solvers/gone.h"\n',
                     "there is no solvers/gone.h")

    def test_other_ways_to_write_a_path(self):
        self.refuses("solvers/newton.cpp", '#include "types.h"\n',
                     'is not a "tactus/')

    def test_circles(self):
        self.write("solvers/a.h", '#include "tactus/solvers/b.h"\n')
        self.refuses("solvers/b.h", '#include "tactus/solvers/a.h"\n',
                     "solvers/a.h -> solvers/b.h -> solvers/a.h")

    def test_third_parties_outside_their_home(self):
        for include in ("cholmod.h", "fcl/fcl.h", "libqhull_r/qhull_ra.h",
                        "tinyxml2.h", "assimp/scene.h", "sdf/sdf.hh"):
            with self.subTest(include):
                self.refuses("multibody/stray.cpp", f"#include <{include}>\n",
                             f"may include <{include}>")

    def test_third_parties_in_installed_headers(self):
        self.refuses("systems/log.h", "#include <spdlog/spdlog.h>\n",
                     "an installed header may not include <spdlog/spdlog.h>")

    def test_diagrams_below_the_physics(self):
        self.refuses("multibody/dynamics.h", '#include "tactus/systems/types.h"\n',
                     "physics may not include systems/types.h")

    def test_the_plant_below_the_physics(self):
        self.write("multibody/multibody_plant.h", "")
        self.refuses("multibody/dynamics.cpp",
                     '#include "tactus/multibody/multibody_plant.h"\n',
                     "physics may not include multibody/multibody_plant.h")

    def test_folders_without_sources(self):
        (self.root / "apps/types.h").unlink()
        self.assertEqual(self.check(), ["apps: no sources"])


class CheckReferences(Tree):
    README = "* [Newton87] Principia\n"

    def check(self, code, readme=README):
        self.write("README.md", readme)
        self.write("contact/deep/law.cpp", code)
        return check_references.check(self.root, ["contact"])[0]

    def test_accepts_what_is_listed_and_cited(self):
        self.assertEqual(self.check("// [Newton87, law 2]\n"), [])

    def test_cited_but_not_listed(self):
        self.assertEqual(self.check("// [Newton87]\n// [Euler50]\n"),
                         ["contact/deep/law.cpp:2: [Euler50] is not in README.md"])

    def test_listed_but_not_cited(self):
        self.assertEqual(self.check("a[1] = b[N];\n"),
                         ["README.md: [Newton87] is never cited"])


class CheckReadme(Tree):
    def check(self, readme):
        self.write("README.md", readme)
        self.write("main.cpp", "int main() {\n  int x = 1;\n}\n")
        with contextlib.redirect_stdout(io.StringIO()):
            return check_readme.main(self.root, "main.cpp")

    def test_accepts_lines_of_the_program(self):
        self.assertEqual(self.check("```cpp\n  int x = 1;\n```\n"), 0)

    def test_other_lines(self):
        self.assertEqual(self.check("```cpp\n  int x = 2;\n```\n"), 1)

    def test_no_lines(self):
        self.assertEqual(self.check("```sh\n  int x = 1;\n```\n"), 1)


@unittest.skipUnless(check_format.find_clang_format(), "no clang-format")
class CheckFormat(Tree):
    def check(self, text):
        self.write(".clang-format", (SOURCE_DIR / ".clang-format").read_text())
        self.write("solvers/deep/a.cpp", text)
        return subprocess.run(
            [sys.executable, check_format.__file__, self.root, "solvers"],
            capture_output=True).returncode

    def test_both_ways(self):
        self.assertEqual(self.check("int x = 1;\n"), 0)
        self.assertEqual(self.check("int  x=1;\n"), 1)


if __name__ == "__main__":
    unittest.main()
