"""Runs tests with an active mutant until one fails, beginning with quick tests of the same folder."""

import concurrent.futures
import json
import os
import resource
import subprocess
import tempfile
import threading

from . import schemata

# These take longest, and would be the last to be asked.
LEFT_OUT = {
    "scenarios/simulation/fault_sweep": "replays every scenario with every fault",
    "scenarios/allocation_failure": "replays as often as a scenario allocates memory",
    "command/bounded_input": "measures memory",
    "command/hostile_input": "limits resources, which an instrumented build exceeds",
    "fuzz/corpus": "belongs to the fuzzers",
}
# Clients of `podreel serve`, for rooms that the tests above reach without a network: they are run from the folder of the
# sources, with the program in place of {podreel}.
SERVE = ["{podreel}", "serve", "scenarios/crash-loop.yaml", "--speed", "paused", "--start", "2024-01-01T00:00:00Z", "--exec"]
CLIENTS = {
    "server/client": [*SERVE, "python3 tests/server/client.py"],
    "server/reflector": [*SERVE, "python3 tests/server/reflector.py"],
    "server/promises": ["python3", "tests/server/promises.py", "{podreel}", "2"],
    "server/robust": ["python3", "tests/server/robust.py", "{podreel}"],
}
MEMORY_MAX = 4 << 30


class TestFile:
    def __init__(self, name, seconds, reached):
        self.name, self.seconds, self.reached = name, seconds, reached


class Suite:
    def __init__(self, build, jobs):
        self.build, self.jobs = build, jobs
        self.files = []

    def names(self):
        tests = self.build.tree / "tests"
        names = sorted(str(path.relative_to(tests))[:-len("_test.cpp")] for path in tests.rglob("*_test.cpp"))
        names = [name for name in names if not name.startswith(("install/", "tidy/")) and name not in LEFT_OUT]
        return names + (sorted(CLIENTS) if "tools/serve" in self.build.rooms else [])

    def command(self, name):
        if name in CLIENTS:
            return [word.format(podreel=self.build.program) for word in CLIENTS[name]]
        return [str(self.build.tests), f"--source-file=*/tests/{name}_test.cpp", "--no-intro", "--abort-after=1"]

    def run(self, name, seconds, **environment):
        """Whether the tests of a file pass within so much time of the processor, and how much they took."""
        def limit():
            os.nice(10)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen(self.command(name), cwd=self.build.tree, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, preexec_fn=limit, start_new_session=True,
                                       env=dict(os.environ, TMPDIR=folder, **environment))
            # Clients of a server that does not answer wait without using the processor.
            patience = 60 if name in CLIENTS else 20 * seconds + 60
            hanging = threading.Timer(patience, os.killpg, (process.pid, 9))
            hanging.start()
            _, status, used = os.wait4(process.pid, 0)
            hanging.cancel()
        return os.waitstatus_to_exitcode(status) in (0, 77), used.ru_utime + used.ru_stime

    def measure(self, mutants):
        """Which mutants every test file reaches, and how long it takes; kept until the tests are built again."""
        cache = self.build.folder / "reached.json"
        state = str(self.build.tests.stat().st_mtime_ns)
        known = json.loads(cache.read_text()) if cache.exists() else {}
        if known.get("state") != state:
            with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                measured = dict(pool.map(lambda name: self.measure_file(name, mutants), self.names()))
            known = {"state": state, "files": measured}
            cache.write_text(json.dumps(known))
        for name, found in known["files"].items():
            if found is None:
                print(f"left out, since it fails without a mutant: {name}", flush=True)
            else:
                self.files.append(TestFile(name, found["seconds"], frozenset(found["reached"])))

    def measure_file(self, name, mutants):
        with tempfile.NamedTemporaryFile(dir=self.build.folder) as reached:
            reached.truncate(schemata.NUMBERS)
            passed, seconds = self.run(name, 120, PODREEL_MUTANTS_REACHED=reached.name)
            if not passed:
                return name, None
            reached.seek(0)
            marks = reached.read()
        return name, {"seconds": seconds, "reached": [each.number for each in mutants if marks[each.number]]}

    def reaching(self, mutant):
        """The test files that reach it, the most promising first."""
        folder = mutant.path.rpartition("/")[0]
        return sorted((file for file in self.files if mutant.number in file.reached),
                      key=lambda file: file.seconds / (20 if file.name.startswith(folder) else 1))

    def outcome_of(self, mutant, budget):
        """("killed", by which file), ("survived", what was left out, if anything) or ("not reached", "")."""
        files = self.reaching(mutant)
        used = 0
        for file in files:
            if used > budget:
                return "survived", f"tests beyond {budget} s"
            passed, seconds = self.run(file.name, 5 * file.seconds + 5, PODREEL_MUTANT=str(mutant.number))
            if not passed:
                return "killed", file.name
            used += seconds
        return ("survived" if files else "not reached"), ""
