"""Do the checks in cmake/ catch what they are there to catch?

usage: checks_test.py <source dir>
"""

import contextlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE_DIR = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE_DIR / "cmake"))
sys.dont_write_bytecode = True

import check_clang  # noqa: E402
import check_format  # noqa: E402
import check_layers  # noqa: E402
import check_page  # noqa: E402
import check_references  # noqa: E402
import check_state  # noqa: E402
import check_test_names  # noqa: E402
import check_tidy  # noqa: E402
import house_check  # noqa: E402
import refresh_examples  # noqa: E402
import run_page  # noqa: E402


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


class CheckClang(Tree):
    def test_finds_views_and_ranges_of_algorithms(self):
        self.write("common/a.cpp", """
// std::views::iota is no code.
std::ranges::sort(x);
std::ranges::unique_copy(x, y.begin());
for (int i : x | std::views::reverse) y += i;
const auto rest = std::ranges::remove_if(x, IsZero);
""")
        errors, count = check_clang.check(self.root, ["common"])
        self.assertEqual(count, 1)
        self.assertEqual(errors, [
            "common/a.cpp:5: std::views::reverse is not for Clang 14",
            "common/a.cpp:6: std::ranges::remove_if is not for Clang 14"])


class CheckLayers(Tree):
    USES = {"common": set(), "solvers": {"common"}, "systems": {"common"},
            "contact/geometry": {"common"},
            "contact": {"common", "solvers", "contact/geometry"},
            "multibody": {"common", "contact", "solvers"},
            "multibody/plant": {"multibody", "systems"},
            "examples": {"multibody"}, "apps": {"multibody"}}

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
        self.write("contact/deep/box2d_v3.cpp",
                   '#include <boost/graph/adjacency_list.hpp>\n'
                   '#include "tactus/contact/geometry/types.h"\n'
                   '#include "tactus/common/types.h"\n')
        self.write("contact/geometry/broad_phase.cpp", "#include <fcl/math/bv/AABB.h>\n")
        self.write("multibody/plant/multibody_plant.h",
                   '#include "tactus/systems/types.h"\n')
        self.write("apps/run/report.h", "#include <nlohmann/json.hpp>\n")
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

    def test_the_umbrella_header_is_for_the_manual(self):
        self.write("examples/manual/a_run.cpp", '#include "tactus/tactus.h"\n')
        self.assertEqual(self.check(), [])
        self.refuses("examples/scene.cpp", '#include "tactus/tactus.h"\n',
                     'is not a "tactus/')

    def test_public_headers_that_include_others(self):
        self.write("solvers/inner.h", "")
        self.write("solvers/outer.h", '#include "tactus/solvers/inner.h"\n')
        outer, both = {"solvers/outer.h"}, {"solvers/outer.h", "solvers/inner.h"}
        self.assertEqual(check_layers.check(self.root, self.USES, both)[0], [])
        self.assertEqual(check_layers.check(self.root, self.USES, outer)[0],
                         ["solvers/outer.h: a public header may not include "
                          "solvers/inner.h"])

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
        self.refuses("common/log.h", "#include <spdlog/spdlog.h>\n",
                     "an installed header may not include <spdlog/spdlog.h>")

    def test_circles_of_folders(self):
        self.write("solvers/deep/c.h", "")
        self.write("solvers/a.h", '#include "tactus/solvers/deep/c.h"\n')
        self.write("solvers/b.h", "")
        self.refuses("solvers/deep/d.h", '#include "tactus/solvers/b.h"\n',
                     "solvers -> solvers/deep -> solvers")

    def test_a_layer_below_its_sub_folder(self):
        self.refuses("multibody/dynamics.h",
                     '#include "tactus/multibody/plant/types.h"\n',
                     "multibody may not include multibody/plant/types.h")

    def test_a_sub_folder_has_its_own_uses(self):
        self.refuses("contact/geometry/engine.h",
                     '#include "tactus/solvers/types.h"\n',
                     "contact/geometry may not include solvers/types.h")

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


    def test_names_that_the_code_has_or_lacks(self):
        self.write("docs/architecture.md",
                   "`Law::Calc` of `law`,\nby `Law::AddPush()`, not Calculus.\n")
        self.assertEqual(
            self.check("// [Newton87]\nstruct Law { void Calc(); };\n"),
            ["docs/architecture.md:2: the code has no 'AddPush'"])


class CheckPage(Tree):
    def check(self, page):
        self.write("page.md", page)
        self.write("main.cpp", "int main() {\n  int x = 1;\n}\n")
        with contextlib.redirect_stdout(io.StringIO()):
            return check_page.main(self.root / "page.md", self.root / "main.cpp")

    def test_accepts_lines_of_the_program(self):
        self.assertEqual(self.check("```cpp\n  int x = 1;\n```\n"), 0)

    def test_other_lines(self):
        self.assertEqual(self.check("```cpp\n  int x = 2;\n```\n"), 1)

    def test_no_lines(self):
        self.assertEqual(self.check("```sh\n  int x = 1;\n```\n"), 1)


class RunPage(Tree):
    def run_page(self, page):
        self.write("page.md", page)
        self.write("bin/greet", "#!/bin/sh\ncat \"$1\"\n")
        (self.root / "bin/greet").chmod(0o755)
        with contextlib.redirect_stdout(io.StringIO()):
            return run_page.main(self.root / "page.md", self.root / "bin")

    def test_scripts_find_the_program_and_the_files_of_the_page(self):
        self.assertEqual(self.run_page("```text hello.txt\nhello\n```\n"
                                       "```sh\ntest $(greet hello.txt) = hello\n```\n"), 0)

    def test_a_command_that_fails(self):
        self.assertEqual(self.run_page("```sh\ngreet absent.txt\ntrue\n```\n"), 1)
        self.assertEqual(self.run_page("```sh\ngreet absent.txt | cat\n```\n"), 1)

    def test_a_page_without_scripts(self):
        self.assertEqual(self.run_page("```text hello.txt\nhello\n```\n"), 1)


@unittest.skipUnless(house_check.find_clang_tool("clang-format"), "no clang-format")
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


@unittest.skipUnless(house_check.find_clang_tool("clang-tidy"), "no clang-tidy")
class CheckTestNames(Tree):
    def check(self, *names):
        for i, name in enumerate(names):
            self.write(f"tests/solvers/{i}_test.cpp", f"TEST_CASE({name}) {{}}\n")
        return check_test_names.check(self.root, ["tests/solvers"])[0]

    def test_accepts_unit_input_and_expectation(self):
        self.assertEqual(self.check('"Newton: a quadratic -> one step, as in [Lee22]"',
                                    '"Newton: a quartic, from afar -> "\n    "ten"'), [])

    def test_refuses_other_forms(self):
        for name in ('"Newton takes one step"', '"Newton: takes one step"',
                     '"a quadratic -> one step"', '"Newton: -> one step"'):
            self.assertEqual(
                self.check(name),
                [f"tests/solvers/0_test.cpp:1: '{name[1:-1]}' is not of the form "
                 "'Unit: input -> expectation'"])

    def test_sees_tests_with_a_fixture(self):
        self.write("tests/solvers/newton_test.cpp",
                   'TEST_CASE_METHOD(Scratch, "Newton takes a step") {}\n')
        self.assertEqual(len(check_test_names.check(self.root, ["tests/solvers"])[0]), 1)

    def test_refuses_what_ctest_splits(self):
        for name in ("Newton: steps -> one; or two", "Newton: a\\b -> read"):
            self.assertIn("has a character at which", self.check(f'"{name}"')[0])

    def test_refuses_a_name_twice(self):
        self.assertEqual(
            self.check('"Newton: steps -> one"', '"Newton: steps -> one"'),
            ["tests/solvers/1_test.cpp:1: there is a 'Newton: steps -> one' at "
             "tests/solvers/0_test.cpp:1, too"])


class CheckTidy(Tree):
    def check(self, text):
        self.write("compile_flags.txt", "-std=c++20\n")
        self.write("solvers/deep/a.cpp", text)
        return subprocess.run(
            [sys.executable, check_tidy.__file__, self.root, "solvers"],
            capture_output=True).returncode

    def test_both_ways(self):
        self.assertEqual(self.check("struct A { explicit A(int); };\n"), 0)
        self.assertEqual(self.check("struct A { A(int); };\n"), 1)
        self.assertEqual(self.check("it does not compile\n"), 1)


class CheckExamples(Tree):
    SHOWN = "scene: 12.5 steps in 0.1 s\n  beside: rk3, 0.694 s\n(exit code 4)\n"

    def check(self, printed, shown=SHOWN):
        """A program that prints a text and fails with 4, and a page that shows it."""
        self.write("program", f"#!/bin/sh\ncat <<END\n{printed}END\nexit 4\n")
        (self.root / "program").chmod(0o755)
        self.write("page.md", f"Text.\n\n```\n$ tactus run a\n{shown}```\n")
        return refresh_examples.check(self.root / "page.md",
                                      str(self.root / "program"))

    def test_accepts_other_times_and_rounding(self):
        printed = "scene: 12.6 steps in 3 ms\n  beside: cenic, 7 s\n"
        self.assertEqual(self.check(printed), ([], 1))

    def test_refuses_other_numbers_and_words(self):
        for printed in ("scene: 15 steps in 0.1 s\n",
                        "scene: 12.5 stops in 0.1 s\n",
                        "scene: 12.5 steps in 0.1 s\nmore\n"):
            with self.subTest(printed):
                self.assertEqual(len(self.check(printed)[0]), 1)

    def test_passes_over_sensitive_motion(self):
        self.assertEqual(self.check("else\n", "sensitive from 1 s\n"), ([], 0))

    def test_passes_over_witnesses_that_are_slow(self):
        self.assertEqual(
            self.check("else\n", "  not independent: rk3 came to 1 s\n"), ([], 0))

    def test_accepts_other_shares_of_time(self):
        shown = "  geometry  46.2 ms   6.4 %  queries\n(exit code 4)\n"
        printed = "  geometry  0.21 s   19.5 %  queries\n"
        self.assertEqual(self.check(printed, shown), ([], 1))
        self.assertEqual(len(self.check("  problem  0.21 s   19.5 %  queries\n",
                                        shown)[0]), 1)

    def test_refreshes_in_place(self):
        self.check("new\n")
        program = str(self.root / "program")
        self.assertEqual(
            refresh_examples.refresh(self.root / "page.md", program), 1)
        self.assertEqual((self.root / "page.md").read_text(),
                         "Text.\n\n```\n$ tactus run a\nnew\n(exit code 4)\n```\n")


class CheckState(Tree):
    def check(self, text, name="solvers/newton.cpp"):
        self.write(name, text)
        return check_state.check(self.root, ["common", "solvers"])[0]

    def test_accepts_what_cannot_change(self):
        self.assertEqual(self.check("""
// static int gone;  thread_local is what nobody writes.
namespace tactus {
constexpr double kRest = 1e-6;
const char* const kName = "static int n;";
inline constexpr const char* kTexts[] = {"a", "b"};
static const Vector2d kNone = Vector2d(0, 0);
static double CalcNorm(const Vector3d& x) {
  static const std::map<int, int> kMap = {{1, 2}};
  static constexpr const char* kWords[] = {"x"};
  int count = 0;
  const auto next = [count]() mutable { return ++count; };
  return count + 1'000'000;
}
template <class T>
T Twice(T x) { return x + x; }
std::vector<int> MakeList(int size = 3);
class Counter {
 public:
  static Counter Make(int n = 1);
  static bool operator()(int a) = delete;
  int count_ = 0;
};
}  // namespace tactus
"""), [])

    def test_refuses_what_can(self):
        for text, what in (
                ("thread_local VectorXd error;\n", "thread_local"),
                ("void F() {\n  thread_local std::vector<int> w(3);\n}\n",
                 "thread_local"),
                ("inline thread_local long count = 0;\n", "thread_local"),
                ("void F() {\n  static int calls = 0;\n}\n", "static int calls"),
                ("void F() {\n  static std::vector<double> work;\n}\n",
                 "static std::vector<double> work"),
                ("void F() {\n  static Work work(3);\n}\n", "static Work work"),
                ("void F() {\n  static const char* last = 0;\n}\n", "last"),
                ("class A {\n  static int count_;\n};\n", "static int count_"),
                ("class A {\n  static inline Work work_{};\n};\n", "work_"),
                ("std::atomic<bool> stopped{false};\n", "stopped"),
                ("class A {\n  mutable MatrixXd scratch_;\n};\n",
                 "mutable MatrixXd scratch_"),
                ("int counter = 0;\n", "int counter"),
                ("double table[3] = {1, 2, 3};\n", "table"),
                ("std::map<int,\n         double> cache;\n", "cache")):
            with self.subTest(text):
                errors = self.check(text)
                self.assertEqual(len(errors), 1, errors)
                self.assertIn(what, errors[0])

    def test_says_where(self):
        errors = self.check("\n\n/* a\nb */ thread_local int n;\n")
        self.assertIn("solvers/newton.cpp:4: ", errors[0])

    def test_exceptions_hold_for_their_files_and_not_for_thread_local(self):
        pool = "Pool& ThePool() {\n  static Pool pool;\n  return pool;\n}\n"
        name = "common/parallel_for.cpp"
        self.assertEqual(self.check(pool, name), [])
        errors = self.check(pool + "thread_local bool in_loop;\n", name)
        self.assertEqual(len(errors), 1, errors)
        errors = self.check("int F();\n", name)
        self.assertIn("no exception", errors[0])


class BundleTests(Tree):
    def bundle(self, *texts):
        sources = [self.root / f"{i}_test.cpp" for i in range(len(texts))]
        for source, text in zip(sources, texts):
            self.write(source.name, text)
        output = self.root / "all.cpp"
        subprocess.run(
            ["cmake", "-D", f"OUTPUT={output}", "-D", f"FROM={self.root / 'build'}", "-P",
             SOURCE_DIR / "cmake" / "bundle_tests.cmake", "--", *sources], check=True)
        return output.read_text(), sources

    def test_has_all_sources_with_their_lines(self):
        text, sources = self.bundle("int a;\n", "int b[2] = {1; 2};\n", "int c;\n")
        for source, line in zip(sources, ("int a;", "int b[2] = {1; 2};", "int c;")):
            self.assertIn(f'#line 1 "../{source.name}"\n{line}\n', text)

    def test_keeps_unnamed_namespaces_apart(self):
        source = "namespace tactus {\nnamespace {\nint n;\n}  // namespace\n}\n"
        text, _ = self.bundle(source, source)
        names = re.findall(r"namespace \{ namespace (\w+) \{", text)
        self.assertEqual(len(set(names)), 2)
        self.assertEqual(text.count("{"), text.count("}"))


if __name__ == "__main__":
    unittest.main()
