"""What client-go's reflectors do with `podreel serve` (k8s.io/client-go, tools/cache/reflector.go), bare: a list, a watch
from there on, and what is expected when that does not go on. Run with KUBECONFIG set, at a clock that stands still."""
import http.client
import json
import os
import re
import urllib.parse

with open(os.environ["KUBECONFIG"]) as file:
    host, port = re.search(r"http://([^:\"]+):(\d+)", file.read()).groups()
connection = http.client.HTTPConnection(host, int(port), timeout=60)
MAPS = "/api/v1/namespaces/default/configmaps"


def ask(method, path, body=None, kind="application/json", **query):
    target = path + ("?" + urllib.parse.urlencode(query) if query else "")
    connection.request(method, target, json.dumps(body) if body is not None else None, {"Content-Type": kind})
    response = connection.getresponse()
    return response.status, response.read()


def done(*arguments, **query):
    status, text = ask(*arguments, **query)
    assert status < 300, (arguments, status, text)
    return json.loads(text)


def refused(method, path, **query):
    status, text = ask(method, path, **query)
    answer = json.loads(text)
    assert answer["kind"] == "Status" and answer["status"] == "Failure" and answer["code"] == status, answer
    return status, answer["reason"], answer["message"]


def put(name, value):
    body = {"metadata": {"name": name}, "data": {"value": value}}
    if ask("POST", MAPS, body)[0] == 409:
        done("PATCH", MAPS + "/" + name, {"data": {"value": value}}, "application/merge-patch+json")


def identity(item):
    return item["metadata"]["namespace"] + "/" + item["metadata"]["name"]


class Reflector:
    """A store, and the version that it is of."""

    def __init__(self, path):
        self.path, self.items, self.version, self.relists = path, {}, "0", 0

    def list(self):
        self.relists += 1
        status, text = ask("GET", self.path, resourceVersion=self.version)
        if status in (410, 504):
            status, text = ask("GET", self.path, resourceVersion="")
        assert status == 200, text
        answer = json.loads(text)
        self.items = {identity(item): item for item in answer["items"]}
        self.version = answer["metadata"]["resourceVersion"]

    def watch(self, **query):
        """Until the server ends it. False: there is no way from this version to the present."""
        status, text = ask("GET", self.path, watch="true", allowWatchBookmarks="true", timeoutSeconds="1",
                           **{"resourceVersion": self.version, **query})
        if status == 504:
            return False
        assert status == 200, (status, text)
        for line in text.splitlines():
            event = json.loads(line)
            kind, item = event["type"], event["object"]
            if kind == "ERROR":
                assert item["kind"] == "Status" and item["code"] == 410 and item["reason"] == "Expired", item
                self.version = ""
                return False
            self.version = item["metadata"]["resourceVersion"]
            if kind in ("ADDED", "MODIFIED"):
                self.items[identity(item)] = item
            elif kind == "DELETED":
                del self.items[identity(item)]
            else:
                assert kind == "BOOKMARK", event
        return True

    def follow(self):
        if not self.watch():
            self.list()

    def check(self):
        fresh = done("GET", self.path)
        assert self.items == {identity(item): item for item in fresh["items"]}
        assert int(self.version) <= int(fresh["metadata"]["resourceVersion"])


# The common case: the events match the objects.
put("a", "1")
put("b", "1")
maps = Reflector(MAPS)
maps.list()
assert set(maps.items) == {"default/a", "default/b"}
put("a", "2")
put("c", "1")
done("DELETE", MAPS + "/b")
maps.follow()
maps.check()
assert maps.relists == 1 and set(maps.items) == {"default/a", "default/c"}

# Nothing happens to these while much does elsewhere: bookmarks carry them along, and no list is needed again.
idle = Reflector("/api/v1/namespaces/kube-system/configmaps")
forgotten = Reflector(MAPS)
idle.list()
forgotten.list()
for count in range(10100):
    if count == 6000:
        idle.follow()
    done("PATCH", MAPS + "/a", {"data": {"count": str(count)}}, "application/merge-patch+json")
idle.follow()
idle.check()
assert idle.relists == 1, idle.relists

# A watch that starts too late gets an error, in the stream of the watch; a list of that version is 410 by itself.
assert refused("GET", MAPS, resourceVersion=forgotten.version, resourceVersionMatch="Exact")[:2] == (410, "Expired")
assert refused("GET", MAPS, resourceVersion=forgotten.version, limit=1)[:2] == (410, "Expired")
forgotten.follow()
assert forgotten.relists == 2
forgotten.check()

# Any version, at least one, exactly one, and one that does not exist yet.
put("d", "1")
then = done("GET", MAPS)["metadata"]["resourceVersion"]
put("e", "1")


def count_of(**query):
    return len(done("GET", MAPS, **query)["items"])


assert count_of(resourceVersion="0") == count_of(resourceVersion=then) == 4
assert count_of(resourceVersion=then, resourceVersionMatch="NotOlderThan") == 4
assert count_of(resourceVersion=then, resourceVersionMatch="Exact") == 3
assert count_of(resourceVersion="0", limit=1) == 4
first = done("GET", MAPS, resourceVersion=then, limit=2)
rest = done("GET", MAPS, limit=2, **{"continue": first["metadata"]["continue"]})
assert len(first["items"]) == 2 and len(rest["items"]) == 1
assert rest["metadata"]["resourceVersion"] == first["metadata"]["resourceVersion"] == then
assert refused("GET", MAPS, resourceVersion=str(int(then) + 1000))[:2] == (504, "Timeout")
assert refused("GET", MAPS, resourceVersion="x")[:2] == (400, "BadRequest")
assert refused("GET", MAPS, resourceVersion=then, **{"continue": first["metadata"]["continue"]})[:2] == (400, "BadRequest")
for wrong in ({"resourceVersionMatch": "Exact"}, {"resourceVersionMatch": "Exact", "resourceVersion": "0"},
              {"resourceVersionMatch": "Newest", "resourceVersion": then}, {"sendInitialEvents": "true"},
              {"resourceVersionMatch": "NotOlderThan", "resourceVersion": then, "watch": "true"}):
    assert refused("GET", MAPS, **wrong)[:2] == (422, "Invalid"), wrong

# Lists as streams: refused by releases that have them switched off, and then a list is asked for instead.
streamed = {"sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan"}
assert refused("GET", MAPS, watch="true", allowWatchBookmarks="true", **streamed) == (
    422, "Invalid", 'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden '
    "for watch unless the WatchList feature gate is enabled")
done("POST", "/podreel/v1/steps", {"upgradeApiServer": {"version": "1.34"}})
status, text = ask("GET", MAPS, watch="true", allowWatchBookmarks="true", timeoutSeconds="1", resourceVersion="", **streamed)
events = [json.loads(line) for line in text.splitlines()]
assert [event["type"] for event in events[:5]] == ["ADDED"] * 4 + ["BOOKMARK"], events
assert events[4]["object"]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}
assert refused("GET", MAPS, sendInitialEvents="true")[:2] == (422, "Invalid")
whole = Reflector(MAPS)
assert whole.watch(resourceVersion="", **streamed)
whole.check()

# The past comes back, and what is known is of a future that has not been.
done("POST", "/podreel/v1/clock", {"advance": "1s"})
put("f", "1")
whole.follow()
assert "default/f" in whole.items and whole.relists == 0
done("POST", "/podreel/v1/seek", {"to": "0s"})
whole.follow()
whole.check()
assert whole.relists == 1 and "default/f" not in whole.items
print("reflector: ok")
