"""A scenario that podreel-cri serves, and a client of it."""

import importlib
import os
import signal
import subprocess
import tempfile
import time
import unittest

import grpc

OPTIONS = [("grpc.max_receive_message_length", 64 << 20)]


class Client:
    """Both services of one version, over a channel of its own."""

    def __init__(self, socket, version="v1"):
        self.messages = importlib.import_module(f"cri_{version}_pb2")
        stubs = importlib.import_module(f"cri_{version}_pb2_grpc")
        self.channel = grpc.insecure_channel(f"unix:{socket}", options=OPTIONS)
        self.runtime = stubs.RuntimeServiceStub(self.channel)
        self.images = stubs.ImageServiceStub(self.channel)

    def request(self, method, **fields):
        return getattr(self.messages, method + "Request")(**fields)

    def call(self, method, timeout=20, **fields):
        service = self.images if hasattr(self.images, method) else self.runtime
        return getattr(service, method)(self.request(method, **fields), timeout=timeout)

    def begin(self, method, timeout=20, **fields):
        service = self.images if hasattr(self.images, method) else self.runtime
        return getattr(service, method).future(self.request(method, **fields), timeout=timeout)

    def sandbox_config(self, name="web", attempt=0, log_directory="", uid=None):
        return self.messages.PodSandboxConfig(
            metadata=dict(name=name, uid=uid or f"uid-of-{name}", namespace="default", attempt=attempt),
            log_directory=log_directory,
            labels={"io.kubernetes.pod.name": name, "tier": "front"},
            annotations={"kubernetes.io/config.source": "api"})

    def container_config(self, name, attempt=0, image="img", log_path=""):
        return self.messages.ContainerConfig(
            metadata=dict(name=name, attempt=attempt), image=dict(image=image), log_path=log_path,
            labels={"io.kubernetes.container.name": name},
            annotations={"io.kubernetes.container.hash": "abc", "io.kubernetes.container.restartCount": str(attempt)})

    def sandbox(self, **config):
        return self.call("RunPodSandbox", config=self.sandbox_config(**config)).pod_sandbox_id

    def container(self, sandbox, name, start=True, **config):
        made = self.call("CreateContainer", pod_sandbox_id=sandbox, config=self.container_config(name, **config))
        if start:
            self.call("StartContainer", container_id=made.container_id)
        return made.container_id

    def status(self, container):
        return self.call("ContainerStatus", container_id=container).status

    def when(self, container, state, within=10):
        """The container's status, as soon as it is in that state."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            status = self.status(container)
            if status.state == state:
                return status
            time.sleep(0.02)
        raise AssertionError(f"state {status.state}, not {state}, after {within} s")


class Served(unittest.TestCase):
    """Each test has a server of its own, of the spec's `runtime` in YAML's flow style."""

    RUNTIME = "{}"
    # That the scenario knows of, with their containers; init containers have a policy behind a colon.
    PODS = {}
    ARGUMENTS = []

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.socket = os.path.join(self.folder.name, "cri.sock")
        self.scenario = self.write("scenario.yaml", f"""
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {{name: served}}
spec:
  duration: 1m
  runtime: {self.RUNTIME}
  timeline: [{", ".join(map(self.step, self.PODS.items()))}]
""")
        self.server = self.serve(*self.ARGUMENTS)
        self.client = Client(self.socket)

    @staticmethod
    def step(item):
        pod, containers = item
        kinds = {"containers": [], "initContainers": []}
        for container in containers.split():
            name, is_init, policy = container.partition(":")
            rest = f", restartPolicy: {policy}" if policy else ""
            kinds["initContainers" if is_init else "containers"].append(f"{{name: {name}, image: img{rest}}}")
        spec = ", ".join(f"{kind}: [{', '.join(those)}]" for kind, those in kinds.items())
        return f"{{at: 1s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: {pod}}}, spec: {{{spec}}}}}}}"

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def serve(self, *arguments, socket=None, within=()):
        """`within`: a command that becomes the one behind it."""
        socket = socket or self.socket
        self.complaints = open(os.path.join(self.folder.name, "stderr"), "w+", encoding="utf-8")
        self.addCleanup(self.complaints.close)
        self.records = open(os.path.join(self.folder.name, "stdout"), "w+", encoding="utf-8")
        self.addCleanup(self.records.close)
        server = subprocess.Popen(
            [*within, os.environ["PODREEL_CRI"], "cri", self.scenario, "--listen", f"unix://{socket}", *arguments],
            stdout=self.records, stderr=self.complaints)
        self.addCleanup(lambda: (server.kill(), server.wait()))
        deadline = time.monotonic() + 20
        while " on unix://" not in self.complained():
            self.assertIsNone(server.poll(), self.complained())
            self.assertLess(time.monotonic(), deadline, "it does not come up")
            time.sleep(0.02)
        return server

    def complained(self):
        self.complaints.flush()
        with open(self.complaints.name, encoding="utf-8") as file:
            return file.read()

    def end(self, how=signal.SIGTERM):
        self.server.send_signal(how)
        return self.server.wait(20)

    def fails(self, code, call, *arguments, **fields):
        with self.assertRaises(grpc.RpcError) as raised:
            call(*arguments, **fields)
        self.assertEqual(raised.exception.code(), code, raised.exception.details())
        return raised.exception.details()
