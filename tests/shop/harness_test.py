"""Does the main function of the test programs tell failures from skipped tests?

usage: harness_test.py <program of harness_cases.cpp>
"""

import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
PASSED, FAILED, SKIPPED = 0, 1, 4  # The last as in SKIP_RETURN_CODE.

# Those of harness_cases.cpp.
PASSES = "Harness: a check that holds -> passes"
FAILS_ONCE = "Harness: one failed check -> fails"
FAILS_FOUR_TIMES = "Harness: four failed checks -> fails"
FAILS_256_TIMES = "Harness: 256 failed checks -> fails"
THROWS = "Harness: an exception -> fails"
SKIPS = "Harness: a missing folder -> skips"
SKIPS_AND_FAILS = "Harness: a missing folder and four failed checks -> fails"


NO_TEST = "No test cases matched"


class Harness(unittest.TestCase):
    def run_program(self, expected, *arguments):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return done.stdout

    def returns(self, expected, *names):
        """A name of no test fails, too: all of them are names of tests."""
        self.assertNotIn(NO_TEST, self.run_program(expected, ",".join(names)))

    def test_tests_that_pass(self):
        self.returns(PASSED, PASSES)

    def test_any_number_of_failures(self):
        for case in (FAILS_ONCE, FAILS_FOUR_TIMES, FAILS_256_TIMES):
            with self.subTest(case):
                self.returns(FAILED, case)

    def test_several_tests_that_fail(self):
        self.returns(FAILED, PASSES, FAILS_ONCE, FAILS_FOUR_TIMES)

    def test_exceptions(self):
        self.returns(FAILED, THROWS)

    def test_skipped_tests(self):
        self.returns(SKIPPED, SKIPS)
        self.returns(SKIPPED, PASSES, SKIPS)

    def test_failures_beside_skipped_tests(self):
        self.returns(FAILED, SKIPS_AND_FAILS)
        self.returns(FAILED, SKIPS, FAILS_FOUR_TIMES)

    def test_names_of_no_test(self):
        self.assertIn(NO_TEST, self.run_program(FAILED, "no such test"))

    def test_bad_options(self):
        self.run_program(FAILED, "--no-such-option")


if __name__ == "__main__":
    unittest.main()
