"""A `podreel serve` or `podreel playground` of a test, and requests to it."""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"
MERGE = "application/merge-patch+json"


def is_sanitized(podreel):
    """Whether AddressSanitizer watches the program: it takes memory for itself."""
    with open(podreel, "rb") as program:
        return b"__asan_init" in program.read()


class Server:
    def __init__(self, podreel, *arguments, verb="serve", scenario="scenarios/single-pod.yaml"):
        self.bounds_memory = not is_sanitized(podreel)
        self.errors = tempfile.TemporaryFile("w+")
        command = [podreel, verb, *([scenario] if scenario else []), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        found = None
        while not found:
            line = self.process.stdout.readline()
            assert line, f"{command} does not start: {self.said()}"
            found = re.search(r"http://([^:\"/]+):(\d+)", line)
        self.host, self.port = found.group(1), int(found.group(2))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def said(self):
        self.errors.seek(0)
        return self.errors.read()

    def connect(self, timeout=20):
        return socket.create_connection((self.host, self.port), timeout=timeout)

    def ask(self, method, path, body=None, kind="application/json", timeout=60):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        try:
            connection.request(method, path, body, {"Content-Type": kind})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def get(self, path):
        status, body = self.ask("GET", path)
        assert status == 200, (path, status, body[:200])
        return json.loads(body)

    def raw(self, data):
        """The answer to bytes."""
        with self.connect() as connection:
            connection.sendall(data)
            received = b""
            try:
                while part := connection.recv(65536):
                    received += part
            except ConnectionError:
                pass
            return received

    def open(self, path, receive_buffer=None):
        """A connection that has asked for `path`."""
        connection = socket.socket()
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(20)
        connection.connect((self.host, self.port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return connection

    def has_memory_below(self, limit, field="VmRSS"):
        """Whether the server has less memory, in MiB; true where a sanitizer takes more for itself."""
        return not self.bounds_memory or self.memory(field) < limit

    def memory(self, field="VmRSS"):
        """In MiB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(field + r":\s+(\d+) kB", file.read()).group(1)) // 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self, number=signal.SIGTERM):
        """Returns the exit status, and the seconds until the end."""
        began = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(60)
        return status, time.monotonic() - began


def soon(holds, seconds=20):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def config_map(name, size):
    return {"metadata": {"name": name}, "data": {"a": "x" * size}}
