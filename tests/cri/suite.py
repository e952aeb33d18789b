"""Runs the tests of this folder, several at a time: they mostly wait. suite.py [PATTERN]."""

import concurrent.futures
import io
import os
import sys
import unittest

AT_ONCE = 5


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def run(test):
    told = io.StringIO()
    result = unittest.TextTestRunner(stream=told, verbosity=2).run(unittest.TestSuite([test]))
    return result, told.getvalue()


def turn_of(test):
    """What takes longest begins first. It needs a clock that nobody disturbs: what only keeps the machine busy is last."""
    if "tells_what_it_tells_in_memory" in test.id():
        return 0
    return 2 if getattr(getattr(test, test._testMethodName), "keeps_busy", False) else 1


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    tests = [test for test in tests_of(unittest.defaultTestLoader.discover(folder, "*_test.py")) if pattern in test.id()]
    tests.sort(key=turn_of)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(run, tests))
    for result, told in results:
        if not result.wasSuccessful() or result.skipped:
            print(told)
    failed = sum(not result.wasSuccessful() for result, _ in results)
    skipped = sum(bool(result.skipped) for result, _ in results)
    print(f"{len(tests)} tests, {failed} failed, {skipped} skipped")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
