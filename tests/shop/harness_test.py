"""Does the main function of the test programs tell failures from skipped tests?

usage: harness_test.py <program of harness_cases.cpp>
"""

import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
PASSED, FAILED, SKIPPED = 0, 1, 4  # The last as in SKIP_RETURN_CODE.


class Harness(unittest.TestCase):
    def returns(self, expected, *arguments):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)

    def test_tests_that_pass(self):
        self.returns(PASSED, "passes")

    def test_any_number_of_failures(self):
        for case in ("fails once", "fails four times", "fails 256 times"):
            with self.subTest(case):
                self.returns(FAILED, case)

    def test_several_tests_that_fail(self):
        self.returns(FAILED, "passes,fails once,fails four times")

    def test_exceptions(self):
        self.returns(FAILED, "throws")

    def test_skipped_tests(self):
        self.returns(SKIPPED, "skips")
        self.returns(SKIPPED, "passes,skips")

    def test_failures_beside_skipped_tests(self):
        self.returns(FAILED, "skips and fails four times")
        self.returns(FAILED, "skips,fails four times")

    def test_names_of_no_test(self):
        self.returns(FAILED, "no such test")

    def test_bad_options(self):
        self.returns(FAILED, "--no-such-option")


if __name__ == "__main__":
    unittest.main()
