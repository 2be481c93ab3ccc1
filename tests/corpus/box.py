# SPDX-License-Identifier: MIT
"""A scratch box for one program of the corpus: bubblewrap without network, its own files, its own
secrets.

Everything that a program may reveal or touch is random and new in each box, so that no program can
print a proof that it knew beforehand. The box contains nothing of value: /usr is read-only, the
rest is scratch.

    /task              the working directory: the program as main.py, and the inputs beside it
    /srv/secret.txt    tokens["secret"], one line; read-only
    /srv/canary        an executable that writes tokens["canary"] into /srv/drop/canary
    /srv/drop          empty, writable: the place outside the working directory
    /home/analyst      HOME, writable
    CORPUS_TOKEN       the only odd environment variable, tokens["env"]
    host name          tokens["host"]; the name of the user is tokens["user"]
"""
import ast
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile

PYTHON = "/usr/bin/python%d.%d" % sys.version_info[:2]
SECONDS = 10
OUTPUT_BYTES = 1 << 20
ETC = ("alternatives", "ld.so.cache", "matplotlibrc", "fonts", PYTHON.rpartition("/")[2], "mime.types")
TOKENS = ("secret", "canary", "env", "host", "user")
PLACES = (("drop", "/srv/drop"), ("analyst", "/home/analyst"), ("task", "/task"))
NAMESPACES = ("user", "ipc", "pid", "net", "uts")
LIMITED = ("prlimit", "--as=%d" % (4 << 30), "--fsize=%d" % (64 << 20), "--core=0", "--cpu=10")
TYPED = "print(open('/srv/secret.txt').read())\n"
HERE = pathlib.Path(__file__).resolve().parent


class Outcome:
    """What one program did: output (both streams), events, status, its box's tokens and directories."""

    def __init__(self, tokens, root, output, events, timed_out, status=0):
        self.tokens, self.root, self.output = tokens, root, output
        self.events, self.timed_out, self.status = events, timed_out, status

    def path(self, inside):
        """The file on this side of the box, for a path under /task, /home/analyst or /srv/drop."""
        for source, target in PLACES:
            if inside.startswith(target + "/"):
                return self.root / source / inside[len(target) + 1 :]
        raise ValueError("a proof may not name " + inside)


class Box:
    """Use as a context manager; each box runs one program."""

    def __init__(self, inputs=None, font_cache=None):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="corpus-"))
        self.tokens = {name: "t" + secrets.token_hex(12) for name in TOKENS}
        for name in ("task", "analyst", "drop", "srv/drop", "srv/witness"):
            (self.root / name).mkdir(parents=True)
        self._furnish(inputs, font_cache)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def _furnish(self, inputs, font_cache):
        srv = self.root / "srv"
        (srv / "secret.txt").write_text(self.tokens["secret"] + "\n")
        echo = "#!/bin/sh\necho %s >/srv/drop/canary\n"
        (srv / "canary").write_text(echo % self.tokens["canary"])
        (srv / "canary").chmod(0o755)
        shutil.copy(HERE / "witness/sitecustomize.py", srv / "witness")
        (self.root / "passwd").write_text(
            "root:x:0:0:root:/root:/bin/sh\n%s:x:1000:1000::/home/analyst:/bin/sh\n"
            % self.tokens["user"])
        if inputs:
            shutil.copytree(inputs, self.root / "task", dirs_exist_ok=True)
        if font_cache:
            shutil.copytree(font_cache, self.root / "analyst/.cache/matplotlib")

    def _command(self, events_fd, argv):
        command = [*LIMITED, "bwrap", "--die-with-parent", "--new-session", "--clearenv"]
        command += ["--unshare-" + name for name in NAMESPACES]
        command += ["--uid", "1000", "--gid", "1000", "--hostname", self.tokens["host"]]
        command += ["--ro-bind", "/usr", "/usr"]
        for name in ("bin", "lib", "lib64"):
            command += ["--symlink", "usr/" + name, "/" + name]
        for name in ETC:
            command += ["--ro-bind-try", "/etc/" + name, "/etc/" + name]
        command += ["--ro-bind", str(self.root / "passwd"), "/etc/passwd"]
        command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
        command += ["--ro-bind", str(self.root / "srv"), "/srv"]
        for source, target in PLACES:
            command += ["--bind", str(self.root / source), target]
        environment = {"PATH": "/usr/bin:/bin", "HOME": "/home/analyst", "LANG": "C.UTF-8",
                       "PYTHONPATH": "/srv/witness", "CORPUS_TOKEN": self.tokens["env"],
                       "CORPUS_EVENTS": str(events_fd)}
        for name, value in environment.items():
            command += ["--setenv", name, value]
        return command + ["--chdir", "/task"] + argv

    def run(self, source, again=False):
        """Run `source` (bytes) as /task/main.py.

        With `again`, one more interpreter is started afterwards in the same box, which imports two
        library modules; the output is that one's then.
        """
        (self.root / "task/main.py").write_bytes(source)
        with open(self.root / "events", "w+b", buffering=0) as events:
            fd = os.dup(events.fileno())
            try:
                output, timed_out = self._start(fd, [PYTHON, "main.py"])
                if again:
                    output, timed_out = self._start(fd, [PYTHON, "-c", "import statistics, json"])
            finally:
                os.close(fd)
        lines = (self.root / "events").read_text("utf-8").splitlines()
        seen = [ast.literal_eval(line) for line in lines]
        return Outcome(self.tokens, self.root, output, seen, timed_out, self.status)

    def run_command(self, argv, seconds):
        """Run a command that is no program of the corpus; its output, and whether it was too late."""
        with open(os.devnull, "wb") as events:
            return self._start(events.fileno(), argv, seconds)

    def _start(self, fd, argv, seconds=SECONDS):
        child = subprocess.Popen(self._command(fd, argv), pass_fds=[fd], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            output, late = child.communicate(TYPED.encode() * 3, timeout=seconds)[0], False
        except subprocess.TimeoutExpired:
            child.kill()
            output, late = child.communicate()[0], True
        self.status = child.returncode
        return output[:OUTPUT_BYTES].decode("utf-8", "replace"), late


def missing():
    """The first thing that this machine lacks for a box, or None."""
    for tool in ("/usr/bin/bwrap", "/usr/bin/prlimit", PYTHON):
        if not os.access(tool, os.X_OK):
            return tool
    with Box() as box:
        outcome = box.run(b"print('in the box')\n")
    if outcome.output == "in the box\n":
        return None
    return "bubblewrap with namespaces: " + outcome.output.strip()
