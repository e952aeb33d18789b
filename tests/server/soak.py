"""Loads `podreel serve` with clients of all kinds, well-behaved and not: soak.py PODREEL [SECONDS]. Fails unless memory,
descriptors and latency stay within their limits, nothing but the expected is answered, and it ends cleanly under load."""
import http.client
import json
import os
import random
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from served import CONFIG_MAPS, MERGE, Server, config_map, soon  # noqa: E402

podreel = sys.argv[1]
duration = float(sys.argv[2]) if len(sys.argv) > 2 else 5
MEMORY = 64
PODS = "/api/v1/namespaces/default/pods"
EXPECTED = {200, 201, 400, 404, 405, 409, 413, 415, 422, 429}

server = Server(podreel, "--speed", "20x", "--memory", str(MEMORY))
begun = (server.memory(), server.descriptors())
is_over = threading.Event()
latencies, unexpected, requests = [], [], [0]


def client(work):
    """Repeats `work` with its own random numbers; only broken connections are forgiven."""
    def loop(seed):
        chance = random.Random(seed)
        while not is_over.is_set():
            try:
                status = work(chance)
                requests[0] += 1
                if status is not None and status not in EXPECTED:
                    unexpected.append((work.__name__, status))
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)
    return loop


@client
def write(chance):
    name = f"c{chance.randrange(40)}"
    size = chance.choice((10, 1000, 100_000, 900_000))
    kind = chance.randrange(4)
    if kind == 0:
        return server.ask("POST", CONFIG_MAPS, config_map(name, size))[0]
    if kind == 1:
        return server.ask("PATCH", f"{CONFIG_MAPS}/{name}", {"data": {"n": str(chance.random())}}, MERGE)[0]
    if kind == 2:
        return server.ask("DELETE", f"{CONFIG_MAPS}/{name}")[0]
    return server.ask("PUT", f"{CONFIG_MAPS}/{name}", config_map(name, size))[0]


@client
def run_pods(chance):
    name = f"p{chance.randrange(10)}"
    if chance.randrange(2):
        pod = {"metadata": {"name": name}, "spec": {"containers": [{"name": "app", "image": "nginx"}]}}
        return server.ask("POST", PODS, pod)[0]
    return server.ask("DELETE", f"{PODS}/{name}?gracePeriodSeconds={chance.randrange(3)}")[0]


@client
def read(chance):
    return server.ask("GET", chance.choice((CONFIG_MAPS, PODS, "/api/v1/events", "/readyz?verbose", "/podreel/v1/page",
                                            CONFIG_MAPS + "?limit=2", "/podreel/v1/records")))[0]


@client
def watch(chance):
    with server.open(chance.choice((CONFIG_MAPS, PODS, "/api/v1/events")) + "?watch=1") as connection:
        for _ in range(chance.randrange(5)):
            connection.recv(65536)


@client
def read_slowly(chance):
    with server.open(CONFIG_MAPS + chance.choice(("", "?watch=1")), 4096) as connection:
        for _ in range(10):
            if is_over.is_set():
                return
            connection.recv(chance.randrange(1, 2000))
            time.sleep(0.1)


@client
def flood(chance):
    connections = [server.connect(5) for _ in range(40)]
    for connection in connections:
        if chance.randrange(2):
            connection.sendall(b"GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n"[:chance.randrange(1, 48)])
    for connection in connections:
        connection.close()
    time.sleep(0.05)


@client
def garble(chance):
    data = bytearray(b"POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
                     b"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nT: x\r\n\r\n")
    for _ in range(chance.randrange(6)):
        at = chance.randrange(len(data))
        data[at:at + chance.randrange(3)] = bytes(chance.randrange(256) for _ in range(chance.choice((0, 1, 3, 70_000))))
    with server.connect(5) as connection:
        connection.sendall(data)
        connection.settimeout(0.2)
        connection.recv(1000)


@client
def go_back(_):
    time.sleep(1)
    elapsed = json.loads(server.ask("GET", "/podreel/v1/clock")[1])["elapsed"]
    return server.ask("POST", "/podreel/v1/seek", {"to": "1s" if elapsed else "0s"})[0]


def measure(_):
    while not is_over.is_set():
        began = time.monotonic()
        status, _body = server.ask("GET", "/version")
        latencies.append(time.monotonic() - began)
        if status != 200:
            unexpected.append(("measure", status))
        time.sleep(0.02)


kinds = [write, write, run_pods, read, watch, watch, read_slowly, read_slowly, flood, garble, go_back, measure]
threads = [threading.Thread(target=kind, args=(seed,), daemon=True) for seed, kind in enumerate(kinds)]
for thread in threads:
    thread.start()
end = time.monotonic() + duration
descriptors = 0
while time.monotonic() < end:
    time.sleep(0.2)
    assert server.process.poll() is None, server.said()
    descriptors = max(descriptors, server.descriptors())
is_over.set()
for thread in threads:
    thread.join(60)
assert server.process.poll() is None, server.said()
latencies.sort()
slow = latencies[len(latencies) * 99 // 100]
peak = server.memory("VmHWM")
print(f"{requests[0]} requests in {duration:.0f} s; /version: median {latencies[len(latencies) // 2] * 1000:.0f} ms, "
      f"99 % {slow * 1000:.0f} ms; memory {begun[0]} MiB at first, {peak} MiB at most; {descriptors} descriptors at most")
assert not unexpected, unexpected[:10]
# A short run shares its machine with other tests: its times say little.
is_long = duration >= 60
assert not is_long or slow < 2, slow
# The budget, as much again for what is read and written at one time, and the copy of the page.
assert not server.bounds_memory or peak < begun[0] + 4 * MEMORY, (begun, peak)
assert soon(lambda: server.descriptors() <= begun[1] + 3), (begun, server.descriptors())

# It ends under load, too.
is_over.clear()
threads = [threading.Thread(target=kind, args=(seed,), daemon=True) for seed, kind in enumerate(kinds[:-1])]
for thread in threads:
    thread.start()
time.sleep(0.5)
status, seconds = server.stop()
is_over.set()
for thread in threads:
    thread.join(60)
# It is ended as it would be without a server, if it is too busy to end itself.
assert status == 0 or (not is_long and status == -signal.SIGTERM), status
assert not is_long or seconds < 3, seconds
print(f"ended in {seconds * 1000:.0f} ms under load")
