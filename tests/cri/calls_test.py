"""Every call, in both versions of CRI."""

import errno
import os
import re
import resource
import subprocess
import time
import unittest

from grpc import StatusCode

from served import Client, Served

CREATED, RUNNING, EXITED = 0, 1, 2
READY, NOT_READY = 0, 1


class Calls(Served):
    RUNTIME = """{
      images: [{name: "absent:1", present: false, sizeBytes: 5000, pull: {takes: 50ms}},
               {name: "nowhere:1", present: false, pull: {failFirst: 1000, error: "failed to resolve: not found"}},
               {name: "held:1", sizeBytes: 7000}],
      pods: [{name: web, containers: [{name: app, runs: [{for: 500ms, exitCode: 3, message: "no config"}, {for: forever}]},
                                      {name: slow, runs: [{for: forever, onTerm: {exitAfter: 300ms, exitCode: 9}}]},
                                      {name: stubborn, runs: [{for: forever, onTerm: ignore}]}],
              exec: [{command: live, answers: [{exitCode: 4, output: "no\\n"}]},
                     {command: long, answers: [{takes: 5s}]}]}]}"""
    PODS = {"web": "init: sidecar:Always app helper slow stubborn"}

    def each_version(self):
        for version in ("v1", "v1alpha2"):
            with self.subTest(version):
                client = Client(self.socket, version)
                yield version, client
                for item in client.call("ListPodSandbox").items:
                    client.call("RemovePodSandbox", pod_sandbox_id=item.id)
                client.channel.close()

    def test_the_runtime_tells_what_it_is(self):
        for version, client in self.each_version():
            told = client.call("Version", version="0.1.0")
            self.assertEqual((told.version, told.runtime_name, told.runtime_api_version), ("0.1.0", "podreel", version))
            self.assertRegex(told.runtime_version, r"^\d+\.\d+\.\d+$")
            status = client.call("Status", verbose=True)
            self.assertEqual([(each.type, each.status) for each in status.status.conditions],
                             [("RuntimeReady", True), ("NetworkReady", True)])
            self.assertIn("config", status.info)
            self.assertFalse(client.call("Status").info)
            client.call("UpdateRuntimeConfig")

    def test_calls_that_are_new(self):
        self.assertEqual(self.client.call("RuntimeConfig").linux.cgroup_driver, 1)
        old = Client(self.socket, "v1alpha2")
        self.fails(StatusCode.UNIMPLEMENTED, old.call, "RuntimeConfig")
        self.fails(StatusCode.UNIMPLEMENTED, old.call, "UpdatePodSandboxResources", pod_sandbox_id="x")
        for method in ("Exec", "Attach", "PortForward", "CheckpointContainer", "CheckpointPod", "RestorePod",
                       "ListMetricDescriptors", "ListPodSandboxMetrics"):
            self.fails(StatusCode.UNIMPLEMENTED, getattr(self.client.runtime, method), self.client.messages.Unserved())

    def test_mounts_are_reported_with_their_options(self):
        self.assertTrue(self.client.call("Status").features.mount_options)
        sandbox = self.client.sandbox()
        config = self.client.container_config("app")
        config.mounts.add(container_path="/data", host_path="/srv", readonly=True, mount_options=["noexec", "nosuid"])
        made = self.client.call("CreateContainer", pod_sandbox_id=sandbox, config=config).container_id
        mount = self.client.status(made).mounts[0]
        self.assertEqual((mount.host_path, mount.readonly), ("/srv", True))
        self.assertEqual(list(mount.mount_options), ["noexec", "nosuid"])

    def test_a_pod_with_an_init_container_and_two_others_lives(self):
        for version, client in self.each_version():
            before = time.time_ns()
            sandbox = client.sandbox()
            self.assertRegex(sandbox, "^[0-9a-f]{64}$")
            status = client.call("PodSandboxStatus", pod_sandbox_id=sandbox, verbose=True)
            self.assertIn("info", status.info)
            self.assertEqual(status.status.state, READY)
            self.assertRegex(status.status.network.ip, r"^10\.88\.")
            self.assertEqual(dict(status.status.labels), {"io.kubernetes.pod.name": "web", "tier": "front"})
            self.assertEqual(dict(status.status.annotations), {"kubernetes.io/config.source": "api"})
            self.assertTrue(before - 10**9 <= status.status.created_at <= time.time_ns())
            init = client.container(sandbox, "init")
            self.assertEqual(client.when(init, EXITED).reason, "Completed")
            attempt = 0 if version == "v1" else 1
            app = client.container(sandbox, "app", attempt=attempt)
            helper = client.container(sandbox, "helper", start=False)
            self.assertEqual(client.status(helper).state, CREATED)
            client.call("StartContainer", container_id=helper)
            running = client.status(helper)
            self.assertEqual((running.state, running.finished_at, running.image.image), (RUNNING, 0, "img"))
            self.assertEqual(running.annotations["io.kubernetes.container.hash"], "abc")
            self.assertTrue(running.created_at <= running.started_at <= time.time_ns())
            if version == "v1":
                ended = client.when(app, EXITED)
                self.assertEqual((ended.exit_code, ended.reason, ended.message), (3, "Error", "no config"))
                self.assertAlmostEqual((ended.finished_at - ended.started_at) / 1e9, 0.5, delta=0.001)
            self.lists(client, sandbox, init, helper)
            client.call("StopPodSandbox", pod_sandbox_id=sandbox)
            client.call("StopPodSandbox", pod_sandbox_id=sandbox)
            self.assertEqual(client.status(helper).exit_code, 137)
            client.call("RemovePodSandbox", pod_sandbox_id=sandbox)
            client.call("RemovePodSandbox", pod_sandbox_id=sandbox)
            self.assertFalse(client.call("ListContainers").containers)
            self.fails(StatusCode.NOT_FOUND, client.call, "PodSandboxStatus", pod_sandbox_id=sandbox)

    def lists(self, client, sandbox, init, helper):
        def containers(**wanted):
            return {each.id for each in client.call("ListContainers", filter=wanted).containers}

        self.assertEqual(len(containers()), 3)
        self.assertEqual(containers(id=helper), {helper})
        self.assertEqual(containers(id=helper[:10]), {helper})
        self.assertEqual(containers(state=dict(state=EXITED)) & {init, helper}, {init})
        self.assertEqual(len(containers(pod_sandbox_id=sandbox)), 3)
        self.assertEqual(containers(pod_sandbox_id="0" * 64), set())
        self.assertEqual(containers(label_selector={"io.kubernetes.container.name": "init"}), {init})
        self.assertEqual(containers(label_selector={"io.kubernetes.container.name": "other"}), set())
        sandboxes = lambda **wanted: [each.id for each in client.call("ListPodSandbox", filter=wanted).items]
        self.assertEqual(sandboxes(state=dict(state=READY), label_selector={"tier": "front"}), [sandbox])
        self.assertEqual(sandboxes(state=dict(state=NOT_READY)), [])
        self.assertEqual(sandboxes(id=sandbox[:6]), [sandbox])

    def test_a_sidecar_runs(self):
        sandbox = self.client.sandbox()
        self.assertEqual(self.client.status(self.client.container(sandbox, "sidecar")).state, RUNNING)

    def test_stopping(self):
        for version, client in self.each_version():
            sandbox = client.sandbox()
            slow = client.container(sandbox, "slow")
            began = time.monotonic()
            self.stop(client, slow, 5)
            self.assertGreaterEqual(time.monotonic() - began, 0.28)
            self.assertEqual(client.status(slow).exit_code, 9)
            self.stop(client, slow, 5)
            stubborn = client.container(sandbox, "stubborn")
            self.stop(client, stubborn, 1)
            self.assertEqual(client.status(stubborn).exit_code, 137)
            self.stop(client, "0" * 64, 5)

    def stop(self, client, container, patience):
        request = client.request("StopContainer", container_id=container)
        request.timeout = patience
        client.runtime.StopContainer(request, timeout=20)

    def test_removing(self):
        for version, client in self.each_version():
            sandbox = client.sandbox()
            helper = client.container(sandbox, "helper")
            client.call("RemoveContainer", container_id=helper)
            self.fails(StatusCode.NOT_FOUND, client.call, "ContainerStatus", container_id=helper)
            client.call("RemoveContainer", container_id=helper)
            client.container(sandbox, "helper")

    def test_what_is_not_there_or_is_there_twice(self):
        nobody = "0" * 64
        for version, client in self.each_version():
            sandbox = client.sandbox()
            app = client.container(sandbox, "helper")
            fails = lambda code, method, **fields: self.fails(code, client.call, method, **fields)
            fails(StatusCode.NOT_FOUND, "StartContainer", container_id=nobody)
            fails(StatusCode.NOT_FOUND, "ContainerStatus", container_id=nobody)
            fails(StatusCode.NOT_FOUND, "ContainerStatus", container_id="")
            fails(StatusCode.NOT_FOUND, "PodSandboxStatus", pod_sandbox_id=nobody)
            fails(StatusCode.NOT_FOUND, "ExecSync", container_id=nobody, cmd=["live"])
            fails(StatusCode.NOT_FOUND, "UpdateContainerResources", container_id=nobody)
            fails(StatusCode.NOT_FOUND, "ReopenContainerLog", container_id=nobody)
            fails(StatusCode.NOT_FOUND, "ContainerStats", container_id=nobody)
            fails(StatusCode.NOT_FOUND, "PodSandboxStats", pod_sandbox_id=nobody)
            fails(StatusCode.NOT_FOUND, "CreateContainer", pod_sandbox_id=nobody,
                  config=client.container_config("other"))
            fails(StatusCode.NOT_FOUND, "CreateContainer", pod_sandbox_id=sandbox,
                  config=client.container_config("other", image="absent:1"))
            fails(StatusCode.UNKNOWN, "StartContainer", container_id=app)
            self.assertIn("reserved", fails(StatusCode.UNKNOWN, "CreateContainer", pod_sandbox_id=sandbox,
                                            config=client.container_config("helper")))
            self.assertIn("reserved", fails(StatusCode.UNKNOWN, "RunPodSandbox", config=client.sandbox_config()))
            client.container(sandbox, "helper", attempt=1)
            client.sandbox(attempt=1)
            fails(StatusCode.INVALID_ARGUMENT, "RunPodSandbox")
            fails(StatusCode.INVALID_ARGUMENT, "CreateContainer", pod_sandbox_id=sandbox)

    def test_exec(self):
        for version, client in self.each_version():
            helper = client.container(client.sandbox(), "helper")
            answer = client.call("ExecSync", container_id=helper, cmd=["live"])
            self.assertEqual((answer.exit_code, answer.stdout), (4, b"no\n"))
            self.assertEqual(client.call("ExecSync", container_id=helper, cmd=["true"]).exit_code, 0)
            self.assertIn("timeout 1s exceeded", self.timed_out(client, helper))
            client.call("StopContainer", container_id=helper)
            self.fails(StatusCode.UNKNOWN, client.call, "ExecSync", container_id=helper, cmd=["live"])

    def timed_out(self, client, container):
        """ExecSync's own timeout, which is not the call's."""
        request = client.request("ExecSync", container_id=container, cmd=["long"])
        request.timeout = 1
        return self.fails(StatusCode.DEADLINE_EXCEEDED, client.runtime.ExecSync, request, timeout=20)

    def test_resources(self):
        for version, client in self.each_version():
            helper = client.container(client.sandbox(), "helper")
            client.call("UpdateContainerResources", container_id=helper, linux=dict(memory_limit_in_bytes=1 << 30))
            client.call("UpdateContainerResources", container_id=helper, linux=dict(cpu_shares=512, cpu_quota=-1))
            told = client.status(helper).resources.linux
            self.assertEqual((told.memory_limit_in_bytes, told.cpu_shares, told.cpu_quota), (1 << 30, 512, -1))
        sandbox = self.client.sandbox()
        self.client.call("UpdatePodSandboxResources", pod_sandbox_id=sandbox, resources=dict(cpu_shares=9))
        self.fails(StatusCode.NOT_FOUND, self.client.call, "UpdatePodSandboxResources", pod_sandbox_id="nobody")

    def test_images(self):
        for version, client in self.each_version():
            status = lambda image: client.call("ImageStatus", image=dict(image=image))
            self.assertFalse(status("absent:1").HasField("image"))
            pulled = client.call("PullImage", image=dict(image="absent:1"),
                                 sandbox_config=client.sandbox_config()).image_ref
            self.assertRegex(pulled, "^sha256:[0-9a-f]{64}$")
            self.assertEqual((status("absent:1").image.id, status("absent:1").image.size), (pulled, 5000))
            self.assertEqual(list(status(pulled).image.repo_tags), ["absent:1"])
            names = {each.spec.image for each in client.call("ListImages").images}
            self.assertTrue({"absent:1", "held:1"} <= names and "nowhere:1" not in names, names)
            only = client.call("ListImages", filter=dict(image=dict(image="held:1"))).images
            self.assertEqual([each.size for each in only], [7000])
            self.assertGreaterEqual(client.call("ImageFsInfo").image_filesystems[0].used_bytes.value, 12000)
            sandbox = client.sandbox()
            self.assertEqual(client.status(client.container(sandbox, "helper", image=pulled)).image.image, "absent:1")
            client.call("RemoveImage", image=dict(image=pulled))
            client.call("RemoveImage", image=dict(image=pulled))
            self.assertFalse(status("absent:1").HasField("image"))
            self.fails(StatusCode.NOT_FOUND, client.call, "PullImage", image=dict(image="nowhere:1"))
            self.fails(StatusCode.INVALID_ARGUMENT, client.call, "PullImage")
            self.fails(StatusCode.INVALID_ARGUMENT, client.call, "ImageStatus")

    def test_stats(self):
        for version, client in self.each_version():
            sandbox = client.sandbox()
            helper = client.container(sandbox, "helper")
            client.container(sandbox, "other", start=False)
            stats = client.call("ContainerStats", container_id=helper).stats
            self.assertEqual((stats.attributes.id, stats.memory.usage_bytes.value), (helper, 10 << 20))
            self.assertEqual([each.attributes.id for each in client.call("ListContainerStats").stats], [helper])
            self.assertFalse(client.call("ListContainerStats", filter=dict(id="0" * 64)).stats)
            of_pod = client.call("PodSandboxStats", pod_sandbox_id=sandbox).stats
            self.assertEqual(of_pod.linux.memory.usage_bytes.value, 10 << 20)
            self.assertEqual([each.attributes.metadata.name for each in of_pod.linux.containers], ["helper"])
            listed = client.call("ListPodSandboxStats", filter=dict(label_selector={"tier": "front"})).stats
            self.assertEqual([each.attributes.id for each in listed], [sandbox])

    def test_logs(self):
        logs = os.path.join(self.folder.name, "logs")
        os.makedirs(os.path.join(logs, "app"))
        sandbox = self.client.sandbox(log_directory=logs)
        app = self.client.container(sandbox, "app", log_path="app/0.log")
        self.assertEqual(self.client.when(app, EXITED).log_path, logs + "/app/0.log")
        with open(logs + "/app/0.log", encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual([re.sub(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z ", "", line) for line in lines],
                         ["stdout F app starts, attempt 0", "stdout F no config", "stdout F app exits with 3"])
        self.fails(StatusCode.UNKNOWN, self.client.call, "ReopenContainerLog", container_id=app)
        helper = self.client.container(sandbox, "helper", log_path="app/helper.log")
        os.rename(logs + "/app/helper.log", logs + "/app/helper.log.1")
        self.client.call("ReopenContainerLog", container_id=helper)
        self.assertEqual(os.path.getsize(logs + "/app/helper.log"), 0)

    def test_logs_that_cannot_be_written(self):
        logs = os.path.join(self.folder.name, "logs")
        os.makedirs(logs)
        os.symlink(self.folder.name, logs + "/link")
        os.symlink("/dev/full", logs + "/full")
        sandbox = self.client.sandbox(log_directory=logs)
        paths = ["../out.log", "missing/0.log", "link/0.log", "/tmp/out.log", "a/../../out.log", "full", "."]
        for attempt, path in enumerate(paths):
            container = self.client.container(sandbox, "helper", attempt=attempt, log_path=path)
            self.assertEqual(self.client.status(container).state, RUNNING)
        self.assertEqual(self.complained().count("cannot write the log of container helper"), len(paths))
        self.assertFalse([name for name in os.listdir(self.folder.name) if name.endswith(".log")])
        elsewhere = self.client.sandbox(name="other", log_directory="relative")
        self.client.container(elsewhere, "helper", log_path="0.log")
        full = self.client.sandbox(name="full", log_directory="/dev")
        self.client.container(full, "helper", log_path="full")
        self.assertEqual(self.complained().count("cannot write the log"), len(paths) + 2)

    def test_a_real_disk_that_is_full(self):
        logs = os.path.join(self.folder.name, "logs")
        os.makedirs(logs)
        # For this server alone; it goes with it.
        within = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=64k,mode=700 tmpfs "$0" && exec "$@"', logs]
        if subprocess.run([*within, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("mounting a file system needs root, and the right to")
        self.end()
        self.server = self.serve(within=within)
        self.client = Client(self.socket)
        sandbox = self.client.sandbox(log_directory=logs)
        seen = f"/proc/{self.server.pid}/root{logs}"
        with self.assertRaises(OSError) as raised, open(f"{seen}/filler", "wb", buffering=0) as filler:
            while True:
                filler.write(b"x" * 4096)
        self.assertEqual(raised.exception.errno, errno.ENOSPC)
        helper = self.client.container(sandbox, "helper", log_path="0.log")
        self.assertEqual(self.client.status(helper).state, RUNNING)
        self.assertIn("No space left on device", self.complained())
        os.remove(f"{seen}/filler")
        self.client.container(sandbox, "helper", attempt=1, log_path="1.log")
        with open(f"{seen}/1.log", encoding="utf-8") as log:
            self.assertIn("helper starts, attempt 1", log.read())

    def test_a_disk_that_is_full(self):
        sandbox = self.client.sandbox(log_directory=self.folder.name)
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (0, 0))
        helper = self.client.container(sandbox, "helper", log_path="0.log")
        self.assertEqual(self.client.status(helper).state, RUNNING)

    def test_an_image_id_that_nobody_knows(self):
        nobody = "sha256:" + "0" * 64
        self.assertFalse(self.client.call("ImageStatus", image=dict(image=nobody)).HasField("image"))
        self.fails(StatusCode.NOT_FOUND, self.client.call, "CreateContainer", pod_sandbox_id=self.client.sandbox(),
                   config=self.client.container_config("helper", image=nobody))

    def test_events(self):
        stream = self.client.runtime.GetContainerEvents(self.client.messages.GetEventsRequest(), timeout=30)
        other = self.client.runtime.GetContainerEvents(self.client.messages.GetEventsRequest(), timeout=30)
        time.sleep(0.3)
        sandbox = self.client.sandbox()
        app = self.client.container(sandbox, "app")
        self.client.when(app, EXITED)
        self.client.call("RemoveContainer", container_id=app)
        self.client.call("RemovePodSandbox", pod_sandbox_id=sandbox)
        seen = [next(stream) for _ in range(8)]
        self.assertEqual([(each.container_id, each.container_event_type) for each in seen],
                         [(sandbox, 0), (sandbox, 1), (app, 0), (app, 1), (app, 2), (app, 3), (sandbox, 2), (sandbox, 3)])
        self.assertEqual(seen[4].containers_statuses[0].exit_code, 3)
        self.assertEqual(seen[4].pod_sandbox_status.id, sandbox)
        self.assertFalse(seen[7].HasField("pod_sandbox_status"))
        stream.cancel()
        self.assertEqual(next(other).container_id, sandbox)


class WithoutEvents(Served):
    RUNTIME = "{containerEvents: {sent: false}}"
    PODS = {"web": "app"}

    def test_a_runtime_that_sends_no_events_refuses_to_stream_them(self):
        stream = self.client.runtime.GetContainerEvents(self.client.messages.GetEventsRequest(), timeout=30)
        self.fails(StatusCode.UNIMPLEMENTED, next, stream)


if __name__ == "__main__":
    unittest.main()
