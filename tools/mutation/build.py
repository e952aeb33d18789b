"""The one build that has all mutants."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from . import rows, runtime, schemata

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The core: the engine but for the clockwork below it, and what the kubelet sees and works with. Headers, which everything
# includes, have no mutants: that takes ten times as long to build.
CORE = ["engine/api", "engine/apiserver", "engine/decide", "engine/identity", "engine/kubelet", "engine/manifests",
           "engine/release", "engine/sync", "engine/timing", "engine/types", "engine/upgrade", "pleg", "runtime_fake"]
# The rooms around it, with their libraries.
ROOMS = {"scenarios/cluster": ["podreel_cluster", "podreel_cluster_model"], "scenarios/explore": ["podreel_explore"],
         "scenarios/fleet": ["podreel_fleet"], "scenarios/reproduce": ["podreel_reproduce"],
         "tools/cri": ["podreel_cri_answers"], "tools/serve": ["podreel_serve"]}
# Parts of rooms that the tests do not link, and one whose mutants would leave mounts and control groups on the machine.
LEFT_OUT = ("tools/cri/client/", "tools/cri/grpc/", "tools/cri/program/", "tools/cri/record/enclosure.cpp")
COPIED = ["CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md", "engine",
          "pleg", "runtime_fake", "scenarios", "tests", "tools"]
ERROR = re.compile(r"^(\S+?):(\d+):(\d+): (?:fatal )?error: (.*)$")
PLACE = re.compile(r"^(?:In file included from |\s+from )?(\S+?):(\d+):(\d+)?")
# For the units that have mutants; all others are compiled as in the preset release, so that ccache has them.
INSTRUMENTED = """
function(podreel_instrument)
  foreach(library IN ITEMS LIBRARIES)
    get_target_property(units ${library} SOURCES)
    list(FILTER units INCLUDE REGEX "/units/")
    list(FILTER units EXCLUDE REGEX "/units/podreel/scenarios")
    set_source_files_properties(${units} PROPERTIES COMPILE_OPTIONS
      "-w;-O1;-fmax-errors=0;-fno-diagnostics-show-caret;-fdiagnostics-column-unit=byte")
  endforeach()
endfunction()
# After the units are made.
cmake_language(DEFER CALL podreel_instrument)
"""


class Build:
    def __init__(self, folder, jobs, rooms):
        """`rooms`: those that are mutated instead of the core; none: the core."""
        self.folder, self.jobs, self.rooms = folder, jobs, rooms
        self.tree, self.binaries = folder / "tree", folder / "tree/build"
        self.written = {}
        self.dropped_file = folder / "dropped.json"
        self.dropped = set(json.loads(self.dropped_file.read_text())) if self.dropped_file.exists() else set()

    @property
    def tests(self):
        return self.binaries / "tests/podreel_tests"

    @property
    def program(self):
        return self.binaries / "podreel"

    def instrumented(self):
        """Every mutated file with its mutants, and the mutants."""
        numbers = schemata.Numbers()
        files = self.instrumented_rooms(numbers) if self.rooms else self.instrumented_core(numbers)
        libraries = [library for room in self.rooms for library in ROOMS[room]] or ["podreel"]
        files[schemata.HEADER] = runtime.HEADER
        files["CMakeLists.txt"] = ((ROOT / "CMakeLists.txt").read_text()
                                   + INSTRUMENTED.replace("LIBRARIES", " ".join(libraries)))
        files["engine/mutant.cpp"] = runtime.SOURCE.replace("COUNT", str(schemata.NUMBERS))
        # A row that headers alone use has no mutant: headers are left as they are.
        used = set(re.findall(r"row<timing::(\w+), ", "".join(files.values())))
        mutants = [mutant for mutant in numbers.mutants
                   if mutant.path != schemata.TIMING_TABLE or mutant.found in used]
        return files, mutants

    def instrumented_rooms(self, numbers):
        paths = [path for room in self.rooms for path in sorted((ROOT / room).rglob("*.cpp"))]
        names = [str(path.relative_to(ROOT)) for path in paths]
        names = [name for name in names if not name.startswith(LEFT_OUT)]
        return {name: schemata.instrument(name, (ROOT / name).read_text(), numbers, self.dropped) for name in names}

    def instrumented_core(self, numbers):
        timing = schemata.timing_mutants((ROOT / schemata.TIMING_TABLE).read_text(), numbers)
        tables = sorted((ROOT / rows.BEHAVIOUR).glob("*.inc"))
        order = re.findall(r'#include "(.*?)"', (ROOT / rows.BEHAVIOUR / "capabilities.inc").read_text())
        gates = (ROOT / "engine/release/feature_gate_table.inc").read_text()
        variants = schemata.behaviour_variants([(path, (ROOT / path).read_text()) for path in order], gates, numbers)
        assert len(tables) == len(order) + 1
        files = {}
        for folder in CORE:
            for path in sorted((ROOT / folder).rglob("*.cpp")):
                name = str(path.relative_to(ROOT))
                if name == schemata.BEHAVIOUR_TABLE:
                    files[name] = schemata.with_variants(path.read_text(), variants)
                else:
                    files[name] = schemata.instrument(name, path.read_text(), numbers, self.dropped, timing)
        return files

    def prepare(self):
        """Copies the repository with instrumented sources; returns the mutants. What has not changed is left alone."""
        self.written, mutants = self.instrumented()
        wanted = dict(self.written)
        for name in COPIED:
            path = ROOT / name
            for file in [path] if path.is_file() else path.rglob("*"):
                if file.is_file() and "__pycache__" not in file.parts and "node_modules" not in file.parts:
                    wanted.setdefault(str(file.relative_to(ROOT)), file)
        for name in COPIED:
            for file in (self.tree / name).rglob("*"):
                if file.is_file() and str(file.relative_to(self.tree)) not in wanted:
                    file.unlink()
        for name, content in wanted.items():
            target = self.tree / name
            data = content.encode() if isinstance(content, str) else content.read_bytes()
            if not target.exists() or target.read_bytes() != data:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
                if not isinstance(content, str):
                    shutil.copymode(content, target)
        return mutants

    def build(self, targets):
        """Builds, without the mutants that do not compile; returns the mutants."""
        while True:
            mutants = self.prepare()
            log = self.compile(targets)
            if log is None:
                return [mutant for mutant in mutants if mutant.key not in self.dropped], len(self.dropped)
            keys = {mutant.number: mutant.key for mutant in mutants}
            refused = {keys[number] for number in self.refused(log)}
            if not refused:
                (self.folder / "build.log").write_text(log)
                sys.exit(f"the mutants do not build: {self.folder / 'build.log'}")
            print(f"{len(refused)} mutants do not compile", flush=True)
            self.dropped |= refused
            self.dropped_file.write_text(json.dumps(sorted(self.dropped), indent=1))

    def compile(self, targets):
        """None, or what the compiler said."""
        environment = dict(os.environ, CCACHE_BASEDIR=str(self.tree), CCACHE_NOHASHDIR="true", CCACHE_DEPEND="true",
                           CCACHE_SLOPPINESS="pch_defines,time_macros,include_file_mtime,include_file_ctime")
        subprocess.run(["cmake", "--preset", "release"], cwd=self.tree, check=True, env=environment,
                       stdout=subprocess.DEVNULL)
        done = subprocess.run(["ninja", "-k", "0", f"-j{self.jobs}", "-C", str(self.binaries), *targets], env=environment, text=True, stdout=subprocess.PIPE)
        return done.stdout if done.returncode else None

    def refused(self, log):
        """The numbers of the mutants that the compiler's errors speak of."""
        numbers, context = set(), []
        for line in log.splitlines():
            error = ERROR.match(line)
            place = PLACE.match(line)
            if error:
                found = self.numbers_at(error.group(1), error.group(2), error.group(3))
                for each in reversed(context):
                    found = found or self.numbers_at(*each)
                numbers |= found
                context = []
            elif place and "note:" not in line:
                context.append((place.group(1), place.group(2), place.group(3) or "1"))
            elif place:
                continue
            else:
                context = []
        return numbers

    def numbers_at(self, path, line, column):
        path = pathlib.Path(path)
        path = path if path.is_absolute() else self.binaries / path
        name = os.path.relpath(os.path.normpath(path), self.tree)
        text = self.written.get(name)
        return set(schemata.mutants_at(text, int(line), int(column))) if text else set()
