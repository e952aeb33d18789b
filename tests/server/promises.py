"""Checks the promises of the Kubernetes API with histories of concurrent clients: promises.py PODREEL [SECONDS [SEED]].

Clients change, delete and read a few objects, and record when each request began and ended and what was answered;
others watch. The checks: writes of an object are linearizable by its resource versions; a write that names a version
succeeds only if the object has it; no update is lost; reads return the latest state; watches are complete and in order;
lists equal what was watched. One client resets the simulation to earlier times: versions only grow across that, and a
watch never continues from a version of the abandoned history."""
import http.client
import json
import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from served import CONFIG_MAPS, MERGE, Server  # noqa: E402

podreel = sys.argv[1]
duration = float(sys.argv[2]) if len(sys.argv) > 2 else 3
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
CLIENTS = 8
NAMES = [f"o{number}" for number in range(5)]


class Epochs:
    """Requests share an epoch; a reset waits until none is under way, and begins the next one."""

    def __init__(self):
        self.condition = threading.Condition()
        self.sharing = 0
        self.is_resetting = False
        self.number = 0

    def __enter__(self):
        with self.condition:
            self.condition.wait_for(lambda: not self.is_resetting)
            self.sharing += 1
            return self.number

    def __exit__(self, *_):
        with self.condition:
            self.sharing -= 1
            self.condition.notify_all()

    def reset(self, work):
        with self.condition:
            self.condition.wait_for(lambda: not self.is_resetting)
            self.is_resetting = True
            self.condition.wait_for(lambda: self.sharing == 0)
        try:
            work()
            self.number += 1
        finally:
            with self.condition:
                self.is_resetting = False
                self.condition.notify_all()


epochs = Epochs()
history, failures = [], []
is_over = threading.Event()
server = Server(podreel, "--speed", "10x")


def fail(*what):
    failures.append(what)
    is_over.set()


def version_of(answer):
    return int(answer["metadata"]["resourceVersion"])


def count_of(answer):
    return int(answer.get("data", {}).get("count", "0"))


def request(connection, method, path, body=None, kind="application/json"):
    connection.request(method, path, json.dumps(body) if body is not None else None, {"Content-Type": kind})
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def record(epoch, name, kind, began, status, answer, **more):
    history.append({"epoch": epoch, "name": name, "kind": kind, "began": began, "ended": time.monotonic(), "status": status,
                    "answer": answer, **more})


def client(number):
    chance = random.Random(seed * 1000 + number)
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    while not is_over.is_set():
        name = chance.choice(NAMES)
        path = f"{CONFIG_MAPS}/{name}"
        with epochs as epoch:
            began = time.monotonic()
            status, seen = request(connection, "GET", path)
            record(epoch, name, "read", began, status, seen)
            if status == 404:
                began = time.monotonic()
                body = {"metadata": {"name": name}, "data": {"count": "0"}}
                record(epoch, name, "create", began, *request(connection, "POST", CONFIG_MAPS, body))
                continue
            if chance.randrange(2):
                time.sleep(chance.random() * 0.005)
            began = time.monotonic()
            version = seen["metadata"]["resourceVersion"]
            choice = chance.randrange(20)
            if choice == 0:
                body = {"preconditions": {"resourceVersion": version}}
                record(epoch, name, "delete", began, *request(connection, "DELETE", path, body), base=int(version))
            elif choice < 8:
                body = {"metadata": {"resourceVersion": version}, "data": {"count": str(count_of(seen) + 1)}}
                record(epoch, name, "write", began, *request(connection, "PATCH", path, body, MERGE), base=int(version))
            else:
                body = {**seen, "data": {"count": str(count_of(seen) + 1)}}
                record(epoch, name, "write", began, *request(connection, "PUT", path, body), base=int(version))
    connection.close()


def follow(connection, start, state, events):
    """Applies the events of a watch until it ends; returns its last version."""
    connection.request("GET", f"{CONFIG_MAPS}?watch=1&resourceVersion={start}&timeoutSeconds=2&allowWatchBookmarks=1")
    response = connection.getresponse()
    last = start
    for line in response:
        event = json.loads(line)
        if event["type"] == "ERROR":
            response.read()
            return None
        version = version_of(event["object"])
        if version <= last and event["type"] != "BOOKMARK":
            fail("a watch went back", last, version)
        last = max(last, version)
        if event["type"] == "BOOKMARK":
            continue
        name = event["object"]["metadata"]["name"]
        is_known = name in state
        if (event["type"] == "ADDED") == is_known:
            fail("a watch's event does not fit the state", event["type"], name, version)
        if event["type"] == "DELETED":
            state.pop(name, None)
        else:
            state[name] = (version, count_of(event["object"]))
        events.append((version, event["type"], name))
    return last


watched = []


def watcher(_number):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    while not is_over.is_set():
        with epochs as epoch:
            status, answer = request(connection, "GET", CONFIG_MAPS)
        if status != 200:
            fail("a list was refused", status, answer)
            return
        start = version_of(answer)
        state = {item["metadata"]["name"]: (version_of(item), count_of(item)) for item in answer["items"]}
        events, last = [], start
        while last is not None and not is_over.is_set():
            begun = last
            last = follow(connection, last, state, events)
            if last is not None and epochs.number == epoch:
                with epochs as now:
                    if now == epoch:
                        status, answer = request(connection, "GET", f"{CONFIG_MAPS}?limit=500&resourceVersion={last}"
                                                 "&resourceVersionMatch=Exact")
                        there = {item["metadata"]["name"]: (version_of(item), count_of(item)) for item in answer.get("items", [])}
                        if status == 200 and there != state:
                            fail("a list is not what was watched", last, there, state)
            elif last is not None and events and begun == last:
                break
        watched.append((epoch, start, [event for event in events]))
    connection.close()


versions = []


def traveller(_number):
    """Resets the simulation, and checks that no version of the abandoned history can be used."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    while not is_over.is_set():
        time.sleep(0.7)

        def travel():
            before = version_of(request(connection, "GET", CONFIG_MAPS)[1])
            clock = request(connection, "GET", "/podreel/v1/clock")[1]["elapsed"]
            seconds = 0.0
            for unit, factor in (("h", 3600), ("m", 60), ("s", 1)):
                if unit in clock and not clock.endswith("ms"):
                    part, clock = clock.split(unit, 1)
                    seconds += float(part) * factor
            to = max(0.0, seconds - 3)
            status, answer = request(connection, "POST", "/podreel/v1/seek", {"to": f"{to:.3f}s"})
            if status != 200:
                return fail("a reset was refused", status, answer)
            after = version_of(request(connection, "GET", CONFIG_MAPS)[1])
            if after <= before:
                fail("versions went back", before, after)
            status, answer = request(connection, "GET", f"{CONFIG_MAPS}?limit=1&resourceVersion={before}"
                                     "&resourceVersionMatch=Exact")
            if status != 410:
                fail("a version of the abandoned history is known", status, before)
            versions.append(after)
            return None

        epochs.reset(travel)
    connection.close()


def check_object(operations):
    """Operations of one object in one epoch."""
    writes = [each for each in operations if each["kind"] in ("create", "write") and each["status"] in (200, 201)]
    by_version = {}
    for write in writes:
        version = version_of(write["answer"])
        if version in by_version:
            fail("two writes have one version", write, by_version[version])
        by_version[version] = write
    bases = {}
    for write in operations:
        if write["kind"] in ("write", "delete") and write["status"] in (200, 201):
            if write["base"] in bases:
                fail("two writes replaced one version", write, bases[write["base"]])
            bases[write["base"]] = write
    for version, write in by_version.items():
        if write["kind"] == "write" and write["base"] in by_version:
            if count_of(write["answer"]) != count_of(by_version[write["base"]]["answer"]) + 1:
                fail("an update was lost", write)
            if version <= write["base"]:
                fail("a version did not grow", write)
    order = sorted(by_version)
    # Real time: what ended before something else began comes before it.
    newest_ended = 0
    marks = sorted([(write["ended"], 1, version) for version, write in by_version.items()]
                   + [(each["began"], 0, each) for each in operations
                      if each["status"] in (200, 201) and each["kind"] != "delete"], key=lambda mark: mark[:2])
    for _, is_end, what in marks:
        if is_end:
            newest_ended = max(newest_ended, what)
        elif version_of(what["answer"]) < newest_ended:
            fail("an answer is older than a write that had ended", what, newest_ended)
    for each in operations:
        if each["kind"] == "read" and each["status"] == 200:
            version = version_of(each["answer"])
            write = by_version.get(version)
            if write is not None and write["began"] > each["ended"]:
                fail("a read is of the future", each, write)
            if write is not None and count_of(each["answer"]) != count_of(write["answer"]):
                fail("a read is not what was written", each, write)
        if each["status"] >= 500:
            fail("an error of the server", each)
    return len(order)


def check_watches():
    """Each write between a watch's start and its last event is among its events."""
    written = {}
    for each in history:
        if each["status"] in (200, 201) and each["kind"] in ("create", "write"):
            written.setdefault(each["epoch"], set()).add(version_of(each["answer"]))
    for epoch, start, events in watched:
        seen = [version for version, kind, _ in events if kind != "DELETED"]
        if not seen:
            continue
        missed = [version for version in written.get(epoch, ()) if start < version <= max(seen) and version not in seen]
        if missed:
            fail("a watch missed changes", epoch, start, missed[:5])


roles = [client] * CLIENTS + [watcher] * 3 + [traveller]
threads = [threading.Thread(target=role, args=(number,), daemon=True) for number, role in enumerate(roles)]
for thread in threads:
    thread.start()
is_over.wait(duration)
is_over.set()
for thread in threads:
    thread.join(60)
assert server.process.poll() is None, server.said()
server.stop()
writes = 0
groups = {}
for each in history:
    groups.setdefault((each["epoch"], each["name"]), []).append(each)
for operations in groups.values():
    writes += check_object(operations)
check_watches()
assert not failures, failures[:3]
assert writes > 10 and watched and versions, (writes, len(watched), versions)
conflicts = sum(each["status"] == 409 for each in history)
print(f"{len(history)} requests, {writes} writes, {conflicts} conflicts, {len(versions)} resets, "
      f"{sum(len(events) for _, _, events in watched)} events: promises kept")
