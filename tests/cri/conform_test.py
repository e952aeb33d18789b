"""A kubelet is compared with podreel, and counterexamples are played to it."""

import glob
import json
import os
import subprocess
import tempfile
import unittest

PODREEL = os.environ["PODREEL"]
SPEED = "5x"

POD = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: img}]}}"


class WithKubelet(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("scenarios"))
        self.environment = {**os.environ, "TMPDIR": self.folder.name}

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def scenario(self, name, timeline="", more=""):
        return self.write(f"scenarios/{name}.yaml", f"""
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: {name}}}
spec:
  duration: 10s
  {more}
  timeline:
    - {{at: 0s, createPod: {POD}}}
    {timeline}
""")

    def kubelet(self, version="1.30", speed=SPEED):
        return f"{os.environ['PODREEL_CRI']} kubelet --speed {speed} --kubelet-version {version}"

    def in_disguise(self, claimed, version):
        """A kubelet that has the version of another."""
        path = self.write("disguised", f"#!/bin/sh\n[ \"$1\" = --version ] && {{ echo Kubernetes v{claimed}; exit; }}\n"
                          f"exec {self.kubelet(version)} \"$@\"\n")
        os.chmod(path, 0o700)
        return path

    def podreel(self, *arguments, timeout=120, speed=SPEED):
        return subprocess.run([PODREEL, *arguments, "--speed", speed, "--out", self.path("out")], capture_output=True,
                              timeout=timeout, encoding="utf-8", check=False, env=self.environment)

    def left_behind(self):
        return glob.glob(f"{self.folder.name}/podreel-record-*")


class Conform(WithKubelet):
    def conform(self, *arguments, kubelet=None, speed=SPEED):
        return self.podreel("conform", "--kubelet", kubelet or self.kubelet(speed=speed), "--scenarios",
                            self.path("scenarios"), *arguments, speed=speed)

    def equal_recordings(self, names, *arguments):
        """Makes these recordings until they are equal: beside other work, a kubelet may get the processor too late."""
        for attempt in range(5):
            if attempt > 0:
                for name in names:
                    os.remove(self.path(f"out/recordings/{name}.jsonl"))
            result = self.conform(*arguments)
            if result.returncode != 1:
                break
        return result

    def test_equal_recordings_are_made_once_and_refused_scenarios_are_named(self):
        self.scenario("one")
        self.scenario("two", "- {at: 4s, deletePod: {name: web, gracePeriodSeconds: 1}}")
        self.scenario("shutdown", "- {at: 1s, shutdownNode: {}}")
        first = self.equal_recordings(["one", "two"], "--junit", self.path("results.xml"), "--page", self.path("page.html"))
        self.assertEqual(first.returncode, 0, first.stdout + first.stderr)
        self.assertIn("2 of 2 recordings equal; 1 scenario cannot be recorded", first.stdout)
        self.assertIn("  shutdown\n    shutdownNode: podreel does not shut down this machine", first.stdout)
        self.assertRegex(first.stdout, r"pod termination +1 +1 +0 +-")
        with open(self.path("results.xml"), encoding="utf-8") as results:
            self.assertIn('tests="3" failures="0" errors="0" skipped="1"', results.read())
        with open(self.path("page.html"), encoding="utf-8") as page:
            self.assertIn("2 of 2 recordings equal", page.read())
        made = {file: os.stat(file).st_mtime_ns for file in glob.glob(self.path("out/recordings/*.jsonl"))}
        self.assertEqual(len(made), 2)
        self.scenario("two", "- {at: 5s, deletePod: {name: web, gracePeriodSeconds: 1}}")
        again = self.equal_recordings(["two"], "-o", "json")
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertTrue(json.loads(again.stdout)["equal"])
        changed = [os.path.basename(file) for file in made if os.stat(file).st_mtime_ns != made[file]]
        self.assertEqual(changed, ["two.jsonl"])
        self.assertEqual(self.left_behind(), [])

    def test_a_node_that_reboots_is_recorded_with_another_boot_id(self):
        self.scenario("reboot", "- {at: 3s, rebootNode: {downFor: 2s}}")
        # The kubelet starts again within the last five seconds.
        result = self.conform("--budget", "1", speed="1x")
        if "needs a mount namespace" in result.stdout:
            return
        # On a machine with other work, a kubelet may start later than any that is simulated.
        self.assertIn(result.returncode, [0, 1], result.stdout + result.stderr)
        with open(self.path("out/recordings/reboot.jsonl"), encoding="utf-8") as recording:
            events = [record for record in map(json.loads, recording) if record["kind"] == "event" and record["reason"] == "Rebooted"]
        self.assertEqual(len(events), 1)
        with open("/proc/sys/kernel/random/boot_id", encoding="utf-8") as machines:
            self.assertNotIn(machines.read().strip(), events[0]["message"])
        self.assertEqual(self.left_behind(), [])

    def test_a_kubelet_that_behaves_like_another_release_differs(self):
        self.scenario("one")
        result = self.conform("--budget", "64", kubelet=self.in_disguise("1.36.2", "1.30"))
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("kubelet 1.36.2: 0 of 1 recording equal", result.stdout)
        self.assertRegex(result.stdout, r"pod start +1 +0 +1 +one: .*s, different ")
        self.assertIn("no match in 64 runs", result.stdout)

    def test_a_kubelet_that_fails_is_named(self):
        self.scenario("one")
        path = self.write("broken", "#!/bin/sh\n[ \"$1\" = --version ] && { echo Kubernetes v1.36.2; exit; }\n"
                          "echo no root; exit 1\n")
        os.chmod(path, 0o700)
        result = self.conform(kubelet=path)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertIn("failed:\n  one\n    the kubelet failed: it did not start", result.stdout)
        self.assertIn("0 of 0 recordings equal; 1 scenario failed", result.stdout)


FINDING = """
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: lost}
spec:
  duration: 12s
  runtime: {pods: [{name: job, containers: [{name: work, runs: [{for: 6s}]}]}]}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: job}
        spec:
          restartPolicy: Never
          initContainers: [{name: proxy, image: "proxy:1", restartPolicy: Always}]
          containers: [{name: work, image: "work:1"}]
    - {at: 6.2s, removeContainer: {pod: default/job, container: work}}
  expect: [{keeps: ended-containers-run-once}]
"""


class Confirm(WithKubelet):
    def confirm(self, *arguments, finding=FINDING, speed=SPEED):
        return self.podreel("confirm", self.write("finding.yaml", finding), "--kubelet", self.kubelet("1.36", speed),
                            *arguments, speed=speed)

    def confirmed_and_matched(self, speed):
        """Returns how podreel compares with the recording that confirms the finding."""
        result = self.confirm("--attempts", "8", "-o", "json", speed=speed)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        finding = json.loads(result.stdout)["findings"][0]
        self.assertEqual(finding["outcome"], "confirmed")
        last = finding["attempts"][-1]
        self.assertIn("default/job/work runs again", last["detail"])
        self.assertTrue(os.path.exists(last["recording"]))
        self.assertEqual(self.left_behind(), [])
        return subprocess.run([PODREEL, "match", last["scenario"], last["recording"]], timeout=60, encoding="utf-8",
                              capture_output=True, check=False)

    def test_a_kubelet_that_does_the_same_confirms_the_finding(self):
        match = self.confirmed_and_matched(SPEED)
        # On a machine with other work, each small delay is several times as long in simulated time.
        if match.returncode != 0:
            match = self.confirmed_and_matched("1x")
        self.assertEqual(match.returncode, 0, match.stdout + match.stderr)

    def test_a_scenario_that_breaks_nothing_in_the_release_of_the_kubelet_is_refused(self):
        lines = [line for line in FINDING.splitlines() if "removeContainer" not in line]
        result = self.confirm(finding="\n".join(lines))
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertIn("meet its expectations with the seeds 1 to 64", result.stdout)

    def test_a_deleted_pod_has_a_last_version(self):
        other = POD.replace("web", "other")
        deletion = (f"    - {{at: 1s, createPod: {other}}}\n"
                    "    - {at: 3s, deletePod: {name: other, gracePeriodSeconds: 1}}\n    - {at: 6.2s,")
        result = self.confirm("--attempts", "1", "-o", "json", finding=FINDING.replace("    - {at: 6.2s,", deletion))
        self.assertIn(result.returncode, [0, 1], result.stdout + result.stderr)
        attempt = json.loads(result.stdout)["findings"][0]["attempts"][0]
        with open(attempt["recording"], encoding="utf-8") as recording:
            versions = [line for line in map(json.loads, recording) if line.get("pod") == "default/other"
                        and line["kind"] == "pod"]
        self.assertTrue(versions[-1]["gone"])
        self.assertEqual(versions[-1]["object"]["metadata"]["name"], "other")


if __name__ == "__main__":
    unittest.main()
