# SPDX-License-Identifier: MIT
"""A CONNECT proxy on 127.0.0.1, good or bad, and certificates for the servers behind it."""
import os
import socket
import subprocess
import threading

TUNNEL = b"HTTP/1.1 200 OK\r\n\r\n"


def run(*argv):
    return subprocess.run(argv, check=True, capture_output=True).stdout


def certificate(folder, name, extension):
    """A self-signed certificate, which is its own authority, and its key: two paths."""
    cert, key = os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key")
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=" + name, "-addext", extension, "-keyout", key, "-out", cert)
    return cert, key


class Proxy:
    """Counts what it is asked, and passes on whatever comes; or answers each CONNECT with `answer` and no tunnel, or never
    (`silent`). With `target` every tunnel ends there, whatever was asked for."""

    def __init__(self, answer=TUNNEL, silent=False, target=None, tls=None):
        self.asked = []
        self.answer, self.silent, self.target, self.tls = answer, silent, target, tls
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.tunnel, args=(client,), daemon=True).start()

    def tunnel(self, client):
        try:
            if self.tls:
                client = self.tls.wrap_socket(client, server_side=True)
            with client:
                self.lead(client)
        except OSError:
            client.close()

    def lead(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = client.recv(4096)
            if not piece:
                return
            head += piece
        self.asked.append(head.decode())
        if self.silent:
            client.recv(1)
            return
        client.sendall(self.answer)
        if self.answer != TUNNEL:
            return
        host, port = head.split()[1].decode().rsplit(":", 1)
        with socket.create_connection(self.target or (host, int(port))) as server:
            back = threading.Thread(target=self.pump, args=(server, client), daemon=True)
            back.start()
            self.pump(client, server)
            back.join()

    @staticmethod
    def pump(source, sink):
        try:
            while piece := source.recv(65536):
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
