"""Detection of mutants by `podreel explore` instead of the tests."""

import os
import re
import resource
import subprocess
import tempfile

from . import schemata

# The rules of the decision and of the loop.
FOLDERS = ("engine/decide", "engine/kubelet", "engine/sync", "pleg")
MEMORY_MAX = 4 << 30
REACHING_RUNS = 500
# Enough that a mutant's search, which is shorter, finds nothing more that has nothing to do with it.
USUAL_RUNS = 3_000


class Explorer:
    """The starter scenarios, explored one after the other; they share the time that a mutant is given."""

    def __init__(self, build):
        self.build = build
        self.command = build.binaries / "podreel"
        self.scenarios = sorted(str(path.relative_to(build.tree)) for path in (build.tree / "scenarios").glob("*.yaml"))
        self.reached, self.usual = frozenset(), {}

    def explore(self, scenario, budget, seconds, **environment):
        """What was found: the invariants that were broken with the runs until then, or how the command ended."""
        def limit():
            os.nice(10)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        command = [str(self.command), "explore", scenario, "--budget", budget, "-j", "1"]
        try:
            done = subprocess.run(command, cwd=self.build.tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, preexec_fn=limit, timeout=seconds, text=True,
                                  env=dict(os.environ, **environment))
        except subprocess.TimeoutExpired:
            return {"hangs": ""}
        found = dict(re.findall(r"^  ([\w-]+), after (\d+) runs?", done.stdout, re.MULTILINE))
        return found if done.returncode in (0, 1) else {f"exit code {done.returncode}": ""}

    def measure(self, mutants):
        """Which mutants the exploration reaches, and what it finds without one."""
        with tempfile.NamedTemporaryFile(dir=self.build.folder) as reached:
            reached.truncate(schemata.NUMBERS)
            for scenario in self.scenarios:
                self.explore(scenario, str(REACHING_RUNS), 600, PODREEL_MUTANTS_REACHED=reached.name)
                self.usual[scenario] = frozenset(self.explore(scenario, str(USUAL_RUNS), 3600))
            reached.seek(0)
            marks = reached.read()
        self.reached = frozenset(each.number for each in mutants if marks[each.number])

    def outcome_of(self, mutant, budget):
        """Returns the same as Suite.outcome_of."""
        if mutant.number not in self.reached:
            return "not reached", ""
        share = max(budget / len(self.scenarios), 1)
        for scenario in self.scenarios:
            found = self.explore(scenario, f"{share:.0f}s", 10 * share + 60, PODREEL_MUTANT=str(mutant.number))
            for name in found.keys() - self.usual[scenario]:
                return "killed", f"{scenario}: {name} after {found[name]} runs"
        return "survived", ""
