"""The simulated kubelet over the wire gives the same records as in memory."""

import concurrent.futures
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
LENGTH = "30s"


class Told:
    """A scenario that programs live through: records in `told`, and what they say in `words`."""

    def __init__(self, scenario, folder, suffix):
        self.scenario = scenario
        self.name = os.path.basename(scenario)[:-len(".yaml")]
        self.path = os.path.join(folder, f"{self.name}-{suffix}")
        self.told = f"{self.path}.jsonl"
        self.words = open(f"{self.path}.txt", "a+b")

    def read_words(self):
        self.words.seek(0)
        self.text = self.words.read().decode()
        self.words.close()

    def was_disturbed(self):
        return "the machine was too slow" in self.text


class Recorded(Told):
    """Between two wires, by the simulated kubelet in the place of a real one."""

    def __init__(self, scenario, folder, speed, kubelets=("1.30",)):
        super().__init__(scenario, folder, f"{speed}-recorded")
        pace = ["--speed", f"{speed}x"]
        commands = []
        for version in kubelets:
            commands += ["--kubelet", " ".join([PODREEL_CRI, "kubelet", *pace, "--kubelet-version", version])]
        self.program = subprocess.Popen(
            [PODREEL_CRI, "record", scenario, *pace, "--until", LENGTH, *commands, "-o", self.told], stderr=self.words)

    def end(self):
        status = self.program.wait(120)
        self.read_words()
        return status

    def matches(self):
        return match(self, self.told, "--kinds", "call,event,status,loop,sync")


class Run(Told):
    """By a runtime and a kubelet, each a program of its own."""

    def __init__(self, scenario, folder, speed):
        super().__init__(scenario, folder, str(speed))
        self.served = f"{self.path}.calls"
        socket = f"{self.path}.sock"
        pace = ["--speed", f"{speed}x"]
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
        self.read_words()
        return status

    def matches(self):
        found = match(self, self.told)
        # What the other side saw of it.
        return found if found.returncode != 0 else match(self, self.served, "--kinds", "call")


# Those that nobody can do to a kubelet of somebody else's.
NOT_RECORDED = ["node-reboot", "resize-waits-for-room"]
UPGRADE = """apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: upgrade}
spec:
  duration: 30s
  node: {kubelet: {version: "1.30", config: {syncFrequency: 20s}}}
  runtime: {pods: [{name: done, containers: [{name: app, runs: [{for: 4s}]}]}]}
  timeline:
    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: img}]}}}
    - at: 1s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: done}
        spec: {restartPolicy: Never, containers: [{name: app, image: img}]}
    - {at: 8s, stopKubelet: {}}
    - {at: 9s, startKubelet: {version: "1.31"}}
    - {at: 20s, labelPod: {name: web, labels: {tier: front}}}
    - {at: 22s, deletePod: {name: web, gracePeriodSeconds: 1}}
"""


# Answers change between two probes, not at one: a pod's time begins with its sandbox here, and with its creation in
# memory. Pods that really listen: one that is busy for a while, one that is not there for a while, one that is slow, one whose
# container is killed for it, one behind TLS, one that speaks gRPC, and one that is asked by hooks.
PROBED = """apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: probed}
spec:
  duration: 30s
  node: {kubelet: {version: "1.30"}}
  runtime:
    pods:
      - {name: web, http: [{from: 0s, status: 200}, {from: 8500ms, status: 503, output: busy}, {from: 14500ms, status: 200}]}
      - {name: db, tcp: [{from: 0s}, {from: 7500ms, refused: true}, {from: 12500ms}]}
      - {name: slow, http: [{from: 0s, status: 200, takes: 3s}, {from: 9500ms, status: 200}]}
      - {name: sick, http: [{from: 0s, status: 200}, {from: 6500ms, status: 500}]}
      - {name: vault, http: [{from: 0s, status: 200}, {from: 9500ms, status: 503}, {from: 15500ms, status: 200}]}
      - {name: rpc, grpc: [{from: 0s}, {from: 6500ms, status: 1}, {from: 10500ms, status: 1, output: UNKNOWN}, {from: 13500ms}]}
      - {name: hooked, http: [{from: 0s, status: 200}]}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
            - name: app
              image: img
              ports: [{name: http, containerPort: 8080}]
              readinessProbe: {httpGet: {port: http, path: /ready}, periodSeconds: 2}
    - at: 1s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: db}
        spec: {containers: [{name: app, image: img, readinessProbe: {tcpSocket: {port: 5432}, periodSeconds: 2}}]}
    - at: 2s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: slow}
        spec: {containers: [{name: app, image: img, readinessProbe: {httpGet: {port: 8080}, periodSeconds: 3}}]}
    - at: 3s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: sick}
        spec:
          terminationGracePeriodSeconds: 1
          containers:
            - {name: app, image: img, livenessProbe: {httpGet: {port: 8080}, periodSeconds: 2, failureThreshold: 2}}
    - at: 4s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: vault}
        spec:
          containers:
            - {name: app, image: img, readinessProbe: {httpGet: {port: 8443, scheme: HTTPS}, periodSeconds: 2, failureThreshold: 1}}
    - at: 5s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: rpc}
        spec: {containers: [{name: app, image: img, readinessProbe: {grpc: {port: 9000, service: db}, periodSeconds: 2}}]}
    - at: 6s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: hooked}
        spec:
          containers:
            - name: app
              image: img
              lifecycle: {postStart: {httpGet: {port: 8080, path: /begin}}, preStop: {httpGet: {port: 8080, path: /end}}}
    - {at: 20s, deletePod: {name: hooked, gracePeriodSeconds: 2}}
"""


# What comes to a kubelet beside pods of the API: files of static pods, ConfigMaps and Secrets, labels and taints of its node.
BROUGHT = """apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: brought}
spec:
  duration: 30s
  node: {labels: {kubernetes.io/hostname: node-1, disk: ssd}, kubelet: {version: "1.30"}}
  runtime: {pods: [{name: agent-node-1, containers: [{name: agent, runs: [{onTerm: {exitAfter: 1s, exitCode: 0}}]}]}]}
  timeline:
    - at: 0s
      addStaticPod:
        path: /etc/kubernetes/manifests/agent.yaml
        manifest: {apiVersion: v1, kind: Pod, metadata: {name: agent}, spec: {containers: [{name: agent, image: "agent:1"}]}}
    - at: 1s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: waits}
        spec:
          nodeSelector: {disk: ssd}
          containers:
            - name: app
              image: img
              envFrom: [{configMapRef: {name: settings}}]
              env:
                - {name: A, valueFrom: {secretKeyRef: {name: login, key: password}}}
                - {name: B, valueFrom: {configMapKeyRef: {name: told-by-nobody, key: b}}}
    - {at: 5s, addConfigMap: {name: settings, data: {colour: blue}}}
    - {at: 6s, addSecret: {name: login, data: {password: x}}}
    - at: 8s
      updateStaticPod:
        path: /etc/kubernetes/manifests/agent.yaml
        manifest: {apiVersion: v1, kind: Pod, metadata: {name: agent}, spec: {containers: [{name: agent, image: "agent:2"}]}}
    - {at: 12s, labelNode: {labels: {disk: null}}}
    - {at: 13s, taintNode: {taints: [{key: maintenance, effect: NoExecute}]}}
    - at: 15s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: unwanted}
        spec:
          nodeSelector: {disk: ssd}
          tolerations: [{operator: Exists}]
          containers: [{name: app, image: img}]
    - at: 16s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: tainted}, spec: {containers: [{name: app, image: img}]}}
    - {at: 27s, removeStaticPod: {path: /etc/kubernetes/manifests/agent.yaml}}
"""


def run_of(scenario, folder, speed):
    name = os.path.basename(scenario)[:-len(".yaml")]
    if name in NOT_RECORDED:
        return Run(scenario, folder, speed)
    if "/lessons/" in scenario:
        return Recorded(scenario, folder, speed, ("1.37",))
    return Recorded(scenario, folder, speed, ("1.30", "1.31") if name == "upgrade" else ("1.30",))


def scenarios():
    starters = sorted(glob.glob(os.path.join(ROOT, "scenarios", "*.yaml")))
    return starters + [os.path.join(ROOT, "scenarios", "library", "lessons", f"{name}.yaml") for name in LESSONS]


def match(run, told, *more):
    return subprocess.run([PODREEL, "match", run.scenario, told, "--until", LENGTH, "--budget", "100", *more],
                          capture_output=True, encoding="utf-8", check=False)


class Kubelet(unittest.TestCase):
    def test_over_the_wire_it_tells_what_it_tells_in_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            own = []
            for name, text in (("upgrade", UPGRADE), ("probed", PROBED), ("brought", BROUGHT)):
                own.append(os.path.join(folder, f"{name}.yaml"))
                with open(own[-1], "w", encoding="utf-8") as file:
                    file.write(text)
            # One of them is alone with a runtime as well.
            waiting = [lambda speed, scenario=scenario: run_of(scenario, folder, speed)
                       for scenario in [*own, *scenarios()]]
            crash_loop = os.path.join(ROOT, "scenarios", "crash-loop.yaml")
            waiting.append(lambda speed: Run(crash_loop, folder, speed))
            # On a machine with other work they run again at a lower speed, because small delays add up. The last speed
            # has two turns: when several pods change within milliseconds, few seeds put a relist between the same two.
            speeds = (5, 4, 2, 2)
            for turn, speed in enumerate(speeds, 1):
                if not waiting:
                    break
                runs = []
                for begin in waiting:
                    runs.append((begin, begin(speed)))
                    # Programs that start are in each other's way.
                    time.sleep(0.1)
                waiting = []
                ends = [run.end() for _, run in runs]
                with concurrent.futures.ThreadPoolExecutor(2) as pool:
                    matched = list(pool.map(lambda run: run[1].matches(), runs))
                for (begin, run), end, found in zip(runs, ends, matched):
                    self.assertEqual(end, 0, f"{run.name}: {run.text}")
                    self.assertGreater(os.path.getsize(run.told), 0, run.name)
                    if found.returncode != 0 and (turn < len(speeds) or run.was_disturbed()):
                        waiting.append(begin)
                        continue
                    self.assertEqual(found.returncode, 0, f"{run.name}: {run.text}{found.stdout}{found.stderr}")
            if waiting:
                self.skipTest(f"this machine is too busy for {len(waiting)} of them")

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
            self.assertIn("no runtime answers on", self.refused(scenario, "--runtime-endpoint", nobody))
            probed = os.path.join(folder, "probed.yaml")
            with open(probed, "w", encoding="utf-8") as file:
                file.write("apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: "
                           "[{name: app, image: img, readinessProbe: {httpGet: {port: 80}}}]}\n")
            self.assertIn("network probes and hooks of default/web: no process listens",
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
