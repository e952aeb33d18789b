"""The simulated kubelet over the wire tells what it tells in memory."""

import glob
import os
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PODREEL = os.environ["PODREEL"]
PODREEL_CRI = os.environ["PODREEL_CRI"]

# Some that do otherwise than the ones to start with; whole lessons would take minutes.
LESSONS = ["01-a-pod-starts", "03-restart-policies", "06-init-containers", "08-liveness", "10-sidecars",
           "12-pleg-is-not-healthy"]
LENGTH = "40s"


class Run:
    """A scenario with a runtime and a kubelet, each a program of its own."""

    def __init__(self, scenario, folder, speed):
        self.scenario = scenario
        self.name = os.path.basename(scenario)[:-len(".yaml")]
        path = os.path.join(folder, f"{self.name}-{speed}")
        self.told = f"{path}.jsonl"
        self.said = f"{path}.txt"
        self.served = f"{path}.calls"
        socket = f"{path}.sock"
        pace = ["--speed", f"{speed}x"]
        # What both say.
        self.words = open(self.said, "ab")
        with open(self.served, "wb") as served:
            self.runtime = subprocess.Popen(
                [PODREEL_CRI, "cri", scenario, "--listen", f"unix://{socket}", *pace, "-o", "jsonl"],
                stdout=served, stderr=self.words)
        with open(self.told, "wb") as told:
            self.kubelet = subprocess.Popen(
                [PODREEL_CRI, "kubelet", scenario, "--runtime-endpoint", f"unix://{socket}", *pace, "-o", "jsonl",
                 "--until", LENGTH], stdout=told, stderr=self.words)

    def end(self):
        status = self.kubelet.wait(120)
        self.runtime.send_signal(signal.SIGTERM)
        self.runtime.wait(20)
        self.words.close()
        with open(self.said, encoding="utf-8") as said:
            self.text = said.read()
        return status

    def was_disturbed(self):
        return "the clock was disturbed" in self.text


def scenarios():
    starters = sorted(glob.glob(os.path.join(ROOT, "scenarios", "*.yaml")))
    return starters + [os.path.join(ROOT, "scenarios", "lessons", f"{name}.yaml") for name in LESSONS]


def match(run, told, *more):
    return subprocess.run([PODREEL, "match", run.scenario, told, "--until", LENGTH, "--budget", "400", *more],
                          capture_output=True, encoding="utf-8", check=False)


class Kubelet(unittest.TestCase):
    def test_over_the_wire_it_tells_what_it_tells_in_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            waiting = scenarios()
            # A machine with other work is asked again, for less: what is late by little at every turn adds up.
            for speed in (5, 2, 1):
                runs = []
                for scenario in waiting:
                    runs.append(Run(scenario, folder, speed))
                    # Programs that start are in each other's way.
                    time.sleep(0.1)
                waiting = []
                ends = [run.end() for run in runs]
                for run, end in zip(runs, ends):
                    self.assertEqual(end, 0, f"{run.name}: {run.text}")
                    self.assertGreater(os.path.getsize(run.told), 0, run.name)
                    found = match(run, run.told)
                    if found.returncode == 0:
                        # What the other side saw of it.
                        found = match(run, run.served, "--kinds", "call")
                    if found.returncode != 0 and (speed > 1 or run.was_disturbed()):
                        waiting.append(run.scenario)
                        continue
                    self.assertEqual(found.returncode, 0, f"{run.name}: {run.text}{found.stdout}{found.stderr}")
            if waiting:
                self.skipTest(f"this machine is too busy for {', '.join(waiting)}")

    def refused(self, *arguments):
        result = subprocess.run([PODREEL, "kubelet", *arguments], capture_output=True, encoding="utf-8", check=False,
                                timeout=60, cwd=ROOT)
        self.assertEqual(result.returncode, 2, result.stderr)
        return result.stderr

    def test_what_cannot_be_had_is_refused_before_anything_starts(self):
        scenario = os.path.join(ROOT, "scenarios", "crash-loop.yaml")
        self.assertIn("--runtime-endpoint is required", self.refused(scenario))
        self.assertIn("accepted: unix://", self.refused(scenario, "--runtime-endpoint", "tcp://1"))
        with tempfile.TemporaryDirectory() as folder:
            nobody = f"unix://{folder}/nobody.sock"
            self.assertIn("nobody answers on", self.refused(scenario, "--runtime-endpoint", nobody))
            probed = os.path.join(folder, "probed.yaml")
            with open(probed, "w", encoding="utf-8") as file:
                file.write("apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: "
                           "[{name: app, image: img, readinessProbe: {httpGet: {port: 80}}}]}\n")
            self.assertIn("probes and hooks of default/web over the network",
                          self.refused(probed, "--runtime-endpoint", nobody))

    def test_a_kubelet_that_is_told_to_end_does_so_and_has_told_what_it_knew(self):
        with tempfile.TemporaryDirectory() as folder:
            run = Run(os.path.join(ROOT, "scenarios", "single-pod.yaml"), folder, 1)
            time.sleep(2)
            run.kubelet.send_signal(signal.SIGINT)
            self.assertEqual(run.end(), 0)
            with open(run.told, encoding="utf-8") as told:
                self.assertIn("StartContainer", told.read())


if __name__ == "__main__":
    unittest.main()
