# SPDX-License-Identifier: MIT
"""A service on a socket in a folder of its own, for tests and benchmarks that need many runs."""
import contextlib
import http.client
import json
import os
import pathlib
import socket
import subprocess


class Local(http.client.HTTPConnection):
    """Over a Unix domain socket."""

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.host)


class Service:
    """`policy` is the text of the one policy that it serves. It ends with its block."""

    def __init__(self, sluice, folder, policy, workers=1):
        self.folder, self.socket = pathlib.Path(folder), os.path.join(folder, "socket")
        self.folder.mkdir()
        made = subprocess.run([sluice, "serve", "token", "--for", "bench", "--rights", "submit,read"], check=True, capture_output=True, text=True)
        self.token = made.stdout.strip()
        for name, text in (("tokens.yaml", "tokens:\n" + made.stderr.split("\n", 1)[1]), ("token", self.token), ("policy.yaml", policy)):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o600)
        self.process = subprocess.Popen(
            [sluice, "serve", "--tokens", self.folder / "tokens.yaml", "--listen", "unix:" + self.socket, "--policy", self.folder / "policy.yaml",
             "--store", f"sqlite:{folder}/store.db", "--workers", str(workers), "--rate", "1000000"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
        if "listening" not in self.process.stdout.readline():
            self.process.communicate()
            raise RuntimeError("the service did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()

    def run(self, **task):
        """The record of a run that is over, or that waits for a person."""
        with contextlib.closing(Local(self.socket)) as connection:
            connection.request("POST", "/v1/runs", json.dumps(task), {
                "Authorization": f"Bearer {self.token}", "Prefer": "wait=60", "Host": "localhost"})
            return json.loads(connection.getresponse().read())
