"""Loads `podreel serve`: load.py PODREEL [PODS [WATCHERS]]. Prints how long it takes from a change until the last of the
watchers has heard of it, and how much memory the server takes. No test: figures are of the machine."""
import http.client
import json
import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time

podreel = sys.argv[1]
pods = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
watchers = int(sys.argv[3]) if len(sys.argv) > 3 else 200
# A kubelet that asks its API server and the registry as often as it likes: else so many pods take it many minutes.
scenario = """apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: load}
spec:
  timing: ideal
  node:
    kubelet:
      config:
        {kubeAPIQPS: 5000, kubeAPIBurst: 10000, eventRecordQPS: 5000, eventBurst: 10000, serializeImagePulls: false, registryPullQPS: 0}
  timeline: []
"""
deployment = {
    "metadata": {"name": "load"},
    "spec": {
        "replicas": pods,
        "selector": {"matchLabels": {"app": "load"}},
        "template": {
            "metadata": {"labels": {"app": "load"}},
            "spec": {"containers": [{"name": "app", "image": "nginx"}]},
        },
    },
}

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "empty.yaml")
    with open(path, "w") as file:
        file.write(scenario)
    server = subprocess.Popen([podreel, "serve", path, "--speed", "60x"], stdout=subprocess.PIPE, text=True)
    host, port = None, None
    while host is None:
        found = re.search(r"http://([^:\"]+):(\d+)", server.stdout.readline())
        if found:
            host, port = found.group(1), int(found.group(2))


def ask(method, path, body=None, kind="application/json"):
    connection = http.client.HTTPConnection(host, port, timeout=120)
    connection.request(method, path, json.dumps(body) if body is not None else None, {"Content-Type": kind})
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def memory(field):
    with open(f"/proc/{server.pid}/status") as file:
        return int(re.search(field + r":\s+(\d+) kB", file.read()).group(1)) // 1024


try:
    began = time.monotonic()
    status, answer = ask("POST", "/apis/apps/v1/namespaces/default/deployments", deployment)
    assert status == 201, answer
    while True:
        _, answer = ask("GET", "/apis/apps/v1/namespaces/default/deployments/load")
        ready = answer.get("status", {}).get("readyReplicas", 0)
        if ready == pods:
            break
        time.sleep(1)
    print(f"{pods} pods ready after {time.monotonic() - began:.1f} s; {memory('VmRSS')} MB")

    version = ask("GET", "/api/v1/pods?limit=1")[1]["metadata"]["resourceVersion"]
    name = ask("GET", "/api/v1/namespaces/default/pods?limit=1")[1]["items"][0]["metadata"]["name"]
    poll = selectors.DefaultSelector()
    for _ in range(watchers):
        watcher = socket.create_connection((host, port))
        line = f"GET /api/v1/pods?watch=1&resourceVersion={version} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        watcher.sendall(line.encode())
        watcher.setblocking(False)
        poll.register(watcher, selectors.EVENT_READ, {"tail": b""})
    time.sleep(2)
    latencies = []
    for turn in range(20):
        mark = f"mark-{turn}".encode()
        asked = time.monotonic()
        status, answer = ask(
            "PATCH", f"/api/v1/namespaces/default/pods/{name}",
            {"metadata": {"labels": {"mark": mark.decode()}}}, "application/merge-patch+json")
        assert status == 200, answer
        waiting = set(range(watchers))
        numbers = {key.fileobj: number for number, key in enumerate(poll.get_map().values())}
        while waiting:
            for key, _ in poll.select(timeout=30):
                data = key.data["tail"] + key.fileobj.recv(1 << 20)
                if b'"' + mark + b'"' in data:
                    waiting.discard(numbers[key.fileobj])
                key.data["tail"] = data[-64:]
        latencies.append(time.monotonic() - asked)
        time.sleep(0.1)
    latencies.sort()
    print(f"{watchers} watchers: the last one hears of a change after {latencies[10] * 1000:.0f} ms (median of 20), "
          f"{latencies[-1] * 1000:.0f} ms at most; {memory('VmRSS')} MB, {memory('VmHWM')} MB at most")
finally:
    server.terminate()
    server.wait()
