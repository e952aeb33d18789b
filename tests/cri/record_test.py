"""What cannot be recorded is said, and nothing is left behind."""

import glob
import os
import signal
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

    def script(self, text):
        path = self.write("kubelet", "#!/bin/sh\n[ \"$1\" = --version ] && { echo Kubernetes v1.30.4; exit; }\n" + text)
        os.chmod(path, 0o700)
        return path

    def test_a_kubelet_that_is_none(self):
        self.assertIn("should say", self.refused(SCENARIO, "--until", "5s", kubelet="/bin/true"))
        self.assertIn("not found", self.refused(SCENARIO, "--until", "5s", kubelet="/nowhere/kubelet"))

    def test_a_kubelet_of_another_release(self):
        said = self.refused(SCENARIO, "--until", "5s", "--kubelet-version", "1.33")
        self.assertIn("starts a kubelet of 1.33, and there is only 1.30", said)

    def test_a_kubelet_that_does_not_start(self):
        said = self.refused(SCENARIO, "--until", "5s", kubelet=self.script("echo failed to run Kubelet: no root; exit 1"))
        self.assertIn("it does not start", said)
        self.assertIn("failed to run Kubelet: no root", said)

    def test_how_long_must_be_known(self):
        pod = self.write("pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
                         "image: img}]}}")
        self.assertIn("--until", self.refused(pod))

    def test_what_no_kubelet_can_be_told(self):
        said = self.refused(os.path.join(ROOT, "scenarios", "node-reboot.yaml"), "--until", "5s")
        self.assertIn("rebootNode: this machine is not rebooted", said)
        pod = self.write("pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
                         "image: img, envFrom: [{secretRef: {name: keys}}]}]}}")
        self.assertIn("default/web: kubelets are served no config maps", self.refused(pod, "--until", "5s"))

    def test_a_kubelet_that_ends_in_the_middle(self):
        kubelet = f"timeout 2 {KUBELET}"
        wrapped = self.script(f"exec {kubelet} \"$@\"")
        self.assertIn("it ended by itself", self.refused(SCENARIO, "--until", "50s", kubelet=wrapped))

    def test_a_signal_ends_it_and_what_it_started(self):
        told = os.path.join(self.folder.name, "told.jsonl")
        program = subprocess.Popen([os.environ["PODREEL_CRI"], "record", SCENARIO, "--until", "50s", "--kubelet", KUBELET,
                                    "-o", told], stderr=subprocess.PIPE, env=self.environment, encoding="utf-8")
        time.sleep(3)
        program.send_signal(signal.SIGTERM)
        said = program.communicate(timeout=30)[1]
        self.assertEqual(program.returncode, 3, said)
        self.assertIn("ended before its time", said)
        self.assertTrue(os.path.exists(told))
        self.assertEqual(glob.glob(f"{self.folder.name}/podreel-record-*"), [])


if __name__ == "__main__":
    unittest.main()
