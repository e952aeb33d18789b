"""Faults of the scenario, of clients and of the wire."""

import json
import os
import signal
import socket
import subprocess
import time
import unittest

import grpc
from grpc import StatusCode

from served import Client, Served


def memory_of(process):
    with open(f"/proc/{process.pid}/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * 4096


def keeps_busy(test):
    test.keeps_busy = True
    return test


class Faults(Served):
    RUNTIME = """{
      calls: [{call: RunPodSandbox, pod: slow, takes: 2s},
              {call: RunPodSandbox, pod: broken, failFirst: 1, error: "no network", leavesSandbox: true},
              {call: RunPodSandbox, pod: busy, failFirst: 1, error: "rpc error: code = Unavailable desc = busy"},
              {call: ImageStatus, takes: 30s},
              {call: CreateContainer, container: exists,
               failFirst: 1, error: "rpc error: code = AlreadyExists desc = already exists"}],
      pods: [{name: stubborn, containers: [{name: app, runs: [{for: forever, onTerm: ignore}]}]}]}"""
    PODS = {"slow": "app", "broken": "app", "busy": "exists", "stubborn": "app"}

    def test_a_call_that_takes_its_time_does_not_hold_up_others(self):
        began = time.monotonic()
        slow = self.client.begin("RunPodSandbox", config=self.client.sandbox_config(name="slow"))
        time.sleep(0.1)
        self.assertIn("a call under way", self.fails(StatusCode.UNKNOWN, self.client.call, "RunPodSandbox",
                                                     config=self.client.sandbox_config(name="slow")))
        self.client.sandbox(name="quick")
        self.assertFalse(slow.done())
        slow.result()
        self.assertGreaterEqual(time.monotonic() - began, 1.98)

    def test_errors_of_the_scenario(self):
        config = self.client.sandbox_config(name="broken")
        self.assertEqual(self.fails(StatusCode.UNKNOWN, self.client.call, "RunPodSandbox", config=config), "no network")
        left = self.client.call("ListPodSandbox").items
        self.assertEqual([(each.metadata.name, each.state) for each in left], [("broken", 1)])
        self.client.sandbox(name="broken", attempt=1)
        config = self.client.sandbox_config(name="busy")
        self.assertEqual(self.fails(StatusCode.UNAVAILABLE, self.client.call, "RunPodSandbox", config=config), "busy")
        sandbox = self.client.sandbox(name="busy")
        self.fails(StatusCode.ALREADY_EXISTS, self.client.call, "CreateContainer", pod_sandbox_id=sandbox,
                   config=self.client.container_config("exists"))
        self.client.container(sandbox, "exists")

    def test_a_deadline_that_is_shorter_than_the_latency(self):
        config = self.client.sandbox_config(name="slow")
        self.fails(StatusCode.DEADLINE_EXCEEDED, self.client.call, "RunPodSandbox", timeout=0.2, config=config)
        self.assertFalse(self.client.call("ListPodSandbox").items)
        # The runtime finishes what it has begun.
        time.sleep(2.5)
        self.assertEqual([each.metadata.name for each in self.client.call("ListPodSandbox").items], ["slow"])

    @keeps_busy
    def test_cancelled_calls_leave_nothing_behind(self):
        def cancel_many(count):
            for _ in range(count // 100):
                calls = [self.client.begin("ImageStatus", image=dict(image="img")) for _ in range(100)]
                time.sleep(0.05)
                for call in calls:
                    call.cancel()

        cancel_many(1000)
        before = memory_of(self.server)
        cancel_many(2000)
        self.client.call("Version")
        # They wait for 30 seconds more, each with its coroutine.
        self.assertLess(memory_of(self.server) - before, 20 << 20)

    def test_a_stop_that_is_cancelled_does_not_kill(self):
        app = self.client.container(self.client.sandbox(name="stubborn"), "app")
        request = self.client.request("StopContainer", container_id=app)
        request.timeout = 3
        call = self.client.runtime.StopContainer.future(request, timeout=20)
        time.sleep(0.3)
        call.cancel()
        time.sleep(3.5)
        self.assertEqual(self.client.status(app).state, 1)

    def test_connections_that_are_killed(self):
        for _ in range(20):
            other = Client(self.socket)
            other.call("Version")
            call = other.begin("RunPodSandbox", config=other.sandbox_config(name="slow"))
            other.channel.close()
            call.cancelled()
        raw = socket.socket(socket.AF_UNIX)
        raw.connect(self.socket)
        raw.sendall(b"GET / HTTP/1.1\r\n\r\n")
        raw.close()
        self.assertEqual(self.client.call("Version").runtime_name, "podreel")

    def test_requests_that_cannot_be_read(self):
        call = self.client.channel.unary_unary("/runtime.v1.RuntimeService/Status", lambda text: text,
                                               lambda text: text)
        self.fails(StatusCode.INVALID_ARGUMENT, call, b"\xff\xff\xff\xff", timeout=10)
        for path in ("/runtime.v1.RuntimeService/Nothing", "/runtime.v2.RuntimeService/Version", "/x/y"):
            call = self.client.channel.unary_unary(path, lambda text: text, lambda text: text)
            self.fails(StatusCode.UNIMPLEMENTED, call, b"", timeout=10)

    @keeps_busy
    def test_a_client_that_never_reads(self):
        idle = Client(self.socket)
        stream = idle.runtime.GetContainerEvents(idle.messages.GetEventsRequest(), timeout=60)
        time.sleep(0.2)
        sandbox = self.client.sandbox(name="many")
        for attempt in range(400):
            made = self.client.container(sandbox, "app", attempt=attempt)
            self.client.call("RemoveContainer", container_id=made)
        self.assertLess(memory_of(self.server), 400 << 20)
        self.assertEqual(self.client.call("Version").runtime_name, "podreel")
        stream.cancel()

    @keeps_busy
    def test_ten_thousand_containers(self):
        made = []
        for pod in range(100):
            sandbox = self.client.sandbox(name=f"pod-{pod}")
            calls = [self.client.begin("CreateContainer", pod_sandbox_id=sandbox,
                                       config=self.client.container_config(f"app-{number}")) for number in range(100)]
            made += [call.result().container_id for call in calls]
        self.assertEqual(len(set(made)), 10_000)
        took = []
        for _ in range(5):
            began = time.monotonic()
            self.assertEqual(len(self.client.call("ListContainers").containers), 10_000)
            took.append(time.monotonic() - began)
        print(f"10,000 containers listed in {1000 * min(took):.0f} ms", flush=True)
        self.assertLess(min(took), 5)


class Ends(Served):
    ARGUMENTS = ["--speed", "60x", "-o", "jsonl"]
    RUNTIME = "{pods: [{name: web, containers: [{name: app, runs: [{for: 30s, exitCode: 1}]}]}]}"
    PODS = {"web": "app"}

    def test_a_minute_in_a_second_and_records(self):
        self.assertEqual(os.stat(self.socket).st_mode & 0o777, 0o600)
        app = self.client.container(self.client.sandbox(), "app")
        status = self.client.when(app, 2)
        self.assertAlmostEqual((status.finished_at - status.started_at) / 1e9, 0.5, delta=0.01)
        self.assertEqual(self.end(), 0)
        self.assertFalse(os.path.exists(self.socket))
        with open(self.records.name, encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        self.assertEqual([each.get("op") or each.get("what") for each in records],
                         ["RunPodSandbox", "CreateContainer", "StartContainer", "container_exit"])
        self.assertAlmostEqual(records[3]["t"] - records[2]["t"], 30, delta=0.001)
        self.assertEqual(records[1]["id"], app[:8])

    def test_signals_end_it_in_the_middle_of_calls(self):
        for how in (signal.SIGTERM, signal.SIGINT):
            stream = self.client.runtime.GetContainerEvents(self.client.messages.GetEventsRequest())
            self.client.call("Version")
            self.assertEqual(self.end(how), 0)
            with self.assertRaises(grpc.RpcError):
                next(stream)
            self.assertFalse(os.path.exists(self.socket))
            self.server = self.serve()
            self.client = Client(self.socket)

    def refused(self, listen, *arguments, scenario=None):
        ended = subprocess.run([os.environ["PODREEL_CRI"], "cri", scenario or self.scenario, "--listen", listen,
                                *arguments], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(ended.returncode, 2, ended.stderr)
        return ended.stderr

    def test_where_nobody_can_listen(self):
        self.assertIn("another process already listens on", self.refused(f"unix://{self.socket}"))
        self.assertEqual(self.client.call("Version").runtime_name, "podreel")
        self.assertIn("is not a socket", self.refused(f"unix://{self.scenario}"))
        self.assertTrue(os.path.exists(self.scenario))
        self.assertIn("does not exist", self.refused(f"unix://{self.folder.name}/missing/cri.sock"))
        self.assertIn("at most 107 bytes", self.refused(f"unix:///{'x' * 120}"))
        for listen in ("tcp://127.0.0.1:1234", "unix:relative", "unix://relative", "/run/cri.sock", "unix:///run/"):
            self.assertIn("accepted: unix://", self.refused(listen))
        self.assertIn("--until", self.refused(f"unix://{self.folder.name}/b.sock", "--until", "1m"))
        bad = self.write("bad.yaml", "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nspec: {runtme: {}}\n")
        self.assertIn("bad.yaml:3:", self.refused(f"unix://{self.folder.name}/b.sock", scenario=bad))

    def test_a_socket_that_nobody_listens_on_is_replaced(self):
        self.server.kill()
        self.server.wait()
        self.assertTrue(os.path.exists(self.socket))
        self.server = self.serve()
        self.assertEqual(Client(self.socket).call("Version").runtime_name, "podreel")

    def check_that_the_command_serves(self, scenario, stdin=None):
        other = os.path.join(self.folder.name, "other.sock")
        command = subprocess.Popen([os.environ["PODREEL"], "cri", scenario, "--listen", f"unix://{other}"],
                                   stdin=stdin, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (command.kill(), command.wait(), command.stderr.close()))
        self.assertIn("on unix://", command.stderr.readline())
        self.assertEqual(Client(other).call("Version").runtime_name, "podreel")
        command.terminate()
        self.assertEqual(command.wait(20), 0)

    def test_the_command_becomes_the_server(self):
        self.check_that_the_command_serves(self.scenario)

    def test_the_command_serves_a_scenario_from_standard_input(self):
        with open(self.scenario, encoding="utf-8") as scenario:
            self.check_that_the_command_serves("-", stdin=scenario)


if __name__ == "__main__":
    unittest.main()
