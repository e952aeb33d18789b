"""What clients other than kubectl do to `podreel serve`, well-behaved and not: run with KUBECONFIG set."""
import http.client
import json
import os
import re
import socket

with open(os.environ["KUBECONFIG"]) as file:
    host, port = re.search(r"http://([^:\"]+):(\d+)", file.read()).groups()


def ask(method, path, body=None, headers=None):
    connection = http.client.HTTPConnection(host, int(port), timeout=20)
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    return response.status, response.read()


def raw(data):
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(data)
        received = b""
        while part := connection.recv(65536):
            received += part
        return received


status, text = ask("GET", "/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=1")
events = [json.loads(line)["type"] for line in text.splitlines()]
assert (status, events) == (200, ["ADDED", "BOOKMARK"]), (status, events)

assert ask("GET", "/version", headers={"Host": "evil.example"})[0] == 403
assert ask("GET", "/version", headers={"Origin": "http://evil.example"})[0] == 403
assert ask("POST", "/api/v1/namespaces/default/pods", b" " * (3 * 1024 * 1024 + 1))[0] == 413
assert raw(b"\x16\x03\x01\x02\x00garbage\r\n\r\n").startswith(b"HTTP/1.1 400")
assert raw(b"GET / HTTP/1.1\r\nX: " + b"a" * 70000 + b"\r\n\r\n").startswith(b"HTTP/1.1 400")

# One that stops in the middle of a request, and many that only listen, keep nobody from being answered.
stuck = socket.create_connection((host, int(port)))
stuck.sendall(b"POST /api/v1/namespaces/default/pods HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")
watchers = [socket.create_connection((host, int(port))) for _ in range(100)]
for watcher in watchers:
    watcher.sendall(b"GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
assert ask("GET", "/version")[0] == 200

# Records as events, and a browser's page of another origin does not get them.
with socket.create_connection((host, int(port)), timeout=20) as connection:
    connection.sendall(b"GET /podreel/v1/records?watch=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    received = b""
    while b"\n\n" not in received.split(b"\r\n\r\n", 1)[-1]:
        received += connection.recv(65536)
assert b"Content-Type: text/event-stream" in received and b"id: 0\ndata: {" in received, received[:300]
assert ask("GET", "/podreel/v1/records?watch=1", headers={"Origin": "http://evil.example"})[0] == 403
print("clients: ok")
