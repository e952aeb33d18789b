"""What `podreel serve` and `podreel playground` survive: robust.py PODREEL [NAME…]. Each function is a situation."""
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from served import CONFIG_MAPS, MERGE, Server, config_map, soon  # noqa: E402

podreel = sys.argv[1]


def answers(server):
    began = time.monotonic()
    try:
        status, _ = server.ask("GET", "/version", timeout=20)
    except OSError:
        return False
    return status == 200 and time.monotonic() - began < 10


def malformed_requests_end_no_server():
    chunked = b"POST /version HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    bodies = {
        "a trailer that is too long": chunked + b"0\r\nT: " + b"x" * 65536 + b"\r\n\r\n",
        "a trailer that is much too long": chunked + b"0\r\nT: " + b"x" * 1000000 + b"\r\n\r\n",
        "many trailers": chunked + b"0\r\n" + b"T: x\r\n" * 100000 + b"\r\n",
        "a chunk extension": chunked + b"1;" + b"x" * 200000 + b"\r\na\r\n0\r\n\r\n",
        "a name of a field": b"GET / HTTP/1.1\r\n" + b"x" * 65536 + b": y\r\n\r\n",
        "a target": b"GET /" + b"x" * 70000 + b" HTTP/1.1\r\n\r\n",
        "a method": b"x" * 70000 + b" / HTTP/1.1\r\n\r\n",
        "many fields": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20000 + b"\r\n",
    }
    for verb, scenario in (("serve", "scenarios/single-pod.yaml"), ("playground", None)):
        with Server(podreel, verb=verb, scenario=scenario) as server:
            for name, data in bodies.items():
                answer = server.raw(data)
                assert answer.startswith(b"HTTP/1.1 4") or not answer, (verb, name, answer[:200])
                assert server.process.poll() is None and answers(server), (verb, name, server.said())
            assert server.raw(bodies["a trailer that is too long"]).startswith(b"HTTP/1.1 400")
            assert server.stop()[0] == 0


def closed_watches_are_noticed_at_once():
    with Server(podreel, "--speed", "paused") as server:
        before = server.descriptors()
        for _ in range(600):
            connection = server.open("/api/v1/namespaces/none/pods?watch=1")
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
            connection.close()
        assert answers(server)
        assert soon(lambda: server.descriptors() <= before + 2, 5), (before, server.descriptors())


def one_client_has_not_all_streams():
    with Server(podreel, "--speed", "paused") as server:
        watches = [server.open("/api/v1/namespaces/none/pods?watch=1") for _ in range(270)]
        heads = [watch.recv(12) for watch in watches]
        assert heads.count(b"HTTP/1.1 200") == 256 and heads.count(b"HTTP/1.1 429") == 14, set(heads)
        assert answers(server)
        watches[0].close()
        assert soon(lambda: server.open("/api/v1/pods?watch=1").recv(12) == b"HTTP/1.1 200", 5)


def idle_connections_make_room():
    with Server(podreel) as server:
        idle = [server.connect() for _ in range(530)]
        assert answers(server)
        for connection in idle:
            connection.close()


def stalled_bodies_take_little_memory():
    with Server(podreel, "--speed", "paused", "--memory", "128") as server:
        before = server.memory()
        head = f"POST {CONFIG_MAPS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n".encode()
        stalled = []
        for _ in range(150):
            connection = server.connect()
            connection.settimeout(0.5)
            try:
                connection.sendall(head + b" " * 2_900_000)
            except OSError:
                pass
            stalled.append(connection)
        assert answers(server)
        assert server.ask("POST", CONFIG_MAPS, config_map("small", 100))[0] == 201
        assert server.has_memory_below(before + 100, "VmHWM"), (before, server.memory("VmHWM"))
        for connection in stalled:
            connection.close()
        assert soon(lambda: server.ask("POST", CONFIG_MAPS, config_map("large", 900_000))[0] in (201, 409))


def clients_that_do_not_read_take_little_memory():
    with Server(podreel, "--speed", "paused", "--memory", "128") as server:
        for number in range(20):
            assert server.ask("POST", CONFIG_MAPS, config_map(f"c{number}", 900_000))[0] == 201
        before = server.memory()
        readers = [server.open(CONFIG_MAPS, 4096) for _ in range(40)]
        watches = [server.open(CONFIG_MAPS + "?watch=1", 4096) for _ in range(40)]
        assert soon(lambda: answers(server), 60)
        time.sleep(1)
        assert server.has_memory_below(before + 250, "VmHWM"), (before, server.memory("VmHWM"))
        assert answers(server)
        for connection in readers + watches:
            connection.close()
        status, body = server.ask("GET", CONFIG_MAPS)
        assert status == 200 and len(json.loads(body)["items"]) == 20, (status, body[:200])


def short_requests_do_not_wait_for_long_lists():
    with Server(podreel, "--speed", "paused") as server:
        for number in range(20):
            assert server.ask("POST", CONFIG_MAPS, config_map(f"c{number}", 900_000))[0] == 201

        def overtakes():
            lists = [server.open(CONFIG_MAPS, 4096) for _ in range(25)]
            assert server.ask("GET", "/version")[0] == 200
            unanswered = len(lists) - len(select.select(lists, [], [], 0)[0])
            for connection in lists:
                connection.close()
            return unanswered > 0

        # A busy machine may let the lists be written before the question is sent.
        assert soon(overtakes, 60)


def objects_and_changes_have_a_limit():
    with Server(podreel, "--speed", "paused", "--memory", "64") as server:
        statuses = [server.ask("POST", CONFIG_MAPS, config_map(f"c{number}", 1_000_000))[0] for number in range(40)]
        assert 20 < statuses.count(201) < 30 and statuses.count(429) == 40 - statuses.count(201), statuses
        assert server.ask("GET", "/readyz")[0] == 500
        for number in range(10):
            assert server.ask("DELETE", f"{CONFIG_MAPS}/c{number}")[0] == 200
        assert server.ask("GET", "/readyz")[0] == 200
        for number in range(50):
            status, body = server.ask("PATCH", CONFIG_MAPS + "/c15", {"data": {"n": str(number)}}, MERGE)
            assert status == 200, body
        assert server.has_memory_below(250, "VmHWM"), server.memory("VmHWM")


def a_patch_does_not_multiply():
    with Server(podreel, "--speed", "paused") as server:
        server.ask("POST", CONFIG_MAPS, config_map("c", 1))
        patch = [{"op": "add", "path": "/data", "value": {"a": "x" * 1000}}]
        patch += [{"op": "copy", "from": "/data", "path": f"/data/k{number}"} for number in range(24)]
        status, body = server.ask("PATCH", CONFIG_MAPS + "/c", patch, "application/json-patch+json")
        assert status == 422 and b"exceeding the limit" in body, body
        assert server.has_memory_below(200, "VmHWM")


LONG = """apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: x}
spec:
  duration: %s
  timeline:
    - {at: 0s, createPods: {count: %d, template: {apiVersion: v1, kind: Pod, metadata: {name: w}, spec: {containers: [
        {name: app, image: a, livenessProbe: {periodSeconds: 1, exec: {command: [x]}}}]}}}}
  questions: [{at: 5s, ask: a, choices: [{answer: b, because: c, rightIf: {never: {event: {reason: X}}}},
    {answer: d, because: c, rightIf: {event: {reason: X}}}]}]
"""


def pages_ask_for_limited_work():
    with Server(podreel, verb="playground", scenario=None) as server:
        answers_of = {}

        def ask(name, question):
            answers_of[name] = server.ask("POST", "/podreel/v1/playground", question, timeout=60)

        questions = {
            "judge": {"ask": "judge", "text": LONG % ("24h", 20000), "question": 0},
            "few pods": {"ask": "judge", "text": LONG % ("168h", 1000), "question": 0},
            "play": {"ask": "play", "text": LONG % ("168h", 1000)},
        }
        threads = [threading.Thread(target=ask, args=item) for item in questions.items()]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        assert answers(server)
        assert server.has_memory_below(300), server.memory()
        for thread in threads:
            thread.join()
        for name, (status, body) in answers_of.items():
            assert status == 200 and (b'"error"' in body or b'"problems":[{' in body), (name, status, body[:300])
        assert server.ask("POST", "/podreel/v1/playground", {"ask": "about"})[0] == 200


def signals_end_busy_servers_in_time():
    for number in (signal.SIGTERM, signal.SIGINT):
        with Server(podreel, verb="playground", scenario=None) as server:
            question = json.dumps({"ask": "judge", "text": LONG % ("24h", 20000), "question": 0}).encode()
            busy = server.connect()
            busy.sendall(b"POST /podreel/v1/playground HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                         + f"Content-Length: {len(question)}\r\n\r\n".encode() + question)
            time.sleep(0.5)
            status, seconds = server.stop(number)
            assert status == 0 and seconds < 10, (number, status, seconds)
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(LONG % ("24h", 2000))
            file.flush()
            with Server(podreel, "--speed", "paused", scenario=file.name) as server:
                busy = server.connect()
                body = b'{"advance":"24h"}'
                busy.sendall(b"POST /podreel/v1/clock HTTP/1.1\r\nHost: localhost\r\n"
                             + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                time.sleep(1)
                status, seconds = server.stop(number)
                # It is ended as it would be without a server, if it is too busy to end itself.
                assert status in (0, -number) and seconds < 10, (number, status, seconds)


def run(*arguments, umask=0o22):
    return subprocess.run([podreel, *arguments], capture_output=True, text=True, timeout=60, umask=umask)


def what_cannot_be_listened_on_is_wrong_input():
    with Server(podreel) as server:
        for arguments in (
            ["serve", "scenarios/single-pod.yaml", "--listen", f"127.0.0.1:{server.port}"],
            ["serve", "scenarios/single-pod.yaml", "--listen", "127.0.0.x:0", "--allow-remote"],
            ["serve", "scenarios/single-pod.yaml", "--listen", "192.0.2.1:0", "--allow-remote"],
            ["serve", "scenarios/single-pod.yaml", "--listen", "unix:///proc/podreel.sock"],
            ["serve", "scenarios/single-pod.yaml", "--kubeconfig", "/proc/podreel"],
            ["playground", "--port", f"{server.port}"],
        ):
            done = run(*arguments)
            assert done.returncode == 2, (arguments, done.returncode, done.stderr)
            assert done.stderr.count("\n") == 1 and "boost" not in done.stderr.lower(), done.stderr


def only_the_user_may_use_a_socket():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/socket"
        command = [podreel, "serve", "scenarios/single-pod.yaml", "--listen", f"unix://{path}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, umask=0) as server:
            server.stdout.readline()
            mode = os.stat(path).st_mode & 0o777
            server.terminate()
            assert mode & 0o077 == 0, oct(mode)


def pages_are_not_framed():
    with Server(podreel) as server:
        for page in ("/live", "/playground"):
            head = server.raw(f"GET {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            head = head.split(b"\r\n\r\n")[0].lower()
            assert b"x-frame-options: deny" in head and b"frame-ancestors 'none'" in head, head


situations = [each for name, each in list(globals().items()) if callable(each) and each.__module__ == __name__
              and each.__doc__ is None and name not in ("answers", "run", "Server", "soon", "config_map")]
chosen = sys.argv[2:]
failed = False
for situation in situations:
    if chosen and situation.__name__ not in chosen:
        continue
    began = time.monotonic()
    try:
        situation()
        print(f"{situation.__name__}: ok ({time.monotonic() - began:.1f} s)", flush=True)
    except Exception as error:  # pylint: disable=broad-except
        failed = True
        print(f"{situation.__name__}: FAILED: {error!r}"[:1000], flush=True)
sys.exit(failed)
