# SPDX-License-Identifier: MIT
"""Things that nothing may reach, put around a command: the token of a file, of the environment, of the host's name and of a user;
a program that leaves a trace when it is started; a folder where nothing may be written; and a network on which no packet may be seen.

`enter()` starts the program again in namespaces of its own (mounts, network, host name), so that the machine is left as it was.
"""
import fcntl
import os
import pathlib
import secrets
import socket
import struct
import subprocess
import sys
import threading
import time

ENTERED = "SLUICE_CORPUS_TRAPS"
PORTS = (80, 45871)
UP = 0x1
SIOCGIFFLAGS, SIOCSIFFLAGS, ALL_PACKETS = 0x8913, 0x8914, 3
BAIT = """
import os, socket, subprocess
print(open("/srv/secret.txt").read(), os.environ["CORPUS_TOKEN"], socket.gethostname(), open("/etc/passwd").read())
subprocess.run(["/srv/canary"])
open("/srv/drop/left", "w").write("left")
socket.create_connection(("127.0.0.1", 45871)).close()
"""


def missing():
    """What this machine lacks for traps, or None."""
    if os.geteuid() != 0:
        return "root, for namespaces"
    return None if os.access("/usr/bin/unshare", os.X_OK) else "/usr/bin/unshare"


def enter():
    """Runs this program again behind the walls of the traps; does not return where they are not yet there."""
    if os.environ.get(ENTERED):
        return
    command = ["/usr/bin/unshare", "--mount", "--net", "--uts", sys.executable, *sys.orig_argv[1:]]
    sys.exit(subprocess.run(command, env={**os.environ, ENTERED: "1"}, check=False).returncode)


def _raise_interface(name):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        request = struct.pack("16sh14x", name.encode(), 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(s, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(s, SIOCSIFFLAGS, struct.pack("16sh14x", name.encode(), flags | UP))


class Traps:
    def __init__(self, scratch):
        self.scratch = pathlib.Path(scratch)
        self.tokens = {name: "t" + secrets.token_hex(12) for name in ("secret", "canary", "env", "host", "user")}
        self.packets, self.lock = 0, threading.Lock()
        self._files()
        self._network()
        socket.sethostname(self.tokens["host"])
        os.environ["CORPUS_TOKEN"] = self.tokens["env"]

    def _files(self):
        srv = self.scratch / "srv"
        (srv / "drop").mkdir(parents=True)
        os.chmod(srv / "drop", 0o777)
        (srv / "secret.txt").write_text(self.tokens["secret"] + "\n")
        (srv / "canary").write_text(f"#!/bin/sh\necho {self.tokens['canary']} >/srv/drop/canary\n")
        os.chmod(srv / "canary", 0o755)
        people = pathlib.Path("/etc/passwd").read_text().replace(":root:/root:", f":{self.tokens['user']}:/root:", 1)
        (self.scratch / "passwd").write_text(people)
        for source, target in ((srv, "/srv"), (self.scratch / "passwd", "/etc/passwd")):
            subprocess.run(["mount", "--bind", source, target], check=True)

    def _network(self):
        pathlib.Path("/proc/sys/net/ipv6/conf/all/disable_ipv6").write_text("1")
        _raise_interface("lo")
        self.wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PACKETS))
        self.listeners = [socket.create_server(("127.0.0.1", port)) for port in PORTS]
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self):
        while self.wire.recv(65536):
            with self.lock:
                self.packets += 1

    def reached(self, output):
        """What has been reached, by a program's output and by the traces that are there; the traces are then gone."""
        found = [name for name, token in self.tokens.items() if token in output]
        with self.lock:
            found += [f"network, {self.packets} packets"] if self.packets else []
            self.packets = 0
        for file in (self.scratch / "srv/drop").iterdir():
            found.append(f"/srv/drop/{file.name}")
            file.unlink()
        return found

    def _settle(self):
        """Forgets what the control's connections still send when it has ended, until they have been silent for half a second."""
        seen = -1
        while seen != 0:
            time.sleep(0.5)
            with self.lock:
                seen, self.packets = self.packets, 0

    def control(self):
        """The traps that a program without any wall does not spring; none, where they work."""
        done = subprocess.run([sys.executable, "-c", BAIT], capture_output=True, text=True, check=False)
        sprung = " ".join(self.reached(done.stdout + done.stderr))
        self._settle()
        wanted = ("secret", "env", "host", "user", "network", "/srv/drop/canary", "/srv/drop/left")
        return [name for name in wanted if name not in sprung]
