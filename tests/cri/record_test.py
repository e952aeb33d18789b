"""What cannot be recorded is said, and nothing is left behind."""

import glob
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PODREEL = os.environ["PODREEL"]
KUBELET = os.environ["PODREEL_CRI"] + " kubelet --kubelet-version 1.30"
SCENARIO = os.path.join(ROOT, "scenarios", "single-pod.yaml")


class Record(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.environment = {**os.environ, "TMPDIR": self.folder.name}

    def record(self, *arguments, kubelet=KUBELET):
        return subprocess.run([PODREEL, "record", *arguments, "--kubelet", kubelet], capture_output=True, timeout=60,
                              encoding="utf-8", check=False, env=self.environment)

    def refused(self, *arguments, kubelet=KUBELET):
        result = self.record(*arguments, kubelet=kubelet)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(glob.glob(f"{self.folder.name}/podreel-record-*"), [])
        return result.stderr

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def script(self, text, name="kubelet", version="1.30.4"):
        path = self.write(name, f"#!/bin/sh\n[ \"$1\" = --version ] && {{ echo Kubernetes v{version}; exit; }}\n{text}")
        os.chmod(path, 0o700)
        return path

    def test_a_kubelet_that_is_none(self):
        self.assertIn("must print", self.refused(SCENARIO, "--until", "5s", kubelet="/bin/true"))
        self.assertIn("not found", self.refused(SCENARIO, "--until", "5s", kubelet="/nowhere/kubelet"))

    def test_a_kubelet_of_another_release(self):
        said = self.refused(SCENARIO, "--until", "5s", "--kubelet-version", "1.33")
        self.assertIn("starts a kubelet of 1.33; found only 1.30", said)

    def test_a_kubelet_that_does_not_start(self):
        said = self.refused(SCENARIO, "--until", "5s", kubelet=self.script("echo failed to run Kubelet: no root; exit 1"))
        self.assertIn("the kubelet failed: it did not start", said)
        self.assertIn("failed to run Kubelet: no root", said)

    def test_how_long_must_be_known(self):
        pod = self.write("pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
                         "image: img}]}}")
        self.assertIn("--until", self.refused(pod))

    def test_what_no_kubelet_can_be_told(self):
        shutdown = self.write("shutdown.yaml", "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, "
                              "metadata: {name: shutdown}, spec: {timeline: [{at: 2s, shutdownNode: {}}]}}")
        self.assertIn("shutdownNode: podreel does not shut down this machine", self.refused(shutdown, "--until", "5s"))

    def probed(self, probe, more=""):
        return self.write("pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {" + more +
                          "containers: [{name: app, image: img, livenessProbe: {" + probe + "}}]}}")

    def test_probes_that_nobody_can_answer_as_the_scenario_says(self):
        for probe, more, why in (("tcpSocket: {port: 80, host: 10.0.0.1}", "",
                                  "a probe or hook connects to another host"),
                                 ("tcpSocket: {port: 80}", "hostNetwork: true, ", "its probes or hooks would connect to the machine's")):
            self.assertIn(f"default/web: {why}", self.refused(self.probed(probe, more), "--until", "5s", "--kubelet-version", "1.30"))

    def test_a_port_that_somebody_else_has(self):
        with socket.create_server(("", 0)) as taken:
            port = taken.getsockname()[1]
            said = self.refused(self.probed(f"tcpSocket: {{port: {port}}}"), "--until", "5s", "--kubelet-version", "1.30")
        self.assertIn(f"default/web: port {port} is needed for probes or hooks: cannot listen on 127.", said)
        self.assertIn("in use", said)

    def test_a_kubelet_that_ends_in_the_middle(self):
        kubelet = f"timeout 2 {KUBELET}"
        wrapped = self.script(f"exec {kubelet} \"$@\"")
        self.assertIn("it exited with code", self.refused(SCENARIO, "--until", "50s", kubelet=wrapped))

    def scenario(self, name, node="node-1", timeline="", version="1.30"):
        return self.write(f"{name}.yaml", f"""
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: {name}}}
spec:
  duration: 10s
  node: {{name: {node}, kubelet: {{version: "{version}"}}}}
  timeline:
    - at: 0s
      createPod:
        {{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}, spec: {{containers: [{{name: app, image: img}}]}}}}
    {timeline}
""")

    def test_a_kubelet_that_is_gone_when_it_is_upgraded_to(self):
        younger = self.script("exit 1", "younger", "1.31.2")
        older = self.script(f"rm -f {younger}; exec {KUBELET} \"$@\"")
        upgrade = self.scenario("upgrade", timeline="- {at: 1s, stopKubelet: {}}\n"
                                                    "    - {at: 2s, startKubelet: {version: '1.31'}}")
        said = self.refused(upgrade, "--kubelet", younger, kubelet=older)
        self.assertIn("the kubelet failed: it exited with code 127", said)
        self.assertIn("younger: not found", said)

    def test_the_loop_is_read_in_the_words_of_old_kubelets(self):
        for version in ("1.20", "1.26"):
            told = f"{self.folder.name}/{version}.jsonl"
            result = self.record(self.scenario("one", version=version), "--speed", "5x", "-o", told,
                                 kubelet=f"{KUBELET} --speed 5x".replace("1.30", version))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotIn("not understood", result.stderr)
            with open(told, encoding="utf-8") as lines:
                records = [json.loads(line) for line in lines]
            loops = [record["op"] for record in records if record["kind"] == "loop" and record["op"] != "RECONCILE"]
            self.assertEqual(loops[:2], ["ADD", "PLEG"])
            self.assertEqual("sync" in {record["kind"] for record in records}, version != "1.20")

    def test_lines_of_the_loop_that_are_not_understood_are_counted(self):
        line = "I1125 15:09:08.123456    4242 kubelet.go:1] SyncLoop (TWIST)"
        result = self.record(self.scenario("one"), "--until", "1s",
                             kubelet=self.script(f"echo '{line}'; echo '{line}'; exec {KUBELET} \"$@\""))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"2 lines of the kubelet's log about its sync loop not recognized, for example: {line}", result.stderr)

    def test_without_root_a_kubelet_is_recorded_and_not_isolated(self):
        as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        os.chmod(self.folder.name, 0o777)
        if subprocess.run([*as_nobody, "test", "-x", PODREEL], check=False).returncode != 0:
            return
        recorded = f"{self.folder.name}/recorded.jsonl"
        result = subprocess.run([*as_nobody, PODREEL, "record", self.scenario("one"), "--until", "2s", "--kubelet", KUBELET,
                                 "-o", recorded], capture_output=True, timeout=60, encoding="utf-8", check=False,
                                env=self.environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("a mount namespace and control groups need root", result.stderr)
        with open(recorded, encoding="utf-8") as lines:
            self.assertIn("StartContainer", lines.read())

    def parallel(self, *arguments, kubelet=f"{KUBELET} --speed 5x"):
        return self.record(*arguments, "--speed", "5x", "--parallel", "2", "-o", f"{self.folder.name}/told",
                           kubelet=kubelet)

    def told(self):
        return sorted(os.listdir(f"{self.folder.name}/told"))

    def test_many_at_once_become_a_file_each(self):
        many = [self.scenario(name) for name in ("one", "two", "three")]
        result = self.parallel(*many)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.told(), ["one.jsonl", "three.jsonl", "two.jsonl"])
        self.assertIn(f"podreel record: {many[2]}: largest delay ", result.stderr)
        for name in ("one", "two", "three"):
            with open(f"{self.folder.name}/told/{name}.jsonl", encoding="utf-8") as told:
                records = [json.loads(line) for line in told]
            self.assertEqual({record["pod"] for record in records if record.get("pod")}, {f"default/{name}"})
            self.assertIn("StartContainer", {record.get("op") for record in records})

    def test_of_many_the_kubelet_of_one_fails(self):
        kubelet = self.script(f"case \"$*\" in *=broken*) echo no such node; exit 1;; esac; "
                              f"exec {KUBELET} --speed 5x \"$@\"")
        broken = self.scenario("two", node="broken")
        result = self.parallel(self.scenario("one"), broken, kubelet=kubelet)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(f"podreel record: {broken}: the kubelet failed: it did not start", result.stderr)
        self.assertIn(f"podreel record: {broken}: no such node", result.stderr)
        self.assertEqual(self.told(), ["one.jsonl"])

    def test_of_many_those_that_cannot_be_are_named_and_the_others_recorded(self):
        shutdown = self.scenario("shutdown", timeline="- {at: 1s, shutdownNode: {}}")
        ported = self.scenario("ported", timeline="- {at: 1s, fillDisk: {}}")
        result = self.parallel(self.scenario("one"), shutdown, ported)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(f"{shutdown}: the scenario has steps or settings that are impossible", result.stderr)
        self.assertEqual(self.told(), ["one.jsonl"])
        self.assertIn(f"{shutdown}: the scenario has steps", self.parallel(shutdown, ported).stderr)
        self.assertIn("several recordings need a folder", self.refused(self.scenario("one"), self.scenario("two")))
        none = self.refused(self.scenario("one"), "--parallel", "0", "-o", self.folder.name)
        self.assertIn("--parallel: found 0; accepted: 1 or more", none)
        os.mkdir(f"{self.folder.name}/other")
        same = shutil.copy(self.scenario("one"), f"{self.folder.name}/other")
        self.assertIn("would both be recorded as", self.parallel(self.scenario("one"), same).stderr)

    def test_of_many_files_with_errors_or_several_runs_are_named_and_the_others_recorded(self):
        broken = self.write("broken.yaml", "kind: Scenario\nspec: {tmeline: []}\n")
        several = self.scenario("several", timeline="- {at: 1s, deletePod: {name: several, gracePeriodSeconds: '${grace}'}}\n"
                                                   "  variables: {grace: 1}\n  matrix: {grace: [1, 2]}")
        result = self.parallel(self.scenario("one"), broken, several)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(f"{broken}:2:", result.stderr)
        self.assertEqual(result.stderr.count(f"a recording takes one run, but {several} has 2"), 1, result.stderr)
        self.assertEqual(self.told(), ["one.jsonl"])
        self.assertIn(f"{broken}:2:", self.parallel(broken, several).stderr)

    def test_while_the_api_server_is_stopped_connections_are_refused(self):
        seen = f"{self.folder.name}/seen"
        watcher = self.write("watch.py", f"""
import re, socket, sys, time
config = next(word.split("=", 1)[1] for word in sys.argv if word.startswith("--kubeconfig="))
host, port = re.search("http://([^:]+):([0-9]+)", open(config).read()).groups()
with open({seen!r}, "a") as seen:
    while True:
        try:
            socket.create_connection((host, int(port)), 1).close()
            seen.write("open ")
        except ConnectionRefusedError:
            seen.write("refused ")
        seen.flush()
        time.sleep(0.1)
""")
        kubelet = self.script(f"python3 {watcher} \"$@\" & exec {KUBELET} \"$@\"")
        told = f"{self.folder.name}/told.jsonl"
        stops = self.scenario("one", timeline="- {at: 3s, stopApiServer: {}}\n    - {at: 5s, startApiServer: {}}")
        result = self.record(stops, "--until", "9s", "-o", told, kubelet=kubelet)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(seen, encoding="utf-8") as file:
            states = [state for state, _ in itertools.groupby(file.read().split())]
        self.assertEqual(states, ["open", "refused", "open"])

    def test_the_records_name_the_kubelet_itself_and_its_log_is_kept(self):
        told = f"{self.folder.name}/told.jsonl"
        result = self.record(self.scenario("one"), "--until", "2s", "--kubelet-log", "-o", told,
                             kubelet=self.script(f"exec {KUBELET} \"$@\"", version="1.30.1"))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(told, encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        self.assertIn({"t": 0, "kind": "recording", "what": "kubelet", "version": "1.30.1"}, records)
        with open(f"{self.folder.name}/told.log", encoding="utf-8") as log:
            self.assertIn("SyncLoop ADD", log.read())
        self.assertIn("set --output", self.refused(self.scenario("one"), "--kubelet-log"))

    def wait_for_recordings(self, count):
        """Waits until that many kubelets have their folders, and some time longer, so that they are under way."""
        deadline = time.monotonic() + 60
        while len(glob.glob(f"{self.folder.name}/podreel-record-*")) < count and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(len(glob.glob(f"{self.folder.name}/podreel-record-*")), count)
        time.sleep(2)

    def test_nothing_is_left_when_podreel_is_killed(self):
        program = subprocess.Popen([os.environ["PODREEL_CRI"], "record", SCENARIO, "--until", "50s", "--kubelet", KUBELET],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
        self.wait_for_recordings(1)
        program.kill()
        program.wait()
        deadline = time.monotonic() + 20
        while glob.glob(f"{self.folder.name}/podreel-record-*") and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(glob.glob(f"{self.folder.name}/podreel-record-*"), [])

    def test_a_signal_ends_those_under_way_and_the_others_are_not_begun(self):
        many = [self.scenario(name) for name in ("one", "two", "three")]
        program = subprocess.Popen(
            [os.environ["PODREEL_CRI"], "record", *many, "--until", "50s", "--kubelet", KUBELET, "--parallel", "2", "-o",
             f"{self.folder.name}/told"], stderr=subprocess.PIPE, env=self.environment, encoding="utf-8")
        self.wait_for_recordings(2)
        program.send_signal(signal.SIGINT)
        said = program.communicate(timeout=30)[1]
        self.assertEqual(program.returncode, 3, said)
        self.assertIn(f"{many[1]}: ended early", said)
        self.assertIn(f"{many[2]}: not started", said)
        self.assertEqual(self.told(), ["one.jsonl", "two.jsonl"])
        self.assertEqual(glob.glob(f"{self.folder.name}/podreel-record-*"), [])

    def test_a_signal_ends_it_and_what_it_started(self):
        told = os.path.join(self.folder.name, "recorded.jsonl")
        program = subprocess.Popen([os.environ["PODREEL_CRI"], "record", SCENARIO, "--until", "50s", "--kubelet", KUBELET,
                                    "-o", told], stderr=subprocess.PIPE, env=self.environment, encoding="utf-8")
        self.wait_for_recordings(1)
        program.send_signal(signal.SIGTERM)
        said = program.communicate(timeout=30)[1]
        self.assertEqual(program.returncode, 3, said)
        self.assertIn("ended early", said)
        self.assertTrue(os.path.exists(told))
        self.assertEqual(glob.glob(f"{self.folder.name}/podreel-record-*"), [])


if __name__ == "__main__":
    unittest.main()
