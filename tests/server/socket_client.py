"""Asks `podreel serve` on a socket of the file system: socket_client.py PATH."""
import socket
import sys

with socket.socket(socket.AF_UNIX) as connection:
    connection.settimeout(20)
    connection.connect(sys.argv[1])
    connection.sendall(b"GET /version HTTP/1.1\r\nHost: anything\r\nConnection: close\r\n\r\n")
    received = b""
    while part := connection.recv(65536):
        received += part
assert received.startswith(b"HTTP/1.1 200") and b"gitVersion" in received, received
