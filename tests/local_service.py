# SPDX-License-Identifier: MIT
"""A service in a folder of its own, on a socket or a port, for tests and benchmarks that need many runs."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess


class Local(http.client.HTTPConnection):
    """Over a Unix domain socket."""

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.host)


class Service:
    """`policy` is the text of the one policy that it serves, or a shipped one's name. It ends with its block. `port` is set where it
    listens on one."""

    def __init__(self, sluice, folder, policy, workers=1, rights="submit,read", on_port=False):
        self.sluice = sluice = os.path.abspath(sluice)
        self.folder = pathlib.Path(folder)
        self.socket = os.path.join(folder, "socket")
        self.folder.mkdir()
        self.env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(folder), "SLUICE_STORE": f"sqlite:{folder}/store.db",
                    "SLUICE_LOG_KEY": f"{folder}/log.key"}
        made = subprocess.run([sluice, "serve", "token", "--for", "bench", "--rights", rights], check=True, capture_output=True, text=True)
        self.token = made.stdout.strip()
        self._write("tokens.yaml", "tokens:\n" + made.stderr.split("\n", 1)[1])
        self._write("token", self.token)
        if "\n" in policy:
            policy = self._write("policy.yaml", policy)
        self.words = [sluice, "serve", "--tokens", self.folder / "tokens.yaml", "--policy", policy, "--workers", str(workers), "--rate", "1000000",
                      "--listen", "127.0.0.1:0" if on_port else "unix:" + self.socket]
        self.start()

    def _write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    def start(self):
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(self.words, cwd=self.folder, stdout=subprocess.PIPE, stderr=log, text=True, env=self.env)
        said = self.process.stdout.readline()
        if "listening" not in said:
            self.process.communicate()
            raise RuntimeError("the service did not start: " + (self.folder / "log").read_text())
        self.port = int(found[1]) if (found := re.search(r":(\d+)/", said)) else None

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=90)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def run(self, **task):
        """The record of a run that is over, or that waits for a person."""
        with contextlib.closing(Local(self.socket)) as connection:
            connection.request("POST", "/v1/runs", json.dumps(task), {
                "Authorization": f"Bearer {self.token}", "Prefer": "wait=60", "Host": "localhost"})
            return json.loads(connection.getresponse().read())
